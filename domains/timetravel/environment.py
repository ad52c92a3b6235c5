"""A level as an environment: every action a tool, structured feedback, nine reasons to stop.

Turns are counted, never seconds.  An episode ends for the first of these reasons that holds after a turn:

- ``SOLVED``: the goal holds;
- ``TEMPORAL_DECAY``: an unstable fact expired;
- ``LLM_STUCK``, ``LLM_DONE_EARLY``: the agent said STUCK, or DONE although the goal does not hold;
- ``API_FAILURE``: ``FAULTS`` turns in a row never came;
- ``MAX_INVALID_STREAK``: ``INVALID_STREAK`` turns in a row were no valid action (a fault between them neither
  counts nor breaks the row);
- ``LOOP_DETECTED``: a valid action led into the same state, ages included, for the ``VISITS``-th time, being
  there at the beginning counted;
- ``STAGNATION``: ``IDLE`` turns in a row, faults aside, led into no state that had not been visited;
- ``MAX_STEPS``: the budget of turns, those that failed included, is used up.

What becomes of a turn is one word: ``valid``, ``precondition_failed`` (the call is well formed and the world
refuses it), ``format_error`` (plain text, an unknown tool, malformed arguments: the world is not asked),
``signal`` (STUCK or DONE, called as a tool or said as the only word), ``api_error`` (the turn never came).
Only valid actions advance the world and its clocks of decay; all five use up the budget.

The figures that go into the record with each turn are ``state`` (states in the order of their first visit,
the initial one 0), ``milestones`` (reached, of how many), and after a valid action ``rules`` (those that
fired) and ``expired``.  Distances, regret and dead ends are not known here.

>>> from .level import shipped
>>> play = TimeTravel(World(shipped("L01")))
>>> turn = Call("take", {"c": "brann", "i": "lens", "p": "quay-past"})
>>> print(play.act(turn).text.splitlines()[0])
PRECONDITION_FAILED: at(brann, quay-past) is FALSE; lies(lens, quay-past) is FALSE
>>> print(play.act(Utterance("Shall I begin?")).outcome, play.stop)
format_error None
"""

from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from ...instances.errors import IllegalItemError
from ..environment import Call, Fault, Feedback, Turn, Utterance
from ..planning import atoms
from ..planning.tree import Fact
from .kernel import Firing, World
from .telling import DONE, STUCK, Telling

SOLVED: Final = "SOLVED"
TEMPORAL_DECAY: Final = "TEMPORAL_DECAY"
LLM_STUCK: Final = "LLM_STUCK"
LLM_DONE_EARLY: Final = "LLM_DONE_EARLY"
API_FAILURE: Final = "API_FAILURE"
MAX_INVALID_STREAK: Final = "MAX_INVALID_STREAK"
LOOP_DETECTED: Final = "LOOP_DETECTED"
STAGNATION: Final = "STAGNATION"
MAX_STEPS: Final = "MAX_STEPS"

AGENT_FAULT: Final[dict[str, bool | None]] = {
    SOLVED: None,
    TEMPORAL_DECAY: True,
    LLM_STUCK: False,
    LLM_DONE_EARLY: True,
    API_FAILURE: False,
    **dict.fromkeys((MAX_INVALID_STREAK, LOOP_DETECTED, STAGNATION, MAX_STEPS), True),
}
"""Whether a stop is the agent's fault: too slow, lost, in a loop, without convergence, premature; not when it
is lucid (STUCK) or when the infrastructure failed; None when there is no fault."""

INVALID_STREAK: Final = 5
FAULTS: Final = 3
VISITS: Final = 4
IDLE: Final = 12
VALID: Final = "valid"
PRECONDITION_FAILED: Final = "precondition_failed"
FORMAT_ERROR: Final = "format_error"
SIGNAL: Final = "signal"
API_ERROR: Final = "api_error"
OVER: Final = "over"

BUDGET: Final = 100  # turns of an episode whose level does not say
TOLD: Final = 500  # characters of what an agent sent that are repeated to it
SIGNALS: Final = {STUCK: LLM_STUCK, DONE: LLM_DONE_EARLY}


