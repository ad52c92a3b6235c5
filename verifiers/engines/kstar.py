"""K* (Katz, Lee and Sohrabi, 2023): every plan of top quality, from the search binary of ``kstar-planner``.

Its Python wrapper is left aside: it calls a task unsolvable whenever no plan came back.  K* ends alike when
it has searched everything and when it has given up, so an empty answer is always Undecided.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from . import process, sas
from .outcome import Endings, EngineClaim, Meaning, Undecided, Why, meaning
from .query import Query, first_failure
from .registry import PLAN, TASK, Engine, expect, require

KEY = "kstar"
PLANS_FILE = "plans.json"
ENDINGS: Endings = {
    0: Meaning(EngineClaim.PLAN, "plans found"),
    12: Meaning(Why.GAVE_UP, "K* stopped; it ends alike when exhausted and when out of time"),
    22: Meaning(Why.MEMORY, "K* ran out of memory"),
    23: Meaning(Why.TIME, "K* ran out of time"),
    33: Meaning(Why.INPUT, "K* refused its input"),
}


@dataclass(frozen=True, slots=True)
class TopPlans:
    """Plans that replay, sorted by length and name; the first is a shortest one on the engine's word."""

    engine: str
    plans: tuple[tuple[str, ...], ...]
    complete: bool  # whether the engine says that no plan of this quality is missing


def top_quality(
    query: Query, *, quality: float = 1.0, most: int = 1000, program: Path | None = None
) -> TopPlans | Undecided:
    """At most ``most`` plans, at most ``quality`` times as long as a shortest one; EngineMissingError."""
    if program is None:
        require(KEY)
        program = process.packaged("kstar_planner", "builds", "release", "bin", "downward")
    # a shortest plan has no step that does not help, a longer one may
    cut = query.cut(relevant=quality == 1.0)
    search = (
        f"kstar(lmcut(), q={quality}, k={most}, find_unordered_plans=false, dump_plan_files=false, "
        f"json_file_to_dump={PLANS_FILE})"
    )
    command = [str(program), "--search", search]
    done = process.run(command, stdin=sas.write(cut), deadline=query.deadline, collect=(PLANS_FILE,))
    if done.timed_out:
        return done.out_of_time(KEY, query.deadline)
    ending = meaning(ENDINGS, done.returncode)
    if ending.verdict is not EngineClaim.PLAN:
        return ending.undecided(KEY, done.last_words())
    try:
        steps = json.loads(done.files[PLANS_FILE])["plans"]
        named = {tuple(f"({name.lower()})" for name in plan["actions"]) for plan in steps}
        plans = sorted(named, key=lambda plan: (len(plan), plan))
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        return Undecided(KEY, Why.OUTPUT, f"plans announced, but none can be read: {error!r}")
    if not plans:
        return Undecided(KEY, Why.GAVE_UP, "no plan came back, which proves nothing")
    for plan in plans:
        failure = first_failure(cut, plan)
        if failure is not None:
            return Undecided(KEY, Why.OUTPUT, f"one of its plans does not replay: {failure}")
    complete = len(plans) < most and "normal_termination=1" in done.stdout
    return TopPlans(KEY, tuple(plans), complete)


def trial(deadline: float) -> str:
    """The one shortest plan of the trial task."""
    result = top_quality(Query(TASK, deadline=deadline))
    return expect(getattr(result, "plans", result), (PLAN,))


ENGINE = Engine(
    key=KEY,
    title="K*",
    distribution="kstar-planner",
    requirement="kstar-planner>=1.4.2",
    module="kstar_planner",
    licence="GPL-3.0",
    trial=trial,
    endings=ENDINGS,
)
