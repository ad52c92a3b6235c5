"""Small planning tasks (ACPBench Hard, section 4), each under its key: what is asked, true and right.

``app``, task 1: which ground actions are applicable in the state.  Answer: exactly that set; the Jaccard
index is reported beside the score.

``prog``, task 2: what an action changes.  For the successor t of s, answer and truth are the two sets t - s
and s - t (positive and negative effects).

``reach``, task 3: a fact that holds in no reachable state, or None; ``areach``, task 4: an action that can
never be applied, or None.  Truth is closed-world over all well-typed groundings, of which there may be
10**11: what delete relaxation reaches is decided one by one by the cascade, all else is unreachable.

``val``, task 5: the index, from 0, of the first action of a sequence that is not applicable in its turn; the
distance from it is reported.  The closed forms ask whether the sequence is applicable, or a plan.

``nexta``, task 8: an action that brings the goal one step closer.  With h* the length of a shortest plan, an
applicable action a is right when h*(a(s)) = h*(s) - 1.  Truth is h*(s) and the side of every applicable
action; ``already_solved`` and ``unsolvable_state`` are no questions.
"""

from typing import Any

import msgspec

from ...domains.planning.atoms import is_negation, parse, respelled, text
from ...domains.planning.lifted import instantiate, validate
from ...instances.errors import IllegalItemError, RecordError
from ...instances.records import Code, Json
from ..reading.kinds import AnswerKind
from ..task import (
    Decision,
    Judge,
    Judgement,
    JudgeOptions,
    Labelled,
    Task,
    correct,
    evaluated,
    incorrect,
    undecided,
)
from .cheapest import next_actions
from .items import illegal_action, illegal_fact, judge_unreachable, unreachable_static_fact
from .oracle import Oracle
from .questions import actions_of, described_action
from .reachable import applicable_somewhere, conclude, reachable_together
from .world import Question, World


def app_label(question: Question, oracle: Oracle) -> Labelled:
    """The applicable actions, in name order."""
    task = question.world.task
    items = [operator.name for operator in task.applicable(task.init)]
    return evaluated({"kind": "set", "items": items}, "[" + ", ".join(items) + "]", applicable=len(items))


def app_judge(question: Question, options: JudgeOptions) -> Judge:
    """Compare a set of actions with the applicable ones."""
    truth = frozenset(question.truth["items"])

    def verdict(value: Any) -> Judgement:
        answer = frozenset(value)
        if answer == truth:
            return correct(f"exactly the {len(truth)} applicable actions", jaccard=1.0)
        extra, missing = sorted(answer - truth), sorted(truth - answer)
        jaccard = len(answer & truth) / len(answer | truth)
        for item in extra:
            if (refused := illegal_action(question.world, parse(item))) is not None:
                return refused._replace(metadata={"jaccard": jaccard})
        if not extra:
            code, first = Code.MISSING_ITEMS, f"{missing[0]} is applicable and missing"
        elif not missing:
            code, first = Code.EXTRA_ITEMS, f"{extra[0]} is not applicable"
        else:
            first = f"{extra[0]} is not applicable and {missing[0]} is missing"
            code = Code.MISSING_AND_EXTRA_ITEMS
        return incorrect(code, first, jaccard=jaccard)

    return verdict


def app_decide(question: Question, item: Json, oracle: Oracle) -> Decision:
    """Whether ``item["action"]`` is applicable in the state; what is no action of the world is not."""
    problem = question.world.problem
    try:
        ground = instantiate(problem, parse(item["action"]))
    except IllegalItemError:
        return Decision.evaluated(False)
    return Decision.evaluated(ground.applicable(problem.fluent_init))


app = Task(
    number=1,
    title="applicable actions",
    paper="Action Applicability",
    groups={
        "gen": "applicable_actions_gen",
        "bool": "applicable_actions_bool",
        "mcq": "applicable_actions_mc",
    },
    shape=AnswerKind.ACTIONS,
    asks="actions",
    label=app_label,
    judge=app_judge,
    decide=app_decide,
    stored=list[str],
    answer_format="Answer with a list of ground actions in parentheses, such as [(action object1 object2), "
    "(action object3)], that holds every applicable action and no other.",
    question="Which actions are applicable in the initial state?",
)


def changes(world: World, action: str) -> tuple[list[str], list[str]]:
    """The facts that an action makes true, and false, sorted; RecordError where it does not apply."""
    before, after = world.problem.fluent_init, successor(world, action)
    return sorted(map(text, after - before)), sorted(map(text, before - after))


