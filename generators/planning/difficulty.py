"""Numbers that say how hard a question is; what a task's labelling counts is added to them.

``objects``, ``operators`` and ``facts`` (of the delete relaxation), ``true_facts`` (fluent facts of the
state), ``steps`` (actions from the problem's initial state), ``plan_length`` (of some plan), ``distance`` (of
a shortest plan), and ``cascade``: which stage was needed to decide the truth, read off its certificates.

``blind`` is what a guesser earns who applies no rule of its world.  Where the definition of a task, or the
domain, gives answers away, no drawing of questions helps; so the record states it, and chance-corrected
scores are scores beyond it.  One fixed rule of thumb a task:

* ``reach``, ``areach``, free answers: something that names an object twice, or one of which nothing is
  said; None in a world without such a fact or action;
* ``land``, free answers: a fact about objects of the goal's unmet facts, of the predicate that is a landmark
  most often in the domain (``Maker.landmark``), else of one that neither state nor goal has, if there is
  one; None where there is no such fact;
* ``just``, free answers: the plan without the first two neighbours about the same objects, or else without
  the action about most objects that no later one and not the goal names;
* ``nexta``: the applicable action about the most objects of the goal's unmet facts;
* options: the one that is odd in none of these ways where the others all are: it names an object twice or one
  of which nothing is said, or two facts about the same object; in ``reach`` also the one whose predicates
  are not those of the others, which are the same; in ``land`` of swap those that name the fewest objects of
  the goal, since only the agent that the goal leaves out has a landmark.

What the rule leaves open is drawn evenly, so the figure is a share of right answers.

The distance is proven by iterative deepening within ``FEW`` states, else read off the whole space where that
has ``SPACE`` states at most, else proven within ``NODES``; of ``quick`` tasks within ``QUICK`` states or not
at all.  Where none of it suffices, ``distance_least`` is the greatest lower bound that was proven on the way,
and ``plan_length`` bounds the distance from above.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import islice, pairwise

from ...domains.planning import atoms
from ...instances.records import Instance, Json
from ...verifiers.audit.guess.features.words import ATOM
from ...verifiers.planning.items import LETTERS, ClosedWorld
from ...verifiers.search.explicit import explore
from ...verifiers.search.lower_bound import LowerBounds
from .maker import maker
from .questions import question_maker
from .states import Scene

FEW = 200
SPACE = 20_000
NODES = 10_000
QUICK = 100
STAGES = ("evaluation", "closure relaxed", "plans runs", "invariant lower_bound", "distances exploration")
"""0 evaluation, 1 delete relaxation, 2 witnesses, 3 invariants or bounds, 4 the whole state space."""
CASCADE = {kind: stage for stage, kinds in enumerate(STAGES) for kind in kinds.split()}


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
        "cascade": max((CASCADE.get(proof.kind, 4) for proof in instance.certificates), default=0),
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


Row = tuple[str, ...]

MOST = 50_000  # legal items that are looked at, in the order of names


def blind(scene: Scene, instance: Instance) -> float | None:
    """The share of right answers among those that the rule of the task allows; None for tasks without one."""
    if instance.form == "mcq":
        left_out = instance.task == "land" and scene.domain == "swap"
        return _left_out(scene, instance) if left_out else 1.0 if given_away(scene, instance) else None
    rule = RULES.get(instance.task) if instance.form == "gen" else None
    return None if rule is None else round(rule(scene, instance.truth or {}, instance), 4)


def given_away(scene: Scene, instance: Instance) -> bool:
    """Whether the wrong options alone are odd."""
    known, reach, seen = _known(scene), instance.task == "reach", []
    for option in instance.query["options"]:
        rows = [atoms.parse(name) for name in ATOM.findall(json.dumps(option))]
        words = [word for row in rows for word in row[1:]]
        odd = (reach and len(set(words)) < len(words)) or any(_odd(row, known) for row in rows)
        seen.append((odd, sorted(row[0] for row in rows)))
    odd, names = seen.pop(LETTERS.index((instance.truth or {})["answer"]))
    alone = reach and all(others == seen[0][1] != names for _, others in seen)
    return alone or (not odd and all(other for other, _ in seen))


def _left_out(scene: Scene, instance: Instance) -> float:
    wanted = {name for fact in scene.problem.goal for name in fact[1:]}
    many = [len(wanted.intersection(atoms.parse(option["fact"])[1:])) for option in instance.query["options"]]
    right = many[LETTERS.index((instance.truth or {})["answer"])]
    return round((right == min(many)) / many.count(right), 4)


def _known(scene: Scene) -> frozenset[str]:
    return frozenset(word for fact in scene.problem.init for word in fact[1:])


def _odd(row: Row, known: frozenset[str]) -> bool:
    return len(set(row[1:])) < len(row[1:]) or not known.issuperset(row[1:])


def _unreachable(scene: Scene, truth: Json, instance: Instance) -> float:
    closed, known = ClosedWorld(truth), _known(scene)
    legal = islice(scene.world.legal_items(actions=instance.task == "areach"), MOST)
    odd = [name for name in legal if _odd(atoms.parse(name), known)]
    return _share(closed.reachable(name) is False for name in odd) if odd else float(bool(closed.none))


def _landmark(scene: Scene, truth: Json, instance: Instance) -> float:
    problem, unmet = scene.problem, _unmet(scene)
    given = {*problem.fluent_init, *problem.goal}
    rows = [atoms.parse(name) for name in islice(scene.world.legal_items(actions=False), MOST)]
    rows = [row for row in rows if row not in given and unmet.intersection(row[1:])]
    heads, wanted = {fact[0] for fact in given}, {fact[0] for fact in problem.goal}
    usual = [row for row in rows if not scene.own and row[0] == maker(scene.domain).landmark]
    new, other = [row for row in rows if row[0] not in heads], [row for row in rows if row[0] not in wanted]
    guesses = _most(usual, unmet) or new or other or rows
    return _share(atoms.text(row) in truth["items"] for row in guesses) if guesses else float(truth["none"])


def _most(rows: Sequence[Row], names: frozenset[str]) -> list[Row]:
    """The facts about hardly anything but these objects."""
    shares = [Fraction(sum(name in names for name in row[1:]), len(row) - 1) for row in rows]
    return [row for row, share in zip(rows, shares, strict=True) if share == max(shares)]


def _unmet(scene: Scene) -> frozenset[str]:
    problem = scene.problem
    return frozenset(name for fact in problem.goal if fact not in problem.init for name in fact[1:])


def _next(scene: Scene, truth: Json, instance: Instance) -> float:
    if truth["kind"] != "next_action":
        return 0.0
    unmet, names = _unmet(scene), [*truth["closer"], *truth["not_closer"]]
    about = [len(unmet.intersection(atoms.parse(name)[1:])) for name in names]
    best = [name for name, many in zip(names, about, strict=True) if many == max(about)]
    return _share(name in truth["closer"] for name in best)


def _superfluous(scene: Scene, truth: Json, instance: Instance) -> float:
    plan: Sequence[Row] = [atoms.parse(name) for name in instance.query["plan"]]
    for start, (one, other) in enumerate(pairwise(plan)):
        if set(one[1:]) == set(other[1:]):
            return float(start in truth["pairs"])
    goal = {word for fact in scene.problem.goal for word in fact[1:]}
    last = {word: place for place, row in enumerate(plan) for word in row[1:]}
    idle = [
        (sum(last[word] == place and word not in goal for word in row[1:]), -sum(w in goal for w in row[1:]))
        for place, row in enumerate(plan)
    ]
    return _share(place in truth["singles"] for place, each in enumerate(idle) if each == max(idle))


def _share(values: Iterable[bool]) -> float:
    listed = list(values)
    return sum(listed) / len(listed)


RULES: dict[str, Callable[[Scene, Json, Instance], float]] = {
    "reach": _unreachable,
    "areach": _unreachable,
    "land": _landmark,
    "just": _superfluous,
    "nexta": _next,
}
