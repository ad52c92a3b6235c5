"""Accuracy and speed of reading answers: false negatives and positives by shape, over a corpus of texts.

A false negative is a right reading that is not made; a false positive is any value read from a text that has
none, or a value other than the expected one.  There is one file ``<shape>.jsonl`` per shape; the README of
the corpus describes the rows.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from ...instances.errors import RecordError
from ...verifiers.reading.formulas import essential
from ...verifiers.reading.kinds import AnswerKind
from ...verifiers.reading.reading import Reading
from ...verifiers.reading.scanner import read
from . import reading_speed
from .measurement import Measurement, timed

PART = reading_speed.PART
KINDS = {
    "actions": AnswerKind.ACTIONS,
    "effects": AnswerKind.EFFECTS,
    "atom_or_none": AnswerKind.ATOM_OR_NONE,
    "action_or_none": AnswerKind.ACTION_OR_NONE,
    "action": AnswerKind.ACTION,
    "plan": AnswerKind.PLAN,
    "moves": AnswerKind.MOVES,
    "index": AnswerKind.INDEX,
    "yes_no": AnswerKind.YES_NO,
    "letter": AnswerKind.LETTER,
    "grid_option": AnswerKind.LETTER,
    "literals": AnswerKind.LITERALS,
    "formula": AnswerKind.FORMULA,
    "run": AnswerKind.RUN,
    "acceptance": AnswerKind.ACCEPTANCE,
    "interventions": AnswerKind.INTERVENTIONS,
}
CORPUS = Path(__file__).resolve().parents[2] / "tests" / "verifiers" / "reading" / "corpus"
"""The corpus of the tests, in a checkout."""
GRID_OPTIONS = 6


class CorpusRow(msgspec.Struct):
    """A row of the corpus."""

    shape: str
    text: str
    value: Any
    style: str = ""
    code: str | None = None
    symbols: list[str] = []
    alternatives: list[Any] = []


def measure(corpus: Path | None, dense: int = reading_speed.DENSE) -> Iterator[Measurement]:
    """The rates of each shape and in total, and the speeds of reading; RecordError for a folder without
    rows."""
    shapes = list(rows(corpus or CORPUS))
    right = others = missed = wrong = 0
    seconds = 0.0
    for name, texts in shapes:
        with timed() as taken:
            readings = [read_row(row) for row in texts]
        seconds += taken.processor
        faults = [fault(row, reading) for row, reading in zip(texts, readings, strict=True)]
        answers = sum(row.value is not None for row in texts)
        lost, made = faults.count("missed"), faults.count("wrong")
        yield Measurement(PART, f"{name}: not read", lost, "texts", f"of {answers} answers")
        yield Measurement(PART, f"{name}: read wrongly", made, "texts", f"of {len(texts)} texts")
        right, others = right + answers, others + len(texts) - answers
        missed, wrong = missed + lost, wrong + made
    total = right + others
    yield Measurement(PART, "answers not read", 100 * missed / max(right, 1), "%", f"{missed} of {right}")
    yield Measurement(PART, "texts read wrongly", 100 * wrong / max(total, 1), "%", f"{wrong} of {total}")
    yield Measurement(PART, "texts read", total / max(seconds, 1e-9), "1/s", "one core, all shapes")
    everything = [row for _, texts in shapes for row in texts]
    questions = (((row.text, KINDS[row.shape], parameters(row)), row.value) for row in everything)
    yield from reading_speed.measure(questions, dense)


def rows(folder: Path) -> Iterator[tuple[str, list[CorpusRow]]]:
    """The name of each file of the corpus and its rows."""
    files = [file for file in sorted(folder.glob("*.jsonl")) if _shape(file.stem) in KINDS]
    if not files:
        raise RecordError("there is no corpus of answers here, files <shape>.jsonl", file=str(folder))
    for file in files:
        try:
            yield (
                file.stem,
                [msgspec.json.decode(line, type=CorpusRow) for line in file.read_bytes().splitlines()],
            )
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            raise RecordError(f"no row of the corpus: {error}", file=str(file)) from None


def _shape(stem: str) -> str:
    return stem.removeprefix("heldout_")


def read_row(row: CorpusRow) -> Reading:
    """The reading of a row's text, with the parameters that its question gives the reader."""
    return read(row.text, KINDS[row.shape], **parameters(row))


def parameters(row: CorpusRow) -> dict[str, Any]:
    """The parameters that the question of a row gives the reader."""
    if row.shape == "letter":
        return {"choices": tuple(row.symbols)}
    if row.shape == "grid_option":
        return {"choices": ("",) * GRID_OPTIONS}
    return {"vocabulary": frozenset(row.symbols)} if row.symbols and row.shape != "run" else {}


def fault(row: CorpusRow, reading: Reading) -> str:
    """Empty for the expected reading, "missed" for none where there is one, "wrong" for another."""
    given = None if reading.code is not None else spelled(row, reading.value)
    if given in [expected(row, value) for value in (row.value, *row.alternatives)]:
        return ""
    return "missed" if given is None and row.value is not None else "wrong"


def expected(row: CorpusRow, value: Any) -> Any:
    """A value of the corpus in a form in which equal answers are equal."""
    if value is None:
        return None
    if row.shape == "formula":
        return essential(read(value, AnswerKind.FORMULA).value)
    if row.shape in ("actions", "interventions"):
        return sorted(map(str, value))
    return [sorted(part) for part in value] if row.shape == "effects" else value


def _row(output: Any) -> Any:
    return str(output) if isinstance(output, int) else output


def spelled(row: CorpusRow, value: Any) -> Any:
    """A value as the corpus writes it."""
    if row.shape == "effects":
        return [sorted(part) for part in value]
    if row.shape == "literals":
        return sorted(f"{'' if bit else '!'}{name}@{step}" for step, name, bit in value)
    if row.shape in ("actions", "interventions"):
        return sorted(map(str, value))
    if row.shape == "formula":
        return essential(value)
    if row.shape == "run":
        return [
            output
            if isinstance(output, dict)
            else dict(zip(row.symbols, map(int, _row(output)), strict=False))
            for output in value[1]
        ]
    if row.shape == "acceptance":
        return {"accepted": value[0], "first_bad_step": value[1]}
    return value


__all__ = ["CORPUS", "KINDS", "fault", "measure", "parameters", "read_row", "rows"]
