"""PDDL files as worlds, and worlds as PDDL files.

Which file is a domain and which a problem is told by its first words, ``(define (domain`` or ``(define
(problem``, not by its name; a problem belongs to the domain file that its ``(:domain name)`` names, and among
several of that name to the one called like it (``p01-domain.pddl`` for ``p01.pddl`` or ``p01-problem.pddl``).
The text is kept as it stands; the reader of the planning domains judges it.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from .. import lines
from ..canonical import seal
from ..errors import LimitError, NameUnknownError, RecordError
from ..names import answer_format, domain_of_pddl, tasks
from ..names import task as task_named
from ..places import PACKAGE
from ..records import Instance, Json, Prompt, Source
from . import Format, write_worlds

FORMAT = "pddl"
FILE_BYTES = 64 * 2**20
SUFFIXES = (".pddl", ".pddl.gz")
_HEAD = re.compile(r"\(\s*define\s*\(\s*(domain|problem)\s+([^\s()]+)\s*\)", re.IGNORECASE)
_OWN_DOMAIN = re.compile(r"\(\s*:domain\s+([^\s()]+)\s*\)", re.IGNORECASE)
_COMMENT = re.compile(r";[^\n]*")


@dataclass(frozen=True)
class Pair:
    """A problem file with the domain file that it belongs to."""

    name: str  # the path of the problem from the folder on that was read
    problem: Path
    domain: Path
    world: Json


def read_pairs(path: str | Path) -> Iterator[Pair | RecordError]:
    """Each problem of a folder (or one file) with its domain, from beside it, above it or ``domains``."""
    place = Path(path)
    folder = place if place.is_dir() else place.parent
    any_pair, near = False, dict[Path, Domains]()
    for file in pddl_files(folder) if place.is_dir() else [place]:
        try:
            text = read_text(file)
            if defines(text)[0] == "domain":
                continue
            any_pair = True
            if file.parent not in near:
                places = (file.parent, file.parent.parent, file.parent.parent / "domains")
                near[file.parent] = next(filter(None, map(_domains, places)), {})
            domain, domain_text = _matching(file, text, near[file.parent])
            world = {"kind": "pddl", "domain": domain_text, "problem": text}
            yield Pair(file.relative_to(folder).as_posix(), file, domain, world)
        except (RecordError, LimitError) as error:
            any_pair = True
            yield RecordError(getattr(error, "message", str(error)), file=str(file))
    if not any_pair:
        yield RecordError("no PDDL problem here", file=str(place))


def initial(pair: Pair) -> Iterator[Instance]:
    """The questions about the initial state that need nothing but a world, with the PDDL as context."""
    for task in (row.key for row in tasks("planning").values() if row.question):
        yield seal(
            Instance(
                id="",
                family="planning",
                task=task,
                form="gen",
                domain=domain_key(pair.world["domain"]),
                world=pair.world,
                query={},
                prompt=prompt(task, pair.world),
                source=source(pair, task, "gen"),
            )
        )


def source(pair: Pair, task: str, form: str, state: str = "") -> Source:
    """Where a question of a pair comes from; ``state`` tells those about one problem apart."""
    return Source(format=FORMAT, key=f"{FORMAT}:{form}/{task}/{pair.name}{state}", file=pair.name)


def prompt(task: str, world: Json) -> Prompt:
    """What is shown of a question that needs nothing but a world; NameUnknownError for another task."""
    return Prompt(
        question=task_named(task, "planning").question,
        context=f"{world['domain'].strip()}\n\n{world['problem'].strip()}",
        answer_format=answer_format(task, "gen"),
    )


def write(instances: Iterable[Instance | RecordError], folder: str | Path) -> list[RecordError]:
    """Write each different world as ``NAME-domain.pddl`` and ``NAME-problem.pddl``, as ``write_worlds``."""
    suffixes = {"-domain.pddl": "domain", "-problem.pddl": "problem"}
    return write_worlds(instances, folder, "pddl", suffixes)


def domain_key(text: str) -> str:
    """Our key of the domain that PDDL text defines; for one that no table knows its name made safe.

    Raises RecordError when the text defines no domain.

    >>> domain_key("(define (domain Floor-Tile))"), domain_key("(define (domain My.Own))")
    ('floortile', 'my-own')
    """
    kind, name = defines(text)
    if kind != "domain":
        raise RecordError("no (define (domain ...) in the text", field="domain")
    try:
        return domain_of_pddl(name).key
    except NameUnknownError:
        return re.sub(r"[^a-z0-9_-]+", "-", name)[:64]


def pddl_files(folder: Path) -> list[Path]:
    """The PDDL files of a folder and of the folders below it, in name order; hidden ones left out."""
    return lines.files_below(folder, SUFFIXES)


def defines(text: str) -> tuple[str, str]:
    r"""What PDDL text defines: ``domain`` or ``problem``, and its name; empty texts where it is neither.

    >>> defines("; blocks\n(define (Problem P1) ...")
    ('problem', 'p1')
    """
    match = _HEAD.search(_COMMENT.sub("", text))
    return ("", "") if match is None else (match.group(1).lower(), match.group(2).lower())


def domain_file(folder: Path) -> Path:
    """The file that defines the domain of a folder; RecordError when there is none, or more than one."""
    if (folder / "domain.pddl").is_file():
        return folder / "domain.pddl"
    domain_files = [file for file in pddl_files(folder) if file.parent == folder and _kind(file) == "domain"]
    if len(domain_files) == 1:
        return domain_files[0]
    if not domain_files:
        raise RecordError("no file here defines a domain: write domain.pddl", file=str(folder))
    many = f"{len(domain_files)} files define a domain ({', '.join(file.name for file in domain_files[:5])})"
    raise RecordError(f"{many}: name one of them domain.pddl", file=str(folder))


def problem_files(folder: Path) -> list[Path]:
    """The files of a folder, and of those below it, that define problems, in name order."""
    return [file for file in pddl_files(folder) if _kind(file) == "problem"]


def _kind(file: Path) -> str:
    return defines(read_text(file))[0]


def read_text(file: Path) -> str:
    """A file as text; RecordError when it is not UTF-8, LimitError when it is too large."""
    return lines.read_text(file, FILE_BYTES)


def _stem(file: str) -> str:
    """What a file is called, without suffixes and the words domain, problem and instance."""
    return re.sub(r"domain|problem|instance|[-_.]", "", file.lower().split(".pddl")[0])


Domains = dict[str, dict[str, tuple[Path, str]]]
"""By the name that they define and by their stems: domain files with their texts."""


def _domains(folder: Path) -> Domains:
    domains: Domains = {}
    for file in sorted(folder.iterdir()) if folder.is_dir() else ():
        if not file.name.endswith(SUFFIXES):
            continue
        try:
            text = read_text(file)
        except (RecordError, LimitError):
            continue
        kind, name = defines(text)
        if kind == "domain":
            domains.setdefault(name, {})[_stem(file.name)] = file, text
    return domains


def _matching(file: Path, problem: str, domains: Domains) -> tuple[Path, str]:
    match = _OWN_DOMAIN.search(_COMMENT.sub("", problem))
    if match is None:
        raise RecordError("no (:domain ...) in the problem", field=":domain")
    files = domains.get(match.group(1).lower(), {})
    if _stem(file.name) in files:
        return files[_stem(file.name)]
    different = {text: (place, text) for place, text in sorted(files.values(), reverse=True)}
    if len(different) != 1:
        many = f"{len(different)} different domain files define" if different else "no domain file defines"
        raise RecordError(f"{many} {match.group(1)!r}", field=":domain")
    return next(iter(different.values()))


ROW = Format(
    FORMAT,
    "PDDL domain and problem files",
    read=f"{PACKAGE}.generators.planning.imports:read",
    write=write,
    formal=f"{PACKAGE}.verifiers.planning.questions:formal_query",
    sampled=True,
)
