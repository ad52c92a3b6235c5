"""The bounds of the checker: the largest value that it takes, the first that it refuses, and what it says."""

from collections import Counter
from fractions import Fraction

import pytest
from msgspec.structs import replace
from testkit.grid_questions import QUESTIONS
from testkit.proof_questions import TASKS, labelled, named

from certwright.verifiers.checking import check
from certwright.verifiers.label import label
from certwright.verifiers.proofs import pddl
from certwright.verifiers.proofs.gridworld.autumn import builtins, text
from certwright.verifiers.proofs.gridworld.autumn.machine import Machine
from certwright.verifiers.proofs.gridworld.autumn.text import parse
from certwright.verifiers.proofs.gridworld.world import World as Grid
from certwright.verifiers.proofs.pddl import read_domain, read_problem
from certwright.verifiers.proofs.planning import join, world
from certwright.verifiers.proofs.planning.join import Join, applicable
from certwright.verifiers.proofs.planning.world import World
from certwright.verifiers.proofs.reactive import knowledge
from certwright.verifiers.proofs.refused import RefusedError
from certwright.verifiers.timetravel.level import shipped_instances


def refusal(run):
    """What the checker says, None if it says nothing."""
    try:
        run()
    except RefusedError as error:
        return str(error)
    return None


GROWN = [
    ("(concat (list (list 1 1) (list 1)))", "(concat (list (list 1 1) (list 1 1)))"),
    ("(addObj (list a a) a)", "(addObj (list a a a) a)"),
    ("(addObj (list a) (list a a))", "(addObj (list a a) (list a a))"),
    ("(range 0 3)", "(range 0 4)"),
    ("(uniformChoice (list 1 2 3 4) 3)", "(uniformChoice (list 1 2) 4)"),
    ("(randomPositions 3 3)", "(randomPositions 3 4)"),
    ("(allPositions 1 3)", "(allPositions 2 2)"),
]


@pytest.mark.parametrize("pair", GROWN, ids=lambda pair: pair[1])
def test_lists_that_builtins_make_have_a_most(monkeypatch, pair):
    def made(expression):
        program = f'(program (object A (Cell 0 0 "red")) (= a (A (Position 0 0))) (= x {expression}))'
        return refusal(lambda: Machine(program).start(0))

    fine, long = map(made, pair)
    assert fine is None is long
    monkeypatch.setattr(builtins, "MAX_LIST", 3)
    fine, long = map(made, pair)
    assert fine is None and long is not None, "one more is refused"
    assert "neither negative nor too large" in long or "grid that is not empty" in long or "elements" in long


def test_programs_are_nested_so_deep_and_no_deeper():
    def nested(depth):
        return refusal(lambda: parse("(program (= a " + "(- " * (depth - 2) + "1" + ")" * depth))

    assert nested(text.MAX_DEPTH) is None
    assert nested(text.MAX_DEPTH + 1) == "lists are nested deeper than 64"


def test_outcomes_that_are_one_state_add_up():
    program = """(program (= GRID_SIZE 3) (object A (Cell 0 0 "red")) (= a (initnext (A (Position 0 0))
      (A (Position (uniformChoice (list 0 0 1)) (uniformChoice (list 0 0)))))))"""
    grid = Grid(Machine(program), program)
    assert sorted(grid.ends(grid.start(0), "noop")[0].values()) == [Fraction(1, 3), Fraction(2, 3)]


DOMAIN = """(define (domain d) (:requirements :adl) (:types a b - object) (:constants x - a y z - b)
 (:predicates (p ?o) (q)) (:action act :parameters (?v ?w - b) :precondition (and (p ?v) (p ?w) {})
 :effect (and (q) (not (p ?v)))))"""
PROBLEM = "(define (problem p) (:domain d) (:init (p y)) (:goal (q)){})"


def lifted(condition="", metric=""):
    return World(read_problem(PROBLEM.format(metric), read_domain(DOMAIN.format(condition))))


def test_domains_have_so_many_types(monkeypatch):
    monkeypatch.setattr(pddl, "MAX_TYPES", 3)
    assert refusal(lambda: read_domain(DOMAIN.format(""))) is None
    monkeypatch.setattr(pddl, "MAX_TYPES", 2)
    assert refusal(lambda: read_domain(DOMAIN.format(""))) == "domain.pddl:1:41: more than 2 types"


