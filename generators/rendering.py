"""Whether the prompt of a record asks what its world and query say.

Certificates prove a truth of the formal question; a model reads the prompt.  So the prompt is rendered again
from world and query by the code that makes questions, in every context that there is, and one rendering must
be equal to it in every field.

An import is held against what its format's reader makes of it.  It stores the sha256 of its prompt with its
source, so that a changed text shows; and domain, world and query are made from the prompt again, as they were
at import.  The digest stands in the record itself: against somebody who writes another one, only the file of
the source helps.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal

from msgspec.structs import replace

from ..instances.canonical import digest
from ..instances.errors import CertwrightError
from ..instances.formats import acpbench, autumnbench, pddl, tempobench
from ..instances.names import answer_format, domain_of_context
from ..instances.records import Instance, Prompt
from ..verifiers.gridworld.imports import QUESTIONS
from ..verifiers.planning import questions as planning
from ..verifiers.reactive import imports as reactive
from .family import family_of

FIELDS = ("question", "choices", "context", "answer_format", "limits", "shots")
"""The fields of a prompt, those first by which a reader would recognise another question."""
OURS = "certwright."  # how the names of our generators begin


_RAW = re.compile(re.escape(tempobench.QUESTION).replace(re.escape("{effect}"), "(.*)"), re.DOTALL)


def stamped(instance: Instance) -> Instance:
    """The imported instance with the digest of its prompt in its source; the id stays as it is."""
    if instance.source is None:
        return instance
    return replace(instance, source=replace(instance.source, sha256=digest(instance.prompt)))


def _digest(instance: Instance) -> str:
    stored = instance.source.sha256 if instance.source else None
    return "" if stored in (None, digest(instance.prompt)) else "prompt: it is not the text of the source"


def _acpbench(instance: Instance) -> str:
    key = instance.source.key if instance.source else ""
    if not key.startswith(f"{acpbench.FORMAT}:{instance.form}/{instance.task}/"):
        return f"source.key: {key[:80]} is no {instance.form} question of {instance.task}"
    if instance.prompt.answer_format != answer_format(instance.task, instance.form):
        return "prompt.answer_format: it is not the one of the task"
    if instance.form == "gen":
        domain = pddl.domain_key(instance.world["domain"])
        if planning.formal_query(replace(instance, query={})).query != instance.query:
            return "prompt.question: it gives another query than the record's"
    else:
        domain = domain_of_context(instance.prompt.context).key if instance.domain != "unknown" else "unknown"
    if domain != instance.domain:
        return f"domain: the world's is {domain}, not {instance.domain}"
    return _digest(instance)


def _pddl(instance: Instance) -> str:
    if instance.generator is not None:
        row = family_of("planning")
        if (fault := row.misplaced(instance)) or instance.prompt in row.renderings(instance):
            return fault or ""
        return "prompt: it is not the one of this world and query"
    if (domain := pddl.domain_key(instance.world["domain"])) != instance.domain:
        return f"domain: the world's is {domain}, not {instance.domain}"
    if instance.prompt != pddl.prompt(instance.task, instance.world):
        return "prompt: it is not what the import of PDDL files gives this world and task"
    return ""


def _gf01(instance: Instance) -> str:
    if instance.domain != "imported":
        return f"domain: that of an import is imported, not {instance.domain}"
    if instance.prompt not in family_of("reactive").renderings(instance):
        return "prompt: it is not what the import of GF-01 gives this world and query"
    return ""


def _autumnbench(instance: Instance) -> str:
    if instance.prompt != Prompt(question=QUESTIONS[instance.task]):
        return "prompt.question: it is not the one of the task"
    key = instance.source.key if instance.source else ""
    if not key.startswith(f"{autumnbench.FORMAT}:{instance.domain}"):
        return f"domain: {instance.domain} is not the one of {key[:80]}"
    return ""


def _tempobench(instance: Instance) -> str:
    """World and query made from the prompt again."""
    if reason := _digest(instance):
        return reason
    if not instance.world:
        return ""
    shown = instance.prompt
    if raw := _RAW.fullmatch(shown.question):
        hoa, _, trace = shown.context.rpartition("\n\nTrace: ")
        effect = raw[1]
    else:
        hoa, trace = tempobench.hoa_in(shown.question), tempobench.word_in(shown.question)
        label = instance.source.answer if instance.source else {}
        effect = "" if instance.task == "simulate" else next(iter(label))
    query = {"trace": trace, **({"effect": effect} if effect else {})}
    again = reactive.formal_query(replace(instance, world={"kind": "hoa", "hoa": hoa}, query=query))
    if (again.world, again.query) != (instance.world, instance.query):
        return "prompt: it gives another world or query than the record's"
    return "" if instance.domain == "imported" else f"domain: it is imported, not {instance.domain}"


CHECKS: dict[str, Callable[[Instance], str]] = {
    "acpbench": _acpbench,
    "autumnbench": _autumnbench,
    "gf01": _gf01,
    "pddl": _pddl,
    "tempobench": _tempobench,
}
"""What is wrong with the prompt of an import, by format; empty when it fits."""
DIGESTED = ("acpbench", "tempobench")
"""The formats whose prompts are foreign text, which nothing but the digest in the source holds."""


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
        if source is not None and source.format in CHECKS:
            if reason := CHECKS[source.format](instance):
                return Tie("refused", reason)
            if source.format in DIGESTED and source.sha256 is None:
                return Tie("loose", "the record has no digest of its source's text; import it again")
            return Tie("imported")
        if not instance.world:
            return Tie("loose", "without a world no prompt can be rendered")
        return _rendered(instance, ours)
    except (CertwrightError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        reason = f"prompt: it cannot be rendered: {type(error).__name__}: {error}"[:500]
        return Tie("refused" if ours or source is not None else "loose", reason)


def _rendered(instance: Instance, ours: bool) -> Tie:
    family = family_of(instance.family)
    if reason := family.misplaced(instance):
        return Tie("refused" if ours else "loose", reason)
    seen: list[Prompt] = []
    for shown in family.renderings(instance):
        if shown == instance.prompt:
            return Tie("rendered")
        seen.append(shown)
    nearest = max(seen, key=lambda shown: _alike(shown, instance.prompt), default=None)
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
