"""The step of the kernel: order, counting rule, propagation, reports; against a plain reading of the PDDL."""

import random

import pytest
from testkit.cost import within

from certwright.domains.planning import atoms
from certwright.domains.planning.conditions import conjuncts, holds, substitute
from certwright.domains.timetravel.kernel import World
from certwright.domains.timetravel.level import NAMES, read, shipped
from certwright.generators.rng import Rng
from certwright.instances.errors import IllegalItemError, WorldError

LAMPS = """(define (domain lamps)
  (:requirements :typing :negative-preconditions :time)
  (:types era lamp)
  (:predicates (lit ?l - lamp) (tick) (won) (wide) (all ?a ?b - lamp))
  (:action light :parameters (?l - lamp) :precondition (not (lit ?l)) :effect (lit ?l))
  (:action douse :parameters (?l - lamp) :precondition (lit ?l) :effect (not (lit ?l)))
  (:action wait :parameters () :precondition () :effect (tick))
  (:event both :parameters (?a ?b - lamp)
    :precondition (and (all ?a ?b) (lit ?a) (lit ?b)) :effect (wide))
  (:event chain :parameters () :precondition (wide) :effect (won)))"""
PROBLEM = """(define (problem p) (:domain lamps) (:objects then now - era a b - lamp)
  (:init (all a b)) (:goal GOAL))"""


def lamps(goal="(won)", window=5):
    about = {
        "title": "Lamps",
        "epochs": ["then", "now"],
        "characters": ["a"],
        "decay": {"unstable": ["lit"], "window": window},
    }
    return World(read(LAMPS, PROBLEM.replace("GOAL", goal), about))


def play(world, *names):
    state, transition = world.initial, None
    for name in names:
        transition = world.step(state, world.operator(name))
        state = transition.state
    return state, transition


WAIT = "(wait)"
A, B = "(light a)", "(light b)"


def test_the_kernel_takes_20_000_steps_a_second_on_the_fifth_level():
    """Eight times as many on a quiet machine; time of the processor, everything told of each step."""
    world, rng, state = World(shipped("L05")), Rng("steps"), None
    pairs = []
    while len(pairs) < 20_000:
        state = world.initial if state is None or world.goal(state) else state
        pairs.append((state, rng.choice(world.applicable(state))))
        state = world.step(*pairs[-1]).state
    with within(1):
        for pair in pairs:
            world.step(*pair)


def test_a_fact_is_there_for_exactly_five_valid_actions_after_its_creation():
    world = lamps("(and (won) (tick))")
    state, _ = play(world, A)
    assert world.countdown(state) == {"(lit a)": 5}
    for left in (4, 3, 2, 1, 0):
        transition = world.step(state, world.operator(WAIT))
        state = transition.state
        assert world.countdown(state) == {"(lit a)": left} and not transition.failed
    transition = world.step(state, world.operator(WAIT))
    assert transition.expired == ("(lit a)",) and transition.failed and not transition.solved
    assert "(lit a)" not in world.facts(transition.state) and transition.removed == ()
    assert world.successor(state, world.operator(WAIT)) is None


def test_propagation_runs_before_decay():
    """At age 6 the rules still see the lamp, and a goal that holds then is not undone."""
    _, transition = play(lamps(), A, *[WAIT] * 5, B)
    assert [firing.rule for firing in transition.events] == ["(both a b)", "(chain)"]
    assert transition.solved and not transition.expired


def test_without_the_goal_the_same_step_fails_although_the_rule_fired():
    _, transition = play(lamps("(and (won) (not (tick)))"), A, *[WAIT] * 5, B)
    assert [firing.rule for firing in transition.events] == ["(both a b)", "(chain)"]
    assert transition.expired == ("(lit a)",) and not transition.solved


def test_a_fact_created_again_starts_anew():
    world = lamps()
    state, _ = play(world, A, WAIT, WAIT, "(douse a)", A)
    assert world.countdown(state) == {"(lit a)": 5}


def test_each_fact_has_its_own_age():
    world = lamps("(and (won) (not (wide)))")
    state, transition = play(world, A, WAIT, WAIT, B)
    assert world.countdown(state) == {"(lit a)": 2, "(lit b)": 5} and transition.created == (
        "(lit b)",
        "(wide)",
        "(won)",
    )


@pytest.mark.parametrize("window", [1, 2, 7])
def test_the_window_is_the_levels(window):
    world = lamps("(and (won) (tick))", window)
    state, _ = play(world, A, *[WAIT] * window)
    assert world.countdown(state) == {"(lit a)": 0}
    assert world.step(state, world.operator(WAIT)).failed


