"""What can be seen of an option: one file a kind of measure, found by file.

``measure(question)`` gives for each measure, by name, a number for each option; nothing where the kind does
not concern the question.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from pkgutil import iter_modules

from ..question import Question

Measures = Mapping[str, Sequence[float]]


@lru_cache(1)
def kinds() -> tuple[Callable[[Question], Measures], ...]:
    """The measuring functions of all files here, in name order."""
    names = sorted(module.name for module in iter_modules(__path__))
    return tuple(import_module(f".{name}", __package__).measure for name in names)


def measured(question: Question) -> dict[str, list[float]]:
    """All measures of a question's options that tell any two of them apart, or of its one item."""
    measures: dict[str, list[float]] = {}
    for kind in kinds():
        for name, numbers in kind(question).items():
            if question.yes_no or len(set(numbers)) > 1:
                measures[name] = list(map(float, numbers))
    return measures
