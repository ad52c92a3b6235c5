"""Specifications as text: assumptions about the environment, guarantees of the system, in LTL.

The formula is ``(assumptions) -> (guarantees)``; a machine satisfies it when every run on which the
assumptions hold keeps the guarantees.  LTL in Spot's syntax.

>>> both([always("a -> X b"), "F a"]), mutex(["g0", "g1", "g2"])
('G(a -> X b) & F a', 'G(!(g0 & g1)) & G(!(g0 & g2)) & G(!(g1 & g2))')
>>> after(3, "o"), within(3, "g")
('X(X(X(o)))', 'g | X(g | X(g))')
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True)
class Requirements:
    """What is asked of a system with these propositions."""

    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    guarantees: tuple[str, ...]
    assumptions: tuple[str, ...] = ()

    @property
    def formula(self) -> str:
        """The specification as one formula."""
        wanted = both(self.guarantees)
        return f"({both(self.assumptions)}) -> ({wanted})" if self.assumptions else wanted


@dataclass(frozen=True)
class SpecificationFamily:
    """Specifications that differ in one number."""

    key: str
    title: str  # what the system does, in one sentence; ``n`` is the number
    sizes: tuple[int, ...]
    build: Callable[[int], Requirements]


def specified(*sizes: int) -> Callable[[Callable[[int], Requirements]], SpecificationFamily]:
    """The family of a function: its name is the key, and its docstring the title."""

    def family(build: Callable[[int], Requirements]) -> SpecificationFamily:
        doc = build.__doc__ or ""
        return SpecificationFamily(build.__name__, f"{doc[:1].lower()}{doc[1:].rstrip('.')}", sizes, build)

    return family


def names(stem: str, count: int) -> tuple[str, ...]:
    """``stem0`` to ``stem(count - 1)``."""
    return tuple(f"{stem}{place}" for place in range(count))


def both(formulas: Iterable[str]) -> str:
    """The conjunction."""
    return " & ".join(formulas) or "true"


def either(formulas: Iterable[str]) -> str:
    """The disjunction, in brackets."""
    return f"({' | '.join(formulas) or 'false'})"


def none(aps: Iterable[str]) -> str:
    """No proposition holds."""
    return f"({both(f'!{ap}' for ap in aps)})"


def always(formula: str) -> str:
    """``G``."""
    return f"G({formula})"


def mutex(aps: Sequence[str]) -> str:
    """Never two of them at once."""
    return both(always(f"!({left} & {right})") for left, right in combinations(aps, 2))


def only(ap: str, aps: Sequence[str]) -> str:
    """Exactly this one of them."""
    return f"({both(name if name == ap else f'!{name}' for name in aps)})"


def after(steps: int, formula: str) -> str:
    """What holds so many steps later."""
    return "X(" * steps + formula + ")" * steps


def within(steps: int, formula: str) -> str:
    """It holds at one of the next ``steps`` steps, the first of which is now."""
    return f"{formula} | X(" * (steps - 1) + formula + ")" * (steps - 1)


def throughout(steps: int, formula: str) -> str:
    """It holds at each of the next ``steps`` steps, the first of which is now."""
    return "(" + f"{formula} & X(" * (steps - 1) + formula + ")" * steps


def responds(request: str, grant: str) -> str:
    """Every request is followed by a grant, now or later."""
    return always(f"{request} -> F {grant}")


def registers(values: Mapping[str, str], on: str = "") -> tuple[str, ...]:
    """Each begins off, or ``on``, and then has the value that its formula had a step before."""
    return tuple(
        part
        for ap, value in values.items()
        for part in (ap if ap == on else f"!{ap}", always(f"X({ap}) <-> ({value})"))
    )


def moves(places: Sequence[str], up: str, down: str, stay: str) -> tuple[str, ...]:
    """One of the places holds, and the next or the one before it holds after a step, if there is one."""
    return tuple(
        always(f"({place} & {when}) -> X{only(places[min(max(number + way, 0), len(places) - 1)], places)}")
        for number, place in enumerate(places)
        for when, way in ((up, 1), (down, -1), (stay, 0))
    )


def late(ap: str, steps: int, formula: str) -> list[str]:
    """``ap`` tells after ``steps`` steps whether the formula held; before that it is false."""
    silent = [after(step, f"!{ap}") for step in range(steps)]
    return [*silent, always(f"{after(steps, ap)} <-> ({formula})")]