def test_an_action_that_is_not_valid_is_refused_and_reported():
    world = World(shipped("L02"))
    state = world.initial
    take = world.operator("(take noor ledger vault-future)")
    with pytest.raises(WorldError):
        world.step(state, take)
    found = world.obstacles(state, ("take", "noor", "ledger", "vault-future"))
    assert [(literal.text, literal.wanted) for literal in found] == [("(at noor vault-future)", True)]
    done = world.step(state, world.operator("(dig brann spade yard-past channel)")).state
    found = world.obstacles(done, ("dig", "brann", "spade", "yard-past", "channel"))
    assert [(literal.text, literal.wanted) for literal in found] == [("(done channel)", False)]


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (("fly", "noor"), "unknown_symbol"),
        (("walk", "noor"), "arity"),
        (("walk", "spade", "quay-past", "yard-past"), "ill_typed"),
        (("walk", "noor", "nowhere", "yard-past"), "unknown_symbol"),
    ],
)
def test_what_is_no_action_has_a_code(action, code):
    world = World(shipped("L02"))
    with pytest.raises(IllegalItemError) as caught:
        world.obstacles(world.initial, action)
    assert caught.value.code == code


# --- the same semantics once more, by enumeration over sets of tuples


class Plain:
    """Literal reading of the level: actions and events by substitution into their schemas."""

    def __init__(self, level):
        self.level, self.problem = level, level.problem
        domain = self.problem.domain
        self.events = [event.schema for event in domain.events.values()]
        self.unstable = level.about.decay.unstable if level.about.decay else ()
        self.window = level.about.decay.window if level.about.decay else 0

    def rows(self, schema):
        """All bindings of an event's parameters; levels are small."""
        rows = [{}]
        for parameter in schema.parameters:
            members = sorted(self.problem.members(parameter.types))
            rows = [{**row, parameter.name: name} for row in rows for name in members]
        return rows

    def true(self, condition, state):
        return all(holds(part, lambda fact: fact in state) for part in conjuncts(condition))

    def apply(self, schema, row, state):
        add = {(atom.predicate, *(row.get(t, t) for t in atom.args)) for atom in schema.add}
        delete = {(atom.predicate, *(row.get(t, t) for t in atom.args)) for atom in schema.delete}
        return (state - delete) | add

    def step(self, state, ages, parts):
        schema = self.problem.domain.schemas[parts[0]]
        row = {p.name: name for p, name in zip(schema.parameters, parts[1:], strict=True)}
        if not self.true(substitute(schema.precondition, row), state):
            return None
        after = self.apply(schema, row, state)
        while True:
            grown = after
            for event in self.events:
                for binding in self.rows(event):
                    if self.true(substitute(event.precondition, binding), grown):
                        grown = self.apply(event, binding, grown)
            if grown == after:
                break
            after = grown
        solved = all(fact in after for fact in self.problem.goal)
        aged = {fact: ages[fact] + 1 if fact in ages else 0 for fact in after if fact[0] in self.unstable}
        expired = () if solved else sorted(fact for fact, age in aged.items() if age > self.window)
        after = after - set(expired)
        return after, {fact: age for fact, age in aged.items() if fact in after}, expired, solved


@pytest.mark.parametrize("name", NAMES)
def test_random_play_agrees_with_the_plain_reading(name):
    world, plain = World(shipped(name)), Plain(shipped(name))
    rng, operators = random.Random(5), list(world.operators)
    for _ in range(2):
        state = world.initial
        facts, ages = frozenset(plain.problem.init), {}
        for _ in range(20):
            valid = world.applicable(state)
            chosen = rng.choice(valid)
            other = rng.choice(operators)
            assert (other in valid) == (plain.step(facts, ages, atoms.parse(other.name)) is not None)
            facts, ages, expired, solved = plain.step(facts, ages, atoms.parse(chosen.name))
            transition = world.step(state, chosen)
            state = transition.state
            fluent = sorted(atoms.text(f) for f in facts if f[0] in plain.problem.domain.fluents)
            assert sorted(world.facts(state)) == fluent
            assert transition.expired == tuple(atoms.text(fact) for fact in expired)
            assert transition.solved == solved == world.goal(state)
            left = {atoms.text(fact): plain.window - age for fact, age in ages.items()}
            if not solved:
                assert world.countdown(state) == left
            if solved or expired:
                break
