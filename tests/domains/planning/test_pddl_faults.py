"""What the PDDL reader refuses, and where it says the fault is."""

from pathlib import Path

import pytest

from certwright.domains.planning import pddl
from certwright.instances.errors import UnsupportedError, WorldError

DOMAIN = Path(__file__).with_name("depot-domain.pddl").read_text(encoding="ascii")
PROBLEM = Path(__file__).with_name("depot-problem.pddl").read_text(encoding="ascii")

# Faults: (what to replace, by what, the whole message); the first column is looked for in domain and problem

MALFORMED = {
    "no define": (
        "(define (domain Depot)",
        "(defun (domain Depot)",
        "domain.pddl:1:1: expected (define ...)",
    ),
    "no name": ("(domain Depot)", "(domain)", "domain.pddl:1:9: expected (domain name) after 'define'"),
    "a problem for a domain": ("(domain Depot)", "(problem x)", "domain.pddl:1:9: expected (domain name)"),
    "unknown section": (
        "(:constants",
        "(:konstants",
        "domain.pddl:5:3: ':konstants' is no section of a domain",
    ),
    "section without keyword": (
        "(:constants HUB",
        "((x)",
        "domain.pddl:5:3: a section's keyword must be a symbol",
    ),
    "second section": ("(:types", "(:types) (:types", "domain.pddl:3:11: a second :types"),
    "undeclared parent": (
        "crate truck - thing",
        "crate truck - thin",
        "domain.pddl:4:10: type 'thin' is not",
    ),
    "type twice": (
        "crate truck - thing",
        "crate place - thing",
        "domain.pddl:4:16: type 'place' is declared twice",
    ),
    "cycle of types": (
        "place thing - object",
        "place - object thing - truck",
        "domain.pddl:3:25: type 'thing' is a subtype of itself",
    ),
    "object below a type": ("crate truck - thing", "object - thing", "domain.pddl:4:10: type 'object' is"),
    "type missing": ("HUB - place)", "HUB -)", "domain.pddl:5:18: a type is missing after '-'"),
    "type without name": (
        "(:constants HUB",
        "(:constants",
        "domain.pddl:5:14: a type without anything before it",
    ),
    "empty either": (
        "(either crate truck)",
        "(either)",
        "domain.pddl:7:54: expected a type or (either type ...)",
    ),
    "either misspelt": ("(either crate truck)", "(eether crate)", "domain.pddl:7:54: expected a type or"),
    "unknown type in either": (
        "(either crate truck)",
        "(either crate lorry)",
        "type 'lorry' is not declared",
    ),
    "undeclared type": (
        "?t - truck ?from",
        "?t - lorry ?from",
        "domain.pddl:10:16: type 'lorry' is not declared",
    ),
    "predicate twice": (
        "?x - (either crate truck)) (day)",
        "?x - thing) (in)",
        "domain.pddl:7:62: predicate 'in' is declared twice",
    ),
    "predicate named not": (
        "?x - (either crate truck)) (day)",
        "?x - thing) (not)",
        "domain.pddl:7:62: 'not' cannot be the name of a predicate",
    ),
    "predicate without name": (
        "?x - (either crate truck)) (day)",
        "?x - thing) ()",
        "domain.pddl:7:61: a predicate is missing",
    ),
    "predicate as symbol": (
        "?x - (either crate truck)) (day)",
        "?x - thing) day",
        "domain.pddl:7:61: expected a list, found 'day'",
    ),
    "parameter without mark": (
        "(?c - crate",
        "(c - crate",
        "domain.pddl:15:16: 'c' cannot be the name of a variable",
    ),
    "parameter twice": ("?from ?to - place)", "?from ?from - place)", "domain.pddl:10:33: variable ?from is"),
    "action twice": (
        "(:action load",
        "(:action drive",
        "domain.pddl:14:11: action 'drive' is declared twice",
    ),
    "action without name": (
        "(:action load\n",
        "(:action\n",
        "domain.pddl:15:3: ':parameters' cannot be the name",
    ),
    "unknown part of an action": (
        ":precondition (and)",
        ":when (and)",
        "domain.pddl:16:3: ':when' is no part of",
    ),
    "part twice": (":precondition (and)", ":effect (and)", "domain.pddl:17:3: a second :effect"),
    "part without value": (":precondition (and)", ":precondition", "expected a list after :precondition"),
    "unknown predicate": (
        "(at ?t ?from) (not",
        "(on ?t ?from) (not",
        "domain.pddl:11:23: predicate 'on' is not",
    ),
    "unknown variable": (
        "(at ?t ?from) (not",
        "(at ?t ?form) (not",
        "domain.pddl:11:29: variable '?form' is not",
    ),
    "unknown object": (
        "(at ?t ?from) (not",
        "(at ?t hib) (not",
        "domain.pddl:11:29: object 'hib' is not declared",
    ),
    "arity": ("(at ?t ?from) (not", "(at ?t) (not", "domain.pddl:11:22: 'at' takes 2 arguments, found 1"),
    "type of a variable": (
        "(at ?t ?from) (not",
        "(at ?from ?t) (not",
        "domain.pddl:11:26: '?from' of type place where 'at' takes thing",
    ),
    "wider type in an effect": (
        "(?c - crate ?t - truck)",
        "(?c - thing ?t - truck)",
        "domain.pddl:17:15: '?c' of type thing where 'in' takes crate",
    ),
    "a type that no object can meet": (
        "(heavy ?t)",
        "(heavy ?to)",
        "domain.pddl:11:89: '?to' of type place where 'heavy' takes crate or truck",
    ),
    "not of two": (
        "(not (= ?from ?to))",
        "(not (day) (day))",
        "domain.pddl:11:36: 'not' takes one argument, found 2",
    ),
    "equality of three": (
        "(= ?from ?to)",
        "(= ?from ?to hub)",
        "domain.pddl:11:41: '=' takes two arguments, found 3",
    ),
    "symbol in a conjunction": (
        "(and (at ?t ?from)",
        "(and day (at ?t ?from)",
        "domain.pddl:11:22: expected a list",
    ),
    "unknown function": ("(road ?from ?to)", "(way ?from ?to)", "function 'way' is not declared"),
    "increase without amount": (
        "(increase (total-cost) 2)",
        "(increase (total-cost))",
        "domain.pddl:13:29: expected",
    ),
    "deleting a conjunction": (
        "(not (at ?t ?from)) (at",
        "(not (and)) (at",
        "domain.pddl:12:21: only an atom",
    ),
    "unbalanced": ("(:types place", "(:types (place", "domain.pddl:1:1: this parenthesis is never closed"),
    "no init": ("(:init (at", "(:objekts (at", "problem.pddl:4:3: ':objekts' is no section of a problem"),
    "no goal": ("(:goal (and", "(:objects (and", "problem.pddl:5:2: a second :objects"),
    "another domain": (
        "(:domain depot)",
        "(:domain depots)",
        "problem.pddl:1:31: the problem is of domain 'depots'",
    ),
    "object twice": ("C0 c1 - crate", "C0 c0 - crate", "problem.pddl:2:15: object 'c0' is declared twice"),
    "object is a constant": (
        "C0 c1 - crate",
        "C0 hub - crate",
        "problem.pddl:2:15: object 'hub' is declared twice",
    ),
    "object of unknown type": (
        "t - truck\n",
        "t - lorry\n",
        "problem.pddl:2:26: type 'lorry' is not declared",
    ),
    "variable among objects": (
        "C0 c1 - crate",
        "?c c1 - crate",
        "problem.pddl:2:12: '?c' cannot be the name of an",
    ),
    "strange name": (
        "C0 c1 - crate",
        "c,0 c1 - crate",
        "problem.pddl:2:12: 'c,0' cannot be the name of an object",
    ),
    "ill-typed fact": (
        "(at c0 p)",
        "(at p p)",
        "problem.pddl:4:13: 'p' of type place where 'at' takes thing",
    ),
    "variable in a fact": ("(at c0 p)", "(at c0 ?p)", "problem.pddl:4:16: variable '?p' is not declared"),
    "contradiction": ("(not (day))", "(not (at c0 p))", "problem.pddl:4:43: an atom and its negation both"),
    "two values": (
        "(= (road p hub) 7)",
        "(= (road p hub) 7) (= (road p hub) 8)",
        "a second value of the same",
    ),
    "value without number": ("(= (road p hub) 7)", "(= (road p hub))", "expected (= (function ...) number)"),
    "goal of two": ("(:goal (and", "(:goal (and) (and", "problem.pddl:5:2: expected (:goal condition)"),
}


