"""Numbers that say how hard a question is; what a task's labelling counts is added to them.

``objects``, ``operators`` and ``facts`` (of the delete relaxation), ``true_facts`` (fluent facts of the
state), ``steps`` (actions from the problem's initial state), ``plan_length`` (of some plan), ``distance`` (of
a shortest plan), and ``cascade``: which stage was needed to decide the truth, read off its certificates.

``blind`` is what a guesser earns who applies no rule of the world (see ``blind``).

The distance is proven by iterative deepening within ``FEW`` states, else read off the whole space where that
has ``SPACE`` states at most, else proven within ``NODES``; of ``quick`` tasks within ``QUICK`` states or not
at all.  Where none of it suffices, ``distance_least`` is the greatest lower bound that was proven on the way,
and ``plan_length`` bounds the distance from above.
"""

from ...instances.records import Certificate, Instance
from ...verifiers.search.explicit import explore
from ...verifiers.search.lower_bound import LowerBounds
from .blind import blind
from .questions import question_maker
from .states import Scene

FEW = 200
SPACE = 20_000
NODES = 10_000
QUICK = 100
STAGES = (
    ("evaluation",),
    ("closure", "relaxed"),
    ("plans", "runs"),
    ("invariant", "lower_bound"),
    ("distances", "exploration"),
)
"""0 evaluation, 1 delete relaxation, 2 witnesses, 3 invariants or bounds, 4 the whole state space."""
CASCADE = {kind: stage for stage, kinds in enumerate(STAGES) for kind in kinds}


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
    if (guessed := blind(scene, instance)) is not None:
        numbers["blind"] = guessed
    if truth.get("kind") == "next_action":
        numbers["distance"] = truth["h"]
    elif scene.plan is not None:
        numbers["plan_length"] = len(scene.plan)
        numbers |= distance(scene, question_maker(instance.task).quick)
    return {name: float(numbers[name]) for name in sorted(numbers)}


def distance(scene: Scene, quick: bool) -> dict[str, float]:
    """The distance of a solvable state from the goal, or what is proven of it."""
    bounds = LowerBounds(scene.problem, scene.task, lean=False)
    best = bounds.shortest_plan(scene.task.init, limit=QUICK if quick else FEW)
    if best is None and not quick:
        space = explore(scene.task, limit=SPACE)
        if space.complete:
            return {"distance": int(space.distances[0])}
        best = bounds.shortest_plan(scene.task.init, limit=NODES)
    if best is None:
        return {"distance_least": bounds.estimate(scene.task.init)}
    return {"distance": len(best)}
