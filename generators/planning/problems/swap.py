"""Swap problems: any assignment of the roles can be turned into any other, so every proposal is solvable.

What varies: the cycles of the permutation that the goal asks for (any, one cycle of all or of a
few agents, two cycles, pairs), how much of it is asked for (all, some, or all but one, which then
follows though nothing says so), whether every agent has a role of its own, several share one, or a role
belongs to nobody.
"""

from dataclasses import replace

from ....domains.planning.tree import Problem
from ...rng import Rng
from ..maker import Maker, Sizes, different, level, ranges, world

AGENTS = ("alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi", "ivan", "judy", "kevin", "liam")
ROLES = (
    *("anchor", "ball", "candle", "drum", "engine", "flute", "globe", "hammer"),
    *("inkwell", "jacket", "kite", "ladder", "mirror", "needle", "oboe"),
)
FEW_ROLES = 6  # worlds with so many would soon repeat themselves, were they always spread as far as they go


def propose(rng: Rng, sizes: Sizes) -> Problem:
    """Agents with their roles, and who shall have which."""
    count = sizes["agents"]
    agents = rng.fork("agents").sample(AGENTS, count)
    roles = rng.fork("roles").sample(ROLES, sizes["roles"])
    held = _held(rng.fork("held"), count, roles)
    after = _permutation(rng.fork("permutation"), count)
    swapped = _asked(rng.fork("asked"), [k for k in range(count) if held[after[k]] != held[k]], count)
    return world(
        "swap",
        f"swap-a{count}-r{len(roles)}",
        {"agent": sorted(agents), "role": sorted(roles)},
        [
            *(("assigned", agent, role) for agent, role in zip(agents, held, strict=True)),
            *different(sorted(agents)),
        ],
        [("assigned", agents[k], held[after[k]]) for k in swapped],
    )


def _held(rng: Rng, count: int, roles: list[str]) -> list[str]:
    """The role of each agent: its own as far as there are enough; in small worlds often one of few."""
    most = min(count, len(roles))
    few = len(roles) <= FEW_ROLES and rng.below(3) > 0
    own = rng.sample(roles, 2 + rng.below(most - 1) if few else most)
    return own + [rng.choice(own) for _ in range(count - len(own))]


def _permutation(rng: Rng, count: int) -> list[int]:
    """For each agent, whose role it shall have."""
    style = rng.choice(["any", "any", "cycle", "pairs", "few", "two"])
    order = rng.shuffle(range(count))
    if style == "any":
        return order
    if style == "pairs":
        cycles = [order[k : k + 2] for k in range(0, count, 2)]
    elif style == "two":
        cut = 2 + rng.below(count - 1)
        cycles = [order[:cut], order[cut:]]
    else:
        cycles = [order[: count if style == "cycle" else 3]]
    after = list(range(count))
    for cycle in cycles:
        for k, agent in enumerate(cycle):
            after[agent] = cycle[k - 1]
    return after


def _asked(rng: Rng, displaced: list[int], count: int) -> list[int]:
    """The agents of the goal, among them one at least that is displaced, where there is any."""
    kind = rng.choice(["all", "all", "but-one", "but-one", "but-one", "some", "some"])
    wanted = count if kind == "all" else count - 1 if kind == "but-one" else 1 + rng.below(count)
    others = [k for k in range(count) if k not in displaced]
    first = rng.sample(displaced, min(1, len(displaced)))
    rest = [k for k in displaced if k not in first]
    pool = rest if rng.below(2) and len(rest) >= wanted - len(first) else rest + others
    return first + rng.sample(pool, wanted - len(first))


def leave_one_out(problem: Problem, rng: Rng) -> Problem | None:
    """A goal for all agents but one, whose role has to change; None for fewer than three agents.

    Agents exchange roles freely, so a goal for every agent has no non-trivial landmark.  Here the others'
    roles leave the last agent one role, and every plan ends with it there.
    """
    held = sorted(fact for fact in problem.init if fact[0] == "assigned")
    if len(held) < 3:
        return None
    alone = rng.choice(held)
    others = [fact for fact in held if fact != alone]
    left = [fact[2] for fact in others if fact[2] != alone[2]]
    if not left:
        return None
    roles = [fact[2] for fact in held]
    roles.remove(rng.choice(left))
    goal = [("assigned", fact[1], role) for fact, role in zip(others, rng.shuffle(roles), strict=True)]
    if all(fact in problem.init for fact in goal):
        return None
    return replace(problem, goal=tuple(sorted(goal)))


MAKER = Maker(
    "swap",
    parameters=ranges(agents=(2, 10), roles=(2, 12)),
    levels={
        1: level(6, 12, agents=(3, 7), roles=(2, 6)),
        2: level(13, 13, least=3, agents=(5, 8), roles=(5, 8)),
        3: level(14, 15, least=3, agents=(5, 8), roles=(7, 9)),
        4: level(16, 17, least=4, agents=(7, 9), roles=(7, 10)),
        5: level(18, 20, least=5, agents=(8, 9), roles=(8, 12)),
    },
    sized={"app": {3: level(14, 15, least=3, agents=(6, 10), roles=(4, 9))}},
    propose=propose,
    none=frozenset({"reach"}),
    spare={"reach": "role"},
    adapt={"land": leave_one_out},
    alike=True,
)
