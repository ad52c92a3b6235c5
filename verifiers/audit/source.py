"""Check `source`: the truth that an imported file stored, compared with ours item by item.

Every disagreement is a notice with the certificate that proves ours.  Counted besides: stored items that
agree, those that the source left open and our truth decides (``decided``), and those that it lacks where it
claims no completeness (``added``).
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ...domains.planning.atoms import Language, Legality, parse, text
from ...instances.errors import CertwrightError
from ...instances.records import Json
from ..gridworld.stored import compare
from . import subject as subjects
from .finding import CheckResult
from .planning import Subject

EVALUATION: Json = {"certificate": "evaluation"}  # for what follows by evaluating a definition in the state


def source(subject: subjects.Subject) -> CheckResult:
    """Compare the stored answer with the truth; of grid worlds, with replay and search."""
    result, instance = CheckResult(subject.instance.id, "source"), subject.instance
    if instance.family == "gridworld":
        _figures(subject, result)
    if not isinstance(subject, Subject) or instance.source is None or instance.source.answer is None:
        return result
    if not instance.world:
        result.counts["unverified"] += 1
        return result
    try:
        SHAPES[subject.truth["kind"]](SourceComparison(subject, result), instance.source.answer)
    except (KeyError, TypeError, ValueError, AttributeError, CertwrightError) as error:
        result.notice(f"the stored answer cannot be compared: {error!r}", stored=instance.source.answer)
    return result


def _figures(subject: subjects.Subject, result: CheckResult) -> None:
    """AutumnBench's answers; no truth of ours is needed."""
    try:
        compared = compare(subject.instance)
    except CertwrightError as error:
        result.notice(f"the stored answer cannot be compared: {error}")
        return
    if compared is None:
        return
    if compared.agrees is None:
        result.counts["open"] += 1
    elif compared.agrees:
        result.probe(True)
    else:
        ours = f"at most {compared.ours}" if compared.bound else str(compared.ours)
        sentence = f"{compared.what}: the source says {compared.stored}; we prove {ours}"
        stated = {"item": subject.instance.domain, "stored": str(compared.stored), "proven": ours}
        _differ(subject, result, sentence, kind=compared.what, **stated, proof=compared.evidence)


def _differ(subject: subjects.Subject, result: CheckResult, sentence: str, **evidence: Any) -> None:
    """One disagreement; its ``kind`` is its name in the summary."""
    key = subject.instance.source.key if subject.instance.source else ""
    result.probe(False, f"disagreement: {evidence['kind']}")
    result.notice(sentence, source=key, **evidence)


def canonical(name: str) -> str:
    """A stored fact or action, in parentheses or without, in canonical text.

    >>> canonical("at a0 l0-2"), canonical("(DRIVE t1  l1)")
    ('(at a0 l0-2)', '(drive t1 l1)')
    """
    return f"({' '.join(name.lower().strip(' ()').split())})"


class SourceComparison:
    """Enters agreements and disagreements of one planning question."""

    def __init__(self, subject: Subject, result: CheckResult):
        self.subject, self.result, self.truth = subject, result, subject.truth

    def agree(self, count: int = 1) -> None:
        """Stored items that are right."""
        for _ in range(count):
            self.result.probe(True)

    def differ(self, kind: str, item: Any, stored: str, proven: str, proof: Json) -> None:
        """One disagreement."""
        sentence = f"{item}: the source says {stored}; we prove {proven}"
        stated = {"kind": kind, "item": item, "stored": stored, "proven": proven}
        _differ(self.subject, self.result, sentence, **stated, proof=proof)

    def equal(self, kind: str, item: str, stored: Any, ours: Any, proof: Json) -> None:
        """A value that is stored and proven."""
        if str(stored) == str(ours):
            self.agree()
        else:
            self.differ(kind, item, str(stored), str(ours), proof)

    def wrong(self, stated: bool, known: bool | None) -> bool:
        """Whether what is stored of one item is wrong; counted here when it is right, or open."""
        if known is None:
            self.result.counts["open"] += 1
        self.agree(known == stated)
        return known is not None and known != stated

    def sets(self, what: str, stored: Iterable[str], ours: Sequence[str]) -> None:
        """Two sets that both claim to be complete."""
        theirs = {canonical(name) for name in stored}
        self.agree(len(theirs & set(ours)))
        for name in sorted(theirs - set(ours)):
            self.differ(f"{what} stored in error", name, what, f"no {what}", EVALUATION)
        for name in sorted(set(ours) - theirs):
            self.differ(f"{what} not stored", name, f"no {what}", what, EVALUATION)


