"""Runs agents on instances: selects the instances, the repetitions and the agents, and estimates a model's
cost."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice, product
from typing import TextIO

from ..domains.environment import Environment, turn_of
from ..instances.canonical import encode
from ..instances.errors import RecordError, UnsupportedError
from ..instances.records import Episode, Instance, Reply
from .agents.agent import Agent, RandomAgent, ReplayAgent, environment, family, optimal, play
from .campaign import Price
from .jobs import Executor, Failed, InProcess
from .library.prompts import prompt
from .tables import table

CHARACTERS_A_TOKEN = 4
FEEDBACK_TOKENS = 150  # approximate tokens of one earlier turn and its feedback
CALL_TOKENS = 100  # approximate tokens of one tool call with its accompanying text
REPLY_TOKENS = 1000  # tokens of an answer if the question states no limit


@dataclass(frozen=True)
class Casting:
    """The built-in agent that plays, and its seed."""

    agent: str
    seed: int = 0
    replays: Mapping[tuple[str, int], Episode] = field(default_factory=dict)

    def make(self, instance: Instance, world: Environment, sample: int) -> Agent:
        """The agent for one episode; UnsupportedError if it cannot play this instance."""
        own = family(instance)
        if self.agent == "random" and own.random is not None:
            return own.random(instance, world, self.seed, sample)
        if self.agent in ("random", "random-raw"):
            return RandomAgent(instance.id, self.seed, sample, name=self.agent, avoid=own.signals)
        if self.agent == "greedy":
            if own.greedy is None:
                raise UnsupportedError(f"no greedy agent plays {instance.family}")
            return own.greedy(world, self.seed + sample)
        if self.agent == "explorer":
            if own.explorer is None:
                raise UnsupportedError(f"no explorer plays {instance.family}")
            return own.explorer()
        if self.agent == "optimal":
            return optimal(instance, world)
        raise UnsupportedError(f"no built-in agent is called {self.agent!r}")


def _played(part: tuple[Instance, int, Episode | None], casting: Casting) -> Episode:
    """The episode of an instance and a sample, or a stored one again, which takes no more turns."""
    instance, sample, stored = part
    world = environment(instance)
    if stored is None:
        return play(instance.id, world, casting.make(instance, world, sample), sample=sample)
    turns = list(map(turn_of, (step.action for step in stored.steps)))
    replay = ReplayAgent(turns, stored.agent)
    return play(instance.id, world, replay, sample=sample, turns=len(turns))


def played(
    instances: Sequence[Instance],
    runs: int,
    casting: Casting,
    workers: Executor | None = None,
    limit: int | None = None,
) -> Iterator[tuple[Instance, Episode]]:
    """Each instance's episodes so many times (a replay has those stored), at most ``limit``, in order;
    raises any's error."""
    work, stored = partial(_played, casting=replace(casting, replays={})), casting.replays
    wanted = product(instances, range(runs))
    parts = ((instance, sample, stored.get((instance.id, sample))) for instance, sample in wanted)
    some = (part for part in parts if casting.agent != "replay" or part[2] is not None)
    for outcome in (workers or InProcess()).map(work, islice(some, limit)):
        if isinstance(outcome, Failed):
            raise outcome.error
        yield outcome.item[0], outcome.value


def chosen(
    instances: Iterable[Instance], levels: frozenset[int] | None, *, episodes: bool = True
) -> list[Instance]:
    """The instances of these levels, without non-episodes; RecordError when there are none."""
    suitable = [one for one in instances if one.form == "episode" or not episodes]
    if chosen := [one for one in suitable if levels is None or one.level in levels]:
        return chosen
    of = "" if levels is None else " of these levels"
    playable = f"there is no episode{of} to play; other questions are for --models"
    raise RecordError(playable if episodes else f"there is no question{of} to ask")


@dataclass(frozen=True)
class Estimate:
    """An upper bound on the calls, tokens and dollars of a run."""

    samples: int
    calls: int
    read: int
    written: int  # approximate tokens
    dollars: float | None = None

    def sentence(self) -> str:
        """The estimate as a sentence, printed before a run."""
        cost = "The provider charges for them" if self.dollars is None else f"About ${self.dollars:,.2f}"
        sooner = "; solved episodes end sooner" if self.calls > self.samples else ""
        return (
            f"{self.samples:,} samples, at most {self.calls:,} calls of a model, about {_rounded(self.read)} "
            f"tokens read and {_rounded(self.written)} written{sooner}. {cost}; --limit N asks less."
        )


def _rounded(number: int) -> str:
    """A number rounded to two significant digits.

    >>> _rounded(0), _rounded(1234), _rounded(98_765_432)
    ('0', '1,200', '99,000,000')
    """
    return f"{float(f'{number:.1e}'):,.0f}"


def estimate(
    plays: Mapping[str, Sequence[tuple[Instance, int]]], window: int, prices: Mapping[str, Price]
) -> Estimate:
    """An upper bound from budgets, limits and prompt sizes; in dollars if all prices are known."""
    samples = calls = read = written = 0
    dollars = 0.0
    for model, listed in plays.items():
        for instance, _ in listed:
            turns, size, reply = _cost(instance, window)
            samples, calls = samples + 1, calls + turns
            read, written = read + turns * size, written + turns * reply
            if price := prices.get(model):
                dollars += price.dollars(turns * size, turns * reply)
    known = bool(prices) and all(model in prices for model, listed in plays.items() if listed)
    return Estimate(samples, calls, read, written, dollars if known else None)


def _cost(instance: Instance, window: int) -> tuple[int, int, int]:
    limits = instance.prompt.limits
    if instance.form != "episode":
        return 1, len(prompt(instance)) // CHARACTERS_A_TOKEN, int(limits.get("max_tokens", REPLY_TOKENS))
    world = environment(instance)
    tools = encode([tool.schema() for tool in world.tools])
    shown = len(world.instructions) + len(world.observe()) + len(tools)
    calls = int(getattr(world, "budget", 0) or limits.get("max_turns", 100))
    return calls, shown // CHARACTERS_A_TOKEN + window * FEEDBACK_TOKENS, CALL_TOKENS


class StopTally:
    """Stop reasons by agent and difficulty."""

    def __init__(self) -> None:
        self.counts: defaultdict[tuple[str, int], Counter[str]] = defaultdict(Counter)

    def add(self, instance: Instance, record: Episode | Reply) -> None:
        """Count an episode, or the reply to a question."""
        ended = record.stop if isinstance(record, Episode) else record.metadata.get("stop", "reply")
        self.counts[record.agent or "", instance.level or 0][ended] += 1

    def print(self, stream: TextIO) -> None:
        """Write a table."""
        rows = []
        for (agent, level), counts in sorted(self.counts.items()):
            ends = ", ".join(f"{reason} {count}" for reason, count in sorted(counts.items()))
            rows.append((agent, str(level or ""), str(counts.total()), ends))
        table("", ("agent", "level", "records", "ended with"), rows, stream)
