"""Random play: the shadow says what belief support says; the table of all worlds in the long run."""

from pathlib import Path

import pytest
from testkit.playable import DOT, FLY, LAMED, STUCK_FLY, question

from certwright.domains.gridworld.catalog import worlds
from certwright.domains.gridworld.machine import Machine
from certwright.domains.gridworld.program import read_program
from certwright.generators.rng import Rng
from certwright.scripts.agents.gridworld import drawn_action
from certwright.scripts.bench.random_play import (
    Baseline,
    baseline,
    changes,
    main,
    markdown,
    questions,
    summary,
)
from certwright.verifiers.gridworld.change import defect_time
from certwright.verifiers.gridworld.judging import question_of
from certwright.verifiers.gridworld.support import FrameWatch

RELEASED = Path(__file__).resolve().parents[2] / "instances" / "gridworld"
CASES = [(DOT, LAMED), (FLY, STUCK_FLY), (STUCK_FLY, FLY), (DOT, DOT)]


def watched(base, changed, seed, steps):
    """The first impossible step of a random run, by the shadow and by support alone."""
    machine, rng = Machine(changed, seed), Rng("watched", seed)
    watch, actions, frames, found = FrameWatch(base, machine.frame(), seed), [], [machine.frame()], None
    for step in range(1, steps + 1):
        action, state = drawn_action(rng, changed.grid_size), machine.rng_state
        machine.step(action)
        actions.append(action)
        frames.append(machine.frame())
        if not watch.possible(action, machine.frame(), state):
            found = step
            break
    return found, defect_time(base, actions, frames, seed)


@pytest.mark.parametrize("case", CASES, ids=["lamed", "stuck", "never-stuck", "same"])
def test_the_shadow_says_what_support_says(case):
    base, changed = map(read_program, case)
    for seed in range(1, 25):
        shadow, support = watched(base, changed, seed, 40)
        assert shadow == support


@pytest.mark.parametrize("key", ("bees", "fever", "warren", "wildfire"))
def test_the_shadow_says_what_support_says_of_our_worlds(key):
    ((_, asked),) = changes([key])
    for seed in (1, 2):
        shadow, support = watched(asked.program, asked.changed, seed, 60)
        assert shadow == support


def test_baselines_of_small_questions():
    dot = {task: question_of(question(task)) for task in ("mfp", "planning", "change")}
    assert baseline("dot", dot["mfp"]).probability == 0.25
    found = baseline("dot", dot["planning"], runs=20, steps=200)
    assert (found.runs, found.probability) == (20, 1) and 2 <= found.steps == found.steps_all < 60
    short = baseline("dot", dot["change"], runs=20, steps=6)
    assert short.probability < 1 and short.steps_all > (short.steps or 0)
    assert baseline("dot", dot["change"], runs=20, steps=6) == short


def test_the_table_is_printed(capsys):
    main(["--runs", "2", "--steps", "50", "--world", "swing", "--world", "crane"])
    shown = capsys.readouterr().out
    assert "swing" in shown and "crane" in shown and "all 2" in shown


def test_the_table_of_a_document():
    rows = [
        Baseline("b", "change", 4, 0.5, 10, 55.0),
        Baseline("a", "planning", 4, 0.0, None, 100.0),
        Baseline("a", "mfp", 0, 0.25, None, None),
        Baseline("a", "change", 4, 1.0, 3, 3.0),
        Baseline("a", "change", 4, 0.5, 3, 5.0),
    ]
    assert markdown(rows).splitlines()[2:] == ["| a | 0.75 | 4 | 0.00 | 100 |", "| b | 0.50 | 55 |  |  |"]
    assert summary(rows)["change"] == (3, pytest.approx(2 / 3), 21, 1, 0)


@pytest.mark.long
@pytest.mark.parametrize("key", worlds())
def test_random_play_of_fifty_times_a_thousand_steps(key):
    """The released questions of a world; without a released set its first change."""
    files = sorted(RELEASED.glob("*.jsonl")) if RELEASED.is_dir() else []
    asked = [one for file in files for name, one in questions(str(file)) if name == key]
    for one in asked or [one for _, one in changes([key])]:
        found = baseline(key, one)
        assert found.undecided == 0 and 0 <= found.probability <= 1
        assert summary([found])[found.task][0] == 1
