"""`simulate`: the states and outputs of the machine over the trace; one claim, decided by evaluation."""

from ..claims import Ledger
from ..fields import constant, count, exactly, listing
from ..record import Record
from .knowledge import Knowledge
from .question import rows

_TRUTH = exactly(kind=constant("run"), states=listing(count), outputs=rows)


def discharge(knowledge: Knowledge, record: Record, ledger: Ledger) -> None:
    """Run the machine, and compare."""
    question, stated = knowledge.question, knowledge.opened(record, _TRUTH, "gen", "trace")
    states, outputs = question.machine.run(question.trace)
    width = range(len(question.machine.outputs))
    shown = ["".join("1" if word >> bit & 1 else "0" for bit in width) for word in outputs]
    sentence = f"these are the {len(states)} states of the run and its {len(shown)} rows of outputs"
    ledger.evaluated(
        sentence, (stated.states, stated.outputs), (states, shown), backed=bool(knowledge.evaluated)
    )
