"""What is established about one record of grid worlds."""

import re
from collections.abc import Callable
from functools import cache, cached_property
from typing import Any

from ..core import task_of
from ..fields import listing
from ..record import Record
from ..refused import RefusedError, UnknownKindError, refuse
from .autumn.machine import Machine
from .world import KEYS, World

MAX_STEPS = 10_000  # of a run
_CLICK = re.compile(r"click (0|-?[1-9][0-9]{0,5}) (0|-?[1-9][0-9]{0,5})")


def action(place: str, value: Any) -> str:
    """An action as it is written: noop, a key, or ``click X Y``."""
    if isinstance(value, str) and (value in KEYS or _CLICK.fullmatch(value)):
        return value
    raise RefusedError(f"{place}: {str(value)[:40]!r} is no action")


actions = listing(action, MAX_STEPS)


class Knowledge:
    """The question, the worlds, and what the certificates have established.

    Stored runs are always played on the plain interpreter; searches that exhaust a space use the machine of
    ``use``, if there is one, and then ``trusted`` says so.
    """

    def __init__(self, record: Record, plain: bool = False):
        if record.form != "episode":
            raise UnknownKindError(f"form: task {record.task} has no form {record.form}")
        if record.certificates and (record.truth or {}).get("kind") == "undecided":
            raise RefusedError("certificates: nothing is proven where the truth is undecided")
        self.record, self.question, self.trusted = record, task_of(record).question(record), ""
        self.facts: dict[str, Any] = {}  # what each kind of certificate has established, as its rule says
        self.plain = cache(lambda text: World(Machine(text), text))  # a program on the plain interpreter
        self.drawn = cache(lambda text: World(Machine(text), text, as_drawn=True))
        self._fast: Callable[[str], World] | None = None

    def use(self, worlds: Callable[[str], World]) -> None:
        """Search in worlds that this makes of a program's text, on a faster machine."""
        self._fast = cache(worlds)

    def searched(self, text: str) -> World:
        """A program on the machine for exhaustive searches."""
        if self._fast is None:
            return self.plain(text)
        self.trusted = "fast machine"
        return self._fast(text)

    @cached_property
    def stored(self) -> list[str]:
        """The plan or the actions of the truth, which rules about steps ask for; RefusedError without."""
        name = "plan" if self.record.task == "planning" else "actions"
        return self.taken(f"truth.{name}", (self.record.truth or {}).get(name))

    def taken(self, place: str, lines: Any) -> list[str]:
        """Some actions that an episode can take; RefusedError for anything else."""
        listed: list[str] = actions(place, lines)
        refuse(not listed, f"{place}: there are no actions")
        for action in {*listed} - {*KEYS, *self.plain(self.question.program).clicks.values()}:
            raise RefusedError(f"{place}: {action} lies off the grid")
        return listed
