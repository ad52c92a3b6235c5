"""One step of a level.

Actions and rules are grounded together by the closure of the initial state (``planning.model``).  A situation
is a pair: the facts that hold, and the ages of the unstable ones.  A step with a valid action: its effect;
then the rules, all of them, over and over until none changes anything; then, unless the goal holds, every
unstable fact that held before and still does grows older by one, and one older than the window ends the
episode.  The rules fire in the order of their names and then, from the same facts, in the opposite order; a
level where the two end differently is refused, since its outcome would depend on who goes first.
"""

from collections.abc import Iterator

from ..pddl_tree import text
from ..planning.model import Move, Moves, build
from ..planning.world import World
from ..refused import RefusedError, refuse
from .world import Level

Situation = tuple[int, tuple[int, ...]]


class Game:
    """A level, ready to be played."""

    def __init__(self, level: Level):
        """RefusedError for a level whose rules do not settle or fire at the start, or that is too large."""
        model, names = build(World(level.problem)), set(level.rules)
        happening = {move.name for move in model.moves if move.name[1:-1].split(" ")[0] in names}
        self._rules = [move for move in model.moves if move.name in happening]
        moves = [move for move in model.moves if move.name not in happening]
        self.named, self._moves = {move.name: move for move in moves}, Moves(moves)
        for name in map(text, level.milestones):
            if name in model.bit and any(move.delete >> model.bit[name] & 1 for move in model.moves):
                raise RefusedError(f"world.level.milestones: {name} can be taken back")
        unstable = [bit for name, bit in model.bit.items() if name[1:-1].split(" ")[0] in level.unstable]
        self._unstable = [1 << bit for bit in unstable]
        self._decaying, self._window, self._goal = sum(self._unstable), level.window, model.goal
        self._ends: dict[int, int] = {}
        self.initial: Situation = (model.init, (0,) * len(unstable))
        refuse(self._settled(model.init) != model.init, "world: a rule fires in the initial state")

    def solved(self, situation: Situation) -> bool:
        """Whether the goal holds."""
        return self._goal is not None and not self._goal & ~situation[0]

    def _settled(self, facts: int) -> int:
        """The facts when all rules have fired; RefusedError when that does not end, or not in one way."""
        end = self._ends.get(facts)
        if end is None:
            end = self._fired(facts, self._rules)
            if end != self._fired(facts, self._rules[::-1]):
                raise RefusedError("world: the outcome depends on which rule fires first")
            self._ends[facts] = end
        return end

    def _fired(self, facts: int, rules: list[Move]) -> int:
        for _ in range(len(rules) + 2):
            before = facts
            for rule in rules:
                if not rule.pre & ~facts:
                    facts = rule.after(facts)
            if facts == before:
                return facts
        raise RefusedError("world: the rules do not settle")

    def after(self, situation: Situation, move: Move) -> Situation | None:
        """The situation after a valid action; None when something decays."""
        before, ages = situation
        facts = self._settled(move.after(before))
        held = before & facts
        if not held & self._decaying:
            return facts, self.initial[1]
        grown = tuple([age + 1 if held & fact else 0 for fact, age in zip(self._unstable, ages, strict=True)])
        expired = max(grown) > self._window and not self.solved((facts, grown))
        return None if expired else (facts, grown)

    def successors(self, situation: Situation, decayed: list[Situation]) -> Iterator[Situation]:
        """What each valid action leads to, unless something decays; nothing follows where the goal holds."""
        for move in self._moves.applicable(situation[0]) if not self.solved(situation) else ():
            after = self.after(situation, move)
            if after is None:
                decayed.append(situation)
            else:
                yield after
