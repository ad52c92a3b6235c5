"""`sufficient`, body ``atoms``: a minimal sufficient set of literals of the trace.

A set of cells *suffices* when flips of all the other cells cannot avoid the effect.  That grows with the set,
so a set is minimal when no single cell can be left out.  Rule: the definition, one forward pass over sets of
nodes for the set and one for each cell left out.
"""

from ...fields import Stated, exactly
from ...refused import RefusedError
from ..knowledge import Knowledge
from ..question import atoms, members

BODY = exactly(atoms=atoms)


def check(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """Check that the set suffices and that each of its literals is needed."""
    question, runs = knowledge.question, knowledge.runs
    question.require_effect()
    held = question.cells(name, stated.atoms, actual=True)
    if runs.avoidable(runs.everything & ~held):
        raise RefusedError(f"{name}: with these literals kept the effect can still be avoided")
    for cell in members(held):
        if not runs.avoidable(runs.everything & ~held | 1 << cell):
            raise RefusedError(f"{name}: {question.text(1 << cell)} is not needed")
    knowledge.sufficient[held] = name
