"""Plans and runs as pictures: the state after each action, with the changed facts marked."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ...domains.planning import atoms
from ...domains.planning.lifted import ActionModel
from ...domains.planning.tree import Problem
from ...domains.timetravel.kernel import World
from ...instances.errors import IllegalItemError, WorldError
from ...instances.records import Json

STEPS = 1000
"""The most states of one picture; a longer run is truncated, with a note."""


@dataclass
class States:
    """A picture being built: names of facts, and for each state which hold, were added and were deleted."""

    title: str
    goal: Sequence[str] = ()
    _names: dict[str, int] = field(default_factory=dict)
    _steps: list[Json] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self._steps)

    def add(
        self, caption: str, facts: Iterable[str], before: Iterable[str] | None = None, note: str = ""
    ) -> None:
        """Add a state, with the one it is compared with (None: no changes are marked)."""
        now, then = set(facts), set(facts if before is None else before)
        sets = {"facts": now, "added": now - then, "removed": then - now}
        numbers = {name: self._numbers(some) for name, some in sets.items()}
        self._steps.append({"caption": caption, **numbers, "note": note})

    def _numbers(self, facts: Iterable[str]) -> list[int]:
        return [self._names.setdefault(fact, len(self._names)) for fact in sorted(facts)]

    def json(self) -> Json:
        """The picture."""
        head = {"kind": "states", "title": self.title}
        return {**head, "names": list(self._names), "goal": sorted(self.goal), "steps": self._steps}


def plan(title: str, problem: Problem, actions: Sequence[str]) -> Json:
    """The states along some actions, up to the first that cannot be applied, with the reason."""
    states = _begun(title, problem)
    last = 0
    facts = frozenset(problem.fluent_init)
    for action in actions:
        after, why = _after(problem, facts, action)
        states.add(f"{last + 1}. {action}", _texts(after or facts), _texts(facts), why)
        if after is None or len(states) >= STEPS:
            break
        last, facts = last + 1, after
    return states.json()


def runs(title: str, problem: Problem, actions: Sequence[str], steps: Sequence[int]) -> Json:
    """The tree of states of a certificate ``runs``: pairs of the parent state and the action."""
    states, nodes = _begun(title, problem), [frozenset(problem.fluent_init)]
    for parent, action in zip(steps[::2], steps[1::2], strict=False):
        if parent >= len(nodes) or action >= len(actions) or len(nodes) >= STEPS:
            break
        after, why = _after(problem, nodes[parent], actions[action])
        caption = f"state {len(nodes)}: from state {parent} by {actions[action]}"
        states.add(caption, _texts(after or nodes[parent]), _texts(nodes[parent]), why)
        if after is None:
            break
        nodes.append(after)
    return states.json()


def level(title: str, world: World, actions: Sequence[str]) -> Json:
    """The states of a level of time travel along some actions, with the rules that fire."""
    states, state = level_states(title, world), world.initial
    for number, action in enumerate(actions[:STEPS], 1):
        try:
            operator = world.operator(action)
        except (IllegalItemError, WorldError) as error:
            states.add(f"{number}. {action}", world.facts(state), note=str(error))
            break
        if operator.pre & ~state.facts:
            states.add(f"{number}. {action}", world.facts(state), note="a precondition is false")
            break
        step = world.step(state, operator)
        countdown = world.countdown(step.state).items()
        decay = [f"{fact} decays after {left} more actions" for fact, left in countdown]
        note = "; ".join([*(f"rule {event.rule}" for event in step.events), *decay])
        states.add(f"{number}. {action}", world.facts(step.state), world.facts(state), note)
        state = step.state
    return states.json()


def level_states(title: str, world: World) -> States:
    """A picture of a level that shows its first state."""
    goal = [world.task.facts[bit] for bit in range(len(world.task.facts)) if world.goal_mask >> bit & 1]
    states = States(title, goal)
    states.add("at the beginning", world.facts(world.initial))
    return states


def _begun(title: str, problem: Problem) -> States:
    states = States(title, _texts(problem.goal))
    states.add("at the beginning", _texts(problem.fluent_init))
    return states


def _after(
    problem: Problem, facts: frozenset[tuple[str, ...]], action: str
) -> tuple[frozenset[tuple[str, ...]] | None, str]:
    """The state after an action; None and the reason if it cannot be applied."""
    model = problem.kept(ActionModel)
    try:
        parts = atoms.parse(action)
        ground = model.instantiate(parts)
    except (IllegalItemError, WorldError) as error:
        return None, str(error)
    if not ground.applicable(facts):
        return None, f"cannot be applied: {model.failing(parts, facts)} is false"
    return ground.apply(facts), ""


def _texts(facts: Iterable[tuple[str, ...]]) -> list[str]:
    return [atoms.text(fact) for fact in facts]
