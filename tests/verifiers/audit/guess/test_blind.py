"""Guessers that look at no option: what each earns on small questions, to the digit."""

from collections import Counter
from pathlib import Path

import msgspec
import pytest
from testkit.audit_records import record
from testkit.grid_questions import QUESTIONS, goal, question
from testkit.small_worlds import WALK

import certwright
from certwright.instances.store import read_instances
from certwright.verifiers.audit.guess.blind import constants, pressed, waited, walked
from certwright.verifiers.gridworld.change import score
from certwright.verifiers.label import label

LEVELS = Path(certwright.__path__[0], "instances", "timetravel", "levels.jsonl")


def test_a_walk_reaches_the_goals_that_lie_on_its_way():
    levels = list(read_instances(LEVELS))
    assert walked(levels) == {"a walk that knows no goal": [0.0, 1.0, 0.0, 1.0, 0.0, 0.0]}
    assert walked(levels[1:2]) == {"a walk that knows no goal": [1.0]}


def test_waiting_for_a_frame_earns_the_mean_over_two_plays():
    earned = waited([label(QUESTIONS["change"])])
    shown = (93, 132)  # the steps at which two drawn plays show the change
    assert earned == {
        f"{frame} drawn steps, then frame {frame}": [
            sum(score(frame, step if step <= frame else None) for step in shown) / 2
        ]
        for frame in (5, 10, 15, 20, 30, 40, 50, 62, 80, 100, 150, 200)
    }
    assert [value for (value,) in earned.values()][8:] == [
        0.0,
        pytest.approx(0.49849, abs=1e-5),
        pytest.approx(0.92052, abs=1e-5),
        pytest.approx(0.77267, abs=1e-5),
    ]


def test_one_key_earns_what_lies_in_its_direction():
    right, down = goal(4, red=(3, 1)), goal(4, red=(0, 2))
    asked = [question("planning", WALK, one) for one in (right, down, goal(4, red=(0, 0)))]
    earned = pressed([label(one) for one in asked])
    assert list(earned) == ["always noop", "always left", "always right", "always up", "always down"]
    assert {name: values[:2] for name, values in earned.items() if any(values[:2])} == {
        "always down": [0.0, 1.0]
    }


def test_words_and_the_commonest_gold_answers_of_the_others():
    yes, no = record("app yes"), record("prog no")
    elsewhere = msgspec.structs.replace(yes, domain="elsewhere")
    earned = constants([yes, no, elsewhere, yes])
    assert earned == {
        "always yes": [1.0, 0.0, 1.0, 1.0],
        "always no": [0.0, 1.0, 0.0, 0.0],
        "commonest gold of the task": [1.0, 0.0, 1.0, 1.0],
        "commonest gold of the task and domain": [
            0.0,
            0.0,
            1.0,
            0.0,
        ],  # of one yes and one no the first by name
    }
    earned = constants([yes, no])
    assert earned["commonest gold of the task"] == [0.0, 0.0]  # the other one's
    words = constants([record("val")])
    assert Counter(map(tuple, words.values()))[(0.0,)] >= 6 and words["always 0"] == [0.0]
    assert list(words)[:7] == [
        f"always {word}" for word in ("None", "[]", "[] []", "0", "true", "false", "{}")
    ]
