"""Places of options and how they resemble each other, by their figures."""

from types import SimpleNamespace

import pytest

from certwright.verifiers.audit.guess.features.words import agreement, likeness, looks
from certwright.verifiers.audit.guess.question import Question


def question(*texts, options=None):
    made = options or tuple({"fact": text} for text in texts)
    return Question(SimpleNamespace(), made, texts, (1.0,) * max(2, len(texts)))


def test_one_option_has_no_place_and_two_have_nothing_but_places():
    assert agreement(question("a")) == {}
    assert agreement(question("a", "b")) == {
        "place": [0.0, 1.0],
        "place near the middle": [-0.5, -0.5],
        "place 1": [1.0, 0.0],
        "place 2": [0.0, 1.0],
    }


@pytest.mark.parametrize(("many", "named"), [(6, True), (7, False)])
def test_single_places_are_measured_of_few_options(many, named):
    measures = agreement(question(*map(str, range(many))))
    assert ("place 1" in measures) is named
    assert measures["place near the middle"] == [-abs(n - (many - 1) / 2) for n in range(many)]


@pytest.mark.parametrize(("many", "compared"), [(26, True), (27, False)])
def test_options_are_compared_up_to_26(many, compared):
    assert ("words of its own (wording)" in agreement(question(*map(str, range(many))))) is compared


def test_likeness_majority_and_words_of_its_own():
    measures = agreement(question("go from a to b", "go from a to c", "stay at c"))
    wording = {name[:-10]: numbers for name, numbers in measures.items() if name.endswith(" (wording)")}
    assert wording == {
        "likeness to the others": [pytest.approx(4 / 6), pytest.approx(4 / 6 + 1 / 7), pytest.approx(1 / 7)],
        "likeness to the nearest": [4 / 6, 4 / 6, 1 / 7],
        "likeness to the farthest": [0.0, 1 / 7, 0.0],
        "majority at each position": [0.8, 0.8, 0.0],
        "words in common": [0.8, 1.0, pytest.approx(1 / 3)],
        "words of its own": [1, 0, 2],
        "common beginning": [4, 4, 0],
        "common end": [0, 1, 1],
        "same first word": [2, 2, 1],
        "same last word": [1, 2, 2],
        "same length": [2, 2, 1],
    }


def test_pictures_have_places_only_and_queries_are_compared_as_they_are():
    pictures = tuple({"picture": ["a"]} for _ in range(3))
    assert set(agreement(question("x", "y", "z", options=pictures))) == {
        *("place", "place near the middle", "place 1", "place 2", "place 3"),
    }
    options = ({"fact": "(p a)"}, {"fact": "(p b)"}, {"fact": "(q b)"})
    assert agreement(question("x", "y", "z", options=options))["words of its own (query)"] == [1, 0, 1]


def test_the_jaccard_index():
    assert likeness({"a", "b"}, {"b", "c"}) == 1 / 3
    assert likeness(set(), set()) == 0


def test_lengths_words_numbers_and_order():
    texts = ("two two 12", "", "a 3456789 and 1")
    options = tuple({"fact": text} for text in texts)
    assert looks(Question(SimpleNamespace(), options, texts, (1.0, 0.0, 0.0))) == {
        "length": [10, 0, 15],
        "words": [3, 0, 4],
        "different words": [2 / 3, 0.0, 1.0],
        "longest word": [3, 0, 7],
        "sum of numbers": [12, 0, 345679],
        "order by name": [2, 0, 1],
    }
    assert looks(Question(SimpleNamespace(), ({"picture": ["a"]},), ("a",), (1.0, 0.0))) == {}
