"""`sufficient`, `breaking`, `causes`: minimal explanations of an effect, one or all of them.

A set of cells *breaks* the effect when flips within it can avoid the effect, and *suffices* when flips of
all the other cells cannot.  Both grow with the set, so a set is minimal when no single cell can be left out.

`sufficient` and `breaking` have the body ``atoms``; the rule is the definition, one forward pass a cell.

`causes` has the body ``breaking``, a list of such sets; several certificates of the kind are one list.  Each
set must be a minimal breaking set, and every minimal hitting set of the list must suffice.  Then the list is
complete: a minimal breaking set B that is not on it contains none on it, so the complement of B hits all of
them, hence contains a minimal hitting set h, and h suffices; but flips outside h, namely in B, avoid the
effect: a contradiction.  By the same duality the h are all minimal sufficient sets.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from ....instances.errors import CertificateError
from ..bodies import read
from .knowledge import Knowledge
from .question import Atoms, members

MAX_SETS = 8192
"""The most minimal hitting sets, final or on the way."""


class OneSet(msgspec.Struct, forbid_unknown_fields=True):
    """The body of `sufficient` and `breaking`."""

    atoms: Atoms


class AllSets(msgspec.Struct, forbid_unknown_fields=True):
    """The body of `causes`."""

    breaking: Annotated[list[Atoms], msgspec.Meta(max_length=MAX_SETS)]


def sufficient(knowledge: Knowledge, what: str, data: Any) -> None:
    """Check that a set is a minimal sufficient one."""
    question, runs = knowledge.question, knowledge.runs
    question.happens()
    held = question.cells(what, read(what, OneSet, data).atoms, actual=True)
    everything = (1 << question.inputs * question.product.horizon) - 1
    if runs.avoidable(everything & ~held):
        raise CertificateError(f"{what}: with these literals kept the effect can still be avoided")
    for cell in members(held):
        if not runs.avoidable(everything & ~held | 1 << cell):
            raise CertificateError(f"{what}: {question.atoms(1 << cell)[0]} is not needed")
    knowledge.sufficient.add(held)


def breaking(knowledge: Knowledge, what: str, data: Any) -> None:
    """Check that a set is a minimal breaking one."""
    knowledge.question.happens()
    _minimal_breaking(knowledge, what, read(what, OneSet, data).atoms)


def causes(knowledge: Knowledge, what: str, bodies: list[Any]) -> None:
    """Check that some lists together have all minimal breaking sets."""
    question = knowledge.question
    question.happens()
    listed: dict[int, None] = {}
    for body in bodies:
        for place, atoms in enumerate(read(what, AllSets, body).breaking):
            listed[_minimal_breaking(knowledge, f"{what} set {place}", atoms)] = None
    hitting = minimal_hitting_sets(knowledge, what, list(listed))
    everything = (1 << question.inputs * question.product.horizon) - 1
    for held in hitting:
        if knowledge.runs.avoidable(everything & ~held):
            raise CertificateError(
                f"{what}: the list is not complete: with {question.atoms(held)} kept, which meets every set "
                "of it, the effect can still be avoided"
            )
    knowledge.hitting = tuple(hitting)
    knowledge.breaking = listed
    knowledge.sufficient.update(hitting)


def _minimal_breaking(knowledge: Knowledge, what: str, atoms: Atoms) -> int:
    question, runs = knowledge.question, knowledge.runs
    cells = question.cells(what, atoms, actual=True)
    if not runs.avoidable(cells):
        raise CertificateError(f"{what}: changing these literals does not avoid the effect")
    for cell in members(cells):
        if runs.avoidable(cells & ~(1 << cell)):
            raise CertificateError(f"{what}: {question.atoms(1 << cell)[0]} need not change")
    knowledge.breaking[cells] = None
    return cells


def minimal_hitting_sets(knowledge: Knowledge, what: str, family: list[int]) -> list[int]:
    """The minimal sets that meet every set of a family, by extending partial ones (Berge, 1989).

    Extended by an element e, a set h stays minimal unless one that already met the new member lies within it;
    no other extension can lie within it, for that would lie within h.  CertificateError when there are more
    than ``MAX_SETS``.
    """
    found = [0]
    for member in sorted(family, key=int.bit_count):
        met = [one for one in found if one & member]
        extended = []
        for one in found:
            if not one & member:
                for cell in members(member):
                    more = one | 1 << cell
                    knowledge.question.spend(what, 1 + len(met) // 8)
                    if all(other & ~more for other in met):
                        extended.append(more)
        found = met + extended
        if len(found) > MAX_SETS:
            raise CertificateError(f"{what}: more than {MAX_SETS} minimal hitting sets")
    return found
