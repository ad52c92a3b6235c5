"""Lists as people write them in options: ``a,b`` and ``1-3``."""

from collections.abc import Sequence

from ...instances.errors import UnsupportedError

Words = str | int | Sequence[str | int] | None
"""As a command line or Inspect's ``-T`` hands it over: ``1,2``, ``1-3``, ``[1, 2]``, ``1``."""


def strings(words: Words) -> list[str] | None:
    """The words of an option; None when it is not given.

    >>> strings("app, val"), strings(["app", "val"]), strings(None)
    (['app', 'val'], ['app', 'val'], None)
    """
    if words is None:
        return None
    listed = [words] if isinstance(words, (str, int)) else words
    return [word.strip() for each in listed for word in str(each).split(",") if word.strip()]


def integers(words: Words) -> list[int] | None:
    """The numbers of an option, ranges too; UnsupportedError for a word that is none.

    >>> integers("1-3"), integers([1, "4-5"]), integers(2), integers("1,6")
    ([1, 2, 3], [1, 4, 5], [2], [1, 6])
    """
    named = strings(words)
    if named is None:
        return None
    numbers: list[int] = []
    for word in named:
        first, dash, last = word.partition("-")
        if not (first.isdecimal() and (last if dash else first).isdecimal() and len(word) < 10):
            raise UnsupportedError(f"{word!r} is neither a level nor a range such as 1-3")
        numbers += range(int(first), int(last or first) + 1)
    return numbers
