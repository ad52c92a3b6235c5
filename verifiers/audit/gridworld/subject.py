"""What the checks of one grid-world question share: its judge, episodes of it, and plain play.

Plain play is the machine and nothing else: no classes of clicks, no belief support, no enumerated outcomes.
Its other realisations come of draws that are uniform and independent, as the reference's generator's are not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any

from ....domains.environment import Call, Turn, digest, turn_json
from ....domains.gridworld.actions import NOOP, Action
from ....domains.gridworld.environment import Question
from ....domains.gridworld.frames import Grid
from ....domains.gridworld.machine import Machine
from ....domains.gridworld.program import Program
from ....domains.gridworld.questions import LETTERS
from ....instances.records import Answer, Episode, Json, Step, Verdict
from ...gridworld.episode import environment, question_of
from ...judge import prepare
from ...replay import CUT_SHORT
from ..case import Case
from ..draw import Draw

CHANCES = 200
"""Realisations that are played."""


class Dice:
    """Uniform and independent draws of one play."""

    def __init__(self, draw: Draw, play: int):
        self._draw, self._play, self.state = draw, play, 0

    def next(self, bound: int) -> int:
        """A number from 0 to bound - 1."""
        self.state += 1
        return self._draw.rank("play", self._play, self.state) % bound


class GridSubject:
    """One question under audit."""

    def __init__(self, case: Case):
        self.instance, self.draw = case.instance, Draw(case.instance.id)
        self.task = case.instance.task
        self.truth: Json = case.instance.truth or {}

    @cached_property
    def question(self) -> Question:
        """What is asked."""
        return question_of(self.instance)

    @cached_property
    def judge(self) -> Callable[[Answer], Verdict]:
        """The judge of answers."""
        return prepare(self.instance)

    def verdict(self, answer: Any) -> Verdict:
        """The verdict on a text, or on data."""
        if isinstance(answer, str):
            return self.judge(Answer(id=self.instance.id, response=answer))
        return self.judge(Answer(id=self.instance.id, answer=answer))

    def episode(self, turns: Iterable[Turn]) -> Episode:
        """The record of some turns, as far as the world takes them."""
        world, steps = environment(self.instance), list[Step]()
        for turn in turns:
            if world.stop is not None:
                break
            seen, told = digest(world.observe()), world.act(turn)
            action, figures = turn_json(turn), told.metadata
            steps.append(Step(action=action, outcome=told.outcome, observation=seen, metadata=figures))
        return Episode(
            instance=self.instance.id, agent="audit", steps=tuple(steps), stop=world.stop or CUT_SHORT
        )

    def answered(self, lines: Sequence[str], frame: int | None = None) -> list[Turn]:
        """The turns of an answer: an option's letter, or actions and, of a change, the chosen frame."""
        turns: list[Turn] = [Call("go-to-test")]
        if self.task == "mfp":
            length = len(self.instance.query["actions"])
            choice = Call("choose_option_i", {"i": LETTERS.index(lines[0])})
            return [*turns, *[Call("step")] * length, choice]
        turns += map(call_of, map(Action.parse, lines))
        if self.task == "planning":
            return turns
        chosen = len(lines) if frame is None else frame
        return [*turns, Call("found-the-change"), Call("choose_grid_i", {"i": chosen}), Call("submit")]

    @property
    def gold(self) -> list[str]:
        """The lines of the stored answer; empty for none."""
        return (self.instance.gold or "").splitlines()

    def realisations(self, program: Program, actions: Sequence[Action]) -> Iterable[list[Grid]]:
        """The frames of these actions in play after play, the draws of each step others than the seed's."""
        machine = Machine(program, self.question.rng_seed)
        start = machine.snapshot()
        for play in range(CHANCES):
            machine.restore(start)
            machine.draw_from(Dice(self.draw, play))
            yield frames_of(machine, actions)


def frames_of(machine: Machine, actions: Iterable[Action]) -> list[Grid]:
    """The present frame, and those after each action."""
    frames = [grid_of(machine)]
    for action in actions:
        machine.step(action)
        frames.append(grid_of(machine))
    return frames


def grid_of(machine: Machine) -> Grid:
    """The frame as a value."""
    return tuple(map(tuple, machine.frame()))


def call_of(action: Action) -> Call:
    """The call that takes an action."""
    return Call(action.name, {"x": action.x, "y": action.y} if action.name == "click" else {})


def waiting(steps: int) -> list[str]:
    """So many lines that do nothing."""
    return [str(NOOP)] * steps
