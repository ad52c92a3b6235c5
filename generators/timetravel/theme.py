"""Themes of somebody's own: a scenario file like those that come with the package, read and linted.

A theme is a TOML file, or a folder with ``theme.toml``.  It has what ours have (see `scenario`): a sentence
for every fact, action and rule, a pool of names for every kind of object, and words in place of the plain
ones.  What would make a level wrong or unreadable is refused with its place in the file; what makes it
merely poorer (a short pool, a word that nothing uses) is a note.
"""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ...instances.errors import RecordError
from ...instances.lines import read_bytes
from . import scenario as ours
from .render import POST
from .scenario import KEPT, Scenario, read, scenarios
from .wanted import MAX_CHARACTERS, MAX_EPOCHS

FILE = "theme.toml"
FILE_BYTES = 1 << 20
TABLES = ("story", "names", "facts", "actions", "rules")  # the tables that have the same keys in every theme
_NAME = re.compile(r"[a-z][a-z0-9-]{0,40}")
_BRACES = re.compile(r"\{([^{}]*)\}")
Finding = tuple[str, str]  # a field of the file, and what is to be said of it


@dataclass(frozen=True)
class OwnTheme:
    """What a recipe keeps of a theme."""

    key: str  # what records call it: its title in small letters, which is also the name of its PDDL domain
    path: str
    digest: str

    @property
    def scenario(self) -> Scenario:
        """The theme; RecordError when its file has changed since it was opened."""
        return _opened(self.path, self.digest)

    @property
    def notes(self) -> tuple[str, ...]:
        """What is poorer than it could be."""
        return tuple(f"{self.key}: {field}: {said}" for field, said in notes(self.scenario))


def open_theme(path: str | Path) -> OwnTheme:
    """Read a theme; RecordError names file, field and mend of the first thing that is wrong."""
    file = theme_file(path)
    digest = hashlib.sha256(read_bytes(file, FILE_BYTES)).hexdigest()
    theme = _opened(str(file.resolve()), digest)
    return OwnTheme(theme.title.lower(), str(file.resolve()), digest)


def theme_file(path: str | Path) -> Path:
    """The file of a theme; RecordError for a folder without one."""
    place = Path(path)
    if place.is_dir() and not (place / FILE).is_file():
        raise RecordError(f"holds no {FILE}; 'certwright timetravel new NAME' writes one", file=str(path))
    return place / FILE if place.is_dir() else place


@lru_cache(16)
def _opened(path: str, digest: str) -> Scenario:
    content = read_bytes(path, FILE_BYTES)
    if hashlib.sha256(content).hexdigest() != digest:
        raise RecordError("has changed since it was opened: start over", file=path)
    theme = read(content, path)
    for field, said in faults(theme):
        raise RecordError(said, file=path, field=field)
    return theme


def lint(path: str | Path) -> tuple[list[Finding], list[Finding]]:
    """All faults and all notes of a theme; RecordError when the file cannot be read at all."""
    file = theme_file(path)
    theme = read(read_bytes(file, FILE_BYTES), str(file))
    return list(faults(theme)), list(notes(theme))


def faults(theme: Scenario) -> Iterator[Finding]:
    """What would make levels of a theme wrong or unreadable."""
    pattern = ours.scenario(scenarios()[0])
    if not _NAME.fullmatch(theme.title.lower()):
        yield "title", "a title is letters, digits and -, beginning with a letter: it names the PDDL domain"
    if theme.title.lower() in scenarios():
        yield "title", f"{theme.title!r} is a scenario that comes along: give yours another title"
    if theme.post not in POST:
        yield "post", f"things travel by {' or '.join(POST)}, found {theme.post!r:.40}"
    if len(set(theme.epochs)) < MAX_EPOCHS:
        yield "epochs", f"{MAX_EPOCHS} different epochs are needed, {len(set(theme.epochs))} are given"
    for table in TABLES:
        given, wanted = getattr(theme, table), getattr(pattern, table)
        for key in [key for key in wanted if key not in given]:
            yield f"{table}.{key}", f"is missing; a scenario of ours says {wanted[key]!r:.100}"
        for key in sorted(set(given) - set(wanted)):
            yield f"{table}.{key}", "nothing is called so: take it out"
    yield from _sentences(theme, pattern)
    yield from _words(theme, pattern)
    yield from _pools(theme)


def _sentences(theme: Scenario, pattern: Scenario) -> Iterator[Finding]:
    """Braces that name no argument, and sentences that two things share."""
    for table in ("facts", "actions", "rules"):
        said: dict[str, str] = {}
        for key, text in getattr(theme, table).items():
            known = set(_BRACES.findall(getattr(pattern, table).get(key, "")))
            if strange := sorted(set(_BRACES.findall(text)) - known):
                places = " ".join(f"{{{place}}}" for place in sorted(known)) or "none"
                yield f"{table}.{key}", f"{{{strange[0]}}} is no argument; there are {places}"
            elif "{" in (rest := _BRACES.sub("", text)) or "}" in rest:
                yield f"{table}.{key}", "a brace stands alone"
            if (other := said.setdefault(" ".join(text.lower().split()), key)) != key:
                yield f"{table}.{key}", f"is ambiguous: {other} has the same sentence"


def _words(theme: Scenario, pattern: Scenario) -> Iterator[Finding]:
    """Words that PDDL cannot have, and two plain words that become one."""
    plain = {*pattern.words, *pattern.facts, *pattern.actions, *pattern.rules}
    became: dict[str, str] = {}
    for key in sorted(plain):
        word = theme.word(key)
        if not _NAME.fullmatch(word) or word in KEPT:
            yield f"words.{key}", f"{word!r:.60} is no word of PDDL: small letters, digits and -"
        elif (other := became.setdefault(word, key)) != key:
            yield f"words.{key}", f"is ambiguous: {other} is called {word!r} as well"


def _pools(theme: Scenario) -> Iterator[Finding]:
    """Names that PDDL cannot have, names that stand twice, empty pools."""
    pools: dict[str, str] = dict.fromkeys(theme.epochs, "epochs")
    for pool, names in theme.names.items():
        if not names:
            yield f"names.{pool}", "at least one name is needed"
        for name in names:
            if not _NAME.fullmatch(name):
                yield f"names.{pool}", f"{name!r:.60} is no name of PDDL: small letters, digits and -"
            if name in pools:
                yield f"names.{pool}", f"{name!r} is ambiguous: it stands in {pools[name]} as well"
            pools[name] = pool


def notes(theme: Scenario) -> Iterator[Finding]:
    """What is poorer than it could be."""
    pattern = ours.scenario(scenarios()[0])
    plain = {key for name in scenarios() for key in ours.scenario(name).words}
    plain |= {*pattern.facts, *pattern.actions, *pattern.rules}
    for key in sorted(set(theme.words) - plain):
        yield f"words.{key}", "is useless: no level has this word"
    for pool, names in theme.names.items():
        least = MAX_CHARACTERS if pool == "characters" else 2
        if 0 < len(names) < least:
            said = f"{len(names)} names: larger levels number them; {least} or more read better"
            yield f"names.{pool}", said
    if len(theme.epochs) > MAX_EPOCHS:
        yield "epochs", f"{theme.epochs[MAX_EPOCHS]!r} is useless: a level has at most {MAX_EPOCHS} epochs"
