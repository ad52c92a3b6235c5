"""Values as hashable keys: equal keys for values that no program can tell apart."""

from collections.abc import Hashable
from typing import Any

from .text import ProgramError
from .values import POSITION, Expr, Items, Value

MAX_NODES = 2_000_000


class Keys:
    """Gives every value a number, equal ones the same.

    ``keep``: values never change, so each keeps its number; identities are left out, since nothing asks for
    them.  Otherwise a key also says which values of it are one and the same.
    """

    def __init__(self, keep: bool):
        self.keep = keep
        self._numbers: dict[Hashable, int] = {}
        self._marks: dict[int, int] = {}
        self._budget = 0

    def of(self, values: tuple[Value, ...]) -> tuple[int, ...]:
        """The key of some values; ProgramError for more than MAX_NODES."""
        self._marks, self._budget = {}, MAX_NODES
        return tuple([self._number(value) for value in values])

    def _number(self, value: Value) -> int:
        if not hasattr(value, "key"):
            plain = (type(value), getattr(value, "text", value))
            return self._numbers.setdefault(plain, len(self._numbers))
        if self.keep and value.key is not None:
            known: int = value.key
            return known
        self._budget -= 1
        if self._budget < 0:
            raise ProgramError("the state is too large to be compared")
        mark = None if self.keep else getattr(value, "id", None)
        place = None if mark is None else self._marks.setdefault(mark, len(self._marks))
        number = self._numbers.setdefault((type(value), place, *self._parts(value)), len(self._numbers))
        if self.keep:
            value.key = number
        return number

    def _parts(self, value: Value) -> list[Any]:
        number = self._number
        if type(value) is Items:
            return [value.kind, *[number(item) for item in value.items]]
        if type(value) is Expr:
            return [value.text, *[(word, number(held)) for word, held in sorted(value.captured.items())]]
        if value.kind is POSITION:
            return list(value.values)
        return [value.kind.name, *map(number, value.values)]
