"""What becomes of the mutants of gold answers, sort by sort, and what the faults of a wrong gold say."""

import pytest
from testkit import audit_records

from certwright.verifiers.audit.answers import answers, gold, idle, near_misses
from certwright.verifiers.audit.planning import Subject
from certwright.verifiers.audit.subject import AuditInput

record, subject = audit_records.record, audit_records.subject

FATES = {
    "app": {
        "equivalent": {"a blank more": 2, "a letter more": 1, "an item doubled": 2, "reversed": 1},
        "killed": {
            "a letter more": 1,
            "a word exchanged with the next": 2,
            "a word left out": 2,
            "an item dropped": 2,
            "an item more": 9,
            "an item put as the next": 1,
            "another name": 1,
            "cut": 2,
            "emptied": 1,
            "first letter changed": 2,
            "ill-typed": 2,
            "one argument less": 2,
            "one argument more": 2,
            "replace an argument": 2,
            "retyped": 2,
            "swap two arguments": 1,
            "unknown name": 2,
            "unknown object": 2,
        },
    },
    "prog": {
        "equivalent": {"a blank more": 3, "an item doubled": 3, "retyped": 1, "reversed": 1},
        "killed": {
            "a letter more": 3,
            "a word exchanged with the next": 1,
            "a word left out": 1,
            "an item doubled": 2,
            "an item dropped": 4,
            "an item more": 19,
            "an item put as the next": 2,
            "cut": 3,
            "emptied": 3,
            "first letter changed": 3,
            "ill-typed": 2,
            "one argument less": 2,
            "one argument more": 3,
            "replace an argument": 2,
            "retyped": 2,
            "reversed": 1,
            "unknown name": 3,
            "unknown object": 2,
        },
    },
    "reach": {
        "equivalent": {"a blank more": 1, "replace an argument": 1},
        "killed": {
            "a fact that holds": 2,
            "a letter more": 1,
            "a random item": 2,
            "a static fact": 2,
            "a word exchanged with the next": 1,
            "a word left out": 1,
            "cut": 1,
            "first letter changed": 1,
            "hedge": 4,
            "ill-typed": 4,
            "listed in 'items'": 3,
            "none": 1,
            "one argument less": 3,
            "one argument more": 4,
            "unknown name": 4,
            "unknown object": 4,
        },
    },
    "areach": {
        "equivalent": {"a blank more": 1, "a random item": 3, "a word exchanged with the next": 1},
        "killed": {
            "a letter more": 1,
            "a word exchanged with the next": 1,
            "a word left out": 2,
            "cut": 1,
            "first letter changed": 1,
            "hedge": 4,
            "ill-typed": 4,
            "listed in 'items'": 2,
            "none": 1,
            "one argument less": 4,
            "one argument more": 4,
            "replace an argument": 1,
            "unknown name": 4,
            "unknown object": 4,
        },
    },
    "val": {
        "killed": {
            "+ 1": 1,
            "- 1": 1,
            "0": 1,
            "hedge": 4,
            "the index, then 0": 1,
            "the last index": 1,
            "the length": 1,
        }
    },
    "just": {
        "equivalent": {"a blank more": 5, "a letter more": 1},
        "killed": {
            "a letter more": 4,
            "a word exchanged with the next": 5,
            "a word left out": 5,
            "an item doubled": 5,
            "an item dropped": 5,
            "an item exchanged with the next": 5,
            "an item more": 5,
            "an item put as the next": 4,
            "another name": 4,
            "another pair left out": 3,
            "cut": 5,
            "emptied": 1,
            "first half dropped": 1,
            "first letter changed": 5,
            "ill-typed": 5,
            "last two dropped": 1,
            "one argument less": 5,
            "one argument more": 5,
            "replace an argument": 5,
            "retyped": 5,
            "reversed": 1,
            "second half dropped": 1,
            "swap two arguments": 2,
            "the whole plan, a blank more": 1,
            "the whole plan, an item doubled": 1,
            "the whole plan, an item dropped": 1,
            "the whole plan, an item exchanged with the next": 1,
            "the whole plan, an item more": 1,
            "the whole plan, an item put as the next": 1,
            "the whole plan, another name": 1,
            "the whole plan, cut": 1,
            "the whole plan, one argument less": 1,
            "the whole plan, retyped": 1,
            "the whole plan, unknown name": 1,
            "the whole plan, unknown object": 1,
            "the whole plan": 1,
            "unknown name": 5,
            "unknown object": 5,
        },
    },
    "land": {
        "equivalent": {"a blank more": 1, "listed in 'items'": 2},
        "killed": {
            "a fact of the goal": 2,
            "a fact that holds": 2,
            "a letter more": 1,
            "a random item": 1,
            "a static fact": 2,
            "cut": 1,
            "first letter changed": 1,
            "hedge": 4,
            "ill-typed": 2,
            "none": 1,
            "one argument less": 2,
            "one argument more": 3,
            "replace an argument": 1,
            "unknown name": 3,
            "unknown object": 2,
        },
    },
    "nexta": {
        "equivalent": {"a blank more": 1},
        "killed": {
            "a letter more": 1,
            "a random item": 3,
            "a word exchanged with the next": 1,
            "a word left out": 1,
            "another name": 1,
            "cut": 1,
            "first letter changed": 1,
            "hedge": 4,
            "ill-typed": 4,
            "listed in 'not_closer'": 1,
            "none": 1,
            "one argument less": 3,
            "one argument more": 4,
            "replace an argument": 1,
            "unknown name": 4,
            "unknown object": 4,
        },
    },
    "app yes": {"killed": {"flipped": 1, "hedge": 4, "null": 1}},
    "land mcq": {
        "equivalent": {"a blank more": 1},
        "killed": {
            "a letter beyond the options": 1,
            "a letter more": 1,
            "another letter": 1,
            "cut": 1,
            "first letter changed": 1,
            "hedge": 4,
        },
    },
}
"""Record -> fate -> how many mutants of each sort."""


