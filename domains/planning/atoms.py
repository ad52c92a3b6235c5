"""Ground atoms and actions: canonical text to tuples and back.

>>> text(("at", "c0", "l1")), parse("(handempty)")
('(at c0 l1)', ('handempty',))
"""

from collections.abc import Iterable

from ...instances.errors import WorldError


def text(parts: Iterable[str]) -> str:
    """The canonical text of a ground atom or action: lower case, single blanks, parentheses."""
    return "(" + " ".join(parts) + ")"


def parse(canonical: str) -> tuple[str, ...]:
    """The parts of a ground atom or action, in any case; WorldError unless one flat list in parentheses."""
    body = canonical.strip()
    if len(body) > 2 and body[0] == "(" and body[-1] == ")":
        parts = tuple(body[1:-1].lower().split())
        if parts and body.count("(") == 1 and body.count(")") == 1:
            return parts
    shown = canonical if len(canonical) <= 60 else canonical[:57] + "..."
    raise WorldError(f"not a ground atom or action: {shown!r}")


def respelled(spelt: str) -> str:
    """The canonical text of what may have other case and blanks; text that is no atom stays as it is.

    >>> respelled(" (At c0  L1)"), respelled("at c0")
    ('(at c0 l1)', 'at c0')
    """
    try:
        return text(parse(spelt))
    except WorldError:
        return spelt


def negation(canonical: str) -> str:
    """The name of the complement fact: ``(p a)`` to ``(not (p a))``."""
    return f"(not {canonical})"


def is_negation(canonical: str) -> bool:
    """Whether a fact of a grounded task is a complement fact (it never stands in answers)."""
    return canonical.startswith("(not (")
