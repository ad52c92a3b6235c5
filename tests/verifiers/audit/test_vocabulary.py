"""Items of a world and near misses of them; answers written out in several ways."""

from types import SimpleNamespace

import pytest

from certwright.domains.planning.pddl import parse
from certwright.verifiers.audit.mutator import Draw
from certwright.verifiers.audit.vocabulary import Vocabulary, disguises, same, spell, strictly
from certwright.verifiers.reading.kinds import AnswerKind

PROBLEM = parse(
    """(define (domain d) (:requirements :typing) (:types city car)
 (:predicates (road ?a ?b - city) (at ?c - car ?p - city) (free ?p - city))
 (:action drive :parameters (?c - car ?a ?b - city) :precondition (and (at ?c ?a) (road ?a ?b))
  :effect (and (at ?c ?b) (not (at ?c ?a)) (free ?a))))""",
    """(define (problem p) (:domain d) (:objects x y - city c - car nosuch - city)
 (:init (road x y) (road y x) (at c x)) (:goal (and (at c y))))""",
)
FACTS, ACTIONS = (Vocabulary(PROBLEM, asks) for asks in ("facts", "actions"))


def test_heads_are_fluent_predicates_or_schemas():
    cities = ["nosuch", "x", "y"]
    assert FACTS.heads == {"at": [["c"], cities], "free": [cities]}
    assert ACTIONS.heads == {"drive": [["c"], cities, cities]}
    assert FACTS.objects == ["c", "nosuch", "x", "y"] and FACTS.unknown == "nosuch1"
    assert FACTS.static_facts() == ["(road x y)", "(road y x)"]


@pytest.mark.parametrize(
    ("parts", "legal"),
    [
        (("at", "c", "x"), True),
        (("at", "x", "c"), False),
        (("at", "c"), False),
        (("at", "c", "x", "y"), False),
        (("road", "x", "y"), False),
        (("free", "z"), False),
    ],
)
def test_what_is_well_typed(parts, legal):
    assert FACTS.legal(parts) is legal


def test_drawn_items_are_legal_and_as_many_as_asked_for():
    drawn = list(FACTS.random(Draw("items"), 30, "test"))
    assert len(drawn) == 30 and all(FACTS.legal(tuple(item[1:-1].split())) for item in drawn)
    assert {item.split()[0] for item in drawn} == {"(at", "(free"}
    assert (
        list(Vocabulary(SimpleNamespace(domain=EMPTY, objects={}), "facts").random(Draw("x"), 3, "t")) == []
    )


EMPTY = SimpleNamespace(fluents=(), predicates={}, schemas={})


@pytest.mark.parametrize("seed", range(5))
def test_near_misses_differ_in_what_their_name_says(seed):
    near = dict(ACTIONS.near("(drive c x y)", Draw(str(seed))))
    assert near["swap two arguments"] == "(drive c y x)"
    assert near["one argument less"] == "(drive c x)" and near["unknown name"] == "(nosuch1 c x y)"
    assert near["replace an argument"] in {
        *("(drive c nosuch y)", "(drive c y y)", "(drive c x x)", "(drive c x nosuch)"),
    }
    assert near["unknown object"] in {"(drive nosuch1 x y)", "(drive c nosuch1 y)", "(drive c x nosuch1)"}
    head, *arguments = near["one argument more"][1:-1].split()
    assert (head, arguments[:3], len(arguments)) == ("drive", ["c", "x", "y"], 4)
    wrong = near["ill-typed"][1:-1].split()
    assert sum(a != b for a, b in zip(wrong, ["drive", "c", "x", "y"], strict=True)) == 1
    assert not ACTIONS.legal(tuple(wrong)) and set(wrong[1:]) <= set(ACTIONS.objects)
    assert "another name" not in near, "there is one schema only"
    assert [name for name, _ in FACTS.near("(free x)", Draw(str(seed)))] == [
        *("replace an argument", "unknown object", "one argument less", "unknown name"),
        *("one argument more", "ill-typed"),
    ]


@pytest.mark.parametrize(
    ("value", "kind", "spelt", "strict"),
    [
        (["(a b)", "(c)"], AnswerKind.PLAN, "[(a b), (c)]", "(a b) (c)"),
        ([], AnswerKind.PLAN, "[]", None),
        (["(a 1b)"], AnswerKind.ACTIONS, "[(a 1b)]", None),
        ((["(a)"], []), AnswerKind.EFFECTS, "[(a)] []", "[(a)][]"),
        ((["(a)"], ["(1)"]), AnswerKind.EFFECTS, "[(a)] [(1)]", None),
        (True, AnswerKind.YES_NO, "yes", "yes"),
        (False, AnswerKind.YES_NO, "no", "no"),
        ("none", AnswerKind.ATOM_OR_NONE, "None", "None"),
        ("(a 1)", AnswerKind.ATOM_OR_NONE, "(a 1)", None),
        (3, AnswerKind.INDEX, "3", "3"),
    ],
)
def test_values_are_spelt(value, kind, spelt, strict):
    assert (spell(value, kind), strictly(value, kind)) == (spelt, strict)


def test_disguises_of_an_answer():
    one = dict(disguises("(a b)", AnswerKind.ACTION))
    assert list(one) == ["upper case", "after reasoning", "fenced"]
    assert one["upper case"] == "(A B)" and one["fenced"] == "```\n(a b)\n```"
    assert one["after reasoning"].endswith("**Final Answer**: (a b)\n")
    many = dict(disguises("[(a), (b)] [(c)]", AnswerKind.EFFECTS))
    assert many["one item a line"] == "[(a),\n(b)]\n[(c)]"


@pytest.mark.parametrize(
    ("left", "right", "kind", "equal"),
    [
        (["(a)", "(b)"], ["(b)", "(a)"], AnswerKind.ACTIONS, True),
        (["(a)", "(b)"], ["(b)", "(a)"], AnswerKind.PLAN, False),
        ((["(a)"], ["(b)"]), (["(a)", "(a)"], ["(b)"]), AnswerKind.EFFECTS, True),
        ((["(a)"], ["(b)"]), (["(b)"], ["(a)"]), AnswerKind.EFFECTS, False),
        (1, 2, AnswerKind.INDEX, False),
    ],
)
def test_order_does_not_count_in_sets(left, right, kind, equal):
    assert same(left, right, kind) is equal