@pytest.mark.parametrize("name", FATES)
def test_every_mutant_has_its_fate(name):
    result = answers(subject(name))
    fates = FATES[name]
    total = {fate: sum(sorts.values()) for fate, sorts in fates.items()}
    probes = sum(total.values())
    assert result.findings == []
    assert result.counts == {
        "probes": probes,
        "caught": probes,
        **total,
        **{f"{sort}: {fate}": count for fate, sorts in fates.items() for sort, count in sorts.items()},
    }


def told(result):
    """The findings as severity, sentence and evidence."""
    return [(each.severity, each.sentence, each.evidence) for each in result.findings]


@pytest.mark.parametrize(
    ("name", "wrong", "verdict", "read", "explanation"),
    [
        ("app yes", "no", "incorrect / wrong", "False", "the answer is yes, not no"),
        ("reach", "(at c0 l1)", "incorrect / reachable", "(at c0 l1)", "(at c0 l1) is reachable"),
        ("land mcq", "A", "incorrect / wrong", "A", "the answer is B, not A"),
        (
            "val",
            "3",
            "incorrect / wrong_index",
            "3",
            "(board c1 l1) at index 2 is the first inapplicable action, not index 3",
        ),
        (
            "prog",
            "[(on c0)] []",
            "incorrect / missing_items",
            "(['(on c0)'], [])",
            "the negative effect (at c0 l0) is missing",
        ),
    ],
)
def test_a_wrong_gold_is_shown_with_what_was_read(name, wrong, verdict, read, explanation):
    result = gold(subject(name, gold=wrong))
    sentence = f"the gold answer (as it stands) is judged {verdict}"
    evidence = {"answer": wrong, "read": read, "explanation": explanation}
    assert told(result)[0] == ("fault", sentence, evidence)
    assert result.counts == {"probes": len(result.findings), "caught": 0}


def test_without_a_gold_only_the_lack_is_said():
    result = gold(subject("app", gold=None))
    sentence = "the truth is complete, but there is no gold answer"
    assert told(result) == [("fault", sentence, {"truth": "set"})]
    assert result.counts == {"probes": 1, "caught": 0} and (result.instance, result.check) == (
        record("app").id,
        "gold",
    )
    assert answers(subject("app", gold=None)).counts == {}


def test_a_mutant_that_scores_beside_a_wrong_gold_survives():
    result = answers(subject("app yes", gold="no"))
    sentence = "the answer 'yes' (flipped) scores 1, what it deserves is not known"
    evidence = {"operator": "flipped", "read": "True", "explanation": ""}
    assert told(result) == [("fault", sentence, evidence)]
    assert result.counts == {
        "probes": 2,
        "caught": 1,
        "survived": 1,
        "flipped: survived": 1,
        "killed": 1,
        "null: killed": 1,
    }


def test_a_right_answer_that_scores_nothing_is_judged_too_strictly():
    result = answers(subject("land mcq", gold="A"))
    sentence = "the answer 'a' (first letter changed) scores 0, it deserves 1: it is judged too strictly"
    assert ("fault", sentence, {"read": "A"}) in told(result)
    assert (result.counts["caught"], result.counts["probes"], result.counts["survived"]) == (7, 10, 1)
    fates = {key: count for key, count in result.counts.items() if key.endswith("killed")}
    assert fates.pop("killed") == sum(fates.values()) == 9


def test_idle_answers_and_the_constant_are_counted():
    result = idle(Subject(AuditInput(record("app yes"), constant="yes")))
    assert result.findings == [] and result.counts == {
        "probes": 10,
        "caught": 10,
        "none asked": 1,
        "none scored": 0,
        "none deserved": 0,
        "constant asked": 1,
        "constant scored": 1,
        "constant deserved": 1,
    }


def test_near_misses_are_the_first_wrong_answer_of_each_sort():
    missed = [(sort, answer, verdict.code.value) for sort, answer, verdict in near_misses(subject("val"))]
    assert missed == [
        ("the last index", "8", "wrong_index"),
        ("the length", "9", "wrong_index"),
        ("the index, then 0", "20", "wrong_index"),
        ("+ 1", "3", "wrong_index"),
        ("- 1", "1", "wrong_index"),
        ("0", "0", "wrong_index"),
    ]
    reached = list(near_misses(subject("reach")))
    assert [(sort, answer, verdict.code.value) for sort, answer, verdict in reached[:5]] == [
        ("listed in 'items'", "(at c1 l0)", "reachable"),
        ("a random item", "(at c0 l1)", "reachable"),
        ("a fact that holds", "(at-ferry l0)", "reachable"),
        ("a fact of the goal", "(at c1 l0)", "reachable"),
        ("a static fact", "(not-eq l1 l0)", "static_predicate"),
    ]
    assert len(reached) == 12 and list(near_misses(subject("app", gold=None))) == []
