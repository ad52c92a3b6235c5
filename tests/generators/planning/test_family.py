"""The options of planning items: versions, engines, and where worlds may coincide."""

import pytest

from certwright.generators.cells import Cell, Item
from certwright.generators.planning.family import ENGINES, FAMILY, Recipe, coincides, engines
from certwright.generators.planning.maker import maker, makers


def item(task, domain="ferry"):
    return Item(Cell(domain, task, "gen"), 0)


@pytest.mark.parametrize(
    ("task", "level", "generator", "version"),
    [
        ("app", 1, None, "7"),
        ("reach", 1, None, "6"),
        ("reach", 5, None, "6"),
        ("nexta", 3, None, "6"),
        ("nexta", 4, None, "7"),
        ("nexta", 4, "5", "5"),
        ("app", 4, "5", "5"),
    ],
)
def test_versions(task, level, generator, version):
    recipe = Recipe(levels=(level,), generator=generator)
    assert recipe.version_of(item(task)) == version
    assert recipe.version(task) == (generator or {"app": "7"}.get(task, "6"))


def test_worlds_coincide_where_they_are_small_or_alike():
    alike = {domain for domain in makers() if maker(domain).alike}
    assert alike and alike < set(makers())
    for domain in makers():
        assert [coincides(item("app", domain), Recipe(levels=(level,))) for level in (1, 2, 3, 4, 5)] == [
            True,
            True,
            *[domain in alike] * 3,
        ]


def test_the_makers_of_plans_take_part_in_draws():
    assert Recipe().drawn_by() == ("own",) and Recipe(plans="kstar").drawn_by() == ("kstar",)
    assert engines(Recipe()) == ENGINES and engines(Recipe(plans="kstar")) == (*ENGINES, "kstar-planner")
    assert (FAMILY.name, FAMILY.version, FAMILY.levels, FAMILY.forms) == (
        "planning",
        "7",
        (1, 2, 3, 4, 5),
        ("gen",),
    )
    assert [(option.name, option.choices, option.default) for option in FAMILY.options] == [
        ("context", ("natural", "pddl", "both"), "natural"),
        ("shots", ("0", "2"), "0"),
        ("plans", ("own", "kstar"), "own"),
    ]
