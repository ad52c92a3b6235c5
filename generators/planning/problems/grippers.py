"""Gripper problems: any goal can be reached, ball by ball, so every proposal is solvable.

What varies: how many robots and grippers there are, where balls begin (anywhere, crowded in one room, most of
them at home already, in a gripper) and which of them have a goal (all, half, a few), gathered or not.
"""

from ....domains.planning.tree import Fact, Problem
from ...rng import Rng
from ..maker import Maker, Sizes, different, level, placed, ranges, world

SIDES = ("left", "right")


def propose(rng: Rng, sizes: Sizes) -> Problem:
    """Balls, what holds them, and where they shall be."""
    robots = [f"robot{number}" for number in range(1, sizes["robots"] + 1)]
    rooms = [f"room{number}" for number in range(1, sizes["rooms"] + 1)]
    balls = [f"ball{number}" for number in range(1, sizes["balls"] + 1)]
    hands = [(each, f"{side}{n}") for n, each in enumerate(robots, 1) for side in SIDES[: sizes["grippers"]]]
    home = placed(rng.fork("goal"), balls, rooms)
    place = placed(rng.fork("init"), balls, rooms)
    settled = rng.choice([0, 0, 1, 3])
    place = {ball: home[ball] if rng.below(4) < settled else room for ball, room in place.items()}
    carrying = min(len(hands), len(balls), rng.choice([0, 0, 0, 1, 2]))
    held = dict(zip(rng.sample(balls, carrying), rng.sample(hands, carrying), strict=True))
    state: set[Fact] = {("at-robby", robot, rng.choice(rooms)) for robot in robots}
    state |= {("at", ball, room) for ball, room in place.items() if ball not in held}
    state |= {("carry", robot, ball, gripper) for ball, (robot, gripper) in held.items()}
    state |= {("free", *hand) for hand in hands if hand not in held.values()}
    wanted = rng.sample(balls, max(1, len(balls) // rng.choice([1, 1, 2, 4])))
    return world(
        "grippers",
        f"grippers-{len(robots)}-{sizes['grippers']}-{len(rooms)}-{len(balls)}",
        {"robot": robots, "gripper": [hand for _, hand in hands], "room": rooms, "ball": balls},
        [*state, *different(rooms)],
        [("at", ball, home[ball]) for ball in wanted],
    )


MAKER = Maker(
    "grippers",
    parameters=ranges(robots=(1, 5), grippers=(1, 2), rooms=(2, 10), balls=(1, 20)),
    levels={
        1: level(6, 9, robots=(1, 2), grippers=(1, 2), rooms=(2, 4), balls=(2, 4)),
        2: level(10, 12, least=3, robots=(1, 2), grippers=(1, 2), rooms=(2, 4), balls=(2, 5)),
        3: level(13, 17, least=4, robots=(1, 2), grippers=(1, 2), rooms=(2, 7), balls=(4, 8)),
        4: level(18, 22, least=5, robots=(1, 3), grippers=(1, 2), rooms=(3, 8), balls=(5, 10)),
        5: level(23, 32, least=6, robots=(2, 4), grippers=(1, 2), rooms=(4, 9), balls=(7, 14)),
    },
    propose=propose,
    objects=lambda sizes: sizes["robots"] * (1 + sizes["grippers"]) + sizes["rooms"] + sizes["balls"],
    none=frozenset({"land", "reach"}),
    sized={"land": {3: level(13, 17, least=4, robots=(1, 2), grippers=(1, 2), rooms=(2, 9), balls=(4, 9))}},
    spare={"reach": "ball", "areach": "ball"},
)
