"""What the certificates of a level establish."""

from ..fields import Stated
from ..record import Record
from .world import Game, read_level


class Knowledge:
    """The established facts about one level."""

    def __init__(self, record: Record, plain: bool = False):
        self.level = read_level(record.world)
        self.game = Game(self.level)
        self.planned: list[str] | None = None  # a plan that was played
        self.turns = 1
        self.counted: Stated | None = None  # what searching every situation has found (``rules.distances``)
        self.lengths: dict[str, int | None] | None = None  # of a shortest plan without a part, by part
