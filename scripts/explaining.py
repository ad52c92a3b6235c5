"""Explains one record: its claims with the certificates that prove them, and a broken variant that is
refused."""

from itertools import islice
from typing import Any

import msgspec

from ..generators.rendering import tie
from ..instances.errors import NameUnknownError, RecordError
from ..instances.lines import json_lines
from ..instances.records import Instance
from ..instances.store import INSTANCE_BYTES
from ..verifiers.audit.mutator import changes
from ..verifiers.checking import check_data
from ..verifiers.proofs import core
from ..verifiers.proofs.claims import Claim
from ..verifiers.proofs.record import decode
from ..verifiers.proofs.refused import RefusedError
from ..verifiers.proofs.shell import CODES, printable

Json = dict[str, Any]

SHAPES = ("its fields must be", "is no ", "no such field", "malformed record", "is not one of")
"""Words of refusals that concern only a record's shape; a refused claim is more informative."""
TRIES = 400
"""How many variants are tried until one is refused because of its content."""


def only(path: str, name: str) -> Json:
    """The record whose id begins or ends so, or its hash begins so; NameUnknownError unless it is one."""
    matching: dict[str, Json] = {}
    for _, line in json_lines(path, INSTANCE_BYTES):
        if isinstance(line, RecordError) or name.encode() not in line:
            continue
        try:
            data = decode(line)
        except RefusedError:
            continue
        identifier = str(data.get("id"))
        if identifier == name:
            return data
        hashed = identifier.rpartition("/")[2]
        if identifier.startswith(name) or hashed.startswith(name) or identifier.endswith(name):
            matching[identifier] = data
            if len(matching) > 1:
                raise NameUnknownError(f"several ids begin or end with {name}: {', '.join(sorted(matching))}")
    if not matching:
        raise NameUnknownError(f"no record of {path} has an id that begins or ends with {name}")
    return next(iter(matching.values()))


def explain(data: Json, plain: bool = False) -> tuple[int, str]:
    """The exit code of a record, and its explanation in lines."""
    report = check_data(data, plain)
    said = f": {report.failed}" if report.failed else ""
    lines = [f"{report.id}: {report.state}{said}"]
    width = max((len(claim.text) for claim in report.claims), default=0)
    lines += [f"  {claim.text:<{min(width, 90)}}  {backing(claim)}" for claim in report.claims]
    code = CODES.get(report.state, 0)
    if report.ok:
        held = tie(msgspec.convert(data, Instance))
        lines.append(f"prompt: {held.state}{f' ({held.reason})' if held.reason else ''}")
        code = 1 if held.state == "refused" else 0
        lines += _broken(data, plain)
    if report.trusted:
        lines.append(f"trusted: {report.trusted}")
    return code, "\n".join(map(printable, lines))


def backing(claim: Claim) -> str:
    """What a claim rests on, in words."""
    return f"by {claim.by}" if claim.by else "proven" if claim.proven else "nothing proves it"


def rule_of(family: str, kind: str) -> str:
    """The rule of a kind of certificate and its soundness argument, from the rule's docstring; empty if
    unknown."""
    rule = core.rule_of(family, kind)
    return (rule.__doc__ or "").strip() if rule is not None else ""


def _broken(data: Json, plain: bool) -> list[str]:
    """A variant of the record that is refused because of its content; else one that is refused at all."""
    last = ["a broken variant: none of those tried is refused"]
    parts = ("certificates", "truth")
    for change in islice((one for part in parts for one in changes(data.get(part), path=(part,))), TRIES):
        report = check_data(change.of(data), plain)
        if report.state == "refused":
            place = ".".join(map(str, change.path))
            last = [f"a broken variant: {place}: {change.name}", f"  refused: {report.failed}"]
            if not any(shape in str(report.failed) for shape in SHAPES):
                return last
    return last
