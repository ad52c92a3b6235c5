"""What an answer looks like: one kind a shape, whatever the family or task that asks for it."""

from __future__ import annotations

from enum import Enum


class AnswerKind(Enum):
    """The shape of an answer and of the value that a reading of it carries."""

    ACTIONS = "actions"
    """A set of actions, as a list of texts "(sail l0 l1)" in the order given; may be empty."""
    EFFECTS = "effects"
    """Two lists of atoms: those that become true, those that become false; either may be empty."""
    ATOM_OR_NONE = "atom or none"
    """One atom "(at c0 l1)", or "none"."""
    ACTION_OR_NONE = "action or none"
    """One action "(sail l0 l1)", or "none"."""
    ACTION = "action"
    """One action."""
    INDEX = "index"
    """A position, an integer that is not negative."""
    PLAN = "plan"
    """A sequence of actions; may be empty."""
    YES_NO = "yes or no"
    """A bool, True for yes."""
    LETTER = "letter"
    """The capital letter of an option."""

    # Enum hashes the member's name in Python code; members are singletons, so identity serves and is faster.
    __hash__ = object.__hash__


LISTS = frozenset({AnswerKind.ACTIONS, AnswerKind.PLAN})
"""Kinds whose value is one list of atoms."""

SINGLES = frozenset({AnswerKind.ATOM_OR_NONE, AnswerKind.ACTION_OR_NONE, AnswerKind.ACTION})
"""Kinds whose value is one atom."""

NONE_ALLOWED = frozenset({AnswerKind.ACTIONS, AnswerKind.ATOM_OR_NONE, AnswerKind.ACTION_OR_NONE})
"""Kinds for which the word None is an answer (an empty list, where a list is asked)."""

WORDS = frozenset({AnswerKind.INDEX, AnswerKind.YES_NO, AnswerKind.LETTER})
"""Kinds whose value is one word or number."""

__all__ = ["LISTS", "NONE_ALLOWED", "SINGLES", "WORDS", "AnswerKind"]
