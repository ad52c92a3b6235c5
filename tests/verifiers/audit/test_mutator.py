"""Every change of small data, one at a time; draws, places and turns."""

import pytest

from certwright.verifiers.audit.mutator import Draw, Edit, NoVocabulary, changes, drawn, label, put, spread

CHANGES = [
    (
        {"a": [1, 3], "b": ["x"], "c": ["y", "z"], "d": True},
        [
            ((), "'a' dropped", {"b": ["x"], "c": ["y", "z"], "d": True}),
            ((), "'b' dropped", {"a": [1, 3], "c": ["y", "z"], "d": True}),
            ((), "'c' dropped", {"a": [1, 3], "b": ["x"], "d": True}),
            ((), "'d' dropped", {"a": [1, 3], "b": ["x"], "c": ["y", "z"]}),
            ((), "a key more", {"a": [1, 3], "b": ["x"], "c": ["y", "z"], "d": True, "more": 1}),
            ((), "'a' and 'b' exchanged", {"a": ["x"], "b": [1, 3], "c": ["y", "z"], "d": True}),
            ((), "'b' and 'c' exchanged", {"a": [1, 3], "b": ["y", "z"], "c": ["x"], "d": True}),
            ((), "moved from 'b' to 'c'", {"a": [1, 3], "b": [], "c": ["x", "y", "z"], "d": True}),
            ((), "moved from 'c' to 'b'", {"a": [1, 3], "b": ["x", "y"], "c": ["z"], "d": True}),
            ((), "moved from 'c' to 'b'", {"a": [1, 3], "b": ["x", "z"], "c": ["y"], "d": True}),
            (("a",), "retyped", "[1, 3]"),
            (("a",), "emptied", []),
            (("a",), "reversed", [3, 1]),
            (("a",), "an item dropped", [3]),
            (("a",), "an item doubled", [1, 1, 3]),
            (("a",), "an item exchanged with the next", [3, 1]),
            (("a",), "an item put as the next", [3, 3]),
            (("a",), "an item dropped", [1]),
            (("a",), "an item doubled", [1, 3, 3]),
            (("a",), "an item more", [0, 1, 3]),
            (("a",), "an item more", [1, 3, 4]),
            (("a", 0), "retyped", "1"),
            (("a", 0), "+ 1", 2),
            (("a", 0), "- 1", 0),
            (("a", 1), "retyped", "3"),
            (("a", 1), "+ 1", 4),
            (("a", 1), "- 1", 2),
            (("a", 1), "0", 0),
            (("b",), "retyped", "['x']"),
            (("b",), "emptied", []),
            (("b",), "an item dropped", []),
            (("b",), "an item doubled", ["x", "x"]),
            (("b", 0), "retyped", ["x"]),
            (("b", 0), "cut", ""),
            (("b", 0), "first letter changed", "a"),
            (("b", 0), "a letter more", "xx"),
            (("b", 0), "a blank more", "x "),
            (("c",), "retyped", "['y', 'z']"),
            (("c",), "emptied", []),
            (("c",), "reversed", ["z", "y"]),
            (("c",), "an item dropped", ["z"]),
            (("c",), "an item doubled", ["y", "y", "z"]),
            (("c",), "an item exchanged with the next", ["z", "y"]),
            (("c",), "an item put as the next", ["z", "z"]),
            (("c",), "an item dropped", ["y"]),
            (("c",), "an item doubled", ["y", "z", "z"]),
            (("c", 0), "retyped", ["y"]),
            (("c", 0), "cut", ""),
            (("c", 0), "first letter changed", "a"),
            (("c", 0), "a letter more", "yx"),
            (("c", 0), "a blank more", "y "),
            (("c", 1), "retyped", ["z"]),
            (("c", 1), "cut", ""),
            (("c", 1), "first letter changed", "a"),
            (("c", 1), "a letter more", "zx"),
            (("c", 1), "a blank more", "z "),
            (("d",), "retyped", "True"),
            (("d",), "flipped", False),
            (("d",), "null", None),
        ],
    ),
    (
        {"k": None},
        [
            ((), "'k' dropped", {}),
            ((), "a key more", {"k": None, "more": 1}),
            (("k",), "retyped", "None"),
            (("k",), "0", 0),
            (("k",), "empty text", ""),
            (("k",), "false", False),
            (("k",), "true", True),
            (("k",), "empty list", []),
        ],
    ),
    (
        ["p q r s", "10"],
        [
            ((), "emptied", []),
            ((), "reversed", ["10", "p q r s"]),
            ((), "an item dropped", ["10"]),
            ((), "an item doubled", ["p q r s", "p q r s", "10"]),
            ((), "an item exchanged with the next", ["10", "p q r s"]),
            ((), "an item put as the next", ["10", "10"]),
            ((), "an item dropped", ["p q r s"]),
            ((), "an item doubled", ["p q r s", "10", "10"]),
            ((0,), "retyped", ["p q r s"]),
            ((0,), "cut", "p q r "),
            ((0,), "first letter changed", "a q r s"),
            ((0,), "a letter more", "p q r sx"),
            ((0,), "a blank more", "p q r s "),
            ((0,), "a word left out", "p r s"),
            ((0,), "a word exchanged with the next", "p r q s"),
            ((0,), "a word left out", "p q s"),
            ((0,), "a word exchanged with the next", "p q s r"),
            ((1,), "retyped", ["10"]),
            ((1,), "cut", "1"),
            ((1,), "first letter changed", "a0"),
            ((1,), "a letter more", "10x"),
            ((1,), "a blank more", "10 "),
            ((1,), "+ 1", "11"),
            ((1,), "- 1", "9"),
            ((1,), "a zero before", "010"),
            ((1,), "bits flipped", "01"),
        ],
    ),
    (
        [0, 2, 5, 9],
        [
            ((), "emptied", []),
            ((), "reversed", [9, 5, 2, 0]),
            ((), "first half dropped", [5, 9]),
            ((), "second half dropped", [0, 2]),
            ((), "last two dropped", [0, 2]),
            ((), "an item dropped", [2, 5, 9]),
            ((), "an item doubled", [0, 0, 2, 5, 9]),
            ((), "an item exchanged with the next", [2, 0, 5, 9]),
            ((), "an item put as the next", [2, 2, 5, 9]),
            ((), "an item dropped", [0, 5, 9]),
            ((), "an item doubled", [0, 2, 2, 5, 9]),
            ((), "an item exchanged with the next", [0, 5, 2, 9]),
            ((), "an item put as the next", [0, 5, 5, 9]),
            ((), "an item dropped", [0, 2, 9]),
            ((), "an item doubled", [0, 2, 5, 5, 9]),
            ((), "an item exchanged with the next", [0, 2, 9, 5]),
            ((), "an item put as the next", [0, 2, 9, 9]),
            ((), "an item dropped", [0, 2, 5]),
            ((), "an item doubled", [0, 2, 5, 9, 9]),
            ((), "an item more", [0, 1, 2, 5, 9]),
            ((), "an item more", [0, 2, 5, 9, 10]),
            ((0,), "retyped", "0"),
            ((0,), "+ 1", 1),
            ((0,), "- 1", -1),
            ((1,), "retyped", "2"),
            ((1,), "+ 1", 3),
            ((1,), "- 1", 1),
            ((1,), "0", 0),
            ((2,), "retyped", "5"),
            ((2,), "+ 1", 6),
            ((2,), "- 1", 4),
            ((2,), "0", 0),
            ((3,), "retyped", "9"),
            ((3,), "+ 1", 10),
            ((3,), "- 1", 8),
            ((3,), "0", 0),
        ],
    ),
    (
        {"t": (1.5, 0)},
        [
            ((), "'t' dropped", {}),
            ((), "a key more", {"t": (1.5, 0), "more": 1}),
            (("t",), "retyped", "(1.5, 0)"),
            (("t",), "emptied", []),
            (("t",), "reversed", [0, 1.5]),
            (("t",), "an item dropped", [0]),
            (("t",), "an item doubled", [1.5, 1.5, 0]),
            (("t",), "an item exchanged with the next", [0, 1.5]),
            (("t",), "an item put as the next", [0, 0]),
            (("t",), "an item dropped", [1.5]),
            (("t",), "an item doubled", [1.5, 0, 0]),
            (("t", 0), "retyped", "1.5"),
            (("t", 0), "+ 1", 2.5),
            (("t", 0), "- 1", 0.5),
            (("t", 0), "0", 0),
            (("t", 1), "retyped", "0"),
            (("t", 1), "+ 1", 1),
            (("t", 1), "- 1", -1),
        ],
    ),
]
"""Data, and path, name and new part of each of its changes."""


