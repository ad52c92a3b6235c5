"""A planning world of a record: names read off the text, legal items in order, what is no such world."""

import pytest

from certwright.domains.planning.pddl import parse_domain
from certwright.domains.planning.wording import ActionWording, Wording
from certwright.domains.planning.wording_text import Template
from certwright.instances.errors import RecordError
from certwright.verifiers.planning.world import World, read_world, write_world

DOMAIN = """(define (domain d) (:requirements :typing) (:types city car)
 (:PREDICATES (road ?a ?b - city) ( At ?c - car ?p - city) (free))
 (:constants z - city)
 (:Action Drive :parameters (?c - car ?a ?b - city) :precondition (and (at ?c ?a) (road ?a ?b))
  :effect (and (at ?c ?b) (not (at ?c ?a)) (free)))
 ( :action rest :parameters () :precondition (free) :effect (not (free))))"""
PROBLEM = (
    "(define (problem p) (:domain d) (:objects x - city c - car) (:init (at c x)) (:goal (and (at c z))))"
)


def record(**changes):
    return {"kind": "pddl", "domain": DOMAIN, "problem": PROBLEM, **changes}


def test_names_are_read_off_the_text():
    world = read_world(record())
    assert world.action_names == {"drive", "rest"}
    assert world.predicate_names == {"road", "at", "free"}
    bare = read_world(record(domain="(define (domain d))"))
    assert bare.action_names == bare.predicate_names == frozenset()


def test_legal_items_stand_in_order():
    world = read_world(record())
    assert list(world.legal_items(actions=False)) == ["(at c x)", "(at c z)", "(free)"]
    assert list(world.legal_items(actions=True)) == [
        *("(drive c x x)", "(drive c x z)", "(drive c z x)", "(drive c z z)", "(rest)"),
    ]


def test_worlds_of_the_same_text_are_shared_and_written_as_they_were():
    assert read_world(record()) is read_world(record())
    assert read_world(record()).problem.domain is read_world(record(problem=PROBLEM + " ")).problem.domain
    for one in (record(), record(wording=""), record(wording="[facts]\n")):
        assert write_world(read_world(one)) == one
    assert read_world(record()).wording is None is read_world(record(wording="")).wording


@pytest.mark.parametrize(
    ("changes", "field", "why"),
    [
        ({"kind": "sas"}, "world", "not a PDDL pair"),
        ({"domain": None}, "world", "not a PDDL pair"),
        ({"problem": 3}, "world", "not a PDDL pair"),
        ({"wording": 3}, "world.wording", "must be the text of a wording.toml"),
    ],
)
def test_what_is_no_world_is_refused(changes, field, why):
    with pytest.raises(RecordError, match=why) as caught:
        read_world(record(**changes))
    assert caught.value.field == field


def test_only_parameters_like_those_of_the_wording_are_told_by_it() -> None:
    action = "(:action sail :parameters (?from ?to) :effect (at ?from ?to))"
    domain = f"(define (domain d) (:predicates (at ?c ?l)) {action})"
    sail = Template.of("sail from {from} to {to}", ("from", "to"))
    other = domain.replace("(?from ?to) :effect", "(?to ?from) :effect")
    problem = "(define (problem p) (:domain d) (:objects l0 l1) (:init) (:goal (at l0 l1)))"
    told = Wording(
        domain=parse_domain(domain),
        title="D",
        introductions=("D",),
        goals=(("Goal:", ""),),
        leads=("now",),
        nouns={},
        facts={},
        actions={"sail": ActionWording(("from", "to"), (sail,))},
        words=frozenset(),
    )
    assert World(domain, problem, None).symbols(True, told).templates == (("sail", "sail from {0} to {1}"),)
    assert World(other, problem, None).symbols(True, told).templates == ()
    assert World(domain, problem, None).symbols(True).templates == ()
