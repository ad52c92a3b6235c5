"""Guards of changed programs: nothing differs before they have held; what is no guard is seen to be none."""

import pytest
from testkit.guards import Fired, guarded, watched
from testkit.sampling import every

from certwright.domains.gridworld.catalog import run, world, worlds
from certwright.domains.gridworld.program import read_program
from certwright.generators.gridworld.play import random_run
from certwright.generators.rng import Rng
from certwright.instances.errors import AutumnError

CHANGES = [(key, place) for key in worlds() for place in range(len(world(key).changed))]


@pytest.mark.parametrize(("key", "place"), every(8, CHANGES))
def test_along_the_stored_run_the_guard_holds_before_the_change_shows(key, place):
    told, change = world(key), world(key).about.changes[place]
    assert change.fires
    fired = watched(told.program, told.changed[place], change.fires, run(change.run), change.rng_seed)
    assert fired.sound and fired.effect == change.differs


@pytest.mark.parametrize(("key", "place"), every(8, CHANGES))
def test_in_random_play_nothing_differs_before_the_guard_has_held(key, place):
    told, rng = world(key), Rng("guards", key, place)
    seed = rng.fork("seed").below(2**31) if told.stochastic else 0
    actions = random_run(read_program(told.changed[place]), seed, 40, rng).actions
    fires = told.about.changes[place].fires
    assert watched(told.program, told.changed[place], fires, actions, seed).sound


def test_a_counter_fires_at_its_last_count():
    told = world("crane")
    change = told.about.changes[0]
    actions = run("click 0 0, noop*14")

    def fired(fires):
        return watched(told.program, told.changed[0], fires, actions, 0).guard

    assert fired("(== warmed 12)") == 13 and fired("(== warmed 5)") == 6 and fired("(== warmed 13)") is None
    late = watched(told.program, told.changed[0], "(== warmed 13)", run(change.run), 0)
    assert late == Fired(None, change.differs) and not late.sound


def test_watching_changes_nothing_that_is_seen():
    told = world("sailing")
    watching = guarded(told.program, "(> ((speed)) 0)")
    rng = Rng("watching")
    played = random_run(read_program(told.program), 5, 40, rng)
    assert random_run(watching, 5, 40, rng.fork("again")).frames[0] == played.frames[0]
    assert watched(told.program, told.program, "(> ((speed)) 0)", played.actions, 5).effect is None


def test_a_guard_that_is_no_condition_is_refused():
    told = world("crane")
    with pytest.raises(AutumnError, match="must be a boolean"):
        watched(told.program, told.changed[0], "warmed", run("noop"), 0)
