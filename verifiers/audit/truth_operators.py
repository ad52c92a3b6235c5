"""Mutation operators on a labelled record but for its certificates: truth, gold, grades, query, world.

Each mutant claims something false, or grades what is not there; the checker must refuse it.  Claims that rest
on an engine's word alone (``unbacked``) are left alone: without a certificate nobody could contradict a
mutant of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from ...instances.records import Grades, Instance, Json
from .rightness import Rightness
from .subject import Subject

Mutant = tuple[str, Instance]

DRAWN = 2
"""How many items one operator is tried on."""


def mutants(subject: Subject, unbacked: Sequence[str] = ()) -> Iterator[Mutant]:
    """The mutants of a record; ``unbacked`` are claims, as the ledger words them, without a certificate."""
    truth = subject.truth
    for name, changed in TRUTHS[truth["kind"]](subject, tuple(unbacked)):
        if changed != truth:
            yield name, msgspec.structs.replace(subject.instance, truth=changed)
    yield from _gold(subject)
    yield from _grades(subject)
    yield from _worlds(subject)


Truths = Iterator[tuple[str, Json]]


def _free(items: Sequence[str], unbacked: Sequence[str]) -> list[str]:
    """The items that no unbacked claim speaks of."""
    return [item for item in items if not any(claim.startswith(f"{item} ") for claim in unbacked)]


def _outsiders(subject: Subject, *lists: Sequence[str]) -> list[str]:
    """Legal items that stand in none of the lists."""
    known = {item for names in lists for item in names}
    found = [item for item in subject.vocabulary.random(subject.draw, 12, "truth") if item not in known]
    return list(dict.fromkeys(found))[:DRAWN]


def _without(items: Sequence[str], item: str) -> list[str]:
    return [other for other in items if other != item]


def _set(subject: Subject, unbacked: Sequence[str]) -> Truths:
    truth = subject.truth
    for item in subject.draw.sample(truth["items"], DRAWN, "drop"):
        yield "drop an item", {**truth, "items": _without(truth["items"], item)}
    for item in _outsiders(subject, truth["items"]):
        yield "add an item", {**truth, "items": sorted([*truth["items"], item])}
    yield "reverse the order", {**truth, "items": truth["items"][::-1]}


def _effects(subject: Subject, unbacked: Sequence[str]) -> Truths:
    truth, draw = subject.truth, subject.draw
    for side, other in (("pos", "neg"), ("neg", "pos")):
        for item in draw.sample(truth[side], DRAWN, side):
            rest = _without(truth[side], item)
            yield "drop an item", {**truth, side: rest}
            yield (
                "move an item to the other side",
                {**truth, side: rest, other: sorted([*truth[other], item])},
            )
        for item in _outsiders(subject, truth["pos"], truth["neg"])[:1]:
            yield "add an item", {**truth, side: sorted([*truth[side], item])}
    yield "swap the sides", {**truth, "pos": truth["neg"], "neg": truth["pos"]}


def _index(subject: Subject, unbacked: Sequence[str]) -> Truths:
    truth = subject.truth
    for index in (truth["index"] - 1, truth["index"] + 1, 0, len(subject.instance.query["actions"])):
        yield "change the index", {**truth, "index": index}


def _subsequence(subject: Subject, unbacked: Sequence[str]) -> Truths:
    truth, length = subject.truth, len(subject.instance.query["plan"])
    for side, places in (("singles", range(length)), ("pairs", range(length - 1))):
        for place in subject.draw.sample(truth[side], DRAWN, side):
            yield "drop a position", {**truth, side: [other for other in truth[side] if other != place]}
        others = [place for place in places if place not in truth[side]]
        for place in subject.draw.sample(others, DRAWN, side, "add"):
            yield "add a position", {**truth, side: sorted([*truth[side], place])}


def _closed_world(subject: Subject, unbacked: Sequence[str]) -> Truths:
    truth, draw = subject.truth, subject.draw
    for item in draw.sample(_free(truth["items"], unbacked), DRAWN, "drop"):
        rest = _without(truth["items"], item)
        yield "move an item to the unlisted side", {**truth, "items": rest}
        yield (
            "call a decided item undecided",
            {
                **truth,
                "items": rest,
                "undecided": sorted([*truth["undecided"], item]),
            },
        )
    for item in _free(_outsiders(subject, truth["items"], truth["undecided"]), unbacked):
        yield "list an item of the other side", {**truth, "items": sorted([*truth["items"], item])}
    for item in draw.sample(truth["undecided"], 1, "undecided"):
        yield (
            "list an undecided item",
            {
                **truth,
                "items": sorted([*truth["items"], item]),
                "undecided": _without(truth["undecided"], item),
            },
        )
    other = {"reachable": "unreachable", "unreachable": "reachable"}[truth["listed"]]
    yield "exchange the sides", {**truth, "listed": other}
    yield from _none(truth)
    yield from _undecided(truth)


def _landmarks(subject: Subject, unbacked: Sequence[str]) -> Truths:
    truth, draw = subject.truth, subject.draw
    for item in draw.sample(_free(truth["items"], unbacked), DRAWN, "drop"):
        rest = _without(truth["items"], item)
        yield "drop a landmark", {**truth, "items": rest}
        yield (
            "drop a landmark, and say what follows for None",
            {
                **truth,
                "items": rest,
                "none": False if rest else None if truth["undecided"] else True,
            },
        )
    for item in _free(_outsiders(subject, truth["items"], truth["undecided"]), unbacked):
        yield "add a landmark", {**truth, "items": sorted([*truth["items"], item]), "none": False}
    for item in draw.sample(truth["undecided"], 1, "undecided"):
        yield (
            "list an undecided item",
            {
                **truth,
                "items": sorted([*truth["items"], item]),
                "undecided": _without(truth["undecided"], item),
                "none": False,
            },
        )
    yield from _none(truth)
    yield from _undecided(truth)


def _none(truth: Json) -> Truths:
    for value in (True, False, None):
        yield "change none", {**truth, "none": value}


def _undecided(truth: Json) -> Truths:
    if truth["undecided"]:
        yield "empty the undecided list", {**truth, "undecided": []}


def _next_action(subject: Subject, unbacked: Sequence[str]) -> Truths:
    truth, draw = subject.truth, subject.draw
    for side, other in (("closer", "not_closer"), ("not_closer", "closer")):
        for item in draw.sample(_free(truth[side], unbacked), DRAWN, side):
            rest = _without(truth[side], item)
            yield (
                f"move an action from {side} to {other}",
                {
                    **truth,
                    side: rest,
                    other: sorted([*truth[other], item]),
                },
            )
            yield "drop an action", {**truth, side: rest}
    lists = (truth["closer"], truth["not_closer"], truth["undecided"])
    for item in _outsiders(subject, *lists)[:1]:
        yield "add an inapplicable action", {**truth, "not_closer": sorted([*truth["not_closer"], item])}
    if not any(claim.startswith("h* ") for claim in unbacked):
        for h in (truth["h"] - 1, truth["h"] + 1):
            yield "change h", {**truth, "h": h}
    yield from _undecided(truth)


def _degenerate(subject: Subject, unbacked: Sequence[str]) -> Truths:
    if not unbacked and subject.truth["reason"] != "no_plan_known":
        for reason in ("already_solved", "unsolvable_state"):
            yield "change the reason", {**subject.truth, "reason": reason}
        yield "call a decided state unknown", {**subject.truth, "reason": "no_plan_known"}


def _bool(subject: Subject, unbacked: Sequence[str]) -> Truths:
    truth = subject.truth
    if not unbacked:
        for value in (True, False, None):
            yield "flip the answer", {**truth, "answer": value}


def _mcq(subject: Subject, unbacked: Sequence[str]) -> Truths:
    truth, values = subject.truth, subject.truth["values"]
    for place in range(len(values)):
        yield "another letter", {**truth, "answer": chr(ord("A") + place)}
        if not any(claim == f"option {chr(ord('A') + place)}" for claim in unbacked):
            flipped = [not value if k == place else value for k, value in enumerate(values)]
            yield "flip a value", {**truth, "values": flipped}
    yield (
        "shift letter and values",
        {
            **truth,
            "values": values[1:] + values[:1],
            "answer": chr(ord("A") + (values[1:] + values[:1]).index(True)) if True in values else None,
        },
    )


TRUTHS: dict[str, Callable[[Subject, Sequence[str]], Truths]] = {
    "set": _set,
    "effects": _effects,
    "index": _index,
    "subsequence": _subsequence,
    "closed_world": _closed_world,
    "landmarks": _landmarks,
    "next_action": _next_action,
    "degenerate": _degenerate,
    "bool": _bool,
    "mcq": _mcq,
}


def _gold(subject: Subject) -> Iterator[Mutant]:
    """Gold answers that are wrong."""
    gold, kind = subject.instance.gold, subject.truth["kind"]
    if gold is None:
        return
    if kind in ("set", "effects", "subsequence"):
        wrong = [gold.replace("(", "(x", 1), f"{gold} ", gold.replace("[", "[(x), ", 1)]
    elif kind == "index":
        wrong = [str(int(gold) + 1), f"0{gold}"]
    elif kind in ("bool", "mcq"):
        wrong = [{"yes": "no", "no": "yes"}.get(gold, "A" if gold != "A" else "B")]
    else:
        items = subject.vocabulary.random(subject.draw, 12, "gold")
        wrong = [item for item in items if Rightness(subject).of(item) is False][:DRAWN]
        wrong += ["None"] if gold != "None" else []
    for text in wrong:
        if text != gold:
            yield "a wrong gold", msgspec.structs.replace(subject.instance, gold=text)


def _grades(subject: Subject) -> Iterator[Mutant]:
    grades = subject.instance.grades or Grades()
    for name, by in (
        ("certified", 1),
        ("certified", -1),
        ("undecided", 1),
        ("unverified", 1),
        ("engine_proven", 1),
    ):
        value = getattr(grades, name) + by
        changed = msgspec.structs.replace(grades, **{name: value})
        yield f"grades: {name} {by:+}", msgspec.structs.replace(subject.instance, grades=changed)


def _worlds(subject: Subject) -> Iterator[Mutant]:
    """Another question under the same id."""
    other = subject.case.other_world
    if other is not None:
        yield "another world under the same id", msgspec.structs.replace(subject.instance, world=other)
    query = {**subject.instance.query, "more": 1}
    yield "another query under the same id", msgspec.structs.replace(subject.instance, query=query)
