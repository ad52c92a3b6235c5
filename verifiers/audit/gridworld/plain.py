"""The checker's plain interpreter against the fast machine, on one record.

Along the record's own run, and along a random one, both must show the same frames and draw the same numbers.
In some states that a search with the fast machine's own keys and classes of clicks meets, both must know the
same outcomes of every move with the same probabilities; clicks of one class must act alike; and states that
the fast machine holds for one must lead to the same frames.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from fractions import Fraction
from typing import Any

from ....domains.gridworld.actions import KEYS, Action
from ....domains.gridworld.machine import Machine
from ....domains.gridworld.program import Program
from ....domains.gridworld.questions import Change, MaskedFrame
from ...proofs.gridworld.autumn.machine import Machine as PlainMachine
from ...proofs.gridworld.world import KEYS as PLAIN_KEYS
from ...proofs.gridworld.world import World
from ...search.grid_moves import alike, moves
from ...search.grid_states import state_key
from ..finding import Result
from .subject import GridSubject

RANDOM, STATES = 12, 6
"""Steps of the random run, and states that are looked at."""


def play_both(subject: GridSubject, result: Result, sample: int) -> None:
    """Play the programs of a record on both machines; differences are faults."""
    asked = subject.question
    own = list(asked.actions) if isinstance(asked, MaskedFrame) else _actions(subject)
    programs = [asked.program, *([asked.changed] if isinstance(asked, Change) else [])]
    for number, program in enumerate(programs):
        world = World(PlainMachine(program.text), program.text)
        told = None
        for run in (own, _random(subject, program, number)):
            told = told or _along(program, world, asked.rng_seed, run)
        told = told or _states(program, world, asked.rng_seed, STATES * sample)
        result.probe(told is None, "programs on both machines")
        if told is not None:
            result.fault(f"InterpretersDisagree: {told}")


def _actions(subject: GridSubject) -> list[Action]:
    plan = subject.gold or subject.truth.get("plan") or subject.truth.get("actions") or ()
    return [Action.parse(line) for line in plan]


def _random(subject: GridSubject, program: Program, number: int) -> list[Action]:
    draw, size = subject.draw, program.grid_size
    names = ("noop", *KEYS, "click")
    picked = [draw.rank("both", number, step) for step in range(RANDOM)]
    return [
        Action(names[p % 6], *((p // 6 % size, p // 97 % size) if p % 6 == 5 else (0, 0))) for p in picked
    ]


def _along(program: Program, world: World, seed: int, run: Iterable[Action]) -> str | None:
    """The first difference along a run."""
    fast, plain = Machine(program, seed), world.machine
    state = plain.start(seed)
    for step, action in enumerate((None, *run)):
        if action is not None:
            fast.step(action)
            state = plain.step(state, str(action))
        if fast.frame() != plain.frame(state):
            return f"at step {step} of a run the frames differ"
        if fast.rng_state != state.rng_state:
            return f"at step {step} of a run the generators differ"
    return None


def _states(program: Program, world: World, seed: int, limit: int) -> str | None:
    """The first difference in states of a search on the fast machine, each met on the plain one too."""
    fast = Machine(program, seed)
    ((key, state),) = world.start(seed).items()
    waiting: list[tuple[Any, Hashable, Any]] = [(fast.snapshot(), key, state)]
    known: dict[Hashable, Any] = {state_key(fast): state}
    looked = 0
    while waiting and looked < limit:
        here, key, state = waiting.pop(0)
        looked += 1
        fast.restore(here)
        if told := _clicks(fast, world, key, state):
            return told
        for move in moves(fast):
            ends = world.ends(state, str(move.action))[0]
            theirs = [_shown_by(fast, share, end) for share, end in move.outcomes]
            mine = [(tuple(map(tuple, world.machine.frame(end))), share) for share, _, end in ends]
            if _added(mine) != _added(theirs):
                return f"what {move.action} may lead to differs"
            if len(move.outcomes) > 1 or len(ends) > 1:
                continue  # which end of one is which of the other is not known
            fast.restore(move.outcomes[0][1])
            name, after = state_key(fast), ends[0][2]
            if name not in known:
                known[name] = after
                waiting.append((move.outcomes[0][1], ends[0][1], after))
            elif _futures(world, known[name]) != _futures(world, after):
                return f"two states with one key differ after {move.action}"
            fast.restore(here)
    return None


def _shown_by(fast: Machine, share: Fraction, end: Any) -> tuple[Any, Fraction]:
    """What an outcome shows, and how likely it is."""
    fast.restore(end)
    return tuple(map(tuple, fast.frame())), share


def _added(ends: Iterable[tuple[Any, Fraction]]) -> dict[Any, Fraction]:
    total: dict[Any, Fraction] = {}
    for frame, share in ends:
        total[frame] = total.get(frame, Fraction(0)) + share
    return total


def _futures(world: World, state: Any) -> list[Any]:
    """What is seen now and, by every key, next."""
    seen: list[Any] = [world.frames([state])]
    for action in PLAIN_KEYS:
        seen.append(world.frames(end for _, _, end in world.ends(state, action)[0]))
    return seen


def _clicks(fast: Machine, world: World, key: Hashable, state: Any) -> str | None:
    """Whether two clicks that are one for the fast machine lead to different states on the plain one."""
    own = world.classes(key, state)
    ends = {move.action: {(share, end) for share, end, _ in move.ends} for move in world.moves(key, state)}
    for cell, first in alike(fast).items():
        if own[cell] != own[first] and ends[own[cell]] != ends[own[first]]:
            return f"clicks on {cell} and {first} do not act alike"
    return None
