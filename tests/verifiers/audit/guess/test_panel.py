"""The panel: its groups, the honest baseline of each, and the order and shape of its rows."""

from dataclasses import replace as changed

import pytest
from msgspec.structs import replace
from testkit.audit_records import record

from certwright.verifiers.audit.finding import LEARNED, GuesserRow
from certwright.verifiers.audit.guess import panel as module
from certwright.verifiers.audit.guess.panel import best, inherent, panel
from certwright.verifiers.audit.guess.question import Question

BASELINES = [
    ("planning/land/gen", 0.2),
    ("planning/land/bool", 0.0),
    ("planning/land/mcq", 0.0),
    ("reactive/cause/gen", 0.2),
    ("reactive/butfor/gen", 0.2),
    ("reactive/butfor/episode", 0.0),
    ("planning/app/gen", 0.0),
    ("planning/just/gen", 0.57),
    ("planning/just/mcq", 0.57),
    ("planning/just/bool", 0.57),
    ("reactive/accept/gen", 0.5),
    ("timetravel/level/episode/level 1", 1.0),
    ("timetravel/level/episode/level 4", 0.3),
    ("timetravel/level/episode/level 6", 0.05),
    ("timetravel/level/episode/level 7", 0.0),
]


@pytest.mark.parametrize(("name", "share"), BASELINES)
def test_what_a_definition_gives_away(name, share):
    assert inherent(name, [record("app")]) == share


@pytest.mark.parametrize("task", ["reach", "areach"])
def test_objects_that_never_fit_give_away_all_but_the_empty_answers(task):
    some, none = (replace(record("reach"), truth={"none": none}) for none in (False, True))
    unlabelled = replace(some, truth=None)
    assert inherent(f"planning/{task}/gen", [some, none, none, unlabelled]) == 0.5
    assert inherent(f"planning/{task}/bool", [some, none]) == 0.0


def test_what_the_records_say_of_blind_answers_comes_first(monkeypatch):
    stated = {"a": 0.25, "b": 0.75, "c": None}
    monkeypatch.setattr(module, "stated_blind", lambda instance: stated[instance.domain])
    a, b, c = (replace(record("just"), domain=domain) for domain in "abc")
    assert inherent("planning/just/gen", [a, b]) == 0.5
    assert inherent("planning/just/gen", [a, b, c]) == 0.57


def questions(name, domains):
    return [replace(record(name), id=f"{n}", domain=domain) for n, domain in enumerate(domains)]


def test_four_questions_are_a_group_and_unlabelled_ones_do_not_count():
    three = questions("app yes", "aaa")
    assert panel(three) == [] == panel([*three, replace(three[0], truth=None)])
    rows = panel([*three, *questions("app yes", "a")])
    assert {(row.group, row.count) for row in rows} == {("planning/app/bool", 4)}
    assert rows == sorted(rows, key=lambda row: (-row.score, row.strategy))


@pytest.mark.parametrize(
    ("domains", "groups"),
    [
        ("aaaab", {"planning/app/bool": 5, "planning/app/bool/a": 4}),
        ("aaaabbbb", {"planning/app/bool": 8, "planning/app/bool/a": 4, "planning/app/bool/b": 4}),
        ("aaabbb", {"planning/app/bool": 6}),
        ("aaaaa", {"planning/app/bool": 5}),
    ],
)
def test_a_domain_with_many_questions_is_a_group_unless_it_is_the_only_one(monkeypatch, domains, groups):
    monkeypatch.setattr(module, "LARGE", 4)
    rows = panel(questions("app yes", domains))
    assert {row.group: row.count for row in rows} == groups
    assert [row.group for row in rows] == sorted(row.group for row in rows)


def test_the_best_of_a_group_is_one_fixed_guesser_and_the_learned_one():
    def row(group, strategy, score):
        return GuesserRow(group, strategy, score, (0.0, 1.0), 0.5, 4, False)

    rows = [row("b", "x", 0.9), row("b", LEARNED, 0.8), row("b", "y", 0.7), row("a", "z", 0.6)]
    assert best(rows) == [rows[3].json(), rows[0].json(), rows[1].json()]


def test_of_equal_options_the_most_and_the_least_earn_the_mean():
    asked = Question(record("land mcq"), ({}, {}, {}), ("", "", ""), (1.0, 0.0, 0.0))
    other = changed(asked, worth=(0.0, 0.0, 1.0))
    scores = module._fixed([asked, other], [{"size": [2.0, 2.0, 1.0]}, {"number": [1.0, 1.0, 1.0]}])
    third = pytest.approx(1 / 3)
    assert scores == {
        "most: number": [third, third],  # of a question that a measure says nothing of all are equal
        "least: number": [third, third],
        "most: size": [0.5, third],
        "least: size": [0.0, third],
    }


def test_items_of_yes_no_questions_are_measured_from_the_median(monkeypatch):
    asked = [Question(record("land yes"), ({},), ("",), (1.0, 0.0))] * 3
    left = iter([{"size": [number]} for number in (1.0, 4.0, 9.0)])
    monkeypatch.setattr(module, "measured", lambda question: next(left))
    assert module._measures(asked) == [{"size": [number, 0.0]} for number in (-3.0, 0.0, 5.0)]


@pytest.mark.parametrize(("score", "above"), [(0.5, False), (0.9, True)])
def test_a_row_is_above_when_its_interval_is_beyond_the_margin(score, above):
    count = 100
    values = [1.0] * int(score * count) + [0.0] * int((1 - score) * count + 0.5)
    row = module._row("group", "name", values, 0.5)
    assert (row.score, row.count, row.above) == (score, count, above)
    low = row.interval[0]
    assert module._row("group", "name", values, low - 0.051).above
    assert not module._row("group", "name", values, low - 0.049).above
    assert not module._row("group", "name", values, low - 0.051, 3.0).above  # one of many guessers
    assert module._row("group", "name", values, low - 0.051, 1.0).above  # never narrower than 95 %
    assert module._row("group", "name", values, 0.5, 3.0).interval == row.interval
