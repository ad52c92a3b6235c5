"""Why an effect happened: the results of ``certwright cause``, as data and as text."""

from typing import Any

from ..domains.reactive.effect import effect_json
from ..domains.reactive.machine import Machine
from ..domains.reactive.words import read_lasso, rows
from ..instances.errors import RecordError
from ..instances.records import Json
from ..verifiers.engines import process
from ..verifiers.engines.outcome import Undecided
from ..verifiers.reactive.atoms import atom_text, atoms
from ..verifiers.reactive.cells import Cells
from ..verifiers.reactive.explanations import cause
from ..verifiers.reactive.omega import InfiniteTrace, OmegaEffect, temporal_cause
from ..verifiers.reactive.passes import Passes, one_breaking, one_sufficient
from ..verifiers.reactive.question import Interventions
from ..verifiers.reactive.tasks import but_for
from .systems import text_of

SHOWN = 50
"""The most sets of one kind that are listed as text."""

Family = list[list[list[Any]]]


def explain(problem: Interventions, cap: int) -> Json:
    """But-for set, minimal sufficient and breaking sets, and whether the lists are complete.

    With more than ``cap`` sets of a kind, both lists are cut to one example each, and ``complete`` is False.
    WorldError when the effect does not happen on the trace.
    """
    product, passes = problem.product, Passes(problem.product)
    full = cause(product, cap)
    example = one_breaking(passes) if full is None else None
    sufficient = (one_sufficient(passes),) if full is None else full.sufficient
    breaking = full.breaking if full is not None else () if example is None else (example,)

    def literals(cells: Cells) -> list[list[Any]]:
        return atoms(cells, problem.inputs, problem.trace)

    return {
        "trace": rows(problem.trace, len(problem.inputs)),
        "effect": effect_json(problem.effect),
        "kind": None if full is None else full.kind,
        "butfor": literals(but_for(product)),
        "sufficient": list(map(literals, sufficient)),
        "breaking": list(map(literals, breaking)),
        "complete": full is not None,
    }


def infinite(machine: Machine, trace: str, effect: OmegaEffect, deadline: float | None) -> str | Undecided:
    """The automaton (HOA) of an effect's cause; ``trace`` is a file, or a word ending in ``cycle{...}``."""
    try:
        letters, loop = read_lasso(text_of(trace), machine.inputs, others=machine.outputs)
    except RecordError as error:
        raise error.within(trace if len(trace) < 200 else "trace") from None
    word, limit = InfiniteTrace(letters, loop), deadline or process.DEADLINE
    return temporal_cause(machine, word, effect, deadline=limit)


def text(explained: Json) -> str:
    """The result of ``explain`` as text for people."""
    found = f"cause ({explained['kind']}): {formula(explained['breaking'])}"
    many = "cause: too many minimal sets to list; one of each kind is shown"
    lines = [found if explained["complete"] else many, f"but-for: {_set(explained['butfor'])}"]
    for name in ("sufficient", "breaking"):
        family: Family = explained[name]
        lines.append(f"minimal {name} sets: {len(family) if explained['complete'] else 'at least 1'}")
        lines += [f"  {_set(members)}" for members in family[:SHOWN]]
        if len(family) > SHOWN:
            lines.append(f"  ... and {len(family) - SHOWN} more")
    return "\n".join(lines)


def formula(clauses: Family) -> str:
    """The conjunction of clauses as text.

    >>> formula([[[0, "r", 1], [1, "r", 1]], [[2, "s", 0]]])
    '(r@0 | r@1) & !s@2'
    """
    parts = [" | ".join(map(atom_text, clause)) for clause in clauses]
    return " & ".join(f"({part})" if " | " in part and len(parts) > 1 else part for part in parts) or "true"


def _set(literals: list[list[Any]]) -> str:
    return ", ".join(map(atom_text, literals)) or "none"
