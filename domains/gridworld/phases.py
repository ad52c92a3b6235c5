"""The phases of a WorldTest episode: first exploration, then the test of one of three tasks.

A phase lists its tools, shows what is seen, and takes calls that are well formed.  It answers a call that
makes no sense where it stands with a ``Refusal``; that costs no step of the world.  Names follow the paper
(appendix D.2.2): ``step``, ``rewind`` and ``choose_option_i`` for masked frames, ``found-the-change``,
``choose_grid_i`` and ``submit`` for changes; ``i`` is an argument.

>>> print(matrix((("red", None), ("blue", "red")), "mask"))
[["red", "mask"],
 ["blue", "red"]]
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final, Protocol

from ...instances.errors import AutumnError
from ..environment import Call, Parameter, Tool
from .actions import KEYS, NOOP, Action, click
from .frames import Grid, Partial, agrees
from .machine import Machine
from .program import Program
from .questions import Change, MaskedFrame, Planning

CHOSEN: Final = "CHOSEN"
GOAL_REACHED: Final = "GOAL_REACHED"
BUDGET_SPENT: Final = "BUDGET_SPENT"
WORLD_FAILED: Final = "WORLD_FAILED"
"""Why a test is over."""
TEST_STEPS = 1000
"""Steps of the world in a test of change detection, as many as the paper's random agent has."""

RESET = Tool("reset", "Put the world back to its beginning.")
GO_TO_TEST = Tool("go-to-test", "End the exploration and begin the test.")


@dataclass(frozen=True)
class Refusal:
    """What became of a call that makes no sense now: nothing, and why."""

    why: str


class Phase(Protocol):
    """A part of an episode."""

    name: str
    stop: str | None
    """Why the whole episode is over."""

    @property
    def tools(self) -> tuple[Tool, ...]:
        """What can be called now."""
        ...

    @property
    def frame(self) -> Partial:
        """The grid that is seen now."""
        ...

    def observe(self) -> str:
        """What is seen now."""
        ...

    def act(self, call: Call) -> str | Refusal:
        """Take a well-formed call and say what became of it."""
        ...


def world_tools(size: int) -> tuple[Tool, ...]:
    """A tool for each thing that can be done to a world of this size."""
    arrows = tuple(Tool(name, f"Press the arrow key {name}; the world takes one step.") for name in KEYS)
    x = Parameter("x", "integer", f"column, 0 to {size - 1} from the left")
    y = Parameter("y", "integer", f"row, 0 to {size - 1} from the top")
    clicking = Tool("click", "Click on a cell; the world takes one step.", (x, y))
    return (Tool("noop", "Do nothing; the world takes one step."), *arrows, clicking)


def matrix(frame: Partial, unknown: str) -> str:
    """A frame as text: a JSON matrix of colour names, ``unknown`` where nothing is told."""
    rows = (json.dumps([unknown if cell is None else cell for cell in row]) for row in frame)
    return "[" + ",\n ".join(rows) + "]"


class PlayedWorld:
    """A world under way: what was done and every frame, the first included."""

    def __init__(self, program: Program, rng_seed: int):
        self.machine = Machine(program, rng_seed)
        """The world itself, for those who may look behind the frame."""
        self.size = program.grid_size
        self.actions: list[Action] = []
        self.frames: list[Grid] = [self.machine.frame()]

    @property
    def frame(self) -> Grid:
        """What is seen now."""
        return self.frames[-1]

    def take(self, call: Call) -> Refusal | None:
        """One step, or the refusal of a click off the grid; AutumnError when the program fails."""
        action = Action(call.tool) if call.tool in KEYS else NOOP
        if call.tool == "click":
            x, y = call.arguments["x"], call.arguments["y"]
            if not (0 <= x < self.size and 0 <= y < self.size):
                return Refusal(f"the grid has no cell {x} {y}; both go from 0 to {self.size - 1}")
            action = click(x, y)
        self.machine.step(action)
        self.actions.append(action)
        self.frames.append(self.machine.frame())
        return None


class Exploration:
    """Goal-free play of the base world, up to a number of steps; a reset is one of them."""

    name = "exploration"

    def __init__(self, program: Program, rng_seed: int, budget: int):
        self._program, self._rng_seed, self.budget = program, rng_seed, budget
        self._played = PlayedWorld(program, rng_seed)
        self.stop: str | None = None
        self.over = budget == 0
        """Whether the test is due."""
        self.steps = 0

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The world's, ``reset`` and ``go-to-test``."""
        return (*world_tools(self._played.size), RESET, GO_TO_TEST)

    @property
    def frame(self) -> Partial:
        """The grid that is seen now."""
        return self._played.frame

    def observe(self) -> str:
        """The grid and the steps taken."""
        grid = matrix(self._played.frame, "mask")
        return f"Exploration, step {self.steps} of at most {self.budget}. The grid:\n{grid}"

    def act(self, call: Call) -> str | Refusal:
        """Play, reset, or go on to the test."""
        if call.tool == GO_TO_TEST.name:
            self.over = True
            return "to-test"
        if call.tool == RESET.name:
            self._played = PlayedWorld(self._program, self._rng_seed)
        elif (refusal := _step(self, self._played, call)) is not None:
            return refusal
        self.steps += 1
        self.over = self.steps >= self.budget
        return "reset" if call.tool == RESET.name else "stepped"


