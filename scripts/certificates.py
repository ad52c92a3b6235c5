"""Certificates on the command line: read the typed certificate, check its four properties, print the results.

Sufficient?  Singleton-minimal: which atoms can be left out?  Subset-minimal: which proper subset is enough?
Cardinality-minimal: which certificate is cheaper in (timesteps, atoms)?  The definitions are GF-01's (10, 11,
12 and 14); the last is the key of MET-M.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from typing import Any

from ..domains.reactive.effect import Effect, LtlfEffect, OutputEffect
from ..domains.reactive.ltlf import monitor
from ..domains.reactive.machine import Machine
from ..domains.reactive.words import read_trace
from ..instances.errors import RecordError
from ..instances.formats.gf01 import read_instance
from ..instances.hostile import decode
from ..instances.lines import json_lines
from ..instances.records import Json
from ..verifiers.reactive.atoms import AtomFault, Settings, atom_text, read_settings, setting_atoms
from ..verifiers.reactive.cells import Cells, cost
from ..verifiers.reactive.certificates import Enumeration, count
from ..verifiers.reactive.check import cheapest
from ..verifiers.reactive.metrics import Causality
from ..verifiers.reactive.question import Interventions
from ..verifiers.reactive.reference import MEASURES, OVER_BUDGET, Semantics, coerced, fault
from ..verifiers.reactive.reference import read as read_published
from ..verifiers.reading.kinds import AnswerKind
from ..verifiers.reading.notations import lex_literals
from ..verifiers.reading.scanner import read
from ..verifiers.reading.text import plain
from .systems import text_of

FILE_LIMIT = 2**28


def question(
    machine: Machine, trace: str, target: str, formula: bool, at: int | None, window: int, budget: int | None
) -> Interventions:
    """The question given by the command's options, a formula (LTLf) or an output; errors name the file."""
    try:
        letters = read_trace(text_of(trace), machine.inputs, others=machine.outputs)
    except RecordError as error:
        raise error.within(trace if len(trace) < 200 else "trace") from None
    effect: Effect
    if formula:
        effect = LtlfEffect(target, monitor(target))
    else:
        name = target.strip().lstrip("!~").strip()
        effect = OutputEffect(name, len(letters) - 1 if at is None else at, name == target.strip(), window)
    problem = Interventions(machine, letters, effect, len(letters) if budget is None else budget)
    _ = problem.product  # an effect that does not fit is a fault of the arguments: say so now
    return problem


def certificate(argument: str, problem: Interventions, semantics: Semantics) -> Examination:
    """The certificate, JSON or literals such as ``r@3 !q@4``, to be examined; RecordError for a fault."""
    name = argument if 0 < len(argument) < 200 else "certificate"
    try:
        examined = examination(problem, typed_atoms(text_of(argument), problem.inputs), semantics)
    except RecordError as error:
        raise error.within(name) from None
    if isinstance(examined, Examination):
        return examined
    # the public code refuses names and steps without saying which there are
    if examined.endswith("not in AP_in"):
        examined += f"; the inputs are {', '.join(problem.inputs)}"
    elif examined.endswith("out of range"):
        examined += f"; the steps are 0 to {len(problem.trace) - 1}"
    raise RecordError(examined, file=name)


def examination(
    problem: Interventions, raw: Any, semantics: Semantics = "specification"
) -> Examination | str:
    """The examination of a certificate in JSON, or what is wrong with it.  In the reference semantics a
    repeated atom can be left out, one beyond the budget is not sufficient, Min1 needs sufficiency."""
    if semantics == "specification":
        given = read_settings(raw, problem.inputs, problem.trace)
        if isinstance(given, AtomFault):
            return given.message
        return Examination(problem, given, *cost(given.cells, len(problem.inputs)))
    listed = coerced(raw)
    reason = listed if isinstance(listed, str) else fault(problem, listed)
    if isinstance(listed, str) or reason not in ("", OVER_BUDGET):
        return reason if isinstance(reason, str) else ""
    steps = len({step for step, _, _ in listed})
    return Examination(problem, read_published(problem, listed), steps, len(listed), published=True)


