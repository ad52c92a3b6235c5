"""Scoring as ACPBench Hard's own evaluators do it, faults included, for comparison with published tables.

The scoring rules (Kokel et al., 2025, sections 4 and 5, as implemented) over the answers that the source
stored, or what the exporter would store of ours; where a planner is asked, the complete truth answers.

They differ from the definitions: an unknown object counts as unreachable; an action that not even the delete
relaxation reaches, unless stored, as reachable; landmarks are the stored ones; the order test of a simplified
plan minds the case of letters; a second list of effects that equals the first is lost; an index is compared
as text.
"""

from collections.abc import Callable, Sequence
from typing import Any

from ...domains.planning.atoms import parse, text
from ...instances.errors import RecordError
from ...instances.formats.acpbench_writer import row_of
from ...instances.records import Answer, Code, Instance, Outcome
from ..reading.kinds import AnswerKind
from ..reading.published import Published, published_values, read_published
from ..reading.text import LIMIT
from ..task import Judgement, correct, incorrect, undecided
from .items import ClosedWorld
from .just import SubsequenceReplay, is_subsequence
from .world import Question, answer_kind

Score = Callable[[Any], Judgement]  # from what the evaluator extracted (never None) to its score
Judged = Callable[[Answer], tuple[Judgement, Any]]
PLAN_IN_QUESTION = slice(19, -147)  # where the evaluator finds the plan in the wording of its questions


def prepare_published(instance: Instance) -> Judged:
    """From an answer to ACPBench's score of it and what was extracted; RecordError without a stored one."""
    kind, source = answer_kind(instance), instance.source
    stored = source.answer if source and source.answer is not None else row_of(instance)["answer"]
    if kind in (AnswerKind.YES_NO, AnswerKind.LETTER):
        return _closed_form(kind, stored)
    rule = _RULES[instance.task]
    try:
        score = rule(instance, stored)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise RecordError(f"stored answer is malformed: {error!r}", field="source.answer") from None

    def judged(answer: Answer) -> tuple[Judgement, Any]:
        response = spelled(answer)
        if len(response) > LIMIT:
            return Judgement(Outcome.UNPARSED, Code.TOO_LARGE, f"more than {LIMIT} characters"), None
        value: Published = published_values(response, kind)
        if value is None:
            return Judgement(Outcome.UNPARSED, Code.NO_ANSWER, "the published parser finds no answer"), None
        return score(value), value

    return judged


def spelled(answer: Answer) -> str:
    """The text of an answer; data is written out as the prompts ask for it."""
    return _spell(answer.answer) if answer.response is None else answer.response


def _spell(value: Any) -> str:
    if value is None:
        return "None"
    if isinstance(value, bool):
        return "The answer is yes." if value else "The answer is no."
    if isinstance(value, dict) and {"pos", "neg"} <= value.keys():
        return f"{_spell(value['pos'])} {_spell(value['neg'])}"
    if isinstance(value, (list, tuple)):
        if len(value) == 2 and all(isinstance(part, (list, tuple)) for part in value):
            return " ".join(map(_spell, value))
        return "[" + ", ".join(map(str, value)) + "]"
    return str(value)


def _closed_form(kind: AnswerKind, stored: Any) -> Judged:
    expected = str(stored).strip().lower()

    def judged(answer: Answer) -> tuple[Judgement, Any]:
        reading = read_published(spelled(answer), kind)
        if reading.code is not None:
            return Judgement(Outcome.UNPARSED, reading.code, reading.note), reading.value
        said = ("yes" if reading.value else "no") if kind is AnswerKind.YES_NO else reading.value.lower()
        if said == expected:
            return correct(reading.note), reading.value
        return incorrect(Code.WRONG, f"the stored answer is {expected}"), reading.value

    return judged


def _lowered(names: Sequence[str]) -> list[str]:
    return [name.lower() for name in names]


def _compared(extracted: Callable[[Any], Any], expected: Any, code: Code, right: str, wrong: str) -> Score:
    """Right when what was extracted is, in some form, what is expected; ``wrong`` may name the value."""

    def score(value: Any) -> Judgement:
        return correct(right) if extracted(value) == expected else incorrect(code, wrong.format(value))

    return score


def _applicability(instance: Instance, stored: Any) -> Score:
    expected = frozenset(_lowered(stored))
    return _compared(
        lambda names: frozenset(_lowered(names)), expected, Code.WRONG, "the stored set", "not the stored set"
    )


def _progression(instance: Instance, stored: Any) -> Score:
    def lists(value: list[list[str]]) -> list[frozenset[str]]:
        sets = [frozenset(_lowered(part)) for part in value]
        # the evaluator takes a missing second list for an empty one
        return sets if len(sets) != 1 else [*sets, frozenset()]

    expected = lists([stored["pos"], stored["neg"]])
    return _compared(lists, expected, Code.WRONG, "the stored effects", "not the stored effects")


def _unreachable(known: frozenset[str], right: str, otherwise: Score) -> Score:
    def score(value: str) -> Judgement:
        item = value.strip().lower()
        if not known:
            return _none_expected(item)
        return correct(right) if item in known else otherwise(item)

    return score


