"""What the truth of each reactive task claims, and what proves it; the gold answers.

A number, cause or answer that is null is undecided.  Where nothing else is said, there is one claim.
"""

from ..claims import Ledger
from ..fields import Kind, Stated, anything, boolean, count, listing, optional
from ..planning.model import ones
from ..record import Record, canonical
from ..refused import RefusedError, refuse
from ..tasks import OPEN, Answer, Asked, Task, task
from .knowledge import Knowledge, asks, atoms, number, rows

_EXPLAINED = asks("trace", "effect")
_INTERVENED = asks("trace", "effect", "mode", "budget_timestep", "budget_atoms")
_FOUND = {"count": optional(number), "cheapest": optional(listing(count, 2)), "example": optional(atoms)}


@task({"trace": rows}, run={"states": listing(count), "outputs": rows})
def simulate(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    """The states and outputs of the machine over the trace."""
    states, outputs = knowledge.machine.run(knowledge.trace)
    width = range(len(knowledge.machine.outputs))
    shown = ["".join("1" if word >> bit & 1 else "0" for bit in width) for word in outputs]
    sentence = f"these are the {len(states)} states of the run and its {len(shown)} rows of outputs"
    ledger.evaluated(sentence, (stated.states, stated.outputs), (states, shown), knowledge.evaluated)


def _first_bad(knowledge: Knowledge) -> int | None:
    _, own = knowledge.machine.run(knowledge.trace)
    claimed = knowledge.letters("outputs", len(knowledge.machine.outputs))
    refuse(len(claimed) != len(own), f"query outputs: {len(claimed)} rows for {len(own)} steps")
    return next((step for step, output in enumerate(own) if output != claimed[step]), None)


@task(asks("trace", "outputs"), acceptance={"accepted": boolean, "first_bad_step": optional(count)})
def accept(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    """Whether claimed outputs are the machine's own, and the first step at which they are not."""
    bad = _first_bad(knowledge)
    sentence = "the claimed outputs are the machine's own"
    if stated.first_bad_step is not None:
        sentence = f"the first claimed outputs that are not the machine's own are those of step {bad}"
    said = (stated.accepted, stated.first_bad_step)
    ledger.evaluated(sentence, said, (bad is None, bad), knowledge.evaluated)


@accept.item("bool", **asks("trace", "outputs"))
def _is_accepted(knowledge: Knowledge, query: Stated) -> Asked:
    return "the claimed outputs are all the machine's own", _first_bad(knowledge) is None


@task(_EXPLAINED, literals={"items": atoms})
def butfor(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    """The literals of the trace each of which, flipped alone, avoids the effect."""
    product, items = knowledge.product, knowledge.cells("truth items", stated.items)
    cells = (1 << cell for cell in range(product.inputs * product.horizon))
    right = sum(cell for cell in cells if not product.happens_under(cell))
    for cell in ones(items ^ right):
        word = "in" if right >> cell & 1 else "not in"
        raise RefusedError(f"truth items: {knowledge.text(1 << cell)} is {word} the but-for set")
    sentence = f"the literals that avoid the effect when they alone change: {knowledge.text(items)}"
    ledger.evaluated(sentence, items, right, knowledge.evaluated)


member = Task(anything, anything)


@member.item("bool", **asks("trace", "effect", "literal", "asks"))
def _is_member(knowledge: Knowledge, query: Stated) -> Asked:
    """Whether a literal is a but-for cause, or stands in some minimal breaking set.

    A breaking set with it proves yes; the list of all of them without it proves no.
    """
    product, cell = knowledge.product, knowledge.cells("query literal", [query.literal])
    shown = knowledge.text(cell)
    if query.asks == "butfor":
        return f"changing {shown} alone avoids the effect", not product.happens_under(cell)
    known: Answer = (False, knowledge.complete) if knowledge.complete else OPEN
    known = next(((True, name) for held, name in knowledge.breaking.items() if held & cell), known)
    return f"{shown} is in some minimal breaking set", known


def _minimal(sort: str, example: Kind, does: str) -> Task:
    """One minimal set, or that there is none, and how many there are, which needs all: two claims."""

    @task(_EXPLAINED, **{sort: {"example": example, "count": optional(count)}})
    def enter(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
        sets, complete = getattr(knowledge, sort), knowledge.complete
        if stated.example is None:
            ledger.claim(
                "no changes avoid the effect", True, not sets if complete or sets else None, complete
            )
        else:
            cells = knowledge.cells("truth example", stated.example)
            sentence = f"{does.format(knowledge.text(cells))} the effect, and no part of it does"
            known = True if cells in sets else False if complete else None
            ledger.claim(sentence, True, known, sets.get(cells, ""))
        total = len(sets) if complete else None
        ledger.quantity(f"there are {stated.count} minimal {sort} sets", stated.count, total, complete)

    return enter


sufficient = _minimal("sufficient", atoms, "keeping {} forces")
breaking = _minimal("breaking", optional(atoms), "changing {} avoids")


@task(_EXPLAINED, cause={"cnf": optional(listing(atoms))})
def cause(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    """The full cause: one clause a minimal breaking set, for all of them."""
    if stated.cnf is None:
        ledger.undecided += 1
        return
    clauses = [knowledge.cells(f"truth clause {place}", one) for place, one in enumerate(stated.cnf)]
    if knowledge.complete:
        refuse(len(set(clauses)) < len(clauses), "truth cnf: a clause is repeated")
        for clause in sorted(set(clauses) ^ knowledge.breaking.keys()):
            word = "missing" if clause in knowledge.breaking else "no minimal breaking set"
            raise RefusedError(f"truth cnf: the clause {knowledge.text(clause)} is {word}")
    ledger.backed(f"the full cause is the conjunction of these {len(clauses)} clauses", knowledge.complete)


@task(_INTERVENED, "gen", "episode", certificates=_FOUND)
def intervene(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    """GF-01: a valid certificate of least cost, that cost, and how many valid ones there are: three claims.

    ``cheapest`` is the least (timesteps, atoms) of a set that brings the effect about with at most as many
    atoms as the query allows, null when none does; ``example`` has that cost, null where it takes more
    timesteps than are allowed; ``count`` counts the valid certificates within both budgets.
    """
    by, cheapest = knowledge.bounded, None if stated.cheapest is None else tuple(stated.cheapest)
    if cheapest is not None and len(cheapest) != 2:
        raise RefusedError("truth.cheapest: timesteps and atoms were expected")
    within = cheapest is not None and cheapest[0] <= query.budget_timestep
    if (stated.example is not None) != within:
        raise RefusedError("truth example: there is one exactly when the least cost is within the budget")
    if stated.example is None:
        ledger.backed("no certificate is within the budgets", by)
    else:
        cells, most = knowledge.cells("truth example", stated.example, actual=False), knowledge.budget[1]
        cost = (len({step for step, _, _ in stated.example}), len(stated.example))
        refuse(cost != cheapest, f"truth example: it costs {cost}, {cheapest} is stated")
        refuse(cost[1] > most, f"truth example: {cost[1]} atoms, the budget is {most}")
        does = f"changing {knowledge.text(cells)} brings the effect about"
        ledger.backed(f"{does}, and each of these changes is needed", knowledge.valid.get(cells, ""))
    least = "nothing brings the effect about"
    if cheapest is not None:
        steps, settings = cheapest
        least = f"nothing that brings the effect about costs less than {steps} timesteps and {settings} atoms"
    if by and knowledge.cost != cheapest:
        raise RefusedError(f"the least cost: the record says {cheapest}, {knowledge.cost} is proven")
    ledger.backed(least, by)
    sentence = f"there are {str(stated.count)[:60]} valid certificates within the budgets"
    ledger.quantity(sentence, stated.count, knowledge.number, "counting")


def gold(knowledge: Knowledge, record: Record) -> bool:
    """Whether the gold answer is yes, no or canonical JSON; no literals: the word none, no clauses: true."""
    fields = dict(record.truth or {})
    kind, said = fields.pop("kind"), fields.get("items", fields.get("example"))
    if kind == "bool":
        return record.gold == {True: "yes", False: "no", None: None}[fields["answer"]]
    if kind in ("run", "acceptance") or fields.get("cnf") is not None:
        said = fields
    word = "true" if said == {"cnf": []} else "none" if said == [] and kind != "certificates" else None
    return record.gold == (word or (None if said is None else canonical(said).decode()))
