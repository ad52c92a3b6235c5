"""Generated levels: as ordered, every part load-bearing, no two isomorphic, the same for the same seed."""

import re
from dataclasses import replace

import pytest
from testkit.sampling import spread

from certwright.domains.planning.pddl import parse_domain
from certwright.domains.timetravel.kernel import World
from certwright.domains.timetravel.level import NAMES, of_world, parts, read, shipped, without
from certwright.generators.cells import Cell, Item
from certwright.generators.pipeline import Pipeline
from certwright.generators.rng import Rng
from certwright.generators.timetravel.blueprint import KINDS, Blueprint, Mechanism, draw
from certwright.generators.timetravel.family import FAMILY, Recipe
from certwright.generators.timetravel.maker import fingerprint, make_item
from certwright.generators.timetravel.render import POST, plain_domain
from certwright.generators.timetravel.scenario import scenario, scenarios
from certwright.generators.timetravel.wanted import CURRICULUM as CURRICULUM_OF
from certwright.generators.timetravel.wanted import DEAD_ENDS, HARD, Wanted, mixtures, order
from certwright.instances.canonical import encode, seal
from certwright.instances.errors import LimitError, NameUnknownError
from certwright.instances.records import CANARY
from certwright.verifiers.checking import check
from certwright.verifiers.label import label
from certwright.verifiers.timetravel.optimum import shortest_length

CURRICULUM = (1, 2, 4, 6)


@pytest.fixture(scope="module")
def levels():
    pipeline = Pipeline(FAMILY.cells(), 4, Recipe(seed=21, levels=CURRICULUM))
    made = list(pipeline.instances(make_item(item, pipeline.recipe) for item in pipeline.items()))
    assert pipeline.tally.kept == len(made) == 4 * len(scenarios()) and not pipeline.tally.unmade
    return made


def test_there_are_scenarios_with_words_of_their_own():
    told = [scenario(name) for name in scenarios()]
    assert len(told) >= 2 and {each.post for each in told} == set(POST)
    assert not {name for pool in told[0].names.values() for name in pool} & {
        name for pool in told[1].names.values() for name in pool
    } - {"grotto", "terrace"}
    with pytest.raises(NameUnknownError):
        scenario("nowhere")


def test_scenarios_word_all_that_fragments_declare():
    every = Blueprint(
        epochs=3,
        zones=(0, 1, 2),
        places=(),
        items=(),
        mechanisms=tuple(Mechanism(kind, (0, 1), (0, 1, 2), 0) for kind in KINDS),
        starts=(),
        goals=(),
        milestones=0,
        drop=True,
        worn=True,
        brief=False,
    )
    floods = tuple(replace(each, floods=0 if each.kind == "work" else None) for each in every.mechanisms)
    plain = [
        parse_domain(plain_domain("d", replace(every, brief=brief, mechanisms=made), "leaves"), events=True)
        for brief in (False, True)
        for made in (every.mechanisms, floods)
    ]
    for name in scenarios():
        told = scenario(name)
        assert told.facts.keys() == {key for each in plain for key in each.predicates}
        assert told.actions.keys() == {key for each in plain for key in each.schemas}
        assert told.rules.keys() == {key for each in plain for key in each.events}
        assert told.story.keys() == {*KINDS, "decoy", "flood"}
        words = [told.word(key) for each in plain for key in each.predicates]
        assert len(set(words)) == len(told.facts)


def test_every_level_is_proven_and_the_checker_agrees(levels):
    for one in spread(2, levels):
        report = check(one)
        assert report.ok, report.failed
        assert report.certified == 1 + len(one.truth["without"]) and seal(one) is one


def test_every_part_is_load_bearing(levels):
    for one in levels:
        level = of_world(one.world)
        assert set(one.truth["without"]) == set(parts(level))
        assert one.truth["length"] not in one.truth["without"].values()
    one = levels[-1]
    for part, length in one.truth["without"].items():
        assert shortest_length(World(without(of_world(one.world), part))) == length


def test_the_last_difficulty_has_decay_and_the_world_keeps_the_secret(levels):
    assert [("decay" in one.world["level"]) for one in levels] == [one.level == 6 for one in levels]
    for one in levels:
        assert "optimal" not in one.world["level"]
        assert one.world["level"]["budget"] == 2 * one.truth["length"]


COMPETENCY = {
    1: "cross-epoch transfer",
    2: "causal propagation",
    3: "character switching",
    4: "locked-resource dependencies",
    5: "full integration",
    6: "temporal decay",
}
"""What EPOCH-Bench's level of the same number asks for (its README, table of levels)."""


def test_every_difficulty_asks_for_the_competency_of_its_number(levels):
    for one in levels:
        assert COMPETENCY[one.level] in one.world["level"]["competencies"]
    for difficulty, span in CURRICULUM_OF.items():
        for attempt in range(40):
            kinds = order(Wanted(), difficulty, Rng("competency", attempt)).kinds
            assert set(span.needs) <= set(kinds) and ("sync" in kinds) == (difficulty == 6)


def test_from_the_third_difficulty_on_play_can_go_wrong_for_good(levels):
    for one in levels:
        assert one.canary == CANARY
        if one.level >= HARD:
            assert one.truth["dead_ends"] >= DEAD_ENDS * one.truth["states"]
            assert "look before you spend it" in one.prompt.context
        else:
            assert one.truth["dead_ends"] == 0


