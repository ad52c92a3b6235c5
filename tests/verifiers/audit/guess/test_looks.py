"""How an option looks, by its figures."""

from types import SimpleNamespace

from certwright.verifiers.audit.guess.features.looks import measure
from certwright.verifiers.audit.guess.question import Question


def test_lengths_words_numbers_and_order():
    texts = ("two two 12", "", "a 3456789 and 1")
    options = tuple({"fact": text} for text in texts)
    assert measure(Question(SimpleNamespace(), options, texts, (1.0, 0.0, 0.0))) == {
        "length": [10, 0, 15],
        "words": [3, 0, 4],
        "different words": [2 / 3, 0.0, 1.0],
        "longest word": [3, 0, 7],
        "sum of numbers": [12, 0, 345679],
        "order by name": [2, 0, 1],
    }
    assert measure(Question(SimpleNamespace(), ({"picture": ["a"]},), ("a",), (1.0, 0.0))) == {}
