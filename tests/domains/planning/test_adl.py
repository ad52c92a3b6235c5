"""ADL: every construct against a plain reading of its definition, and the checker against the product."""

from itertools import product

import pytest

from certwright.domains.planning import pddl, writer
from certwright.domains.planning.grounding import ground
from certwright.domains.planning.lifted import ActionModel, validate
from certwright.domains.timetravel import level
from certwright.instances.errors import LimitError, UnsupportedError, WorldError
from certwright.instances.records import Code
from certwright.verifiers.proofs.pddl import read_domain, read_problem
from certwright.verifiers.proofs.planning.cases import NEVER, Division
from certwright.verifiers.proofs.planning.join import applicable
from certwright.verifiers.proofs.planning.model import build
from certwright.verifiers.proofs.planning.world import World
from certwright.verifiers.proofs.refused import RefusedError
from certwright.verifiers.search.explicit import explore

PREDICATES = "(at ?x - spot) (lamp ?x - spot) (on ?x - spot) (road ?x ?y - spot) (tired)"
PROBLEM = """(define (problem p) (:domain d) (:objects a b c - spot)
 (:init (at a) (lamp a) (lamp b) (road a b) (road b c) (road c a) (on a)) (:goal {goal}))"""
MOVE = """(:action go :parameters (?x ?y - spot) :precondition (and (at ?x) (road ?x ?y))
  :effect (and (at ?y) (not (at ?x))))"""
ACTIONS = {
    "when": """(:action flip :parameters (?x - spot) :precondition (lamp ?x)
  :effect (and (when (on ?x) (not (on ?x))) (when (not (on ?x)) (on ?x))))""",
    "forall effect": """(:action all :parameters ()
  :effect (forall (?x - spot) (when (lamp ?x) (and (on ?x) (when (at ?x) (tired))))))""",
    "or": """(:action rest :parameters (?x - spot)
  :precondition (and (at ?x) (or (on ?x) (tired) (not (lamp ?x))))
  :effect (not (tired)))""",
    "imply": """(:action hop :parameters (?x ?y - spot) :precondition (and (at ?x) (imply (on ?x) (tired)))
  :effect (and (at ?y) (when (not (= ?x ?y)) (not (at ?x))) (on ?y)))""",
    "exists": """(:action call :parameters ()
  :precondition (exists (?x ?y - spot) (and (road ?x ?y) (on ?x) (not (on ?y)))) :effect (tired))""",
    "forall": """(:action sleep :parameters ()
  :precondition (forall (?x - spot) (imply (lamp ?x) (not (on ?x)))) :effect (not (tired)))""",
    "nested": """(:action odd :parameters (?x - spot) :precondition
  (not (and (at ?x)
   (exists (?y - spot) (and (road ?x ?y) (forall (?z - spot) (or (= ?z ?y) (not (on ?z))))))))
  :effect (when (and (on ?x) (or (tired) (at ?x))) (not (on ?x))))""",
    "adding wins": """(:action both :parameters (?x - spot)
  :effect (and (when (lamp ?x) (not (on ?x))) (when (at ?x) (on ?x))))""",
    "derived": """(:action look :parameters (?x - spot) :precondition (and (at ?x) (dark ?x))
  :effect (when (gloom) (tired)))""",
    "equality": """(:action swap :parameters (?x ?y - spot)
  :precondition (or (= ?x ?y) (and (on ?x) (not (on ?y))))
  :effect (and (when (not (= ?x ?y)) (and (on ?y) (not (on ?x))))))""",
    "static": """(:action cut :parameters (?x - spot)
  :precondition (and (at ?x) (exists (?y - spot) (and (road ?y ?x) (lamp ?y))))
  :effect (forall (?y - spot) (when (and (road ?x ?y) (lamp ?y)) (not (on ?y)))))""",
    "constant": """(:action home :parameters () :precondition (or (at a) (not (at a))) :effect (at a))""",
}
DERIVED = """(:derived (dark ?x - spot) (not (on ?x)))
 (:derived (gloom) (forall (?x - spot) (imply (lamp ?x) (dark ?x))))"""


def world(action, goal="(on c)"):
    predicates, derived = PREDICATES, ""
    if "dark" in action:
        predicates, derived = f"{PREDICATES} (dark ?x - spot) (gloom)", DERIVED
    constants = "(:constants a - spot)" if "(at a)" in action else ""
    domain = f"(define (domain d) (:requirements :adl) (:types spot) {constants} (:predicates {predicates})"
    problem = PROBLEM.format(goal=goal)
    return f"{domain} {derived} {MOVE} {action})", problem.replace("a b c", "b c") if constants else problem


