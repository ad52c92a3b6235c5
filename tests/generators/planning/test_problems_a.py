"""The problem makers of ferry, logistics, blocksworld, grid, floortile, grippers and visitall."""

import hashlib
import json
import re
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import pytest
from testkit.sampling import every, sampled

from certwright.domains.planning.catalog import domain_text
from certwright.domains.planning.grounding import ground
from certwright.domains.planning.lifted import validate
from certwright.domains.planning.pddl import parse, parse_problem
from certwright.domains.planning.writer import write_problem
from certwright.generators.planning.maker import MOST_APPLICABLE, Maker, Range, level, maker, makers
from certwright.generators.rng import Rng
from certwright.instances.errors import LimitError, NameUnknownError, RecordError
from certwright.instances.names import domain_of_pddl
from certwright.verifiers.search.explicit import explore
from certwright.verifiers.search.greedy import goal_plan

DOMAINS = ("ferry", "logistics", "blocksworld", "grid", "floortile", "grippers", "visitall")
SEEDS = {1: 5, 2: 5, 3: 4, 4: 3, 5: 2}
ACPBENCH = Path(__file__).resolve().parents[3].parent / "shared" / "data" / "acpbench"
NAME = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*")

every_domain = pytest.mark.parametrize("key", DOMAINS)
every_level = pytest.mark.parametrize("number", sorted(SEEDS))


@lru_cache(None)
def problem(key, number, seed):
    return maker(key).problem(Rng("test", key, number, seed), number)


def digest(key):
    texts = [write_problem(problem(key, number, 0)) for number in sorted(SEEDS)]
    return hashlib.sha256("".join(texts).encode()).hexdigest()


def test_all_makers_are_found():
    assert set(makers()) >= set(DOMAINS)
    with pytest.raises(NameUnknownError, match="unknown domain 'ferries'; did you mean ferry"):
        maker("ferries")


