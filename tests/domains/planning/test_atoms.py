"""Legal answers and single actions in a small typed world, with the reason for each refusal."""

import pytest
from testkit.cost import within

from certwright.domains.planning import atoms, pddl
from certwright.domains.planning.atoms import Language, Legality
from certwright.domains.planning.lifted import GroundAction, Validation, instantiate, validate
from certwright.domains.planning.tree import Problem
from certwright.instances.errors import IllegalItemError, WorldError
from certwright.instances.records import Code

DOMAIN = """(define (domain ferry) (:requirements :typing :negative-preconditions :equality)
 (:types boat thing - object car bike - thing port)
 (:predicates (at ?x - thing ?p - port) (moored ?p - port) (on ?x - thing) (closed ?p - port)
   (route ?p ?q - port) (fits ?x - (either car bike)) (full))
 (:action board :parameters (?x - thing ?p - port)
  :precondition (and (fits ?x) (at ?x ?p) (moored ?p) (not (full)))
  :effect (and (on ?x) (full) (not (at ?x ?p))))
 (:action debark :parameters (?x - thing ?p - port)
  :precondition (and (on ?x) (moored ?p))
  :effect (and (not (on ?x)) (not (full)) (at ?x ?p)))
 (:action sail :parameters (?p ?q - port)
  :precondition (and (not (= ?p ?q)) (not (closed ?q)) (or (route ?p ?q) (route ?q ?p)) (moored ?p))
  :effect (and (not (moored ?p)) (moored ?q))))"""
PROBLEM = """(define (problem f) (:domain ferry)
 (:objects b - boat c - car k - bike p q r - port)
 (:init (at c p) (at k p) (moored p) (route q p) (route q r) (closed r) (fits c))
 (:goal (and (at c q) (not (full)) (fits c))))"""


@pytest.fixture(scope="module")
def problem() -> Problem:
    return pddl.parse(DOMAIN, PROBLEM)


LEGALITY = {
    "legal": ("at c q", Legality.LEGAL),
    "legal, subtype": ("at k r", Legality.LEGAL),
    "legal, no arguments": ("full", Legality.LEGAL),
    "supertype": ("at b q", Legality.ILL_TYPED),
    "swapped": ("at q c", Legality.ILL_TYPED),
    "static": ("route p q", Legality.STATIC_PREDICATE),
    "static and true": ("fits c", Legality.STATIC_PREDICATE),
    "static and ill-typed": ("route p c", Legality.ILL_TYPED),
    "not in either": ("fits b", Legality.ILL_TYPED),
    "unknown predicate": ("near c q", Legality.UNKNOWN_SYMBOL),
    "unknown object": ("at c s", Legality.UNKNOWN_SYMBOL),
    "an action's name": ("sail p q", Legality.UNKNOWN_SYMBOL),
    "too few": ("at c", Legality.ARITY),
    "too many": ("full c", Legality.ARITY),
    "upper case is not canonical": ("AT c q", Legality.UNKNOWN_SYMBOL),
}


@pytest.mark.parametrize(("fact", "legality"), LEGALITY.values(), ids=LEGALITY)
def test_facts(problem: Problem, fact: str, legality: Legality) -> None:
    assert Language(problem).fact(tuple(fact.split())) is legality


def test_the_values_of_legality_are_codes() -> None:
    for legality in Legality:
        assert Code(legality.value)


def test_nothing_at_all_is_an_unknown_symbol(problem: Problem) -> None:
    assert Language(problem).fact(()) is Legality.UNKNOWN_SYMBOL
    assert Language(problem).action(()) is Legality.UNKNOWN_SYMBOL


def test_counts(problem: Problem) -> None:
    """Things 2 and ports 3: at 6, moored 3, on 2, full 1; board 6, debark 6, sail 9."""
    assert Language(problem).fact_count() == 12
    assert Language(problem).action_count() == 21


def test_a_ground_action(problem: Problem) -> None:
    assert instantiate(problem, ("board", "c", "p")) == GroundAction(
        ("board", "c", "p"),
        pre=frozenset({("at", "c", "p"), ("moored", "p")}),
        not_pre=frozenset({("full",)}),
        add=frozenset({("on", "c"), ("full",)}),
        delete=frozenset({("at", "c", "p")}),
    )


@pytest.mark.parametrize(
    ("action", "blocked"),
    [
        ("board k p", "(fits k)"),
        ("sail p p", "(not (= p p))"),
        ("sail q r", "(not (closed r))"),
        ("sail p r", "(not (closed r))"),
        ("sail r p", "(or (route r p) (route p r))"),
        ("sail p q", None),
    ],
)
def test_what_blocks_an_action_for_good(problem: Problem, action: str, blocked: str | None) -> None:
    assert instantiate(problem, tuple(action.split())).blocked == blocked


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ("fly p q", "unknown_symbol"),
        ("sail p s", "unknown_symbol"),
        ("sail p", "arity"),
        ("sail p c", "ill_typed"),
    ],
)
def test_illegal_actions_raise_their_code(problem: Problem, action: str, code: str) -> None:
    with pytest.raises(IllegalItemError, match=code) as caught:
        instantiate(problem, tuple(action.split()))
    assert caught.value.code == code


