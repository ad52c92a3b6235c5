"""The released questions about reactive systems: whole, balanced, hard for greedy, made again, proven."""

from collections import Counter
from pathlib import Path

import pytest
from testkit.sampling import spread

from certwright.generators.cells import Cell, Item
from certwright.generators.reactive.family import FAMILY, Recipe
from certwright.generators.reactive.items import digest, make_item
from certwright.generators.reactive.worlds import domains
from certwright.instances import manifest
from certwright.instances.canonical import encode
from certwright.instances.records import Answer
from certwright.instances.store import read_instances
from certwright.verifiers.checking import check
from certwright.verifiers.judge import judge

FOLDER = Path(__file__).resolve().parents[3] / "instances" / "reactive"
LEVELS = (2, 3, 4, 5)
RECIPE = Recipe(seed=7, levels=LEVELS)

pytestmark = pytest.mark.skipif(
    not (FOLDER / "gen.manifest.json").exists(), reason="instances/reactive is not there: make data"
)


@pytest.fixture(scope="module")
def released():
    return [one for form in FAMILY.every_form() for one in read_instances(FOLDER / f"{form}.jsonl.gz")]


@pytest.mark.parametrize("form", FAMILY.every_form())
def test_files_are_those_of_their_manifests(form):
    told = manifest.read(FOLDER / f"{form}.manifest.json")
    assert manifest.entry(FOLDER / f"{form}.jsonl.gz") == told.files[f"{form}.jsonl.gz"]
    tasks = [task for task, forms in FAMILY.tasks().items() if form in forms]
    assert told.counts == {f"{task}/{form}/{domain}": len(LEVELS) for task in tasks for domain in domains()}


def test_questions_are_many_and_different(released):
    assert len(released) >= 300
    assert len({one.id for one in released}) == len(released)
    some = spread(15, released)
    assert len({digest(one) for one in some}) == len(some)
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) <= 12_000_000


def test_answers_kinds_and_modes_are_balanced(released):
    accepted = Counter(
        one.truth.get("accepted", one.truth.get("answer")) for one in released if one.task == "accept"
    )
    assert accepted[True] == accepted[False]
    member = Counter(one.truth["answer"] for one in released if one.task == "member")
    assert member[True] == member[False]
    for task in ("cause", "butfor"):
        kinds = Counter(
            "forced"
            if one.difficulty["forced"]
            else "one"
            if one.difficulty["explanations"] == 1
            else "several"
            for one in released
            if one.task == task
        )
        # what nothing can prevent has the same answer everywhere: about one question in ten
        assert min(kinds["one"], kinds["several"]) >= 0.3 * kinds.total(), kinds
        assert 0.05 * kinds.total() <= kinds["forced"] <= 0.15 * kinds.total(), kinds
    modes = Counter(
        "ltlf" if one.query["effect"]["kind"] == "ltlf" else bool(one.query["effect"]["window"])
        for one in released
        if "effect" in one.query
    )
    assert min(modes.values()) >= 0.2 * modes.total(), modes


def test_silence_seldom_is_the_answer(released):
    asked = [one for one in released if one.task == "butfor"]
    assert sum(not one.truth["items"] for one in asked) <= 0.15 * len(asked)


def test_interventions_need_depth_and_withstand_greed(released):
    for form in FAMILY.tasks()["intervene"]:
        asked = [one for one in released if (one.task, one.form) == ("intervene", form)]
        assert sum(one.difficulty["min_steps"] >= 2 for one in asked) >= 0.5 * len(asked)
        assert sum(one.difficulty["greedy"] for one in asked) <= 0.4 * len(asked)


def test_a_sample_is_proven_and_its_gold_scores(released):
    for one in spread(21, released):
        assert check(one).ok
        if one.form != "episode":
            assert judge(one, Answer(id=one.id, response=one.gold)).value == 1.0


@pytest.mark.long
def test_all_are_proven(released):
    assert [one.id for one in released if not check(one).ok] == []


@pytest.mark.parametrize("task", FAMILY.tasks())
def test_a_slice_is_made_again(task, released):
    form, family = FAMILY.tasks()[task][0], domains()[len(task) % len(domains())]
    wanted = {encode(one) for one in released if (one.task, one.form, one.index) == (task, form, 0)}
    assert encode(make_item(Item(Cell(family, task, form), 0), RECIPE).instance) in wanted