@every_domain
@every_level
def test_problems_are_sound(key, number):
    stated = maker(key).levels[number]
    for seed in range(sampled((SEEDS[number] + 1) // 2, of=SEEDS[number])):
        made = problem(key, number, seed)
        assert parse(domain_text(key), write_problem(made)) == made
        task = ground(made)
        assert not task.satisfied(task.init)
        assert 1 <= sum(1 for _ in task.applicable(task.init)) <= MOST_APPLICABLE
        assert len(made.objects) in stated.objects
        plan = goal_plan(task)
        assert len(plan) >= stated.least
        assert validate(made, [task.operators[step].name for step in plan]).ok


@every_domain
@every_level
def test_names_are_of_the_usual_kind(key, number):
    made = problem(key, number, 0)
    assert re.fullmatch(rf"{key}(-[a-z]?[0-9]+)+", made.name)
    assert all(NAME.fullmatch(name) for name in made.objects)
    assert not set(made.objects) & {*made.domain.predicates, *made.domain.schemas, *made.domain.parents}


@every_domain
def test_levels_lie_apart_and_grow(key):
    ranges = [stated.objects for _, stated in sorted(maker(key).levels.items())]
    assert all(one.high < other.low for one, other in pairwise(ranges))
    facts = [max(len(ground(problem(key, n, seed)).facts) for seed in range(SEEDS[n])) for n in sorted(SEEDS)]
    assert facts[0] < facts[2] < facts[4]


@every_domain
@every_level
def test_sizes_stay_within_their_ranges(key, number):
    made, stated = maker(key), maker(key).levels[number]
    for seed in range(30):
        sizes = made.sizes(Rng("sizes", seed), number)
        assert made.objects(sizes) in stated.objects
        assert all(sizes[name] in stated.sizes[name] for name in made.parameters)
        assert all(sizes[name] in allowed for name, allowed in made.parameters.items())


@every_domain
def test_any_allowed_sizes_give_a_problem_or_none(key):
    made, found = maker(key), 0
    for seed in range(60):
        rng = Rng("any sizes", seed)
        sizes = {name: made.parameters[name].draw(rng) for name in sorted(made.parameters)}
        proposed = made.propose(rng.fork("proposal"), sizes)
        if proposed is not None:
            found += 1
            assert len(proposed.objects) == made.objects(sizes)
            assert proposed.goal
            assert parse_problem(write_problem(proposed), proposed.domain) == proposed
    assert found > 10


@every_domain
def test_sizes_are_checked(key):
    made = maker(key)
    sizes = made.sizes(Rng("a"), 1)
    name = min(sizes)
    with pytest.raises(RecordError, match=f"{key} takes {name} from"):
        made.make(Rng("a"), {**sizes, name: made.parameters[name].high + 1})
    with pytest.raises(RecordError, match=f"the sizes of {key} are"):
        made.make(Rng("a"), {**sizes, "more": 1})
    assert made.objects(sizes) == len(made.make(Rng("a"), sizes).objects)


def _shape(made):
    """A digest that does not see names: three rounds of colour refinement over the objects."""
    facts = [("init", *fact) for fact in sorted(made.init)] + [("goal", *fact) for fact in made.goal]
    colors = {name: str(types) for name, types in made.objects.items()}
    for _ in range(3):
        seen = {name: [] for name in colors}
        for part, predicate, *args in facts:
            for place, name in enumerate(args):
                seen[name].append((part, predicate, place, [colors[arg] for arg in args]))
        colors = {
            name: hashlib.sha256(repr((colors[name], sorted(seen[name]))).encode()).hexdigest()
            for name in colors
        }
    return str(sorted((part, predicate, *(colors[arg] for arg in args)) for part, predicate, *args in facts))


@every_domain
@pytest.mark.parametrize(("number", "least"), every(3, [(2, 27), (3, 29), (1, 20)]))
def test_seeds_differ_in_more_than_names(key, number, least):
    made = maker(key)
    assert len({_shape(made.problem(Rng("shape", seed), number)) for seed in range(30)}) >= least


def test_sizes_of_a_task_stay_within_the_objects_of_their_level():
    for made in map(maker, makers()):
        for levels in made.sized.values():
            for number, stated in levels.items():
                assert stated.objects == made.levels[number].objects
                assert stated.sizes.keys() == made.parameters.keys()
    ferry, draws = maker("ferry"), [Rng("sized", seed) for seed in range(40)]
    assert max(ferry.sizes(draw, 3)["locations"] for draw in draws) == 5
    assert max(ferry.sizes(draw, 3, "land")["locations"] for draw in draws) == 8


@every_domain
def test_a_problem_is_a_function_of_its_stream(key):
    again = maker(key).problem(Rng("test", key, 3, 1), 3)
    assert write_problem(again) == write_problem(problem(key, 3, 1))


GOLDEN = {
    "ferry": "ce1a2f13363ef2b8",
    "logistics": "11b5c2876065edc3",
    "blocksworld": "6a9869f57d395c0b",
    "grid": "ef4e85ef6c58eed2",
    "floortile": "52d263dd6474399c",
    "grippers": "6df200d673eb817a",
    "visitall": "d1a2e7bc1fded4b4",
}


@every_domain
def test_the_bytes_never_change(key):
    assert digest(key)[:16] == GOLDEN[key]


@pytest.mark.parametrize("key", every(2, ["blocksworld", "grid", "floortile"]))
def test_some_things_are_unreachable_that_delete_relaxation_reaches(key):
    facts = actions = 0
    for seed in range(20):
        task = ground(maker(key).problem(Rng("hard", seed), 2))
        exploration = explore(task, limit=200_000)
        if exploration.complete:
            facts += exploration.reached != (1 << len(task.facts)) - 1
            actions += exploration.applicable != (1 << len(task.operators)) - 1
    assert facts >= 2
    assert actions >= 2


@pytest.mark.parametrize(("key", "least"), every(2, [("grid", 2), ("floortile", 10), ("visitall", 1)]))
def test_some_states_are_dead_ends(key, least):
    found = 0
    for seed in range(20):
        exploration = explore(ground(maker(key).problem(Rng("dead", seed), 2)), limit=200_000)
        found += exploration.complete and bool((exploration.distances < 0).any())
    assert found >= least


@every_domain
def test_the_levels_cover_the_sizes_of_acpbench(key):
    files = sorted(ACPBENCH.glob("*.gen.json"))
    if not files:
        pytest.skip("the ACPBench questions (../shared/data/acpbench) are not on this machine")
    counts = set()
    for file in files:
        for question in json.loads(file.read_text(encoding="utf-8")):
            name = re.search(r"\(domain\s+([^)\s]+)", question["PDDL_domain"]).group(1)
            if domain_of_pddl(name).key == key:
                counts.add(len(parse(question["PDDL_domain"], question["PDDL_problem"]).objects))
    levels = maker(key).levels.values()
    gaps = {count for count in counts if not any(count in stated.objects for stated in levels)}
    assert counts
    assert not gaps


@pytest.mark.parametrize(
    ("levels", "message"),
    [
        ({1: level(1, 2, n=(1, 1))}, "the levels are 1 to 5"),
        ({n: level(n, n + 1, n=(1, 1)) for n in range(1, 6)}, "level 2 meets the one before it"),
        ({n: level(n, n, m=(1, 1)) for n in range(1, 6)}, "level 1 has other parameters"),
    ],
    ids=["missing", "overlap", "parameters"],
)
def test_a_maker_checks_its_levels(levels, message):
    with pytest.raises(RecordError, match=message):
        Maker("x", {"n": Range(1, 9)}, levels, lambda rng, sizes: None, lambda sizes: sizes["n"])


def test_a_maker_gives_up_after_so_many_proposals():
    levels = {n: level(n, n, n=(n, n)) for n in range(1, 6)}
    proposals = []
    hopeless = Maker(
        "x", {"n": Range(1, 9)}, levels, lambda rng, sizes: proposals.append(sizes), lambda s: s["n"]
    )
    with pytest.raises(LimitError, match="no usable problem of x with n=3 in 60 proposals"):
        hopeless.make(Rng("a"), {"n": 3})
    assert len(proposals) == 60
    with pytest.raises(LimitError, match="no usable problem of x, level 2"):
        hopeless.problem(Rng("a"), 2)
