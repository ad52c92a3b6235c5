"""Whether the prompt of a record asks what its world and query say.

Certificates prove a truth of the formal question; a model reads the prompt.  So the prompt is rendered again
from world and query by the code that makes questions, in every context that there is, and one rendering must
be equal to it in every field.  An import is held against what its format's reader makes of it (``imported``).
A family offers ``rendering`` with ``renderings(instance)``, the prompts that its makers give a question, and
``misplaced(instance)``, why its world is not of the domain that the record names.
"""

from dataclasses import dataclass
from importlib import import_module
from itertools import zip_longest
from typing import Literal

from ..instances.errors import CertwrightError
from ..instances.records import Instance, Prompt
from . import imported

FIELDS = ("question", "choices", "context", "answer_format", "limits", "shots")
"""The fields of a prompt, those first by which a reader would recognise another question."""
OURS = "certwright."
"""How the names of our generators begin."""


@dataclass(frozen=True, slots=True)
class Tie:
    """What a prompt is held by: ``rendered``, ``imported``, nothing (``loose``); or it is ``refused``."""

    state: Literal["rendered", "imported", "loose", "refused"]
    reason: str = ""


def tie(instance: Instance) -> Tie:
    """Hold the prompt of a record against its world and query; never raises.

    A prompt that nothing of ours gives is refused where the record says that we made it, and ``loose`` where
    it says nothing of where it comes from.
    """
    source, generator = instance.source, instance.generator
    ours = generator is not None and generator.name.startswith(OURS)
    try:
        if source is not None and source.format in imported.CHECKS:
            reason = imported.CHECKS[source.format](instance)
            if reason:
                return Tie("refused", reason)
            if source.format in imported.DIGESTED and source.sha256 is None:
                return Tie("loose", "the record has no digest of its source's text; import it again")
            return Tie("imported")
        if not instance.world:
            return Tie("loose", "without a world no prompt can be rendered")
        return _rendered(instance, ours)
    except (CertwrightError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        reason = f"prompt: it cannot be rendered: {type(error).__name__}: {error}"[:500]
        return Tie("refused" if ours or source is not None else "loose", reason)


def _rendered(instance: Instance, ours: bool) -> Tie:
    family = import_module(f".{instance.family}.rendering", __package__)
    reason = family.misplaced(instance)
    if reason:
        return Tie("refused" if ours else "loose", reason)
    nearest: Prompt | None = None
    for shown in family.renderings(instance):
        if shown == instance.prompt:
            return Tie("rendered")
        if nearest is None or _alike(shown, instance.prompt) > _alike(nearest, instance.prompt):
            nearest = shown
    if nearest is None or not (ours or _alike(nearest, instance.prompt)):
        return Tie("loose", "no maker of questions gives the prompt")
    return Tie("refused", difference(nearest, instance.prompt))


def _alike(one: Prompt, other: Prompt) -> int:
    """How many fields of two prompts that say something are equal; the question counts most."""
    fields = [name for name in FIELDS if getattr(one, name) and getattr(one, name) == getattr(other, name)]
    return len(fields) + 3 * ("question" in fields)


def difference(wanted: Prompt, stored: Prompt) -> str:
    """The first difference between two prompts, named; empty when they are equal."""
    for name in FIELDS:
        there, actual = getattr(wanted, name), getattr(stored, name)
        if there == actual:
            continue
        if name == "choices":
            return _choices(there, actual)
        if name == "limits":
            key = next(key for key in sorted({*there, *actual}) if there.get(key) != actual.get(key))
            return f"prompt.limits: {key} is {actual.get(key)!r}, we give {there.get(key)!r}"
        if name == "shots":
            return "prompt.shots: the worked examples are not those of our stream"
        return f"prompt.{name}: {_place(there, actual)}"
    return ""


def _choices(wanted: tuple[str, ...], stored: tuple[str, ...]) -> str:
    if sorted(wanted) == sorted(stored):
        return "prompt.choices: they stand in another order than the options of the query"
    for number, (there, actual) in enumerate(zip_longest(wanted, stored, fillvalue="")):
        if there != actual:
            letter = chr(ord("A") + number)
            return f"prompt.choices: {letter} is {actual[:80]!r}, the query gives {there[:80]!r}"
    raise AssertionError("the choices are equal")


def _place(wanted: str, stored: str) -> str:
    """Where two texts part, with a little of each."""
    place = next((k for k, pair in enumerate(zip_longest(wanted, stored)) if pair[0] != pair[1]), 0)
    start = max(0, place - 15)
    return f"it reads {stored[start : start + 60]!r}, world and query give {wanted[start : start + 60]!r}"
