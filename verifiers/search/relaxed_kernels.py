"""Delete relaxation, where operators never make a fact false: its closure, landmarks, and form for LM-cut.

A fact without whose adders the relaxed goal cannot be reached is true at some point of every plan (a *relaxed
landmark*: Hoffmann, Porteous and Sebastia, JAIR 22, 2004; Zhu and Givan, 2003).  The converse fails.

>>> ahead = Operator("(move a b)", pre=0b001, add=0b010, delete=0b001)
>>> fall = Operator("(fall b c)", pre=0b010, add=0b100, delete=0b010)
>>> task = Task(("(at a)", "(at b)", "(at c)"), (fall, ahead), init=0b001, goal=0b100)
>>> task.names(relaxed_landmarks(task))
['(at b)', '(at c)']
"""

from typing import Any

import numpy as np

from ...domains.planning.strips import Operator, Task
from .compiling import compiled
from .kernels import ONE, lowest, put
from .tables import Ints, Relations, Words, bitset, relations, row, words_of

NEVER = np.int32(1 << 30)


@compiled
def open_bits(state: Words, out: Ints) -> int:
    """Write the positions of the ones of a row; return how many."""
    count = 0
    for word in range(state.shape[0]):
        rest = state[word]
        while rest != 0:
            out[count] = 64 * word + lowest(rest)
            rest &= rest - ONE
            count += 1
    return count


@compiled
def close(
    r: Relations, without: Words, goal: Words, queue: Ints, tail: int, missing: Ints, supporter: Ints
) -> Any:
    """The relaxed closure of the facts ``queue[:tail]``; stops early when all facts of ``goal`` are in.

    ``supporter`` (all -2 on entry) gets -1 for the given facts and for others the operator that added it
    first; ``missing`` gets 0 for the operators whose preconditions are in and a positive number for
    others.  Returns (facts in the queue, whether the goal is in).
    """
    put(missing, r.pre_size)
    for word in range(without.shape[0]):
        rest = without[word]
        while rest != 0:
            fact = 64 * word + lowest(rest)
            rest &= rest - ONE
            for k in range(r.adder_start[fact], r.adder_start[fact + 1]):
                missing[r.adders[k]] = NEVER
    wanted = 0
    for word in range(goal.shape[0]):
        rest = goal[word]
        while rest != 0:
            rest &= rest - ONE
            wanted += 1
    for k in range(tail):
        supporter[queue[k]] = -1
    for op in range(missing.shape[0]):
        if missing[op] == 0:
            for k in range(r.add_start[op], r.add_start[op + 1]):
                if supporter[r.add_facts[k]] == -2:
                    supporter[r.add_facts[k]] = op
                    queue[tail] = r.add_facts[k]
                    tail += 1
    head = 0
    while head < tail:
        fact = queue[head]
        head += 1
        if goal[fact >> 6] >> np.uint64(fact & 63) & ONE:
            wanted -= 1
            if wanted == 0:
                return tail, True
        for k in range(r.user_start[fact], r.user_start[fact + 1]):
            op = r.users[k]
            missing[op] -= 1
            if missing[op] == 0:
                for j in range(r.add_start[op], r.add_start[op + 1]):
                    if supporter[r.add_facts[j]] == -2:
                        supporter[r.add_facts[j]] = op
                        queue[tail] = r.add_facts[j]
                        tail += 1
    return tail, wanted == 0


@compiled
def added(r: Relations, goal: Words, supporter: Ints, stack: Ints) -> Any:
    """The facts, false at the start, that the operators of the supporters' relaxed plan for the goal add."""
    needed = np.zeros(supporter.shape[0], np.bool_)
    marked = np.zeros(supporter.shape[0], np.bool_)
    top = open_bits(goal, stack)
    for k in range(top):
        needed[stack[k]] = True
    while top > 0:
        top -= 1
        op = supporter[stack[top]]
        if op < 0:
            continue
        for k in range(r.add_start[op], r.add_start[op + 1]):
            marked[r.add_facts[k]] |= supporter[r.add_facts[k]] != -1
        for k in range(r.pre_start[op], r.pre_start[op + 1]):
            fact = r.pre_facts[k]
            if not needed[fact]:
                needed[fact] = True
                stack[top] = fact
                top += 1
    return marked


@compiled
def landmarks(r: Relations, state: Words, goal: Words) -> Any:
    """Which facts, false in the state, the relaxed goal cannot be reached without adding.

    A fact that some relaxed plan does not add is none, so each relaxed plan found strikes out candidates.
    """
    facts, operators = r.user_start.shape[0] - 1, r.pre_size.shape[0]
    queue, missing = np.empty(facts, np.int32), np.empty(operators, np.int32)
    supporter = np.full(facts, -2, np.int32)
    without = np.zeros(state.shape[0], np.uint64)
    tail = open_bits(state, queue)
    _, reached = close(r, without, goal, queue, tail, missing, supporter)
    if not reached:
        return supporter != -1
    candidate = added(r, goal, supporter, queue)
    for fact in range(facts):
        if not candidate[fact]:
            continue
        without[fact >> 6] = ONE << np.uint64(fact & 63)
        supporter[:] = -2
        tail = open_bits(state, queue)
        _, reached = close(r, without, goal, queue, tail, missing, supporter)
        without[fact >> 6] = np.uint64(0)
        if reached:
            candidate &= added(r, goal, supporter, queue)
    return candidate


def relaxed_landmarks(task: Task, *, goal: int | None = None) -> int:
    """The facts, false initially, without whose adders the goal is outside the relaxed closure.

    ``goal`` is a bitmask, the task's unless given.  When the goal is outside anyway, these are all facts that
    are false initially.
    """
    if goal is None and not task.goal_possible:
        return (1 << len(task.facts)) - 1 & ~task.init
    target = (task.goal if goal is None else goal) & ~task.init
    if target == 0:
        return 0
    init, wanted = (row(facts, words_of(task)) for facts in (task.init, target))
    return bitset(landmarks(relations(task), init, wanted))


def relaxation(task: Task) -> Relations:
    """The relations of a task with a fact that always holds and a goal fact (see ``lmcut_kernels``)."""
    always, goal = 1 << len(task.facts), 2 << len(task.facts)
    operators = [Operator(each.name, each.pre or always, each.add, 0) for each in task.operators]
    needed = task.goal or always
    operators.append(Operator("(goal)", needed if task.goal_possible else needed | goal, goal, 0))
    return relations(Task((*task.facts, "(always)", "(goal)"), tuple(operators), task.init | always, goal))
