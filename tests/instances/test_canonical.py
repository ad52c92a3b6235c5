import json
import math
import pickle
import struct

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from certwright.instances import canonical
from certwright.instances.errors import LimitError, RecordError
from certwright.instances.records import (
    Certificate,
    Code,
    Generator,
    Grades,
    Instance,
    Outcome,
    Prompt,
    Source,
    Verdict,
)

texts = st.text(st.characters(exclude_categories=["Cs"]))
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts
values = st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(texts, inner), max_leaves=8)


def reference(value: object) -> bytes:
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    ).encode()


@given(values)
@example(1e22)
@example([1e-5, 1e16, 1e17, 123456789012345680.0, 5e-324, -0.0, 0.0001, 0.00012])
@example({"\U0001f600": 1, "\uffff": 2, "a": 3, "ab": 4, "": 5})
@example(["null", "1e5", None, {"a": 1e300}])
@example([None, 10**30, "\u02ff\x7f\U000f0000", "x" * 0xCB7F])
def test_the_text_is_that_of_the_strict_encoder(value):
    assert canonical.encode(value) == reference(value)


@given(values)
def test_reading_it_gives_the_value_back(value):
    assert json.loads(canonical.encode(value)) == value


@given(st.dictionaries(texts, scalars, min_size=2))
def test_insertion_order_does_not_matter(mapping):
    backwards = dict(reversed(mapping.items()))
    assert canonical.encode(mapping) == canonical.encode(backwards)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_floats_are_written_as_repr(number):
    assert canonical.encode({"x": [number]}) == b'{"x":[' + repr(number).encode() + b"]}"


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(math.nan, id="nan"),
        pytest.param([None, -math.nan, 10**30], id="nan beside null and a long integer"),
        pytest.param({"a": None, "b": [struct.unpack("d", b"\1\0\0\0\0\0\xf0\xff")[0]]}, id="signalling nan"),
        pytest.param({"a": [1, {"b": math.nan}]}, id="nan inside"),
        pytest.param([math.inf], id="infinity"),
        pytest.param([-math.inf, None], id="minus infinity"),
        pytest.param({1: 2}, id="integer key"),
        pytest.param({"a": {None: 2}}, id="null key"),
        pytest.param({(1, 2): 2}, id="tuple key"),
        pytest.param("\ud800", id="lone surrogate"),
        pytest.param({"a": None, "\udfff": 1}, id="lone surrogate in a key"),
        pytest.param(object(), id="foreign object"),
        pytest.param([1j], id="complex"),
    ],
)
def test_what_json_cannot_say_is_refused(value):
    with pytest.raises(RecordError):
        canonical.encode(value)


def test_a_verdict_with_a_nan_is_refused():
    verdict = Verdict(id="a", value=math.nan, outcome=Outcome.CORRECT, code=Code.OK)
    with pytest.raises(RecordError):
        canonical.encode(verdict)


def test_deep_nesting_is_refused_not_fatal():
    value: list = []
    for _ in range(100_000):
        value = [value]
    with pytest.raises(LimitError):
        canonical.encode(value)
    while value:
        value = value.pop()


def test_records_and_enums_are_written_like_their_plain_data():
    verdict = Verdict(id="b", value=0.00001, outcome=Outcome.CORRECT, code=Code.OK, metadata={"z": 1, "a": 2})
    assert canonical.encode(verdict) == reference(msgspec.to_builtins(verdict))


def test_the_id_is_pinned(make_question):
    """Ids name published questions: this one must never change."""
    assert make_question().id == "planning/app/ferry/086d5e2f7c039a91"


LABELS = {
    "truth": {"kind": "set", "items": ["(a)"]},
    "gold": "[(a)]",
    "certificates": (Certificate("evaluation", {}),),
    "grades": Grades(certified=1),
    "split": "test",
    "seed": 3,
    "index": 4,
    "level": 2,
    "generator": Generator("g", "1"),
    "source": Source("acpbench", "acpbench:gen/app/1"),
    "difficulty": {"facts": 3.0},
    "canary": "c",
    "commitment": "0" * 64,
}


@pytest.mark.parametrize("field", LABELS)
def test_labelling_splitting_and_proving_keep_the_id(make_question, field):
    plain = make_question()
    changed = canonical.seal(msgspec.structs.replace(plain, **{field: LABELS[field]}))
    assert changed.id == plain.id and canonical.seal(changed) is changed


ASKED = {
    "family": "reactive",
    "task": "reach",
    "form": "bool",
    "domain": "grid",
    "world": {"kind": "pddl", "domain": "(define (domain ferry))", "problem": "(define (problem q))"},
    "query": {"action": "(a)"},
    "prompt": Prompt(question="Which actions are applicable?", answer_format="A list."),
}


def test_every_other_field_is_a_label():
    fields = {type_.name for type_ in msgspec.structs.fields(_instance_type())}
    assert fields == {*LABELS, *ASKED, "id"}


def _instance_type():
    from certwright.instances.records import Instance

    return Instance


@pytest.mark.parametrize("field", ASKED)
def test_what_is_asked_makes_the_id(make_question, field):
    changed = make_question(**{field: ASKED[field]})
    assert changed.id != make_question().id


def test_a_wrong_id_is_found_and_mended(make_question):
    plain = make_question()
    forged = msgspec.structs.replace(plain, id="planning/app/ferry/0000000000000000")
    assert canonical.seal(forged) is not forged
    assert canonical.seal(forged) == plain


def test_every_record_says_its_schema_whatever_way_it_went():
    made = Instance(id="i", **ASKED)
    ways = [
        made,
        pickle.loads(pickle.dumps(made)),
        msgspec.json.decode(canonical.encode(made), type=Instance),
    ]
    assert {canonical.encode(instance) for instance in ways} == {canonical.encode(made)}
    assert b'"schema":"certwright.instance/1"' in canonical.encode(made)
