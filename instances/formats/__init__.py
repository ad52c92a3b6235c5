"""Importers and exporters of other benchmarks' files: a format is a file whose ``ROW`` says what it can do.

Rows stand in this folder and, for harnesses, in ``scripts/harness``; nothing lists them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

from ..errors import RecordError
from ..names import unknown
from ..outputs import write_within
from ..places import load, modules
from ..records import Instance

T = TypeVar("T")
Reader = Callable[..., Iterator[Instance | RecordError]]
Writer = Callable[..., list[RecordError]]
PLACES = (("instances", "formats"), ("scripts", "harness"))


@dataclass(frozen=True)
class Format:
    """A format by its name.  What stands above this floor is given as text, ``module:function``."""

    key: str
    title: str
    read: Reader | str = ""
    """``read(path)``: the instances under a path, with a RecordError for each record that it refuses."""
    write: Writer | str = ""  # ``write(instances, folder)``: what it leaves out, a RecordError each
    formal: str = ""  # what turns a record as read into a formal question; empty where reading does
    variants: tuple[str, ...] = ()  # what ``write`` takes as ``format``, where it must be said
    forms: tuple[str, ...] = ()  # what ``read`` takes as ``form``
    sampled: bool = False
    """Whether ``read`` makes questions about drawn states: it takes ``states``, ``seed`` and ``report``."""


@cache
def formats() -> dict[str, Format]:
    """Every format by key, sorted."""
    files = [module for place in PLACES for module in modules("formats", *place, marker="ROW = ").values()]
    rows = [load(module, "ROW", Format) for module in files]
    return {row.key: row for row in sorted(rows, key=lambda row: row.key)}


def importers() -> tuple[str, ...]:
    """The formats that can be read."""
    return tuple(key for key, row in formats().items() if row.read)


def exporters() -> tuple[str, ...]:
    """The formats that can be written."""
    return tuple(key for key, row in formats().items() if row.write)


def reader(name: str) -> Reader:
    """The function that reads a format; NameUnknownError for one that is not read."""
    return resolved(formats()[name].read if name in importers() else unknown("format", name, importers()))


def writer(name: str) -> Writer:
    """The function that writes a format; NameUnknownError for one that is not written."""
    return resolved(formats()[name].write if name in exporters() else unknown("format", name, exporters()))


def resolved(function: Callable[..., Any] | str) -> Callable[..., Any]:
    """A function, or the one that ``module:function`` names."""
    if not isinstance(function, str):
        return function
    module, _, name = function.partition(":")
    return cast("Callable[..., Any]", load(module, name, object))


def each(
    instances: Iterable[Instance | RecordError], made: Callable[[Instance], T], refused: list[RecordError]
) -> Iterator[tuple[Instance, T]]:
    """Every instance with what is made of it to be written; faults, put in or raised, go to ``refused``."""
    for instance in instances:
        if isinstance(instance, RecordError):
            refused.append(instance)
            continue
        try:
            content = made(instance)
        except RecordError as error:
            refused.append(error.within(instance.id))
        else:
            yield instance, content


def write_worlds(
    instances: Iterable[Instance | RecordError], folder: str | Path, kind: str, parts: Mapping[str, str]
) -> list[RecordError]:
    """Write the ``parts`` (by suffix) of each different world, named by its first id; gives the errors."""

    def texts(instance: Instance) -> tuple[str, ...]:
        if instance.world.get("kind") != kind:
            raise RecordError(f"instance has no {kind.upper()} world", field="world")
        return tuple(str(instance.world[part]) for part in parts.values())

    refused, seen = list[RecordError](), set[tuple[str, ...]]()
    for instance, content in each(instances, texts, refused):
        if content not in seen:
            seen.add(content)
            for suffix, text in zip(parts, content, strict=True):
                write_within(folder, f"{instance.id.replace('/', '-')}{suffix}", text)
    return refused
