"""Importers and exporters of other benchmarks' files, by format name; each is loaded when it is asked for."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path

from ..errors import NameUnknownError, RecordError
from ..records import Instance

Reader = Callable[["str | Path"], Iterator["Instance | RecordError"]]
Writer = Callable[[Iterable["Instance | RecordError"], "str | Path"], list[RecordError]]

FORMATS = {
    "acpbench": ("ACPBench and ACPBench Hard questions (.json, .json.gz, folders of them)", ".acpbench"),
    "tempobench": ("TempoBench records (.jsonl): its generator's, and prompts with labels", ".tempobench"),
    "pddl": ("PDDL domain and problem files, asked what needs nothing else", ".pddl"),
}
"""Format name: what it is, and the module here that has ``read`` and ``write``."""


def reader(name: str) -> Reader:
    """The function that yields the instances under a path, with a RecordError for each record it refuses.

    Raises NameUnknownError for a format that the table lacks.
    """
    read: Reader = import_module(_module(name), __name__).read
    return read


def writer(name: str) -> Writer:
    """The function that writes instances to a folder and returns a RecordError for each that it leaves out.

    Raises NameUnknownError for a format that the table lacks.
    """
    write: Writer = import_module(_module(name), __name__).write
    return write


def _module(name: str) -> str:
    if name not in FORMATS:
        near = difflib.get_close_matches(name, FORMATS, n=1)
        hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(FORMATS)}"
        raise NameUnknownError(f"unknown format {name[:100]!r}; {hint}")
    return FORMATS[name][1]
