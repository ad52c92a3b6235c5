"""TempoBench's own scoring of its own records, as its public scorer does it: for comparison with ours.

The first fenced ``json`` block of the response is the answer; anything else scores 0.  Only the steps of the
stored label are looked at.  AP level: the texts of a step are joined and split wherever the letters "and" or
"or" stand, in any case, even inside names, and the parts are compared as sets; "no constraints" on both sides
is a hit, and a step that is missing counts as "no constraints".  Timestep level: the lists of texts must be
equal.  An answer is right when both F1 are 1.

Where this differs from ours, which checks the answer against the machine (``docs/causality.md``):

- steps beyond those of the label are free, however wrong;
- an empty answer earns the hits of all steps without constraints;
- the name of the effect is never compared, and of several effects only the first is;
- a conjunction in another order, or as a list, is wrong at the timestep level;
- ``c OR d`` counts as ``c AND d``; names such as ``motor`` are cut in two;
- the label is one sufficient set out of several, so other right answers are wrong.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from ...instances.errors import RecordError, UnsupportedError
from ...instances.records import Answer, Code, Instance, Outcome
from ..task import Judgement, JudgeOptions, correct, incorrect
from .question import Judged

_OPENS = re.compile(r"```json\s*(?=\{)")
_CLOSES = re.compile(r"\}\s*```")
_SPLIT = re.compile(r"and|or", re.IGNORECASE)
_NONE = "no constraints"
_LONGEST = 200_000  # characters of a response that are looked at

Steps = dict[str, Any]


class Confusion:
    """True positives, false positives, false negatives."""

    def __init__(self) -> None:
        self.hits = self.extra = self.missing = 0

    def add(self, answered: set[str], right: set[str]) -> None:
        """Count two sets of literals; both empty is a hit."""
        if not answered and not right:
            self.hits += 1
        self.hits += len(answered & right)
        self.extra += len(answered - right)
        self.missing += len(right - answered)

    def figures(self, level: str) -> dict[str, float]:
        """Precision, recall and F1 under the names of a level."""
        precision = self.hits / (self.hits + self.extra) if self.hits else 0.0
        recall = self.hits / (self.hits + self.missing) if self.hits else 0.0
        f1 = 2 * precision * recall / (precision + recall) if self.hits else 0.0
        return {f"{level}_precision": precision, f"{level}_recall": recall, f"{level}_f1": f1}


def prepare_published(instance: Instance, prepare: Callable[[Instance, JudgeOptions], Judged]) -> Judged:
    """TempoBench's judge of one of its records, beside what ours says; UnsupportedError for others."""
    if instance.source is None or instance.source.format != "tempobench":
        raise UnsupportedError("only records of TempoBench are scored as it publishes")
    label = instance.source.answer
    if not isinstance(label, dict):
        raise RecordError("the record has no label", field="source.answer")
    score = _causal if instance.task == "butfor" else _trace
    ours = prepare(instance, JudgeOptions()) if instance.truth is not None and instance.world else None

    def judged(answer: Answer) -> tuple[Judgement, Any]:
        if (block := _block(answer)) is None:
            return Judgement(Outcome.UNPARSED, Code.NO_ANSWER, "no fenced block of JSON"), None
        figures: dict[str, Any] = score(block, label)
        if ours is not None:
            figures["ours"] = ours(answer)[0].value
        if figures["ap_f1"] == figures["ts_f1"] == 1.0:
            return correct("", **figures), block
        return incorrect(Code.WRONG, "the steps of the label are not all matched", **figures), block

    return judged


def _block(answer: Answer) -> dict[str, Any] | None:
    if answer.response is None and not isinstance(answer.answer, str):
        return answer.answer if isinstance(answer.answer, dict) else None
    text = (answer.response if answer.response is not None else answer.answer)[:_LONGEST]
    opened = _OPENS.search(text)
    closed = _CLOSES.search(text, opened.end()) if opened else None
    if opened is None or closed is None:
        return None
    try:
        value = msgspec.json.decode(text[opened.end() : closed.start() + 1])
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _causal(answered: dict[str, Any], label: dict[str, Any]) -> dict[str, float]:
    """Causality: the first effect of each side."""
    ours, theirs = _first(answered), _first(label)
    atoms, steps = Confusion(), Confusion()
    for step, right in theirs.items():
        given = ours.get(step, [_NONE])
        ap_given, ap_right = _literals(given), _literals(right)
        atoms.add(ap_given, ap_right)
        steps.hits += given == right
        steps.extra += given != right and bool(ap_given or not ap_right)
        steps.missing += given != right and bool(ap_right)
    return {**atoms.figures("ap"), **steps.figures("ts")}


def _trace(answered: dict[str, Any], label: dict[str, Any]) -> dict[str, float]:
    """Trace evaluation: the defining inputs of a step, and the whole step."""
    atoms, steps = Confusion(), Confusion()
    for step, right in label.items():
        if not isinstance(right, dict):
            continue
        given = answered.get(step)
        inputs = given.get("defining inputs", _NONE) if isinstance(given, dict) else _NONE
        atoms.add(_literals(inputs), _literals(right.get("defining inputs", _NONE)))
        steps.hits += given == right
        steps.missing += given != right
        steps.extra += given not in (None, right)
    return {**atoms.figures("ap"), **steps.figures("ts")}


def _first(effects: dict[str, Any]) -> Steps:
    effect: Any = next(iter(effects.values()), {})
    return effect if isinstance(effect, dict) else {}


def _literals(texts: Any) -> set[str]:
    """The parts of a text, or of several; none for "no constraints"."""
    parts: Iterable[Any] = texts if isinstance(texts, list) else [texts]
    text = " ".join(part for part in parts if isinstance(part, str))
    if text.strip().lower() == _NONE:
        return set()
    return {part.strip() for part in _SPLIT.split(text)} - {""}
