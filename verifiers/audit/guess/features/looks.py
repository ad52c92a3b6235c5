"""How an option looks, whatever it says."""

import re

from ..question import Question
from . import Measures

NUMBER = re.compile(r"\d+")


def measure(question: Question) -> Measures:
    """Length, words, numbers, order by name."""
    if "picture" in question.options[0]:
        return {}
    texts = question.texts
    words = [text.split() for text in texts]
    ordered = sorted(texts)
    return {
        "length": [len(text) for text in texts],
        "words": [len(each) for each in words],
        "different words": [len(set(each)) / max(1, len(each)) for each in words],
        "longest word": [max(map(len, each), default=0) for each in words],
        "sum of numbers": [sum(int(number[:6]) for number in NUMBER.findall(text)) for text in texts],
        "order by name": [ordered.index(text) for text in texts],
    }
