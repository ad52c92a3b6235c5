"""Search over classes of clicks against plain search over every click; supports against sampled runs."""

import itertools
from collections import deque

import pytest
from testkit.small_worlds import CHANGED_WALK, CLICKS, FLY, WALK, program

from certwright.domains.gridworld.actions import NOOP, Action, click
from certwright.domains.gridworld.frames import agrees, changed, only
from certwright.domains.gridworld.machine import Machine
from certwright.domains.gridworld.questions import Change
from certwright.verifiers.gridworld.change import (
    Distinction,
    defect_time,
    distinguishes,
    label,
    score,
    shortest_distinction,
)
from certwright.verifiers.gridworld.planning import RANDOM, Certain, settled, shortest, sure_steps
from certwright.verifiers.gridworld.space import explore
from certwright.verifiers.gridworld.support import Support
from certwright.verifiers.search.grid_moves import alike, moves
from certwright.verifiers.search.grid_states import state_key, successors

ARROWS = [Action(name) for name in ("noop", "left", "right", "up", "down")]


def every_action(size):
    return ARROWS + [click(x, y) for y in range(size) for x in range(size)]


def keys_after(machine, action):
    here = machine.snapshot()
    found = set()
    for share, outcome in successors(machine, action):
        machine.restore(outcome)
        found.add((state_key(machine), share))
    machine.restore(here)
    return found


def plain_search(text):
    """Depth and frame of every state, by every action."""
    machine = Machine(program(text))
    start = state_key(machine)
    depths, places = {start: 0}, {start: machine.snapshot()}
    frames = {start: tuple(map(tuple, machine.frame()))}
    queue = deque([start])
    while queue:
        key = queue.popleft()
        machine.restore(places[key])
        for action in every_action(machine.program.grid_size):
            machine.restore(places[key])
            for _, outcome in successors(machine, action):
                machine.restore(outcome)
                after = state_key(machine)
                if after not in depths:
                    depths[after], places[after] = depths[key] + 1, outcome
                    frames[after] = tuple(map(tuple, machine.frame()))
                    queue.append(after)
    return depths, frames


@pytest.mark.parametrize("text", [WALK, FLY, CLICKS, CHANGED_WALK], ids=["walk", "fly", "clicks", "changed"])
def test_classes_of_clicks_lose_no_state(text):
    depths, frames = plain_search(text)
    space = explore(program(text), 0)
    assert space.complete
    assert sorted(space.depths) == sorted(depths.values())
    assert set(space.seen) == set(frames.values())


@pytest.mark.parametrize("text", [WALK, FLY, CLICKS], ids=["walk", "fly", "clicks"])
def test_a_click_acts_like_the_first_of_its_class(text):
    machine = Machine(program(text))
    for action in ([NOOP], [Action("right"), click(3, 0)], [Action("down"), click(0, 0), click(1, 2)]):
        for one in action:
            machine.step(one)
        classes = alike(machine)
        for place, first in classes.items():
            assert keys_after(machine, click(*place)) == keys_after(machine, click(*first))
        assert {move.action for move in moves(machine)} == {*ARROWS, *(click(*at) for at in classes.values())}


@pytest.mark.parametrize("text", [WALK, CLICKS], ids=["walk", "clicks"])
def test_the_shortest_plan_is_as_long_as_the_state_is_deep(text):
    depths, frames = plain_search(text)
    start = next(frame for key, frame in frames.items() if depths[key] == 0)
    for frame in sorted(set(frames.values()))[::7]:
        cells = changed(start, frame)
        if not cells:
            continue
        goal = only(frame, cells)
        wanted = min(depth for key, depth in depths.items() if agrees(frames[key], goal))
        found = shortest(program(text), goal, 0)
        assert found is not None and found.steps == wanted
        machine = Machine(program(text))
        for action in found.plan:
            machine.step(action)
        assert agrees(machine.frame(), goal)


def test_waiting_is_free_when_actions_are_counted():
    drop = """(program (= GRID_SIZE 5) (object Drop (Cell 0 0 "blue"))
      (= drop (initnext (Drop (Position 0 0)) (moveDownNoCollision (prev drop))))
      (on right (= drop (moveRightNoCollision drop))))"""
    goal = tuple(tuple("blue" if (x, y) == (1, 4) else None for x in range(5)) for y in range(5))
    steps, actions = shortest(program(drop), goal, 0), shortest(program(drop), goal, 0, free_noop=True)
    assert (steps.steps, actions.actions, actions.steps) == (5, 1, 5)


