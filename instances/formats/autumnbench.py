"""AutumnBench's folders: ``programs``, ``prompts``, ``answers`` and the numbers of colours.

    color_dict.yaml                                     lines ``4: gold``; 0 is the mask
    programs/NAME.sexp                                  the world
    programs/NAME_change_detection_wrong_program.sexp   the changed world
    prompts/NAME_{mfp,planning,cd}.json                 what is asked
    answers/NAME_{mfp,planning,change_detection}.json   what the source says is right

Only the shape is read here: frames become rows of colour names with null where nothing is told, actions
become texts; ``verifiers/gridworld/imports`` makes formal questions of them.  The stored answer is kept as
that of the source.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..canonical import seal
from ..errors import RecordError
from ..hostile import decode, refused
from ..lines import open_bytes
from ..places import PACKAGE
from ..records import Instance, Json, Prompt, Source
from . import Format

FORMAT = "autumnbench"
FILE_BYTES = 2**24
MAX_CELLS = 10_000
ANSWERS = {"mfp": "mfp", "planning": "planning", "cd": "change_detection"}
"""How the files of prompts end, and those of their answers."""
RNG_SEED = 0
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}")
_COLOUR = re.compile(r"\s*(\d{1,4})\s*:\s*['\"]?([A-Za-z]{1,40})['\"]?\s*")
_UNSEEN = frozenset({"transparent", "mask"})
Colours = Mapping[int, str]


def read(path: str | Path) -> Iterator[Instance | RecordError]:
    """The questions of a folder, or of the folders in it, a RecordError for each that is refused."""
    for folder in _folders(Path(path)):
        try:
            colours = _colours(folder / "color_dict.yaml")
        except RecordError as error:
            yield error
            continue
        for file in sorted((folder / "prompts").glob("*.json")):
            try:
                yield _question(folder, file, colours)
            except RecordError as error:
                yield error if error.file else error.within(str(file))


def _folders(path: Path) -> list[Path]:
    if not path.is_dir():
        raise RecordError("AutumnBench is a folder with programs, prompts and answers", file=str(path))
    folders = [folder for folder in (path, *sorted(path.iterdir())) if (folder / "prompts").is_dir()]
    if not folders:
        raise RecordError("no folder of prompts here", file=str(path))
    return folders


def _colours(file: Path) -> Colours:
    colours: dict[int, str] = {}
    for number, line in enumerate(_text(file).splitlines(), 1):
        row = line.partition("#")[0]
        match = _COLOUR.fullmatch(row)
        if match:
            colours[int(match[1])] = match[2].lower()
        elif row.strip():
            raise RecordError("a line is NUMBER: COLOUR", file=str(file), line=number)
    return colours


def _question(folder: Path, file: Path, colours: Colours) -> Instance:
    name, _, kind = file.stem.rpartition("_")
    if kind not in ANSWERS:
        raise RecordError(f"the name of a prompt ends in {', '.join(ANSWERS)}")
    prompt = _object(file)
    program = prompt.get("program", name)
    if not isinstance(program, str) or not _NAME.fullmatch(program):
        raise RecordError("a program is named by letters, digits, _ and -", field="program")
    task, query = "change" if kind == "cd" else kind, Json(rng_seed=RNG_SEED)
    if kind == "cd":
        query["changed"] = _changed(folder, program, prompt)
    else:
        query |= _masked_frame(prompt, colours) if kind == "mfp" else _planning(prompt, colours)
    stored = folder / "answers" / f"{name}_{ANSWERS[kind]}.json"
    answer = _object(stored) if stored.exists() else None
    return seal(
        Instance(
            id="",
            family="gridworld",
            task=task,
            form="episode",
            domain=program,
            world={"kind": "autumn", "program": _text(folder / "programs" / f"{program}.sexp")},
            query=query,
            prompt=Prompt(question=""),
            source=Source(format=FORMAT, key=f"{FORMAT}:{name}/{kind}", file=file.name, answer=answer),
        )
    )


def _masked_frame(prompt: Json, colours: Colours) -> Json:
    observations, choices = prompt.get("observations"), prompt.get("choices")
    if not isinstance(observations, list) or not observations or len(observations) > MAX_CELLS:
        raise RecordError("observations are a list", field="observations")
    if not isinstance(choices, list):
        raise RecordError("choices are a list", field="choices")
    frames, actions = [], []
    for place, observation in enumerate(observations):
        where = f"observations[{place}]"
        if not isinstance(observation, dict):
            raise RecordError("an observation is an object", field=where)
        frames.append(_rows(observation.get("masked_grid"), colours, f"{where}.masked_grid"))
        if place:
            actions.append(_action(observation.get("action"), f"{where}.action"))
    options = [_rows(rows, colours, f"choices[{place}]") for place, rows in enumerate(choices)]
    return {"actions": actions, "frames": frames, "options": options}


def _planning(prompt: Json, colours: Colours) -> Json:
    goal, mask = _rows(prompt.get("goal"), colours, "goal"), prompt.get("mask")
    size = [len(row) for row in goal]
    if not isinstance(mask, list) or [len(row) if isinstance(row, list) else -1 for row in mask] != size:
        raise RecordError("the mask has the goal's size", field="mask")
    if any(type(flag) is not int or flag not in (0, 1) for row in mask for flag in row):
        raise RecordError("a mask is made of 0 and 1", field="mask")
    pairs = [zip(row, flags, strict=True) for row, flags in zip(goal, mask, strict=True)]
    return {"goal": [[cell if flag else None for cell, flag in row] for row in pairs]}


def _changed(folder: Path, program: str, prompt: Json) -> str:
    """The changed program; its file goes by the world's name, whatever the prompt calls it."""
    usual = folder / "programs" / f"{program}_change_detection_wrong_program.sexp"
    named = prompt.get("wrong_program")
    if not usual.exists() and isinstance(named, str) and _NAME.fullmatch(named):
        return _text(folder / "programs" / f"{named}.sexp")
    return _text(usual)