@pytest.mark.parametrize(("data", "expected"), CHANGES, ids=str)
def test_every_change_in_its_order(data, expected):
    assert [tuple(change) for change in changes(data)] == expected


class Letters(NoVocabulary):
    def near(self, path, text):
        yield "next letter", chr(ord(text) + 1)


def test_a_vocabulary_names_texts_that_could_stand_instead():
    found = [tuple(change) for change in changes({"a": ["x", 4, True]}, Letters())]
    near = [each for each in found if len(each[0]) == 2 and each[1] == "next letter"]
    assert near == [(("a", 0), "next letter", "y")]
    assert [each for each in found if each not in near] == list(map(tuple, changes({"a": ["x", 4, True]})))


def test_one_of_each_sort_comes_first():
    listed = list(changes({"a": [1, 3], "b": "x"}))
    assert [(sort, change.path, change.part) for sort, change in drawn(listed, Draw("n"), 6)] == [
        ("a: + 1", ("a", 0), 2),
        ("b: first letter changed", ("b",), "a"),
        ("a: retyped", ("a", 1), "3"),
        ("a: an item more", ("a",), [0, 1, 3]),
        ("b: a letter more", ("b",), "xx"),
        ("b: cut", ("b",), ""),
    ]
    sorts = [sort for sort, _ in drawn(listed, Draw("n"), 1000)]
    assert len(sorts) == len(listed) and len(set(sorts[: len(set(sorts))])) == len(set(sorts))
    assert {sort for sort, _ in drawn(listed, Draw("n"), 99, place=len)} >= {"2: + 1", "1: cut"}


