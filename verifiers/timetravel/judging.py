"""Levels: their labels, and episodes played again turn by turn, then measured.

An answer is an episode record, or a plan: a list of actions, or a text that gives one, played
whatever fails.  An episode that ended because the infrastructure failed stays undecided.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from ...domains.environment import Call, Turn, turn_json
from ...domains.planning import atoms
from ...domains.timetravel.environment import SIGNALS, TimeTravel
from ...domains.timetravel.kernel import World
from ...domains.timetravel.level import of_world
from ...domains.timetravel.telling import Telling
from ...instances.canonical import encode
from ...instances.errors import RecordError, WorldError
from ...instances.hostile import decode
from ...instances.records import Answer, Code, Episode, Instance, Outcome, Step
from ..judge import CUT_SHORT, episode_of, replay
from ..reading.kinds import AnswerKind
from ..reading.scanner import read_answer
from ..task import Judgement, JudgeOptions, Labelled, asked_of
from .metrics import measure

MAX_TURNS = 100_000
WORLDS = 64  # levels that are kept in memory once they have been read


def environment(instance: Instance) -> TimeTravel:
    """The episode of an instance, at its beginning; RecordError or WorldError when its world is no level."""
    world, telling = _read(encode(instance.world))
    return TimeTravel(world, telling)


@lru_cache(WORLDS)
def _read(text: bytes) -> tuple[World, Telling]:
    world = World(of_world(decode(text)))
    return world, Telling(world)


def turns_of_plan(environment: TimeTravel, plan: Iterable[str]) -> list[Turn]:
    """The turns that take the actions of a plan; RecordError for what is no call of an action."""
    tools = {tool.name: [parameter.name for parameter in tool.parameters] for tool in environment.tools}
    turns: list[Turn] = []
    for number, text in enumerate(plan):
        try:
            head, *args = atoms.parse(text)
        except WorldError as error:
            raise RecordError(str(error), field=f"answer[{number}]") from None
        names = tools.get(head)
        if names is None or len(args) != len(names):
            raise RecordError(f"{text[:100]} is no action of this level", field=f"answer[{number}]")
        turns.append(Call(head, dict(zip(names, args, strict=True))))
    return turns


def played(episode: Episode, environment: TimeTravel) -> Episode:
    """The episode with what the world says of each step; RecordError where the record says otherwise."""
    feedbacks = replay(episode, environment)
    pairs = zip(episode.steps, feedbacks, strict=True)
    steps = (replace(step, feedback=said.text, metadata=said.metadata) for step, said in pairs)
    return replace(episode, steps=tuple(steps))


def prepare(instance: Instance, options: JudgeOptions) -> Callable[[Answer], tuple[Judgement, Any]]:
    """A function from an answer to its judgement and why its episode ended; raises for no level."""
    judge = asked_of(instance).judge(instance.truth or {})
    world, telling = _read(encode(instance.world))
    names = frozenset(tool.name for tool in telling.tools() if tool.name not in SIGNALS)

    def judged(answer: Answer) -> tuple[Judgement, Any]:
        try:
            given = answer.answer
            if given is None or isinstance(given, str):
                reading = read_answer(answer, AnswerKind.PLAN, first=options.first, vocabulary=names)
                if reading.code is not None:
                    return Judgement(Outcome.UNPARSED, reading.code, reading.note), None
                given = reading.value
            metrics = measure(_played(given, instance, TimeTravel(world, telling)))
        except RecordError as error:
            return Judgement(Outcome.UNPARSED, Code.MALFORMED, str(error)), None
        return judge(metrics), metrics.stop_reason

    return judged


def _played(given: Any, instance: Instance, world: TimeTravel) -> Episode:
    """The episode that an answer is or, as a plan, leads to."""
    if not isinstance(given, list):
        return played(episode_of(given), world)
    if len(given) > MAX_TURNS or not all(isinstance(text, str) for text in given):
        raise RecordError(f"a plan is a list of at most {MAX_TURNS} actions", field="answer")
    if not given and world.stop is None:
        raise RecordError("no action is given", field="answer")
    steps = []
    for turn in turns_of_plan(world, given):
        if world.stop is not None:
            break
        said = world.act(turn)
        step = Step(action=turn_json(turn), outcome=said.outcome, feedback=said.text, metadata=said.metadata)
        steps.append(step)
    return Episode(instance=instance.id, agent="plan", steps=tuple(steps), stop=world.stop or CUT_SHORT)


def label(instance: Instance) -> Labelled:
    """The truth of a level, by ``level.label``."""
    return asked_of(instance).label(instance.world)
