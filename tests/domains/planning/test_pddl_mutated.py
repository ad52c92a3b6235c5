"""PDDL that is broken in every way: nothing crashes, and product and checker refuse the same texts."""

import random
import re
import signal

import pytest

from certwright.domains.planning import pddl
from certwright.domains.planning.grounding import ground
from certwright.instances.errors import CertwrightError, UnsupportedError
from certwright.verifiers.proofs.pddl import read_domain, read_problem
from certwright.verifiers.proofs.planning.model import build
from certwright.verifiers.proofs.planning.world import World
from certwright.verifiers.proofs.refused import RefusedError

DOMAIN = """(define (domain d) (:requirements :adl :action-costs) (:types box spot - thing thing)
 (:constants hall - spot) (:predicates (at ?b - thing ?s - spot) (open ?b - box) (calm) (near ?a ?b - spot)
  (linked ?a ?b - spot))
 (:functions (total-cost) - number)
 (:derived (calm) (forall (?b - box) (not (open ?b))))
 (:derived (linked ?a ?b - spot) (or (near ?a ?b)
  (exists (?s - spot) (and (linked ?a ?s) (near ?s ?b) (not (exists (?c - box) (at ?c ?s)))))))
 (:action push :parameters (?b - box ?s ?t - spot)
  :precondition (and (at ?b ?s) (or (near ?s ?t) (near ?t ?s)) (not (= ?s ?t)))
  :effect (and (at ?b ?t) (not (at ?b ?s)) (when (= ?t hall) (open ?b)) (increase (total-cost) 2)))
 (:action shut :parameters (?s - spot)
  :precondition (imply (calm) (exists (?b - box) (and (at ?b ?s) (linked ?s hall))))
  :effect (forall (?b - box) (when (and (at ?b ?s) (open ?b)) (not (open ?b))))))"""
PROBLEM = """(define (problem p) (:domain d) (:objects a b - box x y - spot)
 (:init (at a x) (at b y) (near x y) (near y hall) (= (total-cost) 0))
 (:goal (and (forall (?b - box) (at ?b hall)) (not (open a)))) (:metric minimize (total-cost)))"""
TOKEN = re.compile(r"[()]|[^\s()]+|\s+")
WORDS = [
    "(",
    ")",
    "and",
    "or",
    "not",
    "forall",
    "exists",
    "imply",
    "when",
    "=",
    "-",
    "?b",
    "?zz",
    "a",
    "hall",
]
WORDS += ["(and)", "(at", "x)", "either", ":derived", "7", "-1", ";", "\u00e9"]


def mutated(text, rng):
    """One to three tokens lost, doubled, exchanged or replaced."""
    tokens = TOKEN.findall(text)
    for _ in range(1 + rng.randrange(3)):
        place, other = rng.randrange(len(tokens)), rng.randrange(len(tokens))
        kind = rng.randrange(4)
        if kind == 0:
            del tokens[place]
        elif kind == 1:
            tokens.insert(place, tokens[other])
        elif kind == 2:
            tokens[place], tokens[other] = tokens[other], tokens[place]
        else:
            tokens[place] = rng.choice(WORDS)
    return "".join(tokens)


def both_readings(domain, problem):
    """Whether product and checker both take the texts; neither may fail but by its own errors."""
    said, ours, theirs, task, moves = "", None, None, None, None
    try:
        ours = pddl.parse(domain, problem)
        task = ground(ours, limit=20_000)
    except CertwrightError as error:
        said = str(error)
        if ours is None:
            places = re.match(r"(domain|problem)\.pddl:\d+:\d+: .", said)
            assert places, f"no place in {said!r}"
    try:
        theirs = World(read_problem(problem, read_domain(domain)))
        moves = build(theirs)
    except RefusedError as error:
        assert str(error)
    assert (ours is None) == (theirs is None), f"{said}\n{domain}\n{problem}"
    if task is not None and moves is not None:
        assert (task.facts, set(task.by_name)) == (moves.facts, set(moves.move)), f"{domain}\n{problem}"
    return ours is not None


def stuck(*_):
    raise AssertionError("one input took more than a minute")


def both_readings_of_many(seed, count):
    """How many of ``count`` mutated domains, and as many problems, are taken by both."""
    rng, read = random.Random(seed), 0
    signal.signal(signal.SIGALRM, stuck)
    try:
        for number in range(2 * count):
            signal.alarm(60)
            domain = DOMAIN if number % 2 else mutated(DOMAIN, rng)
            problem = mutated(PROBLEM, rng) if number % 2 else PROBLEM
            read += both_readings(domain, problem)
    finally:
        signal.alarm(0)
    return read


def test_both_readers_take_the_same_texts():
    assert 10 < both_readings_of_many(11, 150) < 290


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_both_readers_take_the_same_of_ten_thousand_domains_and_as_many_problems(part):
    assert both_readings_of_many(100 + part, 500)


def test_the_whole_is_read():
    assert pddl.parse(DOMAIN, PROBLEM).domain.cased
    with pytest.raises(
        UnsupportedError, match=r"domain.pddl:5:2: derived predicates that depend on their own negation"
    ):
        pddl.parse(DOMAIN.replace("(not (open ?b))))", "(not (calm))))", 1), PROBLEM)
