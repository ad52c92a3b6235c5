"""The corpus of answers is well formed (shapes, canonical values, no text twice) and read without a fault."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from certwright.scripts.bench.reading import fault, read_row
from certwright.scripts.bench.reading import rows as files

CORPUS = Path(__file__).parent / "corpus"
SHAPES = sorted(path.stem for path in CORPUS.glob("*.jsonl") if not path.stem.startswith("heldout_"))
ATOM = re.compile(r"\([a-z0-9_-]+( [a-z0-9_-]+)*\)")
LITERAL = re.compile(r"!?[a-z]\w*@\d+")
MOVE = re.compile(r"noop|left|right|up|down|click -?\d+ -?\d+")
FORMULA = re.compile(r"([!&|() ]|true|false|[a-z]\w*@\d+)+")
FILES = dict(files(CORPUS))
AT_ONCE = 100


def rows(shape: str) -> list[dict[str, Any]]:
    """The rows of a shape, those set aside included."""
    files = sorted(CORPUS.glob(f"*{shape}.jsonl"))
    files = [file for file in files if file.stem in (shape, f"heldout_{shape}")]
    return [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]


def _all(pattern: re.Pattern[str], values: Any) -> bool:
    return isinstance(values, list) and all(pattern.fullmatch(value) for value in values)


def canonical(shape: str, value: Any) -> bool:
    """Whether a value is written as the table in the corpus's README says."""
    if shape in ("actions", "plan"):
        return _all(ATOM, value)
    if shape == "moves":
        return _all(MOVE, value)
    if shape == "effects":
        return len(value) == 2 and all(_all(ATOM, part) for part in value)
    if shape in ("action", "action_or_none", "atom_or_none"):
        return bool(ATOM.fullmatch(value)) or (value == "none" and shape != "action")
    if shape == "literals":
        return _all(LITERAL, value) and value == sorted(value)
    if shape == "formula":
        return bool(FORMULA.fullmatch(value))
    if shape == "run":
        return all(bit in (0, 1) for row in value for bit in row.values())
    if shape == "acceptance":
        return set(value) == {"accepted", "first_bad_step"} and isinstance(value["accepted"], bool)
    if shape == "interventions":
        return all(type(step) is int and bit in (0, 1) for step, _, bit in value)
    if shape == "index":
        return type(value) is int and value >= 0
    if shape == "yes_no":
        return isinstance(value, bool)
    return value in list("ABCDEF" if shape == "grid_option" else "ABCD")


@pytest.mark.parametrize("shape", SHAPES)
def test_rows_are_well_formed(shape: str) -> None:
    for row in rows(shape):
        assert row["shape"] == shape
        assert row["text"] and row["style"]
        assert row["code"] == ("unparsed" if row["value"] is None else None), row
        assert row["value"] is None or canonical(shape, row["value"]), row
        assert all(canonical(shape, value) for value in row.get("alternatives", [])), row


@pytest.mark.parametrize("shape", SHAPES)
def test_no_text_stands_twice(shape: str) -> None:
    counts = Counter(row["text"] for row in rows(shape))
    assert [text for text, count in counts.items() if count > 1] == []


def test_the_corpus_is_large_and_a_quarter_of_it_is_no_answer() -> None:
    everything = [row for shape in SHAPES for row in rows(shape)]
    assert len(SHAPES) == 16
    assert len(everything) >= 1800
    assert 4 * sum(row["value"] is None for row in everything) >= len(everything)
    assert len({row["style"] for row in everything}) >= 200


@pytest.mark.parametrize(
    ("name", "first"), [(name, first) for name in FILES for first in range(0, len(FILES[name]), AT_ONCE)]
)
def test_every_row_is_read_as_a_careful_person_reads_it(name: str, first: int) -> None:
    rows = FILES[name][first : first + AT_ONCE]
    wrong = [(row.style, row.text[-200:]) for row in rows if fault(row, read_row(row))]
    assert wrong == []