class Examination:
    """One certificate and its four properties; ``published`` is the semantics of GF-01's public code."""

    def __init__(
        self, problem: Interventions, given: Settings, timesteps: int, atoms: int, *, published: bool = False
    ):
        self.problem, self.given, self.timesteps, self.atoms = problem, given, timesteps, atoms
        self.causality, self.cheapest = Causality(problem.product, given), cheapest(problem.product)
        self.within_budget = timesteps <= problem.budget  # whether so many timesteps may be set
        self.sufficient = self.causality.checked.sufficient and (self.within_budget or not published)
        """Whether the effect happens with these settings."""
        self.min1 = self.causality.checked.min1 and (self.sufficient or not published)
        """Whether no single atom can be left out."""
        self.valid = self.sufficient and self.min1
        least = None if self.cheapest is None else cost(self.cheapest, len(problem.inputs))
        self.cardinality_minimal = self.sufficient and (timesteps, atoms) == least
        """Whether no sufficient certificate is cheaper."""

    def json(self) -> Json:
        """The atoms as read, and the properties with a witness for each that fails."""
        cause, inputs, trace = self.causality, self.problem.inputs, self.problem.trace
        cells = cause.checked.removable
        removable = Settings(cells & self.given.flips, cells & self.given.idle)
        return {
            "read": setting_atoms(self.given, inputs, trace),
            "valid": self.valid,
            "sufficient": self.sufficient,
            "min1": self.min1,
            "removable": setting_atoms(removable, inputs, trace),
            "subset_minimal": cause.subset_minimal,
            "smaller": self._flipped(cause.smaller),
            "cardinality_minimal": self.cardinality_minimal,
            "cheapest": self._flipped(self.cheapest),
            "within_budget": self.within_budget,
            "eff_t": self.timesteps,
            "eff_a": self.atoms,
            "kappa": [int(self.valid), int(self.sufficient), -self.timesteps, -self.atoms],
        }

    def sentences(self) -> Iterator[str]:
        """The same as text, one line each."""
        report = self.json()
        cheapest = report["cheapest"]
        cheaper = "no certificate exists" if cheapest is None else f"is cheaper: {json.dumps(cheapest)}"
        yield f"{'read':20}{' '.join(map(atom_text, report['read'])) or 'no atom'}"
        for what, held, witness in (
            ("sufficient", self.sufficient, "the effect does not happen"),
            ("singleton-minimal", self.min1, f"can be left out: {json.dumps(report['removable'])}"),
            ("subset-minimal", report["subset_minimal"], f"is enough: {json.dumps(report['smaller'] or [])}"),
            ("cardinality-minimal", self.cardinality_minimal, cheaper),
            ("within the budget", self.within_budget, f"{self.timesteps} of {self.problem.budget} timesteps"),
            ("valid", self.valid, ""),
        ):
            yield f"{what:20}{'yes' if held else 'no':5}{'' if held else witness}".rstrip()

    def _flipped(self, cells: Cells | None) -> list[list[Any]] | None:
        return None if cells is None else self.problem.flipped(cells)


def find(problem: Interventions, cap: int | None, counted: bool) -> tuple[str, Json, bool]:
    """The cheapest certificate, the first ``cap`` in order, or their number: as text, as JSON, whether there
    is any.  LimitError if undecided."""
    if counted:
        number = count(problem.product, problem.budget, limit=problem.limit)
        figures = {"count": number.count, "by_timesteps": list(number.by_timesteps)}
        return str(number.count), figures, number.count > 0
    if cap is None:
        best = cheapest(problem.product, problem.budget)
        shown = None if best is None else problem.flipped(best)
        return "none" if best is None else json.dumps(shown), {"cheapest": shown}, best is not None
    certificates, complete = Enumeration(problem.product, problem.budget, limit=problem.limit).first(cap)
    listed = [problem.flipped(cells) for cells in certificates]
    text = "\n".join(map(json.dumps, listed)) or "none"
    return text, {"certificates": listed, "complete": complete}, bool(listed)


def batch(path: str, semantics: Semantics) -> Iterator[Json | RecordError]:
    """One object of figures for each line of a file; a RecordError for a line without a question."""
    known: tuple[Any, Interventions] | None = None
    for number, line in json_lines(path, FILE_LIMIT):
        if isinstance(line, RecordError):
            yield line
            continue
        try:
            row = decode(line)
            if not isinstance(row, dict) or not {"instance", "certificate"} <= set(row):
                raise RecordError('a line is {"instance": ..., "certificate": ...}')
            if known is None or known[0] != row["instance"]:
                known = (row["instance"], Interventions.of(read_instance(row["instance"])))
        except RecordError as error:
            yield error.within(path, number)
            continue
        figures = MEASURES[semantics](known[1], row["certificate"]).json()
        figures.pop("code")
        yield figures


_BETWEEN = re.compile(r"[\s,;&()]+|\band\b", re.IGNORECASE)


def typed_atoms(text: str, inputs: Collection[str]) -> Any:
    """The atoms of a text, unchecked: ``[[step, name, value], ...]`` or other JSON.

    RecordError for text that is neither JSON nor a set of literals.

    >>> typed_atoms("r@3 !q@4", ("r", "q"))
    [[3, 'r', 1], [4, 'q', 0]]
    """
    text = text.strip()
    if not text:
        raise RecordError("the certificate is blank; one that changes nothing is []")
    if text[0] in "[{":
        value = decode(text.encode())
        return value.get("certificate", value) if isinstance(value, dict) else value
    reading = read(text, AnswerKind.INTERVENTIONS, data=False)
    fault = _fault(plain(text), frozenset(inputs))
    if fault or reading.code is not None:
        raise RecordError(fault or reading.note)
    return [list(atom) for atom in reading.value]


def _fault(text: str, inputs: frozenset[str]) -> str:
    """What is wrong with literals that were not read; empty if each of them is valid."""
    literals = lex_literals(text, inputs)
    if fault := next((literal.fault for literal in literals if literal.fault), ""):
        return fault
    ends = [0, *(literal.end for literal in literals)]
    starts = [*(literal.start for literal in literals), len(text)]
    for end, start in zip(ends, starts, strict=True):
        if rest := _BETWEEN.sub(" ", text[end:start]).strip():
            return f'neither JSON atoms [[3, "r", 1]] nor literals r@3 !q@4: {rest[:60]!r}'
    values: dict[Any, Any] = {}
    for step, name, value in (literal.value for literal in literals):
        if values.setdefault((step, name), value) != value:
            both = " and ".join(atom_text([step, name, bit]) for bit in (values[step, name], value))
            return f"conflicting assignments for {name} at step {step}: {both}"
    return ""
