"""The checker's own PDDL reader against the product's: both refuse a text, or both read the same from it."""

import gzip
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from testkit import proof_worlds
from testkit.sampling import sampled, spread

from certwright.domains.planning import pddl, tree
from certwright.domains.planning.tree import And, Atom, Condition, Equal, Not
from certwright.instances.errors import CertwrightError
from certwright.verifiers.proofs.pddl import read_domain, read_problem
from certwright.verifiers.proofs.pddl_tree import Problem, conjuncts
from certwright.verifiers.proofs.refused import RefusedError

ROOT = Path(__file__).resolve().parents[3]
RELEASED = ROOT / "instances" / "planning"
ACPBENCH = ROOT.parent / "shared" / "data" / "acpbench"

TYPED = (
    """(define (domain typed) (:requirements :adl :action-costs)
 (:types car bike - vehicle vehicle shop place - object boat - (either vehicle place))
 (:constants home - place) (:predicates (at ?v - (either vehicle shop) ?p - place) (fast ?v - vehicle) (open))
 (:functions (total-cost) - number (far ?p ?q - place) - number)
 (:action drive :parameters (?v - vehicle ?p ?q - place)
  :precondition (and (at ?v ?p) (not (at ?v ?q)) (or (fast ?v) (= ?q home)) (not (or (= ?p ?q) (fast ?v))))
  :effect (and (at ?v ?q) (not (at ?v ?p)) (increase (total-cost) (far ?p ?q)))))""",
    """(define (problem p) (:domain typed) (:objects c - car b - (either bike boat) s - shop x - place)
 (:init (at c home) (at b x) (fast b) (not (open)) (= (far home x) 3) (= (total-cost) 0))
 (:goal (and (at c x) (not (at b home)) (or (fast c) (fast b)))) (:metric minimize (total-cost)))""",
)
WORLDS = [
    TYPED,
    proof_worlds.ROOMS,
    proof_worlds.TOWER,
    proof_worlds.STUCK,
    proof_worlds.ferry(2, [0, 1], [1, 0]),
]
WORDS = """( ) - and or not = either object ?x :types :constants increase total-cost 1 when forall :functions
number at over unknown define :typing :events () (and) (or) (not) ; :metric minimize 10000000000"""


def condition(tree: Condition, holds: bool = True) -> tuple[str, tuple[Any, ...], bool]:
    """The product's tree, or its negation, in the shape of the checker's: negation stands at the leaves."""
    if isinstance(tree, Atom):
        return "atom", (tree.predicate, *tree.args), holds
    if isinstance(tree, Equal):
        return "=", (tree.left, tree.right), holds
    if isinstance(tree, Not):
        return condition(tree.part, not holds)
    parts = tuple(condition(part, holds) for part in tree.parts)
    return "and" if isinstance(tree, And) is holds else "or", parts, True


def agree(mine: Problem, theirs: tree.Problem) -> None:
    domain = theirs.domain
    assert (mine.domain.objects, mine.init) == (theirs.objects, theirs.init)
    assert (mine.domain.parents, mine.domain.fluents) == (domain.parents, domain.fluents)
    predicates = {name: tuple(p.types for p in one.parameters) for name, one in domain.predicates.items()}
    assert mine.domain.predicates == predicates
    assert list(mine.domain.schemas) == list(domain.schemas)
    for name, schema in domain.schemas.items():
        own = mine.domain.schemas[name]
        assert own.parameters == {p.name: p.types for p in schema.parameters}
        assert tuple(own.precondition) == condition(schema.precondition)
        assert [*dict.fromkeys(e.fact for e in own.effects if e.adds)] == [
            (a.predicate, *a.args) for a in schema.add
        ]
        deleted = dict.fromkeys(e.fact for e in own.effects if not e.adds)
        assert [*deleted] == [(a.predicate, *a.args) for a in schema.delete]
        for parameter in schema.parameters:
            assert mine.domain.members(parameter.types) == theirs.members(parameter.types)
    goal = dict.fromkeys(conjuncts(mine.goal))
    assert [c.parts for c in goal if c.sort == "atom" and c.holds] == list(theirs.goal)
    assert [c.parts for c in goal if c.sort == "atom" and not c.holds] == list(theirs.negative_goal)
    assert [tuple(c) for c in goal if c.sort != "atom"] == [condition(part) for part in theirs.static_goal]


def both(domain: str, problem: str) -> bool:
    """Whether both readers accept the texts; they must agree on that, and on what is read."""
    try:
        mine = read_problem(problem, read_domain(domain))
    except RefusedError as error:
        assert re.match(r"(domain|problem)\.pddl:", str(error))
        with pytest.raises(CertwrightError):
            pddl.parse(domain, problem)
        return False
    agree(mine, pddl.parse(domain, problem))
    return True


@pytest.mark.parametrize("number", range(len(WORLDS)))
def test_small_worlds_are_read_alike(number):
    assert both(*WORLDS[number])


@pytest.mark.parametrize("form", ["gen", "bool", "mcq"])
def test_the_released_worlds_are_read_alike(form):
    with gzip.open(RELEASED / f"{form}.jsonl.gz", "rt", encoding="utf-8") as lines:
        worlds = {(w["domain"], w["problem"]) for w in (json.loads(line)["world"] for line in lines)}
    assert len(worlds) >= 40
    assert all(both(*world) for world in spread(4, sorted(worlds)))


@pytest.mark.skipif(
    not ACPBENCH.exists(), reason="the ACPBench questions (../shared/data/acpbench) are not here"
)
def test_real_worlds_are_read_alike():
    worlds = {
        (row["PDDL_domain"], row["PDDL_problem"])
        for file in ACPBENCH.glob("*.gen.json")
        for row in json.loads(file.read_text("utf-8"))
    }
    assert len(worlds) >= 300
    assert all(both(*world) for world in spread(6, sorted(worlds)))


def mutant(texts: list[str], rng: random.Random) -> tuple[str, str]:
    """The texts with a word or two lost, doubled, exchanged or brought in from elsewhere."""
    which = rng.randrange(2)
    words = re.findall(r"[()]|[^\s()]+", texts[which])
    for _ in range(rng.choice([1, 1, 2])):
        place, other = rng.randrange(len(words)), rng.randrange(len(words))
        change = rng.randrange(5)
        if change == 0:
            del words[place]
        elif change == 1:
            words.insert(place, words[other])
        elif change == 2:
            words.insert(place, rng.choice(WORDS.split()))
        elif change == 3:
            words[place] = words[other]
        else:
            words[place], words[other] = words[other], words[place]
    return (" ".join(words), texts[1]) if which == 0 else (texts[0], " ".join(words))


@pytest.mark.parametrize("seed", range(5))
def test_mutated_texts_are_refused_by_both_or_read_alike(seed):
    rng, tries = random.Random(seed), sampled(500, of=1500)
    read = sum(both(*mutant(list(rng.choice(WORLDS)), rng)) for _ in range(tries))
    assert tries / 30 < read < 0.93 * tries


def test_events_are_read_where_they_have_a_meaning():
    text = TYPED[0][:-1] + "(:event rust :parameters (?v - vehicle) :precondition (fast ?v) :effect (open)))"
    with pytest.raises(RefusedError, match=r"domain\.pddl:7:81: ':event' is not supported"):
        read_domain(text)
    schemas = read_domain(text, events=True).schemas
    assert {name: schema.event for name, schema in schemas.items()} == {"drive": False, "rust": True}
