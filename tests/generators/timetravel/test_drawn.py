"""What is drawn before any search: orders, blueprints and levels in words, as digests over many draws."""

import hashlib
from dataclasses import astuple

import pytest

from certwright.domains.timetravel.kernel import World
from certwright.generators.rng import Rng
from certwright.generators.timetravel.blueprint import draw
from certwright.generators.timetravel.maker import fingerprint
from certwright.generators.timetravel.render import POST, Names, render
from certwright.generators.timetravel.scenario import scenario, scenarios
from certwright.generators.timetravel.wanted import CURRICULUM, Wanted, order
from certwright.instances.errors import LimitError

ORDERS = {
    1: "44960b1185641855",
    2: "2404da78eda28747",
    3: "4b5aaa779ba3e3be",
    4: "1bea476757d030cb",
    5: "f276276de65cddbf",
    6: "34d591561ec2932b",
}
BLUEPRINTS = {
    "leaves": ("6ee9d83c2d49d56c", 0),
    "hands": ("d57d67ead2aa824d", 0),
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
    assert digest(map(astuple, drawn)) == ORDERS[difficulty]


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
    told = [each and astuple(each) for each in drawn]
    assert (digest(told), drawn.count(None)) == BLUEPRINTS[post]


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
