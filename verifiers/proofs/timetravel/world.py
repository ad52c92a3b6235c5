"""A level as a record holds it, the level without one of its parts, and one step of it.

The actions and, as PDDL+ events, the causal rules stand in the domain; the annotations name epochs, locks and
unstable predicates.  A part can be taken away: ``lock FACT`` (the fact holds from the start), ``rule NAME``
(the event is gone), ``epoch NAME`` (gone are the initial facts that speak of it, or of an object that some
static fact binds to it) and ``decay NAME`` (facts of the predicate last).

Actions and rules are grounded together by the closure of the initial state (``planning.model``).  A situation
is the facts that hold, and the ages of the unstable ones.  A step with a valid action: its effect; then all
rules, over and over until none changes anything; then, unless the goal holds, every unstable fact that held
before and still does grows older by one, and one older than the window ends the episode.  The rules fire in
the order of their names and, from the same facts, in the opposite order; a level where the two end
differently is refused, since its outcome would depend on who goes first.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from ..fields import constant, exactly, having, integer, listing, mapping, string
from ..pddl import read_domain, read_problem
from ..pddl_tree import Domain, Fact, Problem, read_name, text
from ..planning.model import Move, Moves, build
from ..planning.world import World
from ..refused import RefusedError, clip, refuse

BUDGET = 100  # turns of an episode whose level does not say
_words, _line = listing(string(200), 100), string(200)
_ABOUT = {
    "story": string(4000),
    "competencies": _words,
    "milestones": _words,
    "locks": _words,
    "decay": exactly(unstable=_words, window=integer(1, 100)),
    "wording": mapping(mapping(_line)),
    "budget": integer(1, 100_000),
}
_LEVEL = having({"title": _line, "epochs": _words, "characters": _words}, _ABOUT)
_WORLD = exactly(kind=constant("timetravel"), domain=string(200_000), problem=string(200_000), level=_LEVEL)


@dataclass(frozen=True)
class Level:
    """A level; ``unstable`` are the predicates whose facts last ``window`` valid actions."""

    problem: Problem
    unstable: list[str]
    window: int
    budget: int
    epochs: list[str]
    locks: dict[str, Fact]
    milestones: list[Fact]

    @property
    def rules(self) -> list[str]:
        """The names of the causal rules."""
        return [name for name, schema in self.problem.domain.schemas.items() if schema.event]

    @property
    def parts(self) -> list[str]:
        """The names of all parts, sorted."""
        named = {"lock": [*self.locks], "rule": self.rules, "epoch": self.epochs, "decay": self.unstable}
        return sorted(f"{sort} {name}" for sort, names in named.items() for name in names)

    def without(self, part: str) -> "Level":
        """The level without a part that it has."""
        sort, _, name = part.partition(" ")
        domain, init = self.problem.domain, self.problem.init
        if sort == "decay":
            return replace(self, unstable=[predicate for predicate in self.unstable if predicate != name])
        if sort == "rule":
            domain = replace(domain, schemas={key: s for key, s in domain.schemas.items() if key != name})
        elif sort == "lock":
            init |= {self.locks[name]}
        else:
            static = (fact for fact in init if fact[0] not in domain.fluents and name in fact[1:])
            bound = {name}.union(*(fact[1:] for fact in static))
            init = frozenset(fact for fact in init if bound.isdisjoint(fact[1:]))
        return replace(self, problem=replace(self.problem, domain=domain, init=init))


def read_level(data: Any) -> Level:
    """The level that a record's world holds; RefusedError says what is wrong with it."""
    world = _WORLD("world", data)
    problem = read_problem(world.problem, read_domain(world.domain, events=True))
    about, domain, decay = world.level, problem.domain, world.level.get("decay")
    unstable, window = (decay.unstable, decay.window) if decay else ([], 0)
    named = {"epochs": about["epochs"], "characters": about["characters"], "decay": unstable}
    for key, names in named.items():
        declared = domain.fluents if key == "decay" else domain.objects
        for name in names:
            if name not in declared or names.count(name) > 1:
                raise RefusedError(f"world.level.{key}: {clip(name)} occurs twice or is not declared")
    locks = {fact: _lasting(domain, fact, unstable) for fact in about.get("locks", ())}
    milestones = [_lasting(domain, fact, unstable) for fact in about.get("milestones", ())]
    return Level(problem, unstable, window, about.get("budget", BUDGET), about["epochs"], locks, milestones)


def _lasting(domain: Domain, named: str, unstable: list[str]) -> Fact:
    """A fact of the problem that does not decay."""
    fact = read_name(named)
    places = domain.predicates.get(fact[0]) if fact and fact[0] not in unstable else None
    if places is None or not domain.fits(places, fact[1:]):
        raise RefusedError(f"world.level: {clip(named)} is no fact that lasts")
    return fact


Situation = tuple[int, tuple[int, ...]]


class Game:
    """A level, ready to be played."""

    def __init__(self, level: Level):
        model, events = build(World(level.problem)), set(level.rules)
        self._rules = [move for move in model.moves if _head(move.name) in events]
        moves = [move for move in model.moves if _head(move.name) not in events]
        self.named, self._moves = {move.name: move for move in moves}, Moves(moves)
        for name in map(text, level.milestones):
            if name in model.bit and any(move.delete >> model.bit[name] & 1 for move in model.moves):
                raise RefusedError(f"world.level.milestones: {name} can be taken back")
        self._unstable = [1 << bit for name, bit in model.bit.items() if _head(name) in level.unstable]
        self._decaying, self._window, self._goal = sum(self._unstable), level.window, model.goal
        self.initial: Situation = (model.init, (0,) * len(self._unstable))
        self._settled = cache(self._end)
        refuse(self._settled(model.init) != model.init, "world: a rule fires in the initial state")

    def solved(self, situation: Situation) -> bool:
        """Whether the goal holds."""
        return self._goal is not None and not self._goal & ~situation[0]

    def _end(self, facts: int) -> int:
        """The facts when all rules have fired; RefusedError when that does not end, or not in one way."""
        end = self._fired(facts, self._rules)
        other = end != self._fired(facts, self._rules[::-1])
        refuse(other, "world: the outcome depends on which rule fires first")
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


def _head(name: str) -> str:
    """The predicate of a fact, or the schema of an action, of that name."""
    return name[1:-1].split(" ")[0]
