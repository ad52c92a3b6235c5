"""The judge of interventions (GF-01): an answered certificate is run, with and without each of its atoms.

The value is MET-C within the budgets that the prompt states: the certificate is valid, and takes at most so
many timesteps and single settings.  The metadata are all figures of ``metrics``: structure and
budget, sufficiency, both kinds of minimality, costs, kappa, and precision, recall and F1 against the nearest
member of M(I).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...instances.errors import RecordError
from ...instances.records import Code
from ..judgement import Judgement, JudgeOptions, correct, incorrect
from .interventions import Interventions
from .metrics import SEMANTICS, measure
from .question import Question

Judge = Callable[[Any], Judgement]


def judge_intervention(question: Question, truth: dict[str, Any], options: JudgeOptions) -> Judge:
    """Right when the certificate is valid and within both budgets; RecordError for a malformed budget."""
    asked = interventions(question)
    if options.semantics not in SEMANTICS:
        raise RecordError(f"semantics are {' or '.join(SEMANTICS)}, not {options.semantics!r}")

    def judge(value: Any) -> Judgement:
        found = measure(asked, value, semantics=options.semantics)  # type: ignore[arg-type]
        metadata = found.json()
        code = Code(metadata.pop("code"))
        if code is not Code.OK:
            return incorrect(code, found.reason, **metadata)
        if found.valid:
            return correct("", **metadata)
        if not found.sufficient:
            return incorrect(Code.MISSING_ITEMS, "with these settings the effect does not happen", **metadata)
        return incorrect(
            Code.EXTRA_ITEMS, "one of the settings can be left out: the effect still happens", **metadata
        )

    return judge


def interventions(question: Question) -> Interventions:
    """The question as GF-01 asks it."""
    budget, settings = question.query.get("budget_timestep"), question.query.get("budget_atoms")
    if type(budget) is not int or budget < 0:
        raise RecordError("a budget is a number of steps", field="query.budget_timestep")
    if settings is not None and (type(settings) is not int or settings < 0):
        raise RecordError("a budget of single settings is a number or null", field="query.budget_atoms")
    return Interventions(question.machine, question.trace, question.effect, budget, settings)
