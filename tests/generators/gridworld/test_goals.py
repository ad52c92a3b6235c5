"""Goals of a grid world: which parts of which frames are tried, and which fit."""

from types import SimpleNamespace

import pytest
from testkit.small_worlds import CLICKS, WALK, program

from certwright.domains.gridworld.actions import DOWN, LEFT, NOOP, RIGHT, UP
from certwright.generators.gridworld import goals
from certwright.generators.gridworld.goals import GoalSource
from certwright.generators.rng import Rng
from certwright.verifiers.gridworld.drawn import ReachedState


def frame(*cells, size=3):
    return tuple(tuple("red" if (x, y) in cells else "black" for x in range(size)) for y in range(size))


START, NEAR, FAR, BOTH = frame((0, 0)), frame((1, 0)), frame((2, 2)), frame((0, 0), (2, 2))


def state(number, shown, *way):
    return ReachedState(number, shown, way, sum(action != NOOP for action in way))


LAYERS = [[state(0, START)], [state(1, NEAR, RIGHT), state(2, START, NOOP)], [state(3, BOTH, RIGHT, NOOP)]]


def source(stochastic=False, layers=LAYERS, rng=None, **known):
    """Where goals come from; what the world shows otherwise may be given."""
    made = GoalSource(program(WALK), 5, rng or Rng("goals"), stochastic, layers)
    made.__dict__.update(known)
    return made


@pytest.mark.parametrize(
    ("text", "sizes", "given"),
    [
        (WALK, [1, 1, 1], 3),
        (WALK, [1, 200, 200, 200], 4),
        # foreseen is that the next layer grows as the last one did
        (WALK, [1, 40_001, 1], 2),
        (WALK, [1, 13_333, 13_333, 1], 4),
        (WALK, [1, 13_333, 13_334, 1], 3),
        (WALK, [1, 10_000, 10_000, 10_000, 10_000, 1], 4),
        (WALK, [1, 1, 1, 1, 1, 7_001, 1], 6),
        (WALK, [1, 1, 1, 1, 60, 70, 1], 7),
        (WALK, [1] * 13 + [2_500, 1], 14),
        (WALK, [1] * 13 + [1_240, 1_240, 1], 14),
        (CLICKS, [1, 20_001, 1], 2),
    ],
)
def test_layers_are_made_as_long_as_they_hold_few_states(monkeypatch, text, sizes, given):
    monkeypatch.setattr(goals, "layers_of", lambda text, seed: ([None] * size for size in sizes))
    found = list(goals.explored(program(text), 0))
    assert [len(layer) for layer in found] == sizes[:given]


@pytest.mark.parametrize("matters", [False, True])
def test_states_count_more_where_every_cell_is_a_click_of_its_own(monkeypatch, matters):
    monkeypatch.setattr(goals, "click_matters", lambda program: matters)
    monkeypatch.setattr(goals, "layers_of", lambda text, seed: ([None] * size for size in (1, 9_000, 1, 1)))
    world = SimpleNamespace(grid_size=10, text="")  # two times fifty cells: three times as dear
    assert len(list(goals.explored(world, 0))) == (2 if matters else 4)


def test_what_is_asked_of_a_frame():
    told = {
        ("whole", False): BOTH,
        ("changed", False): ((None,) * 3, (None,) * 3, (None, None, "red")),
        ("caused", False): None,
        ("whole", True): BOTH,
        ("changed", True): ((None,) * 3, (None,) * 3, (None, None, "red")),
        ("caused", True): ((None,) * 3, (None,) * 3, (None, None, "red")),
    }
    for (sort, stochastic), part in told.items():
        assert source(stochastic, waited=[START] * 3)._part(LAYERS[2][0], sort) == part
    assert source(True, waited=[START, START, BOTH])._part(LAYERS[2][0], "caused") is None
    assert source(True, waited=[BOTH, BOTH, START])._part(LAYERS[2][0], "caused") is not None
    assert source()._part(LAYERS[1][1], "changed") is None, "nothing has changed"


def test_the_actions_of_a_frame_are_the_least_that_are_known():
    one = source(acted={NEAR: 7})
    assert [
        one._actions(place, known) for place in (LAYERS[1][0], LAYERS[2][0]) for known in (True, False)
    ] == [
        *(7, 7),
        *(0, 1),
    ]
    assert source().depths == {START: 0, NEAR: 1, BOTH: 2}
    assert list(source().depths) == [START, NEAR, BOTH]


@pytest.mark.parametrize("stochastic", [False, True])
def test_the_fewest_actions_are_known_without_chance(monkeypatch, stochastic):
    asked = []

    def fewest(text, seed, limit):
        asked.append((text, seed, limit))
        return [
            SimpleNamespace(frame=shown, actions=many) for shown, many in ((START, 0), (NEAR, 1), (NEAR, 3))
        ]

    monkeypatch.setattr(goals, "fewest_actions", fewest)
    assert source(stochastic).acted == ({} if stochastic else {START: 0, NEAR: 1})
    assert asked == ([] if stochastic else [(program(WALK).text, 5, goals.ACTION_STATES)])


