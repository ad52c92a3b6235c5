"""Why a candidate for a level is refused, one reason after the other; the searches are stood in for."""

from types import SimpleNamespace

import pytest

from certwright.generators.cells import Cell, Item
from certwright.generators.rng import Rng
from certwright.generators.timetravel import maker
from certwright.generators.timetravel.family import Recipe
from certwright.instances.errors import EngineFailureError, EnginesDisagreeError, LimitError

ITEM, WANTED = Item(Cell("saltmere", "level", "episode"), 0), SimpleNamespace(shortest=4, longest=6)
SCENARIO = SimpleNamespace(post=None)


def found(length):
    return SimpleNamespace(length=length, plan=("(walk)",))


@pytest.fixture
def searched(monkeypatch):
    """Says what searches of the candidates give, one after the other, and how often one can be lengthened."""

    def candidate(*optima, longer=9):
        left, made, budgets = list(optima), [], []

        def look(world, limit):
            assert limit == maker.LOOK
            return left.pop(0)

        def render(blueprint, scenario, names, budget=None):
            budgets.append(budget)
            return blueprint

        def lengthened(blueprint, names, scenario, plan, more, rng):
            made.append(more)
            return blueprint + 1 if len(made) <= longer else None

        monkeypatch.setattr(maker, "draw", lambda wanted, post, rng: 10 if optima else None)
        monkeypatch.setattr(maker, "Names", lambda *_: None)
        monkeypatch.setattr(maker, "World", lambda level: level)
        monkeypatch.setattr(maker, "look", look)
        monkeypatch.setattr(maker, "render", render)
        monkeypatch.setattr(maker, "lengthened", lengthened)
        outcome = maker._candidate(WANTED, SCENARIO, Rng("candidate"))
        assert not left
        return outcome, made, budgets[-1] if budgets else None

    return candidate


@pytest.mark.parametrize(
    ("optima", "outcome", "made", "budget"),
    [
        ([], "idle_zone", [], None),
        ([None], "too_large", [], None),
        ([found(None)], "unsolvable", [], None),
        ([found(7)], "too_long", [], None),
        ([found(6)], (10, 6), [], 12),
        ([found(4)], (10, 4), [], 8),
        ([found(3), found(4)], (11, 4), [1], 8),
        ([found(1), found(2), found(5)], (12, 5), [3, 2], 10),
        ([found(3), found(7)], "too_long", [1], None),
        ([found(1), found(2), found(3), found(3)], "too_short", [3, 2, 1, 1], None),
    ],
)
def test_candidates_are_lengthened_until_they_are_as_ordered(searched, optima, outcome, made, budget):
    assert searched(*optima) == (outcome, made, budget)


def test_a_candidate_that_cannot_be_lengthened_is_too_short(searched):
    assert searched(found(3), longer=0) == ("too_short", [1], None)


@pytest.fixture
def proven(monkeypatch):
    """What becomes of a candidate of five steps whose searches give this."""

    def outcome(*, idle=None, states=10, dead=5, length=5, bearing=True, agreed=True, limit=None):
        optimum = SimpleNamespace(dead_ends=dead, states=[None] * states, length=length)

        def solve(world, limit):
            assert limit == maker.STATES
            return optimum

        def lengths(level, limit):
            assert limit == maker.WITHOUT
            if limits:
                raise LimitError("many")
            return {}

        limits = limit is not None
        monkeypatch.setattr(maker, "World", lambda level: level)
        monkeypatch.setattr(maker, "_idle", lambda level, length: idle)
        monkeypatch.setattr(maker, "solve", solve)
        monkeypatch.setattr(maker, "lengths_without", lengths)
        monkeypatch.setattr(maker, "load_bearing", lambda length, lengths: bearing)
        monkeypatch.setattr(maker, "agreed", lambda optimum: agreed)
        label = SimpleNamespace(difficulty={"a": 1.0}, truth={"b": 2}, gold="c", certificates=(), grades=None)
        monkeypatch.setattr(maker, "labelled", lambda optimum, lengths: label)
        monkeypatch.setattr(maker, "instance_of", lambda level, **how: (level, how))
        monkeypatch.setattr(maker, "signed", lambda made, item, recipe, **how: (made, how))
        return maker._proven("level", 5, 0.5, ITEM, Recipe(levels=(3,)))

    return outcome


def test_a_candidate_is_refused_by_the_first_reason(proven):
    assert proven(idle="idle_item", limit=1) == "idle_item"
    assert proven(limit=1) == "too_large"
    assert proven(dead=4, length=6) == "few_dead_ends"
    made, fields = proven()
    assert made == ("level", {"domain": "saltmere", "difficulty": 3})
    assert fields == {
        "difficulty": {"a": 1.0},
        "truth": {"b": 2},
        "gold": "c",
        "certificates": (),
        "grades": None,
    }


@pytest.mark.parametrize("fault", [{"length": 6}, {"length": 4}, {"bearing": False}])
def test_two_searches_that_disagree_stop_the_run(proven, fault):
    with pytest.raises(EnginesDisagreeError) as caught:
        proven(**fault)
    assert str(caught.value) == f"{ITEM.name}: two searches of ours disagree"


def test_a_level_that_fast_downward_does_not_decide_stops_the_run(proven):
    with pytest.raises(EngineFailureError) as caught:
        proven(agreed=False)
    assert str(caught.value) == f"{ITEM.name}: Fast Downward does not decide a level that our search does"


@pytest.mark.parametrize(
    ("looks", "reason", "asked"),
    [
        ([5], "idle_rule", ["rule b"]),
        ([None], "too_large", ["rule b"]),
        ([6, 5], "idle_item", ["rule b", "item a"]),
        ([6, 7], None, ["rule b", "item a"]),
        ([6, None], "too_large", ["rule b", "item a"]),
    ],
)
def test_the_first_part_that_does_not_matter_is_named_the_last_parts_first(monkeypatch, looks, reason, asked):
    left, parts = list(looks), []

    def look(world, *, limit, whole):
        assert (limit, whole) == (maker.LOOK, False)
        length = left.pop(0)
        return None if length is None else found(length)

    monkeypatch.setattr(maker, "parts", lambda level: ["item a", "rule b"])
    monkeypatch.setattr(maker, "without", lambda level, part: parts.append(part))
    monkeypatch.setattr(maker, "World", lambda level: level)
    monkeypatch.setattr(maker, "look", look)
    assert maker._idle("level", 5) == reason
    assert parts == asked


@pytest.mark.parametrize(
    ("places", "walked", "more", "added"),
    [
        ([1, 2], {1: 1, 2: 1}, 0, {}),
        ([1, 2], {1: 1, 2: 1}, 1, {1: 1}),
        ([2, 1], {1: 1, 2: 1}, 1, {2: 1}),
        ([1, 2], {1: 1, 2: 1}, 3, {1: 3}),
        ([1, 2], {1: 1, 2: 1}, 4, {1: 1, 2: 3}),
        ([1, 2], {1: 1, 2: 1}, 6, {1: 3, 2: 3}),
        ([1, 2], {1: 1, 2: 1}, 7, None),
        ([1, 2], {1: 2, 2: 3}, 5, {1: 1, 2: 1}),
        ([1], {1: 2}, 5, None),
        ([], {}, 1, None),
    ],
)
def test_ways_are_lengthened_by_a_sum_of_cells(places, walked, more, added):
    assert maker._summing(places, walked, more) == added
