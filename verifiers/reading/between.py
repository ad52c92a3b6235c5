"""What a comma, a dash or an arrow between the words of a sentence means."""

from .lexer import MARK

_SHORT_LEAD = 2
"""So many words and signs before an arrow may be a label, "not =>", and are no reason."""


def reasoned(said: list[str]) -> bool:
    """Whether the clause before an arrow is more than a label."""
    comma = next((place for place in reversed(range(len(said))) if said[place] == ","), -1)
    clause = said[comma + 1 :]
    return len(clause) > _SHORT_LEAD or any(word.endswith(("'s", "n't")) for word in clause)


def enumerates(place: int, said: list[str]) -> bool:
    """Whether a comma stands between candidates of one enumeration."""
    following = said[place + 1 : place + 3]
    return (
        place > 0
        and said[place - 1] == MARK
        and (
            following[:1] == [MARK]
            or (following[:1] in (["and"], ["or"], ["nor"]) and following[1:] == [MARK])
        )
    )
