"""Check `proofs`: the checker accepts the record, and refuses every mutant of it with a step named.

Mutants are made of every field of the record; those that the id names are changed under the id that this
gives them, and once each under the old one.  A mutant that is not refused is *equivalent* when what was
changed says only where the record comes from (``UNREAD``); another gold answer deserves 1
(``Subject.deserves``); a truth or a certificate says nothing that is not so (``Subject.harmless``); the
question is the same to the checker (``Subject.formal``); or, of another question, the oracles find the same
truth. Any other has survived, and is a fault.
"""

import builtins
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from ...instances.canonical import digest
from ...instances.errors import CertwrightError
from ...instances.records import Instance, Json
from ..label import label as labelled
from ..planning.oracle import Effort
from ..proofs.refused import RefusedError
from .finding import AuditOptions, CheckResult
from .mutator import Edit, Path, changes, drawn, label
from .subject import UNREAD, Subject

NAMED = ("family", "task", "form", "domain", "world", "query", "prompt")  # fields that the id digests
COSTLY = 1  # mutants of a field that only a long search refutes; as many repeated everywhere
EVERYWHERE = "everywhere"
HELD = ("rendered", "imported")  # states of a prompt that is the one of its world and query
LABELLED = 2  # other questions of a record labelled although their prompts betray them


def proofs(subject: Subject, options: AuditOptions) -> CheckResult:
    """Put the record and its mutants to the checker."""
    instance, result = subject.instance, CheckResult(subject.instance.id, "proofs")
    if not instance.world:
        result.counts["unverified"] += 1
        return result
    refusal = subject.report.failed
    result.hold(refusal is None, f"the checker refuses the record: {refusal}")
    if refusal is not None:
        return result
    result.counts["unbacked claims"] += sum(not claim.proven for claim in subject.report.claims)
    for sort, field, mutant in mutants(subject, options.mutants):
        if mutant != subject.data:
            _judge(subject, options, result, sort, field, mutant)
    return result


def mutants(subject: Subject, count: int) -> Iterator[tuple[str, str, Json]]:
    """Sort, field and data of each mutant; those of worlds are last, since they cost a new model."""
    kept: Counter[str] = Counter()
    listed = [*_everywhere(subject), *_anywhere(subject, count), *_dropped(subject), *_renamed(subject)]
    for sort, field, mutant in sorted(listed, key=lambda each: each[1] in ("world", "query")):
        key = f"{field}, {sort.partition(':')[0] == EVERYWHERE}"
        kept[key] += 1
        if kept[key] <= COSTLY or not (subject.costly and subject.searched(field)):
            yield sort, field, named(mutant) if field in NAMED else mutant


