"""`causes`, body ``breaking``: all minimal breaking sets; several certificates of the kind are one list.

Rule: each set must be a minimal breaking set, and every minimal hitting set of the list must suffice.

Then the list is complete.  Suppose a minimal breaking set B is not on it.  B contains no set of the list, for
two minimal sets do not contain each other, so the complement of B meets them all, hence contains a minimal
hitting set h, and h suffices.  But flips outside h, namely those within B, avoid the effect: a contradiction.
By the same duality the h are all the minimal sufficient sets (Reiter, "A theory of diagnosis from first
principles", 1987).
"""

from ...fields import Stated, exactly, listing
from ...refused import RefusedError, refuse
from ..knowledge import Knowledge
from ..question import atoms, members

MAX_SETS = 8192
"""The most minimal hitting sets, final or on the way."""

BODY = exactly(breaking=listing(atoms, MAX_SETS))


def check_all(knowledge: Knowledge, certificates: list[tuple[str, Stated]]) -> None:
    """Check that some lists together have all minimal breaking sets."""
    question, runs = knowledge.question, knowledge.runs
    question.require_effect()
    listed: dict[int, str] = {}
    for name, stated in certificates:
        for place, literals in enumerate(stated.breaking):
            listed[knowledge.minimal(f"{name} set {place}", literals, runs.avoidable)] = name
    hitting = minimal_hitting_sets(knowledge, "causes", list(listed))
    for held in hitting:
        if not runs.unavoidable(held):
            raise RefusedError(f"causes: not complete: {question.text(held)} does not suffice")
    knowledge.hitting, knowledge.breaking = tuple(hitting), listed
    knowledge.sufficient.update(dict.fromkeys(hitting, certificates[0][0]))


def minimal_hitting_sets(knowledge: Knowledge, what: str, family: list[int]) -> list[int]:
    """The minimal sets that meet every set of a family, by extending partial ones (Berge, 1989).

    Extended by an element e, a set h stays minimal unless one that already met the new member lies within it;
    no other extension can lie within it, for that would lie within h.  RefusedError when there are more than
    ``MAX_SETS``.
    """
    partial = [0]
    for member in sorted(family, key=int.bit_count):
        met = [partial_set for partial_set in partial if partial_set & member]
        extended = []
        for one in partial:
            if not one & member:
                for cell in members(member):
                    more = one | 1 << cell
                    knowledge.question.spend(what, 1 + len(met) // 8)
                    if all(other & ~more for other in met):
                        extended.append(more)
        partial = met + extended
        refuse(len(partial) > MAX_SETS, f"{what}: more than {MAX_SETS} minimal hitting sets")
    return partial
