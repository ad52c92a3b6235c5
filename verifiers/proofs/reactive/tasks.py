"""What the truth of each reactive task claims, and what proves it; the gold answers.

``simulate`` (the states and outputs over the trace), ``accept`` (whether claimed outputs are the machine's
own, and the first step at which they are not) and ``butfor`` (the literals of the trace each of which,
flipped alone, avoids the effect) make one claim each, decided by evaluation.  ``member`` asks whether a
literal is a but-for cause, or stands in some minimal breaking set: a breaking set with it proves yes, the
list of all of them without it proves no.  ``sufficient`` and ``breaking`` give one minimal set (or say that
none breaks the effect) and how many there are, one claim each; ``cause`` gives the full cause, one clause a
minimal breaking set.

``intervene`` (GF-01): ``cheapest`` is the least (timesteps, atoms) of a set that brings the effect about with
at most as many atoms as the query allows, null when none does; ``example`` has that cost, null where it takes
more timesteps than are allowed; ``count`` counts the valid certificates within both budgets.  One claim each.

A number, cause or answer that is null is undecided.
"""

from typing import Any

from ..claims import Ledger
from ..fields import Stated, boolean, constant, count, exactly, listing, optional
from ..record import Record, canonical
from ..refused import RefusedError, refuse
from ..tasks import OPEN, Answer, proven, task
from .knowledge import Knowledge
from .question import asks, atoms, members, number, rows


