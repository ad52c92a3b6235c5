"""A grid world of somebody's own: a file, or a folder like those that come with the package.

A world needs its program alone (``NAME.sexp``, or ``program.sexp`` in a folder).  Files ``changed_N.sexp``
beside it are the world with a rule changed; ``about.toml`` may say anything that `catalog.About` has, and
nothing of it must be said.  Records bring the program along, so nothing but the making of questions needs
the files.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import msgspec

from ...instances import toml
from ...instances.errors import AutumnError, RecordError
from ...instances.lines import files_digest, read_bytes
from . import catalog
from .catalog import About, Change, World
from .parser import MAX_CHARACTERS
from .program import read_program

PROGRAM, ABOUT = "program.sexp", "about.toml"


@dataclass(frozen=True)
class OwnWorld:
    """What a recipe keeps of a world's files."""

    key: str
    path: str
    digest: str
    """The sha256 of what was read."""

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
    """The program, the changed programs, and what is said of them."""
    if not place.is_dir():
        return [place]
    if not (place / PROGRAM).is_file():
        raise RecordError(f"holds no {PROGRAM}; 'certwright autumn new NAME' writes one", file=str(place))
    about = [place / ABOUT] if (place / ABOUT).is_file() else []
    numbered = sorted(place.glob("changed_*.sexp"), key=lambda file: (len(file.name), file.name))
    return [place / PROGRAM, *numbered, *about]


def _digest(place: Path) -> str:
    return files_digest(_files(place), place if place.is_dir() else place.parent, 4 * MAX_CHARACTERS)


@lru_cache(32)
def _opened(path: str, digest: str) -> World:
    place = Path(path)
    if _digest(place) != digest:
        raise RecordError("its files have changed since it was opened: start over", file=path)
    texts = {file.name: _text(file) for file in _files(place)}
    said = _about(place / ABOUT, texts.pop(ABOUT, ""))
    program = texts.pop(PROGRAM if place.is_dir() else place.name)
    base = read_program(program, file=str(place / PROGRAM if place.is_dir() else place))
    for name, text in texts.items():
        if read_program(text, file=str(place / name)).grid_size != base.grid_size:
            raise AutumnError("the grid of a changed world has the size of the world", file=str(place / name))
    rows = {row.file: row for row in said.changes}
    if missing := sorted(set(rows) - set(texts)):
        raise RecordError(f"{missing[0]!r} is not there", file=str(place / ABOUT), field="changes")
    about = msgspec.structs.replace(
        said,
        title=said.title or _key(place),
        changes=tuple(rows.get(name, Change(name)) for name in texts),
    )
    return World(_key(place), program, tuple(texts.values()), about)


def _about(file: Path, text: str) -> About:
    try:
        return msgspec.convert(toml.loads(text), About)
    except (ValueError, RecursionError, msgspec.ValidationError) as error:
        raise RecordError(str(error), file=str(file)) from None


def _text(file: Path) -> str:
    try:
        return read_bytes(file, 4 * MAX_CHARACTERS).decode()
    except UnicodeDecodeError as error:
        raise AutumnError(f"invalid UTF-8 (byte {error.start})", file=str(file)) from None
