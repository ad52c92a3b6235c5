"""PDDL files as worlds, and worlds as PDDL files.

Which file is a domain and which a problem is told by its first words, ``(define (domain`` or ``(define
(problem``, not by its name; a problem belongs to the domain file that its ``(:domain name)`` names, and among
several of that name to the one called like it (``p01-domain.pddl`` for ``p01.pddl`` or ``p01-problem.pddl``).
The text is kept as it stands; the reader of the planning domains judges it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..canonical import seal
from ..errors import LimitError, NameUnknownError, RecordError
from ..lines import read_bytes
from ..names import domain_of_pddl, tasks
from ..names import task as task_named
from ..outputs import write_whole
from ..places import PACKAGE
from ..records import Instance, Json, Prompt, Source
from . import Format
from .wording import answer_format

FORMAT = "pddl"
FILE_BYTES = 64 * 2**20
SUFFIXES = (".pddl", ".pddl.gz")
_HEAD = re.compile(r"\(\s*define\s*\(\s*(domain|problem)\s+([^\s()]+)\s*\)", re.IGNORECASE)
_OWN_DOMAIN = re.compile(r"\(\s*:domain\s+([^\s()]+)\s*\)", re.IGNORECASE)
_COMMENT = re.compile(r";[^\n]*")


def world_of(domain: str | Path, problem: str | Path) -> Json:
    """The world of a domain file and a problem file; RecordError when either cannot be read as text."""
    return {"kind": "pddl", "domain": _text(Path(domain)), "problem": _text(Path(problem))}


def read_worlds(path: str | Path) -> Iterator[tuple[str, Json] | RecordError]:
    """(problem file name, world) of each problem in a folder, or of a single problem file.

    Domain files are looked for in the same folder and, for want of one there, in the folder above it.
    """
    place = Path(path)
    folder = place if place.is_dir() else place.parent
    problems = _files(folder) if place.is_dir() else [place]
    domains = _domains(folder) or _domains(folder.parent)
    found = False
    for file in problems:
        try:
            text = _text(file)
            head = _HEAD.search(_COMMENT.sub("", text))
            if head is not None and head.group(1).lower() == "domain":
                continue
            found = True
            yield file.name, {"kind": "pddl", "domain": _matching(file, text, domains), "problem": text}
        except (RecordError, LimitError) as error:
            found = True
            yield RecordError(getattr(error, "message", str(error)), file=str(file))
    if not found:
        yield RecordError("no PDDL problem here", file=str(place))


def read(path: str | Path) -> Iterator[Instance | RecordError]:
    """For each world the questions that need nothing but a world, in our wording, the PDDL as context."""
    for item in read_worlds(path):
        if isinstance(item, RecordError):
            yield item
            continue
        name, world = item
        for task in (row.key for row in tasks("planning").values() if row.question):
            yield seal(
                Instance(
                    id="",
                    family="planning",
                    task=task,
                    form="gen",
                    domain=domain_key(world["domain"]),
                    world=world,
                    query={},
                    prompt=prompt(task, world),
                    source=Source(format=FORMAT, key=f"{FORMAT}:gen/{task}/{name}", file=name),
                )
            )


def prompt(task: str, world: Json) -> Prompt:
    """What is shown of a question that needs nothing but a world; NameUnknownError for another task."""
    return Prompt(
        question=task_named(task, "planning").question,
        context=f"{world['domain'].strip()}\n\n{world['problem'].strip()}",
        answer_format=answer_format(task, "gen"),
    )


def write(instances: Iterable[Instance | RecordError], folder: str | Path) -> list[RecordError]:
    """Write each different world as ``NAME-domain.pddl`` and ``NAME-problem.pddl``, NAME from the first id.

    Returns the errors put in and one for each instance without a PDDL world.
    """
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    refused, seen = [], set()
    for instance in instances:
        if isinstance(instance, RecordError):
            refused.append(instance)
        elif instance.world.get("kind") != "pddl":
            refused.append(RecordError("instance has no PDDL world", file=instance.id, field="world"))
        else:
            pair = (instance.world["domain"], instance.world["problem"])
            if pair not in seen:
                seen.add(pair)
                name = instance.id.replace("/", "-")
                write_whole(target / f"{name}-domain.pddl", pair[0])
                write_whole(target / f"{name}-problem.pddl", pair[1])
    return refused


def domain_key(text: str) -> str:
    """Our key of the domain that PDDL text defines; for one that no table knows its name made safe.

    Raises RecordError when the text defines no domain.

    >>> domain_key("(define (domain Floor-Tile))"), domain_key("(define (domain My.Own))")
    ('floortile', 'my-own')
    """
    match = _HEAD.search(_COMMENT.sub("", text))
    if match is None or match.group(1).lower() != "domain":
        raise RecordError("no (define (domain ...) in the text", field="domain")
    try:
        return domain_of_pddl(match.group(2)).key
    except NameUnknownError:
        return re.sub(r"[^a-z0-9_-]+", "-", match.group(2).lower())[:64]


def _files(folder: Path) -> list[Path]:
    files = folder.iterdir() if folder.is_dir() else ()
    return sorted(file for file in files if file.name.endswith(SUFFIXES))


def _text(file: Path) -> str:
    try:
        return read_bytes(file, FILE_BYTES).decode()
    except UnicodeDecodeError as error:
        raise RecordError(f"invalid UTF-8 (byte {error.start})", file=str(file)) from None


def _stem(file: str) -> str:
    """What a file is called, without suffixes and the words domain and problem."""
    return re.sub(r"domain|problem|[-_.]", "", file.lower().split(".pddl")[0])


Domains = dict[str, dict[str, str]]
"""By the name that they define: the stems and texts of domain files."""


def _domains(folder: Path) -> Domains:
    found: Domains = {}
    for file in _files(folder):
        try:
            text = _text(file)
        except (RecordError, LimitError):
            continue
        match = _HEAD.search(_COMMENT.sub("", text))
        if match and match.group(1).lower() == "domain":
            found.setdefault(match.group(2).lower(), {})[_stem(file.name)] = text
    return found


def _matching(file: Path, problem: str, domains: Domains) -> str:
    """The domain text that a problem asks for."""
    match = _OWN_DOMAIN.search(_COMMENT.sub("", problem))
    if match is None:
        raise RecordError("no (:domain ...) in the problem", field=":domain")
    texts = domains.get(match.group(1).lower(), {})
    if _stem(file.name) in texts:
        return texts[_stem(file.name)]
    different = sorted(set(texts.values()))
    if len(different) != 1:
        many = f"{len(different)} different domain files define" if different else "no domain file defines"
        raise RecordError(f"{many} {match.group(1)!r}", field=":domain")
    return different[0]


ROW = Format(
    FORMAT,
    "PDDL domain and problem files",
    read=read,
    write=write,
    formal=f"{PACKAGE}.verifiers.planning.questions:formal_query",
)
