"""Random problems of a domain that has a wording: any facts at all, possible in the domain or not."""

import random
from collections.abc import Callable
from itertools import product

from certwright.domains.planning.tree import Fact, Parameter, Problem
from certwright.domains.planning.wording import Wording


def bare(wording: Wording, count: Callable[[], int]) -> Problem:
    """Objects of every type that has a noun, no facts."""
    objects = {f"{kind[:4]}-{number}": (kind,) for kind in wording.nouns for number in range(count())}
    return Problem("bare", wording.domain, objects, frozenset(), ())


def rows(problem: Problem, head: str, parameters: tuple[Parameter, ...]) -> list[Fact]:
    """All well-typed atoms or actions of a predicate or schema."""
    members = (sorted(problem.members(each.types)) for each in parameters)
    return [(head, *row) for row in product(*members)]


def world(wording: Wording, seed: int) -> Problem:
    """A problem with up to six facts of each predicate, and those that are never told."""
    rng = random.Random(f"{wording.title} {seed}")
    empty = bare(wording, lambda: rng.randint(1, 5))
    init: set[Fact] = set()
    for name, predicate in wording.domain.predicates.items():
        facts = rows(empty, name, predicate.parameters)
        if wording.facts[name].different:
            init.update(fact for fact in facts if fact[1] != fact[2])
        else:
            init.update(rng.sample(facts, min(len(facts), rng.randint(0, 6))))
    fluent = sorted(fact for fact in init if fact[0] in wording.domain.fluents) or [sorted(init)[0]]
    goal = rng.sample(fluent, rng.randint(1, min(len(fluent), 6)))
    return Problem("world", wording.domain, empty.objects, frozenset(init), tuple(goal))


def paraphrase(number: int) -> Callable[[str, int], int]:
    """Always the given paraphrase, from the first again when there are fewer."""
    return lambda key, options: number % options
