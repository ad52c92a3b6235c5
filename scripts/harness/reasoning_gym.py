"""Datasets of reasoning-gym: importing this registers one, with curriculum, for each task asked in text.

    import certwright.scripts.harness.reasoning_gym
    reasoning_gym.create_dataset("certwright_planning_reach", size=10, seed=42, level=2)

An item is a generated question; its metadata hold the record, so ``score_answer`` needs nothing else: any
dataset of ours scores the items of any.  Items depend on configuration and index alone, in every process.
"""

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from reasoning_gym.coaching import BaseCurriculum, ScalarAttributeDefinition
from reasoning_gym.dataset import ProceduralDataset
from reasoning_gym.factory import register_dataset

from ...instances.errors import LimitError, NameUnknownError
from ...instances.names import tasks
from ...instances.records import Instance, Json
from ..library.generated import generate
from ..library.judging import score
from ..library.prompts import prompt
from ..library.questions import Questions
from .rewards import question_of, record_json

LEVELS = (1, 2, 3, 4, 5)
ATTEMPTS = 16  # places that are tried for an item; at some, no question of the level exists


@dataclass
class Config:
    """What a dataset asks: ``form`` is gen, bool or mcq (None: the first that the task has)."""

    size: int = 500
    seed: int | None = None
    level: int = 3
    form: str | None = None
    domain: str | None = None

    def validate(self) -> None:
        """LimitError for a size below 1, NameUnknownError for another level or form than there are."""
        if self.size < 1:
            raise LimitError(f"size is {self.size}; it must be positive")
        if self.level not in LEVELS:
            raise NameUnknownError(f"unknown level {self.level}; known: {LEVELS[0]} to {LEVELS[-1]}")
        if self.form not in (None, "gen", "bool", "mcq"):
            raise NameUnknownError(f"unknown form {self.form!r}; known: gen, bool, mcq")


class Curriculum(BaseCurriculum):
    """From the lowest level to the highest."""

    def __init__(self) -> None:
        super().__init__(type(self).__name__, Config)
        level = ScalarAttributeDefinition(
            name="level", field_name="level", levels=list(LEVELS), description="Difficulty of the worlds"
        )
        self._define_attributes(level)


class Dataset(ProceduralDataset):
    """The questions of one task."""

    task: ClassVar[str]
    forms: ClassVar[tuple[str, ...]]

    def __init__(self, config: Config) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)

    @property
    def category(self) -> str:
        """The family."""
        return self.task.partition("/")[0]

    @cached_property
    def _questions(self) -> Questions:
        config, form = self.config, self.config.form or self.forms[0]
        options: Json = {"level": config.level, "form": form, "domain": config.domain}
        return generate(self.task, seed=self.seed, size=self.size * ATTEMPTS, **options)

    def __getitem__(self, idx: int) -> Json:
        """The item of an index: question, a right answer, metadata.  LimitError where none can be made."""
        question = self._question(idx)
        metadata: Json = {"source_dataset": _name(self.task), "source_index": idx, "id": question.id}
        metadata |= {"difficulty": {"level": question.level}, "record_json": record_json(question)}
        return {"question": prompt(question), "answer": question.gold, "metadata": metadata}

    def _question(self, index: int) -> Instance:
        questions, size = self._questions, int(self.size)
        for attempt in range(ATTEMPTS - 1):
            with suppress(LimitError):
                return questions[index + attempt * size]
        return questions[index + (ATTEMPTS - 1) * size]

    def score_answer(self, answer: str | None, entry: Json) -> float:
        """The value of the verdict; no answer scores 0, and so would one that nobody can judge."""
        return score(question_of(entry["metadata"]["record_json"]), answer).value or 0.0


def _name(task: str) -> str:
    return f"certwright_{task.replace('/', '_')}"


def _register() -> None:
    for family in ("planning", "reactive"):
        for key, task in tasks(family).items():
            forms = tuple(form for form in ("gen", "bool", "mcq") if form in task.groups)
            attributes: dict[str, Any] = {"task": f"{family}/{key}", "forms": forms}
            kind = type(f"{family}_{key}".title().replace("_", "") + "Dataset", (Dataset,), attributes)
            register_dataset(_name(f"{family}/{key}"), kind, Config, Curriculum)


_register()