def _anywhere(subject: Subject, count: int) -> Iterator[tuple[str, str, Json]]:
    data = subject.data
    kinds = [proof["kind"] for proof in data.get("certificates", ())]

    def place(path: Path) -> str:
        """A path as the sort of a mutant names it: of a certificate its kind."""
        if path[0] == "certificates" and len(path) > 1:
            return ".".join((kinds[int(path[1])], *(key for key in path[3:] if isinstance(key, str))))
        return label(path)

    read = [field for field in data if field not in UNREAD and field not in ("id", "schema")]
    for fields, share in ((read, count), ([field for field in data if field in UNREAD], count // 10)):
        listed = (change for field in fields for change in _changes(subject, field))
        for sort, change in drawn(listed, subject.draw, share, place):
            yield sort, str(change.path[0]), change.of(data)


def _changes(subject: Subject, field: str) -> Iterator[Edit]:
    return changes(subject.data[field], subject, (field,))


def _dropped(subject: Subject) -> Iterator[tuple[str, str, Json]]:
    data = subject.data
    for field in data:
        if field not in UNREAD:
            yield f"{field} dropped", field, {key: value for key, value in data.items() if key != field}
    yield "a key more", "more", {**data, "more": 1}


def _renamed(subject: Subject) -> Iterator[tuple[str, str, Json]]:
    """Another question under the same id; the world of another question."""
    data, other = subject.data, subject.case.other_world
    for field in NAMED:
        for _, change in drawn(_changes(subject, field), subject.draw, 1):
            yield f"another {field} under the same id", "id", change.of(data)
    if other is not None:
        yield "another world under the same id", "id", {**data, "world": other}
        yield "another world", "world", {**data, "world": other}


def _everywhere(subject: Subject) -> Iterator[tuple[str, str, Json]]:
    """A value of the truth exchanged wherever the record repeats it: in certificates and the gold answer."""
    data, truth = subject.data, subject.data["truth"]
    for key in (key for key in truth if key != "kind"):
        for sort, change in drawn(changes(truth[key], subject, (key,)), subject.draw, 2):
            old, new = truth[key], change.of(truth)[key]
            proofs = [
                {**proof, "body": {**proof["body"], key: new}} if proof["body"].get(key) == old else proof
                for proof in data.get("certificates", ())
            ]
            gold = {"gold": _text(new)} if data.get("gold") == _text(old) else {}
            field = "certificates" if proofs != data.get("certificates", []) else "truth"
            mutant = {**data, "truth": {**truth, key: new}, "certificates": proofs, **gold}
            yield f"{EVERYWHERE}: {sort}", field, mutant


def _text(value: Any) -> str:
    return "\n".join(map(str, value)) if isinstance(value, list) else str(value)


def named(data: Json) -> Json:
    """The record under the id that its content gives it."""
    content = {key: data.get(key) for key in NAMED}
    if isinstance(content["prompt"], dict):
        content["prompt"] = {k: v for k, v in content["prompt"].items() if v or k == "question"}
    name = "/".join(str(data.get(key)) for key in ("family", "task", "domain"))
    return {**data, "id": f"{name}/{digest(content)[:16]}"}


def _judge(
    subject: Subject, options: AuditOptions, result: CheckResult, sort: str, field: str, mutant: Json
) -> None:
    """Enter the fate of a mutant; a refusal must name a step, not the checker's own collapse."""
    refusal = subject.refusal(mutant, field)
    if refusal is not None:
        malformed = re.match(r"malformed record: (\w+): ", refusal)
        clear = malformed is None or not hasattr(builtins, malformed[1])
        text = f"the checker refuses a mutant ({sort}) without naming a step: {refusal}"
        result.hold(clear, text, "killed", f"{sort}: killed")
        return
    fate = _accepted(subject, options, result, field, mutant)
    if fate == "open":
        result.counts["open"] += 1
        return
    result.fate(sort, fate, f"the checker accepts a mutant ({sort})")


def _accepted(subject: Subject, options: AuditOptions, result: CheckResult, field: str, mutant: Json) -> str:
    """What becomes of a mutant that the checker accepts: killed by others, equivalent, open or survived."""
    try:
        instance = msgspec.convert(mutant, Instance)
    except msgspec.ValidationError:
        return "killed"  # no reader of records takes it
    if field in UNREAD or instance == msgspec.convert(subject.data, Instance):
        return "equivalent"
    if field == "grades":  # fewer claims may be called certified than are
        certified, own = instance.grades and instance.grades.certified, subject.data["grades"]["certified"]
        return "equivalent" if certified is not None and certified < own else "survived"
    if field == "gold":
        return "equivalent" if _right(subject, instance) else "survived"
    if field in ("truth", "certificates"):
        return "equivalent" if subject.harmless(mutant, field) else "survived"
    held = options.tie is not None and options.tie(subject.instance).state in HELD
    refused = held and options.tie is not None and options.tie(instance).state not in HELD
    if field == "prompt":
        return "killed" if refused else "survived" if held else "open"
    if field in subject.formal_fields and _same(subject, mutant):
        return "killed" if refused else "equivalent"
    result.counts["labelled"] += 1
    if refused and (field == "domain" or result.counts["labelled"] > LABELLED):
        return "killed"
    try:
        fresh = labelled(instance, Effort(engine="search") if instance.family == "planning" else None)
    except CertwrightError:  # a question that is read by nobody but the checker
        return "killed" if refused else "survived" if held else "open"
    if fresh.grades is None or fresh.grades.undecided:
        return "open"
    same = subject.statement(fresh.truth or {}) == subject.statement(instance.truth or {})
    return "equivalent" if same else "survived"


def _same(subject: Subject, mutant: Json) -> bool:
    """Whether the checker reads the same question in a mutant."""
    try:
        own = subject.formal(subject.data)
        return own is not None and bool(subject.formal(mutant) == own)
    except RefusedError:  # a world that nobody reads
        return False


def _right(subject: Subject, instance: Instance) -> bool:
    """Whether another gold answer is right; none at all claims nothing."""
    if instance.gold is None:
        return True
    try:
        return subject.deserves(subject.value(instance.gold), subject.verdict(instance.gold)) == 1.0
    except CertwrightError:  # no answer at all
        return False
