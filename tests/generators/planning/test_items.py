"""An item is made again when its truth is not the drawn one, or is not wholly proven."""

from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

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
from certwright.instances.errors import LimitError, RecordError, WorldError
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


@pytest.fixture
def attempt(monkeypatch):
    """Makes one attempt at a multiple-choice item, parts of which are exchanged."""

    def made(number=0, form="mcq", maker=None, **parts):
        monkeypatch.setattr(items, "adapt", lambda maker, task, problem, rng, **how: problem)
        monkeypatch.setattr(items, "scene", lambda *_, **how: "scene")
        for name, function in parts.items():
            monkeypatch.setattr(items, name, function)
        one = items._Attempt(Item(Cell("ferry", "app", form), 0), RECIPE, number)
        one.__dict__["maker"] = maker or SimpleNamespace(own=None, problem=lambda *_: "problem")
        return one

    return made


def raises(error):
    def function(*arguments, **options):
        raise error

    return function


def test_why_an_attempt_gives_no_scene(attempt):
    unmade = SimpleNamespace(own=None, problem=raises(LimitError("many")))
    assert attempt(maker=unmade).made(set()) == "no_problem"
    assert attempt(adapt=lambda *_, **how: None).made(set()) == "no_problem"
    assert attempt(scene=lambda *_, **how: None).made(set()) == "no_state"
    assert attempt(scene=raises(LimitError("many"))).made(set()) == "limit"


def test_a_world_that_its_wording_cannot_say_is_refused_where_it_is_somebodys_own(attempt):
    broken = WorldError("no words", file="f", line=1, column=1)
    own = SimpleNamespace(own={}, problem=lambda *_: "problem")
    assert attempt(scene=raises(broken), maker=own).made(set()) == "no_words"
    with pytest.raises(WorldError):
        attempt(scene=raises(broken)).made(set())


def test_a_question_that_cannot_be_labelled_is_ambiguous(attempt):
    told = []

    def label(asked, effort):
        told.append((effort.lean, effort.forecast))
        raise RecordError("two answers")

    assert attempt(label=label)._labelled("asked", "scene") == "ambiguous"
    for level in (3, 4):
        hard = items._Attempt(Item(Cell("ferry", "app", "mcq"), 0), Recipe(seed=5, levels=(level,)), 0)
        assert hard._labelled("asked", "scene") == "ambiguous"
    assert told == [(False, False), (False, False), (True, True)]


@pytest.mark.parametrize(
    ("most", "many", "plain", "late"),
    [(items.ATTEMPTS, 0, False, False), (items.ATTEMPTS, items.OWN_PATIENCE, False, True)],
)
def test_what_a_problem_is_adapted_to(attempt, most, many, plain, late):
    told = []

    def adapt(maker, task, problem, rng, **how):
        told.append(how)

    own = SimpleNamespace(own={}, problem=lambda *_: "problem")
    assert attempt(many, adapt=adapt, maker=own).made(set()) == "no_problem"
    assert attempt(many, adapt=adapt).made(set()) == "no_problem"
    assert told == [{"plain": plain, "late": late}, {"plain": plain, "late": False}]
    told.clear()
    attempt(many, "gen", adapt=adapt, maker=own).made(set())
    attempt(many, "gen", adapt=adapt).made(set())
    assert told == [{"plain": late, "late": late}, {"plain": False, "late": False}]


@pytest.mark.parametrize("asks", [0, 3])
def test_the_fours_of_an_item_are_those_of_the_first_attempt_that_has_any(monkeypatch, asks):
    drawn = [
        "no_state",
        ("scene", None),
        ("scene", OptionPools([], [])),
        LimitError,
        ("scene", OptionPools([], [])),
    ]

    def given(self):
        what = (drawn * 60)[self.number]
        if what is LimitError:
            raise LimitError("many")
        return what

    monkeypatch.setattr(items._Attempt, "drawn", given)
    monkeypatch.setattr(
        items._Attempt, "fours", lambda self, pools, scene: [self.number] if self.number > asks else []
    )
    item = Item(Cell("ferry", "app", "mcq"), 0)
    assert items.candidate_fours(item, RECIPE) == [4 if asks else 2]
    monkeypatch.setattr(items._Attempt, "fours", lambda self, pools, scene: [])
    assert items.candidate_fours(item, RECIPE) == []


def test_what_other_questions_take_needs_the_engine_of_plans(monkeypatch):
    asked = []
    monkeypatch.setattr(items, "require", asked.append)
    assert items.taken([Cell("ferry", "app", "gen")], Recipe(plans="kstar")) == set()
    assert items.taken([Cell("ferry", "app", "gen")], Recipe()) == set()
    assert asked == ["kstar"]


def test_a_worked_example_that_cannot_be_made_is_named(monkeypatch):
    monkeypatch.setattr(items, "make_item", lambda item, recipe: SimpleNamespace(instance=None))
    with pytest.raises(LimitError) as caught:
        items.shot_instances.__wrapped__("app", "gen", "pddl")
    assert str(caught.value) == "no worked example for grid/app/gen"


@pytest.mark.parametrize(
    ("form", "number", "index", "truth", "reason"),
    [
        ("gen", 0, 0, {"none": False}, None),
        ("gen", 0, 0, {"none": True}, "answer_none"),
        ("gen", 0, 0, {}, None),
        ("gen", 80, 0, {"none": True}, "answer_none"),
    ],
)
def test_whether_none_is_right_must_be_as_drawn(form, number, index, truth, reason):
    attempt = items._Attempt(Item(Cell("ferry", "app", form), index), RECIPE, number)
    assert attempt._other(SimpleNamespace(form=form), truth) == reason
    attempt.__dict__["target"] = 1
    wanted = {None: None if "none" not in truth else "answer_not_none", "answer_none": None}[reason]
    assert attempt._other(SimpleNamespace(form=form), truth) == wanted
    attempt.__dict__["target"] = None
    assert attempt._other(SimpleNamespace(form=form), truth) is None


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
