"""Check `published`: which answers the public evaluators misjudge on these questions.

For every rule of theirs that differs from the definition (`verifiers.planning.published`) answers are made
that the difference is about, and scored by both: one notice an instance and rule where the scores differ.
These are no faults: what is measured is what a published table is worth.
"""

from collections.abc import Callable, Iterable, Iterator

from ...domains.planning.atoms import parse, text
from ...instances.errors import CertwrightError
from ...instances.records import Answer, Verdict
from ..judge import JudgeOptions, prepare
from ..reading.kinds import SINGLES, AnswerKind
from . import subject as subjects
from .finding import CheckResult
from .planning import Subject
from .source import canonical
from .vocabulary import spell

AS_PUBLISHED = JudgeOptions(mode="as-published")
DRAWN = 4  # how many answers a rule is tried with in one instance

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
}  # what the public evaluators do, by the name that the summary uses

Probe = tuple[str, str]  # a rule and an answer text


def published(subject: subjects.Subject) -> CheckResult:
    """Score the probes by our rules and by theirs."""
    instance, result = subject.instance, CheckResult(subject.instance.id, "published")
    if not isinstance(subject, Subject) or instance.form == "episode":
        return result
    try:
        judged = prepare(instance, AS_PUBLISHED)
    except CertwrightError as error:
        result.counts.update(("not comparable", f"not comparable: {str(error)[:60]}"))
        return result
    examples: dict[str, tuple[str, Verdict, Verdict]] = {}
    for rule, answer in probes(subject):
        theirs = judged(Answer(id=instance.id, response=answer))
        ours = subject.verdict(answer)
        differ = ours.value != theirs.value and None not in (ours.value, theirs.value)
        result.counts["open"] += None in (ours.value, theirs.value)
        result.probe(not differ, f"{rule}: probes", *([f"{rule}: misjudged"] if differ else ()))
        if differ:
            examples.setdefault(rule, (answer, theirs, ours))
    for rule, (answer, theirs, ours) in examples.items():
        many, wrong = result.counts[f"{rule}: probes"], result.counts[f"{rule}: misjudged"]
        result.counts[f"{rule}: questions"] += 1
        result.notice(
            f"the public evaluator misjudges {wrong} of {many} answers: {RULES[rule]}",
            rule=rule,
            probes=many,
            misjudged=wrong,
            answer=answer,
            published={"value": theirs.value, "read": theirs.answer, "why": theirs.explanation},
            ours={"value": ours.value, "code": ours.code.value, "why": ours.explanation},
        )
    return result


def probes(subject: Subject) -> Iterator[Probe]:
    """The answers that the rules are about, as far as they concern this instance."""
    if subject.instance.form in ("bool", "mcq"):
        yield from _closed_forms(subject.instance.gold) if subject.instance.gold is not None else ()
        return
    if subject.instance.task in TASKS:
        yield from TASKS[subject.instance.task](subject)
    yield from _readings(subject)


def _stored(subject: Subject) -> frozenset[str]:
    stored = subject.instance.source.answer if subject.instance.source else None
    return frozenset(map(canonical, stored)) if isinstance(stored, list) else frozenset()


def _unreachable(subject: Subject) -> list[str]:
    """Unreachable items that are not stored: drawn from the language, listed, or near the stored ones."""
    stored, draw, truth = _stored(subject), subject.draw, subject.truth
    candidates = list(subject.vocabulary.random(draw, 10 * DRAWN, "unreachable"))
    if truth["listed"] == "unreachable":
        candidates += draw.sample(truth["items"], 2 * DRAWN, "listed")
    gold = subject.gold_value
    for item in (*sorted(stored), *([gold] if isinstance(gold, str) and gold != "none" else [])):
        candidates += [near for _, near in subject.vocabulary.legal_neighbours(item, draw, DRAWN)]
    fresh = [item for item in dict.fromkeys(candidates) if item not in stored]
    return [item for item in fresh if subject.verdict(item).value == 1.0][:DRAWN]


def _reach(subject: Subject) -> Iterator[Probe]:
    draw, words, areach = subject.draw, subject.vocabulary, subject.instance.task == "areach"
    if not _stored(subject):
        yield from (("nothing stored", item) for item in ("None", *_unreachable(subject)))
        return
    if areach:
        yield from (("stored actions", item) for item in _unreachable(subject))
        return
    for item in words.random(draw, DRAWN, "symbols"):
        near = dict(words.illegal_neighbours(item, draw))
        for name, rule in (("unknown object", "unknown symbols"), ("ill-typed", "ill-typed facts")):
            if name in near:
                yield rule, near[name]
    holds = frozenset(subject.problem.init)
    for fact in draw.sample(words.static_facts(), DRAWN, "static"):
        head, *names = parse(fact)
        swaps = [(head, *names[::-1]), (head, names[0], names[0])] if len(names) == 2 else []
        yield from [("ill-typed facts", text(swap)) for swap in swaps if swap not in holds][:1]


def _effects(subject: Subject) -> list[Probe]:
    lists = subject.truth["pos"], subject.truth["neg"]
    return [("equal lists", spell((part, part), AnswerKind.EFFECTS)) for part in lists]


def _plan(subject: Subject) -> list[Probe]:
    gold = subject.instance.gold
    return [] if gold is None else [("letter case", gold), ("letter case", gold.upper())]


def _index(subject: Subject) -> list[Probe]:
    index, actions = subject.truth["index"], subject.instance.query["actions"]
    said = f"The first inapplicable action is {actions[index]}. Its index is {index}."
    return [("digits in names", said), ("digits in names", f"{actions[index]} at index {index}")]


TASKS: dict[str, Callable[[Subject], Iterable[Probe]]] = {
    "reach": _reach,
    "areach": _reach,
    "land": lambda subject: (
        ("stored landmarks", item) for item in ("None", *subject.truth.get("items", ()))
    ),
    "prog": _effects,
    "just": _plan,
    "val": _index,
}


def _readings(subject: Subject) -> Iterator[Probe]:
    gold, kind = subject.instance.gold, subject.kind
    if gold is None:
        return
    if gold == "None":
        yield from (("spelling of None", word) for word in ("none", "NONE"))
        return
    if kind in SINGLES or kind in (AnswerKind.ACTIONS, AnswerKind.PLAN):
        yield "first parenthesis", f"<think>Perhaps (this one) will do.</think>\n\nFinal answer: {gold}"
        yield "first parenthesis", f"As I (a language model) see it, the answer is:\n\nFinal answer: {gold}"


def _closed_forms(gold: str) -> list[Probe]:
    prose = f"A car cannot be there, for there is no room. The answer is {gold}."
    texts = (gold, f"The answer is {gold}", f"Final answer: {gold.upper()}", prose)
    return [("first words", text) for text in texts]
