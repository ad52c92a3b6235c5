"""Why an effect happened: the figures of ``certwright cause``, as data and as text."""

from __future__ import annotations

from typing import Any

from ..domains.reactive.records import effect_json
from ..domains.reactive.words import rows
from ..verifiers.reactive import breaking, sufficient
from ..verifiers.reactive.butfor import but_for
from ..verifiers.reactive.causes import cause
from ..verifiers.reactive.cells import atom_text, literals, mask_of
from ..verifiers.reactive.interventions import Interventions
from ..verifiers.reactive.passes import Passes

SHOWN = 50
"""Sets of a family that are listed as text."""

Family = list[list[list[Any]]]


def explain(asked: Interventions, cap: int) -> dict[str, Any]:
    """But-for set, minimal sufficient and breaking sets, and whether these are all.

    With more than ``cap`` sets in a family both are cut to one example each, and ``complete`` is False.
    WorldError when the effect does not happen on the trace.
    """
    product, inputs, passes = asked.product, len(asked.machine.inputs), Passes(asked.product)
    found = cause(product, cap)
    if found is None:
        one = breaking.one(passes)
        families = ([sufficient.one(passes)], [] if one is None else [one])
    else:
        families = (list(found.sufficient), list(found.breaking))

    def atoms(mask: int) -> list[list[Any]]:
        return literals(mask, asked.machine.inputs, asked.trace)

    return {
        "trace": rows(asked.trace, inputs),
        "effect": effect_json(asked.effect),
        "kind": None if found is None else found.kind,
        "butfor": atoms(mask_of(but_for(product), inputs)),
        "sufficient": [atoms(mask) for mask in families[0]],
        "breaking": [atoms(mask) for mask in families[1]],
        "complete": found is not None,
    }


def text(explained: dict[str, Any]) -> str:
    """The same for people."""
    lines = [f"but-for: {_set(explained['butfor'])}"]
    if explained["complete"]:
        lines.insert(0, f"cause ({explained['kind']}): {formula(explained['breaking'])}")
    else:
        lines.insert(0, "cause: too many minimal sets to list; one of each kind is shown")
    for name in ("sufficient", "breaking"):
        family: Family = explained[name]
        lines.append(f"minimal {name} sets: {len(family) if explained['complete'] else 'at least 1'}")
        lines += [f"  {_set(one)}" for one in family[:SHOWN]]
        if len(family) > SHOWN:
            lines.append(f"  ... and {len(family) - SHOWN} more")
    return "\n".join(lines)


def formula(clauses: Family) -> str:
    """The conjunction of clauses, as text.

    >>> formula([[[0, "r", 1], [1, "r", 1]], [[2, "s", 0]]])
    '(r@0 | r@1) & !s@2'
    """
    parts = [" | ".join(map(atom_text, clause)) for clause in clauses]
    return " & ".join(f"({part})" if " | " in part and len(parts) > 1 else part for part in parts) or "true"


def _set(atoms: list[list[Any]]) -> str:
    return ", ".join(map(atom_text, atoms)) or "none"
