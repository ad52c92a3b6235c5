"""Certificates from the shell: read what a person types, put the questions, say the answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..domains.reactive.effect import Effect, LtlfEffect, OutputEffect
from ..domains.reactive.hoa import read_hoa
from ..domains.reactive.ltlf import monitor
from ..domains.reactive.words import read_trace
from ..instances.errors import RecordError
from ..instances.formats.gf01 import read_instance
from ..instances.hostile import decode
from ..instances.lines import json_lines, read_bytes
from ..verifiers.reactive.cheapest import cheapest
from ..verifiers.reactive.count import count
from ..verifiers.reactive.enumerate import enumerate_certificates
from ..verifiers.reactive.examination import Examination, atoms_of, examine, named
from ..verifiers.reactive.interventions import Interventions
from ..verifiers.reactive.metrics import OVER_BUDGET, Semantics, measure
from ..verifiers.reactive.reference import coerced, fault
from ..verifiers.reactive.structure import Atom, structure
from ..verifiers.reading.kinds import AnswerKind
from ..verifiers.reading.scanner import read
from .systems import canonical_text

FILE_LIMIT = 2**28
BATCH_FIELDS = (
    "structure_ok",
    "reason",
    "sufficient",
    "min1",
    "valid",
    "subset_minimal",
    "eff_t",
    "eff_a",
    "kappa",
    "ap_precision",
    "ap_recall",
    "ap_f1",
    "ts_precision",
    "ts_recall",
    "ts_f1",
    "m_size",
)


def text_of(argument: str) -> str:
    """The text of a file, or the argument itself where no file is called so."""
    try:
        is_file = argument == "-" or Path(argument).is_file()
    except (OSError, ValueError):
        is_file = False
    if not is_file:
        return argument
    try:
        return read_bytes(argument, FILE_LIMIT).decode()
    except UnicodeDecodeError as error:
        raise RecordError(f"invalid UTF-8 (byte {error.start})", file=argument) from None


def question(
    system: str,
    trace: str,
    effect: str | None,
    at: int | None,
    window: int,
    ltlf: str | None,
    budget: int | None,
) -> Interventions:
    """The question that the options of the shell ask; errors name the file."""
    machine = read_hoa(canonical_text(system)[0])
    try:
        letters = read_trace(text_of(trace), machine.inputs, others=machine.outputs)
    except RecordError as error:
        raise error.within(trace if len(trace) < 200 else "trace") from None
    asked: Effect
    if ltlf is not None:
        asked = LtlfEffect(ltlf, monitor(ltlf))
    else:
        assert effect is not None
        name = effect.strip().lstrip("!~").strip()
        asked = OutputEffect(name, len(letters) - 1 if at is None else at, name == effect.strip(), window)
    found = Interventions(machine, letters, asked, len(letters) if budget is None else budget)
    _ = found.product  # an effect that does not fit is a fault of the arguments: say so now
    return found


def certificate(argument: str, asked: Interventions, semantics: Semantics) -> list[Atom]:
    """The atoms of a certificate: JSON, or literals such as ``r@3 !q@4``; RecordError says what is wrong."""
    text = text_of(argument).strip()
    name = argument if len(argument) < 200 else "certificate"
    if text[:1] in ("[", "{"):
        try:
            value = decode(text.encode())
        except RecordError as error:
            raise error.within(name) from None
        raw = value.get("certificate", value) if isinstance(value, dict) else value
    else:
        reading = read(text, AnswerKind.INTERVENTIONS, data=False)
        if reading.code is not None:
            raise RecordError(
                f'neither JSON atoms [[3, "r", 1]] nor literals r@3 !q@4: {reading.note}', file=name
            )
        raw = [list(atom) for atom in reading.value]
    if semantics == "reference":
        atoms = coerced(raw)
        reason = atoms if isinstance(atoms, str) else fault(asked, atoms)
        if isinstance(atoms, str) or reason not in ("", OVER_BUDGET):
            raise RecordError(reason, file=name)
        return [(step, asked.inputs.index(ap), value) for step, ap, value in atoms]
    found = structure(raw, asked.inputs, len(asked.trace))
    if not found.ok:
        raise RecordError(found.reason, file=name)
    return list(found.atoms)


def report(asked: Interventions, found: Examination) -> dict[str, Any]:
    """What an examination says, as a JSON object."""
    return {
        "valid": found.valid,
        "sufficient": found.sufficient,
        "min1": found.min1,
        "removable": named(found.removable, asked.inputs),
        "subset_minimal": found.subset_minimal,
        "smaller": None if found.smaller is None else named(found.smaller, asked.inputs),
        "cardinality_minimal": found.cardinality_minimal,
        "cheapest": None if found.cheapest is None else named(found.cheapest, asked.inputs),
        "within_budget": found.within_budget,
        "eff_t": found.timesteps,
        "eff_a": found.atoms,
        "kappa": [int(found.valid), int(found.sufficient), -found.timesteps, -found.atoms],
    }


def sentences(asked: Interventions, found: Examination) -> Iterator[str]:
    """The same for reading: a line each, with the witness of every no."""

    def show(atoms: Any) -> str:
        return json.dumps(named(atoms, asked.inputs))

    def line(what: str, held: bool, witness: str) -> str:
        return f"{what:20}{'yes' if held else 'no':5}{'' if held else witness}".rstrip()

    yield line("sufficient", found.sufficient, "the effect does not happen")
    yield line("singleton-minimal", found.min1, f"can be left out: {show(found.removable)}")
    yield line("subset-minimal", found.subset_minimal, f"is enough: {show(found.smaller or ())}")
    cheaper = "no certificate exists" if found.cheapest is None else f"is cheaper: {show(found.cheapest)}"
    yield line("cardinality-minimal", found.cardinality_minimal, cheaper)
    yield line("within the budget", found.within_budget, f"{found.timesteps} of {asked.budget} timesteps")
    yield line("valid", found.valid, "")


@dataclass(frozen=True)
class Found:
    """What a search has found, for reading and as JSON."""

    text: str
    json: dict[str, Any]
    empty: bool
    complete: bool = True


def find(asked: Interventions, cap: int | None, counted: bool) -> Found:
    """The cheapest certificate; with ``cap`` the first ones in order; or how many there are.

    LimitError where that is undecided.
    """
    if counted:
        number = count(asked.product, asked.budget, limit=asked.limit)
        return Found(
            str(number.count),
            {"count": number.count, "by_timesteps": list(number.by_timesteps)},
            number.count == 0,
        )
    if cap is None:
        best = cheapest(asked.product, asked.budget)
        shown = None if best is None else named(atoms_of(best, asked.trace), asked.inputs)
        return Found("none" if best is None else json.dumps(shown), {"cheapest": shown}, best is None)
    found, complete = enumerate_certificates(asked.product, asked.budget, cap, limit=asked.limit)
    listed = [named(atoms_of(flips, asked.trace), asked.inputs) for flips in found]
    text = "\n".join(json.dumps(one) for one in listed) or "none"
    return Found(text, {"certificates": listed, "complete": complete}, not listed, complete)


def batch(path: str, semantics: Semantics) -> Iterator[dict[str, Any] | RecordError]:
    """One object of figures for each line of a file; a RecordError for a line that asks nothing."""
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
        figures = measure(known[1], row["certificate"], semantics=semantics).json()
        yield {name: figures[name] for name in BATCH_FIELDS}


def check(asked: Interventions, argument: str, semantics: Semantics) -> Examination:
    """Examine the certificate that an argument of the shell gives."""
    return examine(asked, certificate(argument, asked, semantics), semantics)
