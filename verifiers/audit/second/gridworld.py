"""Second opinions on grid worlds: the checker's plain interpreter, plain search, play under other draws.

- every record: along its own run and a random one the plain interpreter and the fast machine show the same
  frames and draw the same numbers; in some states of a search they know the same outcomes of every move,
  clicks of one class act alike, and states of one key lead to the same frames;
- ``mfp``: no play under other draws that shows what was seen ends with a wrong option;
- ``planning``: search by every action and cell, no classes, meets no goal too early; where luck decides,
  plays of the plan succeed about as often as its probability says;
- ``change``: no sequence that such a search tries shows the change too early; no play of the base world shows
  the frames of the gold run.
"""

import math
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from typing import Any

from ....domains.gridworld.actions import DOWN, KEYS, LEFT, NOOP, RIGHT, UP, Action, click
from ....domains.gridworld.frames import agrees, patch
from ....domains.gridworld.machine import Machine, Snapshot
from ....domains.gridworld.program import Program
from ....domains.gridworld.questions import LETTERS, Change, MaskedFrame, Planning
from ...proofs.gridworld.autumn.machine import Machine as PlainMachine
from ...proofs.gridworld.world import KEYS as PLAIN_KEYS
from ...proofs.gridworld.world import World
from ...search.grid_moves import alike, moves
from ...search.grid_states import state_key
from ..finding import AuditOptions, CheckResult
from ..gridworld import CHANCES, Subject, frames_of, grid_of

STEPS = 1500  # steps of plain search for each claim asked
DEVIATIONS = 5  # a frequency so many standard deviations from a probability contradicts it
PLAYED = "claims by plain play"
RANDOM, STATES = 12, 6  # steps of the random run, and states that are looked at, on both machines


def second(subject: Subject, options: AuditOptions, result: CheckResult) -> None:
    """Ask plain play."""
    question, truth = subject.question, subject.truth
    play_both(subject, result, options.sample)
    open_ = False
    if isinstance(question, MaskedFrame):
        _masked(subject, result, question)
    elif isinstance(question, Planning):
        if "probability" in truth:
            _frequency(subject, result, question)
        elif truth["plan"] is not None:
            machine = Machine(question.program, question.rng_seed)
            _sooner(result, [machine], question, truth["steps"], options.sample)
        else:
            open_ = True
    else:
        _unseen(subject, result, question)
        texts = (question.program.text, question.changed.text)
        drawn = any(word in text for text in texts for word in ("uniformChoice", "random"))
        if truth["shortest"] and not drawn:
            both = [Machine(program, question.rng_seed) for program in (question.program, question.changed)]
            _sooner(result, both, question, truth["steps"], options.sample)
        else:
            open_ = True
    result.counts["open"] += open_


def _masked(subject: Subject, result: CheckResult, question: MaskedFrame) -> None:
    runs = [frames_of(Machine(question.program, question.rng_seed), question.actions)]
    for frames in subject.realisations(question.program, question.actions):
        as_seen = all(agrees(frame, seen) for frame, seen in zip(frames, question.seen, strict=True))
        if as_seen or subject.truth["scope"] == "every-realisation":
            runs.append(frames)
    ends = [patch(frames[-1], question.box) for frames in runs]
    shown = {letter for letter, option in zip(LETTERS, question.options, strict=False) if option in ends}
    answer = subject.truth["answer"]
    result.claim(shown == {answer}, PLAYED, f"plays end with {sorted(shown)}, we prove {answer}")


def _frequency(subject: Subject, result: CheckResult, question: Planning) -> None:
    plan = [Action.parse(text) for text in subject.truth["plan"]]
    hits = sum(agrees(frames[-1], question.goal) for frames in subject.realisations(question.program, plan))
    chance = float(Fraction(subject.truth["probability"]))
    within = abs(hits - CHANCES * chance) <= DEVIATIONS * math.sqrt(CHANCES * chance * (1 - chance)) + 1
    result.claim(within, PLAYED, f"the plan succeeds in {hits} of {CHANCES} plays, we prove {chance:.4f}")


def _unseen(subject: Subject, result: CheckResult, question: Change) -> None:
    """Plays of the base world do not show what the gold run of the changed world shows."""
    actions = [Action.parse(line) for line in (subject.instance.gold or "").splitlines()]
    if not actions:
        result.counts["open"] += 1
        return
    shown = frames_of(Machine(question.changed, question.rng_seed), actions)
    as_seeded = frames_of(Machine(question.program, question.rng_seed), actions)
    same = sum(frames == shown for frames in (as_seeded, *subject.realisations(question.program, actions)))
    result.claim(not same, PLAYED, f"{same} plays of the base world show the frames that it cannot show")


