"""The values that Autumn programs compute with.

Numbers, booleans and strings are Python's.  A value of the other sorts has an identity (``id``), which is
given out when first asked for: removeObj tells objects apart by it.
"""

from collections.abc import Callable
from typing import Any

Value = Any
"""int, bool, str, or one of the classes below."""


class Env:
    """Variables, inside of the caller's."""

    __slots__ = ("instance", "names", "parent")

    def __init__(self, names: dict[str, Value], parent: "Env | None", instance: bool = False):
        self.names, self.parent, self.instance = names, parent, instance

    def find(self, word: str) -> "Env | None":
        """The nearest environment that has a variable."""
        env: Env | None = self
        while env is not None and word not in env.names:
            env = env.parent
        return env


class Captured(Env):
    """The variables that a cell captured, which its expressions may read and not assign."""

    __slots__ = ()


class Items:
    """A list, with its static type as the reference prints it."""

    __slots__ = ("id", "items", "key", "kind")

    def __init__(self, items: tuple[Value, ...], kind: str = "List<Unknown>"):
        self.items, self.kind, self.id, self.key = items, kind, None, None


class Fixed:
    """What never changes: copies of a state share it."""

    __slots__ = ()

    def __deepcopy__(self, memo: Any) -> "Fixed":
        return self


class Kind(Fixed):
    """A type of instances: its fields, with their types as text, None for one that is not checked.

    Positions, cells and drawn cells are of the three types below; an object type of the program has
    ``origin`` and ``elems`` after its own fields, and ``cells``, what makes the latter.
    """

    def __init__(self, name: str, fields: dict[str, str | None]):
        self.name, self.types = name, tuple(fields.values())
        self.place = {field: place for place, field in enumerate(fields)}
        self.cells: Callable[[Any], Value] | None = None
        inside = "".join(f"{field}: {kind}, " for field, kind in fields.items())
        self.text = f"class {name} {{{inside}}}"


class Instance:
    """A value with fields; ``mistyped``: some field holds a value of another type than declared."""

    __slots__ = ("id", "key", "kind", "mistyped", "values")

    def __init__(self, kind: Kind, values: tuple[Value, ...]):
        self.kind, self.values = kind, values
        self.id, self.key, self.mistyped = None, None, False


class Expr:
    """An expression of a cell: a constant, or code that runs among the variables it captured."""

    __slots__ = ("captured", "constant", "key", "run", "text")

    def __init__(self, constant: Value, run: Any, captured: dict[str, Value], text: str):
        self.constant, self.run, self.captured, self.text, self.key = constant, run, captured, text, None


class Function(Fixed):
    """A function of the program: it has no closure, since scope is dynamic."""

    __slots__ = ("body", "parameters", "text")

    def __init__(self, parameters: tuple[str, ...], body: Any, text: str):
        self.parameters, self.body, self.text = parameters, body, text


class Native(Fixed):
    """A builtin function: ``call(env, *arguments)`` with ``fewest`` to ``most`` arguments."""

    __slots__ = ("call", "fewest", "most", "text")

    def __init__(self, call: Any, fewest: int, most: int, text: str):
        self.call, self.fewest, self.most, self.text = call, fewest, most, text


POSITION = Kind("Position", {"x": "Number", "y": "Number"})
CELL = Kind("Cell", {"x": "Expr", "y": "Expr", "color": "Expr"})
ELEM = Kind("RenderedElem", {"position": POSITION.text, "color": "String"})
"""A drawn cell."""
CELLS, UNKNOWN_LIST = f"List<{CELL.text}>", "List<Unknown>"
