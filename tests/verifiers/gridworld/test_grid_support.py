"""Belief support: so many states and no more, and the watch of a long run by a shadow of the base world."""

import pytest
from testkit.small_worlds import CHANGED_WALK, FLY, WALK, program

from certwright.domains.gridworld.actions import DOWN, LEFT, NOOP, RIGHT, Action, click
from certwright.domains.gridworld.machine import Machine
from certwright.instances.errors import LimitError
from certwright.verifiers.gridworld.support import FrameWatch, Support


def test_so_many_states_are_possible_and_no_more():
    fly = program(FLY)
    assert Support(fly, 0, limit=3).after(NOOP).size == 3
    with pytest.raises(LimitError) as caught:
        Support(fly, 0, limit=2).after(NOOP)
    assert str(caught.value) == "more than 2 states are possible"
    assert Support(fly, 0, limit=3).after(NOOP).after(NOOP).size == 3, "ways to one state are one"
    assert Support(fly, 0, limit=1).after(DOWN).size == 1


def test_what_is_seen_leaves_the_states_that_show_it():
    after = Support(program(FLY), 0).after(NOOP)
    frames = after.frames()
    assert frames == sorted(frames) and len(frames) == 3
    for frame in frames:
        (seen,) = after.seeing(frame).frames()
        assert seen == frame
        assert after.seeing(frame).after(DOWN).size == 1
    nothing = after.seeing((("black",) * 4,) * 4)
    assert (nothing.size, nothing.frames(), nothing.after(NOOP).size) == (0, [], 0)


class Counted(FrameWatch):
    """How often the support is asked."""

    asked = 0

    def possible(self, action, frame, rng_state):
        before = self._support
        found = super().possible(action, frame, rng_state)
        self.asked += self._support is not before
        return found


def watched(base, run, *, seed=0, draws=0):
    """What is said of each frame of a machine that plays ``run``, and how often the support was asked."""
    machine = Machine(run[0], seed)
    watch, said = Counted(base, machine.frame(), seed), []
    for action in run[1]:
        state = machine.rng_state
        machine.step(action)
        said.append(watch.possible(action, machine.frame(), state + draws))
    return said, watch.asked


def test_a_run_of_the_base_world_itself_needs_no_support():
    for text in (WALK, FLY):
        world = program(text)
        assert watched(world, (world, [NOOP, DOWN, NOOP, RIGHT, NOOP])) == ([True] * 5, 0)


def test_where_the_shadow_draws_otherwise_the_support_goes_on():
    """Fed with another state of the generator than the run had."""
    fly, asked = program(FLY), 0
    for draws in range(1, 12):
        said, times = watched(fly, (fly, [NOOP, NOOP, DOWN, NOOP, NOOP]), draws=draws)
        assert said == [True] * 5
        asked += times
    assert asked > 5


def test_a_frame_that_the_base_world_cannot_show_ends_the_watch():
    told = [RIGHT, click(3, 0), click(3, 0), NOOP, LEFT, NOOP, NOOP]
    said, asked = watched(program(WALK), (program(CHANGED_WALK), told))
    assert said == [True] * 4 + [False] * 3 and asked == 1
    bell = """(program (= GRID_SIZE 3) (object Bell (Cell 0 0 "gold"))
      (= bell (initnext (Bell (Position 0 0)) (prev bell))))"""
    moved = program(bell.replace("(Position 0 0)", "(Position 0 1)"))
    assert watched(program(bell), (moved, [Action("noop")] * 2))[0] == [False, False]


def test_too_many_states_are_a_limit(monkeypatch):
    fly = program(FLY)
    machine = Machine(fly, 0)
    watch = FrameWatch(fly, machine.frame(), 0)
    watch._support._limit = 2
    states = (("black",) * 4,) * 4
    with pytest.raises(LimitError):
        watch.possible(NOOP, states, 0)


def test_after_the_support_was_asked_the_shadow_stands_where_the_run_may():
    """So what follows as the run draws needs no support again."""
    fly, parted = program(FLY), 0
    for wrong in range(1, 20):
        machine = Machine(fly, 0)
        watch = Counted(fly, machine.frame(), 0)
        state = machine.rng_state
        machine.step(NOOP)
        assert watch.possible(NOOP, machine.frame(), state + wrong)
        if not watch.asked:
            continue
        parted += 1
        for action in (DOWN, DOWN, NOOP):
            state = machine.rng_state
            machine.step(action)
            assert watch.possible(action, machine.frame(), state)
        assert watch.asked == 1
    assert parted > 3
