"""What is wrong, unreachable, useless or ambiguous in a level, found by exhaustive search.

Unreachable is an action that no reachable state allows, a rule that never fires, a milestone or lock that
never comes true; idle an object that takes part in none of these; useless a part (lock, rule, epoch, decay)
without which the optimum is the same; ambiguous a sentence or a name that two things share.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from ...domains.planning import atoms
from ...domains.timetravel.environment import BUDGET
from ...domains.timetravel.kernel import World
from ...domains.timetravel.level import Level
from .optimum import Optimum, lengths_without, solve


@dataclass(frozen=True)
class Finding:
    """One thing to be said of a level."""

    kind: str  # ``unsolvable``, ``wrong``, ``unreachable``, ``useless`` or ``ambiguous``
    message: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.message}"


def lint(level: Level) -> tuple[Optimum, list[Finding]]:
    """The search of a level and what it and the words of the level show; LimitError as ``optimum.solve``."""
    optimum = solve(World(level))
    return optimum, [*_optimum(optimum), *_reached(optimum), *_needed(optimum), *_words(level)]


def _optimum(optimum: Optimum) -> Iterator[Finding]:
    about = optimum.world.level.about
    if optimum.length is None:
        searched = f"all {len(optimum.states)} states were looked at"
        yield Finding("unsolvable", f"no plan reaches the goal: {searched}")
        return
    if optimum.length == 0:
        yield Finding("wrong", "the goal holds from the start")
    if about.optimal is not None and about.optimal != optimum.length:
        yield Finding("wrong", f"level.toml says optimal = {about.optimal}; the optimum is {optimum.length}")
    if (budget := about.budget or BUDGET) < optimum.length:
        yield Finding("wrong", f"the budget of {budget} turns does not suffice for {optimum.length} actions")


def _reached(optimum: Optimum) -> Iterator[Finding]:
    """Actions, rules, objects, milestones and locks that no reachable state has."""
    world, level = optimum.world, optimum.world.level
    domain, fired, facts = level.problem.domain, set[str](), 0
    usable = {}
    for state in optimum.states:
        facts |= state.facts
        for operator in world.applicable(state):
            usable[operator.name] = operator
            fired.update(event.rule for event in world.step(state, operator).events)
    named = [atoms.parse(name) for name in (*usable, *fired)]
    heads, objects = {parts[0] for parts in named}, {term for parts in named for term in parts[1:]}
    for schema in [schema for schema in domain.schemas if schema not in heads]:
        yield Finding("unreachable", f"the action {schema} is possible in no state")
    for rule in [rule for rule in domain.events if rule not in heads]:
        yield Finding("unreachable", f"the rule {rule} never fires")
    for name in level.problem.objects:
        if name not in objects and name not in level.about.epochs:
            yield Finding("unreachable", f"{name} takes part in no action and no rule")
    index = world.task.index
    for field, texts in (("milestone", level.about.milestones), ("lock", level.about.locks)):
        for text in texts:
            place = index.get(atoms.text(atoms.parse(text)))
            if place is None or not facts >> place & 1:
                yield Finding("unreachable", f"the {field} {text} never comes true")


def _needed(optimum: Optimum) -> Iterator[Finding]:
    if optimum.length is None:
        return
    for part, length in lengths_without(optimum.world.level).items():
        if length == optimum.length:
            yield Finding("useless", f"without the {part} the optimum is {length} as well")


def _words(level: Level) -> Iterator[Finding]:
    """Sentences that are missing or shared, and names that look alike."""
    wording, domain = level.about.wording, level.problem.domain
    for field, known, sentences in (
        ("facts", domain.predicates, wording.facts),
        ("actions", domain.schemas, wording.actions),
        ("rules", domain.events, wording.rules),
    ):
        for key in known:
            if key not in sentences:
                yield Finding("ambiguous", f"wording.{field} has no sentence for {key}: it is shown as PDDL")
        said: dict[str, str] = {}
        for key, text in sentences.items():
            if (other := said.setdefault(" ".join(text.lower().split()), key)) != key:
                yield Finding("ambiguous", f"wording.{field}: {other} and {key} have one sentence")
    alike: dict[str, str] = {}
    for name in level.problem.objects:
        plain = name.lower().replace("-", "").replace("_", "")
        if (other := alike.setdefault(plain, name)) != name:
            yield Finding("ambiguous", f"the names {other} and {name} look alike")
