"""`accept`: whether claimed outputs are the machine's own, and the first step at which they are not.

One claim, decided by evaluation.  In the form ``bool`` the step is not asked for.
"""

from ..claims import Ledger
from ..fields import boolean, constant, count, exactly, optional
from ..record import Record
from .knowledge import Knowledge, require_form

_TRUTH = exactly(
    kind=constant("acceptance"),
    accepted=boolean,
    first_bad_step=optional(count),
)
ANSWER = exactly(kind=constant("bool"), answer=optional(boolean))
"""The truth of a question in the form ``bool``; null when it is not known."""


def discharge(knowledge: Knowledge, record: Record, ledger: Ledger) -> None:
    """Run the machine, and compare."""
    require_form(record, "gen", "bool")
    question = knowledge.question
    question.asks("trace", "outputs")
    pairs = zip(question.machine.run(question.trace)[1], question.claimed(), strict=True)
    bad = next((step for step, (own, claimed) in enumerate(pairs) if own != claimed), None)
    if record.form == "gen":
        stated = _TRUTH("truth", record.truth)
        sentence = "the claimed outputs are the machine's own"
        if stated.first_bad_step is not None:
            sentence = f"the first claimed outputs that are not the machine's own are those of step {bad}"
        given = (stated.accepted, stated.first_bad_step)
        ledger.evaluated(sentence, given, (bad is None, bad), backed=bool(knowledge.evaluated))
        return
    answer = ANSWER("truth", record.truth).answer
    known = bad is None if knowledge.evaluated else None
    decide(
        ledger, answer, known, ("", "not "), "the claimed outputs are {}all the machine's own", "evaluation"
    )


def decide(
    ledger: Ledger, stated: bool | None, known: bool | None, words: tuple[str, str], sentence: str, by: str
) -> None:
    """Enter a yes or no; ``words`` fill the sentence where it is yes and where it is no."""
    if stated is None:
        ledger.undecided += 1
        return
    ledger.claim(sentence.format(words[not stated]), True, None if known is None else known is stated, by)
