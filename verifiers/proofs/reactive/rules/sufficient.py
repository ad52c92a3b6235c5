"""`sufficient`, body ``atoms``: a minimal sufficient set of literals of the trace.

A set of cells *suffices* when flips of all the other cells cannot avoid the effect.  That grows with the set,
so a set is minimal when no single cell can be left out.  Rule: the definition, one forward pass over sets of
nodes for the set and one for each cell left out.
"""

from ...fields import Stated, exactly
from ..knowledge import Knowledge
from ..question import atoms

BODY = exactly(atoms=atoms)


def check(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """Check that the set suffices and that each of its literals is needed."""
    knowledge.question.require_effect()
    held = knowledge.minimal(name, stated.atoms, knowledge.runs.unavoidable)
    knowledge.sufficient[held] = name
