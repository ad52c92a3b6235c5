"""The judge of interventions (GF-01): an answered certificate is run, with and without each of its atoms.

The value is MET-C: the certificate is valid.  The metadata are all figures of ``metrics``: structure and
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
    """Right when the certificate is valid; RecordError for a query without a budget."""
    asked = interventions(question)
    if options.semantics not in SEMANTICS:
        raise RecordError(f"semantics are {' or '.join(SEMANTICS)}, not {options.semantics!r}")

    def judge(value: Any) -> Judgement:
        found = measure(asked, value, semantics=options.semantics)  # type: ignore[arg-type]
        metadata = found.json()
        code = Code(metadata.pop("code"))
        if found.valid:
            return correct(found.reason, **metadata)
        if code is not Code.OK:
            return incorrect(code, found.reason, **metadata)
        if not found.structure_ok and not found.sufficient:
            return incorrect(Code.WRONG, found.reason, **metadata)
        if not found.sufficient:
            return incorrect(Code.MISSING_ITEMS, "with these settings the effect does not happen", **metadata)
        return incorrect(
            Code.EXTRA_ITEMS, "one of the settings can be left out: the effect still happens", **metadata
        )

    return judge


def interventions(question: Question) -> Interventions:
    """The question as GF-01 asks it."""
    budget = question.query.get("budget_timestep")
    if type(budget) is not int or budget < 0:
        raise RecordError("a budget is a number of steps", field="query.budget_timestep")
    return Interventions(question.machine, question.trace, question.effect, budget)
