"""The PDDL of each mechanism, in plain words that a scenario exchanges for its own.

A domain holds only what the mechanisms of its level need, so every rule in it has work to do.
"""

from __future__ import annotations

from typing import NamedTuple

from .blueprint import Blueprint


class Fragment(NamedTuple):
    """What a mechanism adds to a domain."""

    types: str
    predicates: str
    blocks: tuple[str, ...]
    """Actions and events."""


WALK = """(:action walk
    :parameters (?c - character ?from ?to - place)
    :precondition (and (at ?c ?from) (path ?from ?to){open}{dry})
    :effect (and (not (at ?c ?from)) (at ?c ?to)))"""
TAKE = """(:action take
    :parameters (?c - character ?i - item ?p - place)
    :precondition (and (at ?c ?p) (lies ?i ?p))
    :effect (and (not (lies ?i ?p)) (has ?c ?i)))"""
DROP = """(:action drop
    :parameters (?c - character ?i - item ?p - place)
    :precondition (and (at ?c ?p) (has ?c ?i))
    :effect (and (not (has ?c ?i)) (lies ?i ?p)))"""
POST = {
    "leaves": """(:action post
    :parameters (?c - character ?i - item ?from ?to - place)
    :precondition (and (at ?c ?from) (has ?c ?i) (link ?from ?to))
    :effect (and (not (has ?c ?i)) (lies ?i ?to)))""",
    "hands": """(:action post
    :parameters (?c - character ?i - item ?from ?to - place ?r - character)
    :precondition (and (at ?c ?from) (has ?c ?i) (link ?from ?to) (at ?r ?to))
    :effect (and (not (has ?c ?i)) (has ?r ?i)))""",
}
"""How things travel through time: left at the other post, or handed to who stands there."""

_LOCK = """(:action unlock
    :parameters (?c - character ?i - item ?from ?to - place)
    :precondition (and (at ?c ?from) (path ?from ?to) (fits ?i ?to) (has ?c ?i) (not (open ?to)))
    :effect (and{worn} (open ?to)))"""
_WORK = """(:action work-on
    :parameters (?c - character ?i - item ?p - place ?w - work)
    :precondition (and (at ?c ?p) (site ?w ?p) (tool ?i ?w) (has ?c ?i) (not (done ?w)))
    :effect (and{worn} (done ?w)))"""
_WORK_OPENS = """(:event work-opens
    :parameters (?w - work ?p - place)
    :precondition (and (done ?w) (serves ?w ?p))
    :effect (open ?p))"""
_WORK_LASTS = """(:event work-lasts
    :parameters (?w - work ?p - place)
    :precondition (and (done ?w) (serves ?w ?p))
    :effect (clear ?p))"""
_WORK_TURNS = """(:event work-turns
    :parameters (?w - work ?p ?q - place)
    :precondition (and (done ?w) (serves ?w ?p) (floods ?w ?q))
    :effect (and ({result} ?p) (flooded ?q)))"""
"""Work that floods one place while it opens, or clears, another."""
_CLEAR_OPENS = """(:event clear-opens
    :parameters (?p - place)
    :precondition (clear ?p)
    :effect (open ?p))"""
_CARVE = """(:action carve
    :parameters (?c - character ?i - item ?p - place ?s - stone)
    :precondition (and (at ?c ?p) (stands ?s ?p) (cuts ?i) (has ?c ?i) (not (carved ?s)))
    :effect (and{worn} (carved ?s)))"""
_READ = """(:action read
    :parameters (?c - character ?p - place ?s - stone)
    :precondition (and (at ?c ?p) (legible ?s ?p))
    :effect (knows ?c ?s))"""
_DIAL = """(:action dial
    :parameters (?c - character ?from ?to - place ?s - stone)
    :precondition (and (at ?c ?from) (path ?from ?to) (keyed ?to ?s) (knows ?c ?s) (not (open ?to)))
    :effect (open ?to))"""
_ENDURES = """(:event carving-endures
    :parameters (?s - stone ?p - place)
    :precondition (and (carved ?s) (endures ?s ?p))
    :effect (legible ?s ?p))"""
_CONVINCE = """(:action convince
    :parameters (?c - character ?i - item ?p - place ?o - office)
    :precondition (and (at ?c ?p) (hears ?o ?p) (evidence ?i ?o) (has ?c ?i) (not (granted ?o)))
    :effect (and{worn} (granted ?o)))"""
_FOUNDS = """(:event grant-founds
    :parameters (?o - office ?p - place)
    :precondition (and (granted ?o) (seat ?o ?p))
    :effect (founded ?o ?p))"""
