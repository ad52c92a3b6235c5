"""Random small games with rules, negation and decay: kernel, compilation, checker and plain sets agree."""

import json
import random

import pytest
from testkit.random_games import GAMES
from testkit.sampling import sampled

from certwright.verifiers.proofs.timetravel.rules import count_all
from certwright.verifiers.proofs.timetravel.rules import shortest as checkers_shortest
from certwright.verifiers.proofs.timetravel.world import Game, read_level
from certwright.verifiers.timetravel.optimum import shortest_length, solve
from certwright.verifiers.timetravel.second import agreed, look


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
        own = Game(read_level(json.loads(json.dumps(level.world()))))
        counted = count_all(own, len(found.states))
        assert counted.length == found.length == checkers_shortest(own, 100_000), seed
        assert counted.states == len(found.states) and counted.layers == list(found.layers), seed
        assert counted.dead_ends == found.dead_ends and counted.expiries == found.expiries, seed


def test_fast_downward_agrees_on_a_sample():
    chosen = [world for _, world, _ in GAMES.values() if world.rules and world.unstable]
    assert all(agreed(solve(world)) for world in chosen[: sampled(8, of=30)])
