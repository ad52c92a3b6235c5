"""Recursive derived predicates: product and checker against a plain simulator, layer by layer."""

import random
from itertools import pairwise, product

import pytest

from certwright.domains.planning import pddl
from certwright.domains.planning.formulas import layers
from certwright.domains.planning.grounding import ground
from certwright.domains.planning.lifted import ActionModel, missing_goal, validate
from certwright.instances.errors import LimitError, UnsupportedError
from certwright.verifiers.engines.outcome import Refuted
from certwright.verifiers.engines.translate import plan_pddl
from certwright.verifiers.proofs.pddl import read_domain, read_problem
from certwright.verifiers.proofs.planning.join import applicable
from certwright.verifiers.proofs.planning.model import build
from certwright.verifiers.proofs.planning.symmetry import interchangeable
from certwright.verifiers.proofs.planning.world import World
from certwright.verifiers.proofs.refused import RefusedError
from certwright.verifiers.search.explicit import explore

OBJECTS = ("a", "b", "c")
FLUENTS = {"open": 2, "lit": 1, "done": 0}
STATIC = {"road": 2}
LAYERS = ({"near": 2, "far": 2}, {"seen": 1, "safe": 1}, {"calm": 0})
ARITY = {**FLUENTS, **STATIC, **{name: arity for layer in LAYERS for name, arity in layer.items()}}