def test_the_fewest_actions_may_take_more_steps():
    fall = """(program (= GRID_SIZE 5) (object Ball (Cell 0 0 "red"))
      (= ball (initnext (Ball (Position 0 0)) (moveDownNoCollision (prev ball))))
      (on down (= ball (moveDownNoCollision (moveDownNoCollision (prev ball))))))"""
    goal = tuple(tuple("red" if (x, y) == (0, 4) else None for x in range(5)) for y in range(5))
    steps, actions = shortest(program(fall), goal, 0), shortest(program(fall), goal, 0, free_noop=True)
    assert (steps.steps, steps.actions) == (2, 2)
    assert (actions.steps, actions.actions) == (4, 0)


def test_sure_steps_do_not_hang_on_luck():
    space = explore(program(FLY), 0)
    start = space.seen[0]

    def rank(x, y):
        goal = tuple(tuple("green" if (i, j) == (x, y) else None for i in range(4)) for j in range(4))
        return sure_steps(space, goal)[0]

    assert start[1][1] == "green"
    assert rank(1, 3) == 2, "a step down is sure, and nothing is drawn in it"
    assert rank(0, 1) is None, "where it flies is drawn"


def test_supports_hold_what_is_sampled_and_nothing_else():
    fly = program(FLY)
    for actions in itertools.product([NOOP, Action("down")], repeat=3):
        support = Support(fly, 0)
        for action in actions:
            support = support.after(action)
        sampled = set()
        for seed in range(60):
            machine = Machine(fly, seed)
            for action in actions:
                machine.step(action)
            sampled.add(tuple(map(tuple, machine.frame())))
        assert sampled == set(support.frames())


def test_the_defect_time_is_the_first_impossible_frame():
    base, other = program(WALK), program(CHANGED_WALK)
    told = [Action("right"), click(3, 0), click(3, 0), NOOP, Action("left"), NOOP]
    assert distinguishes(base, other, told, 0) == 5
    assert distinguishes(base, other, told[:4], 0) is None
    machine = Machine(base)
    shown = [machine.frame()]
    for action in told:
        machine.step(action)
        shown.append(machine.frame())
    assert defect_time(base, told, shown, 0) is None


@pytest.mark.parametrize("free_noop", [False, True])
def test_states_come_by_the_cost_of_their_ways(free_noop):
    world = program(WALK)
    places = list(itertools.islice(settled(world, 0, free_noop=free_noop), 40))
    costs = [(place.actions, place.steps) if free_noop else place.steps for place in places]
    assert len(places) > 9 and costs == sorted(costs) and places[0].plan == ()
    assert [place.met for place in places] == sorted(place.met for place in places)
    for place in places:
        machine = Machine(world)
        for action in place.plan:
            machine.step(action)
        assert machine.frame() == place.frame and len(place.plan) == place.steps
        assert place.actions == sum(action != NOOP for action in place.plan)


def test_the_pairs_that_a_distinction_met_are_counted():
    found = shortest_distinction(program(WALK), program(CHANGED_WALK), 0)
    few = shortest_distinction(program(WALK), program(CHANGED_WALK), 0, limit=found.states * 2)
    assert found.states > 20 and few is None


def test_the_shortest_distinction_is_shortest():
    base, other = program(WALK), program(CHANGED_WALK)
    found = shortest_distinction(base, other, 0)
    assert found is not None and len(found.actions) == 4
    assert distinguishes(base, other, found.actions, 0) == 4
    for actions in itertools.product([*ARROWS, click(3, 0), click(1, 1)], repeat=3):
        assert distinguishes(base, other, actions, 0) is None
    assert shortest_distinction(base, base, 0) is None


@pytest.mark.parametrize(
    ("choice", "defect", "value"),
    [
        (None, 4, 0.0),
        (4, None, 0.0),
        (2, 4, 0.0),
        (3, 4, 1.0),
        (4, 4, 1.0),
        (12, 4, 0.441),
        (10**9, 4, 0.199),
    ],
)
def test_scores_of_choices(choice, defect, value):
    assert score(choice, defect) == pytest.approx(value, abs=5e-4)


