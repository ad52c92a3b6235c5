"""The landmark-cut procedure over flat tables of ints: plain Python, which numba can compile as it stands.

Tables are rows of ints, one after the other: row i of ``x`` is ``x[x_at[i] : x_at[i + 1]]``.  Facts are
numbered as in the model; one more (``true``) always holds and one more (``goal``) stands for the whole goal.
The last action is the artificial one, of cost 0, that turns the goal facts into ``goal``; all others cost 1
until a cut makes them free.  An action without precondition needs ``true``.
"""

from __future__ import annotations

from typing import Any

INFINITE = 1 << 30


def landmark_cut(
    state: Any,
    needed_at: Any,
    needed: Any,
    added_at: Any,
    added: Any,
    users_at: Any,
    users: Any,
    adders_at: Any,
    adders: Any,
    goal: int,
    limit: int,
) -> int:
    """The estimate for a state (a list of facts), or some lower bound above ``limit`` once it exceeds that.

    INFINITE when even the delete relaxation does not reach the goal.
    """
    facts, actions = len(users_at) - 1, len(needed_at) - 1
    cost = [1] * actions
    cost[actions - 1] = 0
    estimate = 0
    while True:
        # hmax: facts in order of their value, 0 or 1 more than what supports them
        value = [INFINITE] * facts
        missing = [0] * actions
        supporter = [0] * actions
        for action in range(actions):
            missing[action] = needed_at[action + 1] - needed_at[action]
        now, later, depth = [0], [0], 0
        for fact in state:
            value[fact] = 0
            now.append(fact)
        while True:
            while len(now) > 1:
                fact = now.pop()
                if value[fact] != depth:
                    continue
                for at in range(users_at[fact], users_at[fact + 1]):
                    action = users[at]
                    missing[action] -= 1
                    if missing[action] == 0:
                        supporter[action] = fact
                        reached = depth + cost[action]
                        for to in range(added_at[action], added_at[action + 1]):
                            if reached < value[added[to]]:
                                value[added[to]] = reached
                                if reached == depth:
                                    now.append(added[to])
                                else:
                                    later.append(added[to])
            if len(later) == 1:
                break
            now, later = later, now
            depth += 1
        if value[goal] == INFINITE:
            return INFINITE
        if value[goal] == 0:
            return estimate
        estimate += 1
        if estimate > limit:
            return estimate

        # the goal zone: what reaches the goal over supported edges of cost 0
        zone = [False] * facts
        zone[goal] = True
        now.append(goal)
        while len(now) > 1:
            fact = now.pop()
            for at in range(adders_at[fact], adders_at[fact + 1]):
                action = adders[at]
                if cost[action] == 0 and missing[action] == 0 and not zone[supporter[action]]:
                    zone[supporter[action]] = True
                    now.append(supporter[action])

        # the cut: edges into the zone from what the state reaches outside it
        before = [False] * facts
        for fact in state:
            before[fact] = True
            now.append(fact)
        while len(now) > 1:
            fact = now.pop()
            for at in range(users_at[fact], users_at[fact + 1]):
                action = users[at]
                if missing[action] == 0 and supporter[action] == fact:
                    for to in range(added_at[action], added_at[action + 1]):
                        if zone[added[to]]:
                            cost[action] = 0
                        elif not before[added[to]]:
                            before[added[to]] = True
                            now.append(added[to])