def test_a_decoy_takes_the_item_and_a_flood_the_place():
    """A level where the key fits two doors: opening the empty one leaves no plan."""
    blueprint = None
    for attempt in range(50):
        wish = order(Wanted(locks=1, rules=3), 3, Rng("spoil", attempt))
        blueprint = draw(wish, "leaves", Rng("spoil", attempt))
        if blueprint is not None and blueprint.flooding:
            break
    assert blueprint is not None and blueprint.flooding and blueprint.worn
    decoys = [mechanism for mechanism in blueprint.mechanisms if mechanism.decoy]
    assert len(decoys) == wish.decoys and len(blueprint.needed) == len(wish.kinds)
    for decoy in decoys:
        (real,) = [m for _, m in blueprint.needed if m.items == decoy.items]
        assert real.kind == decoy.kind and real.gate != decoy.gate
        assert not [item for item in blueprint.items if item.place == decoy.gate]
    (flood,) = {m.floods for m in blueprint.mechanisms if m.floods is not None}
    assert [item.role for item in blueprint.items if item.place == flood] == ["prize"]


def test_labelling_again_gives_the_same(levels):
    again = label(levels[0])
    assert encode(again) == encode(levels[0])


def test_no_two_are_isomorphic(levels):
    marks = [fingerprint(World(of_world(one.world))) for one in levels]
    assert len(set(marks)) == len(marks)


def test_the_same_seed_gives_the_same_bytes_from_any_start(levels):
    recipe = Recipe(seed=21, levels=CURRICULUM)
    later = Pipeline(FAMILY.cells(), 2, recipe, start=2)
    made = later.instances(make_item(item, recipe) for item in later.items())
    want = [one for one in levels if one.index in (2, 3)]
    assert [encode(one) for one in made] == [encode(one) for one in want]


def test_what_is_taken_is_made_anew():
    first = make_item(Item(Cell("averne", "level", "episode"), 0), Recipe(seed=2, levels=(1,)))
    pipeline = Pipeline(FAMILY.cells(("averne",)), 1, Recipe(seed=2, levels=(1,)), taken={first.digest})
    (other,) = pipeline.instances([first])
    assert other.id != first.instance.id and pipeline.tally.rejected["averne/isomorphic"] == 1


@pytest.mark.parametrize(
    "wish",
    [
        Wanted(length=12, epochs=3, characters=3, locks=1, rules=2, decay=False, milestones=1),
        Wanted(length=21, epochs=2, characters=3, locks=2, rules=1, milestones=3),
        pytest.param(Wanted(length=20, epochs=4, characters=4, locks=1, rules=3), marks=pytest.mark.long),
        pytest.param(Wanted(length=24, locks=1, rules=3, decay=True), marks=pytest.mark.long),
    ],
    ids=str,
)
def test_levels_are_as_they_are_wished_for(wish):
    made = make_item(Item(Cell("saltmere", "level", "episode"), 0), Recipe(seed=4, levels=(3,), wanted=wish))
    assert made.instance is not None, made.rejected
    one, level = made.instance, of_world(made.instance.world)
    assert one.truth["length"] == wish.length
    assert len(level.about.locks) == wish.locks and len(level.problem.domain.events) == wish.rules
    assert bool(level.about.decay) == bool(wish.decay)
    for found, wished in (
        (level.about.epochs, wish.epochs),
        (level.about.characters, wish.characters),
        (level.about.milestones, wish.milestones),
    ):
        assert wished is None or len(found) == wished


@pytest.mark.parametrize(
    "wish",
    [
        Wanted(epochs=9),
        Wanted(milestones=6),
        Wanted(locks=0, rules=7),
        Wanted(characters=2, epochs=3),
        Wanted(length=0),
    ],
    ids=str,
)
def test_impossible_wishes_are_refused(wish):
    with pytest.raises(LimitError):
        order(wish, 3, Rng("x"))


def test_mixtures_add_up():
    events = {"work": 2, "carve": 1, "grant": 2, "sync": 2, "lock": 0}
    for locks in range(4):
        for rules in range(8):
            for kinds, brief in mixtures(locks, rules, decay=True):
                assert sum(events[kind] for kind in kinds) - brief == rules
                assert sum(kind in ("lock", "carve") for kind in kinds) == locks and kinds[-1] == "sync"


# --- fingerprints


def renamed(level, words):
    """The level in other words; ``words`` maps symbols."""

    def told(text):
        return re.sub(r"(?<![?:\w-])[a-z][\w-]*", lambda m: words.get(m.group(), m.group()), text)

    about = dict(level.world()["level"])
    about.pop("wording", None)
    about["milestones"], about["locks"] = [], []
    for field in ("epochs", "characters"):
        about[field] = [words.get(name, name) for name in about[field]]
    if "decay" in about:
        about["decay"] = {**about["decay"], "unstable": [words.get(p, p) for p in about["decay"]["unstable"]]}
    return read(told(level.domain_text), told(level.problem_text), about)


@pytest.mark.parametrize("name", NAMES)
def test_a_level_in_other_words_has_the_same_fingerprint(name):
    level = shipped(name)
    symbols = {*level.problem.domain.predicates, *level.problem.objects, *level.problem.domain.schemas}
    words = {symbol: f"z{number}" for number, symbol in enumerate(sorted(symbols, reverse=True))}
    assert fingerprint(World(renamed(level, words))) == fingerprint(World(level))


def test_small_changes_change_the_fingerprint():
    marks = {fingerprint(World(shipped(name))) for name in NAMES}
    level = shipped("L06")
    marks |= {fingerprint(World(without(level, part))) for part in parts(level) if "epoch" not in part}
    assert len(marks) == len(NAMES) + 5
