"""The pictures of a record: its question, what its certificates prove, its answer, its episode.

Grid worlds are drawn here, runs frame by frame and side by side for comparisons.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from ...domains.environment import Environment, Feedback, Turn
from ...domains.gridworld.actions import Action
from ...domains.gridworld.catalog import RGB, UNKNOWN
from ...domains.gridworld.environment import WorldTest
from ...domains.gridworld.frames import Grid, Partial, changed
from ...domains.gridworld.frames import pictures as packed
from ...domains.gridworld.machine import Machine
from ...domains.gridworld.program import Program
from ...domains.gridworld.questions import LETTERS, Change, MaskedFrame
from ...domains.planning.pddl import parse
from ...domains.planning.tree import Problem
from ...domains.reactive.environment import CommitEpisode
from ...domains.timetravel.environment import TimeTravel
from ...instances.errors import CertwrightError
from ...instances.records import Answer, Episode, Instance, Json, Verdict
from ...verifiers.gridworld.judging import question_of
from ...verifiers.judge import judge, replay
from ...verifiers.reactive.question import Question
from ...verifiers.timetravel.judging import environment as level_of
from ..agents.agent import environment
from . import runs
from .content import action_text, cut
from .index import Record
from .runs import flipped, level_states, wave

TURNS = 2000  # the most turns that are shown; the whole episode is replayed
TEXT = 6000  # the most characters of an observation or a feedback


@dataclass
class Watched:
    """An environment that records what it showed; everything else is delegated to the world."""

    world: Environment

    def __post_init__(self) -> None:
        self.seen: list[str] = [self.world.observe()]
        self.told: list[Feedback] = []
        self.frames: list[Partial] = []
        self.facts: list[list[str]] = []
        self._look()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.world, name)

    def act(self, turn: Turn) -> Feedback:
        """Take a turn in the world, and record its state afterwards."""
        feedback = self.world.act(turn)
        if len(self.told) < TURNS:
            self.told.append(feedback)
            self.seen.append(self.world.observe())
            self._look()
        return feedback

    def _look(self) -> None:
        if hasattr(self.world, "frame"):
            self.frames.append(cast("WorldTest", self.world).frame)
        elif hasattr(self.world, "state"):
            level = cast("TimeTravel", self.world)
            self.facts.append(level.world.facts(level.state))


def played_back(question: Instance, episode: Episode) -> Json:
    """The turns of an episode with what the world showed; ``fault`` is where it contradicts the record."""
    watched, fault = Watched(environment(question)), ""
    try:
        replay(episode, cast(Environment, watched))
    except CertwrightError as error:
        fault = str(error)
    turns = [{"caption": "at the beginning", "observation": cut(watched.seen[0], TEXT)}]
    for step, feedback, seen in zip(episode.steps, watched.told, watched.seen[1:], strict=False):
        said = "" if feedback.text == seen else cut(feedback.text, TEXT)
        own = {"caption": f"turn {len(turns)}: {action_text(step.action)[:400]}", "outcome": feedback.outcome}
        turns.append({**own, "feedback": said, "observation": cut(seen, TEXT)})
    return {
        "kind": "playback",
        "title": f"Played back: {episode.agent}, {len(episode.steps)} turns",
        "fault": fault,
        "turns": turns,
        "inner": _inner(question, watched),
    }


def _inner(question: Instance, watched: Watched) -> Json | None:
    """A picture that moves with the turns: the grid, the facts, or the run with the settings so far."""
    if watched.frames:
        return stepped("", [""] * len(watched.frames), [board("the grid", watched.frames)])
    if watched.facts:
        states = level_states("", cast("TimeTravel", watched.world).world)
        for before, facts in zip(watched.facts, watched.facts[1:], strict=False):
            states.add("", facts, before)
        return states.json()
    if question.family != "reactive":
        return None
    problem, made = Question.of(question), cast("CommitEpisode", watched.world).committed
    drawn = wave("", problem.machine, flipped(problem, made), marks=made, effect=problem.effect)
    return {**drawn, "cursor": True}


PLANS = 4  # the most plans drawn for one certificate


def pictures(record: Record, question: Instance) -> list[Json]:
    """All pictures; if one cannot be made, a note says why."""
    made: list[Json] = []
    for maker in (partial(_of_record, record, question), partial(_of_question, question)):
        try:
            made += maker()
        except CertwrightError as error:
            made.append({"kind": "note", "text": str(error)})
        except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as error:
            made.append({"kind": "note", "text": f"no picture, for the record is malformed: {error!r}"})
    return made


def _of_record(record: Record, question: Instance) -> list[Json]:
    answer = record.answer if isinstance(record, Answer | Verdict) else None
    episode = record if isinstance(record, Episode) else answer
    if isinstance(episode, Episode):
        return [played_back(question, episode)]
    if isinstance(record, Verdict) and question.family == "reactive" and question.form != "bool":
        return runs.of_answer(question, answer)
    if isinstance(record, Verdict) and question.task == "just" and question.form == "gen" and answer:
        return [runs.plan("The answer, applied", _problem(question), list(answer))]
    return []


def _of_question(question: Instance) -> list[Json]:
    makers: dict[str, Callable[[Instance], Iterable[Json]]] = {"planning": _planning, "timetravel": _level}
    makers |= {"gridworld": _gridworld, "reactive": runs.of_question}
    return list(makers[question.family](question)) if question.world else []


def _planning(question: Instance) -> Iterator[Json]:
    problem, query = _problem(question), question.query
    if "actions" in query:
        yield runs.plan("The sequence of the question", problem, query["actions"])
    if "plan" in query:
        yield runs.plan("The plan of the question", problem, query["plan"])
    if isinstance(query.get("action"), str) and question.task in ("app", "prog"):
        yield runs.plan("The action of the question", problem, [query["action"]])
    for number, option in enumerate(query.get("options", ())):
        if "actions" in option:
            yield runs.plan(f"The sequence of option {chr(65 + number)}", problem, option["actions"])
    if question.task == "just" and question.form == "gen" and question.gold is not None:
        gold = judge(question, Answer(id=question.id, response=question.gold)).answer
        yield runs.plan("A right answer", problem, list(gold or ()))
    for certificate in question.certificates:
        body = certificate.body
        if certificate.kind == "plans":
            for number, plan in enumerate(body["plans"][:PLANS], 1):
                title = f"Certificate plans: plan {number} of {len(body['plans'])}"
                yield runs.plan(title, problem, [body["actions"][action] for action in plan])
        elif certificate.kind == "runs" and body["steps"]:
            yield runs.runs("Certificate runs: a tree of states", problem, body["actions"], body["steps"])


def _level(question: Instance) -> list[Json]:
    world, plan = level_of(question).world, (question.truth or {}).get("plan") or []
    return [runs.level("A shortest plan" if plan else "The level at its beginning", world, plan)]


def _problem(question: Instance) -> Problem:
    return parse(question.world["domain"], question.world["problem"])


CELLS = 1_000_000  # the most cells of all frames of a board; a longer run is truncated


def board(title: str, frames: Sequence[Partial]) -> Json:
    """A grid with one frame per step, or a constant one."""
    most = max(1, CELLS // max(1, len(frames[0]) * len(frames[0][0])))
    drawn = packed(frames[:most])
    colours = [[name, RGB.get(name, UNKNOWN)] for name in drawn["palette"]]
    return {"title": title, "palette": colours, "frames": drawn["frames"]}


def stepped(title: str, captions: Sequence[str], boards: Sequence[Json], **more: object) -> Json:
    """Boards controlled by one slider."""
    return {"kind": "frames", "title": title, "captions": list(captions), "boards": list(boards), **more}


def _gridworld(question: Instance) -> list[Json]:
    problem, truth = question_of(question), question.truth or {}
    if isinstance(problem, MaskedFrame):
        return _masked(problem, truth)
    if isinstance(problem, Change):
        return [_changed(problem, truth)]
    plan = truth.get("plan") or []
    run = board("the world", _run(problem.program, problem.rng_seed, plan))
    title = "A stored plan, played" if plan else "The world at its beginning, and the goal"
    return [stepped(title, _captions(plan), [run, board("the goal", [problem.goal])])]


def _masked(problem: MaskedFrame, truth: Json) -> list[Json]:
    actions = list(map(str, problem.actions))
    run = board("the run itself", _run(problem.program, problem.rng_seed, actions))
    boards = [board("as it is shown", problem.seen), run]
    options = [
        {**board(f"option {number}, letter {letter}", [option]), "right": letter == truth.get("answer")}
        for number, (letter, option) in enumerate(zip(LETTERS, problem.options, strict=False))
    ]
    gallery = {"kind": "gallery", "title": "What stood in the framed box at the end?", "boards": options}
    return [stepped("The run", _captions(actions), boards, box=list(problem.box)), gallery]


def _changed(problem: Change, truth: Json) -> Json:
    actions = truth.get("actions") or []
    base = _run(problem.program, problem.rng_seed, actions)
    other = _run(problem.changed, problem.rng_seed, actions)
    marks = [sorted(changed(before, two)) for before, two in zip(base, other, strict=True)]
    boards = [board("the world that was explored", base), board("the changed world", other)]
    return stepped("The same actions in both worlds", _captions(actions), boards, marks=marks)


def _captions(actions: Sequence[str]) -> list[str]:
    return ["at the beginning", *(f"{number}. {action}" for number, action in enumerate(actions, 1))]


def _run(program: Program, rng_seed: int, actions: Sequence[str]) -> list[Grid]:
    machine = Machine(program, rng_seed)
    frames: list[Grid] = [machine.frame()]
    most = max(1, CELLS // program.grid_size**2)
    for action in actions[:most]:
        machine.step(Action.parse(action))
        frames.append(machine.frame())
    return frames
