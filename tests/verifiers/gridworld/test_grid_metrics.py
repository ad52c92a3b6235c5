"""Figures of grid-world episodes, against hand-made ones and brute definitions."""

from dataclasses import replace
from math import exp, log

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from testkit.playable import FLY, question, said

from certwright.domains.environment import Call, Fault
from certwright.instances.errors import RecordError
from certwright.instances.records import Usage
from certwright.scripts.agents.agent import EpisodeRun
from certwright.verifiers.gridworld.figures import (
    meeting,
    percentile,
    points,
    rising,
    scores,
    slope,
    summary,
)
from certwright.verifiers.gridworld.judging import environment
from certwright.verifiers.gridworld.measured import Tried, _said, area, curve, final, measure, normalised
from certwright.verifiers.statistics import mean

WORDS = st.lists(st.sampled_from(["up", "down", "noop", "reset", "click 1 1", "click 1 2"]), max_size=40)


@given(WORDS.filter(bool))
def test_perplexity_is_that_of_the_natural_logarithm(actions):
    kinds = sorted(set(actions))
    entropy = -sum(s * log(s) for s in (actions.count(k) / len(actions) for k in kinds))
    expected = 0 if len(kinds) == 1 else (exp(entropy) - 1) / (len(kinds) - 1)
    assert normalised(actions) == pytest.approx(expected) and -1e-9 <= normalised(actions) <= 1 + 1e-9


@given(WORDS, st.integers(1, 12))
def test_the_curve_has_a_value_a_window(actions, window):
    values = curve(actions, window)
    assert len(values) == (max(1, len(actions) - window + 1) if actions else 0)
    if values:
        assert final(values) == normalised(actions[-window:])
        assert min(values) - 1e-12 <= area(values) <= max(values) + 1e-12
    else:
        assert final(values) is None is area(values)


def test_the_area_is_by_trapezoids():
    assert area((0.0, 1.0)) == 0.5 and area((0.0, 1.0, 0.0, 1.0)) == pytest.approx(0.5)
    assert area((1.0, 1.0, 0.0)) == 0.75 and area((0.3,)) == 0.3


def test_what_was_tried_is_counted():
    tried = Tried.of(["left", "left", "up", "noop", "reset", "reset", "click 0 0", "click 0 1", "click 0 0"])
    assert (tried.different["click"], tried.different["arrow"], tried.steps) == (2, 2, 9)
    assert tried.share("reset") == 1 / 6 and tried.share_of_steps("reset") == 2 / 9
    assert Tried.of([]).share("noop") is None is Tried.of([]).share_of_steps("noop")


@pytest.mark.parametrize(("rank", "value"), [(0, 0.0), (50, 0.2), (80, 0.84), (100, 1.0)])
def test_percentiles_are_interpolated(rank, value):
    assert percentile([0.2, 1.0, 0.0, 0.8, 0.1], rank) == pytest.approx(value)


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=8), st.integers(0, 100))
def test_percentiles_are_those_of_numpy(values, rank):
    assert percentile(values, rank) == pytest.approx(float(np.percentile(values, rank)))


FOUND = ("go-to-test", "right", "left", "right", "right", "found the change", "choose_grid_4", "submit")


def test_an_episode_is_measured():
    instance = question("change")
    run = ("up", "Click 1 2", "jump", "reset", "noop", *FOUND)
    found = measure(instance, msgspec.structs.replace(said(instance, *run), usage=Usage(90, 10, 2.5)))
    assert found.explored == ("up", "click 1 2", "reset", "noop")
    assert (found.score, found.completed, found.played, found.met) == (1.0, True, 4, 4)
    assert (found.tokens, found.seconds, found.stochastic) == (100, 2.5, False)
    fly = question("change", program=FLY, changed=FLY)
    assert measure(fly, said(fly, "noop")).stochastic


def test_calls_of_tools_are_measured_like_words():
    instance, run = question("planning"), EpisodeRun(environment(question("planning")))
    for call in (
        Call("click", {"x": 2, "y": 0}),
        Call("noop"),
        Call("go-to-test"),
        Call("right"),
        Call("right"),
    ):
        run.take(call)
    found = measure(instance, run.episode(instance.id, "test"))
    assert found.explored == ("click 2 0", "noop") and (found.score, found.met) == (1.0, 2)


@pytest.mark.parametrize(
    ("task", "turns", "completed"),
    [("planning", ("go-to-test", "right"), False), ("planning", ("quit",), False), ("mfp", ("noop",), False)],
)
def test_only_completed_tests_are_scored(task, turns, completed):
    found = measure(question(task), said(question(task), *turns))
    assert (found.completed, found.score) == (completed, None)


def test_a_test_that_the_infrastructure_ended_has_no_score():
    instance, run = question("mfp"), EpisodeRun(environment(question("mfp")))
    for _ in range(5):
        run.take(Fault("gone"))
    assert measure(instance, run.episode(instance.id, "test")).score is None


def test_a_record_that_tells_otherwise_is_refused():
    instance = question("planning")
    episode = said(instance, "go-to-test", "right", "right")
    with pytest.raises(RecordError):
        measure(instance, msgspec.structs.replace(episode, stop="CHOSEN"))


def rows(**changes):
    """An episode a value of a list, all else alike."""
    base = measure(question("planning"), said(question("planning"), "go-to-test", "right", "right"))
    count = max(len(values) for values in changes.values())
    return [
        replace(base, **{name: values[place] for name, values in changes.items()}) for place in range(count)
    ]


