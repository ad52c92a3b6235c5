"""Which certificate of a record stands behind one of its statements, with the part of it that does."""

from __future__ import annotations

from ...instances.records import Json
from ..proofs.planning.knowledge import Knowledge
from .subject import Subject


def of_reachability(subject: Subject, item: str, reachable: bool) -> Json:
    """The proof that a legal fact or action can, or can never, hold or be applied."""
    knowledge = subject.knowledge
    mask = _mask(subject, item)
    if mask is None:
        return {"certificate": "closure", "why": "not even delete relaxation reaches it"}
    if reachable:
        kind = "runs" if any(not mask & ~state for state in knowledge.reached) else _space(subject)
        return {"certificate": kind}
    cube = knowledge.cubes.within(mask)
    if cube is not None:
        return {"certificate": "invariant", "cube": _names(knowledge, cube)}
    return {"certificate": _space(subject)}


def of_landmark(subject: Subject, fact: str, landmark: bool) -> Json:
    """The proof that every plan makes a fact true, or that some plan does not."""
    knowledge = subject.knowledge
    bit = knowledge.model.bit.get(fact)
    if not landmark:
        why = "no state of any plan holds it" if bit is None else "a plan that never makes it true"
        return {"certificate": "plans", "why": why}
    for certificate in subject.instance.certificates:
        body = certificate.body
        if certificate.kind == "relaxed" and fact in body["facts"]:
            return {
                "certificate": "relaxed",
                "why": "without the actions that add it the relaxed goal is out of reach",
            }
        if certificate.kind in ("invariant", "exploration") and body["avoiding"] == [fact]:
            return {
                "certificate": certificate.kind,
                "why": "without the actions that add it the goal is out of reach",
            }
    return {"certificate": None, "why": "an engine's word"}


def of_cost(subject: Subject, upper: bool) -> Json:
    """The proof of an optimal cost, or of an action's side, from above (plans) or from below."""
    if upper:
        return {"certificate": "plans"}
    kinds = [one.kind for one in subject.instance.certificates if one.kind in ("lower_bound", "distances")]
    return {"certificate": kinds[0] if kinds else None}


def _mask(subject: Subject, item: str) -> int | None:
    model = subject.knowledge.model
    if subject.instance.task == "areach":
        move = model.move.get(item)
        return None if move is None else move.pre
    return model.mask([item])


def _names(knowledge: Knowledge, mask: int) -> list[str]:
    return [name for name, bit in sorted(knowledge.model.bit.items()) if mask >> bit & 1]


def _space(subject: Subject) -> str | None:
    kinds = {one.kind for one in subject.instance.certificates}
    return next((kind for kind in ("exploration", "distances") if kind in kinds), None)


def of_goal(subject: Subject) -> Json:
    """The proof that the goal can never hold."""
    goal = subject.knowledge.model.goal
    if goal is None:
        return {"certificate": "closure", "why": "not even delete relaxation reaches the goal"}
    cube = subject.knowledge.cubes.within(goal)
    if cube is not None:
        return {"certificate": "invariant", "cube": _names(subject.knowledge, cube)}
    return {"certificate": _space(subject)}
