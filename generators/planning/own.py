"""A folder of somebody's own as a planning domain.

The folder holds one domain (``domain.pddl``, or the only file that defines one), and either problem files, in
it or in folders below it, or a Python file with the ``MAKER`` of problems (see ``maker``).  ``wording.toml``
says the domain in words; without it questions show the PDDL.  Records bring domain and wording along, so
nothing but the making of questions needs the folder.

The Python file is run, so it is only ever taken from a folder that the caller names; a recipe keeps the place
and the sha256 of what was read, and a worker that finds other content refuses it.  What it raises, or
proposes against its own domain, becomes a RecordError that names the innermost line of it that was running.
LimitError passes: it means, as everywhere, that a drawing led to nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from importlib.util import module_from_spec, spec_from_file_location
from itertools import pairwise
from pathlib import Path
from traceback import walk_tb
from types import FunctionType
from typing import Any

from ...domains.planning.grounding import ground
from ...domains.planning.pddl import parse_domain, parse_problem
from ...domains.planning.tree import Domain, Problem
from ...domains.planning.wording import Wording
from ...domains.planning.wording_draft import UNREAD
from ...domains.planning.wording_load import load
from ...domains.planning.wording_text import clip
from ...instances.errors import CertwrightError, EngineMissingError, LimitError, MachineError, RecordError
from ...instances.formats.pddl import FILE_BYTES, domain_file, domain_key, problem_files, read_text
from ...instances.lines import files_digest
from ..rng import Rng
from .maker import MOST_APPLICABLE, Maker, read_back

LEVELS = 5
WORDING = "wording.toml"
GROUNDED = 200_000  # rows that the grounding of a problem file may need


@dataclass(frozen=True)
class Folder:
    """What a recipe keeps of a folder."""

    key: str  # what records call its domain: the name in the PDDL, made safe
    path: str
    digest: str  # the sha256 of what was read there

    @property
    def maker(self) -> Maker:
        """The maker of its problems."""
        return _opened(self.path, self.digest)[0]

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences on what the folder cannot give."""
        return _opened(self.path, self.digest)[1]


def open_folder(path: str | Path) -> Folder:
    """Read a folder; RecordError, WorldError or UnsupportedError name the file that is at fault."""
    folder = Path(path).resolve()
    if not folder.is_dir():
        raise RecordError("no folder of this name", file=str(path))
    digest = _digest(folder)
    return Folder(_opened(str(folder), digest)[0].domain, str(folder), digest)


def draw_each_level(folder: Folder) -> None:
    """Draw one problem a level, as a set would; files were read already. RecordError for a fault of the maker
    or a problem that the wording cannot say, LimitError for a level of which no problem is usable."""
    maker = folder.maker
    for level in maker.levels:
        problem = maker.problem(Rng(folder.key, level), level)
        _, fault = size(problem, own_wording(Path(folder.path), problem.domain))
        if fault:
            raise RecordError(f"level {level}: {fault}", file=folder.path)


def own_wording(folder: Path, domain: Domain) -> Wording | None:
    """The wording of a folder, None where it has none; RecordError for a faulty one."""
    file = folder / WORDING
    return load(read_text(file), domain, file=str(file)) if file.is_file() else None


def _maker_file(folder: Path) -> Path | None:
    """The only Python file of a folder in which a line begins with ``MAKER = ``."""
    files = [file for file in sorted(folder.glob("*.py")) if "\nMAKER = " in "\n" + read_text(file)]
    if len(files) > 1:
        raise RecordError(f"{files[0].name} and {files[1].name} both offer a MAKER", file=str(folder))
    return files[0] if files else None


def _digest(folder: Path) -> str:
    maker = _maker_file(folder)
    files = [domain_file(folder), *([maker] if maker else problem_files(folder))]
    files += [folder / WORDING] if (folder / WORDING).is_file() else []
    return files_digest(files, folder, FILE_BYTES)


@lru_cache(16)
def _opened(path: str, digest: str) -> tuple[Maker, tuple[str, ...]]:
    """The maker of the problems of a folder, and sentences on what it cannot give."""
    folder = Path(path)
    if _digest(folder) != digest:
        raise RecordError("its files have changed since it was opened: start over", file=path)
    file = domain_file(folder)
    text = read_text(file)
    domain, key = parse_domain(text, file=str(file)), domain_key(text)
    wording = own_wording(folder, domain)
    script = _maker_file(folder)
    maker, notes = (maker_of(script, key), []) if script else _files(folder, key, domain, wording)
    wording_text = read_text(folder / WORDING) if wording else ""
    if wording_text.startswith(UNREAD):
        notes.append(f"{folder / WORDING}: a draft that nobody has read, as its first line says")
    return replace(maker, own={"kind": "pddl", "domain": text, "wording": wording_text}), tuple(notes)


