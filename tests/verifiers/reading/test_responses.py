"""Responses as models write them, and what a careful reader takes for the final answer."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from certwright.instances.records import Code
from certwright.verifiers.reading.kinds import AnswerKind
from certwright.verifiers.reading.scanner import read

sys.path.append(str(Path(__file__).parent))
ITEMS, LISTS = import_module("reading_items"), import_module("reading_lists")

TABLES = {
    AnswerKind.ATOM_OR_NONE: ITEMS.ATOMS,
    AnswerKind.ACTIONS: LISTS.ACTIONS,
    AnswerKind.PLAN: LISTS.PLANS,
    AnswerKind.ACTION: ITEMS.NEXT,
    AnswerKind.INDEX: ITEMS.INDICES,
    AnswerKind.EFFECTS: LISTS.EFFECTS,
    AnswerKind.YES_NO: ITEMS.YES_NO,
    AnswerKind.LETTER: ITEMS.LETTERS,
}


def check(text: str, kind: AnswerKind, expected: Any, **options: Any) -> None:
    reading = read(text, kind, **options)
    if isinstance(expected, Code):
        assert (reading.value, reading.code) == (None, expected), reading
    else:
        assert (reading.value, reading.code) == (expected, None), reading
        assert type(reading.value) is type(expected)
    assert reading.note
    assert "\n" not in reading.note


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        pytest.param(kind, text, expected, id=f"{kind.value}: {name}")
        for kind, table in TABLES.items()
        for name, (text, expected) in table.items()
    ],
)
def test_response(kind: AnswerKind, text: str, expected: Any) -> None:
    check(text, kind, expected)


@pytest.mark.parametrize("name", ITEMS.ATOMS)
def test_an_action_or_none_is_read_like_an_atom_or_none(name: str) -> None:
    text, expected = ITEMS.ATOMS[name]
    check(text, AnswerKind.ACTION_OR_NONE, expected)


def test_the_table_is_large() -> None:
    assert sum(map(len, TABLES.values())) >= 200
