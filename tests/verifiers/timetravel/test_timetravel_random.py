"""Random small games with rules, negation and decay: kernel, compilation, checker and plain sets agree."""

import json
import random

import pytest

from certwright.domains.timetravel.kernel import World
from certwright.domains.timetravel.level import read
from certwright.instances.errors import WorldError
from certwright.verifiers.proofs.timetravel.simulation import Game, count
from certwright.verifiers.proofs.timetravel.simulation import shortest as checkers_shortest
from certwright.verifiers.proofs.timetravel.world import read_world
from certwright.verifiers.timetravel.necessity import shortest_length
from certwright.verifiers.timetravel.optimum import solve
from certwright.verifiers.timetravel.quick import look
from certwright.verifiers.timetravel.second import agreed

FACTS = ("a", "b", "c", "d", "e", "won", "clock", "stamp0")
"""Some are words that a compilation might use itself."""


def literals(rng, most):
    chosen = rng.sample(FACTS, rng.randint(0, most))
    return {fact: rng.random() < 0.7 for fact in chosen}


def text(found):
    return (
        "(and " + " ".join(f"({fact})" if sign else f"(not ({fact}))" for fact, sign in found.items()) + ")"
    )


def game(seed):
    """A random game as plain data, its rules accepted; None when the draw is refused."""
    rng = random.Random(seed)
    actions = [(literals(rng, 2), literals(rng, 3)) for _ in range(rng.randint(3, 6))]
    events = [(literals(rng, 3), literals(rng, 2)) for _ in range(rng.randint(1, 4))]
    decay = {"unstable": rng.sample(FACTS, rng.randint(1, 3)), "window": rng.randint(1, 3)}
    fluent = {fact for _, effect in actions + events for fact in effect}
    decay["unstable"] = [fact for fact in decay["unstable"] if fact in fluent]
    blocks = [
        f"(:action m{n} :parameters () :precondition {text(p)} :effect {text(e)})"
        for n, (p, e) in enumerate(actions)
    ]
    blocks += [
        f"(:event r{n} :parameters () :precondition {text(p)} :effect {text(e)})"
        for n, (p, e) in enumerate(events)
    ]
    domain = (
        "(define (domain d) (:requirements :negative-preconditions :time) (:predicates "
        + " ".join(f"({fact})" for fact in FACTS)
        + ") "
        + " ".join(blocks)
        + ")"
    )
    init = [fact for fact in FACTS if rng.random() < 0.3]
    goal = {**literals(rng, 2), rng.choice(FACTS): True}
    problem = (
        f"(define (problem p) (:domain d) (:objects o) (:init {' '.join(f'({f})' for f in init)})"
        f" (:goal {text(goal)}))"
    )
    about = {"title": "T", "epochs": ["o"], "characters": ["o"]}
    if rng.random() < 0.7 and decay["unstable"]:
        about["decay"] = decay
    try:
        level = read(domain, problem, about)
        return level, World(level), (actions, events, about.get("decay"), frozenset(init), goal)
    except WorldError:
        return None


def true(condition, state):
    return all((fact in state) == sign for fact, sign in condition.items())


def apply(effect, state):
    return frozenset((state - {f for f, s in effect.items() if not s}) | {f for f, s in effect.items() if s})


def plain_length(data):
    """Breadth-first search over sets, rules fired in a drawn order."""
    actions, events, decay, init, goal = data
    unstable, window = (decay["unstable"], decay["window"]) if decay else ((), 0)
    order = random.Random(0)
    start = (init, tuple((fact, 0) for fact in sorted(init) if fact in unstable))
    seen, layer, depth = {start}, [start], 0
    while layer:
        if any(true(goal, facts) for facts, _ in layer):
            return depth
        fresh = set()
        for facts, ages in layer:
            for pre, effect in actions:
                if not true(pre, facts):
                    continue
                after = apply(effect, facts)
                while firing := [e for p, e in events if true(p, after) and apply(e, after) != after]:
                    after = apply(order.choice(firing), after)
                aged = {f: dict(ages).get(f, -1) + 1 if f in facts else 0 for f in after if f in unstable}
                if max(aged.values(), default=0) > window and not true(goal, after):
                    continue
                fresh.add((after, tuple(sorted(aged.items()))))
        layer = sorted(fresh - seen, key=repr)
        seen |= fresh
        depth += 1
    return None


GAMES = {seed: made for seed in range(600) if (made := game(seed)) is not None}


def test_enough_games_are_interesting():
    lengths = [shortest_length(world) for _, world, _ in GAMES.values()]
    assert len(GAMES) > 150 and sum(1 for each in lengths if each) > 40
    assert sum(1 for _, world, _ in GAMES.values() if world.rules and world.unstable) > 40


@pytest.mark.parametrize("rest", range(6))
def test_all_searches_agree(rest):
    for seed, (level, world, data) in GAMES.items():
        if seed % 6 != rest:
            continue
        found = solve(world)
        assert found.length == shortest_length(world) == plain_length(data), seed
        assert look(world, limit=100_000).length == found.length, seed
        own = Game(read_world(json.loads(json.dumps(level.world()))))
        counted = count(own, len(found.states))
        assert counted.length == found.length == checkers_shortest(own, 100_000), seed
        assert counted.states == len(found.states) and counted.layers == list(found.layers), seed
        assert counted.dead_ends == found.dead_ends and counted.expiries == found.expiries, seed


def test_fast_downward_agrees_on_a_sample():
    chosen = [seed for seed, (_, world, _) in GAMES.items() if world.rules and world.unstable][:30]
    assert all(agreed(solve(GAMES[seed][1])) for seed in chosen)
