"""Responses as models write them, and what a careful reader takes for the final answer."""

from typing import Any

import pytest
from testkit import reading_items, reading_lists

from certwright.instances.records import Code
from certwright.verifiers.reading.kinds import AnswerKind
from certwright.verifiers.reading.scanner import read

TABLES = {
    AnswerKind.ATOM_OR_NONE: reading_items.ATOMS,
    AnswerKind.ACTIONS: reading_lists.ACTIONS,
    AnswerKind.PLAN: reading_lists.PLANS,
    AnswerKind.ACTION: reading_items.NEXT,
    AnswerKind.INDEX: reading_items.INDICES,
    AnswerKind.EFFECTS: reading_lists.EFFECTS,
    AnswerKind.YES_NO: reading_items.YES_NO,
    AnswerKind.LETTER: reading_items.LETTERS,
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


@pytest.mark.parametrize("name", reading_items.ATOMS)
def test_an_action_or_none_is_read_like_an_atom_or_none(name: str) -> None:
    text, expected = reading_items.ATOMS[name]
    check(text, AnswerKind.ACTION_OR_NONE, expected)


def test_the_table_is_large() -> None:
    assert sum(map(len, TABLES.values())) >= 200
