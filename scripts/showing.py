"""Instances as text for people."""

from __future__ import annotations

import json

from ..instances.records import Instance, Json
from .library.prompts import prompt

CERTIFICATE_CHARACTERS = 200


def matches(instance: Instance, name: str) -> bool:
    """Whether a name given in the shell means the instance: its id, how that begins, or its source."""
    source = instance.source
    return instance.id.startswith(name) or (source is not None and name in (source.key, source.id))


def overview(instance: Instance) -> list[str]:
    """The row of the instance in a table."""
    grade = instance.grades.grade.value if instance.grades else "-"
    source = instance.source.key if instance.source else "-"
    return [instance.id, instance.form, grade, str(len(instance.certificates)), source]


def render(instance: Instance, part: str | None) -> str:
    """One part of an instance (prompt, truth, pddl, certificates), or all of them under headings."""
    writers = {"prompt": prompt, "truth": _truth, "pddl": _pddl, "certificates": _certificates}
    if part is not None:
        return writers[part](instance)
    head = "  ".join(overview(instance))
    sections = [f"--- {name} ---\n{write(instance)}" for name, write in writers.items()]
    return "\n\n".join([head, *sections])


def _truth(instance: Instance) -> str:
    shown: Json = {"query": instance.query, "truth": instance.truth, "gold": instance.gold}
    if instance.difficulty:
        shown["difficulty"] = instance.difficulty
    return json.dumps(shown, indent=1, ensure_ascii=False, sort_keys=True)


def _pddl(instance: Instance) -> str:
    if instance.world.get("kind") != "pddl":
        return "no PDDL world"
    return f"{instance.world['domain']}\n\n{instance.world['problem']}"


def _certificates(instance: Instance) -> str:
    lines = []
    for certificate in instance.certificates:
        body = json.dumps(certificate.body, ensure_ascii=False, sort_keys=True)
        cut = body if len(body) <= CERTIFICATE_CHARACTERS else body[:CERTIFICATE_CHARACTERS] + " ..."
        lines.append(f"{certificate.kind}: {cut}")
    return "\n".join(lines) or "no certificates"
