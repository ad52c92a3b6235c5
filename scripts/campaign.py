"""Runs models through Inspect: selects questions without a record, stores each record, watches providers.

A record is a row of an answer file, identified by agent, question and sample.  A resumed run repeats no
question that has a record.  Episodes that a provider cut short are not records of a model: they are stored
separately, and played again.
"""

from __future__ import annotations

import math
import re
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import islice, product
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from ..instances.errors import EngineFailureError, RecordError
from ..instances.records import Answer, Episode, Instance, Json, Reply
from ..verifiers.judge import CUT_SHORT
from .harness.watch import ProviderState

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog
    from inspect_ai.model import Model

Record = Reply | Episode
FAILED = frozenset({"API_FAILURE", CUT_SHORT})
"""Stop reasons of an episode that was ended by a provider, or by the end of the run."""
PATIENCE = 900.0
EVERY = 60.0  # seconds between two lines of progress where stderr is no terminal
_MARKUP = re.compile(r"\[/?[a-z]+\]")


class RecordKey(NamedTuple):
    """Identifies a record: agent, question and sample number."""

    agent: str
    question: str
    sample: int


def name_of(row: Answer | Episode) -> RecordKey:
    """The identity of a record."""
    if isinstance(row, Episode):
        return RecordKey(row.agent, row.instance, row.sample)
    return RecordKey(row.agent or "", str(row.id), row.sample)


def failed(record: Record) -> bool:
    """Whether the provider, not the model, ended the episode."""
    return isinstance(record, Episode) and record.stop in FAILED


@dataclass(frozen=True)
class ModelSettings:
    """How models are called; None means the provider's default."""

    temperature: float | None = None
    max_tokens: int | None = None
    reasoning_effort: str | None = None
    max_connections: int | None = None
    timeout: float | None = None  # seconds for one attempt
    max_retries: int | None = None
    patience: float = PATIENCE  # seconds without any reply after which a model is dropped
    base_url: str | None = None
    window: int = 10  # past turns that a model sees in an episode
    log_dir: str | None = None

    def generation(self) -> dict[str, Any]:
        """The options of a call, under Inspect's names."""
        same = ("temperature", "max_tokens", "reasoning_effort", "max_connections", "max_retries")
        options = {name: getattr(self, name) for name in same} | {"timeout": math.ceil(self.patience)}
        options["attempt_timeout"] = None if self.timeout is None else math.ceil(self.timeout)
        return {key: value for key, value in options.items() if value is not None}

    def header(self) -> Json:
        """The settings that must be the same when a run is resumed."""
        names = ("temperature", "max_tokens", "reasoning_effort", "base_url", "window")
        return {name: getattr(self, name) for name in names}


@dataclass(frozen=True)
class Price:
    """Dollars per million tokens."""

    input: float
    output: float

    def dollars(self, read: int, written: int) -> float:
        """The cost of so many tokens."""
        return (read * self.input + written * self.output) / 1e6


