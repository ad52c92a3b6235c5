"""Which changes an item tries in turn, and what one gives: a query with figures, or why there is none."""

from types import SimpleNamespace

import msgspec
import pytest

from certwright.generators.cells import Cell, Item
from certwright.generators.gridworld import changes, items
from certwright.generators.gridworld.changes import LATE, SLOW, SOON, Plays, Try
from certwright.generators.gridworld.family import QUESTIONS, Recipe
from certwright.generators.rng import Rng
from certwright.instances.records import Grades


def world(chance=False, runs=("right noop", "left")):
    """A world with changes, the stored seeds of which are 100, 101 and so on."""
    about = [SimpleNamespace(rng_seed=100 + place, run=run) for place, run in enumerate(runs)]
    changed = tuple(f"changed {place}" for place in range(len(runs)))
    return SimpleNamespace(
        stochastic=chance, changed=changed, program="base", about=SimpleNamespace(changes=about)
    )


@pytest.fixture
def known(monkeypatch):
    """Sets the medians of the triggers of each change, and whether a shortest sequence is known."""

    def set_to(*medians, witness=("up",), shortest=True):
        def played(entry, place, rng_seed):
            return Plays((medians[place],), witness)

        monkeypatch.setattr(changes, "played", played)
        monkeypatch.setattr(changes, "distinction", lambda *_: object() if shortest else None)
        monkeypatch.setattr(changes, "run", lambda text: text.split())

    return set_to


@pytest.mark.parametrize(
    ("median", "soon", "reason"),
    [
        (LATE + 1, SOON, "random play does not show it"),
        (LATE, SOON, None),
        (SOON, SOON, None),
        (SOON - 1, SOON, "random play shows the change too soon"),
        (SLOW - 1, SLOW, "random play shows the change too soon"),
        (SLOW, SLOW, None),
        (LATE + 1, 0, None),
        (1, 0, None),
    ],
)
def test_random_play_shows_a_change_in_time(known, median, soon, reason):
    known(median)
    made = changes.make(world(), Try(0, 7, soon))
    if reason:
        assert made == reason
    else:
        query, figures = made
        assert query == {"rng_seed": 7, "changed": "changed 0", "witness": ["up"]}
        assert figures == Plays((median,), ("up",)).figures


def test_a_shortest_sequence_is_known_where_one_is_wished_for(known):
    known(70, shortest=False)
    assert changes.make(world(), Try(0, 0, shortest=True)) == "the shortest sequence is not known"
    assert changes.make(world(), Try(0, 0))[0]["witness"] == ["up"]


@pytest.mark.parametrize(
    ("chance", "seed", "witness"),
    [
        (False, 0, ["right", "noop"]),
        (True, 100, ["right", "noop"]),
        (True, 7, None),
        (False, 7, ["right", "noop"]),
    ],
)
def test_the_stored_run_is_a_witness_of_its_own_seed(known, chance, seed, witness):
    known(70, witness=None)
    made = changes.make(world(chance), Try(0, seed))
    if witness is None:
        assert made == "no run is known that shows the change"
    else:
        assert made[0]["witness"] == witness
    assert changes.make(world(runs=("",)), Try(0, 0)) == "no run is known that shows the change"


def places(listed):
    return [(each.place, each.soon, each.shortest) for each in listed]


def test_late_changes_come_first_then_those_in_time_then_any(known):
    known(SLOW - 1, 200, LATE + 1, SLOW, LATE)
    entry = world(runs=("a",) * 5)
    by_median = [4, 1, 3, 0, 2]  # one that is never shown is the last
    late, first = [4, 1, 3], changes.tries(entry, 0, Rng("tries"))
    assert places(first) == [
        *((place, SLOW, shortest) for shortest in (True, False) for place in late),
        *((place, SOON, shortest) for shortest in (True, False) for place in by_median),
        *((place, 0, False) for place in by_median),
    ]
    assert {each.rng_seed for each in first} == {0}
    turned = [1, 3, 0, 2, 4]
    assert places(changes.tries(entry, 1, Rng("tries"))) == [
        *((place, SOON, shortest) for shortest in (True, False) for place in turned),
        *((place, 0, False) for place in turned),
    ]


