"""`simulate`: the states and outputs of the machine over the trace; one claim, decided by evaluation."""

from ..claims import Ledger
from ..fields import Stated, constant, count, exactly, listing
from ..tasks import discharging
from .knowledge import Knowledge
from .question import asks, rows


def _whole(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    machine = knowledge.question.machine
    states, outputs = machine.run(knowledge.question.trace)
    width = range(len(machine.outputs))
    shown = ["".join("1" if word >> bit & 1 else "0" for bit in width) for word in outputs]
    sentence = f"these are the {len(states)} states of the run and its {len(shown)} rows of outputs"
    ledger.evaluated(sentence, (stated.states, stated.outputs), (states, shown), knowledge.evaluated)


_TRUTH = exactly(kind=constant("run"), states=listing(count), outputs=rows)
discharge = discharging(asks("trace"), _TRUTH, _whole)
