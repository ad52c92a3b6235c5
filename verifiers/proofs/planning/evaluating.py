"""What the tasks share whose truth is evaluated: actions by the names that questions use, and replay."""

from __future__ import annotations

from collections.abc import Sequence

from ..refused import RefusedError
from .cases import Cases
from .knowledge import OPEN, Answer, Knowledge
from .world import Action, State, World, read_name


def instance(world: World, name: str) -> Action | Cases | str:
    """The ground action that a text names, or the reason why it can never be applied."""
    parts = read_name(name)
    return world.instantiate(parts) if parts else f"{name} is no action"


def step(world: World, name: str, state: State) -> State | str:
    """The successor of a state by the action that a text names, or why it is not applicable."""
    action = instance(world, name)
    obstacle = action if isinstance(action, str) else action.obstacle(state)
    return obstacle if isinstance(action, str) or obstacle is not None else action.apply(state)  # type: ignore[return-value]


def replayed(world: World, names: Sequence[str]) -> tuple[int | None, State]:
    """Where in a sequence the first action stands that is not applicable, and the last state before it."""
    state = world.init
    for position, name in enumerate(names):
        after = step(world, name, state)
        if isinstance(after, str):
            return position, state
        state = after
    return None, state


def evaluated(knowledge: Knowledge, value: bool) -> Answer:
    """A value that evaluating a definition gives, where the record says that this is to be done."""
    return (value, knowledge.evaluated) if knowledge.evaluated else OPEN


def successor(world: World, name: str) -> State:
    """The state after an action; RefusedError where it is not applicable."""
    after = step(world, name, world.init)
    if isinstance(after, str):
        raise RefusedError(f"query: {name} is not applicable: {after}")
    return after
