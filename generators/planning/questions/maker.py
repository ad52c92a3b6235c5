"""What a question maker is: a query for each form, and the demands on what the labelling finds out.

A maker proposes; it need not know the truth.  The pipeline labels the proposal and keeps it when the truth is
the drawn one: the drawn answer of a boolean question, exactly one option that holds, no reason of ``unfit``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ....instances.records import Instance, Json
from ...rng import Rng
from ..states import Scene

OPTIONS = 4
POOL = 12
"""Near misses that a maker offers at most; three of them are taken."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A multiple-choice question before its options are put in order: one right, and a pool of wrong ones."""

    right: Json
    wrong: list[Json]
    shared: Json = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Draft:
    """What ``unfit`` sees: the labelled instance, its scene, a stream, and which try it is (from 0)."""

    instance: Instance
    scene: Scene
    rng: Rng
    tries: int
    """Late tries may give up a wish, never a demand."""

    @property
    def truth(self) -> Json:
        """The truth of the instance."""
        return self.instance.truth or {}


def anything(draft: Draft) -> str | None:
    """No demand beyond the general ones."""
    return None


@dataclass(frozen=True, slots=True)
class QuestionMaker:
    """The forms of one task; None where the drawing led to no question."""

    generative: Callable[[Scene, Rng], Json | None]
    boolean: Callable[[Scene, Rng, bool], Json | None] | None = None
    choice: Callable[[Scene, Rng], Choice | None] | None = None
    unfit: Callable[[Draft], str | None] = anything
    """The reason why a labelled question will not do, None when it will."""


def chosen(right: list[str], wrong: list[str], key: str, *, many: bool = False) -> Choice | None:
    """A choice between the first of ``right`` and a pool of ``wrong``, under one key of the query.

    ``many`` wraps each item in a list.  None when there are too few.
    """
    if not right or len(wrong) < OPTIONS - 1:
        return None

    def option(item: str) -> Json:
        return {key: [item] if many else item}

    return Choice(option(right[0]), [option(item) for item in wrong[:POOL]])