def test_worlds_with_chance_insist_on_late_changes_and_end_with_the_stored_seeds(known):
    known(70, 80)
    rng = Rng("tries")
    seeds = [rng.fork("seed", place).below(2**31) for place in (0, 1)]
    for index, order in ((0, [1, 0]), (1, [0, 1]), (2, [1, 0])):
        found = changes.tries(world(chance=True), index, rng)
        assert [(each.place, each.rng_seed) for each in found] == [
            *((place, seeds[place]) for place in order * 5),
            *((place, 100 + place) for place in order),
        ]
        assert [each.soon for each in found] == [SLOW] * 4 + [SOON] * 4 + [0] * 4


def test_an_item_has_so_many_attempts_as_there_are_tries(monkeypatch):
    monkeypatch.setattr(changes, "tries", lambda entry, index, rng: ["first", "second"])
    monkeypatch.setattr(changes, "make", lambda entry, attempt: attempt)
    said = [items._change(world(), 0, attempt, Rng("any")) for attempt in range(4)]
    assert said == ["first", "second", "every change was tried", "every change was tried"]
    assert items._change(SimpleNamespace(changed=()), 0, 0, Rng("any")) == "the world has no changed program"


@pytest.mark.parametrize("grades", [Grades(certified=1), Grades(certified=1, undecided=1), None])
def test_what_is_not_wholly_certified_is_undecided(monkeypatch, grades):
    told = []

    def label(asked):
        told.append(asked)
        return msgspec.structs.replace(asked, truth={"kind": "goal"}, grades=grades)

    monkeypatch.setattr(items, "label", label)
    item, query = Item(Cell("lock", "planning", "episode"), 2), {"budget": 3}
    made = items._labelled(SimpleNamespace(program="(program)"), item, query, {"masked": 2.0}, Recipe(seed=7))
    (asked,) = told
    assert (asked.world, asked.query) == ({"kind": "autumn", "program": "(program)"}, query)
    assert (asked.difficulty, asked.index, asked.seed) == ({"masked": 2.0}, 2, 7)
    assert asked.prompt.question == QUESTIONS["planning"]
    if grades == Grades(certified=1):
        assert made.truth == {"kind": "goal"}
    else:
        assert made == "undecided"


@pytest.mark.parametrize("chance", [False, True])
def test_goals_are_drawn_twice_by_a_seed(monkeypatch, chance):
    told = []

    def make(entry, seed, rng):
        told.append((seed, rng))
        return "no goal is far enough" if len(told) == 1 else {"goal": len(told)}

    monkeypatch.setattr(items.goals, "make", make)
    rng = Rng("any")
    made = [items._planning(world(chance), 0, attempt, rng) for attempt in range(4)]
    none = "there is no other seed"
    assert made[:2] == ["no goal is far enough", ({"goal": 2}, {})]
    assert made[2:] == ([({"goal": 3}, {}), ({"goal": 4}, {})] if chance else [none, none])
    seeds = [seed for seed, _ in told]
    assert seeds[0] == seeds[1] and (not chance or (seeds[2] == seeds[3] != seeds[0]))
    assert seeds == ([rng.fork("seed", k).below(2**31) for k in (0, 0, 1, 1)] if chance else [0, 0])


def test_late_attempts_at_masked_frames_may_be_delays(monkeypatch):
    told = []

    def make(entry, seed, rng, *, delayed):
        told.append((seed, delayed))
        return {"masked": 3} if delayed else "too few continuations"

    monkeypatch.setattr(items.masked, "make", make)
    made = [items._masked(world(), 0, attempt, Rng("any")) for attempt in (0, 59, 60, 89)]
    assert made == ["too few continuations"] * 2 + [({"masked": 3}, {"masked": 3.0})] * 2
    assert told == [(0, False), (0, False), (0, True), (0, True)]
