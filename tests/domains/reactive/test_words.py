"""Traces in every spelling, and their faults."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certwright.domains.reactive.words import letters, read_trace, rows
from certwright.instances.errors import CertwrightError, RecordError

INPUTS = ("a", "b")
TRACE = (0b01, 0b10, 0b11)
SPELLINGS = {
    "rows": "10\n01\n11",
    "rows with commas": "10, 01, 11",
    "word": "a&!b;!a&b;a&b",
    "word with cycle": "a & !b; !a & b; a && b; cycle{1}",
    "word with outputs": "a&!b&g;!a&b&!g;a&b&g;cycle{t}",
    "word with quotes": '"a"&!"b";!"a"&"b";"a"&"b"',
    "word with constants": "a&!b&1;!a&b&!0;!!a&b",
    "csv": "a,b\n1,0\n0,1\n1,1\n",
    "csv with steps": "step,b,a\n0,0,1\n1,1,0\n2,1,1",
    "csv with words": "t,a,b\n0,true,false\n1,FALSE,true\n2,1,1",
    "csv with outputs": "a,g,b\n1,1,0\n0,0,1\n1,0,1",
    "json rows": '["10", "01", "11"]',
    "json bits": "[[1, 0], [0, 1], [true, true]]",
    "json objects": '[{"a": 1, "b": 0}, {"b": 1, "a": 0}, {"a": true, "b": true, "g": 0}]',
    "json trace": '{"trace": ["10", "01", "11"]}',
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_every_spelling_is_read(spelling):
    assert read_trace(SPELLINGS[spelling], INPUTS, others=("g",)) == TRACE


def test_a_trace_of_one_step_and_one_input():
    assert read_trace("1", ("a",)) == read_trace("a", ("a",)) == read_trace("a\n1", ("a",)) == (1,)


FAULTS = {
    "nothing": ("", "no step"),
    "only a cycle": ("cycle{1}", "no step"),
    "real cycle": ("a&b;cycle{a}", "only cycle"),
    "open cycle": ("a&b;cycle{1", "only cycle"),
    "short row": ("10 1", r"2 characters .* '1'"),
    "open input": ("a&b;a", "step 1 leaves 'b' open"),
    "unknown name": ("a&b&z", "step 0: 'z' is no input; they are a, b"),
    "conflict": ("a&b&!a", "says both a and !a"),
    "false": ("a&b&0", "step 0 is false"),
    "disjunction": ("a|b", "a literal expected"),
    "missing column": ("a\n1\n0", "no column for the input 'b'"),
    "column twice": ("a,a,b\n1,1,0", "twice"),
    "short line": ("a,b\n1,0\n1", "1 values in 2 columns"),
    "value": ("a,b\n1,2", "0 or 1 expected, found '2'"),
    "clock": ("step,a,b\n0,1,0\n2,1,0", "step '2', expected 1"),
    "json value": ('[{"a": 1, "b": "0"}]', "0 or 1 expected, found '0'"),
    "json two": ("[[1, 2]]", "0 or 1 expected, found 2"),
    "json float": ("[[1, 0.0]]", "0 or 1 expected"),
    "json missing": ('[{"a": 1}]', "nothing about 'b'"),
    "json unknown": ('[{"a": 1, "b": 1, "z": 0}]', "'z' is no input"),
    "json width": ("[[1]]", "1 values for 2 inputs"),
    "json null": ("[null]", "a row of 2 characters"),
    "json scalar": ('{"trace": 3}', "array"),
    "json broken": ('["10"', "ends too early"),
    "json twice": ('[{"a": 1, "a": 0, "b": 1}]', "twice"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_name_the_step(fault):
    text, message = FAULTS[fault]
    with pytest.raises(RecordError, match=message):
        read_trace(text, INPUTS)


@given(
    st.integers(1, 5).flatmap(lambda n: st.tuples(st.just(n), st.lists(st.integers(0, 2**n - 1), min_size=1)))
)
def test_rows_are_read_back(sample):
    width, trace = sample
    assert letters(rows(trace, width), width) == tuple(trace)
    names = tuple(f"i{place}" for place in range(width))
    assert read_trace(" ".join(rows(trace, width)), names) == tuple(trace)


@given(st.text(alphabet='ab01&!;,{}[]":\n cyle', max_size=40))
def test_any_text_is_read_or_refused(text):
    try:
        trace = read_trace(text, INPUTS)
    except CertwrightError:
        return
    assert trace and all(0 <= letter < 4 for letter in trace)
