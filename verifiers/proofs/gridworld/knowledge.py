"""What is established about one record of grid worlds."""

from collections.abc import Callable
from functools import cache, cached_property, lru_cache, partial
from typing import Any

from ..core import task_of
from ..fields import Stated
from ..record import Record
from ..refused import RefusedError, UnknownKindError, refuse
from .autumn.machine import Machine
from .questions import actions
from .world import KEYS, Partial, World

SLACK, MORE = 20, 1000
"""A search may meet so many times the states that its certificate counted, and some more."""
KEPT_STEPS = 50_000
"""A world that has taken more steps is not kept for the next record: it would grow with the file."""


class Knowledge:
    """The question, the worlds, and what the certificates have established.

    Stored runs are always played on the plain interpreter; searches that exhaust a space use the machine of
    ``use``, if there is one, and then ``trusted`` says so.
    """

    def __init__(self, record: Record, plain: bool = False):
        task = task_of(record)
        if record.form != "episode":
            raise UnknownKindError(f"form: task {record.task} has no form {record.form}")
        if record.certificates and (record.truth or {}).get("kind") == "undecided":
            raise RefusedError("certificates: nothing is proven where the truth is undecided")
        self.record, self.question = record, task.question(record)
        self.trusted = ""
        self.facts: dict[str, Any] = {}
        """What each kind of certificate has established, as its rule says."""
        self.plain = cache(lambda text: World(Machine(text), text))
        """A program on the plain interpreter."""
        self._fast: Callable[[str], World] | None = None

    def use(self, machine: Callable[[str], Any]) -> None:
        """Search on machines that this makes of a program's text."""
        self._fast = cache(partial(_shared, machine))

    def searched(self, text: str) -> World:
        """A program on the machine for exhaustive searches."""
        if self._fast is None:
            return self.plain(text)
        self.trusted = "fast machine"
        return self._fast(text)

    def expect(self, kind: str, task: str) -> None:
        """A certificate of a kind belongs to one task, and stands once."""
        if self.record.task != task or kind in self.facts:
            raise RefusedError(f"{kind}: not a certificate of this task, or twice there")

    def sought(self, kind: str, stated: Stated) -> tuple[World, int, Partial, int]:
        """The world, seed, goal and bound of the search of a certificate about a goal."""
        self.expect(kind, "planning")
        question, states = self.question, bound(stated.states)
        return self.searched(question.program), question.rng_seed, question.goal, states

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


@lru_cache(2)
def _kept(machine: Callable[[str], Any], text: str) -> World:
    return World(machine(text), text)


def _shared(machine: Callable[[str], Any], text: str) -> World:
    """A program on a faster machine, with the moves that are known: records about one world share them."""
    if _kept(machine, text).steps > KEPT_STEPS:
        _kept.cache_clear()
    return _kept(machine, text)


def bound(states: int) -> int:
    """How many states a search may meet."""
    return SLACK * states + MORE