def _effects(compared: SourceComparison, stored: Json) -> None:
    compared.sets("positive effect", stored["pos"], compared.truth["pos"])
    compared.sets("negative effect", stored["neg"], compared.truth["neg"])


def _index(compared: SourceComparison, stored: Any) -> None:
    compared.equal("index", "the first inapplicable action", int(stored), compared.truth["index"], EVALUATION)


def _subsequence(compared: SourceComparison, stored: list[list[str]]) -> None:
    """Stored are an action with the number of its occurrence, or a pair of neighbours with "-1"."""
    plan: list[str] = compared.subject.instance.query["plan"]
    truth, named = compared.truth, set()
    for removal in stored:
        *names, tail = removal
        actions = [canonical(name) for name in names]
        starts = [k for k in range(len(plan)) if plan[k : k + len(actions)] == actions]
        if len(actions) == 1:
            starts = starts[int(tail) - 1 : int(tail)] if int(tail) > 0 else starts
        right = [start for start in starts if start in truth["singles" if len(actions) == 1 else "pairs"]]
        named |= {tuple(plan[start : start + len(actions)]) for start in right}
        if right:
            compared.agree()
        else:
            compared.differ("removal", " ".join(actions), "removable", "not removable", EVALUATION)
    ours = [tuple(plan[start : start + 1]) for start in truth["singles"]]
    ours += [tuple(plan[start : start + 2]) for start in truth["pairs"]]
    compared.result.counts["added"] += sum(removal not in named for removal in ours)


def _closed_world(compared: SourceComparison, stored: list[str]) -> None:
    """A list of unreachable items, a sample; an empty one says that there are none."""
    subject, truth = compared.subject, compared.truth
    listed, undecided = set(truth["items"]), set(truth["undecided"])
    language, facts = subject.problem.kept(Language), subject.instance.task == "reach"
    for name in map(canonical, stored):
        legality = (language.fact if facts else language.action)(parse(name))
        if legality is not Legality.LEGAL:
            compared.differ("illegal item", name, "unreachable", f"it is no legal item: {legality.value}", {})
            continue
        known = None if name in undecided else (name in listed) != (truth["listed"] == "reachable")
        if compared.wrong(True, known):
            kind, proof = "reachable item stored as unreachable", of_reachability(subject, name, True)
            compared.differ(kind, name, "unreachable", "reachable", proof)
    if stored:
        return
    if truth["none"] is not False:
        compared.agree() if truth["none"] else compared.result.counts.update(open=1)
        return
    gold, count = subject.instance.gold, len(truth["items"])
    items = [gold] if gold and gold.startswith("(") else []
    if truth["listed"] == "unreachable":
        items = truth["items"]
    else:
        count = language.fact_count() if facts else language.action_count()
        count -= len(truth["items"]) + len(undecided)
    item, proof = (items[0], of_reachability(subject, items[0], False)) if items else ("some item", {})
    proven = f"that {count} {'facts' if facts else 'actions'} are not"
    compared.differ("all called reachable", item, "that everything is reachable", proven, proof)


def _landmarks(compared: SourceComparison, stored: Json) -> None:
    subject, truth = compared.subject, compared.truth
    listed, undecided = set(truth["items"]), set(truth["undecided"])
    trivial = {*map(text, subject.problem.init), *subject.goal_facts}
    named = {side: list(map(canonical, stored[side])) for side in ("yes", "no")}
    for side, names in named.items():
        for name in names:
            if name in trivial:
                compared.result.counts["trivial items stored"] += 1
                continue
            known = None if name in undecided else name in listed
            if compared.wrong(side == "yes", known):
                kind = "landmark stored as none" if known else "stored as landmark in error"
                words = ("no landmark", "a landmark") if known else ("a landmark", "no landmark")
                compared.differ(kind, name, *words, of_landmark(subject, name, bool(known)))
    compared.result.counts["added"] += len(listed - {*named["yes"], *named["no"]})
    if not stored["yes"] and listed:
        first = truth["items"][0]
        why = of_landmark(subject, first, True)
        compared.differ("None called right", first, "that there is no landmark", "a landmark", why)


