"""An item is made again when its truth is not the drawn one, or is not wholly proven."""

from collections import Counter
from dataclasses import replace

import msgspec
import pytest

from certwright.domains.planning.grounding import ground
from certwright.generators.cells import Cell, Item
from certwright.generators.planning import items
from certwright.generators.planning.duplicates import digest
from certwright.generators.planning.family import Recipe
from certwright.generators.planning.maker import maker
from certwright.generators.planning.questions import OptionPools
from certwright.generators.planning.states import Scene, world_at
from certwright.generators.rng import Rng
from certwright.instances.records import Grades

RECIPE = Recipe(seed=5, levels=(1,), context="pddl")
label = items.label


def made(monkeypatch, form, changed, index=0, task="val"):
    """What comes of five attempts when labelling gives a truth that ``changed`` has changed."""

    def relabelled(instance, effort):
        return changed(label(instance, effort))

    monkeypatch.setattr(items, "label", relabelled)
    monkeypatch.setattr(items, "ATTEMPTS", 5)
    return items.make_item(Item(Cell("ferry", task, form), index), RECIPE)


def with_truth(**changes):
    return lambda one: msgspec.structs.replace(one, truth={**one.truth, **changes})


@pytest.mark.parametrize("index", [0, 1])
def test_the_other_answer_is_refused(monkeypatch, index):
    def flipped(one):
        answer = not one.truth["answer"]
        gold = "yes" if answer else "no"
        return msgspec.structs.replace(one, truth={**one.truth, "answer": answer}, gold=gold)

    one = made(monkeypatch, "bool", flipped, index)
    assert one.instance is None
    assert one.rejected["other_answer"] >= 1
    assert "gold_not_correct" not in one.rejected


def test_yes_and_no_take_turns():
    both = [items.make_item(Item(Cell("ferry", "val", "bool"), index), RECIPE).instance for index in (0, 1)]
    assert sorted(one.gold for one in both) == ["no", "yes"]


def test_what_is_not_certified_is_refused(monkeypatch):
    def weaker(one):
        return msgspec.structs.replace(one, grades=Grades(engine_proven=1))

    one = made(monkeypatch, "gen", weaker)
    assert (one.instance, one.rejected.get("undecided", 0) >= 1) == (None, True)


def test_a_gold_answer_that_is_wrong_is_refused(monkeypatch):
    one = made(monkeypatch, "gen", with_truth(index=10_000))
    assert (one.instance, one.rejected.get("gold_not_correct", 0) >= 1) == (None, True)


def test_a_degenerate_state_is_refused(monkeypatch):
    one = made(monkeypatch, "gen", with_truth(kind="degenerate"))
    assert (one.instance, one.rejected.get("degenerate", 0) >= 1) == (None, True)


@pytest.mark.parametrize(("level", "version"), [(3, "6"), (4, "7")])
def test_above_the_released_level_next_actions_have_a_version_of_their_own(level, version):
    recipe = Recipe(seed=5, levels=(level,), context="pddl")
    item = Item(Cell("goldminer", "nexta", "gen"), 0)
    one = items.make_item(item, recipe).instance
    assert one.generator.version == recipe.version_of(item) == version
    assert Recipe(levels=(level,), generator="5").version_of(item) == "5"


def with_maker(attempt, **changes):
    """An attempt whose maker is changed."""
    attempt.__dict__["maker"] = replace(attempt.maker, **changes)
    return attempt


@pytest.mark.parametrize(
    ("level", "number", "insists", "own", "spared"),
    [
        (1, 3, False, None, 0),
        (1, 4, False, None, 1),
        (5, 119, False, None, 29),
        (3, 119, True, None, 0),
        (3, 120, True, None, 1),
        (5, 239, True, None, 1),
        (5, 240, True, None, 2),
        (2, 119, True, None, 29),
        (5, 119, True, {}, 29),
    ],
)
def test_options_must_agree_in_less_as_attempts_go_on(monkeypatch, level, number, insists, own, spared):
    """In large worlds of our own a choice that insists gives up late."""
    told = []
    monkeypatch.setattr(items, "candidates", lambda *given: told.append(given[-1]))
    item, recipe = Item(Cell("ferry", "app", "mcq"), 0), Recipe(seed=5, levels=(level,))
    problem = maker("ferry").problem(Rng("items"), 1)
    drawn = Scene("ferry", world_at(problem, ground(problem), ground(problem).init), "initial", 0)
    attempt = with_maker(items._Attempt(item, recipe, number), own=own)
    attempt.fours(OptionPools([], [], insists=insists), drawn)
    assert told == [spared]


@pytest.mark.parametrize(
    ("domain", "task", "form", "own", "number", "targets"),
    [
        ("ferry", "app", "bool", None, 0, {0: 10, 1: 10}),
        ("ferry", "app", "mcq", None, 0, {0: 5, 1: 5, 2: 5, 3: 5}),
        ("ferry", "app", "gen", None, 0, {0: 20}),
        ("ferry", "reach", "gen", None, 0, {0: 18, 1: 2}),
        ("ferry", "reach", "gen", None, 79, {0: 18, 1: 2}),
        ("ferry", "reach", "gen", None, 80, {0: 20}),
        ("goldminer", "reach", "gen", None, 0, {0: 20}),
        ("ferry", "reach", "gen", {}, 11, {0: 18, 1: 2}),
        ("ferry", "reach", "gen", {}, 12, {None: 20}),
        ("ferry", "app", "gen", {}, 12, {None: 20}),
        ("ferry", "app", "bool", {}, 12, {0: 10, 1: 10}),
    ],
)
def test_targets_are_evenly_shared_by_items_in_a_row(domain, task, form, own, number, targets):
    cell, recipe = Cell(domain, task, form), Recipe(seed=5, levels=(1,))
    attempts = [with_maker(items._Attempt(Item(cell, index), recipe, number), own=own) for index in range(20)]
    assert Counter(attempt.target for attempt in attempts) == targets


def test_a_question_to_avoid_is_drawn_again_and_others_are_not():
    item, recipe = Item(Cell("ferry", "app", "gen"), 0), Recipe(seed=5, levels=(1,))
    made = items.make_item(item, recipe).instance
    assert items.make_item(item, recipe, avoid={"another"}).instance == made
    again = items.make_item(item, recipe, avoid={digest(made)})
    assert again.instance is not None and digest(again.instance) != digest(made)
    assert again.rejected["duplicate"] >= 1
