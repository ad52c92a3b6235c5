"""Measures of patches: beside what was seen, beside each other, under symmetries and colours."""

from types import SimpleNamespace

import pytest

from certwright.verifiers.audit.guess.features.pictures import TURNS, measure
from certwright.verifiers.audit.guess.question import Question

SEEN, LATER, MASKED = ("....", ".ab.", ".cd.", "...."), ("....", ".ab.", ".cc.", "...."), ("zzzz",) * 4


def question(*options, frames=(SEEN, LATER, MASKED), masked=1, box=(1, 1, 2, 2)):
    query = {"box": box, "pictures": {"frames": frames}, "masked": masked}
    pictures = tuple({"picture": list(option)} for option in options)
    texts = tuple("\n".join(option) for option in options)
    return Question(SimpleNamespace(query=query), pictures, texts, (1.0,) + (0.0,) * (len(options) - 1))


def test_options_beside_what_was_seen_in_the_box():
    measures = measure(question(("ab", "cc"), ("ab", "cd"), ("dd", "dd")))
    assert measures["steps away from what was last seen"] == [0, 1, 4]
    assert measures["is what was last seen"] == [True, False, False]
    assert measures["was seen before"] == [True, True, False]
    assert measures["times seen before"] == [1, 1, 0]
    assert measures["steps away from all that was seen"] == [0, 0, 3]
    assert measures["colours unlike those last seen"] == [0, 2, 8]
    assert measures["different colours"] == [3, 4, 1]
    assert measures["cells of the commonest colour"] == [2, 1, 4]
    assert measures["symmetric in itself"] == [0, 0, 6]


def test_options_beside_each_other():
    measures = measure(question(("ab", "cd"), ("ab", "cc"), ("ba", "dc")))
    assert measures["apart from all others"] == [5, 4, 7]
    assert measures["apart from the nearest"] == [1, 1, 3]
    assert measures["apart from the farthest"] == [4, 3, 4]
    assert measures["majority of each cell"] == pytest.approx([-3, -1 - 3**0.5, -2 - 3**0.5])
    assert measures["a cell away from another"] == [1, 1, 0]
    assert measures["as many cells of each colour as another"] == [1, 0, 1]
    assert measures["exchanged colours of another"] == [1, 0, 1]
    assert measures["mirror left to right of another"] == [1, 0, 1]
    assert measures["mirror top to bottom of another"] == [0, 0, 0]
    assert measures["some symmetry of another"] == [1, 0, 1]


@pytest.mark.parametrize(
    ("other", "shifted"),
    [
        (("de", "gh"), False),
        (("def", "ghi", "xyz"), True),
        (("xyz", "abc", "def"), True),
        (("bcx", "efy", "hiz"), True),
        (("xab", "yde", "zgh"), True),
        (("xyz", "def", "ghi"), False),
        (("cab", "xde", "hgg"), False),
        (("bcx", "efy", "hgz"), False),
    ],
)
def test_a_patch_moved_by_a_cell_in_any_direction_is_a_shift(other, shifted):
    measures = measure(question(("abc", "def", "ghi"), other, box=(0, 0, 3, 3)))
    assert measures["shift of another"] == [shifted, shifted]


def test_turns_of_a_patch():
    patch = ("ab", "cd")
    assert {name: turn(patch) for name, turn in TURNS.items()} == {
        "mirror left to right": ("ba", "dc"),
        "mirror top to bottom": ("cd", "ab"),
        "half turn": ("dc", "ba"),
        "mirror on the diagonal": ("ac", "bd"),
        "quarter turn": ("ca", "db"),
        "quarter turn back": ("bd", "ac"),
    }


def test_equal_options_are_beside_themselves_and_other_options_are_no_pictures():
    assert measure(question(("ab", "cc"), ("ab", "cc")))["apart from all others"] == [0, 0]
    words = Question(SimpleNamespace(query={}), ({"fact": "(a)"},), ("a",), (1.0, 0.0))
    assert measure(words) == {}
