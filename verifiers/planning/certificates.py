"""Certificates of the planning family, written: each kind's body from what a search returns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING

from ...domains.planning.strips import Task, bits
from ...instances.canonical import encode
from ...instances.errors import LimitError
from ...instances.records import Certificate

if TYPE_CHECKING:
    from ..search.explicit import ExploredStates
    from ..search.runs import StateTree

MAX_BYTES = 60_000
"""Bodies stay below this many bytes of canonical JSON; the checker refuses more than 64 kB."""


def closure_certificate(facts: Sequence[str], actions: Sequence[str]) -> Certificate:
    """The digest of a delete-relaxed closure: its fluent facts and ground actions."""
    named = sorted(set(actions))
    text = "\n".join(sorted(facts)) + "\n\n" + "\n".join(named)
    digest = sha256(text.encode()).hexdigest()
    return Certificate("closure", {"facts": len(facts), "actions": len(named), "sha256": digest})


def runs_certificates(task: Task, runs: StateTree) -> list[Certificate]:
    """A tree of runs, split where it grows too large."""
    return [Certificate("runs", body) for body in runs.bodies(task, max_bytes=MAX_BYTES)]


def invariant_certificates(
    task: Task, cubes: Iterable[int], bad: Sequence[int], *, avoiding: int = 0
) -> list[Certificate]:
    """Inductive cubes that exclude all masks of ``bad``, in several sets when too large; or LimitError."""
    from ..search.cubes import minimise

    if not bad:
        return []
    kept = minimise(task, cubes, bad, without=avoiding)
    used = sorted({bit for cube in kept for bit in bits(cube)})
    place = {bit: number for number, bit in enumerate(used)}
    body = {
        "facts": [task.facts[bit] for bit in used],
        "cubes": [[place[bit] for bit in bits(cube)] for cube in kept],
        "avoiding": task.names(avoiding),
    }
    if len(encode(body)) <= MAX_BYTES:
        return [Certificate("invariant", body)]
    if len(bad) == 1:
        raise LimitError(f"an invariant of {len(kept)} cubes does not fit into {MAX_BYTES} bytes")
    half = len(bad) // 2
    return [
        certificate
        for part in (bad[:half], bad[half:])
        for certificate in invariant_certificates(task, kept, part, avoiding=avoiding)
    ]


def relaxed_certificate(task: Task, facts: int) -> list[Certificate]:
    """Landmarks of the delete relaxation."""
    return [Certificate("relaxed", {"facts": task.names(facts)})] if facts else []


def plans_certificates(task: Task, plans: Iterable[Sequence[int]]) -> list[Certificate]:
    """Plans from the initial state to the goal, packed into as few certificates as their size allows."""
    certificates: list[Certificate] = []
    names: dict[str, int] = {}
    packed: list[list[int]] = []
    size = 0
    for plan in plans:
        actions = [task.operators[number].name for number in plan]
        cost = sum(len(action) + 8 for action in {*actions} - names.keys()) + 6 * len(actions) + 8
        if packed and size + cost > MAX_BYTES:
            certificates.append(Certificate("plans", {"actions": list(names), "plans": packed}))
            names, packed, size = {}, [], 0
        packed.append([names.setdefault(action, len(names)) for action in actions])
        size += cost
    if packed:
        certificates.append(Certificate("plans", {"actions": list(names), "plans": packed}))
    return certificates


def exploration_certificate(exploration: ExploredStates) -> Certificate:
    """The whole reachable space, by its size and a digest of how often each fact holds."""
    body = {
        "states": exploration.count,
        "sha256": exploration.digest(),
        "avoiding": exploration.task.names(exploration.avoid),
    }
    return Certificate("exploration", body)