BELL = """(program (= GRID_SIZE 3) (object Bell (Cell 0 0 "gold"))
  (= bell (initnext (Bell (Position 0 0)) (moveRightNoCollision (prev bell)))))"""


def test_worlds_that_differ_at_first_need_no_action():
    moved = BELL.replace("(Position 0 0)", "(Position 0 1)")
    base, other = program(BELL), program(moved)
    assert shortest_distinction(base, other, 0) == Distinction((), 1)
    machine = Machine(other)
    shown = [machine.frame()]
    machine.step(NOOP)
    assert defect_time(base, [NOOP], [*shown, machine.frame()], 0) == 0
    assert distinguishes(base, other, [NOOP], 0) == 0
    asked = Change(program=base, changed=other, rng_seed=0)
    told = label(asked, {"witness": ["noop"]})
    assert told.truth == {"kind": "undecided"}  # at frame 0 nothing has been played


def test_a_search_for_a_change_takes_so_many_steps_and_no_more():
    base, other = program(BELL), program(BELL.replace("moveRight", "moveDown"))
    assert shortest_distinction(base, other, 0, limit=2) == Distinction((NOOP,), 1)
    assert shortest_distinction(base, other, 0, limit=1) is None
    walk, changed = program(WALK), program(CHANGED_WALK)
    least = next(n for n in range(10_000) if shortest_distinction(walk, changed, 0, limit=n))
    assert least % 2 == 0  # a step in each world
    assert shortest_distinction(walk, changed, 0, limit=least) == shortest_distinction(walk, changed, 0)


def test_a_witness_stands_in_where_the_search_gives_up(monkeypatch):
    asked = Change(program=program(WALK), changed=program(CHANGED_WALK), rng_seed=0)
    run = ["right", "click 3 0", "click 3 0", "noop", "left", "noop"]
    monkeypatch.setattr("certwright.verifiers.gridworld.change.distinction", lambda *rest: None)
    told = label(asked, {"witness": run})
    assert told.truth == {"kind": "change", "steps": None, "actions": run[:5], "shortest": False}
    assert (told.gold, told.difficulty) == ("\n".join(run[:5]), {})
    assert [(each.kind, each.body) for each in told.certificates] == [("witness", {})]
    assert told.grades.certified == 1
    for useless in (run[:4], []):
        assert label(asked, {"witness": useless}).truth == {"kind": "undecided"}


DRAWN_UP = """(program (= GRID_SIZE 3) (object Bell (Cell 0 0 "gold"))
  (= bell (initnext (Bell (Position 0 0)) (prev bell)))
  (on left (= bell (moveDownNoCollision bell)))
  (on (& up (== (.. (.. bell origin) y) 2)) (= bell (Bell (Position (uniformChoice (list 0 1)) 2)))))"""


def test_the_moves_of_states_may_be_asked_for_in_any_order():
    world, turned = (Certain(program(DRAWN_UP), 0) for _ in range(2))
    ends = {}
    for one in (world, turned):
        found = [{str(action): one.frame(after) for action, after in one.moves(0) if after != RANDOM}]
        down = next(after for action, after in one.moves(0) if action == Action("left"))
        if one is turned:
            one.frame(0)
        found.append({str(action): one.frame(after) for action, after in one.moves(down) if after != RANDOM})
        ends[one is turned] = found
    assert ends[True] == ends[False]
    start, under = ends[True]
    assert start["left"] == under["noop"] != start["noop"]


@pytest.mark.parametrize("free", [False, True])
def test_the_cheapest_ways_are_known_until_something_is_drawn(free):
    met = list(settled(program(DRAWN_UP), 0, free_noop=free))
    left = Action("left")
    assert [place.plan for place in met] == [(), (left,), (left, left)]
    assert [(place.actions, place.steps, place.met) for place in met] == [(0, 0, 1), (1, 1, 2), (2, 2, 3)]
    assert [place.frame[y][0] for y, place in enumerate(met)] == ["gold"] * 3
    assert len(list(settled(program(DRAWN_UP), 0, limit=1))) == 1
    assert len(list(settled(program(DRAWN_UP), 0, limit=2))) == 2
