"""One instance under audit: what the checks of every family ask of it.

A family gives a ``Subject`` in the file of its name: the words that mutants are made of, how an answer is
written, what it deserves without the judge, and when a mutant that the checker accepts is true after all.
"""

import json
from abc import ABC, abstractmethod
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any, ClassVar

from ...domains.environment import Environment, Turn, digest, turn_json
from ...instances.canonical import encode
from ...instances.records import Answer, Episode, Instance, Json, Step, Verdict
from ..checking import check_data
from ..judge import CUT_SHORT, JudgeOptions, prepare
from ..proofs import core
from ..proofs.record import read
from ..proofs.refused import RefusedError
from .finding import AuditOptions, CheckResult
from .mutator import Draw, NoVocabulary

UNREAD = frozenset(
    ("level", "split", "seed", "index", "generator", "source", "difficulty", "canary", "commitment")
)  # fields that say where a record comes from: no judge, no checker and no prompt reads them


@dataclass(frozen=True, slots=True)
class AuditInput:
    """An instance, the world of another question (None if all are alike), the commonest gold of its kind."""

    instance: Instance
    other_world: Json | None = None
    constant: str | None = None


def cases(instances: Iterable[Instance]) -> Iterator[AuditInput]:
    """The instances as cases, in their order.

    The other world is that of the next question with another world, in the same domain if there is one; the
    constant is the commonest gold of the same task, form and domain (the first by name of several).
    """
    listed = list(instances)
    golds: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
    for instance in listed:
        if instance.gold is not None:
            golds[_kind(instance)][instance.gold] += 1
    near, far = _next_worlds(listed, same_domain=True), _next_worlds(listed, same_domain=False)
    for place, instance in enumerate(listed):
        counts = golds.get(_kind(instance))
        constant = min(counts.items(), key=lambda each: (-each[1], each[0]))[0] if counts else None
        yield AuditInput(instance, near[place] or far[place], constant)


def _kind(instance: Instance) -> tuple[str, str, str]:
    return instance.task, instance.form, instance.domain


def _next_worlds(listed: list[Instance], *, same_domain: bool) -> list[Json | None]:
    """For each instance the world of the next one (around the end) whose world is another."""
    worlds: list[Json | None] = [None] * len(listed)
    last: dict[str, list[Json]] = defaultdict(list)
    for place in [*range(len(listed) - 1, -1, -1)] * 2:
        instance = listed[place]
        if not instance.world:
            continue
        recent = last[instance.domain if same_domain else ""]
        worlds[place] = next((world for world in recent if world != instance.world), None)
        # the two latest different worlds suffice: one of them differs from any given world
        if not recent or recent[0] != instance.world:
            recent[:] = [instance.world, *recent[:1]]
    return worlds


