"""Second opinions on planning questions.

Fast Downward's translator grounds the text by itself: its task must be ours, and truths that follow by
evaluation are worked out again.  A sample of the claims is put to a planner: a plan where the truth says that
there is none, or a proof of none where there is one, is a disagreement of two sound engines.  Inductive sets
are proven again by PySAT and by Z3.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from ....domains.planning.atoms import is_negation
from ....domains.planning.strips import Task
from ....instances.records import Json
from ...engines import translate
from ...engines.outcome import Answer, Proven, Refuted, Undecided, Why
from ...engines.query import Query
from ...engines.registry import planner
from ...engines.solvers import ADAPTERS, check_invariant
from .. import source
from ..finding import AuditOptions, CheckResult
from ..planning import Subject
from .grounding import SecondWorld, closed, differences, evaluated, items

GROUNDING_SECONDS = 60.0
INVARIANT_SECONDS = 30.0
SHOWN = 5  # differences that one finding lists
CASES = 8  # an action of more cases is not asked about
DISPUTED = 5  # how many times more claims are asked about where a source says otherwise


@dataclass(frozen=True, slots=True)
class Claim:
    """One question to a planner, whether there is a plan; the masks are those of the grounded task."""

    sentence: str
    plan_expected: bool
    goal: int
    item: str = ""
    proof: str = "cost"  # the certificate of ours behind it: for reachability, a landmark, the cost
    init: int | None = None
    without: int = 0
    bound: int | None = None
    others: tuple[int, ...] = ()  # goals besides, of which any will do: the other cases of an action


def second(subject: Subject, options: AuditOptions, result: CheckResult) -> None:
    """Ask the other engines.  EngineMissingError when one is not there."""
    _world(subject, result)
    _search(subject, result, options)
    _invariants(subject, result, options)


def _world(subject: Subject, result: CheckResult) -> None:
    if subject.problem.domain.cased or subject.problem.choices:
        reason = "it gives effects without their conditions, and derived facts beside the others"
        _open(result, "the translator", Undecided(translate.KEY, Why.INPUT, reason))
        return
    pddl = subject.instance.world
    grounding = translate.grounding(pddl["domain"], pddl["problem"], deadline=GROUNDING_SECONDS)
    if isinstance(grounding, Undecided):
        _open(result, "the translator", grounding)
        return
    world = SecondWorld.of(grounding)
    listed = list(differences(subject.task, world))
    if subject.truth["kind"] == "closed_world":
        outside = "called reachable, and outside the translator's closure"
        listed += [f"{outside}: {item}" for item in closed(subject, world)]
    text = f"the translator grounds another task: {listed[0] if listed else None}"
    result.claim(not listed, "groundings", text, differences=listed[:SHOWN], count=len(listed))
    for what, stated, other in evaluated(subject, world):
        text, said = f"{what}: ours and the translator's operators differ", {"ours": stated, "theirs": other}
        result.claim(stated == other, "evaluations", text, **said, proof=source.EVALUATION)


def _search(subject: Subject, result: CheckResult, options: AuditOptions) -> None:
    sampled = claims(subject, options.sample)
    plan = planner(options.engine) if sampled else None
    tired = {True: False, False: False}
    for claim in sampled:
        assert plan is not None
        if tired[claim.plan_expected]:
            result.counts.update(("open", "not asked after a deadline"))
            continue
        answer = _asked(plan, subject.task, claim, options.seconds)
        if isinstance(answer, Undecided):
            tired[claim.plan_expected] = answer.why.value == "time"
            _open(result, "the planner", answer)
            continue
        agrees = isinstance(answer, Refuted) == claim.plan_expected
        text = f"we prove that {claim.sentence}; {answer.engine} says otherwise"
        how = {} if agrees else {"ours": _proof(subject, claim), "theirs": _words(answer)}
        result.claim(agrees, "plans" if isinstance(answer, Refuted) else "proofs of none", text, **how)


def _asked(plan: Callable[[Query], Answer], task: Task, claim: Claim, seconds: float) -> Answer:
    """What the planner says of a claim: a plan to one of its goals, or that there is none to any."""
    if len(claim.others) >= CASES:
        return Undecided("audit", Why.LIMIT, f"an action of more than {CASES} cases")
    query = Query(task, init=claim.init, without=claim.without, bound=claim.bound, deadline=seconds)
    answers = []
    for goal in (claim.goal, *claim.others):
        answers.append(plan(replace(query, goal=goal)))
        if isinstance(answers[-1], Refuted):
            break
    return next((answer for answer in reversed(answers) if not isinstance(answer, Proven)), answers[0])


def _open(result: CheckResult, who: str, answer: Undecided) -> None:
    result.counts.update(("open", f"open: {who}: {answer.why.value}"))


def _words(answer: Proven | Refuted) -> Json:
    if isinstance(answer, Refuted):
        return {"engine": answer.engine, "witness": list(answer.witness)}
    return {"engine": answer.engine, "statement": answer.statement, "evidence": answer.evidence}


def _proof(subject: Subject, claim: Claim) -> Json:
    if not subject.accepted:
        return {"statement": claim.sentence, "certificate": None, "why": "the checker refuses the record"}
    if claim.proof == "reachability":
        proof = source.of_reachability(subject, claim.item, claim.plan_expected)
    elif claim.proof == "landmark":
        proof = source.of_landmark(subject, claim.item, not claim.plan_expected)
    else:
        proof = source.of_cost(subject, claim.plan_expected)
    return {"statement": claim.sentence, **proof}


def _invariants(subject: Subject, result: CheckResult, options: AuditOptions) -> None:
    """Prove the inductive sets again, at most ``sample`` of them, each with all its certificates together."""
    sets: dict[tuple[str, ...], list[list[str]]] = {}
    for certificate in subject.instance.certificates:
        if certificate.kind == "invariant":
            body = certificate.body
            cubes = [[body["facts"][fact] for fact in cube] for cube in body["cubes"]]
            sets.setdefault(tuple(sorted(set(body["avoiding"]))), []).extend(cubes)
    for avoiding in subject.draw.sample(sorted(sets), options.sample, "invariants"):
        task = subject.task
        without = task.mask(fact for fact in avoiding if fact in task.index)
        masks = [task.mask(cube) for cube in sets[avoiding] if _inside(task, cube)]
        reached = _reached(task, without)
        masks += [1 << bit for bit in range(len(task.facts)) if not reached >> bit & 1]
        for engine in ADAPTERS:
            answer = check_invariant(engine, task, masks, without=without, deadline=INVARIANT_SECONDS)
            if isinstance(answer, Undecided):
                _open(result, f"invariants by {engine}", answer)
                continue
            text = f"an invariant of {len(masks)} cubes is not inductive to {engine}"
            said = {"avoiding": list(avoiding), "theirs": _words(answer)}
            result.claim(isinstance(answer, Proven), f"invariants by {engine}", text, **said)


def _reached(task: Task, without: int) -> int:
    """The facts that delete relaxation reaches without the operators that add one of ``without``."""
    reached, before = task.init, -1
    while reached != before:
        before = reached
        for operator in task.operators:
            if not operator.add & without and not operator.pre & ~reached:
                reached |= operator.add
    return reached


def claims(subject: Subject, count: int) -> list[Claim]:
    """The claims of a record as questions to a planner; of many like ones at most ``count``.

    Reachability asks for the fact, or the preconditions of the action; landmarks for the goal without the
    adders of the fact; next actions for the goal within a bound, now and after an action; others nothing.
    """
    truth, task = subject.truth, subject.instance.task
    if task not in ("reach", "areach", "land", "nexta"):
        return []
    listed = {"closed_world": _closed_world, "landmarks": _landmarks, "next_action": _next_action}
    if truth["kind"] in listed:
        return list(listed[truth["kind"]](subject, count))
    if truth["kind"] == "degenerate":
        unsolvable = truth["reason"] == "unsolvable_state" and subject.task.goal_possible
        return [Claim("the goal is unreachable", False, subject.task.goal)] if unsolvable else []
    return [claim for query, stated in items(subject) for claim in _item(subject.task, task, query, stated)]


def _reach(name: str, reachable: bool, goal: int, *others: int) -> Claim:
    word = "reachable" if reachable else "unreachable"
    return Claim(f"{name} is {word}", reachable, goal, name, "reachability", others=others)


def _closed_world(subject: Subject, count: int) -> Iterator[Claim]:
    truth, task = subject.truth, subject.task
    if subject.instance.task == "reach":
        goals = {name: [1 << bit] for bit, name in enumerate(task.facts) if not is_negation(name)}
    else:
        goals = {name: [case.pre for case in cases] for name, cases in task.by_name.items()}
    undecided, listed = set(truth["undecided"]), set(truth["items"])
    stated = {name: (name in listed) == (truth["listed"] == "reachable") for name in goals}
    never = [name for name in goals if name not in undecided and not stated[name]]
    certain = [name for name in goals if name not in undecided and stated[name]]
    fresh = [name for name in certain if all(goal & ~task.init for goal in goals[name])]
    for name in subject.draw.sample(never, count, "never"):
        yield _reach(name, False, *goals[name])
    for name in subject.draw.sample(fresh, count, "fresh"):
        yield _reach(name, True, *goals[name])


def _landmarks(subject: Subject, count: int) -> Iterator[Claim]:
    """Drawn are first those about which a source says otherwise, then those that relaxation leaves open."""
    truth, task, draw = subject.truth, subject.task, subject.draw
    proofs = [proof.body["facts"] for proof in subject.instance.certificates if proof.kind == "relaxed"]
    relaxed = {fact for facts in proofs for fact in facts}
    stored = subject.instance.source.answer if subject.instance.source else None
    disputed = set(map(source.canonical, stored.get("no", ()) if isinstance(stored, dict) else ()))
    listed = [fact for fact in truth["items"] if fact in task.index]
    chosen = draw.sample([fact for fact in listed if fact in disputed], DISPUTED * count, "disputed")
    deep = [fact for fact in listed if fact not in relaxed and fact not in chosen]
    chosen += draw.sample(deep, count, "deep")
    chosen += draw.sample([fact for fact in listed if fact not in chosen], count - len(chosen), "relaxed")
    trivial, known = task.init | task.goal, {*truth["items"], *truth["undecided"]}
    facts = [name for bit, name in enumerate(task.facts) if not trivial >> bit & 1 and name not in known]
    others = [name for name in facts if not is_negation(name)]
    yield from (_landmark(task, fact, True) for fact in chosen)
    yield from (_landmark(task, fact, False) for fact in draw.sample(others, count, "no landmark"))


def _landmark(task: Task, fact: str, stated: bool) -> Claim:
    sentence = f"{fact} is {'a' if stated else 'no'} landmark"
    return Claim(sentence, not stated, task.goal, fact, "landmark", without=1 << task.index[fact])


def _next_action(subject: Subject, count: int) -> Iterator[Claim]:
    truth, task = subject.truth, subject.task
    h: int = truth["h"]
    yield Claim(f"h* is at most {h}", True, task.goal, bound=h)
    yield Claim(f"h* is at least {h}", False, task.goal, bound=h - 1)
    for side, expected in (("closer", True), ("not_closer", False)):
        for name in subject.draw.sample([name for name in truth[side] if name in task.by_name], count, side):
            applied = task.named(name, task.init)
            if applied is None:
                continue
            successor = applied.apply(task.init)
            said = f"after {name} h* is {h - 1}" if expected else f"after {name} h* is at least {h}"
            yield Claim(said, expected, task.goal, init=successor, bound=h - 1)


def _item(task: Task, kind: str, query: Json, stated: bool) -> Iterator[Claim]:
    """The claim of one item, where it lies inside delete relaxation."""
    if kind == "reach" and _inside(task, query["facts"]):
        yield _reach(" and ".join(query["facts"]), stated, task.mask(query["facts"]))
    elif kind == "areach" and query["action"] in task.by_name:
        yield _reach(query["action"], stated, *(case.pre for case in task.by_name[query["action"]]))
    elif kind == "land" and not 1 << task.index.get(query["fact"], 0) & (task.init | task.goal):
        yield from [_landmark(task, query["fact"], stated)] if query["fact"] in task.index else ()


def _inside(task: Task, facts: Iterable[str]) -> bool:
    return all(fact in task.index for fact in facts)
