"""The delete relaxation of a world, and the world restricted to it: facts and actions as bitmasks.

The closure of a state is the least set R of facts that contains the state and the add effects of every ground
action whose preconditions lie in R (Bonet and Geffner, 2001).  Every fact true, and every action applicable,
in a reachable state lies in it: by induction on the length of the run, for deleting only removes facts.  It
is complete over all well-typed groundings: whenever a fact enters R, every rule with a matching atom is
joined with R from that atom on, so an action is found when the last of its facts arrives.

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
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from ..pddl_tree import Fact, Schema, predicates, text
from .cases import Action, Division
from .join import Join
from .world import NOTHING, State, World


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
        mask = 0
        for name in names:
            if name not in self.bit:
                return None
            mask |= 1 << self.bit[name]
        return mask

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
    if division.cased:
        division.possible = _close(division, division.loosened)[0]
    facts, actions = _close(division, division.cases)
    conditions = [schema.precondition for schema in world.domain.schemas.values()]
    negated = {name for each in conditions for name, positive in predicates(each) if not positive}
    negated.update(fact[0] for fact, held in division.goal if not held)
    negated.update(world.fluents if division.cased or division.choices else ())
    deleted = NOTHING.union(*(action.delete for action in actions))
    true = {fact: text(fact) for fact in facts}
    falsifiable = (
        fact for fact in facts if fact[0] in negated and (fact in deleted or fact not in world.init)
    )
    false = {fact: f"(not {true[fact]})" for fact in falsifiable}
    names = sorted([*true.values(), *false.values()])
    bit = {name: position for position, name in enumerate(names)}

    def mask(held: Iterable[Fact], refuted: Iterable[Fact]) -> int:
        bits = [bit[true[fact]] for fact in held if fact in true]
        return sum(1 << each for each in bits + [bit[false[fact]] for fact in refuted if fact in false])

    actions.sort(key=lambda action: (action.name, sorted(action.pre), sorted(action.forbid)))
    move: dict[str, list[Move]] = {}
    for name, pre, forbid, add, delete in actions:
        each = Move(name, mask(pre, forbid), mask(add, delete), mask(delete, add))
        move.setdefault(name, []).append(each)
    wanted = {fact for fact, held in division.goal if held} | division.choices.keys()
    unwanted = {fact for fact, held in division.goal if not held}
    possible = wanted <= facts and not facts & unwanted - false.keys()
    moves = tuple(each for cases in move.values() for each in cases)
    init = mask(world.init | division.held_choices(), false.keys() - world.init)
    return Model(tuple(names), moves, init, mask(wanted, unwanted) if possible else None, bit, move)


def _close(
    division: Division, build: Callable[[Schema, Fact], Iterable[Action]]
) -> tuple[State, list[Action]]:
    """The positive facts and the actions of the closure; a forbidden fact must be false or be deletable.

    New facts are joined one by one with those before them; an action that still lacks something waits.
    """
    world = division.world
    join = Join(world, sorted(world.static))
    facts, lasting = {*world.init, *division.held_choices()}, set(world.init)
    static = (query for query in join.queries if not any(atom[0] in world.fluents for atom in query.atoms))
    rows: Iterator[tuple[Schema, Fact]] = chain(join.grounded(static), join.grow(sorted(world.init)))
    seen = set[tuple[str, Fact]]()
    actions, waiting = list[Action](), list[Action]()
    while True:
        for schema, row in rows:
            if (schema.name, row) not in seen:
                seen.add((schema.name, row))
                waiting.extend(build(schema, row))
        ready = [each for each in waiting if each.pre <= facts and lasting.isdisjoint(each.forbid)]
        if not ready:
            return frozenset(facts), actions
        waiting = [each for each in waiting if not each.pre <= facts or lasting & each.forbid]
        actions += ready
        new = NOTHING.union(*(action.add for action in ready)) - facts
        rows = join.grow(sorted(new))
        facts.update(new)
        lasting.difference_update(*(action.delete for action in ready))
