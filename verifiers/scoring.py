"""Scoring a stream of answers against stored truth: one pass, input order, no engine.

Each row is judged by itself (``judge_rows``), by any number of processes; behind that, in input order, is
looked at whether it answers what was answered before (``first_answers``).  What is kept is, for each
instance, its judge and one bitmask of sample numbers.  A fault in one row never stops the others.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from dataclasses import dataclass
from time import perf_counter
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from ..instances.errors import CertwrightError, EngineMissingError, MachineError, RecordError
from ..instances.records import Answer, Code, Instance, Verdict
from .identity import Index
from .judge import failed

Options = TypeVar("Options")
Judge = Callable[[Answer], Verdict]
Prepare = Callable[[Instance, Options], Judge]
"""Makes the judge of one instance; ``certwright.verifiers.judge.prepare`` is one."""

MASKED_SAMPLES = 4096  # samples below this are remembered as bits; the rare ones above it one by one


@dataclass(frozen=True, slots=True)
class RefusedRow:
    """A row that is not scored: which (counted from 1), why, and in one sentence what is wrong with it."""

    code: Code
    row: int
    id: str
    sample: int
    message: str


class Judged(NamedTuple):
    """What came of one row by itself, and whose answer to what it is."""

    outcome: Verdict | RefusedRow
    row: int
    instance: str | None = None  # None for a row that means no instance
    sample: int = 0
    agent: str | None = None


def score_rows(
    rows: Iterable[Answer | RecordError], truth: Index, prepare: Prepare[Options], options: Options
) -> Iterator[Verdict | RefusedRow]:
    """Yield a verdict or a refusal for each row, in input order; see ``judge_rows`` and ``first_answers``."""
    return first_answers(judge_rows(enumerate(rows, 1), truth, prepare, options))


def judge_rows(
    rows: Iterable[tuple[int, Answer | RecordError]],
    truth: Index,
    prepare: Prepare[Options],
    options: Options,
    *,
    timing: bool = False,
    judges: MutableMapping[str, Judge] | None = None,
) -> Iterator[Judged]:
    """Judge numbered rows, each by itself; ``judges`` are those that are ready.

    Where the judge cannot use the stored truth the row is refused (``truth_missing``); where it fails in
    another way the verdict is ``undecided`` (``internal_error``).  ``timing`` adds the seconds that a row
    took; the first of a question prepares its judge.  Raises MachineError and EngineMissingError: no answer
    is at fault for them.
    """
    resolve, judges = truth.resolve, {} if judges is None else judges
    for row, answer in rows:
        if isinstance(answer, RecordError):
            yield Judged(RefusedRow(Code.MALFORMED, row, "", 0, str(answer)), row)
            continue
        instance = resolve(answer)
        if isinstance(instance, Code):
            message = _unresolved(instance, answer)
            yield Judged(RefusedRow(instance, row, str(answer.id), answer.sample, message), row)
            continue
        identifier = instance.id
        begun = perf_counter() if timing else 0.0
        outcome: Verdict | RefusedRow
        try:
            judge = judges.get(identifier)
            if judge is None:
                judge = judges[identifier] = prepare(instance, options)
            outcome = judge(answer)
        except (MachineError, EngineMissingError):
            raise
        except CertwrightError as error:
            message = f"the stored truth cannot be used: {error}"
            outcome = RefusedRow(Code.TRUTH_MISSING, row, identifier, answer.sample, message)
        except Exception as error:
            outcome = failed(identifier, answer, error)
        if timing and isinstance(outcome, Verdict):
            outcome = replace(outcome, seconds=round(perf_counter() - begun, 6))
        yield Judged(outcome, row, identifier, answer.sample, answer.agent)


def first_answers(judged: Iterable[Judged]) -> Iterator[Verdict | RefusedRow]:
    """The outcomes of rows in their order; of several for one (agent, instance, sample) the first counts."""
    seen = defaultdict[str | None, SeenSamples](SeenSamples)
    for verdict in judged:
        if verdict.instance is None or seen[verdict.agent].add(verdict.instance, verdict.sample):
            yield verdict.outcome
            continue
        by = f" by {verdict.agent}" if verdict.agent else ""
        message = f"sample {verdict.sample} of {verdict.instance} was answered before{by}"
        message += "; the first answer counts"
        yield RefusedRow(Code.DUPLICATE, verdict.row, verdict.instance, verdict.sample, message)


def labelled(instance: Instance) -> bool:
    """Whether an instance has been labelled, or needs no truth to be judged: an episode is played again."""
    return instance.truth is not None or instance.grades is not None or instance.form == "episode"


class SeenSamples:
    """The pairs (instance, sample) met so far: a bitmask an instance, pairs only for very large samples."""

    def __init__(self) -> None:
        self._masks: dict[str, int] = {}
        self._others: set[tuple[str, int]] = set()

    def add(self, instance: str, sample: int) -> bool:
        """Remember a pair; False when it was met before.

        >>> seen = SeenSamples()
        >>> seen.add("a", 0), seen.add("a", 10**12), seen.add("a", 0), seen.add("a", 10**12)
        (True, True, False, False)
        """
        if 0 <= sample < MASKED_SAMPLES:
            mask, bit = self._masks.get(instance, 0), 1 << sample
            self._masks[instance] = mask | bit
            return not mask & bit
        size = len(self._others)
        self._others.add((instance, sample))
        return len(self._others) > size


def _unresolved(code: Code, answer: Answer) -> str:
    said = [f"{name} {value!r}" for name, value in (("task", answer.task), ("form", answer.form)) if value]
    name = f"the id {answer.id!r}" + (f" with {' and '.join(said)}" if said else "")
    if code is Code.UNKNOWN_ID:
        return f"no truth has {name}"
    return f"several truths have {name}; say task and form, or use the full id"
