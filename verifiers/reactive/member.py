"""Whether a literal is in the but-for set, or matters at all: it stands in some minimal explanation."""

from ...instances.records import Certificate, Json
from ..task import Decision, Task
from .atoms import stored_cells
from .butfor import but_for
from .explanations import certificates, listed
from .question import Question


def decide(question: Question, item: Json) -> Decision:
    """Whether ``item["literal"]`` is what ``item["asks"]`` for: ``butfor`` or ``relevant``."""
    cell = stored_cells([item["literal"]], question.machine.inputs)
    if item["asks"] == "butfor":
        return Decision.evaluated(bool(but_for(question.product) & cell))
    full = listed(question.product)
    if full is None:
        return Decision(None)
    witness = next((cells for cells in full.breaking if cells & cell), None)
    if witness is None:
        return Decision(False, certificates(question, full))
    return Decision(True, (Certificate("breaking", {"atoms": question.atoms(witness)}),))


TASK = Task(
    number=7,
    title="literal in a cause",
    paper="TCE",
    groups={"bool": "reactive_member_bool"},
    decide=decide,
)