def successor(world: World, action: str) -> frozenset[tuple[str, ...]]:
    """The fluent facts after an action; RecordError when it is not applicable in the state."""
    state = world.problem.fluent_init
    ground = instantiate(world.problem, parse(action))
    if not ground.applicable(state):
        raise RecordError(f"{action} is not applicable in the state", field="query.action")
    return ground.apply(state)


def prog_label(question: Question, oracle: Oracle) -> Labelled:
    """The effects of the queried action that change the state."""
    pos, neg = changes(question.world, question.query["action"])
    truth, gold = {"kind": "effects", "pos": pos, "neg": neg}, f"[{', '.join(pos)}] [{', '.join(neg)}]"
    return evaluated(truth, gold, positive_effects=len(pos), negative_effects=len(neg))


def prog_judge(question: Question, options: JudgeOptions) -> Judge:
    """Compare two lists of facts with the effects."""
    truth = frozenset(question.truth["pos"]), frozenset(question.truth["neg"])

    def verdict(value: Any) -> Judgement:
        answer = frozenset(value[0]), frozenset(value[1])
        if answer == truth:
            return correct("both lists are the effects of the action")
        for item in sorted((answer[0] - truth[0]) | (answer[1] - truth[1])):
            if (refused := illegal_fact(question.world, parse(item))) is not None:
                return refused
        number = int(answer[0] == truth[0])  # the list that differs, the first one if both do
        sign, given, expected = ("positive", "negative")[number], answer[number], truth[number]
        if given - expected:
            return incorrect(Code.EXTRA_ITEMS, f"{min(given - expected)} is no {sign} effect")
        return incorrect(Code.MISSING_ITEMS, f"the {sign} effect {min(expected - given)} is missing")

    return verdict


def prog_decide(question: Question, item: Json, oracle: Oracle) -> Decision:
    """Whether all of ``item["facts"]`` hold after ``item["action"]``."""
    after = successor(question.world, item["action"])
    return Decision.evaluated(all(parse(fact) in after for fact in item["facts"]))


