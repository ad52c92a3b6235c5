"""Interchangeable objects are those whose exchange changes nothing that the problem fixes."""

import random
from itertools import combinations

import pytest

from certwright.domains.planning.grounding import ground
from certwright.domains.planning.pddl import parse
from certwright.verifiers.search import symmetry as symmetries
from certwright.verifiers.search.symmetry import rename, symmetry

DOMAIN = """(define (domain moves) (:requirements :adl) (:types thing place)
 (:constants {constants} - place)
 (:predicates (at ?t - thing ?p - place) (road ?p ?q - place) (heavy ?t - thing))
 (:action move :parameters (?t - thing ?p ?q - place) :precondition (and (at ?t ?p) (road ?p ?q))
  :effect (and (at ?t ?q) (not (at ?t ?p)))))"""
THINGS, PLACES = ["a", "b", "c", "d"], ["p", "q", "r", "s"]


def drawn(seed):
    """A problem, the facts that an exchange has to map onto themselves, and what may not be exchanged."""
    rng = random.Random(seed)
    fixed = {
        ("static", "road", *pair)
        for pair in rng.sample([(p, q) for p in PLACES for q in PLACES if p != q], rng.randint(0, 8))
    }
    fixed |= {("static", "heavy", thing) for thing in rng.sample(THINGS, rng.randint(0, 3))}
    goal = {("goal", "at", t, rng.choice(PLACES)) for t in rng.sample(THINGS, rng.randint(1, 3))}
    if seed % 2:
        goal |= {("negative goal", "at", t, rng.choice(PLACES)) for t in rng.sample(THINGS, 1)}
    alone = {"s"}
    wishes = [f"(at {t} {p})" if kind == "goal" else f"(not (at {t} {p}))" for kind, _, t, p in sorted(goal)]
    if seed % 3 == 0:
        one, other = rng.sample(THINGS, 2)
        wishes.append(f"(or (at {one} p) (at {other} q))")
        alone |= {one, other, "p", "q"}
    init = [f"({' '.join(fact[1:])})" for fact in sorted(fixed)] + [
        f"(at {t} {rng.choice(PLACES)})" for t in THINGS
    ]
    problem = parse(
        DOMAIN.format(constants="s"),
        f"(define (problem m) (:domain moves) (:objects {' '.join(THINGS)} - thing p q r - place)"
        f" (:init {' '.join(init)}) (:goal (and {' '.join(wishes)})))",
    )
    return problem, fixed | goal, alone


def by_definition(fixed, alone):
    """The classes of two and more objects: within one any two can be exchanged."""
    classes = []
    for names in (THINGS, PLACES):
        alike = {
            pair
            for pair in combinations(names, 2)
            if not alone.intersection(pair)
            and fixed
            == {(*fact[:2], *(dict([pair, pair[::-1]]).get(x, x) for x in fact[2:])) for fact in fixed}
        }
        for name in names:
            members = tuple(sorted({name}.union(*(pair for pair in alike if name in pair))))
            classes += [members] if len(members) > 1 and members not in classes else []
    return tuple(sorted(classes))


@pytest.mark.parametrize("seed", range(60))
def test_classes_are_those_of_the_definition(seed):
    problem, fixed, alone = drawn(seed)
    assert tuple(sorted(symmetry(problem, ground(problem)).classes)) == by_definition(fixed, alone)


def test_many_seeds_have_classes():
    assert sum(bool(by_definition(*drawn(seed)[1:])) for seed in range(60)) >= 20


@pytest.mark.parametrize(
    ("name", "renamed"),
    [
        ("(at a b)", "(at b a)"),
        ("(a a a)", "(a b b)"),
        ("(at ab a)", "(at ab b)"),
        ("(handempty)", "(handempty)"),
        ("(not (at b c))", "(not (at a c))"),
    ],
)
def test_facts_are_renamed_by_whole_names(name, renamed):
    assert rename(name, {"a": "b", "b": "a"}) == renamed


def test_neighbours_alone_are_exchanged_where_there_are_many_pairs(monkeypatch):
    problem, *_ = drawn(
        next(seed for seed in range(60) if any(len(c) > 2 for c in by_definition(*drawn(seed)[1:])))
    )
    found = symmetry(problem, ground(problem))
    (three,) = [members for members in found.classes if len(members) == 3][:1]
    assert set(combinations(three, 2)) <= set(found.pairs)
    monkeypatch.setattr(symmetries, "MANY_PAIRS", len(found.pairs))
    assert symmetry(problem, ground(problem)).pairs == found.pairs
    monkeypatch.setattr(symmetries, "MANY_PAIRS", len(found.pairs) - 1)
    fewer = symmetry(problem, ground(problem)).pairs
    assert (three[0], three[2]) not in fewer and {three[:2], three[1:]} <= set(fewer)
