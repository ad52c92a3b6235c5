"""`intervention`, `cheapest`, `counting`: what can be made to happen, at what least cost, in how many ways.

`intervention`, body ``atoms``: the run under these atoms shows the effect and, for each atom, the run
without it does not.  Every run is made from the first step to the last.

`cheapest`, body ``timesteps`` and ``atoms``, null when nothing works: forward, step by step, the least cost
(timesteps, atoms) of being in each node is computed over all flips; that of the accepting nodes at the end
must be the stated one.  So no sufficient set is cheaper, and one costs as much; as every part of a set is
cheaper than the set, it is valid.

`counting`, body ``by_timesteps``, decimal texts: `recount` counts the valid certificates anew.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from ....instances.errors import CertificateError
from ..bodies import Count, read
from .knowledge import Knowledge
from .question import Atoms, members
from .recount import recount

Number = Annotated[str, msgspec.Meta(pattern="^(0|[1-9][0-9]{0,3999})$")]


class Intervention(msgspec.Struct, forbid_unknown_fields=True):
    """The body of `intervention`."""

    atoms: Atoms


class Cheapest(msgspec.Struct, forbid_unknown_fields=True):
    """The body of `cheapest`."""

    timesteps: Count | None
    atoms: Count | None


class Counting(msgspec.Struct, forbid_unknown_fields=True):
    """The body of `counting`."""

    by_timesteps: Annotated[list[Number], msgspec.Meta(max_length=10_000)]


def intervention(knowledge: Knowledge, what: str, data: Any) -> None:
    """Run the certificate, with and without each of its atoms."""
    question, runs = knowledge.question, knowledge.runs
    cells = question.cells(what, read(what, Intervention, data).atoms, actual=False)
    if not runs.happens(cells):
        raise CertificateError(f"{what}: the effect does not happen under these atoms")
    for cell in members(cells):
        if runs.happens(cells & ~(1 << cell)):
            step, name, _ = question.atoms(1 << cell)[0]
            raise CertificateError(f"{what}: without {name} at step {step} the effect still happens")
    knowledge.valid.add(cells)


def cheapest(knowledge: Knowledge, what: str, data: Any) -> None:
    """Compute the least cost, and compare."""
    body = read(what, Cheapest, data)
    found = least_cost(knowledge, what)
    if (body.timesteps, body.atoms) != (found or (None, None)):
        raise CertificateError(
            f"{what}: ({body.timesteps}, {body.atoms}) is stated, the least (timesteps, atoms) is {found}"
        )
    knowledge.bounded, knowledge.cost = True, found


def least_cost(knowledge: Knowledge, what: str) -> tuple[int, int] | None:
    """The least (timesteps, atoms) of flips that make the effect happen; None when none do."""
    question, product = knowledge.question, knowledge.question.product
    costs = {0: (0, 0)}
    for table, letter in zip(product.tables, product.base, strict=False):
        question.spend(what, len(costs) << question.inputs)
        after: dict[int, tuple[int, int]] = {}
        for node, (steps, atoms) in costs.items():
            for flips, target in enumerate(_turned(table[node], letter)):
                cost = (steps + (flips > 0), atoms + flips.bit_count())
                if target not in after or cost < after[target]:
                    after[target] = cost
        costs = after
    return min((cost for node, cost in costs.items() if product.accepting[node]), default=None)


def _turned(row: tuple[int, ...], letter: int) -> list[int]:
    """The targets in the order of flips of the letter."""
    return [row[letter ^ flips] for flips in range(len(row))]


def counting(knowledge: Knowledge, what: str, data: Any) -> None:
    """Count the valid certificates within the budget of the query, and compare."""
    question, stated = knowledge.question, read(what, Counting, data).by_timesteps
    budget = question.query.get("budget_timestep")
    if type(budget) is not int or budget < 0:
        raise CertificateError(f"{what}: the query has no budget")
    found = recount(question, what, min(budget, question.product.horizon))
    if stated != [str(number) for number in found]:
        place = next((k for k, pair in enumerate(zip(stated, found)) if pair[0] != str(pair[1])), None)  # noqa: B905
        if place is None:
            raise CertificateError(f"{what}: {len(stated)} numbers are stated, there are {len(found)}")
        raise CertificateError(
            f"{what}: {stated[place][:40]} certificates with {place} timesteps are stated, there are "
            f"{str(found[place])[:40]}"
        )
    knowledge.counts = tuple(found)
