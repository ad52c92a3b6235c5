"""The released set: three proven questions a world, no shortcut pays, figures spread, a slice made again."""

from collections import Counter
from pathlib import Path
from statistics import median

import pytest
from testkit.guards import watched
from testkit.sampling import spread

from certwright.domains.gridworld.actions import Action
from certwright.domains.gridworld.catalog import world, worlds
from certwright.domains.gridworld.frames import agrees, patch
from certwright.domains.gridworld.machine import Machine
from certwright.domains.gridworld.questions import LETTERS, masked_frame, planning
from certwright.generators.cells import Cell, Item
from certwright.generators.gridworld.changes import BLIND, LATE, SLOW, SOON
from certwright.generators.gridworld.family import VERSION, Recipe
from certwright.generators.gridworld.goals import BUDGET
from certwright.generators.gridworld.items import make_item
from certwright.generators.gridworld.play import random_run, replayed
from certwright.generators.rng import Rng
from certwright.instances import manifest
from certwright.instances.canonical import encode, seal
from certwright.instances.names import tasks
from certwright.instances.records import CANARY, Answer
from certwright.instances.store import read_instances
from certwright.scripts.cli import run
from certwright.verifiers.audit.guess.blind import pressed
from certwright.verifiers.judge import judge

FOLDER = Path(__file__).resolve().parents[3] / "instances" / "gridworld"
MANIFEST = FOLDER / "problems.manifest.json"
SLICE = (("darkwalker", "mfp"), ("mimic", "mfp"), ("seesaw", "change"), ("sorter", "change"))

pytestmark = pytest.mark.skipif(not MANIFEST.exists(), reason="instances/gridworld is not there: make data")


@pytest.fixture(scope="module")
def released():
    found = list(read_instances(FOLDER / "problems.jsonl"))
    if {one.generator.version for one in found} != {VERSION}:
        pytest.skip("instances/gridworld is of an earlier version: make data")
    return found


def of(released, task):
    return [one for one in released if one.task == task]


def test_the_file_is_that_of_its_manifest():
    assert manifest.entry(FOLDER / "problems.jsonl") == manifest.read(MANIFEST).files["problems.jsonl"]


def test_there_is_a_question_of_each_task_about_each_world(released):
    assert {(one.domain, one.task) for one in released} == {
        (name, task) for name in worlds() for task in tasks("gridworld")
    }
    assert len(released) == len({one.id for one in released}) == 3 * len(worlds()) >= 129


def test_all_is_certified_and_about_the_worlds_of_the_package(released):
    for one in released:
        assert one.grades.certified and not (one.grades.engine_proven or one.grades.undecided), one.id
        assert seal(one) is one and one.world["program"] == world(one.domain).program, one.domain
        if one.task == "change":
            assert one.query["changed"] in world(one.domain).changed, one.domain


def test_gold_scores_one(released):
    for one in spread(3, released):
        if one.gold is not None:
            assert judge(one, Answer(id=one.id, response=one.gold)).value == 1.0, one.id
    assert sum(one.gold is None for one in released) <= 3


def shown(one):
    """The question, its whole run, and the last step that is not hidden."""
    asked = masked_frame(one.world, one.query)
    whole = replayed(asked.program, asked.rng_seed, asked.actions)
    return asked, whole, len(asked.actions) - one.query["masked"]


def test_copying_what_was_seen_last_does_not_pay(released):
    asked = of(released, "mfp")
    copied = 0
    for one in asked:
        question, whole, last = shown(one)
        right = question.options[LETTERS.index(one.truth["answer"])]
        assert right == patch(whole.frames[-1], question.box)
        copied += right == patch(whole.frames[last], question.box)
    assert copied <= 0.3 * len(asked)


def test_answers_are_spread_over_the_letters(released):
    counts = Counter(one.truth["answer"] for one in of(released, "mfp"))
    assert set(counts) == set(LETTERS) and max(counts.values()) <= len(of(released, "mfp")) / 3


def test_a_quarter_of_the_masks_hide_four_frames_or_more(released):
    masked = [one.query["masked"] for one in of(released, "mfp")]
    assert min(masked) >= 1 and max(masked) == 8
    assert sum(hidden >= 4 for hidden in masked) >= len(masked) / 4


def test_goals_are_far_and_not_there_at_first(released):
    steps = [one.truth["steps"] for one in of(released, "planning")]
    assert median(steps) >= 12 and min(steps) >= 5 and max(steps) < BUDGET
    assert sum(one.truth["actions"] is not None for one in of(released, "planning")) >= 40
    for one in of(released, "planning"):
        asked = planning(one.world, one.query)
        assert not agrees(Machine(asked.program, asked.rng_seed).frame(), asked.goal), one.id
        assert one.truth["actions"] != 0, "waiting is no plan"
        chance = world(one.domain).stochastic
        assert one.truth["sure"] is not None or (chance and one.truth["scope"] == "seed")


def test_no_goal_is_won_by_one_key(released):
    for name, earned in pressed(of(released, "planning")).items():
        assert not any(earned), name


def test_random_play_seldom_meets_goals(released):
    met = Counter()
    for one in of(released, "planning"):
        asked = planning(one.world, one.query)
        for play in range(4):
            length = min(4 * one.truth["steps"], 100)
            frames = random_run(asked.program, asked.rng_seed, length, Rng("test", one.domain, play)).frames
            met[one.domain] += any(agrees(frame, asked.goal) for frame in frames[1:])
    assert sum(met.values()) <= len(of(released, "planning")), met


def test_changes_show_late_in_random_play(released):
    triggers = [one.difficulty["random_trigger"] for one in of(released, "change")]
    assert all(SOON <= trigger <= LATE for trigger in triggers), sorted(triggers)
    assert median(triggers) >= SLOW and min(triggers) <= 30 and max(triggers) >= 150
    proven = [one for one in of(released, "change") if one.truth["shortest"]]
    assert len(proven) >= 0.6 * len(triggers)
    for one in proven:
        assert one.truth["steps"] == len(one.truth["actions"]) >= 2, one.id


def test_the_guards_have_held_when_changes_show(released):
    for one in spread(3, of(released, "change")):
        told = world(one.domain)
        change = told.about.changes[told.changed.index(one.query["changed"])]
        actions = tuple(map(Action.parse, (one.gold or "").splitlines()))
        fired = watched(told.program, one.query["changed"], change.fires, actions, one.query["rng_seed"])
        assert actions and fired.sound and fired.guard is not None, one.id


def test_blind_scores_are_stated_and_leave_room(released):
    blind = [one.difficulty["blind"] for one in of(released, "change")]
    assert all(one.difficulty["blind_frame"] == BLIND for one in of(released, "change"))
    assert 0.25 <= sum(blind) / len(blind) <= 0.5 and max(blind) < 0.9
    assert {one.canary for one in released} == {CANARY}


def test_a_slice_is_made_again(released):
    stored = {(one.domain, one.task): one for one in released}
    for name, task in SLICE:
        assert encode(make_item(Item(Cell(name, task, "episode"), 0), Recipe(seed=7)).instance) == encode(
            stored[name, task]
        )


@pytest.mark.long
def test_the_whole_is_made_again(released):
    assert run(["generate", "--check", str(MANIFEST), "--jobs", "2", "-q"]) == 0
