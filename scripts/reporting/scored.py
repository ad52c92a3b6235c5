"""The rows of a report of any family: one for each answer, verdict or episode.

Verdicts are taken as they are; answers and episodes are judged against the truth.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from ...domains.timetravel.kernel import World
from ...domains.timetravel.level import of_world
from ...instances.canonical import digest
from ...instances.errors import CertwrightError, LimitError, RecordError
from ...instances.lines import MANIFEST
from ...instances.records import Answer, Code, Episode, Instance, Reply, Usage, Verdict
from ...instances.replies import foreign, read_replies
from ...instances.store import read_records
from ...verifiers.gridworld.measured import Measured, measure
from ...verifiers.judge import prepare
from ...verifiers.statistics import blind_score
from ...verifiers.timetravel.judging import environment, played
from ...verifiers.timetravel.metrics import Course, Metrics, course
from ...verifiers.timetravel.optimum import Optimum, solve
from ..jobs import Executor, Failed, InProcess
from ..viewing.content import action_text
from .results import COLUMNS, EPISODES, LEVELS, Results, cells, row

Item = tuple[int, Instance, Episode]  # its place among the rows, question, episode

Replayed = tuple[Verdict, Measured | None, Course | None]
"""A verdict; what is measured of a grid world; the course of time travel, if regret is requested."""


def replayed(item: Item, regret: bool) -> Replayed:
    """Replay an episode; RecordError if its world contradicts the record.  ``regret`` compares time travel
    with the optimum of its level, if that is not too large."""
    _, instance, episode = item
    answer = Answer(id=episode.instance, sample=episode.sample, answer=episode, agent=episode.agent)
    verdict = prepare(instance)(answer)
    if instance.family == "gridworld":
        return verdict, measure(instance, episode, verdict), None
    if instance.family == "timetravel" and verdict.code is Code.MALFORMED:
        raise RecordError(verdict.explanation)
    if instance.family != "timetravel" or not regret or (best := _optimum(instance)) is None:
        return verdict, None, None
    return verdict, None, course(played(episode, environment(instance)), best)


_optima: dict[str, Optimum | None] = {}  # the optima of the levels that this process has searched, by id


def _optimum(instance: Instance) -> Optimum | None:
    if instance.id not in _optima:
        _optima[instance.id] = None
        with suppress(LimitError):
            _optima[instance.id] = solve(World(of_world(instance.world)))
    return _optima[instance.id]


TURNS = 200  # turns of an episode that are kept as text
UNNAMED = "-"  # the agent of rows that name none, if the file provides no name either


@dataclass(frozen=True)
class ScoredRow:
    """One judged answer of an agent, with the keys by which a report groups it."""

    agent: str
    id: str
    family: str
    task: str
    domain: str
    form: str
    level: int | None
    sample: int
    value: float | None
    outcome: str
    code: str
    explanation: str
    answer: str  # the judged text, if the source has it; the turns of an episode
    usage: Usage | None = None
    chance: float = 0.0  # the score of a player who looks at nothing; see ``statistics.blind_score``
    world: str = ""  # equal for questions about one world; the question's own id if it is in no given truth
    verdict: Verdict | None = None
    question: Instance | None = None
    measured: Measured | None = None  # the measured figures of a grid-world episode
    course: Course | None = None  # the comparison of a time-travel episode with the optimum, if requested
    stored: bool = False  # whether the verdict was given, rather than computed here

    @property
    def tokens(self) -> int | None:
        """Tokens read and written; None if they were not counted."""
        return (self.usage.input_tokens + self.usage.output_tokens or None) if self.usage else None


def rows(
    paths: Iterable[Path],
    truth: Mapping[str, Instance],
    fault: Callable[[object], None],
    workers: Executor | None = None,
    *,
    regret: bool = False,
) -> list[ScoredRow]:
    """The rows of files and of results folders; ``fault`` receives each record that cannot be used.

    Episodes are replayed by ``workers``; a folder's table of 37 columns must agree with the replays.  With
    ``regret`` those of time travel are compared with the optimum.
    """
    judged_rows: list[ScoredRow | None] = []
    run, work = workers or InProcess(), partial(replayed, regret=regret)
    for path in paths:
        known = dict(truth)
        listed = None
        if (path / LEVELS).exists():
            listed = {row["run_id"]: [row[name] for name in COLUMNS] for row in Results(path).rows()}
        for file in _files(path, known, fault):
            lent = UNNAMED if path.is_dir() else path.name.split(".")[0]
            for outcome in run.map(work, _episodes(file, known, lent, fault, judged_rows)):
                place, instance, episode = outcome.item
                where = f"{file}: {episode.agent}, {episode.instance}, sample {episode.sample}"
                if not isinstance(outcome, Failed):
                    verdict, measured, taken = outcome.value
                    judged = _row(verdict, instance, episode.agent or lent, episode.usage, _turns(episode))
                    judged_rows[place] = replace(judged, measured=measured, course=taken)
                    stated = None if listed is None else listed.get(str(episode.metadata.get("run_id")))
                    if listed is not None and stated != cells(row(episode, Metrics.of(verdict.metadata))):
                        fault(f"{where}: the row in the table is not that of the episode")
                elif isinstance(outcome.error, CertwrightError):
                    fault(f"{where}: {outcome.error}")
                else:
                    raise outcome.error
    return [row for row in judged_rows if row is not None]


def _turns(episode: Episode) -> str:
    """The turns of an episode, one per line, and how it ended."""
    lines = [f"{action_text(step.action)[:400]}  {step.outcome}" for step in episode.steps[:TURNS]]
    if len(episode.steps) > TURNS:
        lines.append(f"... {len(episode.steps) - TURNS} more")
    return "\n".join([*lines, episode.stop])


def _files(path: Path, truth: dict[str, Instance], fault: Callable[[object], None]) -> Iterator[Path]:
    levels = path / LEVELS
    if not path.is_dir() or (path / MANIFEST).is_file():
        yield path
    elif levels.exists():
        own = (question for question in read_records(levels, Instance) if _good(question, fault))
        truth.update({question.id: question for question in own})
        yield from sorted((path / EPISODES).glob("*.jsonl"))
    else:
        yield from sorted(file for file in path.glob("*.jsonl*") if not file.name.startswith("."))


def _good(record: Any, fault: Callable[[object], None]) -> bool:
    if isinstance(record, RecordError):
        fault(record)
        return False
    return True


def _episodes(
    file: Path,
    truth: Mapping[str, Instance],
    lent: str,
    fault: Callable[[object], None],
    judged_rows: list[ScoredRow | None],
) -> Iterator[Item]:
    """The episodes of a file, each with its position in ``found``; other rows are appended to ``found``."""
    judges: dict[str, Callable[[Answer], Verdict]] = {}
    for record in _records(file):
        if not _good(record, fault):
            continue
        if isinstance(record, Verdict):
            judged = _row(record, truth.get(record.id), record.agent or lent, None, "")
            judged_rows.append(replace(judged, stored=True))
            continue
        name = record.instance if isinstance(record, Episode) else str(record.id)
        instance = truth.get(name)
        if instance is None:
            fault(f"{file}: {name} is in no truth that was given (--truth)")
            continue
        if isinstance(record, Episode):
            judged_rows.append(None)
            yield len(judged_rows) - 1, instance, record
            continue
        try:
            judge = judges.get(name) or judges.setdefault(name, prepare(instance))
            usage = record.usage if isinstance(record, Reply) else None
            judged_rows.append(_row(judge(record), instance, record.agent or lent, usage, record.response))
        except CertwrightError as error:
            fault(f"{file}: {name}: {error}")


def _records(file: Path) -> Iterator[Any]:
    """The verdicts, episodes and answers of our own files, or of another harness's files."""
    if not foreign(file):
        yield from read_records(file, Verdict, Episode, Reply)
        return
    for reply in read_replies(file):
        yield reply.answer if isinstance(reply, Answer) and isinstance(reply.answer, Episode) else reply


def _row(
    verdict: Verdict, instance: Instance | None, agent: str, usage: Usage | None, said: object
) -> ScoredRow:
    family, task, domain, *_ = [*verdict.id.split("/"), "-", "-", "-"]
    form, level, chance, world = "-", None, 0.0, verdict.id
    if instance is not None:
        form, level = instance.form, instance.level
        chance, world = blind_score(instance), digest(instance.world)
    keys = family, task, domain, form, level, verdict.sample
    judged = verdict.value, verdict.outcome.value, verdict.code.value, verdict.explanation
    text = "" if said is None else str(said)
    return ScoredRow(agent, verdict.id, *keys, *judged, text, usage, chance, world, verdict, instance)
