"""Judging GF-01's commit episodes: played again, and the interventions that were made are the certificate.

The value is MET-C of that certificate; an episode that was not played to its end has none and scores 0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...domains.environment import Environment
from ...domains.reactive.columns import Columns
from ...domains.reactive.environment import COMMITTED, Interventions
from ...instances.errors import RecordError
from ...instances.records import Answer, Code, Instance, Outcome
from ..judgement import Judgement, JudgeOptions, incorrect
from ..replay import episode_of, replay
from .judging_interventions import judge_intervention
from .question import Question


def environment(question: Question) -> Interventions:
    """The episode of a question, at its beginning; RecordError for a query that does not say all of it."""
    query = question.query
    mode, budget, atoms = query.get("mode"), query.get("budget_timestep"), query.get("budget_atoms")
    if mode not in ("normal", "hard") or type(budget) is not int or type(atoms) not in (int, type(None)):
        raise RecordError("an episode needs a mode and budgets", field="query")
    return Interventions(
        question.machine,
        question.trace,
        question.effect,
        mode,
        budget_timestep=budget,
        budget_atoms=atoms,
    )


def rendered(world: Interventions, metadata: dict[str, Any]) -> Environment:
    """The episode as it was shown: in frames where the record says ``{"renderer": "visual"}``."""
    return Columns(world) if metadata.get("renderer") == "visual" else world


def prepare_episode(instance: Instance, options: JudgeOptions) -> Callable[[Answer], tuple[Judgement, Any]]:
    """A function from an episode to its judgement and its certificate."""
    question = Question.of(instance)
    judge = judge_intervention(question, instance.truth or {}, options)

    def judged(answer: Answer) -> tuple[Judgement, Any]:
        world = environment(question)
        try:
            episode = episode_of(answer.answer)
            replay(episode, rendered(world, episode.metadata))
        except RecordError as error:
            return Judgement(Outcome.UNPARSED, Code.MALFORMED, str(error)), None
        certificate = [list(atom) for atom in world.committed]
        if world.stop != COMMITTED:
            return incorrect(Code.WRONG, f"the run was not played to its end ({world.stop})"), certificate
        return judge(certificate), certificate

    return judged
