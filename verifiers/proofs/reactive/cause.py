"""`cause`: the full cause, one clause a minimal breaking set; one claim, null where it is not known."""

from ..claims import Ledger
from ..fields import Stated, constant, exactly, listing, optional
from ..refused import RefusedError, refuse
from ..tasks import discharging
from .knowledge import Knowledge
from .question import EXPLAINED, atoms


def _whole(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    """The clauses must be the proven list of all minimal breaking sets."""
    question = knowledge.question
    question.require_effect()
    if stated.cnf is None:
        ledger.undecided += 1
        return
    clauses = [
        question.cells(f"truth clause {place}", clause, actual=True)
        for place, clause in enumerate(stated.cnf)
    ]
    sentence = f"the full cause is the conjunction of these {len(clauses)} clauses"
    if not knowledge.complete:
        ledger.claim(sentence, True, None)
        return
    refuse(len(set(clauses)) < len(clauses), "truth cnf: a clause is repeated")
    for clause in sorted(set(clauses) ^ knowledge.breaking.keys()):
        word = "missing" if clause in knowledge.breaking else "no minimal breaking set"
        raise RefusedError(f"truth cnf: the clause {question.text(clause)} is {word}")
    ledger.claim(sentence, True, True, "causes")


_TRUTH = exactly(kind=constant("cause"), cnf=optional(listing(atoms)))
discharge = discharging(EXPLAINED, _TRUTH, _whole)
