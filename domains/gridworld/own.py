"""A grid world of somebody's own: a file, or a folder like those that come with the package.

A world needs its program alone (``NAME.sexp``, or ``program.sexp`` in a folder).  Files ``changed_N.sexp``
beside it are the world with a rule changed; ``about.toml`` may say anything that `catalog.About` has, and
nothing of it must be said.  Records bring the program along, so nothing but the making of questions needs
the files.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import msgspec

from ...instances.errors import AutumnError, RecordError
from ...instances.lines import files_digest, read_bytes
from ...instances.outputs import write_within
from . import catalog
from .catalog import Change, World
from .parser import MAX_CHARACTERS
from .program import read_program

PROGRAM, ABOUT = "program.sexp", "about.toml"


@dataclass(frozen=True)
class OwnWorld:
    """What a recipe keeps of a world's files."""

    key: str
    path: str
    digest: str

    @property
    def world(self) -> World:
        """The world; RecordError when its files have changed since it was opened."""
        return _opened(self.path, self.digest)

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences on what the files cannot give."""
        if self.world.changed:
            return ()
        where = "its folder" if Path(self.path).is_dir() else f"a folder, with this file as {PROGRAM}"
        return (f"{self.key}: no questions about changes; they need a changed_1.sexp in {where}",)


def open_world(path: str | Path) -> OwnWorld:
    """Read a world; RecordError or AutumnError name the file that is at fault, and the place in it."""
    place = Path(path).resolve()
    digest = _digest(place)
    key = _key(place)
    if key in catalog.worlds():
        raise RecordError(f"{key!r} is a world that comes along: give yours another name", file=str(path))
    _opened(str(place), digest)
    return OwnWorld(key, str(place), digest)


def _key(place: Path) -> str:
    """What records call a world: the name of its folder or file, made safe."""
    return re.sub(r"[^a-z0-9_]+", "_", (place if place.is_dir() else place.with_suffix("")).name.lower())


def _files(place: Path) -> list[Path]:
    if not place.is_dir():
        return [place]
    if not (place / PROGRAM).is_file():
        raise RecordError(f"holds no {PROGRAM}; 'certwright autumn new NAME' writes one", file=str(place))
    about = [place / ABOUT] if (place / ABOUT).is_file() else []
    numbered = sorted(place.glob("changed_*.sexp"), key=lambda file: (len(file.name), file.name))
    return [place / PROGRAM, *numbered, *about]


def _digest(place: Path) -> str:
    return files_digest(_files(place), place if place.is_dir() else place.parent, 4 * MAX_CHARACTERS)


def example(title: str) -> dict[str, str]:
    """The files, by name, of a small, complete world to be changed: ``certwright autumn new`` writes them."""
    files = sorted((Path(__file__).parent / "example").iterdir())
    return {file.name: file.read_text(encoding="utf-8").replace("TITLE", title) for file in files}


def write_example(folder: Path) -> None:
    """Write it into a folder that is not there yet; RecordError otherwise, or for a strange name."""
    if folder.exists():
        raise RecordError("exists already; name a new folder", file=str(folder))
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]{0,60}", folder.name):
        raise RecordError("a world is named by letters, digits, _ and -", file=str(folder))
    for name, text in example(folder.name.replace("_", " ").capitalize()).items():
        write_within(folder, name, text)


@lru_cache(32)
def _opened(path: str, digest: str) -> World:
    place = Path(path)
    if _digest(place) != digest:
        raise RecordError("its files have changed since it was opened: start over", file=path)
    texts = {file.name: _text(file) for file in _files(place)}
    said = catalog.read_about(texts.pop(ABOUT, ""), str(place / ABOUT))
    program = texts.pop(PROGRAM if place.is_dir() else place.name)
    base = read_program(program, file=str(place / PROGRAM if place.is_dir() else place))
    for name, text in texts.items():
        if read_program(text, file=str(place / name)).grid_size != base.grid_size:
            raise AutumnError("the grid of a changed world has the size of the world", file=str(place / name))
    rows = {row.file: row for row in said.changes}
    if missing := sorted(set(rows) - set(texts)):
        raise RecordError(f"{missing[0]!r} is not there", file=str(place / ABOUT), field="changes")
    changes = tuple(rows.get(name, Change(name)) for name in texts)
    about = msgspec.structs.replace(said, title=said.title or _key(place), changes=changes)
    return World(_key(place), program, tuple(texts.values()), about)


def _text(file: Path) -> str:
    try:
        return read_bytes(file, 4 * MAX_CHARACTERS).decode()
    except UnicodeDecodeError as error:
        raise AutumnError(f"invalid UTF-8 (byte {error.start})", file=str(file)) from None
