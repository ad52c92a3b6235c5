"""`intervention`, body ``atoms``: a valid certificate of GF-01 (Suff and Min1).

Rule: the run under these atoms shows the effect and, for each atom, the run without it does not.  Every run
is made from the first step to the last, so the rule is the definition.
"""

from ...fields import Stated, exactly
from ...refused import RefusedError, refuse
from ..knowledge import Knowledge
from ..question import atoms, members

BODY = exactly(atoms=atoms)


def check(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """Run the certificate, with and without each of its atoms."""
    question, runs = knowledge.question, knowledge.runs
    cells = question.cells(name, stated.atoms, actual=False)
    refuse(not runs.happens(cells), f"{name}: the effect does not happen under these atoms")
    for cell in members(cells):
        if runs.happens(cells & ~(1 << cell)):
            step, index = divmod(cell, question.inputs)
            ap = question.machine.inputs[index]
            raise RefusedError(f"{name}: without {ap} at step {step} the effect still happens")
    knowledge.valid[cells] = name
