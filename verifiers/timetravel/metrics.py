"""The figures of an episode, each defined once: all from the record alone, but for its course.

The definitions are those of EPOCH-Bench (section "Metrics"); where its text leaves something open, the choice
is said.  A *turn* is a step of the record.  It is a valid action, a failed precondition, a format error, a
control signal or an API error; the last two are no errors of the agent.  Ratios whose denominator is 0 are
None, and so are the figures of effort when the level was not solved.

The *course* is what an episode looks like to whoever knows every distance.  The *curve* has the distance to
the goal after each valid action, the initial one before them; None is a dead end.  The *regret* of an action
is by how much it lengthened the shortest solution.  The *irrecoverable* step is the first valid action,
counted from 1, after which nothing leads to the goal any more; a decay counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields

from ...domains.environment import Call, turn_of
from ...domains.timetravel.environment import (
    API_ERROR,
    FORMAT_ERROR,
    LOOP_DETECTED,
    PRECONDITION_FAILED,
    SIGNAL,
    SOLVED,
    STAGNATION,
    VALID,
)
from ...instances.errors import RecordError
from ...instances.records import Episode, Json, Step
from .optimum import Optimum


@dataclass(frozen=True)
class Metrics:
    """All that is measured of one episode, in the order and by the names of EPOCH-Bench's table."""

    solved: bool
    stop_reason: str
    total_steps: int  # turns of any kind
    world_valid_steps: int  # valid actions
    world_invalid_steps: int
    """Calls that reached the world and were refused by it; with the valid ones they make tool_calls_ok."""
    steps_to_solve_total: int | None  # the agent's turns until the goal, without those that never came
    plan_length: int | None  # valid actions until the goal
    error_overhead: int | None
    overhead_ratio: float | None  # steps_to_solve_total / plan_length: 1.0 means no error
    tool_calls_total: int  # total_steps - control_signals - api_errors
    tool_calls_ok: int  # tool_calls_total - format_errors
    tool_call_validity_rate: float | None  # tool_calls_ok / tool_calls_total
    world_action_accuracy: float | None  # world_valid_steps / tool_calls_ok
    invalid_rate: float | None  # (format_errors + precondition_errors) / tool_calls_total
    max_invalid_streak: int  # longest row of format errors and failed preconditions; API errors do not count
    format_errors: int
    precondition_errors: int
    api_errors: int
    control_signals: int
    recovery_rate: float | None  # recovered_streaks / total_invalid_streaks
    recovered_streaks: int  # rows of invalid turns ended by a valid action that is none of their calls
    total_invalid_streaks: int
    milestones_reached: int
    milestones_total: int
    milestone_progress: float | None  # milestones_reached / milestones_total: causal progress
    causal_efficiency: float | None  # milestones_reached / world_valid_steps, for levels that have milestones
    unique_states: int  # different states visited, the initial one included
    loop_detected: bool
    stagnation_stop: bool

    def json(self) -> Json:
        """As a JSON object."""
        return asdict(self)

    @classmethod
    def of(cls, metadata: Json) -> Metrics | None:
        """The figures that a verdict's metadata hold; None where one is missing."""
        names = [field.name for field in fields(cls)]
        known = {name: metadata[name] for name in names if name in metadata}
        return cls(**known) if len(known) == len(names) else None


def measure(episode: Episode) -> Metrics:
    """The figures of an episode; RecordError when its steps lack those that the environment gives."""
    steps = episode.steps
    kinds = [step.outcome for step in steps]
    valid, refused, malformed, signals, faults = map(kinds.count, _KINDS)
    if valid + refused + malformed + signals + faults != len(kinds):
        odd = next(n for n, kind in enumerate(kinds) if kind not in _KINDS)
        raise RecordError(f"{kinds[odd][:60]!r} is no outcome of a turn", field=f"steps[{odd}].outcome")
    solved, total = episode.stop == SOLVED, len(steps)
    turns, calls = total - faults, total - signals - faults
    streaks = list(_streaks(steps))
    recovered = sum(back for _, back in streaks)
    reached, milestones = _milestones(steps)
    states = [step.metadata.get("state") for step in steps]
    return Metrics(
        solved=solved,
        stop_reason=episode.stop,
        total_steps=total,
        world_valid_steps=valid,
        world_invalid_steps=refused,
        steps_to_solve_total=turns if solved else None,
        plan_length=valid if solved else None,
        error_overhead=turns - valid if solved else None,
        overhead_ratio=_ratio(turns, valid) if solved else None,
        tool_calls_total=calls,
        tool_calls_ok=calls - malformed,
        tool_call_validity_rate=_ratio(calls - malformed, calls),
        world_action_accuracy=_ratio(valid, calls - malformed),
        invalid_rate=_ratio(malformed + refused, calls),
        max_invalid_streak=max((length for length, _ in streaks), default=0),
        format_errors=malformed,
        precondition_errors=refused,
        api_errors=faults,
        control_signals=signals,
        recovery_rate=_ratio(recovered, len(streaks)),
        recovered_streaks=recovered,
        total_invalid_streaks=len(streaks),
        milestones_reached=reached,
        milestones_total=milestones,
        milestone_progress=_ratio(reached, milestones),
        causal_efficiency=_ratio(reached, valid) if milestones else None,
        unique_states=1 + max((n if type(n) is int else 0 for n in states), default=0),
        loop_detected=episode.stop == LOOP_DETECTED,
        stagnation_stop=episode.stop == STAGNATION,
    )