def _rows(rows: Any, colours: Colours, field: str) -> list[list[str | None]]:
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise RecordError("a frame is a list of rows of numbers", field=field)
    if sum(map(len, rows)) > MAX_CELLS:
        raise RecordError(f"a frame has at most {MAX_CELLS} cells", field=field)
    return [[_colour(cell, colours, field) for cell in row] for row in rows]


def _colour(cell: Any, colours: Colours, field: str) -> str | None:
    name = colours.get(cell) if type(cell) is int else cell
    if not isinstance(name, str):
        raise RecordError(f"{cell!r:.40} is not the number of a colour", field=field)
    return None if name in _UNSEEN else name


def _action(action: Any, field: str) -> str:
    """An action as text; whether it is one is seen later."""
    if not isinstance(action, dict) or not isinstance(action.get("type"), str):
        raise RecordError("an action is an object with a type", field=field)
    return f"click {action.get('x')} {action.get('y')}" if action["type"] == "click" else action["type"]


def _object(file: Path) -> Json:
    try:
        value = decode(_bytes(file))
    except RecordError as error:
        raise error.within(str(file)) from None
    if not isinstance(value, dict):
        raise RecordError("is no JSON object", file=str(file))
    return value


def _text(file: Path) -> str:
    try:
        return _bytes(file).decode()
    except UnicodeDecodeError as error:
        raise refused(error, str(file)) from None


def _bytes(file: Path) -> bytes:
    with open_bytes(file) as stream:
        data = stream.read(FILE_BYTES + 1)
    if len(data) > FILE_BYTES:
        raise RecordError(f"is longer than {FILE_BYTES} bytes", file=str(file))
    return data


ROW = Format(
    FORMAT,
    "AutumnBench folders: programs, prompts, answers",
    read=read,
    write=f"{PACKAGE}.scripts.autumnbench:write",
    formal=f"{PACKAGE}.verifiers.gridworld.imports:formal_query",
)
