"""What a player does in one step, and how the reference writes it.

>>> Action.parse("click 3 12"), str(Action.parse("noop"))
(Action(name='click', x=3, y=12), 'noop')
>>> Action.from_json({"type": "click", "x": 3, "y": 12}).to_json()
{'type': 'click', 'x': 3, 'y': 12}
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...instances.errors import RecordError
from ..environment import Call

KEYS = ("left", "right", "up", "down")
_CLICK = re.compile(r"click\s+(-?\d{1,6})\s+(-?\d{1,6})")


@dataclass(frozen=True, order=True, slots=True)
class Action:
    """noop, an arrow key, or a click on column ``x`` and row ``y`` (which may lie off the grid)."""

    name: str
    x: int = 0
    y: int = 0

    def __str__(self) -> str:
        return f"click {self.x} {self.y}" if self.name == "click" else self.name

    def call(self) -> Call:
        """The call of a tool that takes the action."""
        return Call(self.name, {"x": self.x, "y": self.y} if self.name == "click" else {})

    @staticmethod
    def parse(text: str) -> Action:
        """Read ``noop``, ``left``, ``right``, ``up``, ``down`` or ``click X Y``; RecordError for all else."""
        text = text.strip().lower()
        if text in KEYS or text == "noop":
            return Action(text)
        if match := _CLICK.fullmatch(text):
            return Action("click", int(match.group(1)), int(match.group(2)))
        raise RecordError(f"{text[:40]!r} is no action: noop, left, right, up, down or click X Y")

    @staticmethod
    def from_json(value: Any) -> Action:
        """Read ``{"type": "click", "x": 3, "y": 4}``, ``{"type": "left"}``, or the text form."""
        if isinstance(value, str):
            return Action.parse(value)
        if not isinstance(value, Mapping) or not isinstance(value.get("type"), str):
            raise RecordError("an action is a text or an object with a type")
        if value["type"] != "click":
            return Action.parse(value["type"])
        x, y = value.get("x"), value.get("y")
        if type(x) is not int or type(y) is not int or max(abs(x), abs(y)) > 10**6:
            raise RecordError("a click needs the numbers x and y")
        return Action("click", x, y)

    def to_json(self) -> dict[str, Any]:
        """The JSON form of AutumnBench's prompts."""
        return {"type": "click", "x": self.x, "y": self.y} if self.name == "click" else {"type": self.name}


NOOP, LEFT, RIGHT, UP, DOWN = (Action(name) for name in ("noop", *KEYS))


def click(x: int, y: int) -> Action:
    """A click on column ``x``, row ``y``."""
    return Action("click", x, y)