class MaskedFrameTest:
    """The run is looked through with ``step`` and ``rewind``; once its end was seen an option is chosen."""

    name = "test"

    def __init__(self, question: MaskedFrame):
        self._question, self._place, self._ended = question, 0, not question.actions
        self.stop: str | None = None
        self.choice: int | None = None

    @property
    def tools(self) -> tuple[Tool, ...]:
        """``step``, ``rewind``, and after the last frame ``choose_option_i``."""
        looking = (Tool("step", "Show the next frame."), Tool("rewind", "Show the frame before."))
        count = len(self._question.options)
        number = Parameter("i", "integer", f"0 to {count - 1}")
        choosing = Tool("choose_option_i", "Answer with option i; this ends the test.", (number,))
        return (*looking, choosing) if self._ended else looking

    @property
    def frame(self) -> Partial:
        """The grid that is seen now."""
        return self._question.seen[self._place]

    def observe(self) -> str:
        """The frame, the action that led to it, and at the end the options."""
        problem, last = self._question, len(self._question.actions)
        by = f" after the action {problem.actions[self._place - 1]}" if self._place else ""
        opening = (
            f"Test, frame {self._place} of {last}{by}. The grid:\n{matrix(problem.seen[self._place], 'mask')}"
        )
        if not self._ended:
            return opening
        left, top, width, height = problem.box
        options = (f"Option {i}:\n{matrix(option, 'mask')}" for i, option in enumerate(problem.options))
        where = f"columns {left} to {left + width - 1}, rows {top} to {top + height - 1}"
        return "\n".join((opening, f"What stood in {where} of frame {last}?", *options))

    def act(self, call: Call) -> str | Refusal:
        """Look on, look back, or answer."""
        if call.tool == "choose_option_i":
            if not 0 <= call.arguments["i"] < len(self._question.options):
                return Refusal(f"there is no option {call.arguments['i']}")
            self.choice, self.stop = call.arguments["i"], CHOSEN
            return "chosen"
        forward = call.tool == "step"
        if self._place == (len(self._question.actions) if forward else 0):
            return Refusal("this is the last frame" if forward else "this is the first frame")
        self._place += 1 if forward else -1
        self._ended = self._ended or self._place == len(self._question.actions)
        return "looked"


class PlanningTest:
    """The world is to be brought to a frame that shows the goal; the first frame does not count."""

    name = "test"

    def __init__(self, question: Planning):
        self._question, self.played = question, PlayedWorld(question.program, question.rng_seed)
        self.stop: str | None = None

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The world's."""
        return world_tools(self.played.size)

    @property
    def frame(self) -> Partial:
        """The grid that is seen now."""
        return self.played.frame

    def observe(self) -> str:
        """The grid and the goal."""
        steps = f"step {len(self.played.actions)} of at most {self._question.budget}"
        goal = matrix(self._question.goal, "any")
        return f"Test, {steps}. The grid:\n{matrix(self.played.frame, 'mask')}\nThe goal:\n{goal}"

    def act(self, call: Call) -> str | Refusal:
        """One step; the goal or the end of the budget ends the test."""
        if (refusal := _step(self, self.played, call)) is not None:
            return refusal
        if self.stop is None and agrees(self.played.frame, self._question.goal):
            self.stop = GOAL_REACHED
        elif self.stop is None and len(self.played.actions) >= self._question.budget:
            self.stop = BUDGET_SPENT
        return "stepped"


class ChangeTest:
    """The changed world is played until ``found-the-change``; then the first frame that shows it is chosen.

    There is no reset here: frames are numbered along one run.
    """

    name = "test"

    def __init__(self, question: Change, budget: int = TEST_STEPS):
        self.played, self._budget = PlayedWorld(question.changed, question.rng_seed), budget
        self.stop: str | None = None
        self._choosing = False
        self.choice: int | None = None

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The world's with ``found-the-change``, or ``choose_grid_i`` with ``submit``."""
        if not self._choosing:
            declared = Tool("found-the-change", "Stop playing and choose the frame; there is no way back.")
            return (*world_tools(self.played.size), declared)
        last = len(self.played.actions)
        number = Parameter("i", "integer", f"0, the first frame, to {last}")
        choose = Tool("choose_grid_i", "Show frame i and choose it; this can be repeated.", (number,))
        return (choose, Tool("submit", "Answer with the chosen frame; this ends the test."))

    @property
    def frame(self) -> Partial:
        """The grid that is seen now."""
        return self.played.frame if self.choice is None else self.played.frames[self.choice]

    def observe(self) -> str:
        """The grid; while choosing, the chosen one."""
        last = len(self.played.actions)
        if not self._choosing:
            grid = matrix(self.played.frame, "mask")
            return f"Test, frame {last} of at most {self._budget}. The grid:\n{grid}"
        if self.choice is None:
            return f"Which of the frames 0 to {last} was the first to show the change?"
        by = f" after the action {self.played.actions[self.choice - 1]}" if self.choice else ""
        return f"Chosen: frame {self.choice}{by}.\n{matrix(self.played.frames[self.choice], 'mask')}"

    def act(self, call: Call) -> str | Refusal:
        """Play, or choose; when the budget is spent nothing is left but to choose."""
        if call.tool == "submit":
            if self.choice is None:
                return Refusal("choose a frame first")
            self.stop = CHOSEN
            return "submitted"
        if call.tool == "choose_grid_i":
            if not 0 <= call.arguments["i"] < len(self.played.frames):
                return Refusal(f"there is no frame {call.arguments['i']}")
            self.choice = call.arguments["i"]
            return "chosen"
        if call.tool == "found-the-change":
            self._choosing = True
            return "found"
        if (refusal := _step(self, self.played, call)) is not None:
            return refusal
        self._choosing = len(self.played.actions) >= self._budget
        return "stepped"


Test = MaskedFrameTest | PlanningTest | ChangeTest


def _step(phase: Phase, played: PlayedWorld, call: Call) -> Refusal | None:
    """One step of a world; a program that fails stops the phase."""
    try:
        return played.take(call)
    except AutumnError:
        phase.stop = WORLD_FAILED
        return None
