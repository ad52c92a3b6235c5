"""The checker's own world: closure, join and instantiation against enumeration, and against the grounder."""

import json
from pathlib import Path

import pytest
from testkit import proof_reference, proof_worlds
from testkit.sampling import sampled

from certwright.domains.planning import pddl
from certwright.domains.planning.atoms import parse, text
from certwright.domains.planning.grounding import ground
from certwright.verifiers.proofs.pddl import read_domain, read_problem
from certwright.verifiers.proofs.planning import join
from certwright.verifiers.proofs.planning.join import applicable
from certwright.verifiers.proofs.planning.model import build
from certwright.verifiers.proofs.planning.world import World
from certwright.verifiers.proofs.refused import RefusedError

ACPBENCH = Path(__file__).resolve().parents[3].parent / "shared" / "data" / "acpbench"

WORLDS = {
    "ferry": proof_worlds.ferry(2, [0, 1], [1, 0]),
    "ferry-3": proof_worlds.ferry(3, [0, 2], [1, 1], boat=1),
    "tower": proof_worlds.TOWER,
    "rooms": proof_worlds.ROOMS,
    "stuck": proof_worlds.STUCK,
}


def lifted(domain: str, problem: str) -> World:
    return World(read_problem(problem, read_domain(domain)))


@pytest.fixture(params=WORLDS, ids=str)
def pair(request):
    domain, problem = WORLDS[request.param]
    return lifted(domain, problem), proof_reference.Reference(domain, problem)


def test_the_closure_is_the_enumerated_one(pair):
    world, reference = pair
    model = build(world)
    facts, actions, complements = reference.closure
    assert list(model.facts) == sorted(facts + complements)
    assert model.positive == facts
    assert [move.name for move in model.moves] == actions


def test_moves_do_what_the_schemas_say(pair):
    world, reference = pair
    model = build(world)

    def mask(state):
        return sum(1 << model.bit[fact] for fact in reference.complete(state))

    for state in reference.states:
        names = [move.name for move in model.moves if not move.pre & ~mask(state)]
        assert names == reference.applicable(state)
        for name in names:
            (move,) = model.move[name]
            assert mask(state) & ~move.delete | move.add == mask(reference.apply(state, name))
        assert (model.goal is not None and not model.goal & ~mask(state)) == reference.is_goal(state)


def test_the_join_finds_exactly_the_applicable_actions(pair):
    world, reference = pair
    for state in reference.states:
        lifted = frozenset(map(parse, state))
        assert [action.name for action in applicable(world, lifted)] == reference.applicable(state)


def test_single_instances_agree_with_the_join(pair):
    world, reference = pair
    for state in reference.states:
        lifted = frozenset(map(parse, state))
        found = {name: world.after(lifted, parse(name)) for name in sorted(reference.actions)}
        now = {name: after for name, after in found.items() if not isinstance(after, str)}
        assert list(now) == reference.applicable(state)
        for name, after in now.items():
            assert {text(f) for f in after} == reference.apply(state, name)
        assert world.solved(lifted) == reference.is_goal(state)


@pytest.mark.parametrize(
    "name", ["(fly l0 l1)", "(sail l0)", "(board l0 l1)", "(sail l0 l9)", "(sail l0 l0)"]
)
def test_there_are_no_illegal_instances(name):
    world = lifted(*WORLDS["ferry"])
    assert world.after(world.init, parse(name)) == "it can never be applied"


def test_relaxed_reachability_without_a_fact():
    model = build(lifted(*WORLDS["ferry"]))
    reached, moves = model.closure(1 << model.bit["(on c0)"])
    assert {model.facts[k] for k in range(len(model.facts)) if reached >> k & 1} == {
        "(at c0 l0)", "(at c1 l1)", "(at c1 l0)", "(on c1)",
        "(at-ferry l0)", "(at-ferry l1)", "(empty-ferry)",
    }  # fmt: skip
    assert "(board c0 l0)" not in {move.name for move in moves}


def test_a_join_that_explodes_is_refused(monkeypatch):
    monkeypatch.setattr(join, "MAX_CANDIDATES", 10)
    with pytest.raises(RefusedError, match="candidates"):
        build(lifted(*WORLDS["ferry-3"]))