_KINDS = (VALID, PRECONDITION_FAILED, FORMAT_ERROR, SIGNAL, API_ERROR)
_INVALID = (PRECONDITION_FAILED, FORMAT_ERROR)


def _ratio(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _streaks(steps: Sequence[Step]) -> Iterator[tuple[int, bool]]:
    """The rows of invalid turns: how long each is, and whether the agent recovered from it."""
    row: list[object] = []
    for step in steps:
        if step.outcome in _INVALID:
            row.append(step.action)
        elif row and step.outcome != API_ERROR:
            yield len(row), step.outcome == VALID and step.action not in row
            row = []
    if row:
        yield len(row), False


def _milestones(steps: Sequence[Step]) -> tuple[int, int]:
    """How many milestones hold at the end, of how many; nothing takes one back."""
    if not steps:
        return 0, 0
    figures = steps[-1].metadata.get("milestones")
    if not isinstance(figures, list) or list(map(type, figures)) != [int, int]:
        where = f"steps[{len(steps) - 1}].metadata.milestones"
        raise RecordError("expected [reached, total]", field=where)
    return figures[0], figures[1]


# --- what went wrong, in the terms of the benchmark's analysis

PATTERNS: dict[str, Callable[[Metrics], bool]] = {
    "solved": lambda metrics: metrics.solved,
    "infrastructure": lambda metrics: metrics.stop_reason == "API_FAILURE",
    "temporal coordination": lambda metrics: metrics.stop_reason == "TEMPORAL_DECAY",
    "format failure": lambda metrics: (
        metrics.stop_reason == "MAX_INVALID_STREAK" and metrics.format_errors > metrics.precondition_errors
    ),
    "lost": lambda metrics: metrics.stop_reason == "MAX_INVALID_STREAK",
    "stagnation": lambda metrics: metrics.stop_reason in ("MAX_STEPS", "STAGNATION", "LOOP_DETECTED"),
    "gave up": lambda metrics: metrics.stop_reason == "LLM_STUCK",
    "premature": lambda metrics: metrics.stop_reason == "LLM_DONE_EARLY",
}
"""EPOCH-Bench names format failure, stagnation (budget exhaustion with it) and temporal coordination; the
other stops have patterns of their own.  The first that fits counts."""


def pattern(metrics: Metrics) -> str:
    """The failure pattern of an episode, or ``solved``; ``cut short`` when the world had not stopped."""
    return next((name for name, fits in PATTERNS.items() if fits(metrics)), "cut short")


@dataclass(frozen=True)
class Course:
    """An episode measured against the optimum."""

    curve: tuple[int | None, ...]
    regrets: tuple[int | None, ...]  # of each valid action: None where it made the level unsolvable, then 0
    total: int  # the sum of the regrets that are numbers: valid actions that were wasted
    irrecoverable: int | None

    def json(self) -> Json:
        """As a JSON object."""
        return asdict(self)


def course(episode: Episode, optimum: Optimum) -> Course:
    """Follow the valid actions of an episode; RecordError when one of them is not valid in this level."""
    world = optimum.world
    state = world.initial
    curve, regrets = [optimum.distance(state)], list[int | None]()
    for number, step in enumerate(episode.steps):
        if step.outcome != VALID:
            continue
        turn = turn_of(step.action)
        schema = world.level.problem.domain.schemas.get(turn.tool) if isinstance(turn, Call) else None
        if schema is None or not isinstance(turn, Call):
            raise RecordError("a valid step calls an action of the level", field=f"steps[{number}].action")
        args = (turn.arguments.get(parameter.name[1:]) for parameter in schema.parameters)
        operator = world.task.named(f"({' '.join((schema.name, *map(str, args)))})", state.facts)
        if operator is None:
            raise RecordError("the action is not valid here", field=f"steps[{number}].action")
        regrets.append(optimum.regret(state, operator))
        curve.append(optimum.after(state, operator))
        state = world.step(state, operator).state
        if curve[-1] is None and state not in optimum.states:
            break
    dead = next((place for place, distance in enumerate(curve) if distance is None), None)
    return Course(tuple(curve), tuple(regrets), sum(regret or 0 for regret in regrets), dead)