def _simulate(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    machine = knowledge.question.machine
    states, outputs = machine.run(knowledge.question.trace)
    width = range(len(machine.outputs))
    shown = ["".join("1" if word >> bit & 1 else "0" for bit in width) for word in outputs]
    sentence = f"these are the {len(states)} states of the run and its {len(shown)} rows of outputs"
    ledger.evaluated(sentence, (stated.states, stated.outputs), (states, shown), knowledge.evaluated)


def _first_bad(knowledge: Knowledge) -> int | None:
    question = knowledge.question
    pairs = zip(question.machine.run(question.trace)[1], question.claimed(), strict=True)
    return next((step for step, (own, claimed) in enumerate(pairs) if own != claimed), None)


def _accept(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    bad = _first_bad(knowledge)
    sentence = "the claimed outputs are the machine's own"
    if stated.first_bad_step is not None:
        sentence = f"the first claimed outputs that are not the machine's own are those of step {bad}"
    said = (stated.accepted, stated.first_bad_step)
    ledger.evaluated(sentence, said, (bad is None, bad), knowledge.evaluated)


def _is_accepted(knowledge: Knowledge, query: Stated) -> tuple[str, Answer]:
    own = _first_bad(knowledge) is None
    return "the claimed outputs are all the machine's own", proven(own, knowledge.evaluated)


def _butfor(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    runs, question = knowledge.explained, knowledge.question
    items, right = question.cells("truth items", stated.items, actual=True), runs.butfor()
    for cell in members(items ^ right):
        word = "in" if right >> cell & 1 else "not in"
        raise RefusedError(f"truth items: {question.text(1 << cell)} is {word} the but-for set")
    sentence = f"the literals that avoid the effect when they alone change: {question.text(items)}"
    ledger.evaluated(sentence, items, right, knowledge.evaluated)


def _is_member(knowledge: Knowledge, query: Stated) -> tuple[str, Answer]:
    cell = knowledge.explained.question.cells("query literal", [query.literal], actual=True)
    shown = knowledge.question.text(cell)
    if query.asks == "butfor":
        avoids = bool(knowledge.runs.butfor() & cell)
        return f"changing {shown} alone avoids the effect", proven(avoids, knowledge.evaluated)
    known: Answer = (False, "causes") if knowledge.complete else OPEN
    known = next(((True, name) for held, name in knowledge.breaking.items() if held & cell), known)
    return f"{shown} is in some minimal breaking set", known


def _sufficient(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    """The example must be among the established sets; a count needs the list of all of them."""
    question, sets = knowledge.explained.question, knowledge.sufficient
    example = question.cells("truth example", stated.example, actual=True)
    known = True if example in sets else False if knowledge.complete else None
    sentence = f"keeping {question.text(example)} forces the effect, and no part of it does"
    ledger.claim(sentence, True, known, sets.get(example, ""))
    total = None if knowledge.hitting is None else len(knowledge.hitting)
    ledger.quantity(f"there are {stated.count} minimal sufficient sets", stated.count, total, "causes")


def _breaking(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    """The example must be among the established sets; none, or a count, needs the list of all of them."""
    question, sets = knowledge.explained.question, knowledge.breaking
    known = False if knowledge.complete else None
    if stated.example is None:
        known = not sets if knowledge.complete or sets else None
        ledger.claim("no changes avoid the effect", True, known, "causes")
    else:
        example = question.cells("truth example", stated.example, actual=True)
        sentence = f"changing {question.text(example)} avoids the effect, and no part of it does"
        ledger.claim(sentence, True, True if example in sets else known, sets.get(example, ""))
    total = len(sets) if knowledge.complete else None
    ledger.quantity(f"there are {stated.count} minimal breaking sets", stated.count, total, "causes")


def _cause(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    """The clauses must be the proven list of all minimal breaking sets."""
    question = knowledge.explained.question
    if stated.cnf is None:
        ledger.undecided += 1
        return
    clauses = [
        question.cells(f"truth clause {place}", clause, actual=True)
        for place, clause in enumerate(stated.cnf)
    ]
    if knowledge.complete:
        refuse(len(set(clauses)) < len(clauses), "truth cnf: a clause is repeated")
        for clause in sorted(set(clauses) ^ knowledge.breaking.keys()):
            word = "missing" if clause in knowledge.breaking else "no minimal breaking set"
            raise RefusedError(f"truth cnf: the clause {question.text(clause)} is {word}")
    by = "causes" if knowledge.complete else ""
    ledger.backed(f"the full cause is the conjunction of these {len(clauses)} clauses", by)


def _intervene(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    """Hold example, cost and count against what the certificates establish."""
    cheapest, by = stated.cheapest, knowledge.bounded
    within = cheapest is not None and cheapest[0] <= query.budget_timestep
    one = (stated.example is not None) == within
    refuse(not one, "truth example: there is one exactly when the least cost is within the budget")
    if stated.example is None:
        ledger.backed("no certificate is within the budgets", by)
    else:
        ledger.backed(*_example(knowledge, stated))
    cost = "nothing brings the effect about"
    if cheapest is not None:
        cost = f"nothing that brings the effect about costs less than {cheapest[0]} timesteps and "
        cost += f"{cheapest[1]} atoms"
    other = by and knowledge.cost != cheapest
    refuse(other, f"the least cost: the record says {cheapest}, {knowledge.cost} is proven")
    ledger.backed(cost, by)
    total = None if knowledge.counts is None else str(sum(knowledge.counts))
    sentence = f"there are {str(stated.count)[:60]} valid certificates within the budgets"
    ledger.quantity(sentence, stated.count, total, "counting")


def _example(knowledge: Knowledge, stated: Stated) -> tuple[str, str]:
    """The claim that the example is valid, and what proves it."""
    question = knowledge.question
    cells = question.cells("truth example", stated.example, actual=False)
    cost = (len({step for step, _, _ in stated.example}), len(stated.example))
    refuse(cost != stated.cheapest, f"truth example: it costs {cost}, {stated.cheapest} is stated")
    most = question.budget[1]
    refuse(cost[1] > most, f"truth example: {cost[1]} atoms, the budget is {most}")
    shown = question.text(cells)
    sentence = f"changing {shown} brings the effect about, and each of these changes is needed"
    return sentence, knowledge.valid.get(cells, "")


def gold(knowledge: Knowledge, record: Record) -> bool:
    """Whether the gold answer is canonical JSON of what the truth says, or one of yes, no, none and true.

    The empty set of literals is the word none, no clauses are the word true.  A record with nothing to say
    (no set breaks the effect, nothing works within the budget, nobody knows) has none.
    """
    truth = record.truth or {}
    kind, said = truth["kind"], truth.get("items", truth.get("example"))
    if kind == "bool":
        return record.gold == {True: "yes", False: "no", None: None}[truth["answer"]]
    if kind in ("run", "acceptance"):
        said = {key: value for key, value in truth.items() if key != "kind"}
    elif kind == "cause" and truth["cnf"] is not None:
        said = {"cnf": truth["cnf"]}
    word = "true" if said == {"cnf": []} else "none" if said == [] and kind != "certificates" else None
    return record.gold == (word or (None if said is None else canonical(said).decode()))


def _pair(place: str, value: Any) -> tuple[int, int]:
    listed = listing(count, 2)(place, value)
    refuse(len(listed) != 2, f"{place}: timesteps and atoms were expected")
    return listed[0], listed[1]


_EXPLAINED, _CLAIMED = asks("trace", "effect"), asks("trace", "outputs")
simulate = task(
    query=asks("trace"),
    truth=exactly(kind=constant("run"), states=listing(count), outputs=rows),
    whole=_simulate,
)
accept = task(
    query=_CLAIMED,
    truth=exactly(kind=constant("acceptance"), accepted=boolean, first_bad_step=optional(count)),
    whole=_accept,
    asked=_CLAIMED,
    item=_is_accepted,
    items=("bool",),
)
butfor = task(query=_EXPLAINED, truth=exactly(kind=constant("literals"), items=atoms), whole=_butfor)
member = task(asked=asks("trace", "effect", "literal", "asks"), item=_is_member, items=("bool",))
sufficient = task(
    query=_EXPLAINED,
    truth=exactly(kind=constant("sufficient"), example=atoms, count=optional(count)),
    whole=_sufficient,
)
breaking = task(
    query=_EXPLAINED,
    truth=exactly(kind=constant("breaking"), example=optional(atoms), count=optional(count)),
    whole=_breaking,
)
cause = task(
    query=_EXPLAINED,
    truth=exactly(kind=constant("cause"), cnf=optional(listing(atoms))),
    whole=_cause,
)
intervene = task(
    query=asks("trace", "effect", "mode", "budget_timestep", "budget_atoms"),
    truth=exactly(
        kind=constant("certificates"),
        count=optional(number),
        cheapest=optional(_pair),
        example=optional(atoms),
    ),
    whole=_intervene,
    wholes=("gen", "episode"),
)
