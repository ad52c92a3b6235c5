"""`intervention`, body ``atoms``: a valid certificate of GF-01 (Suff and Min1).

Rule: the run under these atoms shows the effect and, for each atom, the run without it does not.  Every run
is made from the first step to the last, so the rule is the definition.
"""

from ...fields import Stated, exactly
from ..knowledge import Knowledge
from ..question import atoms

BODY = exactly(atoms=atoms)


def check(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """Run the certificate, with and without each of its atoms."""
    cells = knowledge.minimal(name, stated.atoms, knowledge.runs.happens, actual=False)
    knowledge.valid[cells] = name
