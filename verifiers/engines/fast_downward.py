"""Fast Downward (Helmert, 2006): the search binary of ``up-fast-downward``, fed SAS text on stdin.

``lazy`` is greedy search on h_FF with preferred operators; ``lmcut`` and ``blind`` are A* with an admissible
heuristic, for a shortest plan or a proof that none lies within a bound.  A plan is replayed before it is
believed.
"""

import functools
import re
from dataclasses import dataclass
from pathlib import Path

from ...instances.errors import EngineFailureError, NameUnknownError
from . import process, sas
from .outcome import Answer, Endings, EngineClaim, Meaning, Proven, Undecided, Why, meaning, no_plan
from .query import Query, witnessed
from .registry import Engine, require, solves

KEY = "fd"
PLAN_FILE = "sas_plan"
ENDINGS: Endings = {
    0: Meaning(EngineClaim.PLAN, "plan found"),
    1: Meaning(EngineClaim.PLAN, "plan found, then out of memory"),
    2: Meaning(EngineClaim.PLAN, "plan found, then out of time"),
    3: Meaning(EngineClaim.PLAN, "plan found, then out of memory and time"),
    11: Meaning(EngineClaim.UNSOLVABLE, "task proven unsolvable"),
    12: Meaning(Why.GAVE_UP, "search stopped without a plan and without a proof"),
    13: Meaning(EngineClaim.NO_PLAN_WITHIN_BOUND, "no plan within the bound"),
    22: Meaning(Why.MEMORY, "search ran out of memory"),
    23: Meaning(Why.TIME, "search ran out of time"),
    24: Meaning(Why.TIME, "search ran out of memory and time"),
    32: Meaning(Why.CRASH, "critical error in the search"),
    33: Meaning(Why.INPUT, "the search refused its input"),
    34: Meaning(Why.UNSUPPORTED, "the search does not support this task"),
}
"""Those of its documentation, each observed on the binary.  13 proves that no plan lies within the bound only
for A* with an admissible heuristic: greedy search with a bound closes states by paths that are too long."""


@dataclass(frozen=True, slots=True)
class Search:
    """A search of Fast Downward; ``bound`` in the text is exclusive, as the binary has it.

    The binary cuts by the steps taken, not by the estimate of the whole plan, so ``lmcut`` has no bound and
    is ended as soon as A* has raised its lower bound far enough.
    """

    text: str
    admissible: bool


SEARCHES = {
    "lazy": Search("let(h, ff(), lazy_greedy([h], preferred=[h], bound={bound}))", admissible=False),
    "lmcut": Search("astar(lmcut())", admissible=True),
    "blind": Search("astar(blind(), bound={bound})", admissible=True),
}


@dataclass(frozen=True, slots=True)
class ClaimedPlan:
    """A plan that the binary claims to have found."""

    names: tuple[str, ...]
    optimal: bool


def binary() -> Path | None:
    """The path of the search binary, None where the package does not have it."""
    return process.packaged("up_fast_downward", "downward", "builds", "release", "bin", "downward")


def plan(query: Query, *, search: str | None = None, program: Path | None = None) -> Answer:
    """Refuted with a replayed plan, Proven on exit code 11 (13 for admissible searches), else Undecided.

    ``search`` is a key of SEARCHES: by itself A* with LM-cut for a shortest plan or a bound, greedy search
    otherwise.  NameUnknownError for another search, EngineMissingError without the binary.
    """
    cut = query.cut()
    search = search or ("lmcut" if query.shortest else "lazy")
    result = search_sas(
        sas.write(cut), search=search, bound=query.bound, deadline=query.deadline, program=program
    )
    if isinstance(result, ClaimedPlan):
        return witnessed(KEY, cut, result.names, bound=query.bound, optimal=result.optimal)
    return result


F_VALUE = re.compile(r"\bf = (\d+), \d+ evaluated")  # the least estimate of an open state, as A* says it


def _above(bound: int | None, output: str) -> bool:
    return bound is not None and any(int(value) > bound for value in F_VALUE.findall(output))


def search_sas(
    text: str, *, search: str, bound: int | None, deadline: float, program: Path | None = None
) -> ClaimedPlan | Proven | Undecided:
    """Run a search on SAS text with unit costs; the steps it claims are for the caller to replay."""
    if search not in SEARCHES:
        raise NameUnknownError(f"no search {search!r} for Fast Downward; one of {', '.join(SEARCHES)}")
    if program is None:
        require(KEY)
        program = binary()
    how = SEARCHES[search]
    text_of_search = how.text.format(bound="infinity" if bound is None else bound + 1)
    command = [str(program), "--internal-plan-file", PLAN_FILE, "--search", text_of_search]
    enough = functools.partial(_above, bound) if bound is not None and how.admissible else None
    done = process.run(command, stdin=text, deadline=deadline, collect=(PLAN_FILE,), enough=enough)
    if how.admissible and done.timed_out and _above(bound, done.stdout):
        return Proven(KEY, no_plan(bound), f"{search}: every open state had an estimate above {bound}", bound)
    if done.timed_out:
        return done.out_of_time(KEY, deadline)
    ending = meaning(ENDINGS, done.returncode)
    if ending.verdict is EngineClaim.PLAN:
        try:
            names = sas.plan_of(done.files[PLAN_FILE])
        except (KeyError, EngineFailureError) as error:
            return Undecided(KEY, Why.OUTPUT, f"plan announced, but no readable plan file: {error}")
        optimal = how.admissible and done.returncode == 0
        if optimal and bound is not None and len(names) > bound:
            return Proven(KEY, no_plan(bound), f"{search}: a shortest plan has {len(names)} steps", bound)
        return ClaimedPlan(names, optimal)
    evidence = f"{search}: exit code {done.returncode}, {ending.text}"
    if ending.verdict is EngineClaim.UNSOLVABLE:
        return Proven(KEY, no_plan(None), evidence)
    if ending.verdict is EngineClaim.NO_PLAN_WITHIN_BOUND and bound is not None:
        if how.admissible:
            return Proven(KEY, no_plan(bound), evidence, bound)
        return Undecided(KEY, Why.GAVE_UP, f"{search}: none found within the bound, which proves nothing")
    return ending.undecided(KEY, done.last_words())


ENGINE = Engine(
    key=KEY,
    title="Fast Downward",
    distribution="up-fast-downward",
    requirement="up-fast-downward>=1.0,<2",
    module="up_fast_downward",
    licence="GPL-3.0-only",
    trial=solves(plan, optimal=True),
    endings=ENDINGS,
    plan=plan,
)
