"""What the certificates of a level establish."""

from typing import NamedTuple

from ..record import Record
from .simulation import Game
from .world import read_level


class Count(NamedTuple):
    """What an exhaustive search finds: how far the goal is, and how many situations lie at each distance."""

    length: int | None
    states: int
    layers: list[int]
    dead_ends: int
    expiries: int


class Knowledge:
    """The established facts about one level."""

    def __init__(self, record: Record, plain: bool = False):
        self.level = read_level(record.world)
        self.game = Game(self.level)
        self.planned: list[str] | None = None  # a plan that was played
        self.turns = 1
        self.counted: Count | None = None  # what searching every situation has found
        self.lengths: dict[str, int | None] | None = None
        """For parts of the level, the length of a shortest plan of the level without the part."""
