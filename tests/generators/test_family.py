"""What a family says to names that it does not know, and which cells it makes of those that it knows."""

import pytest

from certwright.generators.cells import Cell
from certwright.generators.family import families, family_of, maker_of
from certwright.generators.gridworld.family import FAMILY as GRIDWORLD
from certwright.generators.planning.family import FAMILY as PLANNING
from certwright.generators.planning.questions import QuestionMaker
from certwright.instances.errors import NameUnknownError

PLACE = "certwright.generators.planning.questions"


def said(function, *arguments, **options):
    with pytest.raises(NameUnknownError) as caught:
        function(*arguments, **options)
    return str(caught.value)


@pytest.mark.parametrize("levels", [(), (0,), (6,), (1, 9)])
def test_levels_are_those_of_the_family(levels):
    assert said(PLANNING.recipe_of, levels=levels) == f"unknown level in {list(levels)}; known: 1 to 5"
    assert PLANNING.recipe_of(levels=(5, 1)).levels == (5, 1)
    assert GRIDWORLD.recipe_of(levels=levels).levels == ()


def test_cells_stand_in_the_order_known():
    assert PLANNING.cells(["swap", "ferry"], ["val", "app"], ["mcq", "gen"]) == [
        Cell(domain, task, form)
        for domain in ("ferry", "swap")
        for task in ("app", "val")
        for form in ("gen", "mcq")
    ]
    assert PLANNING.cells(["ferry"], ["app"]) == [Cell("ferry", "app", "gen")]
    assert PLANNING.cells(["mine"], ["app"], own=["mine"]) == [Cell("mine", "app", "gen")]
    assert {cell.form for cell in PLANNING.cells(["ferry"], ["nexta"], ["gen", "bool"])} == {"gen"}


@pytest.mark.parametrize(
    ("asked", "start"),
    [
        ((["chess"],), "unknown domain 'chess'; known: "),
        ((["ferry"], ["win"]), "unknown task 'win'; known: "),
        ((["ferry"], ["app"], ["essay"]), "unknown form 'essay'; known: "),
    ],
)
def test_names_of_cells_are_known(asked, start):
    assert said(PLANNING.cells, *asked).startswith(start)


def test_a_task_has_a_form_that_is_asked_for():
    assert said(PLANNING.cells, ["ferry"], ["nexta"], ["bool"]) == "no task of these has one of these forms"


def test_families_and_makers_are_found_by_name():
    assert family_of("planning") is PLANNING and "planning" in families()
    assert said(family_of, "chess").startswith("unknown family 'chess'; known: ")
    assert isinstance(maker_of("land", PLACE, QuestionMaker), QuestionMaker)
    assert isinstance(maker_of("app", PLACE, QuestionMaker), QuestionMaker)
    message = said(maker_of, "win", PLACE, QuestionMaker)
    assert message.startswith("unknown question maker 'win'; known: ")
    assert {"app", "land", "nexta", "val"} <= set(message.partition("known: ")[2].split(", "))