class Subject(NoVocabulary, ABC):
    """One instance; each part of it is made on first use."""

    settled: frozenset[str] = UNREAD | {"truth", "gold", "grades", "prompt", "domain"}
    """Fields that no certificate's rule reads."""
    costly: bool = False  # whether a mutant that only a search refutes costs as much as the record
    answers: ClassVar[int] = 100  # mutants of the gold answer at most
    decided: bool = True  # whether there is anything to check

    def __init__(self, case: AuditInput):
        self.case, self.instance = case, case.instance
        self.draw = Draw(case.instance.id)
        self.truth: Json = case.instance.truth or {}

    @cached_property
    def data(self) -> Json:
        """The record as JSON data."""
        data: Json = json.loads(encode(self.instance))
        return data

    @cached_property
    def report(self) -> core.Report:
        """What the checker says of the record."""
        return check_data(self.data)

    @property
    def accepted(self) -> bool:
        """Whether there is a world, and the checker accepts what is said of it."""
        return bool(self.instance.world) and self.report.failed is None

    def blank(self, data: Json) -> Any:
        """What the checker knows of a record before any certificate."""
        return import_module(f"..proofs.{self.instance.family}.knowledge", __package__).Knowledge(read(data))

    formal_fields: ClassVar[tuple[str, ...]] = ("world",)
    """The fields whose every meaning ``formal`` holds."""

    def formal(self, data: Json) -> Any:
        """What the checker reads in some fields of a record, remarks and wording aside; None for nothing."""
        return None

    @cached_property
    def knowledge(self) -> Any:
        """What the certificates of the instance establish, by the checker's replay; or RefusedError."""
        knowledge = self.blank(self.data)
        core.replay(knowledge, read(self.data))
        return knowledge

    def searched(self, field: str) -> bool:
        """Whether certificates may have to be replayed again for a mutant in one field."""
        return field in ("certificates", "world", "query") or (field == "truth" and field not in self.settled)

    def refusal(self, mutant: Json, field: str) -> str | None:
        """Why the checker refuses a mutant in one field, or None; what that cannot change is not redone."""
        if field not in self.settled or not isinstance(mutant.get("truth"), dict) or not mutant.get("grades"):
            return check_data(mutant).failed
        try:
            record = read(mutant)
            if field in ("prompt", "domain"):
                self.blank(mutant)
            core.settle(self.knowledge, record)
        except RefusedError as error:
            return str(error)
        except Exception as error:  # as the checker does: whatever a malformed record breaks is refused
            return f"malformed record: {type(error).__name__}: {error}"
        return None

    def harmless(self, mutant: Json, field: str) -> bool:
        """Whether what a mutant says is shown to be so (``excused``); a malformed one says nothing."""
        try:
            return self.excused(mutant, field)
        except (AttributeError, LookupError, TypeError, ValueError):
            return False

    def excused(self, mutant: Json, field: str) -> bool:
        """Whether a truth or a certificate that the checker accepts says nothing that is not so.

        A truth is so when it is the same but for what no certificate of the record backs; certificates, when
        they are the same in another order or number.
        """
        truth, own = mutant["truth"], self.truth
        same = mutant["certificates"] == self.data["certificates"]
        if same and {**truth, **self._another_way(truth)} == own:
            return True
        if field == "truth":
            backed = [claim.text for claim in self.report.claims if claim.proven]
            claims = check_data(mutant).claims
            return len(backed) < len(claims) and backed == [each.text for each in claims if each.proven]
        return set(map(encode, mutant[field])) == set(map(encode, self.data[field]))

    def _another_way(self, truth: Json) -> Json:
        """The own plan of the record where another stands that is as long and deserves as much."""
        for key in ("plan", "actions"):
            way, own = truth.get(key), self.truth.get(key)
            if isinstance(way, list) and isinstance(own, list) and len(way) == len(own):
                text = "\n".join(way)
                if self.deserves(self.value(text), self.verdict(text)) == 1.0:
                    return {key: own}
        return {}

    @staticmethod
    def statement(truth: Json) -> Json:
        """What a truth says of its question: not which of several right examples it gives."""
        return truth

    @cached_property
    def judge(self) -> Callable[[Answer], Verdict]:
        """The judge of answers."""
        return prepare(self.instance)

    def verdict(self, answer: Any, options: JudgeOptions | None = None) -> Verdict:
        """The verdict on a text, or on data."""
        judge = self.judge if options is None else prepare(self.instance, options)
        if isinstance(answer, str):
            return judge(Answer(id=self.instance.id, response=answer))
        return judge(Answer(id=self.instance.id, answer=answer))

    def second(self, options: AuditOptions, result: CheckResult) -> None:
        """Ask other engines; EngineMissingError when one is not there."""
        import_module(f".second.{self.instance.family}", __package__).second(self, options, result)

    @property
    def owes_gold(self) -> bool:
        """Whether a record of this truth must have a gold answer."""
        return False

    @abstractmethod
    def spellings(self) -> Iterator[tuple[str, Any, JudgeOptions | None]]:
        """The gold answer in its various spellings, each with its name."""

    @abstractmethod
    def idle(self) -> Iterator[Any]:
        """Answers that nobody worked for."""

    def strategies(self) -> Iterator[tuple[str, Any]]:
        """Answers that are the same whatever is asked, and may be right: a name and a value."""
        return iter(())

    @cached_property
    def gold_value(self) -> Any:
        """The gold answer as the data that mutants are made of; None where there is none."""
        return None if self.instance.gold is None else self.value(self.instance.gold)

    @abstractmethod
    def value(self, text: str) -> Any:
        """An answer text as data; None where it cannot be read."""

    def wrong(self) -> Iterator[tuple[str, Any]]:
        """Values that are meant to be wrong answers, besides the changes of the gold."""
        return iter(())

    def write(self, value: Any) -> Any:
        """The answer that says a value; None where nothing says it."""
        return value

    @abstractmethod
    def deserves(self, value: Any, verdict: Verdict) -> float | None:
        """What an answer is worth, found without the judge; None where the truth leaves that open."""

    def played(self) -> Episode | None:
        """The record of an episode that plays the gold answer."""
        return None

    def texts(self) -> Iterator[str]:
        """Wrong answers that are texts only, and say no value."""
        return iter(())

    def recorded(self, world: Environment, turns: Iterable[Turn]) -> Episode:
        """The record of some turns, as far as the world takes them."""
        steps: list[Step] = []
        for turn in turns:
            if world.stop is not None:
                break
            seen, feedback = digest(world.observe()), world.act(turn)
            action, figures = turn_json(turn), feedback.metadata
            steps.append(Step(action=action, outcome=feedback.outcome, observation=seen, metadata=figures))
        stop = world.stop or CUT_SHORT
        return Episode(instance=self.instance.id, agent="audit", steps=tuple(steps), stop=stop)
