"""What an episode looks like to whoever knows every distance: regret, distance curve, the point of no return.

The *curve* has the distance to the goal after each valid action, the initial one before them; None is a dead
end.  The *regret* of an action is by how much it lengthened the shortest solution.  The *irrecoverable* step
is the first valid action, counted from 1, after which nothing leads to the goal any more; a decay counts.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

from ...domains.environment import Call, turn_of
from ...domains.timetravel.environment import VALID
from ...instances.errors import RecordError
from ...instances.records import Episode, Json
from .optimum import Optimum


@dataclass(frozen=True)
class Course:
    """An episode measured against the optimum."""

    curve: tuple[int | None, ...]
    regrets: tuple[int | None, ...]
    """Of each valid action: None when it made the level unsolvable, 0 once it is."""
    total: int
    """The sum of the regrets that are numbers: valid actions that were wasted."""
    irrecoverable: int | None

    def json(self) -> Json:
        """As a JSON object."""
        return asdict(self)


def course(episode: Episode, found: Optimum) -> Course:
    """Follow the valid actions of an episode; RecordError when one of them is not valid in this level."""
    world = found.world
    state = world.initial
    curve, regrets = [found.distance(state)], list[int | None]()
    for number, step in enumerate(episode.steps):
        if step.outcome != VALID:
            continue
        turn = turn_of(step.action)
        schema = world.level.problem.domain.schemas.get(turn.tool) if isinstance(turn, Call) else None
        if schema is None or not isinstance(turn, Call):
            raise RecordError("a valid step calls an action of the level", field=f"steps[{number}].action")
        args = (turn.arguments.get(one.name[1:]) for one in schema.parameters)
        operator = world.task.named(f"({' '.join((schema.name, *map(str, args)))})", state.facts)
        if operator is None:
            raise RecordError("the action is not valid here", field=f"steps[{number}].action")
        regrets.append(found.regret(state, operator))
        curve.append(found.after(state, operator))
        state = world.step(state, operator).state
        if curve[-1] is None and state not in found.states:
            break
    dead = next((place for place, distance in enumerate(curve) if distance is None), None)
    return Course(tuple(curve), tuple(regrets), sum(one or 0 for one in regrets), dead)
