"""Third-party PDDL domains, read and grounded by us and by Fast Downward, one row per domain file.

For each domain the smallest problem file is used.  Facts (over fluents) and action names reached by delete
relaxation must be equal, and so must optimal costs if both searches finish: ours within ``NODES`` states,
Fast Downward's blind search within ``SECONDS``.  With derived facts ours may be fewer: the translator relaxes
every condition on them separately.  It also ignores negative conditions and may keep more facts and actions
than we do: these are accepted if its own search proves that none of them can ever hold or be applied.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from ...domains.planning import atoms
from ...domains.planning.grounding import ground
from ...domains.planning.pddl import parse_domain, parse_problem
from ...domains.planning.strips import Task
from ...domains.planning.tree import Problem
from ...domains.planning.writer import write_problem
from ...instances.errors import CertwrightError, RecordError
from ...instances.formats.pddl import Pair, read_pairs
from ...verifiers.engines.outcome import Proven, Refuted, Undecided
from ...verifiers.engines.translate import grounding, plan_pddl
from ...verifiers.search.explicit import explore

NODES = 30_000
SECONDS = 5.0
GROUNDED = 100_000


@dataclass(frozen=True)
class DomainRow:
    """The result for a domain."""

    domain: str
    kind: str  # ``STRIPS`` or ``ADL``; empty if it was refused
    result: str
    equal: bool | None  # None if it was refused, or if one of the two searches did not finish


def rows(folder: str | Path) -> Iterator[DomainRow]:
    """The rows of all domain files below a folder that have a problem."""
    root = Path(folder)
    smallest: dict[Path, Pair] = {}
    for pair in read_pairs(root):
        if not isinstance(pair, RecordError):
            known = smallest.get(pair.domain)
            if known is None or len(pair.world["problem"]) < len(known.world["problem"]):
                smallest[pair.domain] = pair
    for file, pair in sorted(smallest.items()):
        yield row(file.relative_to(root).as_posix(), pair)


def row(name: str, pair: Pair) -> DomainRow:
    """One domain with one problem."""
    try:
        domain = parse_domain(pair.world["domain"], file=pair.domain.name)
        problem = parse_problem(pair.world["problem"], domain, file=pair.problem.name)
        task = ground(problem, limit=GROUNDED)
    except CertwrightError as error:
        return DomainRow(name, "", f"refused: {error}", None)
    kind = "ADL" if domain.cased or domain.axioms else "STRIPS"
    theirs = grounding(pair.world["domain"], pair.world["problem"], deadline=3 * SECONDS)
    if isinstance(theirs, Undecided):
        why = f"{len(task.by_name)} actions; Fast Downward: {theirs.reason[:80]}"
        return DomainRow(name, kind, why, None)
    facts = {fact for fact in theirs.facts if atoms.parse(fact)[0] in domain.fluents}
    ours = {fact for fact in task.facts if not atoms.is_negation(fact)}
    actions = {action.name for action in theirs.actions}
    more = facts >= ours and actions >= task.by_name.keys()
    same = more and (bool(domain.axioms) or (facts == ours and actions == task.by_name.keys()))
    if more and not same:
        kept: list[tuple[str, ...]] = [(fact,) for fact in sorted(facts - ours)]
        kept += [action.pre for action in theirs.actions if action.name not in task.by_name]
        same = all(_never_holds(problem, pair, conditions) for conditions in kept)
    result = f"{len(ours)} facts, {len(task.by_name)} actions"
    if facts != ours or actions != task.by_name.keys():
        result += f"; Fast Downward: {len(facts)} facts, {len(actions)} actions"
    cost = _cost(problem, task)
    answer = plan_pddl(pair.world["domain"], pair.world["problem"], search="blind", deadline=SECONDS)
    other = len(answer.witness) if isinstance(answer, Refuted) and answer.optimal else None
    if cost is not None and other is not None:
        result += f"; optimal cost {cost}" if cost == other else f"; optimal cost {cost} and {other}"
        same &= cost == other
    return DomainRow(name, kind, result, same)


def _never_holds(problem: Problem, pair: Pair, conditions: tuple[str, ...]) -> bool:
    """Whether Fast Downward proves that no plan of any length reaches a state with these conditions."""
    positive = tuple(atoms.parse(fact) for fact in conditions if not atoms.is_negation(fact))
    negated = (fact for fact in conditions if atoms.is_negation(fact))
    negative = tuple(atoms.parse(fact.removeprefix("(not ")[:-1]) for fact in negated)
    goal = replace(problem, goal=positive, negative_goal=negative, static_goal=(), choices=())
    answer = plan_pddl(pair.world["domain"], write_problem(goal), search="blind", deadline=SECONDS)
    return isinstance(answer, Proven)


def _cost(problem: Problem, task: Task) -> int | None:
    space = explore(task, limit=NODES) if task.goal_possible else None
    plan = space.shortest_plan() if space is not None and space.complete else None
    return None if plan is None else len(plan)


def main(folders: list[str]) -> None:
    """Print the rows of some folders as a table in Markdown."""
    print("| domain | kind | result | equal |\n|---|---|---|---|")
    for folder in folders:
        for result in rows(folder):
            equal = {True: "yes", False: "NO", None: "-"}[result.equal]
            print(f"| {result.domain} | {result.kind} | {result.result} | {equal} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