def _files(folder: Path, key: str, domain: Domain, wording: Wording | None) -> tuple[Maker, list[str]]:
    """The problem files by level: in the order of their size, as many at each level as at the others."""
    sized, notes = [], []
    for file in problem_files(folder):
        problem = parse_problem(read_text(file), domain, file=str(file))
        extent, fault = size(problem, wording)
        if fault:
            notes.append(f"{file}: {fault}; no question is made of it")
        else:
            sized.append((extent, str(file), problem))
    if not sized:
        lack = "no problem file here, and no Python file with MAKER" if not notes else "; ".join(notes)
        raise RecordError(lack, file=str(folder))
    sized.sort(key=lambda entry: entry[:2])
    starts = [level * len(sized) // LEVELS for level in range(LEVELS + 1)]
    shares = [sized[start : max(end, start + 1)] for start, end in pairwise(starts)]
    if len(sized) < LEVELS:
        what = "the only problem file serves" if len(sized) == 1 else f"{len(sized)} problem files serve"
        notes.append(
            f"{folder}: {what} all {LEVELS} levels, so not every level differs from the next; "
            f"{LEVELS} files of different size make them differ"
        )
    return Maker(key, files=tuple(tuple(problem for *_, problem in share) for share in shares)), notes


def maker_of(script: Path, key: str) -> Maker:
    """The ``MAKER`` of a Python file, which is run, for the domain ``key``; RecordError where it fails."""
    spec = spec_from_file_location(f"certwright_own_{key.replace('-', '_')}", script)
    if spec is None or spec.loader is None:
        raise RecordError("cannot be read as Python", file=str(script))
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise _blamed(error, script, None) from error
    made = getattr(module, "MAKER", None)
    if not isinstance(made, Maker):
        raise RecordError(f"MAKER is no Maker but {type(made).__name__}", file=str(script))
    if made.domain != key:
        raise RecordError(f"MAKER is for {made.domain!r}, the domain here is {key!r}", file=str(script))
    return replace(
        made,
        propose=partial(_called, script, made.propose, _proposal),
        objects=partial(_called, script, made.objects, _count),
        adapt={task: partial(_called, script, adapt, _proposal) for task, adapt in made.adapt.items()},
    )


def _called(script: Path, function: Callable[..., Any], checked: Callable[[Any], Any], *given: Any) -> Any:
    """What a function of the file returns, checked; RecordError with the place in the file otherwise."""
    try:
        return checked(function(*given))
    except (LimitError, MachineError, EngineMissingError, MemoryError):
        raise
    except Exception as error:
        if isinstance(error, CertwrightError) and getattr(error, "file", None) is not None:
            raise
        raise _blamed(error, script, function) from error


def _proposal(problem: object) -> Problem | None:
    """A proposal of a maker; RecordError for one that is no problem of its domain."""
    if problem is None:
        return None
    if not isinstance(problem, Problem):
        raise RecordError(f"a problem or None is wanted, not {type(problem).__name__}")
    read_back(problem)
    return problem


def _count(number: object) -> int:
    if not isinstance(number, int):
        raise RecordError(f"a number of objects is wanted, not {type(number).__name__}")
    return number


def _blamed(error: Exception, script: Path, function: Callable[..., Any] | None) -> RecordError:
    """The fault with the line of the file that was running, or else with that of the function called."""
    line = error.lineno if isinstance(error, SyntaxError) and error.filename == str(script) else None
    if line is None and isinstance(function, FunctionType) and function.__code__.co_filename == str(script):
        line = function.__code__.co_firstlineno
    for frame, number in walk_tb(error.__traceback__):
        line = number if frame.f_code.co_filename == str(script) else line
    if isinstance(error, RecordError):
        return RecordError(error.message, file=str(script), line=line, field=error.field)
    said = str(error) if isinstance(error, CertwrightError) else f"{type(error).__name__}: {error}"
    return RecordError(clip(said, 200), file=str(script), line=line)


def size(problem: Problem, wording: Wording | None) -> tuple[tuple[int, int, int], str]:
    """How large a problem is (objects, facts, operators), and why no question can be made of it."""
    try:
        task = ground(problem, limit=GROUNDED)
    except LimitError as error:
        return (0, 0, 0), error.args[0]
    many, fault = sum(1 for _ in task.applicable(task.init)), ""
    if not task.operators:
        fault = "no action can ever be applied"
    elif many > MOST_APPLICABLE:
        fault = f"{many} actions are applicable at once, questions have at most {MOST_APPLICABLE}"
    elif wording is not None:
        try:
            wording.context(problem, lambda key, options: 0)
            wording.goal(problem, lambda key, options: 0)
        except CertwrightError as error:
            fault = f"{WORDING} cannot say it: {error}"
    return (len(problem.objects), len(task.facts), len(task.operators)), fault
