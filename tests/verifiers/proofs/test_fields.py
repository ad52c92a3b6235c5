"""Kinds of values: what each takes, to the very bound, and what is said of what it does not take."""

import pytest

from certwright.verifiers.proofs import fields, record, tasks
from certwright.verifiers.proofs.claims import Ledger
from certwright.verifiers.proofs.fields import (
    exactly,
    having,
    integer,
    listing,
    mapping,
    optional,
    string,
    tagged,
)
from certwright.verifiers.proofs.refused import RefusedError, UnknownKindError, clip

SHAPE = tagged(
    "kind",
    round=exactly(kind=fields.constant("round"), size=integer(1, 3)),
    flat=exactly(kind=fields.anything),
)
PART = having({"size": fields.count}, {"name": fields.name})


@pytest.mark.parametrize(
    ("kind", "taken"),
    [
        (integer(2, 4), [2, 3, 4]),
        (fields.count, [0, 10**9]),
        (string(3), ["", "abc"]),
        (fields.name, ["a" * 2000]),
        (fields.digest, ["0" * 64, "0a" * 32]),
        (fields.boolean, [True, False]),
        (fields.constant(1, "a"), [1, "a"]),
        (fields.anything, [None, 3]),
        (optional(string(1)), [None, "a"]),
        (listing(fields.boolean, 2), [[], [True], [True, False]]),
        (mapping(integer(0, 1)), [{}, {"a": 1}]),
        (PART, [{"size": 1}, {"size": 1, "name": "a"}]),
    ],
)
def test_what_is_taken_comes_back(kind, taken):
    for value in taken:
        assert kind("x", value) == value


@pytest.mark.parametrize(
    ("kind", "value", "message"),
    [
        (integer(2, 4), 1, "x: 1 is no whole number from 2 to 4"),
        (integer(2, 4), 5, "x: 5 is no whole number from 2 to 4"),
        (integer(0, 1), True, "x: True is no whole number from 0 to 1"),
        (integer(0, 1), 1.0, "x: 1.0 is no whole number from 0 to 1"),
        (fields.count, 10**9 + 1, "x: 1000000001 is no whole number from 0 to 1000000000"),
        (fields.count, -1, "x: -1 is no whole number from 0 to 1000000000"),
        (string(3), "abcd", "x: 'abcd' is no text of at most 3 characters"),
        (string(3), None, "x: None is no text of at most 3 characters"),
        (fields.digest, "0" * 63, f"x: '{'0' * 63}' is no sha256 in hex"),
        (fields.digest, "0" * 63 + "A", f"x: '{'0' * 63}A' is no sha256 in hex"),
        (fields.boolean, 1, "x: 1 is neither true nor false"),
        (fields.constant(1, "a"), True, "x: True is not 1 or 'a'"),
        (fields.constant(1, "a"), "b", "x: 'b' is not 1 or 'a'"),
        (optional(string(1)), "ab", "x: 'ab' is no text of at most 1 characters"),
        (listing(fields.boolean, 1), [True, True], "x: [True, True] is no list of at most 1 items"),
        (listing(fields.boolean, 2), [True, 0], "x[1]: 0 is neither true nor false"),
        (listing(fields.boolean), (True,), "x: (True,) is no list of at most 1000000 items"),
        (mapping(integer(0, 1)), {"a": 0, "b" * 101: 2}, f"x.{'b' * 100}: 2 is no whole number from 0 to 1"),
        (mapping(integer(0, 1)), [], "x: [] is no object"),
        (exactly(), {"a": 1}, "x: its fields must be none; got a"),
        (exactly(b=fields.count, a=fields.count), {"c": 1, "b": 2}, "x: its fields must be a, b; got b, c"),
        (exactly(a=fields.count), {}, "x: its fields must be a; got none"),
        (exactly(a=fields.count), 3, "x: its fields must be a; got 3"),
        (exactly(a=fields.count), {"a": "b"}, "x.a: 'b' is no whole number from 0 to 1000000000"),
        (
            exactly(a=fields.count),
            dict.fromkeys("bcdefghijklmnopqrstuvwxyz"),
            f"x: its fields must be a; got {', '.join('bcdefghijklmnopqrstu')}",
        ),
        (PART, {}, "x.size: missing"),
        (PART, {"size": 1, "other": 2}, "x.other: no such field"),
        (PART, {"size": 1, "name": 2}, "x.name: 2 is no text of at most 2000 characters"),
        (PART, "a", "x: 'a' is no object"),
        (SHAPE, {"kind": "square"}, "x.kind: 'square' is not one of round, flat"),
        (SHAPE, {"kind": ["flat"]}, "x.kind: ['flat'] is not one of round, flat"),
        (SHAPE, {"size": 1}, "x.kind: None is not one of round, flat"),
        (SHAPE, 3, "x.kind: None is not one of round, flat"),
        (SHAPE, {"kind": "round", "size": 4}, "x.size: 4 is no whole number from 1 to 3"),
        (SHAPE, {"kind": "flat", "size": 4}, "x: its fields must be kind; got kind, size"),
    ],
)
def test_what_is_not_taken_is_named(kind, value, message):
    with pytest.raises(RefusedError) as caught:
        kind("x", value)
    assert str(caught.value) == message


def test_places_of_whole_records_have_no_dot_before_them():
    with pytest.raises(RefusedError, match=r"^size: missing$"):
        PART("", {})
    assert SHAPE("x", {"kind": "round", "size": 3}).size == 3