def test_what_one_key_or_click_shows_over_and_over(monkeypatch):
    monkeypatch.setattr(goals, "BUDGET", 3)
    world = GoalSource(program(WALK), 0, Rng("goals"), False, LAYERS)
    red = {
        next((x, y) for y, row in enumerate(one) for x, cell in enumerate(row) if cell == "red")
        for one in world.idle
    }
    assert red == {(0, 0), (1, 0), (2, 0), (0, 1), (0, 2), (0, 3)}
    assert {one[0][3] for one in world.idle} == {"gray", "lime"}, "the gate is clicked, too"
    assert len(world.waited) == 4 and set(world.waited) == {world.waited[0]}
    assert [len(world._pressed(action)) for action in (LEFT, RIGHT, UP, DOWN)] == [4] * 4


@pytest.fixture
def plays(monkeypatch):
    """Random plays, of which so many meet the goal."""

    def met(hits, goal=BOTH, first=False):
        asked = []

        def random_run(program, seed, steps, rng):
            asked.append((seed, steps, rng))
            shown = goal if len(asked) <= hits else START
            return SimpleNamespace(frames=[goal, START] if first else [START, shown])

        monkeypatch.setattr(goals, "random_run", random_run)
        return asked

    return met


@pytest.mark.parametrize(
    ("hits", "least", "actions", "changes", "fits"),
    [
        (0, 2, 1, {}, True),
        (6, 2, 1, {}, True),
        (7, 2, 1, {}, False),
        (0, 3, 1, {}, False),
        (0, 2, 1, {"idle": {NEAR}}, True),
        (0, 2, 1, {"idle": {BOTH}}, False),
        (0, 2, 3, {"acted": {BOTH: 2}}, False),
        (0, 2, 3, {"acted": {BOTH: 3}}, True),
        (0, 2, 3, {"acted": {NEAR: 1}}, True),
        (0, 2, 3, {"acted": {}}, True),
    ],
)
def test_which_goals_fit(plays, hits, least, actions, changes, fits):
    asked = plays(hits)
    rng = Rng("play")
    assert source(**{"idle": set(), "acted": {}, **changes})._fits(BOTH, least, actions, rng) is fits
    if asked:
        assert [(seed, steps) for seed, steps, _ in asked] == [(5, 8)] * goals.PLAYS
        given = [given.below(10**9) for *_, given in asked]
        assert given == [rng.fork("play").fork(number).below(10**9) for number in range(goals.PLAYS)]


def test_a_play_meets_the_goal_after_its_first_frame(plays):
    plays(16, first=True)
    assert source(idle=set(), acted={})._fits(BOTH, 2, 1, Rng("play"))


def test_the_first_goal_that_fits_is_taken_the_deepest_first(monkeypatch):
    """By depth, by actions, by what is asked of the frame."""
    deep = [
        [state(0, START)],
        *([state(k, START, *[RIGHT] * k)] for k in range(1, 14)),
        [state(14, FAR, *[RIGHT] * 14)],
    ]
    tried, accepted = [], [0]

    def fits(self, goal, least, actions, rng):
        tried.append((least, actions, goal == FAR))
        return len(tried) == accepted[0]

    monkeypatch.setattr(GoalSource, "_fits", fits)
    one = source(layers=deep, acted={FAR: 14})
    for number, goal in ((1, "changed"), (2, "whole")):
        tried.clear()
        accepted[0] = number
        assert one._deepest(known=True) == one._part(deep[14][0], goal)
    assert tried == [(14, 3, False), (14, 3, True)]
    accepted[0] = 0
    tried.clear()
    assert one._deepest(known=True) is None
    assert tried == [
        (least, actions, whole) for least in goals.DEPTHS for actions in (3, 1) for whole in (False, True)
    ]
    few = source(layers=deep, acted={FAR: 2})
    tried.clear()
    few._deepest(known=True)
    assert {actions for _, actions, _ in tried} == {1}
    none = source(layers=deep, acted={FAR: 0})
    tried.clear()
    assert none._deepest(known=True) is None and not tried
    shallow = source(layers=deep[:5], acted={})
    assert shallow._deepest(known=False) is None and not tried


@pytest.mark.parametrize(
    ("stochastic", "found", "goal", "asked"),
    [
        (False, {True: 1, False: 2}, 1, [True]),
        (False, {True: None, False: 2}, 2, [True, False]),
        (True, {True: 1, False: 2}, 2, [False]),
        (True, {False: None}, None, [False]),
    ],
)
def test_goals_of_known_cost_come_first_without_chance(monkeypatch, stochastic, found, goal, asked):
    told = []
    monkeypatch.setattr(GoalSource, "_deepest", lambda self, known: told.append(known) or found[known])
    assert source(stochastic).goal() == goal and told == asked


def test_a_query_holds_the_goal_as_a_picture(monkeypatch):
    monkeypatch.setattr(goals, "explored", lambda program, seed: iter(()))
    entry = SimpleNamespace(program=WALK, stochastic=False)
    monkeypatch.setattr(GoalSource, "goal", lambda self: None)
    assert goals.make(entry, 5, Rng("any")) == "no goal is far enough"
    monkeypatch.setattr(GoalSource, "goal", lambda self: ((None, "red"),))
    assert goals.make(entry, 5, Rng("any")) == {
        "rng_seed": 5,
        "pictures": {"palette": ["red"], "frames": [["?0"]]},
        "budget": 500,
    }