class Effects(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The stored answer of progression."""

    pos: list[str]
    neg: list[str]


prog = Task(
    number=2,
    title="effects of an action",
    paper="Progression",
    groups={"gen": "progression_gen", "bool": "progression_bool", "mcq": "progression_mcq"},
    shape=AnswerKind.EFFECTS,
    asks="facts",
    label=prog_label,
    judge=prog_judge,
    formal=described_action,
    decide=prog_decide,
    stored=Effects,
    answer_format="Answer with two lists of ground propositions in parentheses, the positive effects first: "
    "[(proposition object1), (proposition object2)] [(proposition object3)]. An empty list is "
    "written [].",
)


def reach_label(question: Question, oracle: Oracle) -> Labelled:
    """Decide every fluent fact of the delete relaxation."""
    task = oracle.task
    goals = {task.facts[i]: (1 << i,) for i in range(len(task.facts)) if not is_negation(task.facts[i])}
    return conclude(oracle, goals, question.world.language.fact_count(), actions=False)


def reach_judge(question: Question, options: JudgeOptions) -> Judge:
    """Judge a fact, or "none"."""
    refusal = unreachable_static_fact if options.static_facts else illegal_fact
    return judge_unreachable(question, "fact", refusal)


def reach_decide(question: Question, item: Json, oracle: Oracle) -> Decision:
    """Whether the facts of ``item["facts"]`` can hold together."""
    return reachable_together(oracle, [respelled(fact) for fact in item["facts"]])


reach = Task(
    number=3,
    title="unreachable fact",
    paper="Atom Reachability",
    groups={"gen": "reachable_atom_gen", "bool": "reachable_atom_bool", "mcq": "reachable_atom_mc"},
    shape=AnswerKind.ATOM_OR_NONE,
    asks="facts",
    label=reach_label,
    judge=reach_judge,
    decide=reach_decide,
    stored=list[str],
    answer_format="Answer with one ground proposition in parentheses, such as (proposition object1 object2), "
    "whose predicate some action changes, or with None if every such proposition can hold at "
    "some time.",
    question="Name a proposition that holds in no state reachable from the initial state.",
)


def areach_label(question: Question, oracle: Oracle) -> Labelled:
    """Decide every action of the delete relaxation."""
    named = oracle.task.by_name.items()
    goals = {name: tuple(operator.pre for operator in cases) for name, cases in named}
    return conclude(oracle, goals, question.world.language.action_count(), actions=True)


def areach_judge(question: Question, options: JudgeOptions) -> Judge:
    """Judge an action, or "none"."""
    return judge_unreachable(question, "action", illegal_action)


def areach_decide(question: Question, item: Json, oracle: Oracle) -> Decision:
    """Whether ``item["action"]`` can become applicable."""
    return applicable_somewhere(oracle, respelled(item["action"]))


areach = Task(
    number=4,
    title="action that never applies",
    paper="Action Reachability",
    groups={"gen": "reachable_action_gen", "bool": "reachable_action_bool", "mcq": "reachable_action_mc"},
    shape=AnswerKind.ACTION_OR_NONE,
    asks="actions",
    label=areach_label,
    judge=areach_judge,
    decide=areach_decide,
    stored=list[str],
    answer_format="Answer with one ground action in parentheses, such as (action object1 object2), whose "
    "objects have the types that the action asks for, or with None if every such action can "
    "become applicable.",
    question="Name an action that is applicable in no state reachable from the initial state.",
)


def val_label(question: Question, oracle: Oracle) -> Labelled:
    """The index of the first inapplicable action; RecordError when there is none."""
    actions = [parse(action) for action in question.query["actions"]]
    if (index := validate(question.world.problem, actions).failed_step) is None:
        raise RecordError("every action of the sequence is applicable", field="query.actions")
    truth = {"kind": "index", "index": index}
    return evaluated(truth, str(index), sequence_length=len(actions), index=index)


def val_judge(question: Question, options: JudgeOptions) -> Judge:
    """Compare an index with the right one."""
    truth: int = question.truth["index"]
    actions: list[str] = question.query["actions"]

    def verdict(value: Any) -> Judgement:
        if value == truth:
            return correct(f"{actions[truth]} at index {truth} is the first inapplicable action", distance=0)
        why = f"{actions[truth]} at index {truth} is the first inapplicable action, not index {value}"
        if value > truth:
            return incorrect(Code.WRONG_INDEX, why, distance=value - truth)
        why = f"the action at index {value} is applicable; {why}"
        return incorrect(Code.WRONG_INDEX, why, distance=truth - value)

    return verdict


def val_decide(question: Question, item: Json, oracle: Oracle) -> Decision:
    """Whether the sequence is ``applicable``, or a ``plan`` (``valid`` asks the same)."""
    outcome = validate(question.world.problem, [parse(action) for action in item["actions"]])
    return Decision.evaluated(outcome.failed_step is None if item["asks"] == "applicable" else outcome.ok)


val = Task(
    number=5,
    title="first inapplicable action",
    paper="Validation",
    groups={"gen": "validation_gen", "bool": "validation_bool", "mcq": "validation_mcq"},
    shape=AnswerKind.INDEX,
    asks="actions",
    label=val_label,
    judge=val_judge,
    formal=actions_of("actions"),
    decide=val_decide,
    stored=int,
    answer_format="Answer with one number, the position of that action in the sequence; the first action of "
    "the sequence has position 0.",
)


def nexta_label(question: Question, oracle: Oracle) -> Labelled:
    """h* of the state and the side of every applicable action."""
    return next_actions(oracle)


def nexta_judge(question: Question, options: JudgeOptions) -> Judge:
    """Judge one action."""
    truth = question.truth
    if truth["kind"] == "degenerate":
        return lambda value: undecided(f"the state is no question: {truth['reason']}")
    distance = truth["h"]
    closer, farther, unknown = (frozenset(truth[side]) for side in ("closer", "not_closer", "undecided"))

    def verdict(value: Any) -> Judgement:
        if value in closer:
            return correct(f"{value} starts a plan of {distance} actions, the fewest possible")
        if value in farther:
            return incorrect(Code.NOT_CLOSER, f"no plan of {distance} actions starts with {value}")
        if value in unknown:
            return undecided(f"it is not known whether {value} starts a shortest plan")
        refused = illegal_action(question.world, parse(value))
        return refused or incorrect(Code.INAPPLICABLE, f"{value} is not applicable in the state")

    return verdict


class NextActions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The stored answer of next action; ``opt`` is the optimal cost, as text."""

    yes: list[str]
    no: list[str]
    maybe: list[str]
    opt: str | int | None = None


nexta = Task(
    number=8,
    title="first action of a best plan",
    paper="Next Action",
    groups={"gen": "goal_closer_gen"},
    shape=AnswerKind.ACTION,
    asks="actions",
    label=nexta_label,
    judge=nexta_judge,
    stored=NextActions,
    answer_format="Answer with one ground action in parentheses, such as (action object1 object2), that is "
    "the first action of some shortest plan.",
    question="Which action should be taken first to reach the goal with as few actions as possible?",
)
