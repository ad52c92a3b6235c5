"""What a reading says of itself: which reading was taken, or with which code and words there is none."""

import json
from pathlib import Path
from typing import Any

import pytest

from certwright.scripts.bench.reading import KINDS, CorpusRow, read_row

MESSAGES = [
    json.loads(line)
    for line in (Path(__file__).parent / "messages.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("shape", KINDS)
def test_codes_and_notes(shape: str) -> None:
    said: list[tuple[str, Any, str]] = []
    for row in MESSAGES:
        if row["shape"] == shape:
            reading = read_row(CorpusRow(shape, row["text"], None, symbols=row.get("symbols", [])))
            said.append((row["text"], reading.code and reading.code.value, reading.note))
    assert said == [(row["text"], row["code"], row["note"]) for row in MESSAGES if row["shape"] == shape]
