"""Questions about grid worlds as the folder that AutumnBench's runner reads.

Each environment of the runner has one prompt of each kind and its own program, so a second question about a
world is written under another name, ``WORLD_2``, with a copy of the program.  The runner seeds each world
with 0 and gets the change as a condition, an expression of the changed program without its outer brackets;
questions with another seed, or with a change whose guard is not known, are left out and reported.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ..domains.gridworld.catalog import world, worlds
from ..domains.gridworld.frames import Partial
from ..domains.gridworld.questions import change, masked_frame, planning
from ..instances.errors import RecordError
from ..instances.formats import each
from ..instances.formats.autumnbench import ANSWERS, RNG_SEED
from ..instances.outputs import write_within
from ..instances.records import Instance, Json

COLOURS = (
    *("transparent", "black", "gray", "grey", "gold", "green", "mediumpurple", "purple", "white", "yellow"),
    *("blue", "red", "orange", "sandybrown", "brown", "pink", "lightblue", "orangered", "skyblue"),
    *("lightcyan", "lightgreen", "magenta", "darkgray", "darkgrey", "darkblue", "darkgreen", "darkred"),
    *("tan", "lightpink", "crimson", "goldenrod", "steelblue", "coral", "silver", "seagreen", "limegreen"),
    *("cyan", "lightgray", "maroon", "darkorange"),
)
"""The colours that the public folder numbers, from 0, which is the mask; others are numbered as they occur.
"""
KINDS = {"mfp": "mfp", "planning": "planning", "change": "cd"}


def write(instances: Iterable[Instance | RecordError], folder: str | Path) -> list[RecordError]:
    """Write programs, prompts, answers and colour numbers; returns an error for each question left out."""
    refused, taken = list[RecordError](), dict[tuple[str, str], int]()
    numbers = {name: number for number, name in enumerate(COLOURS)}

    def made(instance: Instance) -> list[tuple[str, str]]:
        kind = _kind(instance)
        count = taken.get((instance.domain, kind), 0) + 1
        name = instance.domain if count == 1 else f"{instance.domain}_{count}"
        files = list(_files(instance, kind, name, numbers))
        taken[instance.domain, kind] = count
        return files

    for _, files in each(instances, made, refused):
        for path, text in files:
            write_within(folder, path, text)
    if taken:
        lines = "".join(f"{number}: {name}\n" for name, number in numbers.items())
        write_within(folder, "color_dict.yaml", lines)
    return refused


def _kind(instance: Instance) -> str:
    """The file name ending for the question; RecordError when AutumnBench has no such question."""
    if instance.family != "gridworld" or instance.task not in KINDS:
        raise RecordError("AutumnBench asks about grid worlds: mfp, planning, change")
    if instance.truth is None:
        raise RecordError("an answer needs the truth; 'certwright label' computes it", field="truth")
    if instance.query.get("rng_seed") != RNG_SEED:
        message = f"the runner plays with seed {RNG_SEED}, the question has another"
        raise RecordError(message, field="query.rng_seed")
    return KINDS[instance.task]


def _files(instance: Instance, kind: str, name: str, numbers: dict[str, int]) -> Iterator[tuple[str, str]]:
    truth: Json = instance.truth or {}
    answer: Json
    if kind == "mfp":
        prompt, answer = _masked(instance, numbers), {"correct_idx": "ABCDEF".index(truth["answer"])}
    elif kind == "planning":
        if truth.get("actions") is None:
            raise RecordError("the least number of actions is not known", field="truth.actions")
        goal = planning(instance.world, instance.query).goal
        shown = _rows(tuple(tuple(cell or "black" for cell in row) for row in goal), numbers)
        prompt = {"goal": shown, "mask": [[int(cell is not None) for cell in row] for row in goal]}
        answer = {"optimal_actions_count": truth["actions"]}
    else:
        change(instance.world, instance.query)
        prompt, answer = {"wrong_program": f"{name}_wrong"}, {"condition": _condition(instance)}
        yield f"programs/{name}_change_detection_wrong_program.sexp", instance.query["changed"]
    types = {"mfp": "masked_frame_prediction", "planning": "planning", "cd": "change_detection"}
    yield f"programs/{name}.sexp", instance.world["program"]
    text = json.dumps({"type": types[kind], "program": name, **prompt}, indent=1)
    yield f"prompts/{name}_{kind}.json", text
    yield f"answers/{name}_{ANSWERS[kind]}.json", json.dumps(answer)


def _masked(instance: Instance, numbers: dict[str, int]) -> Json:
    question = masked_frame(instance.world, instance.query)
    observations: list[dict[str, Any]] = [{"masked_grid": _rows(question.seen[0], numbers)}]
    for action, frame in zip(question.actions, question.seen[1:], strict=True):
        word, *place = str(action).split()
        click: dict[str, Any] = {"type": word, **dict(zip("xy", map(int, place), strict=False))}
        observations.append({"action": click, "masked_grid": _rows(frame, numbers)})
    return {"observations": observations, "choices": [_rows(option, numbers) for option in question.options]}


def _rows(frame: Partial, numbers: dict[str, int]) -> list[list[int]]:
    """A frame as numbers; 0 for masked cells.  A colour without a number gets the next one."""
    for name in sorted({cell for row in frame for cell in row if cell is not None}):
        if not (name.isascii() and name.isalpha() and name.lower() == name):
            raise RecordError(f"{name[:40]!r}: AutumnBench names a colour by small letters")
        numbers.setdefault(name, len(numbers))
    return [[0 if cell is None else numbers[cell] for cell in row] for row in frame]


def _condition(instance: Instance) -> str:
    """The guard of the change, as an expression of the changed program without its outer brackets."""
    described = world(instance.domain) if instance.domain in worlds() else None
    for row, text in zip(described.about.changes, described.changed, strict=True) if described else ():
        if text == instance.query["changed"] and row.fires:
            return row.fires[1:-1] if row.fires.startswith("(") else f"== {row.fires} true"
    answer = instance.source.answer if instance.source is not None else None
    if isinstance(answer, dict) and isinstance(answer.get("condition"), str):
        return str(answer["condition"])
    raise RecordError("no condition is known that says when the change begins", field="query.changed")
