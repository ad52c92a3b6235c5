"""Our questions as TempoBench's prompts with labels, which its public scorer reads.

A line is ``{"prompt", "label", "stats"}``: the prompt holds the machine as HOA text and the trace as a word
over inputs and outputs; the label is in a fenced block.  For questions about runs the label gives states and
literals step by step; for but-for questions it is the set itself, which the prompt asks for (TempoBench's own
labels differ where the effect is over-determined, see docs/causality.md).
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..domains.reactive.hoa import read_hoa
from ..domains.reactive.machine import Machine
from ..domains.reactive.words import letters
from ..instances.errors import RecordError
from ..instances.formats import each
from ..instances.formats.tempobench import ANSWER, QUESTION
from ..instances.outputs import write_within
from ..instances.records import Instance, Json

FILE = "tempobench.jsonl"
NONE = "no constraints"
RUN_QUESTION = (
    "Follow the trace through the system. For each step give the state before it, the propositions that are "
    "true (all of them negated where none is), and the state after it."
)
RUN_ANSWER = (
    'Answer with a fenced block of JSON: {"step_0": {"current state": 0, "defining inputs": "a and b", '
    '"next state": 1}, ...}.'
)


def write(instances: Iterable[Instance | RecordError], folder: str | Path) -> list[RecordError]:
    """Write ``tempobench.jsonl``; returns the input errors and one for each record left out."""
    refused: list[RecordError] = []
    lines = [json.dumps(row, ensure_ascii=False) + "\n" for _, row in each(instances, record, refused)]
    if lines:
        write_within(folder, FILE, "".join(lines))
    return refused


def record(instance: Instance) -> Json:
    """The record of a question; RecordError with the reason if it has none."""
    if reason := _refusal(instance):
        raise RecordError(reason)
    machine = read_hoa(instance.world["hoa"])
    trace = letters(instance.query["trace"], len(machine.inputs))
    steps = zip(trace, machine.run(trace).outputs, strict=True)
    cubes = "; ".join("&".join(_literals(machine, *step)) for step in steps)
    shown = f"{instance.world['hoa'].strip()}\n\nTrace: {cubes}; cycle{{1}}"
    if instance.task == "simulate":
        effect, at, question, answer = "", 0, RUN_QUESTION, RUN_ANSWER
        label: Json = _run(machine, trace)
    else:
        stated = instance.query["effect"]
        at = stated["at"]
        effect = "X" * at + " " * bool(at) + ("" if stated["value"] else "!") + stated["ap"]
        question, answer = QUESTION.format(effect=effect), ANSWER
        label = {effect: _steps(instance.truth or {}, at)}
    causes = sum(texts != [NONE] for texts in label[effect].values()) if effect else 0
    used = {bit for letter in trace for bit in range(len(machine.inputs)) if letter >> bit & 1}
    return {
        "prompt": f"{question}\n\n{shown}\n\n{answer}",
        "label": f"```json\n{json.dumps(label)}\n```",
        "stats": {
            "effect_depth": at,
            "hoa_states": machine.states,
            "transition_count": instance.world["hoa"].count("] "),
            "trace_length": len(trace),
            "causal_inputs_count": causes,
            "unique_inputs_in_trace": len(used),
        },
    }


def _refusal(instance: Instance) -> str:
    """Why TempoBench has no record for a question; empty if it has one."""
    if instance.task not in ("simulate", "butfor") or instance.form != "gen":
        return "TempoBench asks about runs (simulate) and but-for causes (butfor), in the form gen"
    if instance.truth is None or not instance.world:
        return "a label needs the truth; 'certwright label' computes it"
    effect = instance.query.get("effect", {})
    if effect.get("kind", "output") != "output" or effect.get("window", 0):
        return "an effect of TempoBench is an output at one step; windows and formulas are none"
    return ""


def _steps(truth: Json, at: int) -> Json:
    texts: dict[int, list[str]] = {}
    for step, name, value in truth["items"]:
        texts.setdefault(step, []).append(name if value else f"!{name}")
    return {str(step): [" AND ".join(texts[step])] if step in texts else [NONE] for step in range(at + 1)}


def _literals(machine: Machine, letter: int, emitted: int) -> list[str]:
    names = (*machine.inputs, *machine.outputs)
    valuation = letter | emitted << len(machine.inputs)
    return [name if valuation >> bit & 1 else f"!{name}" for bit, name in enumerate(names)]


def _run(machine: Machine, trace: tuple[int, ...]) -> dict[str, Any]:
    run, label = machine.run(trace), {}
    for step, (letter, emitted) in enumerate(zip(trace, run.outputs, strict=True)):
        literals, (before, after) = _literals(machine, letter, emitted), run.states[step : step + 2]
        held = " and ".join([name for name in literals if not name.startswith("!")] or literals)
        label[f"step_{step}"] = {"current state": before, "defining inputs": held, "next state": after}
    return label
