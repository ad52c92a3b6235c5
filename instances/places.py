"""Discovery by file: tasks, question makers, domains, engines, formats, worlds, certificates.

Each kind has one place in this package, and every file (or folder) in that place is an item of the kind; no
table lists them.  Another distribution adds items by an entry point in the group ``certwright.KIND``; its
value is a package with files in the same places (``toy/verifiers/planning/count.py`` like
``certwright/verifiers/planning/land.py``).  Of two files with the same name, ours is used.

>>> "ferry" in folders("domains", "domains", "planning", holding="domain.pddl")
True
>>> modules("formats", "instances", "formats")["hoa"].rpartition(".")[2]
'hoa'
"""

import hashlib
import json
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

import msgspec

from .errors import EngineMissingError, PluginError
from .faults import at_fault, place_of, plugin_fault, plugin_of, remember_place

T = TypeVar("T")

ROOT = Path(__file__).resolve().parent.parent
FLOORS = ("instances", "domains", "verifiers", "generators", "scripts")
PACKAGE = __name__.rpartition(".instances.")[0]


@cache
def roots(kind: str) -> tuple[tuple[str, Path], ...]:
    """The packages that hold items of a kind, with folders, ours first; EngineMissingError for no package."""
    places = [(PACKAGE, ROOT)]
    for package in sorted({entry.value for entry in entry_points(group=f"certwright.{kind}")}):
        spec = find_spec(package)
        if spec is None or not spec.submodule_search_locations:
            raise EngineMissingError(
                f"the entry point certwright.{kind} names {package!r}, which is no package"
            )
        places += [(package, Path(place)) for place in spec.submodule_search_locations]
    return tuple(places)


@cache
def modules(kind: str, *place: str, marker: str = "") -> dict[str, str]:
    """The modules in a place by file name, sorted; with ``marker``, only files in which a line begins so."""
    named: dict[str, str] = {}
    for package, folder in roots(kind):
        for file in sorted(folder.joinpath(*place).glob("*.py")):
            if not file.stem.startswith("_") and f"\n{marker}".encode() in b"\n" + file.read_bytes():
                named.setdefault(file.stem, ".".join((package, *place, file.stem)))
    return dict(sorted(named.items()))


@cache
def folders(kind: str, *place: str, holding: str) -> dict[str, Path]:
    """The folders in a place that hold a file of that name, by folder name, sorted."""
    return {name: folder for name, (_, folder) in _folders(kind, place, holding).items()}


@cache
def beside(kind: str, *place: str, file: str) -> dict[str, str]:
    """The modules of that name in the folders of a place, by folder name, sorted."""
    rows = _folders(kind, place, f"{file}.py").items()
    return {name: ".".join((package, *place, name, file)) for name, (package, _) in rows}


def _folders(kind: str, place: tuple[str, ...], file: str) -> dict[str, tuple[str, Path]]:
    """The folders in a place that hold a file, with their packages."""
    named: dict[str, tuple[str, Path]] = {}
    for package, root in roots(kind):
        for path in root.joinpath(*place).glob(f"*/{file}"):
            named.setdefault(path.parent.name, (package, path.parent))
    return dict(sorted(named.items()))


def table_beside(file: str, kind: type[T]) -> T:
    """The TOML file beside a module, of the same name, as a value of a type."""
    return msgspec.toml.decode(Path(file).with_suffix(".toml").read_bytes(), type=kind)


def load(module: str, attribute: str, kind: type[T]) -> T:
    """What a module calls by a name; PluginError where another package has no such thing in its module."""
    try:
        value = getattr(import_module(module), attribute)
    except Exception as error:
        line = error.lineno if isinstance(error, SyntaxError) and error.lineno else 1
        if plugin_of(place_of(error)) is None:  # it never got as far as to run
            remember_place(error, f"{module}:{line}")
        if (fault := plugin_fault(error)) is None:
            raise
        raise fault from error
    if not isinstance(value, kind):
        said = f"{attribute} of {module} is no {kind.__name__} but of the type {type(value).__name__}"
        raise PluginError(at_fault(module, said))
    return value


@cache
def tree_hash() -> str:
    """A sha256 over paths and contents of the package's own files, in place of a commit; 64 hex digits."""
    files = [ROOT / "__init__.py"]
    for file in (file for floor in FLOORS for file in (ROOT / floor).rglob("*")):
        hidden = any(part.startswith((".", "__pycache__")) for part in file.parts)
        if file.is_file() and file.suffix != ".pyc" and not hidden:
            files.append(file)
    listed = sorted([file.relative_to(ROOT).as_posix(), _sha256(file.read_bytes())] for file in files)
    return _sha256(json.dumps(listed, separators=(",", ":")).encode())


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