def _next_action(compared: SourceComparison, stored: Json) -> None:
    subject, truth = compared.subject, compared.truth
    sides = {**dict.fromkeys(truth["closer"], True), **dict.fromkeys(truth["not_closer"], False)}
    open_, named = set(truth["undecided"]), set[str]()
    for side, stated in (("yes", True), ("no", False), ("maybe", None)):
        for name in map(canonical, stored[side]):
            named.add(name)
            known = sides.get(name)
            if name not in sides and name not in open_:
                compared.differ("inapplicable action stored", name, side, "inapplicable", EVALUATION)
            elif stated is None:
                compared.result.counts["decided" if name in sides else "open"] += 1
                compared.result.counts["decided: closer"] += known is True
            elif compared.wrong(stated, known):
                words = ("not closer", "closer") if known else ("closer", "not closer")
                compared.differ("side of an action", name, *words, of_cost(subject, bool(known)))
    for name in sorted((sides.keys() | open_) - named):
        compared.differ("applicable action not stored", name, "inapplicable", "applicable", EVALUATION)
    if stored.get("opt") is not None:
        bound = of_cost(subject, False)
        compared.equal("optimal cost", "the optimal cost", int(stored["opt"]), truth["h"], bound)


def _degenerate(compared: SourceComparison, stored: Any) -> None:
    reason = compared.truth["reason"]
    if reason == "no_plan_known":
        compared.result.counts["open"] += 1
        return
    proof = EVALUATION if reason == "already_solved" else of_goal(compared.subject)
    compared.differ("degenerate state", "the state", "a question", f"none: {reason}", proof)


def _answer(compared: SourceComparison, stored: Any) -> None:
    ours = compared.truth["answer"]
    if ours is None:
        compared.result.counts["open"] += 1
        return
    word = {True: "yes", False: "no"}.get(ours, str(ours).lower())
    kinds = list(dict.fromkeys(proof.kind for proof in compared.subject.instance.certificates))
    compared.equal("answer", "the answer", str(stored).strip().lower(), word, {"certificates": kinds})


SHAPES: dict[str, Callable[[SourceComparison, Any], None]] = {
    "set": lambda compared, stored: compared.sets("applicable action", stored, compared.truth["items"]),
    "effects": _effects,
    "index": _index,
    "subsequence": _subsequence,
    "closed_world": _closed_world,
    "landmarks": _landmarks,
    "next_action": _next_action,
    "degenerate": _degenerate,
    "bool": _answer,
    "mcq": _answer,
}


# which certificate of a record stands behind one of its statements, with the part of it that does


def of_reachability(subject: Subject, item: str, reachable: bool) -> Json:
    """The proof that a legal fact or action can, or can never, hold or be applied."""
    model = subject.knowledge.model
    mask = model.mask([item])
    if subject.instance.task == "areach":
        mask = model.move[item][0].pre if item in model.move else None
    if mask is None:
        return {"certificate": "closure", "why": "not even delete relaxation reaches it"}
    if not reachable:
        return _never(subject, mask)
    runs = any(not mask & ~state for state in subject.knowledge.reached)
    return {"certificate": "runs"} if runs else _space(subject)


def of_goal(subject: Subject) -> Json:
    """The proof that the goal can never hold."""
    goal = subject.knowledge.model.goal
    if goal is None:
        return {"certificate": "closure", "why": "not even delete relaxation reaches the goal"}
    return _never(subject, goal)


def _never(subject: Subject, mask: int) -> Json:
    knowledge = subject.knowledge
    cube = knowledge.cubes.within(mask)
    if cube is None:
        return _space(subject)
    names = [name for name, bit in sorted(knowledge.model.bit.items()) if cube >> bit & 1]
    return {"certificate": "invariant", "cube": names}


def _space(subject: Subject) -> Json:
    own = [proof.kind for proof in subject.instance.certificates]
    return {"certificate": next((kind for kind in ("exploration", "distances") if kind in own), None)}


def of_landmark(subject: Subject, fact: str, landmark: bool) -> Json:
    """The proof that every plan makes a fact true, or that some plan does not."""
    if not landmark:
        known = fact in subject.knowledge.model.bit
        why = "a plan that never makes it true" if known else "no state of any plan holds it"
        return {"certificate": "plans", "why": why}
    without = "without the actions that add it the"
    for proof in subject.instance.certificates:
        if proof.kind == "relaxed" and fact in proof.body["facts"]:
            return {"certificate": "relaxed", "why": f"{without} relaxed goal is out of reach"}
        if proof.kind in ("invariant", "exploration") and proof.body["avoiding"] == [fact]:
            return {"certificate": proof.kind, "why": f"{without} goal is out of reach"}
    return {"certificate": None, "why": "an engine's word"}


def of_cost(subject: Subject, upper: bool) -> Json:
    """The proof of an optimal cost, or of an action's side, from above (plans) or from below."""
    if upper:
        return {"certificate": "plans"}
    own, kinds = subject.instance.certificates, ("lower_bound", "distances", "pruned_distances")
    return {"certificate": next((proof.kind for proof in own if proof.kind in kinds), None)}
