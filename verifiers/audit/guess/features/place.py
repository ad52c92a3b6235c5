"""Where an option stands."""

from __future__ import annotations

from ..question import Question
from . import Measures

FEW = 6


def measure(question: Question) -> Measures:
    """The place, the distance from the ends, and of few options whether it is the first, the second, ..."""
    many = len(question.options)
    if many == 1:
        return {}
    places = range(many)
    found = {
        "place": [float(place) for place in places],
        "place near the middle": [-abs(place - (many - 1) / 2) for place in places],
    }
    if many <= FEW:
        found |= {f"place {each + 1}": [float(place == each) for place in places] for each in places}
    return found
