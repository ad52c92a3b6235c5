"""What the checks of one instance share, each part made on first use."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import msgspec

from ...domains.planning.atoms import text
from ...domains.planning.pddl import Problem, parse
from ...domains.planning.strips import Task
from ...instances.records import Answer, Certificate, Instance, Json, Verdict
from ..checking import record_of
from ..proofs import core
from ..proofs.planning.knowledge import Knowledge
from ..proofs.refused import RefusedError
from .case import Case
from .draw import Draw
from .vocabulary import Vocabulary


class Subject:
    """One instance under audit."""

    def __init__(self, case: Case):
        self.case, self.instance = case, case.instance
        self.draw = Draw(case.instance.id)

    @property
    def truth(self) -> Json:
        """The truth record; empty where there is none."""
        return self.instance.truth or {}

    @cached_property
    def judge(self) -> Callable[[str], Verdict]:
        """The judge of answer texts."""
        from ..judge import prepare

        judged = prepare(self.instance)
        return lambda response: judged(Answer(id=self.instance.id, response=response))

    @cached_property
    def gold_value(self) -> Any:
        """The gold answer as the reader takes it; None without gold, or when it cannot be read."""
        return None if self.instance.gold is None else self.judge(self.instance.gold).answer

    @cached_property
    def problem(self) -> Problem:
        """The syntax tree of the world."""
        return parse(self.instance.world["domain"], self.instance.world["problem"])

    @cached_property
    def initial_facts(self) -> list[str]:
        """The fluent facts of the state, sorted."""
        return sorted(map(text, self.problem.fluent_init))

    @cached_property
    def goal_facts(self) -> list[str]:
        """The positive facts of the goal, sorted."""
        return sorted(map(text, self.problem.goal))

    @cached_property
    def task(self) -> Task:
        """The grounded task, by our own grounder; loaded only for questions to planners."""
        from ...domains.planning.grounding import ground

        return ground(self.problem)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words that answers to this question are written in."""
        return Vocabulary(self.problem, "facts" if self.instance.task in FACT_TASKS else "actions")

    @cached_property
    def knowledge(self) -> Knowledge:
        """What the certificates of the instance establish; RefusedError when one is refused."""
        return self.established(self.instance.certificates)

    @cached_property
    def refused(self) -> str | None:
        """Why the checker refuses the record; None when it accepts it."""
        try:
            return self.refusal(self.instance, self.knowledge)
        except RefusedError as error:
            return str(error)

    @property
    def accepted(self) -> bool:
        """Whether there is a world, and the checker accepts what is said of it."""
        return bool(self.instance.world) and self.refused is None

    @cached_property
    def unproven(self) -> Knowledge:
        """Knowledge without certificates: what the world alone says."""
        return self.established(())

    def established(self, certificates: tuple[Certificate, ...]) -> Knowledge:
        """What some certificates about this world establish, by the checker's replay."""
        record = record_of(msgspec.structs.replace(self.instance, certificates=certificates))
        knowledge = Knowledge(record)
        core.replay(knowledge, record)
        return knowledge

    def report(self, mutant: Instance, knowledge: Knowledge | None = None) -> core.Report:
        """What the checker says of a record about this world; RefusedError where it refuses.

        With ``knowledge`` the replay of its certificates is not done again.
        """
        record = record_of(mutant)
        if record.truth is None or record.grades is None:
            raise RefusedError("the record is not labelled: it has no truth or no grades")
        return core.settle(knowledge or self.established(mutant.certificates), record)

    def refusal(self, mutant: Instance, knowledge: Knowledge | None = None) -> str | None:
        """Why the checker refuses a record about this world, None when it accepts it."""
        try:
            self.report(mutant, knowledge)
        except RefusedError as error:
            return str(error)
        except Exception as error:  # as the checker does: whatever a malformed record breaks is refused
            return f"malformed record: {type(error).__name__}: {error}"
        return None

    def with_truth(self, **changes: Any) -> Instance:
        """The instance with some keys of its truth exchanged."""
        return msgspec.structs.replace(self.instance, truth={**self.truth, **changes})


FACT_TASKS = frozenset({"prog", "reach", "land"})
"""Tasks whose answers are made of facts; the others are answered with actions, or with an index."""
