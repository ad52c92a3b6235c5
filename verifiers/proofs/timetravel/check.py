"""The check of a level's record: its plan is replayed, its states are counted, its claim is compared.

The claims are the length of a shortest plan, and that length without each part of the level.  Certificates:

- ``plan``: the ``actions``; each must be valid where it stands, nothing may decay, and the goal must hold
  after the last and not before.  This proves that the optimum is no greater.
- ``distances``: ``length``, ``states``, ``layers`` (how many states lie at each distance from the goal),
  ``dead_ends`` and ``expiries``; all are counted anew by breadth-first search over every situation that play
  can reach, which proves that the optimum is no less, or that there is no plan.
- ``necessity``: for each part ``without`` which the level can be (``domains/timetravel/ablation``) the
  length of a shortest plan then, found anew by breadth-first search.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from ....domains.timetravel.ablation import parts, without
from ....domains.timetravel.level import of_world
from ....instances.canonical import encode
from ....instances.errors import CertificateError
from ....instances.records import Certificate, Instance
from ..bodies import Count, Name, read
from ..check import MAX_BYTES, Report
from ..ledger import Ledger
from ..search import MAX_STATES
from .simulation import Simulation, shortest
from .simulation import count as recount

MAX_STEPS = 2000

Plan = Annotated[list[Name], msgspec.Meta(max_length=MAX_STEPS)]


class Steps(msgspec.Struct, forbid_unknown_fields=True):
    """The body of ``plan``."""

    actions: Plan


class Distances(msgspec.Struct, forbid_unknown_fields=True):
    """The body of ``distances``."""

    length: Count | None
    states: Count
    layers: Annotated[list[Count], msgspec.Meta(max_length=MAX_STEPS)]
    dead_ends: Count
    expiries: Count


class Necessity(msgspec.Struct, forbid_unknown_fields=True):
    """The body of ``necessity``."""

    without: dict[Name, Count | None]


class Optimum(msgspec.Struct, forbid_unknown_fields=True):
    """The truth record of a level."""

    kind: Literal["optimum"]
    length: Count | None
    plan: Plan
    states: Count
    dead_ends: Count
    expiries: Count
    without: dict[Name, Count | None]


def check(instance: Instance) -> Report:
    """Check one instance of the family; CertificateError names the first broken step."""
    if instance.task != "level" or instance.form != "episode":
        raise CertificateError(f"there is no time-travel task {instance.task} in form {instance.form}")
    if instance.truth is None or instance.grades is None:
        raise CertificateError("the instance is not labelled: it has no truth or no grades")
    ledger = Ledger()
    if instance.truth.get("kind") == "undecided":
        ledger.undecided = 1
    else:
        truth = read("truth", Optimum, instance.truth)
        _proven(instance, truth, ledger)
    ledger.settle(instance.grades)
    return Report(instance.id, True, None, ledger.proven, len(ledger.unbacked), ledger.undecided)


def _proven(instance: Instance, truth: Optimum, ledger: Ledger) -> None:
    bodies = _by_kind(instance.certificates)
    level = of_world(instance.world)
    game = Simulation(level)
    if "plan" in bodies:
        actions = read("plan", Steps, bodies["plan"].body).actions
        _replay(game, actions)
        if len(actions) != truth.length:
            raise CertificateError(f"plan: {len(actions)} steps, the truth says {truth.length}")
    elif truth.length is not None:
        raise CertificateError("plan: there is none")
    if truth.length is None and truth.plan:
        raise CertificateError("truth plan: an unsolvable level has none")
    if truth.length is not None:
        _replay(game, truth.plan)
        if len(truth.plan) != truth.length:
            raise CertificateError(f"truth plan: {len(truth.plan)} steps, the length is {truth.length}")
    if instance.gold != ("\n".join(truth.plan) if truth.length is not None else None):
        raise CertificateError("gold: it is not the plan of the truth")
    known = None
    if "distances" in bodies:
        known = _counted(game, read("distances", Distances, bodies["distances"].body), truth)
    ledger.claim("the length of a shortest plan", True, known)
    if list(truth.without) != sorted(parts(level)):
        raise CertificateError("truth without: these are not the parts of the level, in name order")
    stated = read("necessity", Necessity, bodies["necessity"].body).without if "necessity" in bodies else {}
    for part, length in truth.without.items():
        backed = part in stated
        if backed:
            found = shortest(Simulation(without(level, part)), MAX_STATES)
            if found != stated[part]:
                raise CertificateError(f"necessity {part}: {stated[part]} is stated, {found} is right")
        ledger.claim(f"without {part}", length == stated.get(part), True if backed else None)


def _by_kind(certificates: tuple[Certificate, ...]) -> dict[str, Certificate]:
    found: dict[str, Certificate] = {}
    for certificate in certificates:
        kind = certificate.kind
        if kind not in ("plan", "distances", "necessity"):
            raise CertificateError(f"{kind}: no such kind of certificate")
        if kind in found:
            raise CertificateError(f"{kind}: there are two")
        if len(encode(certificate.body)) > MAX_BYTES:
            raise CertificateError(f"{kind}: larger than {MAX_BYTES} bytes")
        found[kind] = certificate
    return found


def _replay(game: Simulation, actions: list[str]) -> None:
    situation = game.initial
    for step, name in enumerate(actions):
        move = game.named.get(name)
        if game.solved(situation[0]):
            raise CertificateError(f"plan step {step}: the goal holds already")
        if move is None or move.pre & ~situation[0]:
            raise CertificateError(f"plan step {step}: {name} is not valid")
        after = game.after(situation, ~move.delete, move.add)
        if after is None:
            raise CertificateError(f"plan step {step}: {name} lets something decay")
        situation = after
    if not game.solved(situation[0]):
        raise CertificateError("plan: the goal does not hold at the end")


def _counted(game: Simulation, stated: Distances, truth: Optimum) -> bool:
    found = recount(game, stated.states)
    for field, value in zip(found._fields, found, strict=True):
        if getattr(stated, field) != value:
            raise CertificateError(
                f"distances {field}: {getattr(stated, field)} is stated, {value} is counted"
            )
    for field in ("length", "states", "dead_ends", "expiries"):
        if getattr(truth, field) != getattr(stated, field):
            raise CertificateError(
                f"truth {field}: {getattr(truth, field)}, counted {getattr(stated, field)}"
            )
    return True