def test_long_lists_are_changed_at_places_spread_over_them():
    assert [list(spread(length)) for length in (0, 1, 3)] == [[], [0], [0, 1, 2]]
    assert [len(spread(length)) for length in (16, 17, 33, 160)] == [16, 9, 11, 16]
    assert list(spread(33))[:3] == [0, 3, 6]


def test_a_change_is_put_at_its_path_and_leaves_the_data():
    data = {"a": [{"b": 1}, (2, 3)]}
    assert put(data, ("a", 0, "b"), 7) == {"a": [{"b": 7}, (2, 3)]}
    assert put(data, ("a", 1, 1), 7) == {"a": [{"b": 1}, [2, 7]]}
    assert Edit((), "x", 5).of(data) == 5 and data == {"a": [{"b": 1}, (2, 3)]}
    assert label(("a", 0, "b", 1)) == "a.b" and label((0,)) == ""


def test_draws_are_digests_of_name_and_purpose():
    draw = Draw("name")
    assert draw.rank("a", 1) == 14167751194008315423 and draw.rank("a", "1") == draw.rank("a", 1)
    assert draw.choice("abcdef", "x") == "e"
    assert draw.sample(range(10), 4, "y") == [8, 4, 1, 9]
    assert draw.sample(range(3), 0, "y") == draw.sample(range(3), -1) == []
