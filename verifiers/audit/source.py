"""Check `source`: the truth that an imported file stored, compared with ours item by item.

Every disagreement is a notice with the item, what the source says, what we prove, and the certificate that
proves it.  Counted besides: stored items that agree, items that the source left open and our truth decides
(``decided``), items that our truth has and the source lacks where the source claims no completeness
(``added``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...domains.planning.atoms import parse, text
from ...domains.planning.language import Language, Legality
from ...instances.errors import CertwrightError
from ...instances.records import Json
from . import evidence
from .comparison import EVALUATION, Comparison, canonical
from .finding import Result
from .subject import Subject

CHECK = "source"


def check(subject: Subject) -> Result:
    """Compare the stored answer with the truth."""
    result = Result.of(subject.instance, CHECK)
    source, truth = subject.instance.source, subject.instance.truth
    if source is None or source.answer is None or truth is None:
        return result
    if not subject.instance.world:
        result.counts["unverified"] += 1
        return result
    comparison = Comparison(subject, result)
    try:
        _SHAPES[truth["kind"]](comparison, source.answer)
    except (KeyError, TypeError, ValueError, AttributeError, CertwrightError) as error:
        result.notice(f"the stored answer cannot be compared: {error!r}", stored=source.answer)
    return result


def _set(compared: Comparison, stored: list[str]) -> None:
    compared.sets("applicable action", stored, compared.truth["items"])


def _effects(compared: Comparison, stored: Json) -> None:
    compared.sets("positive effect", stored["pos"], compared.truth["pos"])
    compared.sets("negative effect", stored["neg"], compared.truth["neg"])


def _index(compared: Comparison, stored: Any) -> None:
    ours = compared.truth["index"]
    if int(stored) == ours:
        compared.agree()
    else:
        compared.differ("index", "the first inapplicable action", str(stored), str(ours), EVALUATION)


def _subsequence(compared: Comparison, stored: list[list[str]]) -> None:
    """Stored are an action with the number of its occurrence, or a pair of neighbours with "-1"."""
    plan: list[str] = compared.subject.instance.query["plan"]
    truth = compared.truth
    named = set()
    for removal in stored:
        *names, tail = removal
        actions = [canonical(name) for name in names]
        if len(actions) == 1:
            places = [place for place, action in enumerate(plan) if action == actions[0]]
            number = int(tail)
            places, right = places[number - 1 : number] if number > 0 else places, truth["singles"]
        else:
            pairs = range(len(plan) - 1)
            places, right = [place for place in pairs if plan[place : place + 2] == actions], truth["pairs"]
        fits = [place for place in places if place in right]
        named |= {(len(actions), plan[place], plan[place + len(actions) - 1]) for place in fits}
        if fits:
            compared.agree()
        else:
            compared.differ("removal", " ".join(actions), "removable", "not removable", EVALUATION)
    ours = [(1, plan[place], plan[place]) for place in truth["singles"]]
    ours += [(2, plan[place], plan[place + 1]) for place in truth["pairs"]]
    compared.result.counts["added"] += len([removal for removal in ours if removal not in named])


def _closed_world(compared: Comparison, stored: list[str]) -> None:
    """A list of unreachable items, a sample; an empty one says that there are none."""
    subject, truth = compared.subject, compared.truth
    listed, undecided = set(truth["items"]), set(truth["undecided"])
    names = [canonical(name) for name in stored]
    for name in names:
        legality = _legality(subject, name)
        if legality is not Legality.LEGAL:
            compared.differ("illegal item", name, "unreachable", f"it is no legal item: {legality.value}", {})
            continue
        known = None if name in undecided else (name in listed) != (truth["listed"] == "reachable")
        compared.side(
            name,
            True,
            known,
            "reachable item stored as unreachable",
            ("unreachable", "reachable"),
            lambda name=name: evidence.of_reachability(subject, name, True),  # type: ignore[misc]
        )
    if names:
        return
    if truth["none"] is not False:
        compared.agree() if truth["none"] else compared.result.counts.update(open=1)
        return
    item = next(iter(_unreachable(subject)), None)
    compared.differ(
        "all called reachable",
        item or "some item",
        "that everything is reachable",
        f"that {_count(subject)} {'facts' if subject.instance.task == 'reach' else 'actions'} are not",
        {} if item is None else evidence.of_reachability(subject, item, False),
    )


def _unreachable(subject: Subject) -> list[str]:
    """Unreachable items that can be named: the listed ones, or the gold."""
    truth, gold = subject.truth, subject.instance.gold
    if truth["listed"] == "unreachable":
        return list(truth["items"])
    return [gold] if gold and gold.startswith("(") else []


def _count(subject: Subject) -> int:
    """How many legal items are unreachable."""
    truth, language = subject.truth, Language.of(subject.problem)
    if truth["listed"] == "unreachable":
        return len(truth["items"])
    legal = language.fact_count() if subject.instance.task == "reach" else language.action_count()
    return legal - len(truth["items"]) - len(truth["undecided"])


def _legality(subject: Subject, name: str) -> Legality:
    language = Language.of(subject.problem)
    judge = language.fact if subject.instance.task == "reach" else language.action
    return judge(parse(name))


def _landmarks(compared: Comparison, stored: Json) -> None:
    subject, truth = compared.subject, compared.truth
    listed, undecided = set(truth["items"]), set(truth["undecided"])
    trivial = {*map(text, subject.problem.init), *subject.goal_facts}
    for side, stated in (("yes", True), ("no", False)):
        for name in map(canonical, stored[side]):
            if name in trivial:
                compared.result.counts["trivial items stored"] += 1
                continue
            known = None if name in undecided else name in listed
            compared.side(
                name,
                stated,
                known,
                "landmark stored as none" if known else "stored as landmark in error",
                ("a landmark", "no landmark"),
                lambda name=name, known=known: evidence.of_landmark(subject, name, bool(known)),  # type: ignore[misc]
            )
    missing = listed - {canonical(name) for side in ("yes", "no") for name in stored[side]}
    compared.result.counts["added"] += len(missing)
    if not stored["yes"] and listed:
        first = truth["items"][0]
        compared.differ(
            "None called right",
            first,
            "that there is no landmark",
            "a landmark",
            evidence.of_landmark(subject, first, True),
        )


def _next_action(compared: Comparison, stored: Json) -> None:
    subject, truth = compared.subject, compared.truth
    sides = {**dict.fromkeys(truth["closer"], True), **dict.fromkeys(truth["not_closer"], False)}
    open_ = set(truth["undecided"])
    named = set()
    for side, stated in (("yes", True), ("no", False), ("maybe", None)):
        for name in map(canonical, stored[side]):
            named.add(name)
            if name not in sides and name not in open_:
                compared.differ("inapplicable action stored", name, side, "inapplicable", EVALUATION)
            elif stated is None:
                compared.result.counts["decided" if name in sides else "open"] += 1
                compared.result.counts["decided: closer"] += sides.get(name) is True
            else:
                known = sides.get(name)
                compared.side(
                    name,
                    stated,
                    known,
                    "side of an action",
                    ("closer", "not closer"),
                    lambda known=known: evidence.of_cost(subject, bool(known)),  # type: ignore[misc]
                )
    for name in sorted((sides.keys() | open_) - named):
        compared.differ("applicable action not stored", name, "inapplicable", "applicable", EVALUATION)
    cost = stored.get("opt")
    if cost is not None and int(cost) == truth["h"]:
        compared.agree()
    elif cost is not None:
        compared.differ(
            "optimal cost", "the optimal cost", str(cost), str(truth["h"]), evidence.of_cost(subject, False)
        )


def _degenerate(compared: Comparison, stored: Any) -> None:
    reason = compared.truth["reason"]
    if reason != "no_plan_known":
        proof = (
            {"certificate": "evaluation"}
            if reason == "already_solved"
            else evidence.of_goal(compared.subject)
        )
        compared.differ("degenerate state", "the state", "a question", f"none: {reason}", proof)
    else:
        compared.result.counts["open"] += 1


def _answer(compared: Comparison, stored: Any) -> None:
    ours = compared.truth["answer"]
    said = str(stored).strip().lower()
    ours_said = {True: "yes", False: "no", None: ""}.get(ours, str(ours).lower())
    if ours is None:
        compared.result.counts["open"] += 1
    elif said == ours_said:
        compared.agree()
    else:
        kinds = list(dict.fromkeys(one.kind for one in compared.subject.instance.certificates))
        compared.differ("answer", "the answer", said, ours_said, {"certificates": kinds})


_SHAPES: dict[str, Callable[[Comparison, Any], None]] = {
    "set": _set,
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
