"""Numbers that say how hard a question is; what a task's labelling counts is added to them.

``objects``, ``operators`` and ``facts`` (of the delete relaxation), ``true_facts`` (fluent facts of the
state), ``steps`` (actions from the problem's initial state), ``plan_length`` (of some plan), ``distance`` (of
a shortest plan, where ``NODES`` entered states sufficed to prove it), and ``cascade``: which stage was needed
to decide the truth, read off its certificates.
"""

from __future__ import annotations

from ...instances.records import Certificate, Instance
from ...verifiers.search.optimal import optimal_plan
from .states import Scene

NODES = 200
CASCADE = {
    "evaluation": 0,
    "closure": 1,
    "relaxed": 1,
    "plans": 2,
    "runs": 2,
    "invariant": 3,
    "lower_bound": 3,
    "distances": 4,
    "exploration": 4,
}
"""0 evaluation, 1 delete relaxation, 2 witnesses, 3 invariants or bounds, 4 the whole state space."""
REVEALING = frozenset(
    {
        "applicable",
        "unreachable",
        "relaxed_reachable",
        "index",
        "removable",
        "landmarks",
        "landmarks_beyond_relaxation",
        "positive_effects",
        "negative_effects",
        "cascade",
        "distance",
        "plan_length",
        "h",
        "candidates",
        "legal",
    }
)
"""Figures that tell something about an answer: public files of private splits go without them."""


def cascade(certificates: tuple[Certificate, ...]) -> int:
    """The dearest stage that a proof of the truth comes from."""
    return max((CASCADE.get(certificate.kind, 4) for certificate in certificates), default=0)


def difficulty(scene: Scene, instance: Instance) -> dict[str, float]:
    """The numbers of a labelled instance."""
    task, truth = scene.task, instance.truth or {}
    numbers: dict[str, float] = {
        **instance.difficulty,
        "objects": len(scene.problem.objects),
        "facts": len(task.facts),
        "operators": len(task.operators),
        "true_facts": task.init.bit_count(),
        "steps": scene.steps,
        "cascade": cascade(instance.certificates),
    }
    if truth.get("kind") == "next_action":
        numbers["distance"] = truth["h"]
    elif scene.plan is not None:
        numbers["plan_length"] = len(scene.plan)
        best = optimal_plan(task, limit=NODES)
        if best is not None:
            numbers["distance"] = len(best)
    return {name: float(numbers[name]) for name in sorted(numbers)}
