"""GF-01's formal tasks (``gf01.formal_task.v1``): one question whose machine stands in a HOA file beside it.

A task is a ``task.json``, an ``x.task.json``, or an ``x.json`` beside an ``x.hoa``.  It names its HOA text
(``hoa`` or ``hoa_path``) or holds an explicit ``automaton``.  With ``output_by_state`` the HOA text is a
graph of next states over the inputs, and the output at step t is that of the state *entered* at t; without it
the labels speak of inputs and outputs.  Paths stay inside the folder of the task.  What the text of the
machine means is for ``domains.reactive.explicit`` to say.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from ..errors import RecordError
from ..hostile import convert
from ..lines import read_text
from .gf01 import Bit, read_json

TASK_SCHEMA: Final = "gf01.formal_task.v1"
TEXT_BYTES: Final = 16 * 2**20

Valuation = dict[str, Bit]


class FormalTask(msgspec.Struct, frozen=True, kw_only=True):
    """A task with its files read: ``hoa`` is text, ``trace`` the valuations or the text of a trace file."""

    schema_version: str
    input_aps: tuple[str, ...]
    output_aps: tuple[str, ...]
    effect_ap: str
    t_star: int
    mode: Literal["normal", "hard"]
    budget_timestep: int
    window_size: int = 1
    budget_atoms: int | None = None
    source_type: str = ""
    source_id: str = ""
    split_id: str = "public_dev"
    output_by_state: dict[str, Valuation] | None = None
    automaton: dict[str, Any] | None = None
    base_trace: tuple[Valuation, ...] | None = None
    hoa: str | None = None
    hoa_path: str | None = None
    trace_path: str | None = None

    @property
    def window(self) -> int:
        """How many steps before ``t_star`` count as well: none in hard mode."""
        return self.window_size if self.mode == "normal" else 0


def task_files(folder: Path) -> Iterator[Path]:
    """The formal tasks in a folder, by name."""
    for file in sorted(folder.iterdir()):
        beside = file.name.endswith(".json") and file.with_suffix(".hoa").exists()
        if file.name == "task.json" or file.name.endswith(".task.json") or beside:
            yield file


def is_task(value: Any) -> bool:
    """Whether decoded JSON calls itself a formal task."""
    return isinstance(value, dict) and value.get("schema_version") == TASK_SCHEMA


def read_task(path: str | Path) -> FormalTask:
    """The task of a file with the texts that it names; RecordError with file and field for any fault."""
    value, name = read_json(path), str(path)
    if not is_task(value):
        schema = str(value.get("schema_version"))[:100] if isinstance(value, dict) else type(value).__name__
        raise RecordError(f"{schema!r} is not {TASK_SCHEMA}", file=name, field="schema_version")
    task = convert(value, FormalTask, file=name)
    _check(task, name)
    if task.hoa is None and task.automaton is None:
        found_path = task.hoa_path or Path(path).name.removesuffix(".json").removesuffix(".task") + ".hoa"
        task = msgspec.structs.replace(task, hoa=_beside(Path(path), found_path, "hoa_path"))
    return task


def trace_text(task: FormalTask, path: str | Path) -> str | None:
    """The text of the trace file that a task names; None when the trace stands in the task."""
    return None if task.trace_path is None else _beside(Path(path), task.trace_path, "trace_path")


def _check(task: FormalTask, file: str) -> None:
    traces = (task.base_trace is None) == (task.trace_path is None)
    machines = task.automaton is not None and (task.hoa or task.hoa_path) is not None
    faults = [
        ("t_star", task.t_star < 0, "a step is at least 0"),
        ("window_size", task.window_size < 1, "a window is at least 1"),
        ("budget_timestep", task.budget_timestep < 1, "a budget is at least 1"),
        ("budget_atoms", (task.budget_atoms or 0) < 0, "a budget is at least 0"),
        ("effect_ap", task.effect_ap not in task.output_aps, "no output proposition"),
        ("base_trace", traces, "give either base_trace or trace_path"),
        ("automaton", machines, "give either an automaton or HOA"),
    ]
    for field, wrong, message in faults:
        if wrong:
            raise RecordError(message, file=file, field=field)
    for step, valuation in enumerate(task.base_trace or ()):
        if set(valuation) != set(task.input_aps):
            message = "does not give one value to each input proposition"
            raise RecordError(message, file=file, field=f"base_trace[{step}]")


def _beside(task: Path, name: str, field: str) -> str:
    folder = task.parent.resolve()
    target = (folder / name).resolve()
    if not target.is_relative_to(folder):
        raise RecordError(f"{name[:200]!r} lies outside the task's folder", file=str(task), field=field)
    try:
        return read_text(target, TEXT_BYTES)
    except RecordError as error:
        raise RecordError(error.message, file=str(target), field=field) from None
