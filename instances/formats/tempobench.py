"""TempoBench records: its generator's JSON Lines, and the prompts with labels that its scorer reads.

A line of the generator is ``{"file", "result": {...}, "error"}`` or the result alone: ``hoa`` (a Mealy
machine, outputs in ``controllable-AP``), ``aps``, ``trace`` (a Spot word that ends in ``cycle{1}``), ``hoax``
(the run), ``effects`` (``"XXX g"``: g at step 3) and ``causality`` ({effect: {step: [texts]}}).  It becomes
one question a labelled effect.  A record ``{"prompt", "label", "stats"}`` becomes one question; machine and
trace are taken out of the prompt where they stand there as HOA text and a word.

Only the shape is read here: the world is the HOA text as it stands, the query holds trace and effect as they
are written; ``verifiers/reactive/imports`` turns both into ours.  The label is the source's answer.
"""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from ..canonical import seal
from ..errors import RecordError
from ..hostile import decode
from ..lines import decoded, read_lines
from ..places import PACKAGE
from ..records import Grades, Instance, Json, Prompt, Source
from . import Format

FORMAT = "tempobench"
LINE_BYTES = 2**24
SUFFIXES = (".jsonl", ".jsonl.gz", ".json")

_EFFECT = re.compile(r"(X*)\s*(!?)\s*\"?([A-Za-z_][\w.\[\]]*)\"?\s*")
_CYCLE, _END = "cycle{1}", "--END--"
_BEFORE_WORD = "\n`'\":"  # what may stand before a trace in a prompt; no literal holds one of these
ANSWER = (
    'Answer with a fenced block of JSON: {"EFFECT": {"STEP": ["literal AND literal"]}}; a step without '
    'constraints holds ["no constraints"].'
)
QUESTION = (
    "On the trace of the system the effect {effect} happens (X means one step later). Which inputs caused "
    "it: those without any one of which it would not have happened?"
)


def read(path: str | Path) -> Iterator[Instance | RecordError]:
    """The instances of a file, or of the files of a folder, a RecordError for each record that is refused."""
    place = Path(path)
    files = [place]
    if place.is_dir():
        files = sorted(file for file in place.iterdir() if file.name.endswith(SUFFIXES))
        if not files:
            raise RecordError("no TempoBench file here", file=str(path))
    for file in files:
        made = partial(_of_line, file.name)
        yield from decoded(str(file), read_lines(file, LINE_BYTES), made)


def _of_line(name: str, line: bytes, number: int) -> Iterable[Instance]:
    return instances_of(decode(line), f"{name}:{number}")


def instances_of(row: Any, key: str) -> Iterable[Instance]:
    """The questions of one record; RecordError when it is none of TempoBench's."""
    if not isinstance(row, dict):
        raise RecordError("a record is a JSON object")
    if "prompt" in row and "label" in row:
        return [_prebuilt(row, key)]
    result = row.get("result", row)
    if row.get("error") and not row.get("result"):
        raise RecordError(f"the generator failed: {str(row['error'])[:80]}", field="error")
    if not isinstance(result, dict) or not isinstance(result.get("hoa"), str):
        raise RecordError("neither prompt and label nor the result of the generator", field="hoa")
    return _raw(result, key)


def effect_of(text: str) -> tuple[str, int, int]:
    """Output, value and step of an effect; RecordError for another formula.

    >>> effect_of("XXX g")
    ('g', 1, 3)
    """
    match = _EFFECT.fullmatch(text)
    if match is None:
        raise RecordError(f"{text[:60]!r} is no effect such as XXX g", field="effects")
    return match[3], 0 if match[2] else 1, len(match[1])


def _raw(result: Json, key: str) -> Iterator[Instance]:
    causality, trace = result.get("causality"), result.get("trace")
    if not isinstance(causality, dict) or not isinstance(trace, str):
        raise RecordError("the result has no trace or no causality", field="causality")
    for place, (effect, steps) in enumerate(causality.items()):
        context = f"{result['hoa'].strip()}\n\nTrace: {trace}"
        prompt = Prompt(question=QUESTION.format(effect=effect), context=context, answer_format=ANSWER)
        fields: Json = {name: result[name] for name in ("aps", "accepted", "stats") if name in result}
        label = {effect: steps}
        yield _instance("butfor", result["hoa"], trace, effect, prompt, f"{key}:{place}", label, fields)


def _prebuilt(row: Json, key: str) -> Instance:
    label = row["label"]
    if isinstance(label, str):
        label = decode(label[label.find("{") : label.rfind("}") + 1].encode())
    if not isinstance(row["prompt"], str) or not isinstance(label, dict) or not label:
        raise RecordError("prompt is text, label a JSON object", field="label")
    prompt = row["prompt"]
    hoa, word = hoa_in(prompt), word_in(prompt)
    task = "simulate" if "step_0" in label else "butfor"
    effect = "" if task == "simulate" else next(iter(label))
    fields = {"stats": row["stats"]} if "stats" in row else {}
    return _instance(task, hoa, word, effect, Prompt(question=prompt), key, label, fields)


def hoa_in(prompt: str) -> str:
    """The HOA text in a prompt; "" when there is none."""
    begin = prompt.find("HOA:")
    end = prompt.find(_END, begin) if begin >= 0 else -1
    return prompt[begin : end + len(_END)] if end >= 0 else ""


def word_in(prompt: str) -> str:
    """The trace in a prompt, a word that ends in ``cycle{1}``; "" when there is none."""
    end = prompt.find(_CYCLE)
    begin = max(prompt.rfind(sign, 0, max(end, 0)) for sign in _BEFORE_WORD) + 1
    return prompt[begin : end + len(_CYCLE)].strip() if end >= 0 else ""


def _instance(
    task: str, hoa: str, trace: str, effect: str, prompt: Prompt, key: str, label: Json, fields: Json
) -> Instance:
    query: Json = {"effect": effect} if effect else {}
    known = bool(hoa and trace)
    file = key.split(":")[0]
    return seal(
        Instance(
            id="",
            family="reactive",
            task=task,
            form="gen",
            domain="imported",
            world={"kind": "hoa", "hoa": hoa} if known else {},
            query={"trace": trace, **query} if known else query,
            prompt=prompt,
            source=Source(format=FORMAT, key=f"{FORMAT}:{key}", file=file, answer=label, fields=fields),
            grades=None if known else Grades(unverified=1),
        )
    )


ROW = Format(
    FORMAT,
    "TempoBench records (JSON Lines)",
    read=read,
    write=f"{PACKAGE}.scripts.tempobench:write",
    formal=f"{PACKAGE}.verifiers.reactive.imports:formal_query",
)
