"""Why an answer is not a legal item of its world: unknown symbol, wrong arity, ill-typed, static predicate.

Facts range over the fluent predicates, actions over all well-typed groundings of the schemas.  With
``static_facts`` a ground atom of a static predicate counts as a proposition too (ACPBench Hard, section 4.3).
"""

from __future__ import annotations

from collections.abc import Callable

from ...domains.planning.atoms import text
from ...domains.planning.language import Legality
from ...instances.records import Code
from ..judgement import Judgement, correct, incorrect
from .world import World

Parts = tuple[str, ...]

SENTENCES: dict[Code, str] = {
    Code.UNKNOWN_SYMBOL: "{item} names a symbol that this world does not have",
    Code.ARITY: "{item} has the wrong number of arguments",
    Code.ILL_TYPED: "{item} has an argument of the wrong type",
    Code.STATIC_PREDICATE: "{item} is static: no action changes it",
}


def _refusal(legality: Legality, parts: Parts) -> Judgement | None:
    if legality is Legality.LEGAL:
        return None
    code = Code(legality.value)
    return incorrect(code, SENTENCES[code].format(item=text(parts)))


def illegal_action(world: World) -> Callable[[Parts], Judgement | None]:
    """A check that refuses what is no well-typed action, and passes (None) what is."""
    return lambda parts: _refusal(world.language.action(parts), parts)


def illegal_fact(world: World) -> Callable[[Parts], Judgement | None]:
    """A check that refuses what is no well-typed fluent fact, and passes (None) what is."""
    return lambda parts: _refusal(world.language.fact(parts), parts)


def unreachable_static_fact(world: World) -> Callable[[Parts], Judgement | None]:
    """As `illegal_fact`, but a well-typed static atom is judged by the initial state: it never changes."""

    def check(parts: Parts) -> Judgement | None:
        refused = _refusal(world.language.fact(parts), parts)
        if refused is None or refused.code is not Code.STATIC_PREDICATE:
            return refused
        if parts in world.problem.init:
            return incorrect(Code.REACHABLE, f"{text(parts)} holds in every state")
        return correct(f"{text(parts)} is static and false")

    return check
