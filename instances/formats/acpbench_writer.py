"""Instances as ACPBench files, in the shapes that its own evaluators read.

One file a task and form (``reach.gen.json``), a JSON list of records.  The stored answer is our truth where
there is one, else what the source stored.  Two of their shapes cannot say all that our truth says: lists of
unreachable items hold what our truth lists, or known members of the other side when it lists the reachable
ones; landmarks under ``no`` are those of the source that our truth does not contradict.
"""

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from ..errors import RecordError
from ..names import task
from ..outputs import write_within
from ..records import Instance, Json
from . import each

_SIXTEEN_DIGITS = re.compile("[0-9a-f]{16}")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def write(instances: Iterable[Instance | RecordError], folder: str | Path) -> list[RecordError]:
    """Write the planning instances to files in ``folder``; what cannot be said comes back as errors."""
    files: dict[str, list[Json]] = {}
    refused: list[RecordError] = []
    for instance, row in each(instances, row_of, refused):
        files.setdefault(f"{instance.task}.{instance.form}.json", []).append(row)
    for name, rows in sorted(files.items()):
        text = json.dumps(rows, indent=1, ensure_ascii=False, allow_nan=False)
        write_within(folder, name, text + "\n")
    return refused


def row_of(instance: Instance) -> Json:
    """The record of one instance.  Raises RecordError when the format has no way to say it."""
    if instance.family != "planning" or instance.form not in task(instance.task).groups:
        raise RecordError(f"ACPBench has no {instance.form} form of {instance.family}/{instance.task}")
    row: Json = {
        "id": _number(instance),
        "group": task(instance.task).group(instance.form),
        "context": instance.prompt.context,
        "question": _question(instance),
        "answer": _answer(instance),
    }
    if instance.form == "gen":
        row["PDDL_domain"], row["PDDL_problem"] = instance.world["domain"], instance.world["problem"]
    if instance.form == "mcq":
        choices = list(instance.prompt.choices)
        row["choices"] = {"text": choices, "label": list(LETTERS[: len(choices)])}
        fields = instance.source.fields if instance.source else {}
        row["query"] = fields.get("query", instance.prompt.question)
    return row


def _number(instance: Instance) -> int | str:
    """The source's id, or a signed 64-bit number made of ours."""
    if instance.source is None or instance.source.format != "acpbench" or instance.source.id is None:
        digits = instance.id[-16:]
        if not _SIXTEEN_DIGITS.fullmatch(digits):
            raise RecordError("the id does not end in 16 hex digits, of which ACPBench's is made", field="id")
        return int(digits, 16) - 2**63
    text = instance.source.id
    return int(text) if text.removeprefix("-").isdecimal() and len(text) <= 20 else text


SHORTEN = (
    'Shorten the plan: "',
    '" holds more than it needs: leave out one action, or two that follow each other, so that it is still a '
    "plan, and answer with all that then remains.",
)
"""Before and behind a plan, 19 and 147 letters: the public evaluator cuts it out at these places."""


def _question(instance: Instance) -> str:
    question, choices = instance.prompt.question, instance.prompt.choices
    source = instance.source.format if instance.source else None
    if (instance.task, instance.form) == ("just", "gen") and source != "acpbench":
        return " ".join(instance.query["plan"]).join(SHORTEN)
    if instance.form != "mcq" or all(choice in question for choice in choices):
        return question
    options = " ".join(f"{letter}. {choice}." for letter, choice in zip(LETTERS, choices, strict=False))
    return f"{question} {options}"


def _answer(instance: Instance) -> Any:
    truth = instance.truth
    stored = instance.source.answer if instance.source else None
    if truth is None:
        if stored is None:
            raise RecordError("instance has neither truth nor a stored answer", field="truth")
        return stored
    shape = _SHAPES.get(truth.get("kind", ""))
    if shape is None:
        why = f"ACPBench cannot express a truth of kind {truth.get('kind')!r}"
        raise RecordError(why, field="truth.kind")
    try:
        return shape(instance, truth, stored)
    except (KeyError, IndexError, TypeError, AttributeError) as error:
        raise RecordError(f"truth is malformed: {error!r}", field="truth") from None


def _closed_world(instance: Instance, truth: Json, stored: Any) -> list[str]:
    """Unreachable items: all that the truth lists, or those that are known when it lists the other side."""
    if truth["none"] is True:
        return []
    if truth["listed"] == "unreachable":
        names = list(truth["items"])
    else:
        known = [_in_parentheses(name) for name in stored or []]
        known += [instance.gold] if instance.gold and instance.gold.startswith("(") else []
        excluded = {*truth["items"], *truth["undecided"]}
        names = sorted({name for name in known if name not in excluded})
    if not names:
        raise RecordError("no unreachable item is known", field="truth")
    return [name.strip("()") for name in names] if instance.task == "reach" else names


def _in_parentheses(name: str) -> str:
    return f"({' '.join(name.lower().strip(' ()').split())})"


def _subsequence(instance: Instance, truth: Json, stored: Any) -> list[list[str]]:
    """Removals: an action and which of its occurrences it is (from 1), or a pair and "-1"."""
    plan: list[str] = instance.query["plan"]
    removals = [[plan[place], str(plan[: place + 1].count(plan[place]))] for place in truth["singles"]]
    for place in truth["pairs"]:
        pair = [plan[place], plan[place + 1], "-1"]
        if pair not in removals:
            removals.append(pair)
    return removals


def _landmarks(instance: Instance, truth: Json, stored: Any) -> Json:
    claimed = stored.get("no", []) if isinstance(stored, dict) else []
    open_or_landmark = {*truth["items"], *truth["undecided"]}
    refuted = [name for name in claimed if _in_parentheses(name) not in open_or_landmark]
    return {"yes": list(truth["items"]), "no": refuted}


def _next_action(instance: Instance, truth: Json, stored: Any) -> Json:
    return {
        "yes": list(truth["closer"]),
        "no": list(truth["not_closer"]),
        "maybe": list(truth["undecided"]),
        "opt": str(truth["h"]),
    }


def _degenerate(instance: Instance, truth: Json, stored: Any) -> Any:
    raise RecordError(f"ACPBench has no answer to a degenerate question ({truth['reason']})", field="truth")


def _verdict(instance: Instance, truth: Json, stored: Any) -> Any:
    answer = truth["answer"]
    if answer is None:
        raise RecordError("the truth is undecided", field="truth.answer")
    return {True: "yes", False: "no"}.get(answer, answer)


_SHAPES: dict[str, Callable[[Instance, Json, Any], Any]] = {
    "set": lambda instance, truth, stored: list(truth["items"]),
    "effects": lambda instance, truth, stored: {"pos": list(truth["pos"]), "neg": list(truth["neg"])},
    "closed_world": _closed_world,
    "index": lambda instance, truth, stored: truth["index"],
    "subsequence": _subsequence,
    "landmarks": _landmarks,
    "next_action": _next_action,
    "degenerate": _degenerate,
    "bool": _verdict,
    "mcq": _verdict,
}