@pytest.mark.parametrize(
    ("names", "message"),
    [(["a", "a"], "x: a occurs twice"), (["b", "a"], "x: a follows b: the list is not sorted")],
)
def test_names_ascend(names, message):
    assert fields.ascending("x", ["a", "b", "c"]) == ["a", "b", "c"] and fields.ascending("x", []) == []
    with pytest.raises(RefusedError) as caught:
        fields.ascending("x", names)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("value", "width", "shown"), [("abc", 5, "'abc'"), ("abcd", 5, "'a..."), (12, 2, "12")]
)
def test_values_are_cut_where_they_are_shown(value, width, shown):
    assert clip(value, width) == shown
    assert len(clip("a" * 118)) == 120 and len(clip("a" * 119)) == 120 and clip("a" * 119).endswith("...")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("[1]", "no JSON object but [1]"),
        ('{"a": NaN}', "no strict JSON: NaN is no JSON"),
        ('{"a": 1, "b": 2, "a": 3}', "no strict JSON: key 'a' occurs twice in one object"),
        (
            b'{"a": "\xff"}',
            "no strict JSON: 'utf-8' codec can't decode byte 0xff in position 7: invalid start byte",
        ),
    ],
)
def test_lines_that_are_no_json_object(line, message):
    assert record.decode('{"a": [1, {"b": 2}]}') == {"a": [1, {"b": 2}]}
    with pytest.raises(RefusedError) as caught:
        record.decode(line)
    assert str(caught.value) == message


def test_lines_and_their_depth_are_bounded(monkeypatch):
    monkeypatch.setattr(record, "MAX_RECORD", 7)
    assert record.decode('{"a":1}') == {"a": 1}
    with pytest.raises(RefusedError, match=r"^the record is larger than 7 bytes$"):
        record.decode('{"a": 1}')
    with pytest.raises(UnknownKindError, match=r"^schema: 'x' is not certwright.instance/1$"):
        record.read({"schema": "x"})
    with pytest.raises(RefusedError, match=r"^no canonical JSON: Out of range float values"):
        record.canonical(float("nan"))
    assert record.canonical({"b": 1.5, "a": "\u00e9"}) == '{"a":"\u00e9","b":1.5}'.encode()


class Choice:
    """A record of a multiple-choice question."""

    task, form, gold = "toy", "mcq", None

    def __init__(self, answer, values, options, **shared):
        self.truth = {"kind": "mcq", "answer": answer, "values": values}
        self.query = {"options": options, **shared}


@tasks.task({"n": fields.count}, flat={"size": fields.count})
def toy(knowledge, query, stated, ledger):
    """A number is even."""
    ledger.claim(f"{query.n} fits {stated.size}", True, True, "evaluation")


@toy.item(n=fields.count)
def even(knowledge, query):
    return f"{query.n} is even", (query.n % 2 == 0, "evaluation")


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        (Choice("A", [True], [{"n": 2}]), "query: a multiple-choice question has 2 to 26 options"),
        (Choice("A", [True] * 26, [{"n": 2}] * 27), "query: a multiple-choice question has 2 to 26 options"),
        (Choice("A", [True] * 26, "ab"), "query: a multiple-choice question has 2 to 26 options"),
        (Choice("A", [True], [{"n": 2}, {"n": 1}]), "truth: 1 values for 2 options"),
        (
            Choice("A", [True, False], [{"n": 2}, 3]),
            "query: option B is no object, or names what the question names",
        ),
        (
            Choice("A", [True, False], [{"n": 2}, {"n": 1}], n=3),
            "query: option A is no object, or names what the question names",
        ),
        (
            Choice("B", [True, False], [{"n": 2}, {"n": 1}]),
            "truth answer: B is stated, the options that hold are ['A']",
        ),
        (
            Choice("A", [True, True], [{"n": 2}, {"n": 4}]),
            "truth answer: A is stated, the options that hold are ['A', 'B']",
        ),
        (
            Choice(None, [False, False], [{"n": 1}, {"n": 3}]),
            "truth answer: None is stated, the options that hold are []",
        ),
        (
            Choice("A", [True, None], [{"n": 2}, {"n": 4}]),
            "truth answer: A is stated, the options that hold are ['A']",
        ),
    ],
)
def test_choices_that_do_not_fit_their_options(choice, message):
    with pytest.raises(RefusedError) as caught:
        toy.discharge(None, choice, Ledger())
    assert str(caught.value) == message


def test_each_option_is_a_claim():
    ledger = Ledger()
    toy.discharge(None, Choice("B", [False, True, False], [{"n": 1}, {"n": 2}, {"n": 3}]), ledger)
    assert ledger.undecided == 0
    open_one = Ledger()
    toy.discharge(None, Choice(None, [True, None], [{"n": 2}, {"n": 4}]), open_one)
    assert open_one.undecided == 1


@pytest.mark.parametrize(
    ("truth", "message"),
    [
        ({"kind": "round", "size": 1}, "truth.kind: 'round' is not 'flat'"),
        ({"size": 1}, "truth: its fields must be kind, size; got size"),
    ],
)
def test_a_task_with_one_kind_of_truth_names_its_fields(truth, message):
    whole = Choice(None, [], [])
    whole.form, whole.query, whole.truth = "gen", {"n": 1}, truth
    with pytest.raises(RefusedError) as caught:
        toy.discharge(None, whole, Ledger())
    assert str(caught.value) == message
    whole.form = "episode"
    with pytest.raises(UnknownKindError, match=r"^form: task toy has no form episode$"):
        toy.discharge(None, whole, Ledger())