def prices(path: str | Path | None) -> dict[str, Price]:
    """Prices by model from TOML: ``["openai/gpt-5"]``, ``input``, ``output``; RecordError for others."""
    if path is None:
        return {}
    try:
        table = msgspec.toml.decode(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise RecordError(f"is no table of prices: {error}", file=str(path)) from None
    made = {}
    for model, row in table.items():
        numbers = [row.get(key) if isinstance(row, dict) else None for key in ("input", "output")]
        if not all(isinstance(number, (int, float)) and number >= 0 for number in numbers):
            message = "needs input and output, in dollars per million tokens"
            raise RecordError(message, file=str(path), field=model)
        made[model] = Price(*map(float, numbers))  # type: ignore[arg-type]
    return made


@dataclass
class Progress:
    """The counts and costs of a run so far."""

    total: int
    prices: Mapping[str, Price] = field(default_factory=dict)
    kept: int = 0
    failed: int = 0
    tokens: Counter[str] = field(default_factory=Counter)
    dollars: float = 0.0
    quiet: bool = False
    _said: float = field(default_factory=monotonic)

    def add(self, record: Record) -> None:
        """Count one record, and its cost."""
        self.failed += failed(record)
        self.kept += not failed(record)
        if record.usage is not None:
            read, written = record.usage.input_tokens, record.usage.output_tokens
            self.tokens.update(input=read, output=written)
            if price := self.prices.get(record.agent or ""):
                self.dollars += price.dollars(read, written)

    def sentence(self) -> str:
        """The progress as a sentence.

        >>> Progress(5, kept=2, tokens=Counter(input=1500, output=20)).sentence()
        '2 of 5, 1,500 tokens read, 20 written'
        """
        tokens = f"{self.tokens['input']:,} tokens read, {self.tokens['output']:,} written"
        spent = f", ${self.dollars:,.2f}" if self.prices else ""
        return f"{self.kept} of {self.total}, {tokens}{spent}" + f", {self.failed} failed" * bool(self.failed)

    def show(self) -> None:
        """Print the progress on stderr: a line rewritten in place on a terminal, now and then elsewhere."""
        if self.quiet:
            return
        if sys.stderr.isatty():
            print(f"\r\x1b[K{self.sentence()}", end="", file=sys.stderr, flush=True)
        elif monotonic() - self._said >= EVERY:
            self._said = monotonic()
            print(self.sentence(), file=sys.stderr, flush=True)

    def close(self) -> None:
        """Print the final progress."""
        if not self.quiet:
            print("\r\x1b[K" * sys.stderr.isatty() + self.sentence(), file=sys.stderr)


def pending(
    instances: Sequence[Instance],
    models: Iterable[str],
    runs: int,
    limit: int | None,
    done: Collection[RecordKey] = (),
) -> dict[str, list[tuple[Instance, int]]]:
    """For each model, which of the first ``limit`` questions and samples lack a record.  All models get
    the same; finished ones count towards the limit."""
    wanted = list(islice(product(instances, range(runs)), limit))
    return {model: [play for play in wanted if (model, play[0].id, play[1]) not in done] for model in models}


def ask_models(
    plays: Mapping[str, Sequence[tuple[Instance, int]]],
    settings: ModelSettings,
    keep: Callable[[Instance, Record], None],
    say: Callable[[str], None],
    models: Mapping[str, Model] | None = None,
) -> None:
    """Put the pending questions to all models concurrently; ``keep`` receives each record when it completes.

    A model is dropped if its provider stays down or refuses the key; the others continue.  ``models`` may
    give the model objects themselves.  Raises KeyboardInterrupt when the run was interrupted; whatever
    ``keep`` raises, since no question is asked if its record cannot be stored; EngineFailureError if Inspect
    cannot run a model at all and, after all available records, if some sample ended without one.
    """
    plays_left = {model: listed for model, listed in plays.items() if listed}
    got, unkept = Counter[str](), list[BaseException]()

    def kept(instance: Instance, record: Record) -> None:
        try:
            keep(instance, record)
        except BaseException as error:
            unkept.append(error)
            for watch in watches.values():
                watch.stop("a record cannot be kept")
            raise
        got[record.agent or ""] += 1

    watches = {model: ProviderState(model, settings.patience, say) for model in plays_left}
    with ExitStack() as stack:
        for watch in watches.values():
            stack.enter_context(watch)
        logs = _evaluate(plays_left, settings, kept, watches, models or {})
    if unkept:
        raise unkept[0]
    # an interrupted evaluation ends with logs that say so, or with none
    if len(logs) < len(plays_left) or any(log.status == "cancelled" for log in logs):
        raise KeyboardInterrupt
    if stopped := [watch.stopped for watch in watches.values() if watch.stopped]:
        raise EngineFailureError("; ".join(stopped))
    if lost := Counter({model: len(listed) for model, listed in plays_left.items()}) - got:
        raise EngineFailureError(_unrecorded(lost, watches, logs))


def _evaluate(
    plays: Mapping[str, Sequence[tuple[Instance, int]]],
    settings: ModelSettings,
    kept: Callable[[Instance, Record], None],
    watches: Mapping[str, ProviderState],
    models: Mapping[str, Model],
) -> Sequence[EvalLog]:
    from inspect_ai import eval as evaluate
    from inspect_ai.model import GenerateConfig, get_model

    from .harness.inspect import task_of

    tasks, making = [], ""
    try:
        for making, listed in plays.items():
            model = models.get(making) or get_model(
                making, base_url=settings.base_url, config=GenerateConfig(**settings.generation())
            )
            tasks.append(task_of(listed, settings.window, model=model, kept=kept, watch=watches[making]))
        making = ", ".join(plays)
        limits = {"max_tasks": len(tasks), "max_samples": settings.max_connections}
        options = {"display": "none", "log_dir": settings.log_dir, "fail_on_error": False}
        logs: Sequence[EvalLog] = evaluate(tasks, **options, **limits)
        return logs
    except Exception as error:
        cause = f"({type(error).__name__}): {_mend(error)}"
        raise EngineFailureError(f"Inspect cannot run {making} {cause}") from None


def _unrecorded(lost: Counter[str], watches: Mapping[str, ProviderState], logs: Sequence[EvalLog]) -> str:
    """How many samples of each model ended without a record, why, and the names of their logs."""
    counted = ", ".join(f"{number} of {model}" for model, number in lost.items())
    failures = ((model, *failure) for model in lost for failure in sorted(watches[model].failures.items()))
    causes = ", ".join(f"{model}: {name} {count}" for model, name, count in failures)
    where = ", ".join(sorted({Path(log.location).name for log in logs}))
    return f"no record of {counted}: {causes or 'see the log'} ({where})"


def _mend(error: Exception) -> str:
    """What Inspect reports as missing; other errors are not repeated, since they may quote a key."""
    if type(error).__name__ != "PrerequisiteError":
        return "is its provider's package installed, its key in the environment?"
    return " ".join(_MARKUP.sub("", str(error)).split()).removeprefix("ERROR: ")
