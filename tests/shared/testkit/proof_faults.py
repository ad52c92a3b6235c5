"""Good labelled instances to spoil, and ways to spoil them; for the tests of the checker."""

import re
from collections.abc import Callable
from typing import Any

import msgspec

from certwright.instances.canonical import seal
from certwright.instances.records import Certificate, Instance
from certwright.verifiers.checking import check
from testkit import proof_reference, proof_worlds

ABSENT = object()
FERRY = proof_reference.Reference(*proof_worlds.ferry(2, [0, 1], [1, 0]))
PLAN = FERRY.plan_from(FERRY.init)
RELAXED = Certificate("relaxed", {"facts": FERRY.landmarks})
DETOUR = ["(sail l0 l1)", "(sail l1 l0)", *PLAN]
LAND = FERRY.land()
BASES: dict[str, Instance] = {
    "app": FERRY.app(),
    "prog": FERRY.prog("(board c0 l0)"),
    "val": FERRY.val(["(board c0 l0)", "(board c1 l0)"]),
    "just": FERRY.just(DETOUR),
    "reach": FERRY.closed_world("reach", "unreachable"),
    "reach listed": FERRY.closed_world("reach", "reachable"),
    "reach explored": proof_reference.Reference(*proof_worlds.STUCK).closed_world(
        "reach", "reachable", "exploration"
    ),
    "areach": FERRY.closed_world("areach", "reachable"),
    "areach stuck": proof_reference.Reference(*proof_worlds.STUCK).closed_world("areach", "reachable"),
    "conjunction": FERRY.item(
        "reach", {"facts": ["(on c0)", "(on c1)"]}, False, [FERRY.closure_proof(), FERRY.invariant_proof()]
    ),
    "land": LAND,
    "land relaxed": msgspec.structs.replace(LAND, certificates=(LAND.certificates[0], RELAXED)),
    "land explored": FERRY.land("exploration"),
    "nexta": FERRY.nexta(),
    "nexta table": FERRY.nexta("distances"),
    "unsolvable": proof_reference.Reference(*proof_worlds.STUCK).unsolvable(),
}
Data = dict[str, Any]


def put(*path: Any) -> Callable[[Data], None]:
    """Set what lies at a path to its last element; ABSENT deletes it; a function maps what is there."""

    def apply(record: Data) -> None:
        *way, last, value = path
        place: Any = record
        for key in way:
            place = place[key]
        if value is ABSENT:
            del place[last]
        else:
            place[last] = value(place[last]) if callable(value) else value

    return apply


def body(number: int, *path: Any) -> Callable[[Data], None]:
    return put("certificates", number, "body", *path)


def truth(*path: Any) -> Callable[[Data], None]:
    return put("truth", *path)


def rewrite(old: str, new: str) -> Callable[[Data], None]:
    """Another world: the first occurrence of a text in the problem is replaced."""

    def apply(record: Data) -> None:
        text = record["world"]["problem"]
        assert old in text
        record["world"]["problem"] = text.replace(old, new, 1)

    return apply


def plus(number: int) -> Callable[[int], int]:
    return lambda value: value + number


def extra(*items: Any) -> Callable[[list[Any]], list[Any]]:
    return lambda values: sorted([*values, *items], key=str)


def move(source: str, target: str, item: str) -> Callable[[Data], None]:
    def apply(record: Data) -> None:
        record["truth"][source].remove(item)
        record["truth"][target] = sorted([*record["truth"][target], item])

    return apply


def refused(base: str, fault: Callable[[Data], None], reason: str) -> None:
    """Spoil an instance, seal it again, and expect that it is refused for the reason."""
    record = msgspec.json.decode(msgspec.json.encode(BASES[base]))
    fault(record)
    report = check(seal(msgspec.convert(record, Instance)))
    assert not report.ok
    assert re.match(reason, report.failed), report.failed
    assert (report.certified, report.engine_proven, report.undecided, report.unverified) == (0, 0, 0, 0)