def replaced(old: str, new: str) -> tuple[str, str]:
    """Domain and problem with one place of one of them replaced."""
    assert (DOMAIN.count(old), PROBLEM.count(old)) in ((1, 0), (0, 1)), old
    return DOMAIN.replace(old, new), PROBLEM.replace(old, new)


@pytest.mark.parametrize(("old", "new", "message"), MALFORMED.values(), ids=MALFORMED)
def test_malformed_text_is_refused_with_line_and_column(old: str, new: str, message: str) -> None:
    with pytest.raises(WorldError) as caught:
        pddl.parse(*replaced(old, new))
    assert message in str(caught.value)
    assert caught.value.file in ("domain.pddl", "problem.pddl")
    assert caught.value.line
    assert caught.value.column


def test_sections_that_must_be_there() -> None:
    for keyword in (":domain", ":init", ":goal"):
        sections = {":domain": "(:domain depot)", ":init": "(:init)", ":goal": "(:goal (and))"}
        del sections[keyword]
        with pytest.raises(WorldError, match=f"problem.pddl:1:1: the problem has no {keyword}"):
            pddl.parse(DOMAIN, f"(define (problem x) {' '.join(sections.values())})")
    with pytest.raises(WorldError, match=r"problem.pddl:1:52: expected a list, found 'p'"):
        pddl.parse(DOMAIN, "(define (problem x) (:domain depot) (:init) (:goal p))")


