"""The delete relaxation of a world, and the world restricted to it: facts and actions as bitmasks.

The closure of a state is the least set R of facts that contains the state and the add effects of every ground
action whose preconditions lie in R (Bonet and Geffner, 2001).  Every fact true, and every action applicable,
in a reachable state lies in it: by induction on the length of the run, for deleting only removes facts.  It
is complete over all well-typed groundings: whenever a fact enters R, every rule with a matching atom is
joined with R from that atom on, so an action is found when the last of its facts arrives (``cases.close``).

Negation is compiled away (Gazen and Knoblock, 1997): where a predicate occurs negated in a precondition or
the goal, each of its facts in R has a complement, ``(not (p a))``: true initially if the fact is false, added
when the fact is deleted, deleted when it is added.  Complements that are false initially and that nothing
adds are left out, and a fact outside R is false for good, so its negation is dropped.  Where actions are a
matter of cases (``cases``), each case is a move under the name of the action, and every fluent has a
complement: a case may ask for a fact to be false where the text does not.  Actions are taken apart only after
a closure in which each takes no more than every case of it does and adds all that one may: a fact outside
that closure is false in every reachable state.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from ..pddl_tree import Fact, predicates, text
from .cases import Division
from .world import World


class Move(NamedTuple):
    """A ground action of the closure over the bits of its facts; ``delete`` never meets ``add``."""

    name: str
    pre: int
    add: int
    delete: int

    def after(self, state: int) -> int:
        """The successor of a state."""
        return state & ~self.delete | self.add


@dataclass(frozen=True)
class Model:
    """The closure of the initial state: bit i of a state is ``facts[i]``, facts and moves in name order."""

    facts: tuple[str, ...]
    moves: tuple[Move, ...]
    init: int
    goal: int | None  # None when the goal lies outside the closure: it can never be reached
    bit: dict[str, int]
    move: dict[str, list[Move]]
    """The moves of a name: one, or the cases of an action, of which a state allows at most one."""

    @property
    def positive(self) -> list[str]:
        """The facts that are no complements: those that questions are about."""
        return [name for name in self.facts if not name.startswith("(not (")]

    def mask(self, names: Iterable[str]) -> int | None:
        """The bits of some facts, or None when one of them lies outside the closure."""
        bits = [self.bit.get(name, -1) for name in set(names)]
        return None if -1 in bits else sum(1 << bit for bit in bits)

    def first(self, mask: int) -> str:
        """The name of the first fact of a non-empty mask."""
        return self.facts[(mask & -mask).bit_length() - 1]

    def closure(self, without: int = 0) -> tuple[int, list[Move]]:
        """The facts and moves in the closure by those moves that add no fact of ``without``."""
        reached, before, used = self.init, -1, list[Move]()
        waiting = [move for move in self.moves if not move.add & without]
        while reached != before:
            before, blocked = reached, []
            for move in waiting:
                if move.pre & ~reached:
                    blocked.append(move)
                else:
                    reached |= move.add
                    used.append(move)
            waiting = blocked
        return reached, used


def ones(mask: int) -> Iterator[int]:
    """The positions of the ones, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Moves:
    """Moves, each filed under the precondition that the fewest share: a state looks where it has the fact."""

    def __init__(self, moves: Iterable[Move]):
        moves, groups = list(moves), dict[int, list[Move]]()
        uses = Counter(bit for move in moves for bit in ones(move.pre))
        for move in moves:
            rarest = min(ones(move.pre), key=lambda bit: (uses[bit], bit), default=None)
            groups.setdefault(0 if rarest is None else 1 << rarest, []).append(move)
        self._groups = sorted(groups.items())

    def applicable(self, state: int) -> Iterator[Move]:
        """The moves whose preconditions a state has."""
        for watched, members in self._groups:
            if not watched & ~state:
                for move in members:
                    if not move.pre & ~state:
                        yield move


def build(world: World) -> Model:
    """Close the initial state under delete relaxation."""
    division = Division(world)
    if world.domain.cased:
        division.possible = division.close(loosely=True)[0]
    facts, actions = division.close()
    conditions = [schema.precondition for schema in world.domain.schemas.values()]
    negated = {name for each in conditions for name, positive in predicates(each) if not positive}
    negated |= {fact[0] for fact, held in division.goal if not held}
    negated |= world.fluents if division.divides else set()
    deleted = {fact for action in actions for fact, adds in action.post.items() if not adds}
    literals = {(fact, True): text(fact) for fact in facts}
    falsifiable = (f for f in facts if f[0] in negated and (f in deleted or f not in world.init))
    literals |= {(fact, False): f"(not {text(fact)})" for fact in falsifiable}
    names = sorted(literals.values())
    bit = {name: position for position, name in enumerate(names)}

    def mask(wanted: Iterable[tuple[Fact, bool]]) -> int:
        return sum(1 << bit[literals[each]] for each in set(wanted) if each in literals)

    ordered = sorted(actions, key=lambda action: (action.name, sorted(action.pre)))
    moves = [
        Move(name, mask(pre), mask(post.items()), mask((fact, not adds) for fact, adds in post.items()))
        for name, pre, post in ordered
    ]
    cases = {name: list(named) for name, named in groupby(moves, lambda move: move.name)}
    wanted = division.goal | {(choice, True) for choice in division.choices}
    possible = all(each in literals or not (each[1] or each[0] in facts) for each in wanted)
    init = mask((fact, fact in division.init) for fact in facts)
    return Model(tuple(names), tuple(moves), init, mask(wanted) if possible else None, bit, cases)
