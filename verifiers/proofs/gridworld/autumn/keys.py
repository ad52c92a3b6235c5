"""Values as hashable keys: equal keys for values that no program can tell apart."""

from collections.abc import Hashable, Iterable

from .comparing import parts
from .values import Expr, Value


class Keys:
    """Gives every value a number, equal ones the same.

    ``keep``: values never change, so each keeps its number; identities are left out, since nothing asks for
    them.  Otherwise a key also says which values of it are one and the same.
    """

    def __init__(self, keep: bool):
        self.keep = keep
        self._numbers: dict[Hashable, int] = {}
        self._marks: dict[int, int] = {}
        self._known: dict[int, int] = {}

    def of(self, values: Iterable[Value]) -> tuple[int, ...]:
        """The key of some values."""
        self._marks, self._known = {}, {}
        return tuple([self._number(value) for value in values])

    def _number(self, value: Value) -> int:
        if not hasattr(value, "key"):
            return self._numbers.setdefault((type(value), value), len(self._numbers))
        number: int | None = value.key if self.keep else self._known.get(id(value))
        if number is None:
            head, inside = parts(value)
            if type(value) is Expr:
                head, inside = (
                    (*head, *sorted(value.captured)),
                    [v for _, v in sorted(value.captured.items())],
                )
            mark = None if self.keep else getattr(value, "id", None)
            place = None if mark is None else self._marks.setdefault(mark, len(self._marks))
            whole = (place, *head, *map(self._number, inside))
            number = self._numbers.setdefault(whole, len(self._numbers))
            self._known[id(value)] = number
            if self.keep:
                value.key = number
        return number