@dataclass
class EpisodeCounts:
    """What one episode has counted so far; ``stop`` says what follows from it."""

    budget: int
    turns: int = 0
    valid: int = 0
    invalid: int = 0  # turns without a valid action since the last one
    faults: int = 0  # turns that never came since the last one that did
    idle: int = 0  # turns since the last one that led into a new state
    visits: dict[Hashable, int] = field(default_factory=dict)
    here: int = 0

    def enter(self, state: Hashable) -> None:
        """A state is visited."""
        self.here = self.visits[state] = self.visits.get(state, 0) + 1

    def count(self, outcome: str, state: Hashable) -> None:
        """A turn with its outcome; a valid action led to the state."""
        self.turns += 1
        self.faults = self.faults + 1 if outcome == API_ERROR else 0
        if outcome == VALID:
            self.valid, self.invalid = self.valid + 1, 0
            self.enter(state)
            self.idle = 0 if self.here == 1 else self.idle + 1
        elif outcome in (PRECONDITION_FAILED, FORMAT_ERROR):
            self.invalid, self.idle = self.invalid + 1, self.idle + 1

    @property
    def stop(self) -> str | None:
        """The first reason that the counts give."""
        if self.faults >= FAULTS:
            return API_FAILURE
        if self.invalid >= INVALID_STREAK:
            return MAX_INVALID_STREAK
        if self.here >= VISITS:
            return LOOP_DETECTED
        if self.idle >= IDLE:
            return STAGNATION
        return MAX_STEPS if self.turns >= self.budget else None


class TimeTravel:
    """One episode of a level; implements ``domains.environment.Environment``."""

    def __init__(self, world: World, telling: Telling | None = None):
        """``telling`` may be shared by the episodes of a world."""
        self.world, self._telling = world, telling or Telling(world)
        self.tools = self._telling.tools()  # the level's actions and the two signals
        self._by_name = {tool.name: tool for tool in self.tools}
        self.state = world.initial  # the present state: for judges and agents of ours, not for models
        self._log: list[tuple[int, Firing]] = []
        self._counts = EpisodeCounts(world.level.about.budget or BUDGET)
        self._counts.enter(self.state)
        self._numbers = {self.state: 0}
        self.stop: str | None = SOLVED if world.goal(self.state) else None
        """Why the episode is over; None while it goes on."""

    @property
    def budget(self) -> int:
        """The turns of the episode."""
        return self._counts.budget

    @cached_property
    def instructions(self) -> str:
        """Actions, goal, causal effects, decay, and the facts that never change."""
        return self._telling.instructions(self._counts.budget)

    def observe(self) -> str:
        """What holds now."""
        counts = self._counts
        header = f"Turn {counts.turns + 1} of {counts.budget}; valid actions so far: {counts.valid}."
        return self._telling.state(self.state, self._log, header)

    def act(self, turn: Turn) -> Feedback:
        """Take one turn; what is no valid action moves nothing."""
        if self.stop is not None:
            return Feedback(OVER, f"The episode is over ({self.stop}).")
        if isinstance(turn, Fault):
            return self._told(API_ERROR, f"No turn came: {turn.message[:TOLD]}")
        said = turn.tool if isinstance(turn, Call) else turn.text.strip()
        if said in SIGNALS:
            self.stop = SIGNALS[said]
            return self._told(SIGNAL, f"{said} ends the episode; the goal does not hold.")
        action = self._read(turn)
        if isinstance(action, str):
            return self._told(FORMAT_ERROR, f"FORMAT_FAILURE: {action}")
        try:
            obstacles = self.world.obstacles(self.state, action)
        except IllegalItemError as error:
            return self._told(FORMAT_ERROR, f"FORMAT_FAILURE: {error}")
        if obstacles:
            return self._told(PRECONDITION_FAILED, self._telling.refusal(action, obstacles))
        return self._act(action)

    def _read(self, turn: Call | Utterance) -> Fact | str:
        if isinstance(turn, Utterance):
            return "plain text, or a call that cannot be read, moves nothing; call one of the tools"
        tool = self._by_name.get(turn.tool)
        if tool is None:
            return f"there is no tool {turn.tool[:100]!r}; the tools are {', '.join(self._by_name)}"
        if (fault := tool.fault(turn.arguments)) is not None:
            return f"{tool.name}: {fault[:TOLD]}"
        return (tool.name, *(str(turn.arguments[parameter.name]) for parameter in tool.parameters))

    def _act(self, action: Fact) -> Feedback:
        step = self.world.step(self.state, self.world.operator(atoms.text(action)))
        self.state = step.state
        self._numbers.setdefault(step.state, len(self._numbers))
        number = self._counts.valid + 1
        self._log += [(number, event) for event in step.events]
        if step.solved:
            self.stop = SOLVED
        elif step.failed:
            self.stop = TEMPORAL_DECAY
        figures: dict[str, Any] = {}
        if step.events:
            figures["rules"] = [event.rule for event in step.events]
        if step.expired:
            figures["expired"] = list(step.expired)
        return self._told(VALID, self._telling.outcome(action, step, number), **figures)

    def _told(self, outcome: str, text: str, **figures: Any) -> Feedback:
        """Count a turn and give feedback on it; the counts may end the episode."""
        self._counts.count(outcome, self.state)
        if self.stop is None:
            self.stop = self._counts.stop
        if self.stop is not None:
            text = f"{text}\nEPISODE OVER: {self.stop}"
        figures["state"] = self._numbers[self.state]
        figures["milestones"] = [len(self.world.reached(self.state)), len(self.world.milestones)]
        return Feedback(outcome, text, figures)
