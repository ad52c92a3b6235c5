"""What ``about.toml`` claims of a world holds: latent variables show, changes come exactly when stated."""

from __future__ import annotations

import pytest

from certwright.domains.gridworld.catalog import run, world, worlds
from certwright.domains.gridworld.machine import Machine
from certwright.domains.gridworld.program import read_program

LATENT = [(key, latent) for key in worlds() for latent in world(key).about.latent]
CHANGES = [(key, place) for key in worlds() for place in range(len(world(key).changed))]


def played(text, actions, seed=1):
    """A machine that has taken the actions, and the frames from the start on."""
    machine = Machine(read_program(text), seed)
    frames = [machine.frame()]
    for action in actions:
        machine.step(action)
        frames.append(machine.frame())
    return machine, frames


@pytest.mark.parametrize(("key", "latent"), LATENT, ids=[f"{key}-{latent.name}" for key, latent in LATENT])
def test_latent_variables_change_what_is_seen(key, latent):
    machines = [played(world(key).program, run(witness))[0] for witness in latent.witness]
    first, second = machines
    assert first.frame() == second.frame()
    (held, _), (other, _) = first.state_key(), second.state_key()
    names = first.program.code.changing
    assert [name for name, a, b in zip(names, held, other, strict=True) if a != b] == [latent.name]
    shown = []
    for machine in machines:
        machine.rng_state = 1
        frames = []
        for action in run(latent.probe):
            machine.step(action)
            frames.append(machine.frame())
        shown.append(frames)
    assert shown[0] != shown[1]


@pytest.mark.parametrize(("key", "place"), CHANGES, ids=[f"{key}-{place + 1}" for key, place in CHANGES])
def test_changes_come_exactly_when_stated(key, place):
    one = world(key)
    change = one.about.changes[place]
    actions = run(change.run)
    assert change.differs <= len(actions)
    frames = [played(text, actions, change.rng_seed)[1] for text in (one.program, one.changed[place])]
    differing = [step for step, (a, b) in enumerate(zip(*frames, strict=True)) if a != b]
    assert differing and differing[0] == change.differs


@pytest.mark.parametrize("key", worlds())
def test_files_and_figures_are_complete(key):
    about = world(key).about
    assert len({change.file for change in about.changes}) == len(about.changes)
    program = read_program(world(key).program)
    assert {latent.name for latent in about.latent} <= set(program.code.changing)
    for goal in about.goals:
        assert len(goal.area) in (0, 4)
