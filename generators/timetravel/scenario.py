"""Scenarios: the words, names and sentences in which blueprints are told; one TOML file each.

``[words]`` exchanges the plain words of ``render`` for those of the scenario, ``[names]`` holds the pools
that objects are named from, ``[facts]``, ``[actions]`` and ``[rules]`` a sentence each by plain word, and
``post`` says how things travel (a key of ``render.POST``).
"""

import re
from functools import lru_cache
from pathlib import Path

import msgspec

from ...domains.timetravel import level
from ...instances.errors import NameUnknownError, RecordError

FOLDER = Path(level.__file__).parent / "scenarios"
_WORD = re.compile(r"(?<![?:\w-])[a-z][a-z0-9-]*")
KEPT = frozenset({"and", "not", "define", "domain"})  # words of PDDL itself


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The vocabulary of a kind of levels."""

    title: str
    post: str
    epochs: tuple[str, ...]
    opening: str
    closing: str
    story: dict[str, str]
    names: dict[str, tuple[str, ...]]
    words: dict[str, str]
    facts: dict[str, str]
    actions: dict[str, str]
    rules: dict[str, str]

    def word(self, plain: str) -> str:
        """The scenario's word for a plain one."""
        return self.words.get(plain, plain)

    def told(self, text: str) -> str:
        """A PDDL text in plain words, in the words of the scenario."""
        return _WORD.sub(lambda match: self.word(match.group()), text)

    def sentences(self, plain: dict[str, str], used: set[str]) -> dict[str, str]:
        """Those sentences whose subject, in the scenario's words, is in use."""
        return {self.word(key): text for key, text in plain.items() if self.word(key) in used}


def scenarios() -> tuple[str, ...]:
    """The names of the scenarios."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@lru_cache(maxsize=16)
def scenario(name: str) -> Scenario:
    """A scenario by name; NameUnknownError for another one, RecordError for a malformed file."""
    if name not in scenarios():
        raise NameUnknownError(f"no scenario {name!r}; there are {', '.join(scenarios())}")
    return read((FOLDER / f"{name}.toml").read_bytes(), f"{name}.toml")


def read(content: bytes, file: str) -> Scenario:
    """The scenario of a file's content; RecordError for a malformed one."""
    try:
        return msgspec.convert(msgspec.toml.decode(content.decode()), Scenario)
    except (msgspec.ValidationError, ValueError, RecursionError) as error:
        raise RecordError(str(error), file=file) from None