def _sooner(
    result: CheckResult, machines: Sequence[Machine], question: Planning | Change, steps: int, sample: int
) -> None:
    """Play the worlds side by side by every action, as far as the limit goes: no end before its time."""
    size = question.program.grid_size
    actions = [NOOP, LEFT, RIGHT, UP, DOWN, *(click(x, y) for y in range(size) for x in range(size))]
    over: Callable[[], bool] = lambda: grid_of(machines[0]) != grid_of(machines[-1])  # noqa: E731
    if isinstance(question, Planning):
        goal = question.goal
        over = lambda: agrees(machines[0].frame(), goal)  # noqa: E731
    met: set[Hashable] = {tuple(state_key(machine) for machine in machines)}
    queue: deque[tuple[list[Snapshot], int]] = deque([([machine.snapshot() for machine in machines], 0)])
    taken, early = 0, None
    while queue and taken < STEPS * sample and early is None and queue[0][1] < steps - 1:
        states, depth = queue.popleft()
        for action in actions:
            for machine, state in zip(machines, states, strict=True):
                machine.restore(state)
                machine.step(action)
                taken += 1
            key = tuple(state_key(machine) for machine in machines)
            if key not in met:
                met.add(key)
                queue.append(([machine.snapshot() for machine in machines], depth + 1))
                early = depth + 1 if over() else early
    # a search that was cut short leaves the claim open, but finds what it finds
    result.counts["open"] += early is None and bool(queue) and queue[0][1] < steps - 1
    what = "the goal" if isinstance(question, Planning) else "the change"
    result.claim(early is None, PLAYED, f"plain search shows {what} after {early} steps, we prove {steps}")


def play_both(subject: Subject, result: CheckResult, sample: int) -> None:
    """Play the programs of a record on both machines; differences are faults."""
    question, truth = subject.question, subject.truth
    lines = (subject.instance.gold or "").splitlines() or truth.get("plan") or truth.get("actions") or ()
    own = list(question.actions if isinstance(question, MaskedFrame) else map(Action.parse, lines))
    programs = [question.program, *([question.changed] if isinstance(question, Change) else [])]
    for number, program in enumerate(programs):
        world = World(PlainMachine(program.text), program.text)
        difference = None
        for run in (own, _random(subject, program, number)):
            difference = difference or _along(program, world, question.rng_seed, run)
        difference = difference or _states(program, world, question.rng_seed, STATES * sample)
        result.hold(difference is None, f"InterpretersDisagree: {difference}", "programs on both machines")


def _random(subject: Subject, program: Program, number: int) -> list[Action]:
    size, names = program.grid_size, ("noop", *KEYS, "click")
    ranks = [subject.draw.rank("both", number, step) for step in range(RANDOM)]
    return [Action(names[n % 6], *((n // 6 % size, n // 97 % size) if n % 6 == 5 else (0, 0))) for n in ranks]


def _along(program: Program, world: World, seed: int, run: Iterable[Action]) -> str | None:
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
    state = world.start(seed)
    waiting: deque[tuple[Any, int]] = deque([(fast.snapshot(), state)])
    known: dict[Hashable, int] = {state_key(fast): state}
    while waiting and limit:
        limit -= 1
        moment, state = waiting.popleft()
        fast.restore(moment)
        if difference := _clicks(fast, world, state):
            return difference
        for move in moves(fast):
            ends = world.ends(state, str(move.action))[0]
            theirs = _added((_frame(fast, end), share) for share, end in move.outcomes)
            if _added((world.frame(end), share) for end, share in ends.items()) != theirs:
                return f"what {move.action} may lead to differs"
            if len(move.outcomes) > 1 or len(ends) > 1:
                continue  # which end of one is which of the other is not known
            fast.restore(move.outcomes[0][1])
            name, (after,) = state_key(fast), ends
            if name not in known:
                known[name] = after
                waiting.append((move.outcomes[0][1], after))
            elif _futures(world, known[name]) != _futures(world, after):
                return f"two states with one key differ after {move.action}"
            fast.restore(moment)
    return None


def _frame(fast: Machine, end: Any) -> Any:
    fast.restore(end)
    return grid_of(fast)


def _added(ends: Iterable[tuple[Any, Fraction]]) -> Counter[Any]:
    total: Counter[Any] = Counter()
    for frame, share in ends:
        total[frame] += share  # type: ignore[assignment]
    return total


def _futures(world: World, state: int) -> list[Any]:
    """What is seen now and, by every key, next."""
    ends = [world.ends(state, action)[0] for action in PLAIN_KEYS]
    return [{world.frame(end) for end in each} for each in ([state], *ends)]


def _clicks(fast: Machine, world: World, state: int) -> str | None:
    """Whether two clicks that are one for the fast machine lead to different states on the plain one."""
    own, ends = world.classes(state), {action: each for action, each, _ in world.moves(state)}
    for cell, first in alike(fast).items():
        one, other = (own["click {} {}".format(*place)] for place in (cell, first))
        if one != other and ends[one] != ends[other]:
            return f"clicks on {cell} and {first} do not act alike"
    return None