def _none_expected(item: str) -> Judgement:
    if item == "none":
        return correct("nothing is stored, so None is expected")
    return incorrect(Code.WRONG, "nothing is stored, so only None is right")


def _reachability(instance: Instance, stored: Any) -> Score:
    question = Question.of(instance)

    def otherwise(fact: str) -> Judgement:
        """What the evaluator's planner would say of "this fact cannot be reached"."""
        if fact == "none":
            return incorrect(Code.NONE_IS_WRONG, "the planner refuses the goal none")
        problem, parts = question.world.problem, parse(fact)
        predicate = problem.domain.predicates.get(parts[0])
        if predicate is None or len(predicate.parameters) != len(parts) - 1:
            return incorrect(Code.UNKNOWN_SYMBOL, "the planner refuses an unknown predicate or arity")
        if parts in problem.init:
            return incorrect(Code.REACHABLE, f"{fact} holds in the initial state")
        if question.world.language.fact(parts).value != Code.OK.value:
            return correct("the planner finds the goal unreachable: no state holds such an atom")
        return _by_truth(instance, fact)

    known = frozenset(f"({name.strip().lower()})" for name in stored)
    return _unreachable(known, "a stored fact", otherwise)


def _by_truth(instance: Instance, item: str) -> Judgement:
    if instance.truth is None:
        return undecided("the instance has no truth to stand for the planner", Code.TRUTH_MISSING)
    return ClosedWorld(instance.truth).judge(item)


def _action_reachability(instance: Instance, stored: Any) -> Score:
    question = Question.of(instance)

    def otherwise(action: str) -> Judgement:
        if action not in question.world.task.by_name:
            return incorrect(Code.WRONG, "neither stored nor reached by delete relaxation")
        return _by_truth(instance, action)

    return _unreachable(frozenset(stored), "the stored action", otherwise)


def _validation(instance: Instance, stored: Any) -> Score:
    expected = str(int(stored))
    wrong = f"{{}} is not the text {expected}"
    return _compared(str.strip, expected, Code.WRONG_INDEX, "the stored index", wrong)


def _justification(instance: Instance, stored: Any) -> Score:
    question = Question.of(instance)
    replay = SubsequenceReplay(question.world, question.query["plan"])
    plan = _plan_as_spelt(instance)

    def score(value: list[str]) -> Judgement:
        if not value:
            return incorrect(Code.NOT_A_SUBSEQUENCE, "no action was extracted")
        if len(value) >= len(plan):
            return incorrect(Code.NOT_SHORTER, "not shorter than the plan")
        if not is_subsequence(value, plan):
            spelt = "not a subsequence of the plan as the question spells it"
            return incorrect(Code.NOT_A_SUBSEQUENCE, spelt)
        fault = replay.fails(_lowered(value))
        return correct("a shorter plan") if fault is None else incorrect(*fault)

    return score


def _plan_as_spelt(instance: Instance) -> list[str]:
    """The given plan letter by letter: cut out of the source's question, or of the query for our own."""
    if instance.source is None or instance.source.format != "acpbench":
        return list(instance.query["plan"])
    return instance.prompt.question[PLAN_IN_QUESTION].replace(") (", ")\n(").split("\n")


def _landmarks(instance: Instance, stored: Any) -> Score:
    landmarks = frozenset(_lowered(stored["yes"]))

    def score(value: str) -> Judgement:
        fact = value.strip().lower()
        if fact in landmarks:
            return correct("a stored landmark")
        if fact == "none":
            return _none_expected(fact) if not landmarks else incorrect(Code.NONE_IS_WRONG, "some are stored")
        return incorrect(Code.NOT_A_LANDMARK, "not a stored landmark")

    return score


def _next_action(instance: Instance, stored: Any) -> Score:
    yes, no, maybe = (frozenset(_lowered(stored[side])) for side in ("yes", "no", "maybe"))

    def score(value: str) -> Judgement:
        action = value.strip().lower()
        if action in yes:
            return correct("stored as closer")
        if action in no or action not in maybe:
            return incorrect(Code.NOT_CLOSER, "stored as not closer, or not stored at all")
        return _closer_by_truth(instance, action, stored.get("opt"))

    return score


def _closer_by_truth(instance: Instance, action: str, cost: Any) -> Judgement:
    truth = instance.truth or {}
    action = text(parse(action))
    if truth.get("kind") != "next_action" or action in truth["undecided"]:
        return undecided("the truth does not say whether the action leads closer")
    if action in truth["closer"] and (cost is None or int(cost) == truth["h"]):
        return correct(f"after {action} the goal is {truth['h'] - 1} actions away")
    return incorrect(Code.NOT_CLOSER, f"{action} does not lead closer")


_RULES: dict[str, Callable[[Instance, Any], Score]] = {
    "app": _applicability,
    "prog": _progression,
    "reach": _reachability,
    "areach": _action_reachability,
    "val": _validation,
    "just": _justification,
    "land": _landmarks,
    "nexta": _next_action,
}
