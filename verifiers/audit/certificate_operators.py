"""Mutation operators on certificates: drop, cut short, exchange, misstate.

A mutant replaces one certificate of a record.  Those marked ``false`` state something that is not so,
whatever the world; the others take something away or exchange a part, and may by chance leave a proof that is
still complete.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ...instances.records import Certificate, Json
from .draw import Draw
from .subject import Subject

HEAVY = 20_000
"""A certificate that makes the checker search more states than this is not searched again for mutants."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """Certificate ``place`` of a record becomes ``certificate``, or goes (None)."""

    name: str
    place: int
    certificate: Certificate | None
    false: bool = False


def heavy(certificate: Certificate) -> bool:
    """Whether the checker searches long to replay it."""
    body = certificate.body
    return certificate.kind in ("lower_bound", "distances", "exploration") and (
        max(body.get("nodes", 0), body.get("states", 0)) > HEAVY
    )


def mutants(subject: Subject, per_kind: int = 2) -> Iterator[Mutant]:
    """The mutants of at most ``per_kind`` certificates of each kind; the heavy ones are only dropped."""
    certificates = subject.instance.certificates
    kinds = list(dict.fromkeys(certificate.kind for certificate in certificates))
    for kind in kinds:
        places = [place for place, one in enumerate(certificates) if one.kind == kind]
        for place in subject.draw.sample(places, per_kind, kind):
            certificate = certificates[place]
            yield Mutant(f"drop: {kind}", place, None)
            yield Mutant("an unknown kind", place, Certificate("oath", certificate.body), false=True)
            yield Mutant(
                "a further key", place, Certificate(kind, {**certificate.body, "more": 1}), false=True
            )
            if kind not in BODIES or heavy(certificate):
                continue
            for name, body, false in BODIES[kind](subject, certificate.body):
                if body != certificate.body:
                    yield Mutant(f"{kind}: {name}", place, Certificate(kind, body), false)


Bodies = Iterator[tuple[str, Json, bool]]


def _closure(subject: Subject, body: Json) -> Bodies:
    yield "a fact more", {**body, "facts": body["facts"] + 1}, True
    yield "an action less", {**body, "actions": body["actions"] - 1}, True
    yield "another digest", {**body, "sha256": _other_digit(body["sha256"])}, True


def _other_digit(digest: str) -> str:
    return digest[:-1] + ("0" if digest[-1] != "0" else "1")


def _runs(subject: Subject, body: Json) -> Bodies:
    steps, draw = body["steps"], subject.draw
    if not steps:
        return
    yield "cut off the last step", {**body, "steps": steps[:-2]}, False
    yield "cut off the second half", {**body, "steps": steps[: len(steps) // 4 * 2]}, False
    yield "drop the first step", {**body, "steps": steps[2:]}, False
    yield "half a step", {**body, "steps": steps[:-1]}, True
    place = 2 * draw.choice(range(len(steps) // 2), "step")
    yield "a later parent", {**body, "steps": _with(steps, place, place // 2 + 1)}, True
    yield (
        "another action",
        {**body, "steps": _with(steps, place + 1, (steps[place + 1] + 1) % len(body["actions"]))},
        False,
    )
    yield "an unknown action", {**body, "steps": _with(steps, place + 1, len(body["actions"]))}, True
    yield "no steps", {**body, "steps": []}, False
    yield from _exchanged_names(body, draw)


def _exchanged_names(body: Json, draw: Draw) -> Bodies:
    names = body["actions"]
    if len(names) > 1:
        i, j = sorted(draw.sample(range(len(names)), 2, "names"))
        swapped = _with(_with(names, i, names[j]), j, names[i])
        yield "exchange two actions", {**body, "actions": swapped}, False


def _plans(subject: Subject, body: Json) -> Bodies:
    plans, draw = body["plans"], subject.draw
    for number in draw.sample(range(len(plans)), 2, "plans"):
        plan = plans[number]
        yield "drop a plan", {**body, "plans": plans[:number] + plans[number + 1 :]}, False
        if not plan:
            continue
        yield "drop the last action", {**body, "plans": _with(plans, number, plan[:-1])}, False
        yield "drop the first action", {**body, "plans": _with(plans, number, plan[1:])}, False
        other = _with(plan, 0, (plan[0] + 1) % len(body["actions"]))
        yield "another first action", {**body, "plans": _with(plans, number, other)}, False
        yield "an unknown action", {**body, "plans": _with(plans, number, [len(body["actions"])])}, True
        if len(plan) > 1:
            swapped = [*plan[:-2], plan[-1], plan[-2]]
            yield "swap two actions", {**body, "plans": _with(plans, number, swapped)}, False
    yield from _exchanged_names(body, draw)


def _invariant(subject: Subject, body: Json) -> Bodies:
    cubes, draw = body["cubes"], subject.draw
    for number in draw.sample(range(len(cubes)), 3, "cubes"):
        cube = cubes[number]
        yield "drop a cube", {**body, "cubes": cubes[:number] + cubes[number + 1 :]}, False
        if len(cube) > 1:
            yield "drop a fact of a cube", {**body, "cubes": _with(cubes, number, cube[1:])}, False
        others = [index for index in range(len(body["facts"])) if index not in cube]
        for index in draw.sample(others, 1, number):
            more, other = sorted([*cube, index]), sorted([*cube[1:], index])
            yield "a further fact in a cube", {**body, "cubes": _with(cubes, number, more)}, False
            yield "another fact in a cube", {**body, "cubes": _with(cubes, number, other)}, False
    yield "no cubes", {**body, "cubes": []}, False
    yield "the empty cube", {**body, "cubes": [*cubes, []]}, True
    yield "an unknown fact", {**body, "cubes": [*cubes, [len(body["facts"])]]}, True
    if body["avoiding"]:
        yield "avoid nothing", {**body, "avoiding": []}, False
    for fact in draw.sample(subject.initial_facts, 1, "avoiding"):
        yield "avoid a fact that holds", {**body, "avoiding": [fact]}, False


def _relaxed(subject: Subject, body: Json) -> Bodies:
    facts, draw = body["facts"], subject.draw
    for fact in draw.sample(facts, 2, "relaxed"):
        yield "drop a fact", {**body, "facts": [other for other in facts if other != fact]}, False
    for fact in draw.sample(subject.initial_facts, 1, "holds"):
        yield "a fact that holds", {**body, "facts": [*facts, fact]}, True
    known = {*subject.truth.get("items", ()), *subject.truth.get("undecided", ())}
    known.update(subject.goal_facts)
    others = [fact for fact in subject.vocabulary.random(draw, 12, "relaxed") if fact not in known]
    for fact in others[:2] if subject.truth["kind"] == "landmarks" else ():
        yield "a fact that is no landmark", {**body, "facts": [*facts, fact]}, True


def _exploration(subject: Subject, body: Json) -> Bodies:
    yield "a state more", {**body, "states": body["states"] + 1}, True
    yield "a state less", {**body, "states": body["states"] - 1}, True
    yield "another digest", {**body, "sha256": _other_digit(body["sha256"])}, True
    if body["avoiding"]:
        yield "avoid nothing", {**body, "avoiding": []}, False


def _distances(subject: Subject, body: Json) -> Bodies:
    yield "a state more", {**body, "states": body["states"] + 1}, True
    yield "a state less", {**body, "states": body["states"] - 1}, True
    if body["h"] is not None:
        yield "h more", {**body, "h": body["h"] + 1}, True
        yield "h less", {**body, "h": body["h"] - 1}, True
        yield "no plan", {**body, "h": None}, True


def _lower_bound(subject: Subject, body: Json) -> Bodies:
    yield "a higher bound", {**body, "bound": body["bound"] + 1}, True
    yield "a lower bound", {**body, "bound": body["bound"] - 1}, False
    yield "no bound", {**body, "bound": 0}, False
    for action in subject.draw.sample(body["after"], 2, "after"):
        yield (
            "drop an action",
            {**body, "after": [other for other in body["after"] if other != action]},
            False,
        )
    for action in subject.draw.sample(subject.truth.get("closer", ()), 1, "closer"):
        yield "an action that leads closer", {**body, "after": sorted([*body["after"], action])}, True


def _evaluation(subject: Subject, body: Json) -> Bodies:
    yield "a word too much", {"answer": True}, True


BODIES: dict[str, Callable[[Subject, Json], Bodies]] = {
    "closure": _closure,
    "runs": _runs,
    "plans": _plans,
    "invariant": _invariant,
    "relaxed": _relaxed,
    "exploration": _exploration,
    "distances": _distances,
    "lower_bound": _lower_bound,
    "evaluation": _evaluation,
}


def _with(items: list, place: int, item: object) -> list:  # type: ignore[type-arg]
    return [*items[:place], item, *items[place + 1 :]]