def holds(node, state, init, objects, binding, axioms):
    """A condition, read as it stands."""
    kind = type(node).__name__
    if kind == "Atom":
        fact = (node.predicate, *(binding.get(term, term) for term in node.args))
        if node.predicate in axioms:
            ways = axioms[node.predicate]
            return any(
                holds(
                    one.condition, state, init, objects, dict(zip(names(one), fact[1:], strict=True)), axioms
                )
                for one in ways
            )
        return fact in state or fact in init
    if kind == "Equal":
        return binding.get(node.left, node.left) == binding.get(node.right, node.right)
    if kind == "Not":
        return not holds(node.part, state, init, objects, binding, axioms)
    if kind in ("And", "Or"):
        every = all if kind == "And" else any
        return every(holds(part, state, init, objects, binding, axioms) for part in node.parts)
    every = all if kind == "Forall" else any
    return every(
        holds(
            node.part, state, init, objects, {**binding, **dict(zip(names(node), row, strict=True))}, axioms
        )
        for row in product(objects, repeat=len(node.parameters))
    )


def names(node):
    return [parameter.name for parameter in node.parameters]


def successors(problem, state):
    """What every applicable action makes of a state, by the definition."""
    domain, objects = problem.domain, sorted(problem.objects)
    for schema in domain.schemas.values():
        for row in product(objects, repeat=len(schema.parameters)):
            binding = dict(zip(names(schema), row, strict=True))
            world_of = (state, problem.init - problem.fluent_init, objects)
            if not holds(schema.precondition, *world_of, binding, domain.axioms):
                continue
            add, delete = [(schema.add, binding)], [(schema.delete, binding)]
            for effect in schema.conditional:
                for more in product(objects, repeat=len(effect.parameters)):
                    bound = {**binding, **dict(zip(names(effect), more, strict=True))}
                    if holds(effect.condition, *world_of, bound, domain.axioms):
                        add.append((effect.add, bound))
                        delete.append((effect.delete, bound))
            added, deleted = (
                {(atom.predicate, *(b.get(t, t) for t in atom.args)) for atoms, b in part for atom in atoms}
                for part in (add, delete)
            )
            yield f"({' '.join((schema.name, *row))})", frozenset((state - deleted) | added)


def reachable(problem, limit=400):
    states = [problem.fluent_init]
    for state in states:
        for _, after in successors(problem, state):
            if after not in states and len(states) < limit:
                states.append(after)
    return states


def text(fact):
    return f"({' '.join(fact)})"


@pytest.mark.parametrize("action", ACTIONS.values(), ids=ACTIONS)
def test_every_reading_agrees_with_the_definition(action):
    domain, problem_text = world(action)
    problem = pddl.parse(domain, problem_text)
    assert problem.domain.cased
    task, model = ground(problem), problem.kept(ActionModel)
    checked = World(read_problem(problem_text, read_domain(domain)))
    moves = build(checked)
    assert moves.facts == task.facts
    assert set(moves.move) == set(task.by_name)
    for state in reachable(problem):
        wanted = dict(successors(problem, state))
        mask = sum(1 << bit for bit, name in enumerate(task.facts) if true(name, state))
        operators = list(task.applicable(mask))
        assert [one.name for one in operators] == sorted(wanted), "one case of each, and no other"
        for operator in operators:
            after = frozenset(
                name for name in task.names(operator.apply(mask)) if not name.startswith("(not (")
            )
            assert after == {text(fact) for fact in wanted[operator.name]}
            parts = tuple(operator.name[1:-1].split())
            assert model.instantiate(parts).apply(state) == wanted[operator.name]
            assert checked.after(state, parts) == wanted[operator.name]
        assert [one.name for one in applicable(checked, state)] == sorted(wanted)


def true(name, state):
    if name.startswith("(not ("):
        return tuple(name[6:-2].split()) not in state
    return tuple(name[1:-1].split()) in state


@pytest.mark.parametrize("action", ACTIONS.values(), ids=ACTIONS)
def test_a_domain_is_written_as_it_was_read(action):
    domain, problem = world(action)
    first = pddl.parse(domain, problem)
    again = pddl.parse(writer.write_domain(first.domain), writer.write_problem(first))
    assert (again.domain.schemas, again.domain.axioms, again.goal) == (
        first.domain.schemas,
        first.domain.axioms,
        first.goal,
    )