def test_the_closure_is_complete_over_groundings_that_nobody_could_enumerate():
    objects = " ".join(f"o{k}" for k in range(300))
    domain = """(define (domain big) (:requirements :typing) (:predicates (p ?x) (q ?x ?y) (r ?x) (s ?x))
      (:action many :parameters (?a ?b ?c ?d ?e)
       :precondition (and (q ?a ?b) (q ?b ?c) (q ?c ?d) (r ?e) (p ?a))
       :effect (and (p ?d) (r ?d))))"""
    edges = " ".join(f"(q o{k} o{k + 1})" for k in range(299))
    problem = f"(define (problem b) (:domain big) (:objects {objects}) (:init {edges} (p o0) (r o7))"
    problem += " (:goal (p o9)))"
    model = build(lifted(domain, problem))
    assert "(p o99)" in model.facts
    assert "(p o100)" not in model.facts
    assert model.facts[:2] == ("(p o0)", "(p o102)")
    reached = sorted((int(f[4:-1]) for f in model.facts if f.startswith("(p ")), key=int)
    assert reached == list(range(0, 300, 3))
    assert len(model.moves) == len(reached[:-1]) * (len(reached) - 1 + 1)


@pytest.mark.skipif(
    not ACPBENCH.exists(), reason="the ACPBench questions (../shared/data/acpbench) are not here"
)
def test_closures_of_real_questions_are_those_of_the_grounder():
    from certwright.domains.planning.grounding import ground
    from certwright.domains.planning.pddl import parse as parse_pddl

    seen: dict[str, int] = {}
    for file in sorted(ACPBENCH.glob("*.gen.json")):
        for row in json.loads(file.read_text(encoding="utf-8")):
            name = row["PDDL_domain"].split("(domain", 1)[1].split(")", 1)[0]
            seen[name] = seen.get(name, 0) + 1
            if seen[name] % sampled(20, of=9) != 1:
                continue
            world = lifted(row["PDDL_domain"], row["PDDL_problem"])
            model, task = build(world), ground(parse_pddl(row["PDDL_domain"], row["PDDL_problem"]))
            assert model.facts == task.facts
            assert [tuple(m) for m in model.moves] == [
                (o.name, o.pre, o.add, o.delete) for o in task.operators
            ]
            assert (model.init, model.goal) == (task.init, task.goal if task.goal_possible else None)
    assert len(seen) >= 13


def test_an_action_that_contradicts_itself_is_in_the_closure():
    """The delete relaxation keeps a fact beside its complement, as the grounder of the product does."""
    domain = """(define (domain d) (:predicates (p ?x)) (:action a :parameters (?x ?y)
     :precondition (and (p ?x) (not (p ?y))) :effect (and (p ?y) (not (p ?x)))))"""
    problem = "(define (problem q) (:domain d) (:objects a b) (:init (p a)) (:goal (p b)))"
    names = ["(a a a)", "(a a b)", "(a b a)", "(a b b)"]
    assert [move.name for move in build(World(read_problem(problem, read_domain(domain)))).moves] == names
    assert [operator.name for operator in ground(pddl.parse(domain, problem)).operators] == names


@pytest.mark.parametrize(
    ("condition", "names"),
    [
        ("(= home ?p)", {"home"}),
        ("(= ?p home)", {"home"}),
        ("(not (= home ?p))", {"x", "y"}),
        ("(not (= ?p x))", {"home", "y"}),
        ("(= ?p ?p)", {"home", "x", "y"}),
        ("(= home x)", set()),
        ("(or (= x ?p) (= ?p home))", {"home", "x"}),
        ("(exists (?q) (and (road ?q ?p) (not (= ?q home))))", {"y"}),
        ("(forall (?q) (or (= ?q ?p) (road ?p ?q)))", {"home"}),
        ("(imply (road home ?p) (= y ?p))", {"home", "y"}),
    ],
)
def test_which_objects_fulfil_a_condition(condition, names):
    domain = f"""(define (domain d) (:requirements :adl) (:constants home x y)
      (:predicates (road ?p ?q) (seen ?p))
      (:action look :parameters (?p) :precondition {condition} :effect (seen ?p)))"""
    problem = """(define (problem p) (:domain d)
      (:init (road home x) (road home y) (road x y)) (:goal (seen x)))"""
    model = build(lifted(domain, problem))
    assert {move.name for move in model.moves} == {f"(look {name})" for name in names}
