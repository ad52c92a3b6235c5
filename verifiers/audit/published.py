"""Check `published`: which answers the public evaluators misjudge on these questions.

For every rule of theirs that differs from the definition (see `verifiers.planning.published`) answers are
made that the difference is about; each is scored by both.  Where the scores differ the rule misjudges: one
notice an instance and rule, with the count and an example.  These are no faults: what is measured is what a
published table is worth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ...domains.planning.atoms import parse, text
from ...instances.errors import CertwrightError
from ...instances.records import Answer, Verdict
from ..judge import JudgeOptions, prepare
from ..planning.judging import answer_kind
from ..reading.kinds import SINGLES, AnswerKind
from .comparison import canonical
from .finding import Result
from .spelling import spell
from .subject import Subject

CHECK = "published"
AS_PUBLISHED = JudgeOptions(mode="as-published")
DRAWN = 4
"""How many answers a rule is tried with in one instance."""

RULES = {
    "stored actions": "an unreachable action scores only if it is stored or delete relaxation reaches it",
    "unknown symbols": "a fact about an object that does not exist counts as unreachable",
    "ill-typed facts": "an ill-typed or static fact counts as unreachable",
    "nothing stored": "where no unreachable item is stored, None is right and every unreachable item wrong",
    "stored landmarks": "a landmark that is not stored scores 0; None scores where none is stored",
    "equal lists": "a second list of effects that equals the first is lost, so [P] [P] passes for [P] []",
    "letter case": "a simplified plan must be spelt as in the question, letter by letter",
    "digits in names": "the first digits of the text are the index, be they part of an object's name",
    "spelling of None": "only None so spelt is read",
    "first parenthesis": "the first parenthesis of the text is the answer, thinking and prose included",
    "first words": "the first or last word that looks like an answer is taken, thinking and prose included",
}
"""What the public evaluators do, by the name that the summary uses."""

Probe = tuple[str, str]
"""A rule and an answer text."""


@dataclass
class _Tally:
    probes: int = 0
    misjudged: int = 0
    example: tuple[str, Verdict, Verdict] | None = None


def check(subject: Subject) -> Result:
    """Score the probes by our rules and by theirs."""
    instance, result = subject.instance, Result.of(subject.instance, CHECK)
    if instance.truth is None or instance.form == "episode":
        return result
    try:
        judged = prepare(instance, AS_PUBLISHED)
    except CertwrightError as error:
        result.counts["not comparable"] += 1
        result.counts[f"not comparable: {str(error)[:60]}"] += 1
        return result
    tallies: dict[str, _Tally] = {}
    for rule, answer in probes(subject):
        theirs = judged(Answer(id=instance.id, response=answer))
        ours = subject.judge(answer)
        tally = tallies.setdefault(rule, _Tally())
        tally.probes += 1
        if ours.value is None or theirs.value is None:
            result.counts["open"] += 1
        elif ours.value != theirs.value:
            tally.misjudged += 1
            tally.example = tally.example or (answer, theirs, ours)
    for rule, tally in tallies.items():
        _enter(result, rule, tally)
    return result


def _enter(result: Result, rule: str, tally: _Tally) -> None:
    result.counts["probes"] += tally.probes
    result.counts["caught"] += tally.probes - tally.misjudged
    result.counts[f"{rule}: probes"] += tally.probes
    result.counts[f"{rule}: misjudged"] += tally.misjudged
    if tally.example is None:
        return
    result.counts[f"{rule}: questions"] += 1
    answer, theirs, ours = tally.example
    result.notice(
        f"the public evaluator misjudges {tally.misjudged} of {tally.probes} answers: {RULES[rule]}",
        rule=rule,
        probes=tally.probes,
        misjudged=tally.misjudged,
        answer=answer,
        published={"value": theirs.value, "read": theirs.answer, "why": theirs.explanation},
        ours={"value": ours.value, "code": ours.code.value, "why": ours.explanation},
    )


def probes(subject: Subject) -> Iterator[Probe]:
    """The answers that the rules are about, as far as they concern this instance."""
    if subject.instance.form in ("bool", "mcq"):
        yield from _closed_forms(subject)
        return
    yield from _TASKS.get(subject.instance.task, _nothing)(subject)
    yield from _readings(subject)


def _nothing(subject: Subject) -> Iterator[Probe]:
    return iter(())


def _stored(subject: Subject) -> frozenset[str]:
    source = subject.instance.source
    return (
        frozenset(map(canonical, source.answer))
        if source and isinstance(source.answer, list)
        else frozenset()
    )


def _unreachable(subject: Subject) -> list[str]:
    """Unreachable items that are not stored: drawn from the language, listed, or near the stored ones."""
    stored, draw, truth = _stored(subject), subject.draw, subject.truth
    candidates = list(subject.vocabulary.random(draw, 10 * DRAWN, "unreachable"))
    if truth["listed"] == "unreachable":
        candidates += draw.sample(truth["items"], 2 * DRAWN, "listed")
    gold = subject.gold_value
    for item in (*sorted(stored), *([gold] if isinstance(gold, str) and gold != "none" else [])):
        candidates += [near for _, near in subject.vocabulary.legal_neighbours(item, draw, DRAWN)]
    found = [
        item for item in dict.fromkeys(candidates) if item not in stored and subject.judge(item).value == 1.0
    ]
    return found[:DRAWN]


def _reach(subject: Subject) -> Iterator[Probe]:
    draw, words, stored = subject.draw, subject.vocabulary, _stored(subject)
    rule = "stored actions" if subject.instance.task == "areach" else "unreachable"
    if not stored:
        yield "nothing stored", "None"
        for item in _unreachable(subject):
            yield "nothing stored", item
        return
    for item in _unreachable(subject):
        if rule == "stored actions":
            yield rule, item
    if subject.instance.task == "areach":
        return
    for item in words.random(draw, DRAWN, "symbols"):
        for name, near in words.illegal_neighbours(item, draw):
            if name == "unknown object":
                yield "unknown symbols", near
            elif name == "ill-typed":
                yield "ill-typed facts", near
    holds = frozenset(subject.problem.init)
    for fact in draw.sample(words.static_facts(), DRAWN, "static"):
        false = next((swap for swap in _swaps(fact) if parse(swap) not in holds), None)
        if false is not None:
            yield "ill-typed facts", false


def _swaps(fact: str) -> Iterator[str]:
    parts = parse(fact)
    if len(parts) == 3 and parts[1] != parts[2]:
        yield text((parts[0], parts[2], parts[1]))
    if len(parts) == 3:
        yield text((parts[0], parts[1], parts[1]))


def _landmarks(subject: Subject) -> Iterator[Probe]:
    yield "stored landmarks", "None"
    for item in subject.truth.get("items", ()):
        yield "stored landmarks", item


def _effects(subject: Subject) -> Iterator[Probe]:
    pos, neg = subject.truth["pos"], subject.truth["neg"]
    yield "equal lists", spell((pos, pos), AnswerKind.EFFECTS)
    yield "equal lists", spell((neg, neg), AnswerKind.EFFECTS)


def _plan(subject: Subject) -> Iterator[Probe]:
    gold = subject.instance.gold
    if gold is not None:
        yield "letter case", gold
        yield "letter case", gold.upper()


def _index(subject: Subject) -> Iterator[Probe]:
    index, actions = subject.truth["index"], subject.instance.query["actions"]
    yield "digits in names", f"The first inapplicable action is {actions[index]}. Its index is {index}."
    yield "digits in names", f"{actions[index]} at index {index}"


_TASKS: dict[str, Callable[[Subject], Iterator[Probe]]] = {
    "reach": _reach,
    "areach": _reach,
    "land": _landmarks,
    "prog": _effects,
    "just": _plan,
    "val": _index,
}


def _readings(subject: Subject) -> Iterator[Probe]:
    """The gold answer, said as models say it."""
    gold, kind = subject.instance.gold, answer_kind(subject.instance)
    if gold is None:
        return
    if gold == "None":
        yield "spelling of None", "none"
        yield "spelling of None", "NONE"
        return
    if kind in SINGLES or kind in (AnswerKind.ACTIONS, AnswerKind.PLAN):
        yield "first parenthesis", f"<think>Perhaps (this one) will do.</think>\n\nFinal answer: {gold}"
        yield "first parenthesis", f"As I (a language model) see it, the answer is:\n\nFinal answer: {gold}"


def _closed_forms(subject: Subject) -> Iterator[Probe]:
    gold = subject.instance.gold
    if gold is None:
        return
    yield "first words", gold
    yield "first words", f"The answer is {gold}"
    yield "first words", f"Final answer: {gold.upper()}"
    yield "first words", f"A car cannot be there, for there is no room. The answer is {gold}."
