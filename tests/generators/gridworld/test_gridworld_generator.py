"""Generated grid-world questions: pinned, the same everywhere, distractors and goals as they should be."""

import hashlib
import os
import subprocess
import sys

import pytest
from testkit.sampling import every

from certwright.domains.gridworld.actions import Action
from certwright.domains.gridworld.catalog import world
from certwright.domains.gridworld.frames import agrees, patch
from certwright.domains.gridworld.machine import Machine
from certwright.domains.gridworld.questions import LETTERS, masked_frame, planning
from certwright.generators.cells import Cell, Item
from certwright.generators.gridworld.changes import BLIND, LATE, PLAYS, SLOW, Plays, Try, played, tries
from certwright.generators.gridworld.family import FAMILY, Recipe
from certwright.generators.gridworld.goals import BUDGET
from certwright.generators.gridworld.items import make_item
from certwright.generators.gridworld.play import replayed
from certwright.generators.pipeline import Pipeline
from certwright.generators.rng import Rng
from certwright.instances.canonical import encode, seal
from certwright.instances.records import CANARY
from certwright.scripts.cli import run
from certwright.verifiers.checking import check
from certwright.verifiers.gridworld.change import score
from certwright.verifiers.label import label

CHEAP = (("darkwalker", "mfp"), ("mimic", "mfp"), ("seesaw", "change"), ("sorter", "change"))
PINNED = "2db61e7be965e9152752ce52114664b07bb14c52ede2ea74747925971c96e8f2"
RECIPE = Recipe(seed=7)
CHILD = """
import hashlib
from certwright.generators.cells import Cell, Item
from certwright.generators.gridworld.family import Recipe
from certwright.generators.gridworld.items import make_item
from certwright.instances.canonical import encode
listed = [("darkwalker", "mfp"), ("mimic", "mfp"), ("seesaw", "change"), ("sorter", "change")]
made = [make_item(Item(Cell(world, task, "episode"), 0), Recipe(seed=7)).instance for world, task in listed]
print(hashlib.sha256(b"".join(map(encode, made))).hexdigest())
"""


@pytest.fixture(scope="module")
def cheap():
    return [make_item(Item(Cell(name, task, "episode"), 0), RECIPE).instance for name, task in CHEAP]


def test_the_questions_are_those_of_the_version(cheap):
    assert hashlib.sha256(b"".join(map(encode, cheap))).hexdigest() == PINNED


