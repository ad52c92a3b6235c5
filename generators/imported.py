"""Whether the prompt of an imported record is the source's, and its query what the prompt says.

An import stores the sha256 of its prompt with its source, so that a changed text shows; and domain, world and
query are made from the prompt again, as they were at import.  The digest stands in the record itself: against
somebody who writes another one, only the file of the source helps.
"""

import re
from collections.abc import Callable

from msgspec.structs import replace

from ..instances.canonical import digest
from ..instances.formats import acpbench, autumnbench, pddl, tempobench
from ..instances.names import answer_format, domain_of_context
from ..instances.records import Instance, Prompt

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
    from ..verifiers.planning.questions import formal_query

    key = instance.source.key if instance.source else ""
    if not key.startswith(f"{acpbench.FORMAT}:{instance.form}/{instance.task}/"):
        return f"source.key: {key[:80]} is no {instance.form} question of {instance.task}"
    if instance.prompt.answer_format != answer_format(instance.task, instance.form):
        return "prompt.answer_format: it is not the one of the task"
    if instance.form == "gen":
        domain = pddl.domain_key(instance.world["domain"])
        if formal_query(replace(instance, query={})).query != instance.query:
            return "prompt.question: it gives another query than the record's"
    else:
        domain = domain_of_context(instance.prompt.context).key if instance.domain != "unknown" else "unknown"
    if domain != instance.domain:
        return f"domain: the world's is {domain}, not {instance.domain}"
    return _digest(instance)


def _pddl(instance: Instance) -> str:
    if instance.generator is not None:
        from .planning.rendering import misplaced, renderings

        fits = instance.prompt in renderings(instance)
        return misplaced(instance) or ("" if fits else "prompt: it is not the one of this world and query")
    if (domain := pddl.domain_key(instance.world["domain"])) != instance.domain:
        return f"domain: the world's is {domain}, not {instance.domain}"
    if instance.prompt != pddl.prompt(instance.task, instance.world):
        return "prompt: it is not what the import of PDDL files gives this world and task"
    return ""


def _gf01(instance: Instance) -> str:
    from .reactive.rendering import renderings

    if instance.domain != "imported":
        return f"domain: that of an import is imported, not {instance.domain}"
    if instance.prompt not in renderings(instance):
        return "prompt: it is not what the import of GF-01 gives this world and query"
    return ""


def _autumnbench(instance: Instance) -> str:
    from ..verifiers.gridworld.imports import QUESTIONS

    if instance.prompt != Prompt(question=QUESTIONS[instance.task]):
        return "prompt.question: it is not the one of the task"
    key = instance.source.key if instance.source else ""
    if not key.startswith(f"{autumnbench.FORMAT}:{instance.domain}"):
        return f"domain: {instance.domain} is not the one of {key[:80]}"
    return ""


def _tempobench(instance: Instance) -> str:
    """World and query made from the prompt again."""
    from ..verifiers.reactive.imports import formal_query

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
    again = formal_query(replace(instance, world={"kind": "hoa", "hoa": hoa}, query=query))
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
