"""The PDDL reader: what it makes of text, what it refuses, and where it says the fault is."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from testkit.cost import within

from certwright.domains.planning import pddl, writer
from certwright.domains.planning.grounding import ground
from certwright.domains.planning.tree import And, Atom, Equal, Not, Or, Parameter, Predicate, Schema
from certwright.instances.errors import CertwrightError, LimitError, WorldError

Texts = dict[str, list[tuple[str, str]]]

DOMAIN = Path(__file__).with_name("depot-domain.pddl").read_text(encoding="ascii")
PROBLEM = Path(__file__).with_name("depot-problem.pddl").read_text(encoding="ascii")


def test_the_tree_of_a_domain() -> None:
    domain = pddl.parse_domain(DOMAIN)
    assert domain.name == "depot"
    assert domain.requirements == (":strips", ":adl", ":action-costs")
    assert domain.parents == {
        "object": (),
        "place": ("object",),
        "thing": ("object",),
        "crate": ("thing",),
        "truck": ("thing",),
    }
    assert domain.ancestors["crate"] == {"crate", "thing", "object"}
    assert domain.constants == {"hub": ("place",)}
    assert domain.predicates["heavy"] == Predicate("heavy", (Parameter("?x", ("crate", "truck")),))
    assert domain.fluents == {"at", "in"}
    assert list(domain.schemas) == ["drive", "wait", "load"]
    truck = Parameter("?t", ("truck",))
    assert domain.schemas["drive"] == Schema(
        "drive",
        (truck, Parameter("?from", ("place",)), Parameter("?to", ("place",))),
        And(
            (
                Atom("at", ("?t", "?from")),
                Not(Equal("?from", "?to")),
                Or((Atom("near", ("?from", "?to")), Not(Atom("heavy", ("?t",))))),
            )
        ),
        (Atom("at", ("?t", "?to")),),
        (Atom("at", ("?t", "?from")),),
        Atom("road", ("?from", "?to")),
    )
    assert domain.schemas["wait"] == Schema("wait", (), And(), (), (), 2)


def test_the_tree_of_a_problem() -> None:
    problem = pddl.parse(DOMAIN, PROBLEM)
    assert list(problem.objects) == ["hub", "c0", "c1", "t", "p"]
    assert problem.init == {("at", "c0", "p"), ("at", "t", "hub"), ("near", "p", "hub")}
    assert problem.fluent_init == {("at", "c0", "p"), ("at", "t", "hub")}
    assert problem.goal == (("at", "t", "p"),)
    assert problem.negative_goal == (("in", "c0", "t"),)
    assert problem.static_goal == (
        Or((Atom("near", ("p", "p")), Equal("p", "hub"), Not(Atom("heavy", ("t",))))),
    )
    assert problem.values == {("total-cost",): 0, ("road", "p", "hub"): 7}
    assert problem.minimize_cost
    assert problem.members(("crate", "truck")) == {"c0", "c1", "t"}
    assert problem.members(("object",)) == set(problem.objects)


def test_costs_are_read_and_missing_values_are_reported() -> None:
    problem = pddl.parse(
        DOMAIN, PROBLEM.replace("(= (road p hub) 7)", "(= (road p hub) 7) (= (road hub p) 9)")
    )
    costs = {operator.name: operator.cost for operator in ground(problem).operators}
    assert costs["(drive t hub p)"] == 9
    assert costs["(wait)"] == 2
    assert costs["(load c0 t)"] == 0
    with pytest.raises(WorldError, match=r"no value.*|\(road hub p\)"):
        ground(pddl.parse(DOMAIN, PROBLEM))
    unit = pddl.parse(DOMAIN, PROBLEM.replace("(:metric minimize (total-cost))", ""))
    assert {operator.cost for operator in ground(unit).operators} == {1}


def test_written_text_reads_as_the_same_tree() -> None:
    problem = pddl.parse(DOMAIN, PROBLEM)
    assert pddl.parse(writer.write_domain(problem.domain), writer.write_problem(problem)) == problem


def test_all_domains_of_acpbench(texts: Texts) -> None:
    assert len(texts) == 13
    for worlds in texts.values():
        for domain, problem in worlds[:3]:
            tree = pddl.parse(domain, problem)
            assert pddl.parse(writer.write_domain(tree.domain), writer.write_problem(tree)) == tree
            assert tree.goal
    alfred = pddl.parse(*texts["alfred"][0])
    assert alfred.extension["object"] == set(alfred.objects)
    assert alfred.extension["otype"] > {"butterknifetype", "knifetype", "sinktype"}
    assert alfred.extension["receptacle"] <= alfred.extension["objectorreceptacle"]


def test_a_condition_may_speak_of_a_wider_type_than_the_predicate() -> None:
    """The precondition restricts: things that are no trucks hold nothing."""
    domain = DOMAIN.replace(
        "(?c - crate ?t - truck)\n  :precondition (and)", "(?c - crate ?t - truck ?x - thing)\n"
    )
    domain = domain.replace(
        ":effect (in ?c ?t)", ":precondition (and (in ?c ?x) (heavy ?x)) :effect (in ?c ?t)"
    )
    problem = PROBLEM.replace("(at c0 p) ", "(at c0 p) (in c1 t) (heavy t) (heavy c0) ")
    loads = ground(pddl.parse(domain, problem.replace("(:metric minimize (total-cost))", ""))).operators
    assert [each.name for each in loads if each.name.startswith("(load")] == ["(load c1 t t)"]


def test_an_object_of_either_type_belongs_to_both() -> None:
    problem = pddl.parse(DOMAIN, PROBLEM.replace("t - truck", "t - truck u - (either truck place)"))
    assert "u" in problem.extension["truck"] & problem.extension["place"]
    assert pddl.parse(DOMAIN, writer.write_problem(problem)) == problem


def test_a_disjunction_of_one_part_is_none() -> None:
    domain = DOMAIN.replace("(near ?from ?to) (not (heavy ?t))", "(at ?t ?from)")
    condition = pddl.parse_domain(domain).schemas["drive"].precondition
    assert isinstance(condition, And)
    assert condition.parts[-1] == Or((Atom("at", ("?t", "?from")),))


def test_a_negated_disjunction_over_fluents_is_a_conjunction() -> None:
    negated = "(not (or (at ?t ?to) (in ?c ?t)))"
    domain = DOMAIN.replace("(and)\n", negated.replace("?to", "hub") + "\n")
    task = ground(pddl.parse(domain, PROBLEM.replace("(:metric minimize (total-cost))", "")))
    (load,) = task.by_name["(load c0 t)"]
    assert task.names(load.pre) == ["(not (at t hub))", "(not (in c0 t))"]


def chain(length: int) -> str:
    """A domain with a chain of types, the root last."""
    names = " ".join(f"t{number} - t{number + 1}" for number in range(length))
    return f"(define (domain d) (:types {names} t{length}) (:predicates))"


def test_many_types_are_read_and_too_many_refused() -> None:
    assert len(pddl.parse_domain(chain(900)).ancestors["t0"]) == 902
    with pytest.raises(LimitError, match=r"^domain.pddl:1:\d+: more than 1000 types"):
        pddl.parse_domain(chain(2000))


def test_large_texts_cost_little() -> None:
    """A household of 100 kB takes about 30 ms; the bound leaves room for a busy machine."""
    objects = " ".join(f"o{number}" for number in range(3000))
    facts = " ".join(f"(p o{number} o{(number * 7) % 3000})" for number in range(6000) if number < 3000)
    facts += " ".join(f"(p o{number} o{(number * 11 + 1) % 3000})" for number in range(3000))
    domain = "(define (domain d) (:predicates (p ?x ?y)) (:action a :parameters (?x) :effect (p ?x ?x)))"
    text = f"(define (problem x) (:domain d) (:objects {objects}) (:init {facts}) (:goal (p o1 o1)))"
    assert len(text) > 100_000
    with within(1):
        pddl.parse(domain, text)


@settings(max_examples=300, deadline=None)
@given(
    st.integers(0, len(DOMAIN) - 1),
    st.integers(0, 30),
    st.sampled_from(["", "(", ")", "-", "?x", "(and)", "not"]),
)
def test_damaged_text_is_read_or_refused(start: int, length: int, patch: str) -> None:
    """Nothing but the errors of the house comes out, whatever is cut and patched."""
    damaged = DOMAIN[:start] + patch + DOMAIN[start + length :]
    try:
        domain = pddl.parse_domain(damaged)
    except CertwrightError:
        return
    assert pddl.parse_domain(writer.write_domain(domain)) == domain
