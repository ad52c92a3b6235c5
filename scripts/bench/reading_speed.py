"""How fast answers are read: marked ones, unmarked ones, and texts made to be slow.

A dense text is made of nothing but pieces of answers: atoms, brackets, labels, negations, marks, JSON, over
and over, alone or mixed.  Its time per kilobyte is what a text can cost at worst.
"""

import json
import random
from collections.abc import Iterable, Iterator
from importlib.resources import files
from statistics import median
from typing import Any

from ...verifiers.reading.kinds import AnswerKind
from ...verifiers.reading.scanner import read
from ...verifiers.reading.text import plain
from ...verifiers.reading.zones import zones
from .measurement import Measurement, timed

PART = "reading"
PIECES: tuple[str, ...] = tuple(json.loads((files(__package__) / "pieces.json").read_text(encoding="utf-8")))
NAMES = frozenset({"a", "sail"})
SIZES = (1, 4, 16)  # kilobytes of a dense text
DENSE = 30  # so many dense texts of each size are read as each kind
BOUND = 1.0  # Milliseconds that a kilobyte should take at most; what takes more is read once more
Question = tuple[str, AnswerKind, dict[str, Any]]
"""A text, the kind of its answer, and the other parameters of the reader."""


def measure(answers: Iterable[tuple[Question, Any]], dense_texts: int = DENSE) -> Iterator[Measurement]:
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
