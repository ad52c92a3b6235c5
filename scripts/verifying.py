"""Verifies one question, or a stream of records, and explains one: checker, prompts, manifest, counts.

An explanation lists the claims with the certificates that prove them, and a broken variant that is refused.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, TextIO

import msgspec

from ..generators.rendering import tie
from ..instances import manifest
from ..instances.canonical import encode
from ..instances.errors import EngineMissingError, MachineError, NameUnknownError, RecordError
from ..instances.lines import MANIFEST, files_of, json_lines
from ..instances.records import Instance
from ..instances.store import INSTANCE_BYTES
from ..verifiers.audit.mutator import changes
from ..verifiers.checking import check_data
from ..verifiers.proofs import core
from ..verifiers.proofs.claims import Claim
from ..verifiers.proofs.core import Report
from ..verifiers.proofs.record import decode
from ..verifiers.proofs.refused import RefusedError
from ..verifiers.proofs.shell import CODES, REQUIREMENTS, Tally, printable
from .jobs import Executor, Failed
from .tables import table

GRADES = ("certified", "engine_proven", "undecided", "unverified")
FAST = "fast machine"  # trusted for exhaustive searches of grid worlds, unless ``--plain`` is given
BAD = ("unreadable", "unlabelled", "unknown", "duplicate")  # nothing was proven either way


@dataclass(frozen=True)
class RecordResult:
    """The result for one record: the checker's report, and how its prompt was confirmed."""

    report: Report
    task: str = "?"
    prompt: str = ""  # a state of ``generators.rendering.Tie``; empty if the prompt was not checked
    line: int = 0

    def json(self) -> str:
        """One line of JSON."""
        report, own = self.report, {"task": self.task, "prompt": self.prompt, "line": self.line}
        said = {"id": report.id, "state": report.state, "message": report.failed or ""}
        claims = {grade: getattr(report, grade) for grade in GRADES}
        return encode({**said, **own, "claims": claims, "trusted": report.trusted}).decode()


def check_line(line: bytes, plain: bool = False) -> RecordResult:
    """Check the record on a line, and its prompt; never raises."""
    try:
        data = decode(line)
    except RefusedError as error:
        return RecordResult(Report("?", "unreadable", str(error)))
    report, task = check_data(data, plain), f"{data.get('family')}/{data.get('task')}"
    if report.state != "holds":
        return RecordResult(report, task)
    try:
        held = tie(msgspec.convert(data, Instance))
    except msgspec.ValidationError as error:
        return RecordResult(replace(report, state="refused", failed=str(error)), task)
    if held.state == "refused":
        report = replace(report, state="refused", failed=held.reason)
    return RecordResult(report, task, held.state)


def verify(question: Instance) -> Report:
    """Replay every certificate of a question with the independent checker, and render its prompt again.

    ``ok`` says whether all holds, ``failed`` names the first step that does not; never raises for what a
    record holds.
    """
    return check_line(encode(question)).report


Line = tuple[int, "bytes | RecordError"]  # with its number; an error where it could not be read


def _check_numbered(numbered: Line, plain: bool) -> RecordResult:
    number, line = numbered
    if isinstance(line, RecordError):
        return RecordResult(Report("?", "unreadable", line.message), line=number)
    return replace(check_line(line, plain), line=number)


@dataclass
class VerifySummary:
    """Counts by task; the checker's own ``Tally`` determines the overall result."""

    require: str = "certified"
    states: Counter[tuple[str, str]] = field(default_factory=Counter)
    claims: Counter[tuple[str, str]] = field(default_factory=Counter)
    prompts: Counter[str] = field(default_factory=Counter)
    trusted: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.tally = Tally(self.require)

    def add(self, checked: RecordResult) -> RecordResult:
        """Count one record; returned as a duplicate, or as less than required, if it is that."""
        report = checked.report
        if report.state == "holds" and checked.prompt == "loose" and REQUIREMENTS[self.require]:
            report = replace(report, state="less", failed="certwright does not render this prompt")
        report = self.tally.add(report)
        self.states[checked.task, report.state] += 1
        self.prompts[checked.prompt] += 1
        self.trusted[report.trusted] += 1
        for grade in GRADES:
            self.claims[checked.task, grade] += getattr(report, grade)
        return replace(checked, report=report)

    def print(self, file: TextIO) -> None:
        """Print records and claims by task, then how prompts were confirmed, and what was trusted."""
        tasks = sorted({task for task, _ in self.states})
        rows = [self._row(task, [task]) for task in tasks]
        rows.append(self._row("all", tasks))
        claims = [f"{grade.replace('_', '-')} claims" for grade in GRADES]
        table("", ["", "records", "hold", "less", "refused", "bad", *claims], rows, file, texts=1)
        prompts = [f"{count} {state}" for state, count in sorted(self.prompts.items()) if state and count]
        print(f"prompts: {', '.join(prompts) or 'none'}", file=file)
        for machine, count in sorted(self.trusted.items()):
            if machine:
                hint = "; --plain does without" if machine == FAST else ""
                print(f"trusted: {machine} ({count} records{hint})", file=file)

    def _row(self, name: str, tasks: list[str]) -> list[str]:
        columns = (("holds",), ("less", "open"), ("refused",), BAD)
        counted = [sum(self.states[task, state] for task in tasks for state in states) for states in columns]
        graded = [sum(self.claims[task, grade] for task in tasks) for grade in GRADES]
        return [name, *map(str, [sum(counted), *counted, *graded])]


def check_all(lines: Iterable[Line], executor: Executor, plain: bool = False) -> Iterator[RecordResult]:
    """The result of each line in order, open if interrupted; raises MachineError and EngineMissingError."""
    for outcome in executor.map(partial(_check_numbered, plain=plain), lines):
        if isinstance(outcome, Failed):
            if isinstance(outcome.error, (MachineError, EngineMissingError)):
                raise outcome.error  # that says nothing about the record
            number, line = outcome.item
            data = {} if isinstance(line, RecordError) else decode(line)
            report = Report(str(data.get("id", "?")), "open", str(outcome))
            yield RecordResult(report, f"{data.get('family')}/{data.get('task')}", line=number)
        else:
            yield outcome.value


def against_manifest(path: str) -> list[str]:
    """How a file differs from its manifest; empty if it has none, or agrees.

    The manifest of a folder of records is in it.  That of ``gen.jsonl`` is ``gen.manifest.json`` or
    ``gen.jsonl.manifest.json``; if both are missing, any in the folder that names the file.  Raises
    RecordError for a malformed one.
    """
    file = Path(path)
    if path != "-" and file.is_dir():
        stated = manifest.read(file / MANIFEST)
        return [fault for part in files_of(path) for fault in manifest.differences(stated, Path(part))]
    if path == "-" or not file.is_file():
        return []
    stem = file.name.removesuffix(".gz").removesuffix(".jsonl")
    for own in (file.with_name(f"{name}.manifest.json") for name in (stem, file.name)):
        if own.is_file():
            return manifest.differences(manifest.read(own), file)
    for manifest_file in sorted(file.parent.glob("*.manifest.json")):
        try:
            stated = manifest.read(manifest_file)
        except RecordError:
            continue
        if file.name in stated.files:
            return manifest.differences(stated, file)
    return []


Json = dict[str, Any]

SHAPES = ("its fields must be", "is no ", "no such field", "malformed record", "is not one of")
"""Words of refusals that concern only a record's shape; a refused claim is more informative."""
TRIES = 400  # how many variants are tried until one is refused because of its content


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
    """The rule of a kind of certificate and why it is sound, from its docstring; empty if unknown."""
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