_FOUNDED = """(:event founded-opens
    :parameters (?o - office ?p - place)
    :precondition (founded ?o ?p)
    :effect (open ?p))"""
_LIGHT = """(:action light
    :parameters (?c - character ?i - item ?p - place)
    :precondition (and (at ?c ?p) (signal ?p) (ignites ?i) (has ?c ?i) (not (lit ?p)) (not (aligned)))
    :effect (lit ?p))"""
_ALIGN = """(:event signals-align
    :parameters ({variables} - place)
    :precondition (and (in-line {variables}) {lit})
    :effect (and (aligned) {out}))"""
_ALIGNED = """(:event aligned-opens
    :parameters (?p - place)
    :precondition (and (aligned) (behind ?p))
    :effect (open ?p))"""


def fragment(kind: str, blueprint: Blueprint) -> Fragment:
    """The PDDL of a kind of mechanism."""
    worn = " (not (has ?c ?i))" if blueprint.worn else ""
    if kind == "lock":
        return Fragment("", "(fits ?i - item ?p - place)", (_LOCK.format(worn=worn),))
    if kind == "work":
        predicates = (
            "(site ?w - work ?p - place) (tool ?i - item ?w - work) (serves ?w - work ?p - place)"
            " (done ?w - work)"
        )
        opens, lasts = _WORK_OPENS, _WORK_LASTS
        if blueprint.flooding:
            predicates += " (floods ?w - work ?p - place) (flooded ?p - place)"
            opens, lasts = _WORK_TURNS.format(result="open"), _WORK_TURNS.format(result="clear")
        work = _WORK.format(worn=worn)
        if blueprint.brief:
            return Fragment("work", predicates, (work, opens))
        return Fragment("work", predicates + " (clear ?p - place)", (work, lasts, _CLEAR_OPENS))
    if kind == "carve":
        predicates = (
            "(stands ?s - stone ?p - place) (cuts ?i - item) (endures ?s - stone ?p - place)"
            " (keyed ?p - place ?s - stone) (carved ?s - stone) (legible ?s - stone ?p - place)"
            " (knows ?c - character ?s - stone)"
        )
        return Fragment("stone", predicates, (_CARVE.format(worn=worn), _READ, _DIAL, _ENDURES))
    if kind == "grant":
        predicates = (
            "(hears ?o - office ?p - place) (evidence ?i - item ?o - office) (seat ?o - office ?p - place)"
            " (granted ?o - office) (founded ?o - office ?p - place)"
        )
        return Fragment("office", predicates, (_CONVINCE.format(worn=worn), _FOUNDS, _FOUNDED))
    _, sync = next(blueprint.of_kind("sync"))
    names = [f"?p{number}" for number in range(1, len(sync.sites) + 1)]
    align = _ALIGN.format(
        variables=" ".join(names),
        lit=" ".join(f"(lit {name})" for name in names),
        out=" ".join(f"(not (lit {name}))" for name in names),
    )
    predicates = (
        f"(signal ?p - place) (ignites ?i - item) (in-line {' '.join(names)} - place) (behind ?p - place)"
        " (lit ?p - place) (aligned)"
    )
    return Fragment("", predicates, (_LIGHT, align, _ALIGNED))


def domain(name: str, blueprint: Blueprint, post: str) -> str:
    """The text of a domain in plain words; ``post`` is a key of POST."""
    parts = [fragment(kind, blueprint) for kind in blueprint.kinds]
    gated = bool(blueprint.mechanisms)
    predicates = [
        "(of ?p - place ?e - epoch) (path ?from ?to - place) (link ?from ?to - place)",
        "(at ?c - character ?p - place) (lies ?i - item ?p - place) (has ?c - character ?i - item)",
        *(["(open ?p - place)"] if gated else []),
        *(part.predicates for part in parts),
    ]
    types = ["epoch", "place", "character", "item", *(part.types for part in parts if part.types)]
    blocks = [
        WALK.format(
            open=" (open ?to)" if gated else "", dry=" (not (flooded ?to))" if blueprint.flooding else ""
        ),
        TAKE,
        *([DROP] if blueprint.drop else []),
        POST[post],
        *(block for part in parts for block in part.blocks),
    ]
    return (
        "\n\n".join(
            [
                f"(define (domain {name})\n  (:requirements :strips :typing :negative-preconditions :time)\n"
                f"  (:types {' '.join(types)})\n  (:predicates\n    " + "\n    ".join(predicates) + ")",
                *(f"  {block}" for block in blocks),
            ]
        )
        + ")\n"
    )
