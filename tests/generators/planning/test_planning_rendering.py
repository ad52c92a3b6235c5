"""The prompt of a planning record, found again: contexts, streams, former versions, closest paraphrases."""

import random
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import asdict, replace

import certwright
from certwright.generators.planning import rendering
from certwright.generators.planning.prompt import ACTIONS, FACTS
from certwright.instances.records import Prompt
from certwright.instances.store import read_instances
from certwright.verifiers.planning.world import read_world

FOLDER = Path(certwright.__path__[0], "instances", "planning")
CONTEXTS = ("natural", "pddl", "both")


@cache
def released(form):
    return list(read_instances(FOLDER / f"{form}.jsonl.gz"))


def sample(form, every=149):
    return released(form)[::every]


def drawn(seed):
    """Paraphrases that another stream chose."""
    rng, chosen = random.Random(seed), {}
    return lambda key, many: chosen.setdefault(key, rng.randrange(many))


@pytest.mark.parametrize("form", ["gen", "mcq", "bool"])
def test_the_closest_paraphrases_are_those_of_the_prompt(form):
    for number, one in enumerate(sample(form)):
        world = read_world(one.world)
        shown = rendering._rendered(one, world, "natural", drawn(number))
        stored = replace(one, prompt=shown)
        assert rendering._closest(stored, world, "natural") == shown
        firsts = rendering._rendered(one, world, "natural", lambda key, many: 0)
        assert (firsts == shown) is (rendering._closest(stored, world, "natural") == firsts)


def test_a_record_of_ours_has_the_prompt_of_its_own_stream():
    for one in sample("gen"):
        assert one.prompt in rendering.renderings(one)
        assert len(list(rendering.renderings(one))) == len(rendering.PLANS)
        secret = list(rendering.renderings(replace(one, split="private")))
        assert len(secret) == len(rendering.PLANS) + 1 and secret[-1] == one.prompt
        foreign = list(rendering.renderings(replace(one, generator=None)))
        assert len(foreign) == len(rendering.PLANS) + 1 and one.prompt in foreign
        assert list(rendering.renderings(replace(one, seed=None))) == [one.prompt]


def test_contexts_with_pddl_are_told_by_their_prompt():
    one = released("gen")[0]
    world = read_world(one.world)
    for context in ("pddl", "both"):
        shown = rendering._rendered(one, world, context, drawn(1))
        found = list(rendering.renderings(replace(one, seed=None, prompt=shown)))
        assert len(found) == 2 and found[CONTEXTS[1:].index(context)] == shown
    own = list(rendering.renderings(replace(one, prompt=shown)))
    assert len(own) == 1 + len(rendering.PLANS)  # who made the plans chose no words where there are none


def test_version_1_kept_other_signs():
    one = released("gen")[0]
    former = replace(one, generator=replace(one.generator, version="1"))
    written = one.prompt.context.replace(f"{ACTIONS}\n", "").replace(",", ";")
    old = replace(former, prompt=replace(one.prompt, context=written))
    assert list(rendering.renderings(old))[-1:] != [one.prompt]
    assert rendering._version(former) == "1" and rendering._version(one) == one.generator.version
    assert rendering._version(replace(one, generator=None)) == rendering.VERSION


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        (f"One.\n{ACTIONS}\nTwo.", "One.\nTwo."),
        (f"{FACTS}\nTwo.", "Two."),
        (f"See {FACTS}\nTwo.", f"See {FACTS.replace(',', '')}\nTwo."),
        ("One, two; three.", "One two three."),
        ("One: two.", "One: two."),
    ],
)
def test_what_tells_version_1_from_others_is_left_out(text, bare):
    answers = ("a, b",)
    shown = Prompt(question=text, context=text, choices=answers, answer_format="x; y")
    assert rendering._bare(shown) == {**asdict(shown), "context": bare, "question": bare}


def test_clauses_and_words_in_a_row_are_counted():
    shown = Prompt(question="d. e", context="a b, c and d", choices=("e f", "e f g"))
    clauses, words = rendering._parts(shown)
    assert clauses == {"a b": 1, " c": 1, "d": 2, " e": 1, "e f": 1, "e f g": 1}
    assert words == {
        ("a", "b,", "c"): 1, ("b,", "c", "and"): 1, ("c", "and", "d"): 1, ("and", "d", "d."): 1,
        ("d", "d.", "e"): 1, ("d.", "e", "e"): 1, ("e", "e", "f"): 1, ("e", "f", "e"): 1, ("f", "e", "f"): 1,
        ("e", "f", "g"): 1,
    }  # fmt: skip


def test_the_domain_of_a_record_is_that_of_its_world():
    one = released("gen")[0]
    assert rendering.misplaced(one) is None
    other = next(each for each in released("gen") if each.domain != one.domain)
    assert rendering.misplaced(replace(one, domain=other.domain)) == (
        f"domain: the world's PDDL is not that of {other.domain}"
    )
    assert rendering.misplaced(replace(one, domain="chess")) == "domain: chess is no domain of ours"
    commented = {**one.world, "domain": f"; a comment\n{one.world['domain']}  ; end\n\n"}
    assert (
        rendering.misplaced(replace(one, world={**commented, "domain": f"; a\n\n {one.world['domain']}"}))
        is None
    )
    own = {**one.world, "wording": ""}
    named = rendering.domain_key(one.world["domain"])
    assert rendering.misplaced(replace(one, world=own, domain=named)) is None
    assert rendering.misplaced(replace(one, world=own, domain="chess")) == (
        f"domain: the world's is {named}, not chess"
    )