PLANS = {
    "a plan": ("(board c p) (SAIL P Q) ( debark  c q )", Validation(True)),
    "nothing": ("", Validation(False, None, "(at c q)", Code.GOAL_NOT_REACHED)),
    "negative goal": (
        "(board c p) (sail p q) (debark c q) (board c q)",
        Validation(False, None, "(at c q)", Code.GOAL_NOT_REACHED),
    ),
    "fluent literal": (
        "(sail p q) (board c p)",
        Validation(False, 1, "(moored p)", Code.INAPPLICABLE),
    ),
    "the first of two literals": ("(board c q)", Validation(False, 0, "(at c q)", Code.INAPPLICABLE)),
    "negative literal": ("(board c p) (board c p)", Validation(False, 1, "(at c p)", Code.INAPPLICABLE)),
    "static literal": ("(board k p)", Validation(False, 0, "(fits k)", Code.INAPPLICABLE)),
    "static negative literal": (
        "(sail p q) (sail q r)",
        Validation(False, 1, "(not (closed r))", Code.INAPPLICABLE),
    ),
    "equality": ("(sail p p)", Validation(False, 0, "(not (= p p))", Code.INAPPLICABLE)),
    "disjunction": (
        "(sail r p)",
        Validation(False, 0, "(or (route r p) (route p r))", Code.INAPPLICABLE),
    ),
    "unknown action": ("(sail p q) (fly q p)", Validation(False, 1, None, Code.UNKNOWN_SYMBOL)),
    "arity": ("(sail p)", Validation(False, 0, None, Code.ARITY)),
    "ill-typed": ("(sail p c)", Validation(False, 0, None, Code.ILL_TYPED)),
}


@pytest.mark.parametrize(("plan", "expected"), PLANS.values(), ids=PLANS)
def test_plans(problem: Problem, plan: str, expected: Validation) -> None:
    actions = [f"({part}" for part in plan.split("(")[1:]]
    found = validate(problem, actions)
    assert (found.ok, found.failed_step, found.failed_literal, found.code) == (
        expected.ok,
        expected.failed_step,
        expected.failed_literal,
        expected.code,
    )


def test_a_negated_literal_and_a_negated_goal_are_named() -> None:
    free = pddl.parse(DOMAIN, PROBLEM.replace("(fits c))\n", "(fits c) (fits k))\n"))
    found = validate(free, [("board", "c", "p"), ("board", "k", "p")])
    assert (found.failed_step, found.failed_literal) == (1, "(not (full))")
    easy = pddl.parse(DOMAIN, PROBLEM.replace("(at c q) (not", "(not"))
    found = validate(easy, ["(board c p)"])
    assert (found.failed_step, found.failed_literal) == (None, "(not (full))")
    assert validate(easy, ["(board c p)"]).failed_step is None


def test_an_unsatisfiable_static_goal_is_named() -> None:
    never = pddl.parse(DOMAIN, PROBLEM.replace("(fits c))))", "(or (fits k) (= c k)))))"))
    found = validate(never, ["(board c p)", "(sail p q)", "(debark c q)"])
    assert found.failed_literal == "(or (fits k) (= c k))"


def test_the_state_after_the_last_applied_action(problem: Problem) -> None:
    assert validate(problem, ["(sail p q)", "(sail q r)"]).state == {
        ("at", "c", "p"),
        ("at", "k", "p"),
        ("moored", "q"),
    }


@pytest.mark.parametrize("text", ["", "()", "( )", "at c", "(at c", "(at (c))", "(a)(b)", "((a))"])
def test_text_that_is_no_atom(text: str) -> None:
    with pytest.raises(WorldError, match="not a ground atom or action"):
        atoms.parse(text)


def test_a_check_costs_microseconds(problem: Problem) -> None:
    language = Language(problem)
    with within(0.5):
        for _ in range(20_000):
            language.action(("board", "c", "p"))


def test_alfworld_is_counted_and_not_enumerated(texts: dict[str, list[tuple[str, str]]]) -> None:
    """Types as objects: ``object`` is the root, so even the agent may stand where an object may."""
    household = pddl.parse(*texts["alfred"][0])
    language = Language(household)
    assert language.action_count() > 10**10
    assert 2 * 10**4 < language.fact_count() < 10**5
    assert language.fact(("holds", "agent1", "agent1")) is Legality.LEGAL
    assert language.fact(("holds", "agent1", "cabinettype")) is Legality.LEGAL
    assert language.fact(("holds", "cabinettype", "agent1")) is Legality.ILL_TYPED
    assert (
        language.action(("go_to_location", "agent1", "location1", "location1", "cabinet1")) is Legality.LEGAL
    )
    same = instantiate(household, ("go_to_location", "agent1", "location1", "location1", "cabinet1"))
    assert same.blocked is not None
