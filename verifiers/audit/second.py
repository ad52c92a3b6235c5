"""Check `second`: other engines, asked the same, do not say otherwise.

1. The world: the PDDL translator of Fast Downward reads and grounds the text by itself; facts, operators and
   goal must be ours, and truths that follow by evaluation are worked out again on its operators.
2. Search: a sample of the claims is put to a planner.  A plan where the truth says that there is none, or a
   proof of none where it says that there is one, is a disagreement of two sound engines, and a fault that
   names both proofs.
3. Invariants: their inductive sets are proven again by PySAT and by Z3.

What an engine cannot decide within its deadline is counted as open.
"""

from __future__ import annotations

from ...domains.planning.strips import Task
from ...instances.records import Json
from ..engines import sat, smt, translate
from ..engines.outcome import Answer, Proven, Refuted, Undecided
from ..engines.query import Query
from ..engines.registry import planner
from . import evidence
from .claims import Claim, claims
from .finding import Result
from .options import AuditOptions
from .second_grounding import SecondWorld, closed, differences, evaluated
from .subject import Subject

CHECK = "second"
GROUNDING_SECONDS = 60.0
INVARIANT_SECONDS = 30.0
SHOWN = 5
"""Differences that one finding lists."""


def check(subject: Subject, options: AuditOptions) -> Result:
    """Ask the other engines.  EngineMissingError when one is not there."""
    result = Result.of(subject.instance, CHECK)
    if not subject.instance.world or subject.instance.truth is None:
        return result
    _world(subject, result)
    _search(subject, result, options)
    _invariants(subject, result, options)
    return result


def _world(subject: Subject, result: Result) -> None:
    text = subject.instance.world
    grounding = translate.grounding(text["domain"], text["problem"], deadline=GROUNDING_SECONDS)
    if isinstance(grounding, Undecided):
        _open(result, "the translator", grounding)
        return
    world = SecondWorld.of(grounding)
    found = list(differences(subject.task, world))
    if subject.truth["kind"] == "closed_world":
        found += [
            f"called reachable, and outside the translator's closure: {item}"
            for item in closed(subject, world)
        ]
    result.probe(not found, "groundings")
    if found:
        result.fault(
            f"EnginesDisagree: the translator grounds another task: {found[0]}",
            differences=found[:SHOWN],
            count=len(found),
        )
    for what, stated, other in evaluated(subject, world):
        result.probe(stated == other, "evaluations")
        if stated != other:
            result.fault(
                f"EnginesDisagree: {what}: ours and the translator's operators differ",
                ours=stated,
                theirs=other,
                proof={"certificate": "evaluation"},
            )


def _search(subject: Subject, result: Result, options: AuditOptions) -> None:
    asked = claims(subject, options.sample)
    if not asked:
        return
    plan = planner(options.engine)
    tired = {True: False, False: False}
    for claim in asked:
        if tired[claim.plan_expected]:
            result.counts["open"] += 1
            result.counts["not asked after a deadline"] += 1
            continue
        query = Query(
            subject.task,
            goal=claim.goal,
            init=claim.init,
            without=claim.without,
            bound=claim.bound,
            deadline=options.seconds,
        )
        answer = plan(query)
        if isinstance(answer, Undecided):
            tired[claim.plan_expected] = answer.why.value == "time"
            _open(result, "the planner", answer)
        else:
            _compare(subject, result, claim, answer)


def _open(result: Result, who: str, answer: Undecided) -> None:
    result.counts["open"] += 1
    result.counts[f"open: {who}: {answer.why.value}"] += 1


def _compare(subject: Subject, result: Result, claim: Claim, answer: Proven | Refuted) -> None:
    agrees = isinstance(answer, Refuted) == claim.plan_expected
    result.probe(agrees, "plans" if isinstance(answer, Refuted) else "proofs of none")
    if not agrees:
        result.fault(
            f"EnginesDisagree: we prove that {claim.sentence}; {answer.engine} says otherwise",
            ours=_proof(subject, claim),
            theirs=_words(answer),
        )


def _words(answer: Answer) -> Json:
    if isinstance(answer, Refuted):
        return {"engine": answer.engine, "witness": list(answer.witness)}
    if isinstance(answer, Proven):
        return {"engine": answer.engine, "statement": answer.statement, "evidence": answer.evidence}
    return {"engine": answer.engine, "reason": answer.reason}


def _proof(subject: Subject, claim: Claim) -> Json:
    if not subject.accepted:
        return {"statement": claim.sentence, "certificate": None, "why": "the checker refuses the record"}
    item = claim.sentence.split(")")[0] + ")"
    if claim.proof in ("reachable", "unreachable"):
        return {"statement": claim.sentence, **evidence.of_reachability(subject, item, claim.plan_expected)}
    if claim.proof in ("a landmark", "no landmark"):
        return {"statement": claim.sentence, **evidence.of_landmark(subject, item, not claim.plan_expected)}
    return {"statement": claim.sentence, **evidence.of_cost(subject, claim.plan_expected)}


def _invariants(subject: Subject, result: Result, options: AuditOptions) -> None:
    """Prove the inductive sets again, at most ``sample`` of them, each with all its certificates together."""
    sets: dict[tuple[str, ...], list[list[str]]] = {}
    for certificate in subject.instance.certificates:
        if certificate.kind == "invariant":
            body = certificate.body
            cubes = [[body["facts"][fact] for fact in cube] for cube in body["cubes"]]
            sets.setdefault(tuple(sorted(set(body["avoiding"]))), []).extend(cubes)
    task = subject.task if sets else None
    for avoiding in subject.draw.sample(sorted(sets), options.sample, "invariants"):
        assert task is not None
        without = task.mask(fact for fact in avoiding if fact in task.index)
        masks = [task.mask(cube) for cube in sets[avoiding] if all(fact in task.index for fact in cube)]
        reached = _reached(task, without)
        masks += [1 << bit for bit in range(len(task.facts)) if not reached >> bit & 1]
        for engine in (sat, smt):
            answer = engine.check_invariant(task, masks, without=without, deadline=INVARIANT_SECONDS)
            if isinstance(answer, Undecided):
                _open(result, f"invariants by {engine.KEY}", answer)
                continue
            result.probe(isinstance(answer, Proven), f"invariants by {engine.KEY}")
            if isinstance(answer, Refuted):
                result.fault(
                    f"EnginesDisagree: an invariant of {len(masks)} cubes is not inductive to {engine.KEY}",
                    avoiding=list(avoiding),
                    theirs=_words(answer),
                )


def _reached(task: Task, without: int) -> int:
    """The facts that delete relaxation reaches without the operators that add one of ``without``."""
    reached, before = task.init, -1
    while reached != before:
        before = reached
        for operator in task.operators:
            if not operator.add & without and not operator.pre & ~reached:
                reached |= operator.add
    return reached
