"""Steps as clauses, against all sets of operators that may act together, by enumeration."""

import random
from itertools import permutations, product

import pytest

from certwright.verifiers.engines.sat import Effects, StepClauses, parallel, sequential

FACTS = 3


def drawn(rng: random.Random, operators: int) -> list[Effects]:
    """Operators that add nothing that they delete."""
    made = []
    for _ in range(operators):
        pre, add = (rng.sample(range(FACTS), rng.randint(0, 2)) for _ in range(2))
        rest = [fact for fact in range(FACTS) if fact not in add]
        made.append((pre, add, rng.sample(rest, rng.randint(0, len(rest)))))
    return made


def satisfiable(clauses: list[list[int]], fixed: dict[int, bool]) -> bool:
    """Whether an assignment of the other variables satisfies the clauses: unit propagation and splitting."""
    fixed = dict(fixed)
    while True:
        open_clauses = []
        for clause in clauses:
            if any(fixed.get(abs(literal)) == (literal > 0) for literal in clause):
                continue
            rest = [literal for literal in clause if abs(literal) not in fixed]
            if not rest:
                return False
            open_clauses.append(rest)
        unit = next((clause[0] for clause in open_clauses if len(clause) == 1), None)
        if unit is None:
            break
        fixed[abs(unit)] = unit > 0
    if not open_clauses:
        return True
    split = abs(open_clauses[0][0])
    return any(satisfiable(clauses, {**fixed, split: value}) for value in (True, False))


def allows(step: StepClauses, before: set[int], acting: tuple[int, ...], after: set[int]) -> bool:
    """Whether the clauses of the second step allow this, all facts and operators given."""
    fixed = {step.fact(fact, 1): fact in before for fact in range(FACTS)}
    fixed |= {step.fact(fact, 2): fact in after for fact in range(FACTS)}
    fixed |= {step.operator(number, 1): number in acting for number in range(step.operators)}
    return satisfiable(list(step.at(1)), fixed)


def carried_out(operators: list[Effects], before: set[int], order: tuple[int, ...]) -> set[int] | None:
    """The facts after the operators in an order; None where one is not applicable."""
    facts = set(before)
    for number in order:
        pre, add, delete = operators[number]
        if not facts.issuperset(pre):
            return None
        facts = facts - set(delete) | set(add)
    return facts


def subsets(count: int) -> list[tuple[int, ...]]:
    return [
        tuple(number for number, chosen in enumerate(row) if chosen)
        for row in product((False, True), repeat=count)
    ]


@pytest.mark.parametrize("seed", range(4))
def test_a_sequential_step_is_one_operator_or_none(seed: int) -> None:
    operators = drawn(random.Random(seed), 3)
    step = sequential(FACTS, operators)
    for before, acting, after in product(map(set, subsets(FACTS)), subsets(3), map(set, subsets(FACTS))):
        expected = len(acting) <= 1 and carried_out(operators, before, acting) == after
        assert allows(step, before, acting, after) == expected, (before, acting, after)


@pytest.mark.parametrize("seed", range(4))
def test_operators_of_a_parallel_step_can_be_carried_out_in_any_order(seed: int) -> None:
    """All orders are possible and lead to the same facts, and no operator deletes what another reads."""
    operators = drawn(random.Random(f"parallel {seed}"), 3)
    step = parallel(FACTS, operators)
    for before, acting, after in product(map(set, subsets(FACTS)), subsets(3), map(set, subsets(FACTS))):
        ends = [carried_out(operators, before, order) for order in permutations(acting)]
        undisturbed = all(
            not set(operators[one][0]) & set(operators[other][2])
            for one in acting
            for other in acting
            if one != other
        )
        possible = undisturbed and all(before.issuperset(operators[one][0]) for one in acting)
        expected = possible and all(end == after for end in ends)
        assert allows(step, before, acting, after) == expected, (before, acting, after)


def test_variables_of_a_layer() -> None:
    step = sequential(2, [([0], [1], [0]), ([1], [], [1])])
    assert (step.facts, step.operators, step.stride) == (2, 2, 6)
    assert [step.fact(1, 0), step.fact(1, 2), step.operator(0, 0), step.operator(1, 1)] == [2, 14, 3, 10]
    first, second = list(step.at(0)), list(step.at(1))
    assert [-3, 1] in first and [-3, 8] in first and [-3, -7] in first
    assert [[literal + (6 if literal > 0 else -6) for literal in clause] for clause in first] == second


@pytest.mark.parametrize("seed", range(3))
def test_long_chains_of_a_fact_keep_all_readers_from_all_deleters(seed: int) -> None:
    """Five operators about two facts: which of them act together, whatever holds before and after."""
    rng = random.Random(f"chain {seed}")
    kinds = [([0], [], []), ([], [], [0]), ([0], [], [0]), ([1], [], [0]), ([0], [1], [])]
    operators: list[Effects] = rng.sample(kinds, 5)
    step, start = parallel(2, operators), {0, 1}
    for acting in subsets(5):
        undisturbed = not any(
            set(operators[one][0]) & set(operators[other][2])
            for one in acting
            for other in acting
            if one != other
        )
        after = start.difference(*(operators[number][2] for number in acting))
        fixed = {step.fact(fact, 1): True for fact in range(2)}
        fixed |= {step.fact(fact, 2): fact in after for fact in range(2)}
        fixed |= {step.operator(number, 1): number in acting for number in range(5)}
        assert satisfiable(list(step.at(1)), fixed) == undisturbed, acting


def test_only_facts_that_are_read_and_deleted_have_chains() -> None:
    read, deleted = parallel(1, [([0], [], []), ([0], [], [])]), parallel(1, [([], [], [0]), ([], [], [0])])
    assert (read.stride, deleted.stride) == (3, 3)
    both = parallel(1, [([0], [], []), ([], [], [0])])
    assert both.stride == 1 + 2 + 2, "an auxiliary for each reader and direction"
