"""Blocks-world problems: any arrangement can be turned into any other, so every proposal is solvable.

What varies: how many towers there are and how tall, how much of the goal's arrangement is asked for (every
``on``, half, a few, also what stands on the table or is clear), how far the beginning is from it (an
arrangement of its own, or the goal's with few blocks moved), and whether the hand holds a block.
"""

from itertools import pairwise

from ....domains.planning.tree import Fact, Problem
from ...rng import Rng
from ..maker import Maker, Sizes, level, ranges, world


def propose(rng: Rng, sizes: Sizes) -> Problem:
    """Towers, and what is asked of other towers of the same blocks."""
    blocks = [f"b{number}" for number in range(1, sizes["blocks"] + 1)]
    aim = _towers(rng.fork("goal"), blocks)
    if rng.below(4):
        now = _towers(rng.fork("init"), blocks)
    else:
        now = _moved(rng.fork("init"), aim, 1 + rng.below(3))
    held = None
    if rng.below(5) == 0:
        tower = rng.choice(now)
        held = tower.pop()
    state: set[Fact] = {fact for tower in now for fact in _facts(tower)}
    state.add(("holding", held) if held else ("handempty",))
    asked = _goal(rng.fork("asked"), aim)
    return world("blocksworld", f"blocksworld-{len(blocks)}", {"block": blocks}, state, asked)


def _towers(rng: Rng, blocks: list[str]) -> list[list[str]]:
    """Every block, in drawn order, on a tower so far or with a chance of its own on the table."""
    spread = rng.choice([2, 4, 8])
    towers: list[list[str]] = []
    for block in rng.shuffle(blocks):
        if not towers or rng.below(spread) == 0:
            towers.append([block])
        else:
            rng.choice(towers).append(block)
    return towers


def _moved(rng: Rng, towers: list[list[str]], moves: int) -> list[list[str]]:
    after = [list(tower) for tower in towers]
    for _ in range(moves):
        origin = rng.choice(after)
        block = origin.pop()
        after = [tower for tower in after if tower]
        if not after or rng.below(3) == 0:
            after.append([block])
        else:
            rng.choice(after).append(block)
    return after


def _facts(tower: list[str]) -> list[Fact]:
    """What holds of a tower, given from the bottom up; nothing of an empty one."""
    if not tower:
        return []
    stacked: list[Fact] = [("on", upper, lower) for lower, upper in pairwise(tower)]
    return [("ontable", tower[0]), ("clear", tower[-1]), *stacked]


def _goal(rng: Rng, towers: list[list[str]]) -> list[Fact]:
    """Some of what holds of the towers."""
    facts = [fact for tower in towers for fact in _facts(tower)]
    kinds = rng.choice([("on",), ("on",), ("on",), ("on", "ontable"), ("on", "clear"), ("ontable", "clear")])
    chosen = [fact for fact in facts if fact[0] in kinds] or facts
    return rng.sample(chosen, max(1, len(chosen) // rng.choice([1, 1, 2, 4])))


MAKER = Maker(
    "blocksworld",
    parameters=ranges(blocks=(2, 30)),
    levels={
        1: level(3, 5, blocks=(3, 5)),
        2: level(6, 6, least=3, blocks=(6, 6)),
        3: level(7, 10, least=4, blocks=(7, 10)),
        4: level(11, 14, least=5, blocks=(11, 14)),
        5: level(15, 20, least=6, blocks=(15, 20)),
    },
    landmark="holding",
    propose=propose,
    loose=True,
)
