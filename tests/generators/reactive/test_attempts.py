"""One attempt at a reactive item: what is wished for as attempts go on, and why one gives nothing."""

from types import SimpleNamespace

import pytest

from certwright.generators.cells import Cell, Item
from certwright.generators.reactive import items
from certwright.generators.reactive.family import Recipe
from certwright.generators.rng import Rng
from certwright.instances.errors import LimitError

RECIPE = Recipe(seed=5, levels=(2,))
ITEM = Item(Cell("counter", "cause", "gen"), 3)


@pytest.fixture
def attempt(monkeypatch):
    """Makes one attempt; what it wished for, and what came of it."""

    def made(number, *, edges=items.MOST_EDGES, drawn=None, scene=None):
        wishes = []

        def draw_scene(item, recipe, rng):
            if scene is not None:
                raise scene
            return SimpleNamespace(machine=SimpleNamespace(edges=edges))

        def draw(scene, wish, rng):
            wishes.append(wish)
            if isinstance(drawn, LimitError):
                raise drawn
            return drawn or {"asks": number}

        maker = SimpleNamespace(targets=("one", "two"), draw=draw)
        monkeypatch.setattr(items, "question_maker", lambda task: maker)
        monkeypatch.setattr(items, "draw_scene", draw_scene)
        monkeypatch.setattr(items, "_labelled", lambda item, recipe, scene, query, target: (query, target))
        return wishes, items._attempt(ITEM, RECIPE, Rng("attempt"), number)

    return made


@pytest.mark.parametrize(("number", "patience"), [(0, 2), (109, 2), (110, 1), (259, 1), (260, 0), (319, 0)])
def test_a_target_binds_less_and_the_mode_is_free_in_late_attempts(attempt, number, patience):
    ((wish,), (query, target)) = attempt(number)
    assert query == {"asks": number} and wish.target == target == RECIPE.drawn(
        ITEM, "targets", ("one", "two")
    )
    mode = RECIPE.drawn(ITEM, "modes", RECIPE.modes)
    assert (wish.level, wish.patience) == (2, patience)
    assert wish.mode == (mode if patience == 2 else RECIPE.modes[number % len(RECIPE.modes)])


def test_what_an_attempt_fails_by_is_said(attempt):
    assert attempt(0, edges=items.MOST_EDGES + 1) == ([], "large_system")
    assert attempt(0, scene=LimitError("many")) == ([], "limit")
    assert attempt(0, drawn=LimitError("many"))[1] == "limit"
    assert attempt(0, drawn="no_effect")[1] == "no_effect"


@pytest.mark.parametrize(
    ("form", "target", "answer", "reason"),
    [
        ("bool", "yes", True, None),
        ("bool", "deep accepted", True, None),
        ("bool", "no", False, None),
        ("bool", "deep rejected", False, None),
        ("bool", "yes", False, "other_answer"),
        ("bool", "no", True, "other_answer"),
        ("bool", "no", None, "other_answer"),
        ("gen", "yes", False, None),
    ],
)
def test_the_answer_must_be_the_drawn_one(form, target, answer, reason):
    made = SimpleNamespace(form=form, truth={"answer": answer})
    assert items._other(made, target) == reason
