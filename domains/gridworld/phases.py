"""The phases of a WorldTest episode: first exploration, then the test of one of three tasks.

A phase lists its tools, shows what is seen, and takes calls that are well formed.  It answers a call that
makes no sense where it stands with a ``Refusal``; that costs no step of the world.  Names follow the paper
(appendix D.2.2): ``step``, ``rewind`` and ``choose_option_i`` for masked frames, ``found-the-change``,
``choose_grid_i`` and ``submit`` for changes; ``i`` is an argument.

>>> print(matrix((("red", None), ("blue", "red")), "mask"))
[["red", "mask"],
 ["blue", "red"]]
"""

import json
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Final

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
WORLD_FAILED: Final = "WORLD_FAILED"  # why a test is over
TEST_STEPS = 1000  # steps of the world in a test of change detection, as many as the paper's random agent has

RESET = Tool("reset", "Put the world back to its beginning.")
GO_TO_TEST = Tool("go-to-test", "End the exploration and begin the test.")


@dataclass(frozen=True)
class Refusal:
    """What became of a call that makes no sense now: nothing, and why."""

    why: str


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


class Phase(ABC):
    """A part of an episode, in which a world is played."""

    name = "test"
    stop: str | None = None  # why the whole episode is over

    def __init__(self, program: Program, rng_seed: int):
        self.played = PlayedWorld(program, rng_seed)

    @property
    def tools(self) -> tuple[Tool, ...]:
        """What can be called now: the world's tools."""
        return world_tools(self.played.size)

    @property
    def frame(self) -> Partial:
        """The grid that is seen now."""
        return self.played.frame

    @abstractmethod
    def observe(self) -> str:
        """What is seen now."""

    @abstractmethod
    def act(self, call: Call) -> str | Refusal:
        """Take a well-formed call and say what became of it."""

    def step(self, call: Call) -> Refusal | None:
        """One step of the world; a program that fails stops the phase."""
        try:
            return self.played.take(call)
        except AutumnError:
            self.stop = WORLD_FAILED
            return None


class Exploration(Phase):
    """Goal-free play of the base world, up to a number of steps; a reset is one of them."""

    name = "exploration"

    def __init__(self, program: Program, rng_seed: int, budget: int):
        super().__init__(program, rng_seed)
        self._program, self._rng_seed, self.budget = program, rng_seed, budget
        self.over = budget == 0
        self.steps = 0

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The world's, ``reset`` and ``go-to-test``."""
        return (*super().tools, RESET, GO_TO_TEST)

    def observe(self) -> str:
        """The grid and the steps taken."""
        opening = f"Exploration, step {self.steps} of at most {self.budget}. The grid:"
        return f"{opening}\n{matrix(self.frame, 'mask')}"

    def act(self, call: Call) -> str | Refusal:
        """Play, reset, or go on to the test."""
        if call.tool == GO_TO_TEST.name:
            self.over = True
            return "to-test"
        if call.tool == RESET.name:
            self.played = PlayedWorld(self._program, self._rng_seed)
        elif (refusal := self.step(call)) is not None:
            return refusal
        self.steps += 1
        self.over = self.steps >= self.budget
        return "reset" if call.tool == RESET.name else "stepped"


class MaskedFrameTest(Phase):
    """The run is looked through with ``step`` and ``rewind``; once its end was seen an option is chosen."""

    def __init__(self, question: MaskedFrame):
        self._question, self._place, self._ended = question, 0, not question.actions
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
        opening = f"Test, frame {self._place} of {last}{by}. The grid:\n{matrix(self.frame, 'mask')}"
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


class PlanningTest(Phase):
    """The world is to be brought to a frame that shows the goal; the first frame does not count."""

    def __init__(self, question: Planning):
        super().__init__(question.program, question.rng_seed)
        self._question = question

    def observe(self) -> str:
        """The grid and the goal."""
        opening = f"Test, step {len(self.played.actions)} of at most {self._question.budget}. The grid:"
        shown, goal = matrix(self.frame, "mask"), matrix(self._question.goal, "any")
        return f"{opening}\n{shown}\nThe goal:\n{goal}"

    def act(self, call: Call) -> str | Refusal:
        """One step; the goal or the end of the budget ends the test."""
        if (refusal := self.step(call)) is not None:
            return refusal
        if self.stop is None and agrees(self.played.frame, self._question.goal):
            self.stop = GOAL_REACHED
        elif self.stop is None and len(self.played.actions) >= self._question.budget:
            self.stop = BUDGET_SPENT
        return "stepped"


class ChangeTest(Phase):
    """The changed world is played in one run; then the first frame that shows the change is chosen."""

    def __init__(self, question: Change, budget: int = TEST_STEPS):
        super().__init__(question.changed, question.rng_seed)
        self._budget, self._choosing = budget, False
        self.choice: int | None = None

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The world's with ``found-the-change``, or ``choose_grid_i`` with ``submit``."""
        if not self._choosing:
            declared = Tool("found-the-change", "Stop playing and choose the frame; there is no way back.")
            return (*super().tools, declared)
        last = len(self.played.actions)
        number = Parameter("i", "integer", f"0, the first frame, to {last}")
        choose = Tool("choose_grid_i", "Show frame i and choose it; this can be repeated.", (number,))
        return (choose, Tool("submit", "Answer with the chosen frame; this ends the test."))

    @property
    def frame(self) -> Partial:
        """The grid that is seen now."""
        return self.played.frames[-1 if self.choice is None else self.choice]

    def observe(self) -> str:
        """The grid; while choosing, the chosen one."""
        last = len(self.played.actions)
        if not self._choosing:
            return f"Test, frame {last} of at most {self._budget}. The grid:\n{matrix(self.frame, 'mask')}"
        if self.choice is None:
            return f"Which of the frames 0 to {last} was the first to show the change?"
        by = f" after the action {self.played.actions[self.choice - 1]}" if self.choice else ""
        return f"Chosen: frame {self.choice}{by}.\n{matrix(self.frame, 'mask')}"

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
        if (refusal := self.step(call)) is not None:
            return refusal
        self._choosing = len(self.played.actions) >= self._budget
        return "stepped"


Test = MaskedFrameTest | PlanningTest | ChangeTest