REFUSED = {
    "nondeterminism": ("(in ?c ?t)))", "(oneof (in ?c ?t) (and))))", "nondeterministic effects (oneof)"),
    "probabilities": ("(in ?c ?t)))", "(probabilistic 1 (in ?c ?t))))", "probabilistic effects"),
    "preferences": ("(and)\n", "(preference x (day))\n", "domain.pddl:16:17: preferences"),
    "numeric conditions": ("(and)\n", "(< (total-cost) 3)\n", "domain.pddl:16:17: comparisons of numbers"),
    "numeric equality": ("(and)\n", "(= (total-cost) 3)\n", "domain.pddl:16:17: comparisons of functions"),
    "numeric fluents": (
        "(increase (total-cost) 2)",
        "(increase (road hub hub) 2)",
        "numeric fluents (road changes)",
    ),
    "assignment": (
        "(increase (total-cost) 2)",
        "(assign (total-cost) 2)",
        "domain.pddl:13:29: numeric fluents",
    ),
    "decrease": ("(increase (total-cost) 2)", "(decrease (total-cost) 2)", "numeric fluents"),
    "arithmetic": ("(increase (total-cost) 2)", "(increase (total-cost) (+ 1 1))", "arithmetic in costs"),
    "negative cost": (
        "(increase (total-cost) 2)",
        "(increase (total-cost) -2)",
        "numbers other than naturals",
    ),
    "fractional cost": (
        "(increase (total-cost) 2)",
        "(increase (total-cost) 0.5)",
        "numbers other than naturals",
    ),
    "cost of the cost": (
        "(increase (total-cost) 2)",
        "(increase (total-cost) (total-cost))",
        "depend on total-cost",
    ),
    "two costs": ("(and (increase", "(and (increase (total-cost) 1) (increase", "several increases"),
    "object fluents": ("- number)", "- place)", "domain.pddl:8:48: functions whose values are objects"),
    "function terms": ("(at ?t ?from) (not", "(at ?t (home ?t)) (not", "domain.pddl:11:29: function terms"),
    "derived predicates that need themselves": (
        "(:action wait",
        "(:derived (day) (not (day))) (:action wait",
        "domain.pddl:13:2: derived predicates that depend on their own negation (day)",
    ),
    "costs under a condition": (
        "(increase (total-cost) 2)",
        "(when (day) (increase (total-cost) 2))",
        "costs that depend on a condition",
    ),
    "durative actions": ("(:action wait", "(:durative-action wait", "domain.pddl:13:2: durative actions"),
    "events": ("(:action wait", "(:event wait", "domain.pddl:13:2: events"),
    "processes": ("(:action wait", "(:process wait", "domain.pddl:13:2: processes"),
    "constraints": ("(:init (at", "(:constraints (and)) (:init (at", "problem.pddl:4:2: constraints"),
    "unknown requirement": (":strips :adl", ":strips :magic", "domain.pddl:2:25: requirement :magic"),
    "timed initial literals": ("(at c0 p)", "(at 5 (day))", "problem.pddl:4:9: timed initial literals"),
    "incomplete initial state": (
        "(at c0 p)",
        "(oneof (at c0 p))",
        "problem.pddl:4:9: (oneof ...) in the initial",
    ),
    "maximize": ("minimize", "maximize", "problem.pddl:6:2: a metric other than"),
    "another metric": (
        "minimize (total-cost)",
        "minimize (road p p)",
        "problem.pddl:6:2: a metric other than",
    ),
}


@pytest.mark.parametrize(("old", "new", "message"), REFUSED.values(), ids=REFUSED)
def test_features_outside_the_fragment_are_refused_by_name(old: str, new: str, message: str) -> None:
    domain, problem = replaced(old, new)
    with pytest.raises(UnsupportedError) as caught:
        pddl.parse(domain, problem)
    assert message in str(caught.value)
    assert str(caught.value).startswith(("domain.pddl:", "problem.pddl:"))
    assert str(caught.value).endswith("not supported")
