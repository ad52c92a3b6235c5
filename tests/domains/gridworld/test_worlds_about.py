"""What ``about.toml`` claims of a world holds: latent variables show, changes come exactly when stated."""

import pytest
from testkit.sampling import every

from certwright.domains.gridworld.catalog import run, world, worlds
from certwright.domains.gridworld.machine import Machine
from certwright.domains.gridworld.program import read_program
from certwright.verifiers.search.grid_states import changing, state_key


def played(text, actions, seed=1):
    """A machine that has taken the actions, and the frames from the start on."""
    machine = Machine(read_program(text), seed)
    frames = [machine.frame()]
    for action in actions:
        machine.step(action)
        frames.append(machine.frame())
    return machine, frames


@pytest.mark.parametrize("key", every(6, worlds()))
def test_latent_variables_change_what_is_seen(key):
    text = world(key).program
    for latent in world(key).about.latent:
        first, second = machines = [played(text, run(witness))[0] for witness in latent.witness]
        assert first.frame() == second.frame(), latent.name
        (held, _), (other, _) = state_key(first), state_key(second)
        names = changing(first.program)
        assert [name for name, a, b in zip(names, held, other, strict=True) if a != b] == [latent.name]
        shown = [probed(machine, run(latent.probe)) for machine in machines]
        assert shown[0] != shown[1], latent.name


def probed(machine, actions):
    """The frames that actions lead to, with the random generator set to 1."""
    machine.rng_state = 1
    frames = []
    for action in actions:
        machine.step(action)
        frames.append(machine.frame())
    return frames


@pytest.mark.parametrize("key", every(6, worlds()))
def test_changes_come_exactly_when_stated(key):
    one = world(key)
    for change, text in zip(one.about.changes, one.changed, strict=True):
        actions = run(change.run)
        assert change.differs <= len(actions), change.file
        frames = [played(program, actions, change.rng_seed)[1] for program in (one.program, text)]
        differing = [step for step, (a, b) in enumerate(zip(*frames, strict=True)) if a != b]
        assert differing and differing[0] == change.differs, change.file


@pytest.mark.parametrize("key", worlds())
def test_files_and_figures_are_complete(key):
    about = world(key).about
    assert about.title and len(about.lesson) >= 80 and about.changes
    assert all(change.rule and change.guard and change.mutation and change.run for change in about.changes)
    assert len({change.file for change in about.changes}) == len(about.changes)
    program = read_program(world(key).program)
    assert {latent.name for latent in about.latent} <= set(changing(program))
    for goal in about.goals:
        assert len(goal.area) in (0, 4)
