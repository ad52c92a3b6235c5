"""All measures of released questions, pinned: what changes them changes what guessers are said to know."""

import hashlib
from pathlib import Path

import pytest

import certwright
from certwright.instances.store import read_instances
from certwright.verifiers.audit.guess.features import measured
from certwright.verifiers.audit.guess.panel import inherent
from certwright.verifiers.audit.guess.question import group_of, question_of

RELEASED = Path(certwright.__path__[0], "instances")
INHERENT = {
    "planning/areach/gen": 0.954512,
    "planning/just/bool": 0.57,
    "planning/just/gen": 0.5,
    "planning/just/mcq": 0.57,
    "planning/land/gen": 0.517,
    "planning/nexta/gen": 0.464286,
    "planning/reach/gen": 0.625,
}
"""Group -> what guessing earns there by definition, of a part of the released questions."""
MEASURED = {
    "planning/gen.jsonl.gz": (30, 67, "5a05b64396e1445d"),
    "planning/mcq.jsonl.gz": (70, 71, "95d1ea9da054d570"),
    "planning/bool.jsonl.gz": (70, 50, "aaef91acc235a951"),
    "reactive/bool.jsonl.gz": (31, 26, "a67015fdec3543d0"),
    "gridworld/problems.jsonl": (43, 29, "c0fe45d1f1c30c56"),
}
"""File -> questions, measures, and a digest of all that is measured of one question in so many."""
STEPS = {
    "planning/gen.jsonl.gz": 17,
    "planning/mcq.jsonl.gz": 13,
    "planning/bool.jsonl.gz": 13,
    "reactive/bool.jsonl.gz": 11,
    "gridworld/problems.jsonl": 3,
}


@pytest.mark.parametrize("name", STEPS)
def test_measures_never_change(name):
    told, questions, names = hashlib.sha256(), 0, set()
    for instance in list(read_instances(RELEASED / name))[:: STEPS[name]]:
        question = question_of(instance)
        if question is None:
            continue
        questions += 1
        measures = measured(question)
        names |= measures.keys()
        assert all(len(numbers) == len(question.options) for numbers in measures.values())
        shown = [(key, [round(number, 9) for number in measures[key]]) for key in sorted(measures)]
        told.update(repr((instance.id, question.texts, question.worth, question.chance, shown)).encode())
    assert (questions, len(names), told.hexdigest()[:16]) == MEASURED[name]


def test_groups_give_away_what_their_definitions_do():
    groups = {}
    for name in STEPS:
        for instance in list(read_instances(RELEASED / name))[:: STEPS[name]]:
            groups.setdefault(group_of(instance), []).append(instance)
    known = {key: round(inherent(key, groups[key]), 6) for key in sorted(groups)}
    assert {key: value for key, value in known.items() if value} == INHERENT
