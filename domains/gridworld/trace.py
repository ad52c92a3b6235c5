"""Recorded runs: one JSON object a run, as the reference's traces are kept, and the comparison with a replay.

``frames`` are strings of GRID_SIZE squared characters, row by row, each the index of a colour of
``palette`` in 0-9a-zA-Z; ``elem_sha`` are digests of all drawn cells, hidden ones too, in drawing order:
the first 12 digits of the SHA-1 of the JSON ``[[variable,x,y,color],...]`` without spaces.  Both start with
the initial state.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from math import isqrt
from typing import Any

from ...instances.errors import AutumnError, LimitError, RecordError
from .actions import Action
from .frames import CODE, Grid
from .machine import Machine
from .program import Program


def digest(machine: Machine) -> str:
    """The digest of all drawn cells."""
    cells = [[name, x, y, colour] for name, group in machine.drawn() for x, y, colour in group]
    text = json.dumps(cells, separators=(",", ":"))
    return hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()[:12]


def flat(frame: Grid) -> list[str]:
    """The colours of a frame, row by row."""
    return [colour for row in frame for colour in row]


def record(
    program: Program, actions: Sequence[Action], *, rng_seed: int, name: str, label: str
) -> dict[str, Any]:
    """Run a program and record what it draws; AutumnError when it fails, LimitError beyond CODE's colours."""
    machine = Machine(program, rng_seed)
    frames, shas = [flat(machine.frame())], [digest(machine)]
    for action in actions:
        machine.step(action)
        frames.append(flat(machine.frame()))
        shas.append(digest(machine))
    palette = list(dict.fromkeys([program.background, *(colour for frame in frames for colour in frame)]))
    if len(palette) > len(CODE):
        raise LimitError(f"{len(palette)} colours, a trace holds {len(CODE)}")
    index = dict(zip(palette, CODE, strict=False))
    return {
        "program": name,
        "label": label,
        "rng_seed": rng_seed,
        "init_msg": "Script executed successfully.",
        "grid_size": program.grid_size,
        "background": program.background,
        "palette": palette,
        "actions": [str(action) for action in actions],
        "frames": ["".join([index[colour] for colour in frame]) for frame in frames],
        "elem_sha": shas,
        "covered": f"{len(machine.covered)}/{len(program.clauses)}",
    }


def difference(program: Program, trace: Mapping[str, Any]) -> str | None:
    """The first step (0 is the start) at which a replay differs, in a sentence; RecordError for no trace."""
    actions, frames, shas, palette, seed = _fields(trace)
    machine: Machine | None = None
    for step, drawn in enumerate(frames):
        try:
            if machine is None:
                machine = Machine(program, seed)
            else:
                machine.step(actions[step - 1])
            frame = flat(machine.frame())
        except AutumnError as error:
            return f"step {step}: {error}"
        expected = [palette[CODE.index(digit)] for digit in drawn]
        if frame != expected:
            return f"step {step}: {_cell(frame, expected)}"
        if shas and digest(machine) != shas[step]:
            return f"step {step}: the frame is right, the drawn cells (hidden ones, order) differ"
    return None


def _fields(trace: Mapping[str, Any]) -> tuple[list[Action], list[str], list[str], list[str], int]:
    frames, palette, seed = trace.get("frames"), trace.get("palette"), trace.get("rng_seed")
    shas = trace.get("elem_sha", [])
    for field, value in (("frames", frames), ("palette", palette), ("elem_sha", shas)):
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise RecordError("expected a list of texts", field=field)
    if type(seed) is not int:
        raise RecordError("expected a number", field="rng_seed")
    if not isinstance(trace.get("actions"), list):
        raise RecordError("expected a list of actions", field="actions")
    actions = [Action.from_json(action) for action in trace["actions"]]
    assert isinstance(frames, list) and isinstance(palette, list)
    if not 0 < len(frames) <= len(actions) + 1 or (shas and len(shas) < len(frames)):
        raise RecordError("frames, actions and elem_sha do not fit together", field="frames")
    known = set(CODE[: len(palette)])
    if any(set(drawn) - known for drawn in frames):
        raise RecordError("a frame uses a digit outside the palette", field="frames")
    return actions, frames, shas, palette, seed


def _cell(frame: list[str], expected: list[str]) -> str:
    if len(frame) != len(expected):
        return f"{len(frame)} cells are drawn, {len(expected)} were recorded"
    differing = [place for place, mine in enumerate(frame) if mine != expected[place]]
    place = differing[0]
    y, x = divmod(place, isqrt(len(frame)))
    return f"{len(differing)} cells differ, first x={x} y={y}: {frame[place]}, recorded {expected[place]}"


def candidates(name: str) -> Iterator[str]:
    """The file names under which the program of a trace may be found."""
    for stem in (name, name.partition("_")[2]):
        if stem:
            yield f"{stem}.sexp"