def test_quantifiers_have_so_many_instances(monkeypatch):
    everything = "(forall (?s ?t - b) (or (p ?s) (not (p ?t))))"
    monkeypatch.setattr(world, "MAX_INSTANCES", 4)
    assert refusal(lambda: applicable(lifted(everything), frozenset({("p", "y")}))) is None
    monkeypatch.setattr(world, "MAX_INSTANCES", 3)
    assert refusal(lambda: applicable(lifted(everything), frozenset({("p", "y")}))) == (
        "world: a quantifier has more than 3 instances"
    )


def test_schemas_have_so_many_parameters_and_conditions(monkeypatch):
    monkeypatch.setattr(join, "MAX_SCHEMA", 4)
    assert refusal(lambda: Join(lifted(), [])) is None
    monkeypatch.setattr(join, "MAX_SCHEMA", 3)
    assert refusal(lambda: Join(lifted(), [])) == "schema act has more than 3 parameters and conditions"


@pytest.mark.parametrize(
    ("metric", "fine"),
    [
        ("(:metric minimize (total-cost))", True),
        ("(:metric minimize total-cost)", True),
        ("(:metric maximize (total-cost))", False),
        ("(:metric minimize (total-time))", False),
        ("(:metric minimize)", False),
    ],
)
def test_the_one_metric_is_the_total_cost(metric, fine):
    said = refusal(lambda: lifted(metric=metric))
    assert (said is None) is fine
    assert fine or said.endswith("only (:metric minimize (total-cost)) is supported")


def test_an_obstacle_is_the_first_condition_that_does_not_hold():
    made = lifted("(or (q) (p x))")

    def obstacle(*state):
        return made.after(frozenset(state), ("act", "y", "z"))

    assert obstacle(("p", "y"), ("p", "z")) == "its precondition is false"
    assert obstacle(("p", "y"), ("q",)) == "(p z) is false"
    assert obstacle(("p", "y"), ("p", "z"), ("q",)) == {("p", "z"), ("q",)}


WORK = {
    "butfor-gen": {"query effect": 228},
    "sufficient-gen": {"query effect": 13},
    "breaking-gen": {"query effect": 12, "causes": 1},
    "cause-gen": {"query effect": 74, "causes": 4},
    "member-bool": {"query effect": 222, "causes": 2},
    "intervene-gen": {"query effect": 8, "cheapest": 12, "counting": 20},
    "intervene-episode": {"query effect": 10, "cheapest": 16, "counting": 37},
}
"""The steps of checking that each part of a proof takes: what the bound counts."""


@pytest.mark.parametrize("pair", [pair for pair in TASKS if named(pair) in WORK], ids=named)
def test_the_work_of_a_proof_is_bounded_by_its_sum(monkeypatch, pair):
    (instance,) = labelled(*pair, 1)
    spent, plain = Counter(), knowledge.Knowledge.spend
    with monkeypatch.context() as patch:

        def counted(self, what, entries):
            assert entries > 0
            spent[what] += entries
            plain(self, what, entries)

        patch.setattr(knowledge.Knowledge, "spend", counted)
        assert check(instance).ok
    assert spent == WORK[named(pair)]
    monkeypatch.setattr(knowledge, "MAX_EFFORT", spent.total())
    assert check(instance).ok
    monkeypatch.setattr(knowledge, "MAX_EFFORT", spent.total() - 1)
    assert f": the proof asks for more than {spent.total() - 1} steps of checking" in check(instance).failed


@pytest.mark.parametrize("place", range(2))
def test_a_level_has_one_certificate_of_a_kind(place):
    made = label(shipped_instances()[0])
    proof = made.certificates[place]
    twice = check(replace(made, certificates=(*made.certificates, proof))).failed
    assert twice == f"{proof.kind} 1: there are two"


def test_a_truth_that_is_undecided_says_nothing_else():
    made = QUESTIONS["plan"]
    grades = replace(label(made).grades, certified=0, undecided=1)
    undecided = replace(made, truth={"kind": "undecided"}, grades=grades)
    assert (check(undecided).failed, check(undecided).undecided) == (None, 1)
    more = replace(made, truth={"kind": "undecided", "steps": 3}, grades=grades)
    assert check(more).failed == "truth: its fields must be kind; got kind, steps"


@pytest.mark.parametrize(
    ("number", "message"),
    [
        ("2147483647", None),
        ("2147483648", "number 2147483648 is beyond 31 bits"),
        ("-2147483648", "number 2147483648 is beyond 31 bits"),
        ("00000000001", "number 00000000001 is beyond 31 bits"),
    ],
)
def test_numbers_of_programs_have_31_bits(number, message):
    assert refusal(lambda: parse(f"(program (= a {number}))")) == message
