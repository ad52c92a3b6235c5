"""`breaking`, body ``atoms``: a minimal breaking set of literals of the trace.

A set of cells *breaks* the effect when flips within it can avoid the effect.  That grows with the set, so a
set is minimal when no single cell can be left out.  Rule: the definition, one forward pass over sets of
nodes for the set and one for each cell left out.
"""

from ...fields import Stated, exactly
from ...refused import RefusedError, refuse
from ..knowledge import Knowledge
from ..question import Atom, atoms, members

BODY = exactly(atoms=atoms)


def check(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """Check that the set breaks the effect and that each of its literals is needed."""
    knowledge.question.require_effect()
    minimal(knowledge, name, name, stated.atoms)


def minimal(knowledge: Knowledge, what: str, name: str, listed: list[Atom]) -> int:
    """The cells of a minimal breaking set, which the certificate ``name`` establishes."""
    question, runs = knowledge.question, knowledge.runs
    cells = question.cells(what, listed, actual=True)
    refuse(not runs.avoidable(cells), f"{what}: changing these literals does not avoid the effect")
    for cell in members(cells):
        if runs.avoidable(cells & ~(1 << cell)):
            raise RefusedError(f"{what}: {question.text(1 << cell)} need not change")
    knowledge.breaking[cells] = name
    return cells