@pytest.mark.parametrize("seed", every(2, ["1", "2"]))
def test_nothing_hangs_on_the_hashes_of_strings(seed):
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONSAFEPATH": "1"}
    told = subprocess.run(
        [sys.executable, "-c", CHILD], env=environment, capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == PINNED


def test_every_question_is_sealed_certified_and_labelled_alike_again(cheap):
    for one in cheap:
        assert seal(one) is one and one.grades.certified and not one.grades.undecided
        assert check(one).ok
        again = label(one)
        assert encode(again) == encode(one)


def test_questions_do_not_hang_on_workers_or_on_where_a_run_starts(tmp_path):
    def made(name, *more):
        file = tmp_path / f"{name}.jsonl"
        asked = ["generate", "gridworld/mfp", "--seed", "3", "--domain", "darkwalker", "--domain", "mimic"]
        assert run([*asked, "-o", str(file), "-q", *more]) == 0
        return file.read_bytes().splitlines()

    one = made("one", "-n", "2", "--jobs", "1")
    assert made("two", "-n", "2", "--jobs", "2") == one
    assert made("late", "-n", "1", "--start", "1", "--jobs", "1") == one[2:] and len(one) == 4
    assert run(["generate", "--check", str(tmp_path / "one.manifest.json"), "-n", "1", "-q"]) == 0


def test_another_seed_or_index_gives_another_question():
    ids = {
        make_item(Item(Cell("darkwalker", "mfp", "episode"), index), Recipe(seed=seed)).instance.id
        for index in range(3)
        for seed in range(3)
    }
    assert len(ids) == 9


def test_a_secret_is_needed_to_make_its_questions():
    item = Item(Cell("darkwalker", "mfp", "episode"), 0)
    told = {make_item(item, Recipe(7, "private", secret)).instance.id for secret in (b"", b"a", b"b")}
    assert len(told) == 3


def test_items_are_ordered_by_index_world_and_task():
    names = [item.name for item in Pipeline(FAMILY.cells(("crane", "lock")), 2, RECIPE, start=4).items()]
    assert names[:4] == [
        "crane/mfp/episode/4",
        "crane/planning/episode/4",
        "crane/change/episode/4",
        "lock/mfp/episode/4",
    ]
    assert len(names) == 12 and names[6] == "crane/mfp/episode/5"


@pytest.mark.parametrize("name", ["darkwalker", "mimic", "sledge"])
def test_options_are_ends_of_real_continuations(name):
    for index in range(2):
        one = make_item(Item(Cell(name, "mfp", "episode"), index), RECIPE).instance
        asked, masked = masked_frame(one.world, one.query), one.query["masked"]
        assert 1 <= masked <= 8 and one.difficulty["masked"] == masked
        assert len(set(asked.options)) == 6
        run_ = replayed(asked.program, asked.rng_seed, asked.actions)
        right = asked.options[LETTERS.index(one.truth["answer"])]
        assert right == patch(run_.frames[-1], asked.box)
        clicked = {action for action in asked.actions[-masked:] if action.name == "click"}
        assert len(clicked) <= 2


def test_which_option_is_right_is_drawn_after_the_options():
    """The right option is the nearest to what was seen, or to the others, as often as any other is."""
    near = central = total = 0
    for name in ("darkwalker", "mimic", "sledge", "heaps"):
        for index in range(6):
            one = make_item(Item(Cell(name, "mfp", "episode"), index), RECIPE).instance
            asked = masked_frame(one.world, one.query)
            right = LETTERS.index(one.truth["answer"])
            run_ = replayed(asked.program, asked.rng_seed, asked.actions)
            stale = patch(run_.frames[len(asked.actions) - one.query["masked"]], asked.box)
            to_stale = [distance(option, stale) for option in asked.options]
            to_others = [sum(distance(option, other) for other in asked.options) for option in asked.options]
            near += (to_stale[right] == min(to_stale)) / to_stale.count(min(to_stale))
            central += (to_others[right] == min(to_others)) / to_others.count(min(to_others))
            total += 1
    assert max(near, central) <= 0.45 * total, (near, central, total)


def distance(one, other):
    return sum(a != b for row, line in zip(one, other, strict=True) for a, b in zip(row, line, strict=True))


@pytest.mark.parametrize("name", ["fireflies"])
def test_worlds_that_go_on_alone_ask_for_how_long(name):
    one = make_item(Item(Cell(name, "mfp", "episode"), 0), RECIPE).instance
    asked, masked = masked_frame(one.world, one.query), one.query["masked"]
    seen = len(asked.actions) - masked
    frames = replayed(asked.program, asked.rng_seed, asked.actions).frames
    shown = [patch(frame, asked.box) for frame in frames[seen + 1 :]]
    assert sum(option in shown for option in asked.options) >= 1
    assert asked.options[LETTERS.index(one.truth["answer"])] == shown[-1]


@pytest.mark.parametrize(("name", "least"), every(3, [("darkwalker", 5), ("lock", 14), ("lever", 14)]))
def test_goals_are_deep_and_neither_there_at_first_nor_won_by_one_key(name, least):
    one = make_item(Item(Cell(name, "planning", "episode"), 1), RECIPE).instance
    asked = planning(one.world, one.query)
    assert one.truth["steps"] >= least and one.truth["actions"] > 0
    for line in ("noop", "left", "right", "up", "down", "click 0 0"):
        machine = Machine(asked.program, asked.rng_seed)
        for _ in range(BUDGET):
            assert not agrees(machine.frame(), asked.goal), line
            machine.step(Action.parse(line))
    assert check(one).ok


def test_a_goal_of_a_world_with_chance_is_that_of_the_seed():
    one = make_item(Item(Cell("lever", "planning", "episode"), 0), RECIPE).instance
    assert one.truth["scope"] == "seed" and one.truth["sure"] is None
    assert one.truth["actions"] == sum(line != "noop" for line in one.truth["plan"])
    asked = planning(one.world, one.query)
    assert agrees(replayed(asked.program, asked.rng_seed, actions(one.gold)).frames[-1], asked.goal)


def actions(text):
    return tuple(map(Action.parse, text.splitlines()))


@pytest.mark.parametrize("name", ["sorter", "tumblers"])
def test_the_latest_change_comes_first_and_the_others_after_it(name):
    told = world(name)
    medians = {place: played(told, place, 0).median for place in range(len(told.changed))}
    late = max((place for place in medians if medians[place] <= LATE), key=medians.__getitem__)
    first = tries(told, 0, Rng("tries"))[0]
    assert first == Try(late, 0, SLOW, shortest=True) and medians[late] >= SLOW
    assert tries(told, 1, Rng("tries"))[0].place != late


def test_a_blind_player_earns_what_the_record_says():
    plays = Plays((20, 50, 80, LATE + 1), None)
    earned = (score(BLIND, 20) + score(BLIND, 50) + score(BLIND, 80)) / PLAYS
    assert plays.figures == {
        "random_trigger": 80.0,
        "random_shown": 3 / PLAYS,
        "blind": round(earned, 4),
        "blind_frame": float(BLIND),
    }


def test_all_have_the_one_canary(cheap):
    assert {one.canary for one in cheap} == {CANARY}
