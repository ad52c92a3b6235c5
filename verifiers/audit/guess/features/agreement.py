"""Where the options stand, and how they resemble each other: likeness, majority, what only one has."""

import json
import re
from collections import Counter
from collections.abc import Sequence

from ..question import Question
from . import Measures

WORD = re.compile(r"[^\s(),;\"\[\]{}:]+")
MOST, FEW = 26, 6


def measure(question: Question) -> Measures:
    """Places; the same measures of what the prompt says and of what the query says."""
    places = _places(len(question.options))
    if not 2 < len(question.options) <= MOST or "picture" in question.options[0]:
        return places
    formal = [json.dumps(option, sort_keys=True) for option in question.options]
    for kind, texts in (("wording", question.texts), ("query", formal)):
        words = [WORD.findall(text) for text in texts]
        places |= {f"{name} ({kind})": numbers for name, numbers in _alike(words).items()}
    return places


def _places(many: int) -> dict[str, list[float]]:
    """The place, the distance from the ends, and of few options whether it is the first, the second, ..."""
    if many == 1:
        return {}
    places = range(many)
    places_measured = {
        "place": [float(place) for place in places],
        "place near the middle": [-abs(place - (many - 1) / 2) for place in places],
    }
    if many <= FEW:
        for each in places:
            places_measured[f"place {each + 1}"] = [float(place == each) for place in places]
    return places_measured


def _alike(words: Sequence[Sequence[str]]) -> dict[str, list[float]]:
    sets, everything = list(map(set, words)), range(len(words))
    holding = Counter(word for each in sets for word in each)
    near = [[likeness(sets[one], sets[other]) for other in everything if other != one] for one in everything]
    return {
        "likeness to the others": [sum(each) for each in near],
        "likeness to the nearest": [max(each) for each in near],
        "likeness to the farthest": [min(each) for each in near],
        "majority at each position": [_majority(words, number) for number in everything],
        "words in common": [sum(holding[word] - 1 for word in each) / max(1, len(each)) for each in sets],
        "words of its own": [sum(holding[word] == 1 for word in each) for each in sets],
        "common beginning": [_common(words, number, 1) for number in everything],
        "common end": [_common(words, number, -1) for number in everything],
        "same first word": [sum(each[:1] == other[:1] for other in words) for each in words],
        "same last word": [sum(each[-1:] == other[-1:] for other in words) for each in words],
        "same length": [sum(len(each) == len(other) for other in words) for each in words],
    }


def likeness(one: set[str], other: set[str]) -> float:
    """The Jaccard index."""
    return len(one & other) / max(1, len(one | other))


def _majority(words: Sequence[Sequence[str]], one: int) -> float:
    """How many other options have the same word at the same position, over its positions."""
    mine = words[one]
    votes = sum(
        place < len(other) and other[place] == word
        for number, other in enumerate(words)
        if number != one
        for place, word in enumerate(mine)
    )
    return votes / max(1, len(mine))


def _common(words: Sequence[Sequence[str]], one: int, way: int) -> float:
    """Words that stand alike from the beginning (or the end) in this and another option, over the others."""
    total, mine = 0, words[one][::way]
    for number, other in enumerate(words):
        if number != one:
            for left, right in zip(mine, other[::way], strict=False):
                if left != right:
                    break
                total += 1
    return total