@pytest.mark.parametrize(
    ("goal", "positive", "negative"),
    [
        ("(forall (?x - spot) (imply (lamp ?x) (not (on ?x))))", [], ["a", "b"]),
        ("(exists (?x - spot) (and (lamp ?x) (road b ?x) (on ?x)))", None, None),
        ("(and (exists (?x - spot) (and (= ?x b) (on ?x))) (or (lamp a) (on c)))", ["b"], []),
        ("(imply (not (on a)) (on a))", ["a"], []),
    ],
)
def test_goals_are_worked_out_over_the_objects(goal, positive, negative):
    domain, text_ = world(ACTIONS["when"], goal)
    problem, checked = pddl.parse(domain, text_), Division(World(read_problem(text_, read_domain(domain))))
    if positive is None:
        assert not ground(problem).goal_possible
        assert checked.goal == {(NEVER, True)}
        return
    assert ([fact[1] for fact in problem.goal], [fact[1] for fact in problem.negative_goal]) == (
        positive,
        negative,
    )
    assert checked.goal == {
        *((("on", name), True) for name in positive),
        *((("on", name), False) for name in negative),
    }


def test_a_plan_speaks_of_the_actions_as_they_are_written():
    problem = pddl.parse(*world(ACTIONS["when"], "(and (not (on a)) (on b))"))
    assert validate(problem, ["(flip a)", "(flip b)"]).ok
    broken = validate(problem, ["(flip a)", "(flip c)"])
    assert (broken.failed_step, broken.failed_literal) == (1, "(lamp c)")


@pytest.mark.parametrize(
    ("old", "new", "error", "said"),
    [
        ("(gloom) (forall", "(gloom) (and (gloom)) (forall", WorldError, "expected .:derived"),
        (
            "(dark ?x - spot) (not (on ?x))",
            "(dark ?x - spot) (not (gloom))",
            UnsupportedError,
            "on their own negation .dark. are not",
        ),
        ("(when (gloom) (tired))", "(dark ?x)", WorldError, "'dark' is derived: no effect can change it"),
        ("(when (gloom) (tired))", "(forall (?x) (tired))", WorldError, "variable .x is declared twice"),
        ("(when (gloom) (tired))", "(when (gloom))", WorldError, "'when' takes two arguments, found 1"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(old, new, error, said):
    domain, problem = world(ACTIONS["derived"])
    assert domain.count(old) == 1
    with pytest.raises(error, match=f"domain.pddl:.*{said}|{said}"):
        pddl.parse(domain.replace(old, new), problem)
    with pytest.raises(RefusedError):
        World(read_problem(problem, read_domain(domain.replace(old, new))))


def test_a_goal_with_a_choice_is_tracked_by_the_actions():
    domain, problem_text = world(ACTIONS["when"], "(and (on c) (or (not (on a)) (on b)))")
    domain = domain.replace("(lamp ?x)\n", "()\n")
    problem, checked = (
        pddl.parse(domain, problem_text),
        World(read_problem(problem_text, read_domain(domain))),
    )
    assert (problem.goal, len(problem.choices)) == ((("on", "c"),), 1)
    again = pddl.parse(writer.write_domain(problem.domain), writer.write_problem(problem))
    assert again.choices == problem.choices
    task, moves = ground(problem), build(checked)
    assert task.facts == moves.facts
    assert "(not (:goal-0))" in task.facts, "it is hidden as complements are"
    space = explore(task, limit=1000)
    assert space.complete
    plan = [task.operators[number].name for number in space.shortest_plan()]
    assert len(plan) == 2
    assert validate(problem, plan).ok
    told = validate(problem, ["(flip c)"])
    assert (told.code, told.failed_literal) == (Code.GOAL_NOT_REACHED, "(or (not (on a)) (on b))")
    assert not checked.solved(checked.init | {("on", "c")})


def test_too_many_cases_are_refused_by_name():
    effects = "(forall (?x ?y - spot) (when (and (on ?x) (at ?y)) (on ?y)))"
    domain, problem = world(f"(:action much :parameters () :effect {effects})")
    many = " ".join(f"o{number}" for number in range(14))
    with pytest.raises(LimitError, match=r"\(much\): its conditions divide into more than 4096 cases"):
        ground(pddl.parse(domain, problem.replace("a b c", f"a b c {many}")))


def test_requirements_that_nothing_uses_are_no_fault():
    domain, problem = world(ACTIONS["when"])
    assert pddl.parse(domain.replace(":adl", ":adl :fluents :durative-actions :preferences"), problem)
    with pytest.raises(UnsupportedError, match="requirement :magic is not supported"):
        pddl.parse(domain.replace(":adl", ":magic"), problem)


def test_levels_of_time_travel_have_no_goals_with_a_choice():
    domain = "(define (domain d) (:predicates (p) (q)) (:action a :effect (p)) (:action b :effect (q)))"
    problem = "(define (problem x) (:domain d) (:init) (:goal (or (p) (q))))"
    with pytest.raises(UnsupportedError, match=r"problem\.pddl: goals that are disjunctions are not"):
        level.read(domain, problem, {})
