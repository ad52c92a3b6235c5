"""Spot (Duret-Lutz et al., CAV 2022), from the wheel ``spottl``: games, synthesis, model checking.

Spot's choices depend on what was created before, so it is asked in a fresh process each time.  What comes
back is HOA, read by our own reader; where a strategy leaves outputs open, the first valuation in the order of
rows over "01" is taken.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from ...domains.reactive.explicit import arranged
from ...domains.reactive.hoa import canonical, initial_state, numbered, read_hoa, write_hoa
from ...domains.reactive.hoa_rows import interface
from ...domains.reactive.hoa_syntax import parse
from ...domains.reactive.machine import Machine
from ...instances.errors import EngineFailureError, UnsupportedError, WorldError
from .child import PACKAGE, Returned, in_child
from .outcome import Undecided
from .process import DEADLINE
from .registry import Engine, expect, require

KEY = "spot"


@dataclass(frozen=True)
class Imported:
    """A machine from a file, with what was done to get it."""

    machine: Machine
    notes: tuple[str, ...]  # what the file left open and how it was settled
    names: tuple[str | None, ...] = ()  # what the file calls the states, where the machine's are the file's


def automaton(formula: str, *, deadline: float = DEADLINE) -> str | Undecided:
    """A deterministic parity automaton for an LTL formula, as HOA text."""
    return cast("str | Undecided", _ask("translate", formula, deadline))


def synthesise(
    formula: str, inputs: Sequence[str], outputs: Sequence[str], *, deadline: float = DEADLINE
) -> Machine | Undecided | None:
    """The canonical form of a machine that satisfies the formula against every input; None when none does."""
    text = _ask("synthesise", {"formula": formula, "outputs": list(outputs)}, deadline)
    if text is None or isinstance(text, Undecided):
        return text
    return canonical(arranged(read_hoa(text, file="strategy", choose=True), inputs, outputs))


def violation(machine: Machine, formula: str, *, deadline: float = DEADLINE) -> str | Undecided | None:
    """A run of the machine that violates the formula, as a word in Spot's syntax; None when there is none."""
    payload = {"hoa": write_hoa(machine), "formula": formula}
    return cast("str | Undecided | None", _ask("violation", payload, deadline))


def same_runs(left: str, right: str) -> bool | Undecided:
    """Whether two HOA texts have the same language."""
    return cast("bool | Undecided", _ask("equivalent", {"left": left, "right": right}))


def temporal_cause(
    machine: Machine,
    letters: Sequence[int],
    loop: int,
    effect: Mapping[str, str],
    *,
    deadline: float = DEADLINE,
) -> str | Undecided:
    """The automaton (HOA) of the inputs in the cause of an effect (``formula`` or ``automaton``)."""
    lasso = {"inputs": list(machine.inputs), "letters": list(letters), "loop": loop}
    payload = {"hoa": write_hoa(machine), **lasso, **effect}
    return cast("str | Undecided", _ask("temporal_cause", payload, deadline))


def accepted(hoa: str, words: Sequence[str], *, deadline: float = DEADLINE) -> list[bool] | Undecided:
    """Which of some words (in Spot's syntax) an automaton accepts."""
    return cast("list[bool] | Undecided", _ask("accepted", {"hoa": hoa, "words": list(words)}, deadline))


def import_hoa(text: str) -> Machine:
    """The machine of any HOA file that has one; see `imported`."""
    return imported(text).machine


def imported(
    text: str, *, file: str = "system.hoa", outputs: Sequence[str] | None = None, deadline: float = DEADLINE
) -> Imported:
    """A machine from a HOA file: an explicit automaton as it is, a game (any acceptance) by solving it.

    A solved game gives the canonical form of a winning strategy, checked against the acceptance of the file.

    Raises WorldError with file and line for text that is malformed, nondeterministic or incomplete,
    UnsupportedError for what is no machine (alternation, several initial states, a game that the environment
    wins), LimitError for size, EngineFailureError when Spot gave no answer.
    """
    parsed = parse(text, file)
    initial_state(parsed)
    io = interface(parsed, outputs)
    if parsed.acceptance.trivial:
        notes: tuple[str, ...] = ()
        try:
            machine, states = numbered(parsed, outputs=outputs)
        except UnsupportedError as error:
            machine, states = numbered(parsed, outputs=outputs, choose=True)
            notes = (f"{error}; the first valuation over 01 was taken",)
        names = {state.number: state.name for state in parsed.states}
        return Imported(machine, notes, tuple(names[state] for state in states))
    answer = _ask("solve", {"text": text, "outputs": list(io.outputs)}, deadline)
    if isinstance(answer, Undecided):
        raise EngineFailureError(f"{file}: {answer.reason}")
    where = f"{file}:{parsed.acceptance.line}"
    if "fault" in answer:
        raise WorldError(f"{where}: {answer['fault']}")
    if "refused" in answer:
        raise UnsupportedError(f"{where}: {answer['refused']}")
    strategy = read_hoa(answer["hoa"], file=f"strategy of {file}", choose=True)
    machine = canonical(arranged(strategy, io.inputs, io.outputs))
    note = f"a game of {answer['states']} states was solved to a strategy of {machine.states}"
    return Imported(machine, (note,))


def _ask(task: str, payload: Any, deadline: float = DEADLINE) -> Any:
    require(KEY)
    result = in_child(f"{PACKAGE}.spot_tasks:{task}", payload, engine=KEY, deadline=deadline)
    return result.value if isinstance(result, Returned) else result


def trial(deadline: float) -> str:
    """An automaton of a formula."""
    text = automaton("G(a -> F b)", deadline=deadline)
    return expect(text if isinstance(text, Undecided) else text.startswith("HOA: v1"), True)


ENGINE = Engine(
    key=KEY,
    title="Spot",
    distribution="spottl",
    requirement="spottl>=2.13",
    module="spot",
    licence="GPL-3.0-or-later",
    trial=trial,
)
