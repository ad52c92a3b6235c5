"""Read the final answer of a response (lenient, the default): from its text (``search``) or from data
(``structured``).

>>> from .kinds import AnswerKind
>>> read("I first thought (board c1 l0). Final answer: sail(l0, l1)", AnswerKind.ACTION).value
'(sail l0 l1)'
"""

from collections.abc import Callable

from ...instances.records import Answer, Code
from .kinds import AnswerKind
from .reading import Reading, Request
from .search import read_text
from .structured import decoded, from_data
from .symbols import Symbols


def read(
    text: str,
    kind: AnswerKind,
    *,
    first: bool = False,
    vocabulary: frozenset[str] | None = None,
    choices: tuple[str, ...] = (),
    symbols: Callable[[], Symbols] | None = None,
    data: bool = True,
) -> Reading:
    """Read the final answer of ``kind`` from ``text``; never raises.

    ``first`` takes the first of several different final answers instead of refusing them.  ``vocabulary``
    holds the names of the world's actions, predicates or inputs; ``choices`` the texts of the options;
    ``symbols`` gives, where it is asked, the names with their arities and the objects of a planning world.
    ``data=False`` does not look for JSON (the text is a string out of JSON).
    """
    request = Request(kind, vocabulary, choices, first, symbols=symbols, decoded=decoded if data else None)
    return read_text(text, request)


def read_answer(
    answer: Answer,
    kind: AnswerKind,
    *,
    first: bool = False,
    vocabulary: frozenset[str] | None = None,
    choices: tuple[str, ...] = (),
    symbols: Callable[[], Symbols] | None = None,
) -> Reading:
    """Read the answer of ``kind`` in a row: its response as text, else what is structured already; never
    raises."""
    if answer.response is not None:
        return read(
            answer.response, kind, first=first, vocabulary=vocabulary, choices=choices, symbols=symbols
        )
    if answer.answer is None:
        return Reading(None, Code.EMPTY, "the row holds neither a response nor an answer")
    return from_data(answer.answer, kind, first=first, vocabulary=vocabulary, choices=choices)
