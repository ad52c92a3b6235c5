"""Changes: programs that random play shows to be changed late, a run that shows it, what blind players earn.

Random play of the changed world is watched by belief support; the step at which the change is first seen is
its trigger.  The changes of a world are tried by the median trigger of ``PLAYS`` plays, the latest first; a
play without a trigger counts as longer than any.  A *blind* player plays ``BLIND`` random steps, says that
it has found the change, and chooses frame ``BLIND``, whatever it saw; what it earns stands in the record.
"""

from dataclasses import dataclass
from functools import lru_cache

from ...domains.gridworld.catalog import World, run
from ...domains.gridworld.machine import Machine
from ...domains.gridworld.program import kept_program
from ...instances.errors import LimitError
from ...instances.records import Json
from ...verifiers.gridworld.change import distinction, score
from ...verifiers.gridworld.support import FrameWatch
from ..rng import Rng
from .play import random_action

SOON, SLOW, LATE = 5, 60, 300
"""The steps within which random play should show a change, and those before which it better should not."""
PLAYS = 15
BLIND = 100  # the frame by which a blind player earns most over all worlds (``scripts/bench/difficulty.py``)

Drafted = tuple[Json, dict[str, float]]  # a query and what was measured of it


@dataclass(frozen=True)
class Plays:
    """What random plays of one change showed."""

    triggers: tuple[int, ...]  # sorted; ``LATE`` + 1 for a play that did not show it
    witness: tuple[str, ...] | None  # the actions of the play that showed it first

    @property
    def median(self) -> int:
        """The median trigger."""
        return self.triggers[len(self.triggers) // 2]

    @property
    def figures(self) -> dict[str, float]:
        """What the record says of them."""
        earned = sum(score(BLIND, step if step <= BLIND else None) for step in self.triggers)
        return {
            "random_trigger": float(self.median),
            "random_shown": sum(step <= LATE for step in self.triggers) / PLAYS,
            "blind": round(earned / PLAYS, 4),
            "blind_frame": float(BLIND),
        }


@dataclass(frozen=True)
class Try:
    """One change with a seed of its draws, and what is asked of it."""

    place: int
    rng_seed: int
    soon: int = 0  # the least median of its triggers; 0 for any, a trigger after ``LATE`` or never too
    shortest: bool = False  # whether its shortest distinguishing sequence must be known


def tries(entry: World, index: int, rng: Rng) -> list[Try]:
    """What an item tries in turn: late and proven shortest, late, in time, any; at last by the stored seeds.
    A world without chance has one question for each change, so only its first item insists on a late one."""
    chance, count = entry.stochastic, len(entry.changed)
    seeds = [rng.fork("seed", place).below(2**31) if chance else 0 for place in range(count)]
    medians = [played(entry, place, seeds[place]).median for place in range(count)]
    ordered = sorted(range(count), key=lambda place: -medians[place] * (medians[place] <= LATE))
    late = [place for place in ordered if SLOW <= medians[place] <= LATE] if chance or not index else []
    tried = [Try(place, seeds[place], SLOW, sure) for sure in (True, False) for place in _turned(late, index)]
    ordered = _turned(ordered, index)
    tried += [Try(place, seeds[place], SOON, known) for known in (True, False) for place in ordered]
    tried += [Try(place, seeds[place]) for place in ordered]
    return tried + [Try(place, entry.about.changes[place].rng_seed) for place in ordered if chance]


def make(entry: World, attempt: Try) -> Drafted | str:
    """The query about a change with figures of random play, or why this attempt gives none."""
    plays = played(entry, attempt.place, attempt.rng_seed)
    change, changed = entry.about.changes[attempt.place], entry.changed[attempt.place]
    if attempt.soon and not attempt.soon <= plays.median <= LATE:
        late = plays.median > LATE
        return "random play does not show it" if late else "random play shows the change too soon"
    if attempt.shortest and distinction(entry.program, changed, attempt.rng_seed) is None:
        return "the shortest sequence is not known"
    witness = plays.witness
    if witness is None and not (entry.stochastic and attempt.rng_seed != change.rng_seed):
        witness = tuple(map(str, run(change.run)))
    if not witness:
        return "no run is known that shows the change"
    query = {"rng_seed": attempt.rng_seed, "changed": changed, "witness": list(witness)}
    return query, plays.figures


@lru_cache(64)
def played(entry: World, place: int, rng_seed: int) -> Plays:
    """Random plays of a changed world; where too many states are possible one has no trigger."""
    base, changed = kept_program(entry.program), kept_program(entry.changed[place], "changed.sexp")
    triggers: list[int] = []
    witness: tuple[str, ...] | None = None
    for play in range(PLAYS):
        rng, actions = Rng("gridworld", "plays", entry.key, place, rng_seed, play), list[str]()
        machine = Machine(changed, rng_seed)
        watch = FrameWatch(base, machine.frame(), rng_seed)
        possible = True
        while possible and len(actions) < LATE:
            action, state = random_action(machine, rng), machine.rng_state
            machine.step(action)
            actions.append(str(action))
            try:
                possible = watch.possible(action, machine.frame(), state)
            except LimitError:
                break
        triggers.append(LATE + 1 if possible else len(actions))
        if not possible and (witness is None or len(actions) < len(witness)):
            witness = tuple(actions)
    return Plays(tuple(sorted(triggers)), witness)


def _turned(places: list[int], index: int) -> list[int]:
    """The places from one that the index names, around."""
    begin = index % len(places) if places else 0
    return places[begin:] + places[:begin]
