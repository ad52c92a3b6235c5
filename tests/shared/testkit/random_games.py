"""Random small games with rules, negation and decay."""

import random

from certwright.domains.timetravel.kernel import World
from certwright.domains.timetravel.level import read
from certwright.instances.errors import WorldError

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


GAMES = {seed: made for seed in range(600) if (made := game(seed)) is not None}
