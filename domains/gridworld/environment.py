"""WorldTest as an environment: disclosure of the task's type, goal-free exploration, then the test.

What an agent is told first is which of the three tasks comes, and nothing of its content.  It explores the
base world with the arrow keys, clicks, ``noop`` and ``reset`` until it says ``go-to-test`` or its steps are
spent; then the test runs to its end.  A reset, and the test, begin with the seed of the question.  At any
time the agent may write into a scratchpad that is shown with every observation, or ``quit``.  The program is
never shown.  A turn may be the call of a tool, or the action as plain text (``click 3 4``,
``choose_option_2``, ``scratchpad red falls``); whatever is not understood costs no step (WorldTest, section 3
and appendix D.2.2).

>>> from certwright.domains.gridworld.program import read_program
>>> from certwright.domains.gridworld.questions import Planning
>>> dot = read_program('''(program (= GRID_SIZE 2) (object Dot (Cell 0 0 "red"))
...     (= dot (initnext (Dot (Position 0 1)) (prev dot)))
...     (on right (= dot (moveRightNoCollision dot))))''')
>>> world = WorldTest(Planning(dot, 0, ((None, None), (None, "red")), 5))
>>> [world.act(Utterance(said)).outcome for said in ("click 0 0", "jump", "go-to-test", "right")]
['stepped', 'invalid', 'to-test', 'stepped']
>>> world.stop
'GOAL_REACHED'
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from ..environment import Call, Fault, Feedback, Parameter, Tool, Turn, Utterance
from . import phases
from .frames import Partial
from .phases import Refusal
from .questions import Change, MaskedFrame, Planning

QUIT: Final = "QUIT"
MAX_INVALID_STREAK: Final = "MAX_INVALID_STREAK"
API_FAILURE: Final = "API_FAILURE"
COMPLETED: Final = frozenset({phases.CHOSEN, phases.GOAL_REACHED, "BUDGET_SPENT"})
"""The stops of a test that was taken to its end."""
EXPLORATION_STEPS = 1000
INVALID_STREAK = 5  # so many turns in a row that are not understood end the episode; so do so many faults
NOTES = 1000  # how often the scratchpad may be written
NOTE_CHARACTERS = 10_000
_CLICK = re.compile(r"click\s+(-?\d{1,4})\s+(-?\d{1,4})")
_NOTE = re.compile(r"\s*scratchpad[\s:]+(.*)", re.DOTALL | re.IGNORECASE)
_CHOICE = re.compile(r"(choose_option|choose_grid)_(\d{1,5})")

SCRATCHPAD = Tool(
    "scratchpad",
    "Write down what you know; replaces what was there, costs no step, is shown with every observation.",
    (Parameter("text", "string"),),
)
LEAVE = Tool("quit", "Give up; the episode scores nothing.")

Question = MaskedFrame | Planning | Change
TESTS: dict[type, type[Any]] = {
    MaskedFrame: phases.MaskedFrameTest,
    Planning: phases.PlanningTest,
    Change: phases.ChangeTest,
}

RULES = (
    "You are in a world of coloured cells. You see it as a matrix of colour names, rows from the top; rows "
    "and columns count from 0. You are not told how it works: explore it first, with noop, left, right, up, "
    "down and click. reset puts it back to its beginning, and is a step as they are; how many steps you may "
    "take is shown. Say go-to-test when you know the world well; there is no way back."
)
TASKS = {
    MaskedFrame: "The test will be masked frame prediction: you look through a run of this world whose last "
    "frames are hidden in part, with step and rewind (hidden cells read mask); then you choose, from several "
    "options, what stood in the hidden part of its last frame.",
    Planning: "The test will be planning: you are shown a goal, and bring the world from its beginning to a "
    "frame that equals the goal in every cell, except where the goal reads any. How many steps you take, "
    "within the budget, does not matter.",
    Change: "The test will be change detection: you play a world that is like this one until, by something "
    "you do or in time, one of its rules changes. Say found-the-change when you have seen it; then choose "
    "the first frame that showed it. To say so too early scores nothing, to choose too late scores less.",
}


class WorldTest:
    """One episode; implements ``domains.environment.Environment``."""

    def __init__(self, question: Question, *, exploration: int = EXPLORATION_STEPS):
        """Explore at most so many steps.  Raises AutumnError when the world cannot be loaded."""
        self.question = question
        self.exploration = phases.Exploration(question.program, question.rng_seed, exploration)
        self.test: phases.Test | None = None
        self._scratchpad, self._notes = "", 0
        self._streak = self._faults = 0
        self._stop: str | None = None
        self._enter()

    @property
    def stop(self) -> str | None:
        """Why the episode is over; None while it goes on."""
        return self._stop or self._phase.stop

    @property
    def completed(self) -> bool:
        """Whether the test was taken to its end."""
        return self.test is not None and self.stop in COMPLETED

    @property
    def tools(self) -> tuple[Tool, ...]:
        """Those of the phase, the scratchpad, and the way out."""
        return (*self._phase.tools, SCRATCHPAD, LEAVE)

    @property
    def instructions(self) -> str:
        """The rules, and the type of the task."""
        return f"{RULES}\n{TASKS[type(self.question)]}"

    @property
    def phase(self) -> str:
        """``exploration`` or ``test``."""
        return self._phase.name

    @property
    def frame(self) -> Partial:
        """The grid that is seen now."""
        return self._phase.frame

    def observe(self) -> str:
        """What the phase shows, and the scratchpad."""
        seen = self._phase.observe()
        return f"{seen}\nScratchpad:\n{self._scratchpad}" if self._scratchpad else seen

    def act(self, turn: Turn) -> Feedback:
        """Take one turn; what is not understood moves nothing."""
        if self.stop is not None:
            return Feedback("over", f"The episode is over ({self.stop}).")
        if isinstance(turn, Fault):
            self._faults += 1
            self._stop = API_FAILURE if self._faults >= INVALID_STREAK else None
            return Feedback("fault", turn.message[:500])
        phase = self._phase
        call = self._understood(turn)
        outcome = call if isinstance(call, Refusal) else self._own(call) or phase.act(call)
        if isinstance(outcome, Refusal):
            self._streak += 1
            self._stop = MAX_INVALID_STREAK if self._streak >= INVALID_STREAK else None
            return Feedback("invalid", f"{outcome.why}.", {"phase": phase.name})
        self._streak = self._faults = 0
        self._enter()
        text = "Written." if outcome == "noted" else self._phase.observe()
        return Feedback(outcome, text, {"phase": phase.name})

    @property
    def _phase(self) -> phases.Phase:
        return self.test if self.test is not None else self.exploration

    def _enter(self) -> None:
        if self.test is None and self.exploration.over and self.exploration.stop is None:
            self.test = TESTS[type(self.question)](self.question)

    def _understood(self, turn: Call | Utterance) -> Call | Refusal:
        call = turn if isinstance(turn, Call) else call_of_text(turn.text)
        tools = {tool.name: tool for tool in self.tools}
        if call is None:
            return Refusal(f"that is none of {', '.join(tools)}")
        if (tool := tools.get(call.tool)) is None:
            return Refusal(f"there is no tool {call.tool[:60]!r} now; there are {', '.join(tools)}")
        if (fault := tool.fault(call.arguments)) is not None:
            return Refusal(f"{tool.name}: {fault}")
        return call

    def _own(self, call: Call) -> str | Refusal | None:
        """What became of a call that belongs to no phase."""
        if call.tool == LEAVE.name:
            self._stop = QUIT
            return "quit"
        if call.tool != SCRATCHPAD.name:
            return None
        text = call.arguments["text"]
        if len(text) > NOTE_CHARACTERS or self._notes >= NOTES:
            return Refusal(f"the scratchpad takes {NOTE_CHARACTERS} characters, {NOTES} times")
        self._scratchpad, self._notes = text, self._notes + 1
        return "noted"


def call_of_text(text: str) -> Call | None:
    """The call that a plain text is in the words of the paper; None when it is none.

    >>> call_of_text("Click 3 4"), call_of_text("choose_grid_7"), call_of_text("I found the change!").tool
    (Call(tool='click', arguments={'x': 3, 'y': 4}), Call(tool='choose_grid_i', arguments={'i': 7}), \
'found-the-change')
    >>> call_of_text("scratchpad: Red falls.")
    Call(tool='scratchpad', arguments={'text': 'Red falls.'})
    """
    if note := _NOTE.fullmatch(text):
        return Call(SCRATCHPAD.name, {"text": note[1].strip()})
    if len(text) > 200:
        return None
    said = text.strip().strip(".!").lower()
    if clicked := _CLICK.fullmatch(said):
        return Call("click", {"x": int(clicked[1]), "y": int(clicked[2])})
    if choice := _CHOICE.fullmatch(said):
        return Call(f"{choice[1]}_i", {"i": int(choice[2])})
    if said.removeprefix("i ") in ("found the change", "found-the-change"):
        return Call("found-the-change")
    return Call(said) if re.fullmatch(r"[a-z][a-z-]*", said) else None


ENDED = frozenset({phases.CHOSEN, phases.GOAL_REACHED, QUIT})


def goal_reached(world: WorldTest) -> float:
    """1 when the goal of a planning test was reached, 0 for everything else."""
    return float(world.stop == phases.GOAL_REACHED)


class Gym:
    """One question, played any number of times, through ``reset`` and ``step`` as Gymnasium has them.

    ``step`` takes what an agent says (``"click 3 4"``, ``"go-to-test"``) or a call of a tool and gives
    observation, reward, terminated, truncated, info.  The reward is 0 until the end; then it is what
    ``score`` says of the episode, by default 1 for a goal that was reached.  An episode is *terminated* when
    the agent ended it or its test, and *truncated* when something else did (a budget, turns that make no
    sense, a world that fails).

    >>> from certwright.domains.gridworld.program import read_program
    >>> from certwright.domains.gridworld.questions import Planning
    >>> dot = read_program('''(program (= GRID_SIZE 2) (object Dot (Cell 0 0 "red"))
    ...     (= dot (initnext (Dot (Position 0 1)) (prev dot)))
    ...     (on right (= dot (moveRightNoCollision dot))))''')
    >>> gym = Gym(Planning(dot, 0, ((None, None), (None, "red")), 5))
    >>> observation, info = gym.reset()
    >>> [gym.step(said)[1:4] for said in ("up", "go-to-test", "right")]
    [(0.0, False, False), (0.0, False, False), (1.0, True, False)]
    """

    def __init__(
        self,
        question: Question,
        *,
        exploration: int = EXPLORATION_STEPS,
        score: Callable[[WorldTest], float] = goal_reached,
    ):
        self._question, self._exploration, self._score = question, exploration, score
        self.world = WorldTest(question, exploration=exploration)

    @property
    def tools(self) -> tuple[Tool, ...]:
        """What can be called now."""
        return self.world.tools

    def reset(self, *, seed: int | None = None, options: object = None) -> tuple[str, dict[str, Any]]:
        """Begin again, with the question's seed of the world's draws or another, which then stays.

        ``options`` are Gymnasium's; there are none here.  Raises AutumnError when the world cannot be loaded.
        """
        if seed is not None:
            self._question = replace(self._question, rng_seed=seed)
        self.world = WorldTest(self._question, exploration=self._exploration)
        return self.render(), {"instructions": self.world.instructions, "phase": self.world.phase}

    def step(self, action: str | Turn) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Take one turn; what is not understood changes nothing, and ``info["outcome"]`` says so."""
        feedback = self.world.act(Utterance(action) if isinstance(action, str) else action)
        stop = self.world.stop
        reward = self._score(self.world) if stop is not None else 0.0
        info: dict[str, Any] = {"outcome": feedback.outcome, "feedback": feedback.text}
        info |= {"phase": self.world.phase, "stop": stop}
        return self.render(), reward, stop in ENDED, stop is not None and stop not in ENDED, info

    def render(self) -> str:
        """What is seen now."""
        return self.world.observe()

    def close(self) -> None:
        """Nothing is held open."""
