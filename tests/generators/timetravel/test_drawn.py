"""What is drawn before any search: orders, blueprints and levels in words, as digests over many draws."""

import hashlib

import pytest

from certwright.domains.timetravel.kernel import World
from certwright.generators.rng import Rng
from certwright.generators.timetravel.draw import draw
from certwright.generators.timetravel.fingerprint import fingerprint
from certwright.generators.timetravel.fragments import POST
from certwright.generators.timetravel.render import Names, render
from certwright.generators.timetravel.scenario import scenario, scenarios
from certwright.generators.timetravel.wanted import CURRICULUM, Wanted, order
from certwright.instances.errors import LimitError

ORDERS = {
    1: "ce3329beba268d1b",
    2: "2f276dd2c8e1e324",
    3: "7af0980667014c2d",
    4: "c602b217bdbc4d37",
    5: "7d73ee15a7736bdc",
    6: "c3ff11ba955e6976",
}
BLUEPRINTS = {
    "leaves": ("cb3937d4385db5d5", 0),
    "hands": ("64217d98318f73b2", 0),
}
LEVELS = {
    "averne": ("92cedba152d3bad9", "b60f9662a80ccb61", 24, 24),
    "saltmere": ("8ac2379d50b469c4", "349e7aaac8d333bc", 24, 24),
}


def digest(things):
    return hashlib.sha256("\n".join(map(repr, things)).encode()).hexdigest()[:16]


@pytest.mark.parametrize("difficulty", CURRICULUM)
def test_orders_never_change(difficulty):
    drawn = [order(Wanted(), difficulty, Rng("order", difficulty, number)) for number in range(100)]
    span = CURRICULUM[difficulty]
    assert all((each.shortest, each.longest) == span.length for each in drawn)
    assert digest(drawn) == ORDERS[difficulty]


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({"epochs": 1}, "1 epochs, 1 characters: 2 to 4 epochs, at least one character each and at most"),
        ({"epochs": 3, "characters": 2}, "3 epochs, 2 characters: 2 to 4 epochs, at least one character"),
        ({"length": 0}, "an optimum of 0 steps: 1 to "),
        ({"length": 1000}, "an optimum of 1000 steps: 1 to "),
        (
            {"locks": 0, "rules": 1, "decay": True},
            "no level has 0 locks, 1 rules and 0 milestones with decay",
        ),
        ({"milestones": 9}, "no level has so many locks, so many rules and 9 milestones without decay"),
    ],
)
def test_wishes_that_no_level_fulfils(wish, message):
    with pytest.raises(LimitError, match=f"^{message}"):
        order(Wanted(**wish), 2, Rng("wish"))


@pytest.mark.parametrize("post", POST)
def test_blueprints_never_change(post):
    drawn = [
        draw(order(Wanted(), difficulty, Rng("order", number)), post, Rng("draw", difficulty, number))
        for difficulty in CURRICULUM
        for number in range(40)
    ]
    assert (digest(drawn), drawn.count(None)) == BLUEPRINTS[post]


@pytest.mark.parametrize("name", scenarios())
def test_levels_in_words_never_change(name):
    told, texts, marks = scenario(name), [], set()
    for difficulty in CURRICULUM:
        for number in range(4):
            rng = Rng("level", difficulty, number)
            blueprint = draw(order(Wanted(), difficulty, rng.fork("order")), told.post, rng.fork("draw"))
            if blueprint is not None:
                level = render(blueprint, told, Names(blueprint, told, rng.fork("names")), budget=40)
                assert level.about.budget == 40
                marks.add(fingerprint(World(level)))
                texts.append((level.domain_text, level.problem_text, level.world()["level"]))
    assert (digest(texts), digest(sorted(marks)), len(texts), len(marks)) == LEVELS[name]
