"""Accuracy and speed of reading answers, over a corpus of texts.

A false negative is a right reading that is not made; a false positive is any value read from a text that has
none, or a value other than the expected one.  There is one file ``<shape>.jsonl`` per shape; the README of
the corpus describes the rows.  Speed is that of marked answers, unmarked ones, and texts made to be slow: a
dense text is made of nothing but pieces of answers (atoms, brackets, labels, negations, marks, JSON), over
and over, alone or mixed; its time per kilobyte is what a text can cost at worst.
"""

import json
import random
from collections.abc import Iterable, Iterator
from functools import partial
from importlib.resources import files
from pathlib import Path
from statistics import median
from typing import Any

import msgspec

from ...instances.errors import RecordError
from ...verifiers.reading.formulas import essential
from ...verifiers.reading.kinds import AnswerKind
from ...verifiers.reading.reading import Reading
from ...verifiers.reading.scanner import read
from ...verifiers.reading.symbols import Symbols
from ...verifiers.reading.text import plain
from ...verifiers.reading.zones import zones
from .measurement import Measurement, timed

PART = "reading"
KINDS = {kind.name.lower(): kind for kind in AnswerKind} | {"grid_option": AnswerKind.LETTER}
CORPUS = Path(__file__).resolve().parents[2] / "tests" / "verifiers" / "reading" / "corpus"
"""The corpus of the tests, in a checkout."""
GRID_OPTIONS = 6
PIECES: tuple[str, ...] = tuple(json.loads((files(__package__) / "pieces.json").read_text(encoding="utf-8")))
NAMES = frozenset({"a", "sail"})
SIZES = (1, 4, 16)  # kilobytes of a dense text
DENSE = 30  # so many dense texts of each size are read as each kind
BOUND = 1.0  # Milliseconds that a kilobyte should take at most; what takes more is read once more
Question = tuple[str, AnswerKind, dict[str, Any]]
"""A text, the kind of its answer, and the other parameters of the reader."""


class CorpusRow(msgspec.Struct):
    """A row of the corpus."""

    shape: str
    text: str
    value: Any
    style: str = ""
    code: str | None = None
    symbols: list[str] = []
    alternatives: list[Any] = []
    arities: dict[str, int] = {}
    objects: list[str] = []
    templates: list[tuple[str, str]] = []
    nouns: list[str] = []


def measure(corpus: Path | None, dense: int = DENSE) -> Iterator[Measurement]:
    """The rates of each shape and in total, and speeds; RecordError for a folder without rows."""
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
    yield from speeds(questions, dense)


def rows(folder: Path) -> Iterator[tuple[str, list[CorpusRow]]]:
    """The name of each file of the corpus and its rows."""
    files = [file for file in sorted(folder.glob("*.jsonl")) if _shape(file.stem) in KINDS]
    if not files:
        raise RecordError("there is no corpus of answers here, files <shape>.jsonl", file=str(folder))
    for file in files:
        try:
            yield file.stem, msgspec.json.Decoder(CorpusRow).decode_lines(file.read_bytes())
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
    if not row.symbols or row.shape == "run":
        return {}
    known: dict[str, Any] = {"vocabulary": frozenset(row.symbols)}
    if row.objects:
        told = tuple(row.templates), frozenset(row.nouns)
        known["symbols"] = partial(Symbols, row.arities, frozenset(row.objects), *told)
    return known


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
        outputs = (str(output) if isinstance(output, int) else output for output in value[1])
        return [
            each if isinstance(each, dict) else dict(zip(row.symbols, map(int, each), strict=False))
            for each in outputs
        ]
    if row.shape == "acceptance":
        return {"accepted": value[0], "first_bad_step": value[1]}
    return value


def speeds(answers: Iterable[tuple[Question, Any]], dense_texts: int) -> Iterator[Measurement]:
    """Figures over texts with the values they stand for; every second one warms up, and is not measured."""
    pairs = list(answers)
    marked = _distinct(
        (f"Final answer: {text}", *question[1:]) for question, value in pairs if (text := _written(value))
    )
    said = (question for question, value in pairs if value is not None)
    unmarked = _distinct((text, kind, more) for text, kind, more in said if not any(zones(plain(text), kind)))
    for name, questions in (("marked", marked), ("unmarked", unmarked)):
        for text, kind, parameters in questions[::2]:
            read(text, kind, **parameters)
        seconds = [_taken(*question) for question in questions[1::2]]
        note = f"median of {len(seconds)}; {len(seconds) / max(sum(seconds), 1e-9):,.0f} a second and core"
        yield Measurement(PART, f"{name} answer", 1e6 * median(seconds) if seconds else None, "us", note)
    for size in SIZES:
        worst, which, slow = _slowest(size, dense_texts)
        note = f"the worst of {dense_texts * len(AnswerKind)}, {slow} above {BOUND:g}: {which}"
        yield Measurement(PART, f"dense text of {size} kB", worst, "ms/kB", note)


def _distinct(questions: Iterable[Question]) -> list[Question]:
    """The questions without those whose text is another one's: what is remembered of a text must not help."""
    return list({(text, kind): (text, kind, parameters) for text, kind, parameters in questions}.values())


def _taken(text: str, kind: AnswerKind, parameters: dict[str, Any]) -> float:
    with timed() as taken:
        read(text, kind, **parameters)
    return taken.processor


def _written(value: Any) -> str:
    """A value of the corpus as an answer in the usual form; "" for a run, whose states are not given."""
    if value is None or (isinstance(value, list) and value and isinstance(value[0], dict)):
        return ""
    if isinstance(value, list) and len(value) == 2 and all(isinstance(part, list) for part in value):
        return " ".join(f"[{', '.join(map(str, part))}]" for part in value)
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return f"[{', '.join(value)}]"
    return value if isinstance(value, str) else json.dumps(value)


def dense(size: int, count: int, seed: int = 11) -> Iterator[str]:
    """Texts of ``size`` kilobytes of one piece, of a few pieces in turn, or of a few at random."""
    rng = random.Random(f"{seed}/{size}")
    for number in range(count):
        pieces = rng.sample(PIECES, k=1 + number % 5)
        piece = "".join(pieces if number % 2 else rng.choices(pieces, k=1000 * size))
        text = piece * (1000 * size // len(piece) + 1)
        lead = "So " if number % 3 else "Final answer: " if number % 4 else ""
        yield (lead + text).encode()[: 1000 * size].decode(errors="ignore")


def _slowest(size: int, count: int) -> tuple[float, str, int]:
    """Milliseconds a kilobyte of the slowest dense text, which it is, and how many are above the bound."""
    worst, which, slow = 0.0, "", 0
    for text in dense(size, count):
        for kind in AnswerKind:
            taken = _taken(text, kind, {"vocabulary": NAMES})
            if 1e3 * taken > BOUND * size:
                taken = min(taken, _taken(text, kind, {"vocabulary": NAMES}))
                slow += 1e3 * taken > BOUND * size
            if 1e3 * taken / size > worst:
                worst, which = 1e3 * taken / size, f"{kind.name.lower()} {text[:24]!r}"
    return worst, which, slow
