"""The translator's grounding beside ours: every difference, and what evaluation in it gives."""

import msgspec
import pytest
from testkit import audit_records

from certwright.domains.planning import strips
from certwright.verifiers.audit.planning import Subject
from certwright.verifiers.audit.second.grounding import SecondWorld, closed, differences, evaluated
from certwright.verifiers.audit.subject import AuditInput
from certwright.verifiers.engines.translate import GroundAction, Grounding

as_the_translator_would = audit_records.as_the_translator_would
record, subject = audit_records.record, audit_records.subject


def test_the_same_grounding_has_no_differences():
    one = subject("areach")
    assert list(differences(one.task, SecondWorld.of(as_the_translator_would(one)))) == []


@pytest.mark.parametrize(
    ("part", "change", "sentence"),
    [
        ("init", lambda init: init[1:], "initial fact (at c0 l0) is ours alone"),
        ("goal", lambda goal: goal[1:], "goal (at c0 l1) is ours alone"),
        ("goal", lambda goal: None, "the goal is possible to one of them only"),
        ("actions", lambda actions: actions[1:], "action (board c0 l0) is ours alone"),
        ("facts", lambda facts: (*facts, "(at c0 l2)"), "fact (at c0 l2) is theirs alone"),
        (
            "actions",
            lambda actions: (exchange(actions[0], add=("(on c1)",)), *actions[1:]),
            "(board c0 l0): add ['(on c0)'] here, ['(on c1)'] there",
        ),
        (
            "actions",
            lambda actions: (exchange(actions[0], delete=()), *actions[1:]),
            "(board c0 l0): delete ['(at c0 l0)', '(empty-ferry)'] here, [] there",
        ),
    ],
)
def test_another_grounding_is_told_apart(part, change, sentence):
    one = subject("reach")
    whole = as_the_translator_would(one)
    other = as_the_translator_would(one, **{part: change(getattr(whole, part))})
    found = list(differences(one.task, SecondWorld.of(other)))
    assert sentence in found


def test_of_facts_that_one_grounding_alone_has_three_are_named():
    one = subject("reach")
    task, own = one.task, as_the_translator_would(one)
    more = tuple(f"(new f{k})" for k in range(4))
    init, fewer = own.init, own.facts[4:]
    other = SecondWorld.of(
        as_the_translator_would(one, facts=(*more, *fewer), actions=(), init=(), goal=None)
    )
    assert list(differences(task, other)) == [
        *(f"fact {name} is ours alone" for name in own.facts[:3]),
        *(f"fact {name} is theirs alone" for name in more[:3]),
        *(f"action {name} is ours alone" for name in sorted(task.by_name)[:3]),
        *(f"initial fact {name} is ours alone" for name in sorted(init)[:3]),
        "the goal is possible to one of them only",
    ]
    assert len(own.facts) > 4 and len(task.by_name) > 3 and len(init) > 3


def test_a_goal_that_neither_grounding_can_hold_is_no_difference():
    one = subject("reach")
    nowhere = strips.Task(one.task.facts, one.task.operators, one.task.init, one.task.goal, False)
    other = SecondWorld.of(as_the_translator_would(one, goal=None))
    assert list(differences(nowhere, other)) == []
    assert list(differences(one.task, other)) == ["the goal is possible to one of them only"]
    beyond = SecondWorld.of(as_the_translator_would(one, goal=("(at c0 l2)", "(not (on c0))")))
    assert beyond.goal is None


def test_deletions_of_what_is_added_or_is_no_fact_are_no_difference():
    one = subject("reach")
    first, *others = as_the_translator_would(one).actions
    more = (*first.delete, *first.add, "(not (on c1))", "(unknown)")
    other = as_the_translator_would(one, actions=(exchange(first, delete=more), *others))
    assert list(differences(one.task, SecondWorld.of(other))) == []


def exchange(action: GroundAction, **changes: tuple[str, ...]) -> GroundAction:
    parts = {"name": action.name, "pre": action.pre, "add": action.add, "delete": action.delete}
    return GroundAction(**{**parts, **changes})  # type: ignore[arg-type]


def test_a_listed_unreachable_side_must_be_complete():
    one = subject("reach")
    world = SecondWorld.of(as_the_translator_would(one))
    unreachable = ["(at c0 l2)", "(at c1 l2)", "(at-ferry l2)"]
    truth = {
        "kind": "closed_world",
        "listed": "unreachable",
        "items": unreachable,
        "undecided": [],
        "none": False,
    }
    assert list(closed(subject("reach", truth=truth), world)) == []
    fewer = {**truth, "items": unreachable[1:]}
    assert list(closed(subject("reach", truth=fewer), world)) == [
        "1 legal items that are not listed as unreachable"
    ]


def test_negated_preconditions_are_evaluated():
    actions = (
        GroundAction("(light)", ("(not (lit))",), ("(lit)",), ()),
        GroundAction("(wait)", ("(lit)",), (), ()),
    )
    world = SecondWorld.of(Grounding(("(lit)",), actions, (), ("(lit)",)))
    assert world.first_inapplicable(["(light)", "(light)"]) == 1
    assert world.first_inapplicable(["(wait)"]) == 0
    assert world.is_plan(["(light)", "(wait)"])
    assert not world.is_plan([])
    assert world.first_inapplicable(["(run)"]) == 0


def test_what_evaluation_gives_is_compared():
    world = SecondWorld.of(as_the_translator_would(subject("app")))
    for name in ("app", "prog", "val", "just", "app yes", "val yes", "just yes", "prog no"):
        compared = list(evaluated(subject(name), world))
        assert compared
        assert all(stated == found for _, stated, found in compared), (name, compared)


def holding(name, **fields):
    """The record of a name with another query."""
    made = record(name)
    return Subject(AuditInput(msgspec.structs.replace(made, query={**made.query, **fields})))


@pytest.mark.parametrize(
    ("one", "evaluates"),
    [
        ("app yes", True),
        ("prog no", False),
        ("val yes", True),
        ("just yes", True),
        ("areach no", None),
        ("reach no", None),
        ("land yes", None),
        (lambda: holding("areach no", action="(sail l0 l2)"), False),
        (lambda: holding("reach no", facts=["(on c0)", "(at c0 l2)"]), False),
        (lambda: holding("reach no", facts=["(on c0)", "(not-eq l0 l1)"]), None),
        (lambda: holding("val yes", actions=audit_records.PLAN[:2]), False),
        (lambda: holding("val yes", actions=audit_records.PLAN[:2], asks="applicable"), True),
        (lambda: holding("val yes", actions=["(board c1 l0)"], asks="applicable"), False),
        (lambda: holding("just yes", remove=[1, 2]), False),
    ],
)
def test_items_are_evaluated_where_no_search_is_needed(one, evaluates):
    """True or false where a definition or the translator's closure decides; else nothing is said."""
    made = subject(one) if isinstance(one, str) else one()
    world = SecondWorld.of(as_the_translator_would(subject("app")))
    (found,) = [*evaluated(made, world)] or [None]
    item, stated = made.instance.query, made.truth["answer"]
    assert found == (None if evaluates is None else (f"the item {item}", stated, evaluates))
