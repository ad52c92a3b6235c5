"""GF-01's episode: a machine that is not shown, one timestep a turn, interventions before each step.

The agent sees canonical observations only (Definition 7 of the specification): the timestep, the outputs of
the step before, whether the effect has happened, what is left of the budgets, its own interventions, mode and
target.  Neither machine nor base trace is disclosed, and only the outputs depend on them: an intervention
that repeats the base value costs what any other costs and is listed like any other (there the public
implementation tells the base trace).  There is one scored run (DEC-045): no undo, no rehearsal.

>>> from certwright.domains.reactive.effect import OutputEffect
>>> latch = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))
>>> episode = CommitEpisode(latch, (0, 0), OutputEffect("o", at=1), "hard", budget_timestep=1)
>>> episode.act(Call("advance", {"r": "1"})).outcome, episode.act(Call("advance", {})).outcome
('advanced', 'advanced')
>>> episode.stop, episode.triggered, episode.committed
('COMMITTED', True, ((0, 'r', 1),))
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from ...instances.canonical import encode
from ..environment import Call, Fault, Feedback, Parameter, Tool, Turn
from .effect import Effect, LtlfEffect, Product
from .ltlf_syntax import legend
from .machine import Machine

COMMITTED: Final = "COMMITTED"
MAX_INVALID_STREAK: Final = "MAX_INVALID_STREAK"
API_FAILURE: Final = "API_FAILURE"
INVALID_STREAK: Final = 5  # so many turns in a row without a step end the episode
UNCHANGED: Final = "unchanged"
_PLAIN = re.compile(r"[A-Za-z0-9_-]{1,64}")


@dataclass(frozen=True)
class Panel:
    """What is visible from the start: the names, the length, and the goal."""

    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    steps: int
    goal: str
    first: int | None  # the first timestep that counts; None where all of them do


class CommitEpisode:
    """One commit episode; implements ``domains.environment.Environment``."""

    def __init__(
        self,
        machine: Machine,
        trace: Sequence[int],
        effect: Effect,
        mode: str,
        *,
        budget_timestep: int,
        budget_atoms: int | None = None,
    ):
        """Raises WorldError when effect, trace and machine do not fit."""
        self._machine, self._trace, self._effect, self._mode = machine, tuple(trace), effect, mode
        self._product = Product.of(machine, trace, effect)
        self._budget_timestep, self._budget_atoms = budget_timestep, budget_atoms
        self._atoms: list[tuple[int, str, int]] = []
        self._state, self._node = machine.initial, 0
        self._seen: dict[str, int] | None = None
        self._time = self._streak = self._faults = 0
        self.stop: str | None = None  # why the episode is over; None while it goes on
        self._names = {_parameter(ap, place): ap for place, ap in enumerate(machine.inputs)}

    @property
    def committed(self) -> tuple[tuple[int, str, int], ...]:
        """The interventions so far, in order of time and input: the certificate."""
        return tuple(self._atoms)

    @property
    def triggered(self) -> bool:
        """Whether the effect has happened on the run so far."""
        return self._product.accepting[self._node]

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The one tool: fix this timestep's interventions and let it pass."""
        choices = (UNCHANGED, "0", "1")
        parameters = tuple(
            Parameter(name, "string", f"input {ap} at this timestep", choices, required=False)
            for name, ap in self._names.items()
        )
        text = "Let the present timestep pass with these inputs set; the others stay unchanged."
        return (Tool("advance", text, parameters),)

    @property
    def panel(self) -> Panel:
        """The visible goal panel (DEC-045)."""
        effect = self._effect
        first = None if isinstance(effect, LtlfEffect) else effect.first
        machine, steps = self._machine, len(self._trace)
        return Panel(machine.inputs, machine.outputs, steps, goal_text(effect), first)

    @property
    def instructions(self) -> str:
        """The visible goal and the rules (DEC-045): what is hidden, seen, to be done, and what counts."""
        machine, last = self._machine, len(self._trace) - 1
        atoms = "" if self._budget_atoms is None else f" and {self._budget_atoms} single settings"
        formula = f"\n{legend(self._effect.formula)}" if isinstance(self._effect, LtlfEffect) else ""
        return "\n".join(
            (
                f"A machine that you cannot see runs for timesteps 0 to {last}; at each it reads the inputs "
                f"{', '.join(machine.inputs)}, which a hidden schedule feeds, and sets the outputs "
                f"{', '.join(machine.outputs)}.",
                f"Goal: {goal_text(self._effect)}{formula}",
                "You see, before each timestep, the outputs of the one before, whether the goal is reached, "
                "what is left of your budget, and what you have set so far.",
                "You act by calling advance once for each timestep: it sets the inputs that you name to 0 or "
                "1 for that timestep only; the others keep their scheduled values.",
                f"It counts if the goal is reached with settings at no more than {self._budget_timestep} "
                f"timesteps{atoms}, and every setting was needed: had any one of them been left out, the "
                "goal would not have been reached. There is one run, and nothing can be taken back.",
            )
        )

    def observe(self) -> str:
        """The canonical observation, as canonical JSON."""
        return encode(self.observation()).decode()

    def observation(self) -> dict[str, Any]:
        """O(s_t): ``t`` is the step to be played next, ``y`` the outputs of the step before (or null)."""
        used = len({step for step, _, _ in self._atoms})
        atoms = None if self._budget_atoms is None else self._budget_atoms - len(self._atoms)
        return {
            "t": self._time,
            "y": self._seen,
            "effect_status": "triggered" if self.triggered else "not-triggered",
            "budget_t_remaining": self._budget_timestep - used,
            "budget_a_remaining": atoms,
            "history_atoms": [list(atom) for atom in self._atoms],
            "mode": self._mode,
            "t_star": None if isinstance(self._effect, LtlfEffect) else self._effect.at,
        }

    def act(self, turn: Turn) -> Feedback:
        """Take one turn; a turn that is not a legal ``advance`` moves nothing."""
        if self.stop is not None:
            return Feedback("over", f"The run is over ({self.stop}).")
        if isinstance(turn, Fault):
            self._faults += 1
            self.stop = API_FAILURE if self._faults >= INVALID_STREAK else None
            return Feedback("fault", turn.message[:500])
        refusal, atoms = self._read(turn)
        if refusal is not None:
            self._streak += 1
            self.stop = MAX_INVALID_STREAK if self._streak >= INVALID_STREAK else None
            return Feedback("invalid", refusal)
        self._streak = self._faults = 0
        self._advance(atoms)
        return Feedback("advanced", self.observe())

    def _read(self, turn: Turn) -> tuple[str | None, list[tuple[int, str, int]]]:
        if not isinstance(turn, Call):
            return "Call the tool advance; plain text, or a call that cannot be read, moves nothing.", []
        (tool,) = self.tools
        if turn.tool != tool.name:
            return f"There is no tool {turn.tool[:100]!r}; the tool is advance.", []
        if (fault := tool.fault(turn.arguments)) is not None:
            return f"advance: {fault}", []
        atoms = [
            (self._time, ap, int(turn.arguments[name]))
            for name, ap in self._names.items()
            if turn.arguments.get(name, UNCHANGED) != UNCHANGED
        ]
        used = len({step for step, _, _ in self._atoms})
        if atoms and used >= self._budget_timestep:
            return "No timestep is left in the budget; advance without setting anything.", []
        if self._budget_atoms is not None and len(self._atoms) + len(atoms) > self._budget_atoms:
            return f"Only {self._budget_atoms - len(self._atoms)} single settings are left in the budget.", []
        return None, atoms

    def _advance(self, atoms: list[tuple[int, str, int]]) -> None:
        letter = self._trace[self._time]
        for _, ap, value in atoms:
            bit = 1 << self._machine.inputs.index(ap)
            letter = letter | bit if value else letter & ~bit
        emitted = self._machine.emitted[self._state][letter]
        self._seen = {ap: emitted >> bit & 1 for bit, ap in enumerate(self._machine.outputs)}
        self._state = self._machine.successors[self._state][letter]
        if self._time < self._product.horizon:
            self._node = self._product.tables[self._time][self._node][letter]
        self._atoms += atoms
        self._time += 1
        if self._time == len(self._trace):
            self.stop = COMMITTED


def goal_text(effect: Effect) -> str:
    """The visible goal in words."""
    if isinstance(effect, LtlfEffect):
        return f"the whole run satisfies the formula {effect.formula}"
    value = int(effect.value)
    if effect.first == effect.at:
        return f"output {effect.ap} is {value} at timestep {effect.at}."
    span = f"{effect.first} to {effect.at}"
    return f"output {effect.ap} is {value} at least once in timesteps {span}."


def _parameter(ap: str, place: int) -> str:
    """The name of an input as a tool's argument: itself where providers accept it."""
    return ap if _PLAIN.fullmatch(ap) else f"input_{place}"