class Drawn:
    """A random domain whose axioms are stratified by construction, as nested tuples and as PDDL."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.axioms = []
        for number, layer in enumerate(LAYERS):
            below = [name for lower in LAYERS[:number] for name in lower]
            for name, arity in layer.items():
                head = tuple(f"?v{place}" for place in range(arity))
                for _ in range(1 + self.rng.randrange(2)):
                    body = self.condition(head, [*FLUENTS, *STATIC, *below], list(layer), 2)
                    self.axioms.append((number, name, head, body))
        every = [*FLUENTS, *STATIC, *(name for layer in LAYERS for name in layer)]
        self.actions = {}
        for name in ("go", "turn", "rest"):
            head = tuple(f"?p{place}" for place in range(1 + self.rng.randrange(2)))
            before = self.condition(head, every, [], 2)
            effects = [
                (self.condition(head, every, [], 1), *self.effect(head))
                for _ in range(1 + self.rng.randrange(2))
            ]
            self.actions[name] = head, before, effects
        self.goal = [self.condition(("a", "b"), every, [], 2) for _ in range(2)]
        facts = [(name, *row) for name in FLUENTS for row in product(OBJECTS, repeat=FLUENTS[name])]
        self.init = frozenset(fact for fact in facts if self.rng.randrange(3) == 0)
        self.static = frozenset(
            ("road", *row) for row in product(OBJECTS, repeat=2) if self.rng.randrange(2) and row[0] != row[1]
        )

    def atom(self, name, terms):
        return (name, *(self.rng.choice([*terms, "a"]) for _ in range(ARITY[name])))

    def effect(self, terms):
        name = self.rng.choice(list(FLUENTS))
        return self.rng.random() < 0.6, (name, *(self.rng.choice(terms) for _ in range(FLUENTS[name])))

    def condition(self, terms, free, own, depth):
        """A condition in which predicates of ``own`` stand under no negation."""
        kind = self.rng.randrange(6 if depth else 2)
        if kind == 1:
            return ("not", self.condition(terms, free, [], 0))
        if kind in (2, 3):
            parts = [self.condition(terms, free, own, depth - 1) for _ in range(2)]
            return ("and" if kind == 2 else "or", *parts)
        if kind in (4, 5) and depth:
            variable = f"?q{depth}"
            within = self.condition((*terms, variable), free, own, depth - 1)
            return ("exists" if self.rng.randrange(3) else "forall", variable, within)
        return self.atom(self.rng.choice([*free, *own, *own]), terms)

    def texts(self):
        def said(node):
            if node[0] in ("exists", "forall"):
                return f"({node[0]} ({node[1]}) {said(node[2])})"
            if node[0] in ("and", "or", "not"):
                return f"({node[0]} {' '.join(map(said, node[1:]))})"
            return f"({' '.join(node)})"

        heads = " ".join(
            f"({name} {' '.join(f'?x{place}' for place in range(arity))})" for name, arity in ARITY.items()
        )
        derived = "\n".join(
            f"(:derived ({' '.join((name, *head))}) {said(body)})" for _, name, head, body in self.axioms
        )
        actions = []
        for name, (head, before, effects) in self.actions.items():
            changes = " ".join(
                f"(when {said(under)} {said(fact if adds else ('not', fact))})"
                for under, adds, fact in effects
            )
            actions.append(
                f"(:action {name} :parameters ({' '.join(head)})"
                f" :precondition {said(before)} :effect (and {changes}))"
            )
        domain = "(define (domain d) (:requirements :adl :derived-predicates) (:constants a)"
        domain += f" (:predicates {heads})\n{derived}\n" + "\n".join(actions) + ")"
        init = " ".join(said(fact) for fact in sorted(self.init | self.static))
        goal = " ".join(map(said, self.goal))
        return (
            domain,
            f"(define (problem p) (:domain d) (:objects b c) (:init {init})\n (:goal (and {goal})))",
        )

    def holds(self, node, true, binding):
        kind = node[0]
        if kind == "not":
            return not self.holds(node[1], true, binding)
        if kind in ("and", "or"):
            return {"and": all, "or": any}[kind](self.holds(part, true, binding) for part in node[1:])
        if kind in ("exists", "forall"):
            each = (self.holds(node[2], true, {**binding, node[1]: name}) for name in OBJECTS)
            return any(each) if kind == "exists" else all(each)
        return (kind, *(binding.get(term, term) for term in node[1:])) in true

    def solved(self, state):
        return all(self.holds(part, self.derived(state), {}) for part in self.goal)

    def derived(self, state):
        """What holds in a state: each layer grows until it stays."""
        true = set(state) | self.static
        for number in range(len(LAYERS)):
            rules = [axiom[1:] for axiom in self.axioms if axiom[0] == number]
            grown = True
            while grown:
                new = {
                    (name, *row)
                    for name, head, body in rules
                    for row in product(OBJECTS, repeat=len(head))
                    if self.holds(body, true, dict(zip(head, row, strict=True)))
                }
                grown = not new <= true
                true |= new
        return true

    def successors(self, state):
        true = self.derived(state)
        for name, (head, before, effects) in self.actions.items():
            for row in product(OBJECTS, repeat=len(head)):
                binding = dict(zip(head, row, strict=True))
                if self.holds(before, true, binding):
                    done = [(adds, fact) for under, adds, fact in effects if self.holds(under, true, binding)]
                    changed = [(adds, (fact[0], *(binding[t] for t in fact[1:]))) for adds, fact in done]
                    add = {fact for adds, fact in changed if adds}
                    delete = {fact for adds, fact in changed if not adds}
                    yield f"({' '.join((name, *row))})", frozenset((state - delete) | add)


def text(fact):
    return f"({' '.join(fact)})"


def compared(drawn, limit):
    """How many states were compared, and choices there are in the goal; both must read the domain."""
    domain, problem_text = drawn.texts()
    problem = pddl.parse(domain, problem_text)
    changed = problem.domain.fluents
    task, model = ground(problem), problem.kept(ActionModel)
    checked = World(read_problem(problem_text, read_domain(domain)))
    moves = build(checked)
    assert moves.facts == task.facts
    assert set(moves.move) == set(task.by_name)
    assert moves.init == task.init
    masks = {frozenset(drawn.init): task.init}
    for state in (states := list(masks)):
        wanted, mask = dict(drawn.successors(state)), masks[state]
        fluents = frozenset(fact for fact in state if fact[0] in changed)
        assert spoken(task, mask) == set(map(text, fluents))
        solved = drawn.solved(state)
        assert (task.satisfied(mask), missing_goal(problem, fluents) is None) == (solved, solved)
        assert checked.solved(fluents) == solved
        assert (moves.goal is not None and not moves.goal & ~mask) == solved
        operators = list(task.applicable(mask))
        assert [one.name for one in operators] == sorted(wanted)
        assert [one.name for one in applicable(checked, fluents)] == sorted(wanted)
        by_move = [one for ways in moves.move.values() for one in ways if not one.pre & ~mask]
        assert sorted(one.name for one in by_move) == sorted(wanted)
        after = {one.name: (mask & ~one.delete) | one.add for one in by_move}
        for operator in operators:
            parts = tuple(operator.name[1:-1].split())
            expected = frozenset(fact for fact in wanted[operator.name] if fact[0] in changed)
            assert spoken(task, operator.apply(mask)) == set(map(text, expected))
            assert after[operator.name] == operator.apply(mask)
            assert model.instantiate(parts).apply(fluents) == expected
            assert checked.after(fluents, parts) == expected
            following = wanted[operator.name]
            if following not in masks and len(masks) < limit:
                masks[following] = operator.apply(mask)
                states.append(following)
            assert masks.get(following, operator.apply(mask)) == operator.apply(mask)
    return len(states), len(problem.choices)


def spoken(task, mask):
    """The facts of a state that are no complements."""
    return {name for name in task.names(mask) if not name.startswith("(not (")}


@pytest.mark.parametrize("part", range(3))
def test_random_stratified_domains(part):
    states, choices = zip(*(compared(Drawn(1000 * part + seed), 6) for seed in range(10)), strict=True)
    assert sum(states) > 12
    assert sum(choices) > 0, "goals that leave a choice are among them"


@pytest.mark.long
def test_many_random_stratified_domains():
    states, choices = zip(*(compared(Drawn(10_000 + seed), 25) for seed in range(400)), strict=True)
    assert (sum(states) > 1500, sum(choices) > 100) == (True, True)


PIPES = """(define (domain pipes) (:requirements :adl :derived-predicates) (:types node)
 (:predicates (pipe ?x ?y - node) (open ?x ?y - node) (source ?x - node) (wet ?x - node) (dry ?x - node)
  (linked ?x ?y - node) (bloom ?x - node))
 (:derived (linked ?x ?y - node) (pipe ?x ?y))
 (:derived (linked ?x ?y - node) (exists (?z - node) (and (linked ?x ?z) (pipe ?z ?y))))
 (:derived (wet ?x - node) (source ?x))
 (:derived (wet ?y - node) (exists (?x - node) (and (wet ?x) (pipe ?x ?y) (open ?x ?y))))
 (:derived (dry ?x - node) (not (wet ?x)))
 (:action turn :parameters (?x ?y - node) :precondition (and (pipe ?x ?y) (wet ?x))
  :effect (and (when (open ?x ?y) (not (open ?x ?y))) (when (not (open ?x ?y)) (open ?x ?y))))
 (:action grow :parameters (?x - node)
  :precondition (and (wet ?x) (exists (?y - node) (and (dry ?y) (linked ?x ?y)))) :effect (bloom ?x)))"""
GARDEN = """(define (problem garden) (:domain pipes) (:objects n0 n1 n2 n3 - node)
 (:init (source n0) (pipe n0 n1) (pipe n1 n2) (pipe n2 n1) (pipe n2 n3) (pipe n1 n3))
 (:goal (and (bloom n2) {goal})))"""


def test_recursion_over_fluents_against_fast_downward():
    pytest.importorskip("fast_downward.translate")
    for goal, length in (("(open n1 n2)", 3), ("(not (open n0 n1))", 4), ("(bloom n1)", 4)):
        problem_text = GARDEN.format(goal=goal)
        problem = pddl.parse(PIPES, problem_text)
        plan = explore(ground(problem), limit=5000).shortest_plan()
        answer = plan_pddl(PIPES, problem_text, search="blind", deadline=60)
        assert isinstance(answer, Refuted) and answer.optimal
        assert len(answer.witness) == len(plan) == length
        assert validate(problem, answer.witness).ok


def test_recursion_over_static_facts_is_worked_out_at_once():
    domain = PIPES.replace("(wet ?x) (exists (?y", "(exists (?y").replace("(dry ?y) (linked", "(linked")
    nodes = [f"n{number}" for number in range(15)]
    pipes = " ".join(f"(pipe {x} {y})" for x, y in pairwise(nodes))
    problem = f"""(define (problem long) (:domain pipes) (:objects {" ".join(nodes)} - node)
 (:init (source n0) {pipes}) (:goal (bloom n13)))"""
    task = ground(
        pddl.parse(domain.replace("(exists (?y - node) (and (wet ?x)", "(exists (?y - node) (and"), problem)
    )
    grown = [operator for operator in task.operators if operator.name.startswith("(grow")]
    assert [operator.name for operator in grown] == sorted(f"(grow {name})" for name in nodes[:-1])
    assert all(operator.pre == 0 for operator in grown)


def test_layers_come_in_order():
    domain = pddl.parse_domain(PIPES)
    order = list(layers(domain.axioms))
    assert order.index(("wet",)) < order.index(("dry",))
    assert {name for names in order for name in names} == {"linked", "wet", "dry"}


def test_what_needs_its_own_negation_is_refused_by_both():
    domain = PIPES.replace("(and (wet ?x) (pipe ?x ?y) (open ?x ?y))", "(and (not (dry ?x)) (pipe ?x ?y))")
    with pytest.raises(
        UnsupportedError, match=r"domain.pddl:6:2: derived predicates that depend on their own neg"
    ):
        pddl.parse_domain(domain)
    with pytest.raises(RefusedError, match="depends on its own negation"):
        read_domain(domain)


def test_a_plan_is_told_where_a_derived_fact_fails():
    problem = pddl.parse(PIPES, GARDEN.format(goal="(open n1 n2)"))
    told = validate(problem, ["(turn n0 n1)", "(turn n2 n3)"])
    assert (told.failed_step, told.failed_literal) == (1, "(wet n2)")


def test_a_derived_fact_that_is_too_large_is_named_with_the_figure(monkeypatch):
    monkeypatch.setattr("certwright.domains.planning.diagrams.MAX_NODES", 5)
    problem = pddl.parse(PIPES, GARDEN.format(goal="(open n1 n2)"))
    with pytest.raises(LimitError, match=r"\(turn n1 n2\): derived fact \(wet n1\): .* of more than 5 nodes"):
        ground(problem)


def test_what_conditional_effects_and_axioms_name_is_not_interchangeable():
    domain = """(define (domain d) (:requirements :adl) (:constants a b c e - object)
 (:predicates (p ?x) (q ?x) (r)) (:derived (r) (p a))
 (:action go :parameters (?x) :effect (and (p ?x) (when (p b) (q c)))))"""
    problem = "(define (problem p) (:domain d) (:objects f) (:init) (:goal (r)))"
    assert interchangeable(World(read_problem(problem, read_domain(domain)))) == [["e", "f"]]