def test_scores_by_chance_and_their_aggregate():
    found = scores(
        rows(
            instance=["a", "a", "a", "b", "b", "c"],
            score=[1.0, 0.0, 0.0, 1.0, 1.0, None],
            stochastic=[False, False, False, True, True, True],
            completed=[True, True, True, True, True, False],
        )
    )
    assert (found.episodes, found.completed, found.mean) == (6, 5, 0.6)
    assert (found.deterministic, found.stochastic) == (pytest.approx(1 / 3), 1.0)
    assert found.aggregate == pytest.approx((0.6 + 1.0) / 2)
    assert found.corrected is None
    assert mean([]) is None and scores([]).aggregate is None


def test_scores_beyond_the_blind_one_that_the_question_states():
    asked = msgspec.structs.replace(question("change"), difficulty={"blind": 0.25})
    plain = measure(question("change"), said(question("change"), "up", *FOUND))
    one = measure(asked, said(asked, "up", *FOUND))
    assert plain.corrected is None and one.score == plain.score
    assert one.corrected == pytest.approx((one.score - 0.25) / 0.75)
    assert scores([one, replace(one, corrected=None)]).corrected == one.corrected
    report = summary([one])
    assert report["agents"]["test"]["tasks"]["change"]["corrected"] == one.corrected


def test_meetings_count_the_whole_test_where_there_was_none():
    found = meeting(rows(met=[10, None, 30, 5], played=[12, 100, 40, 9], score=[1.0, 0.0, 0.5, None]))
    assert (found.episodes, found.probability, found.steps) == (3, pytest.approx(2 / 3), 20)
    assert found.steps_all == pytest.approx(140 / 3)


def test_worlds_where_scores_rise_with_cost():
    found = rows(
        world=["p", "p", "p", "q", "q", "r"],
        agent=["x", "y", "z", "x", "y", "x"],
        tokens=[100, 200, 400, 100, 200, 100],
        score=[0.0, 0.5, 1.0, 1.0, 1.0, 1.0],
    )
    assert rising(found) == {"p": True, "q": False}
    assert points(found)["x"] == (100, pytest.approx(2 / 3))
    assert slope([(1, 0.0)]) is None and slope([(4, 1.0), (1, 0.0)]) == 0.5


def test_a_summary_has_all_figures():
    episodes = [
        measure(question("change"), said(question("change"), "up", *FOUND)),
        measure(question("planning"), said(question("planning"), "noop", "go-to-test", "right", "right")),
        measure(
            question("mfp"), said(question("mfp"), "go-to-test", "step", "step", "step", "choose_option_0")
        ),
    ]
    report = summary(episodes, window=5)
    own = report["agents"]["test"]
    assert own["all"]["mean"] == pytest.approx(2 / 3) and own["tasks"]["mfp"]["mean"] == 0
    assert own["trigger"]["probability"] == 1 == own["goal"]["probability"]
    assert report["worlds"]["test"]["dot"]["arrows"] == pytest.approx(1 / 3)
    assert own["perplexity_area"] == 0 and report["window"] == 5
    assert list(report) == ["window", "percentile", "agents", "worlds", "rising"]
    assert (report["percentile"], report["rising"]) == (80.0, {})
    assert (own["tokens"], own["seconds"], list(own["tasks"])) == (None, None, ["mfp", "planning", "change"])
    explored = ["explored", "clicks", "arrows", "shares", "shares_of_steps", "perplexity_area"]
    explored += ["perplexity_final"]
    assert list(own) == ["all", "tasks", *explored, "trigger", "goal", "tokens", "seconds"]
    assert list(report["worlds"]["test"]["dot"]) == ["trigger", "goal", *explored]
    assert (own["explored"], own["clicks"], own["arrows"]) == (pytest.approx(2 / 3), 0, pytest.approx(1 / 3))
    kinds = {"noop": 0.5, "reset": 0, "click": 0, "arrow": 0.5}  # of those that explored at all
    assert own["shares"] == own["shares_of_steps"] == kinds


def test_shares_of_steps_count_each_time():
    instance = question("planning")
    turns = ("left", "left", "left", "noop", "reset", "reset", "click 1 1", "click 1 1", "go-to-test")
    own = summary([measure(instance, said(instance, *turns))])["agents"]["test"]
    assert (own["explored"], own["clicks"], own["arrows"]) == (8, 1, 1)
    assert own["shares"] == dict.fromkeys(("noop", "reset", "click", "arrow"), 0.25)
    assert own["shares_of_steps"] == {"arrow": 3 / 8, "noop": 1 / 8, "reset": 2 / 8, "click": 2 / 8}


def test_what_agents_paid_stands_beside_what_they_scored():
    instance = question("planning")
    run = msgspec.structs.replace(said(instance, "go-to-test", "right", "right"), usage=Usage(90, 10, 2.5))
    own = summary([measure(instance, run)])["agents"]["test"]
    assert (own["tokens"], own["seconds"]) == (100, 2.5)


def test_an_exploration_of_what_is_no_call_is_refused():
    instance = question("planning")
    episode = said(instance, "noop", "go-to-test", "right", "right")
    for action in ({"fault": "gone"}, {"text": "what is this?"}):
        with pytest.raises(RecordError) as caught:
            _said(action)
        assert str(caught.value) == "an action of the exploration is a call (at action)"
    assert _said(episode.steps[0].action) == "noop"


def test_agents_of_unknown_cost_or_score_have_no_point():
    measured = rows(
        agent=["x", "y", "z", "w"], tokens=[100, None, 0, 100], score=[0.5, 1.0, 1.0, None], world=["p"] * 4
    )
    assert points(measured) == {"x": (100, 0.5)}
