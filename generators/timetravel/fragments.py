"""The PDDL domain of a level, in plain words that a scenario exchanges for its own.

The texts stand in ``fragments.toml``.  A domain holds only what the mechanisms of its level need, so every
rule in it has work to do.
"""

from typing import Any

from ...instances.toml import beside
from .blueprint import Blueprint

TEXTS = beside(__file__, dict[str, dict[str, Any]])
POST = TEXTS["post"]
"""How things travel through time: left at the other post, or handed to who stands there."""


def domain(name: str, blueprint: Blueprint, post: str) -> str:
    """The text of a domain in plain words; ``post`` is a key of POST."""
    kinds = [[TEXTS[part] for part in _parts(kind, blueprint)] for kind in blueprint.kinds]
    predicates = [
        "(of ?p - place ?e - epoch) (path ?from ?to - place) (link ?from ?to - place)",
        "(at ?c - character ?p - place) (lies ?i - item ?p - place) (has ?c - character ?i - item)",
        *(["(open ?p - place)"] if blueprint.mechanisms else []),
        *(" ".join(each for part in parts for each in part.get("predicates", ())) for parts in kinds),
    ]
    types = ["epoch", "place", "character", "item", *(part["type"] for part, *_ in kinds if "type" in part)]
    blocks = [
        *(text for way, text in TEXTS["ways"].items() if way != "drop" or blueprint.drop),
        POST[post],
        *(block for parts in kinds for part in parts for block in part["blocks"]),
    ]
    head = f"(define (domain {name})\n  (:requirements :strips :typing :negative-preconditions :time)\n"
    head += f"  (:types {' '.join(types)})\n  (:predicates\n    " + "\n    ".join(predicates) + ")"
    text = "\n\n".join([head, *(f"  {block}" for block in blocks)])
    signals = [f"?p{n}" for _, sync in blueprint.of_kind("sync") for n in range(1, len(sync.sites) + 1)]
    filled = text.format(
        open=" (open ?to)" if blueprint.mechanisms else "",
        dry=" (not (flooded ?to))" if blueprint.flooding else "",
        worn=" (not (has ?c ?i))" if blueprint.worn else "",
        result="open" if blueprint.brief else "clear",
        signals=" ".join(signals),
        lit=" ".join(f"(lit {signal})" for signal in signals),
        out=" ".join(f"(not (lit {signal}))" for signal in signals),
    )
    return filled + ")\n"


def _parts(kind: str, blueprint: Blueprint) -> list[str]:
    """The tables of a kind of mechanism: brief work opens its gate at once, other work clears it first."""
    if kind != "work":
        return [kind]
    ends = "turns" if blueprint.flooding else "opens" if blueprint.brief else "lasts"
    return ["work", ends] if blueprint.brief else ["work", ends, "clears"]
