"""Answers to reactive questions that are data, in all their forms, and what is wrong with them."""

from typing import Any

import pytest

from certwright.instances.records import Code
from certwright.verifiers.reading.formulas import Formula
from certwright.verifiers.reading.kinds import AnswerKind
from certwright.verifiers.reading.scanner import read
from certwright.verifiers.reading.sets import SILENT, silent
from certwright.verifiers.reading.structured import from_data

LITERALS, FORMULA = AnswerKind.LITERALS, AnswerKind.FORMULA
RUN, ACCEPTANCE = AnswerKind.RUN, AnswerKind.ACCEPTANCE
OR_AND = ((1, "a", 1), (2, "b", 0), "|", (3, "c", 1), "&")
AND_OR = ((1, "a", 1), (2, "b", 0), "&", (3, "c", 1), "|")
STEP_BY_STEP = {
    "step_0": {"current state": 0, "defining inputs": "g", "next state": 1},
    "step_1": {"current state": 1, "defining inputs": "r", "next state": 2},
}
BAD_AT_3 = {"accepted": False, "first_bad_step": 3}


@pytest.mark.parametrize(
    ("kind", "value", "read"),
    [
        (LITERALS, {"effect": {"0": ["a", "!b"], "2": "not c & d"}}, [[0, "a", 1], [0, "b", 0], [2, "c", 0],
                                                                      [2, "d", 1]]),
        (LITERALS, {"0": "none"}, ()),
        (LITERALS, {"0": "none", "1": "a"}, [[1, "a", 1]]),
        (LITERALS, {"0": "[]", "1": ""}, []),
        (LITERALS, {"0": []}, []),
        (LITERALS, ["none"], ()),
        (LITERALS, ["none", "a@1"], [[1, "a", 1]]),
        (LITERALS, {"1": {"a": 1, "b": 0}}, [[1, "a", 1], [1, "b", 0]]),
        (LITERALS, {"1" * 9: "a"}, [[111111111, "a", 1]]),
        (LITERALS, {"1": '"a x"'}, [[1, "a x", 1]]),
        (LITERALS, {"t": 1, "ap": "a", "v": "off"}, [[1, "a", 0]]),
        (LITERALS, {"t": 1, "ap": "a"}, [{"t": 1, "ap": "a"}]),
        (LITERALS, {"t": 1, "step": 2, "ap": "a", "v": 1}, [{"t": 1, "step": 2, "ap": "a", "v": 1}]),
        (AnswerKind.INTERVENTIONS, {"step": 1, "input": "a", "value": True}, [[1, "a", 1]]),
        (AnswerKind.INTERVENTIONS, {"0": "none"}, []),
        (RUN, STEP_BY_STEP, ([0, 1, 2], ["g", "r"])),
        (RUN, {"states": ["0", " 1"], "outputs": ["10"]}, ([0, 1], ["10"])),
        (RUN, {"states": ["1" * 9, "1" * 10], "outputs": [1]}, ([111111111, "1" * 10], [1])),
        (RUN, {"visited_states": [1, 0], "output_rows": ["10"]}, ([1, 0], ["10"])),
        (ACCEPTANCE, {"verdict": BAD_AT_3}, (False, 3)),
        (ACCEPTANCE, {"accepted": False, "first_bad_step": "n/a"}, (False, None)),
        (ACCEPTANCE, {"accepted": "rejected", "first_bad_step": " 4 "}, (False, 4)),
        (FORMULA, {"cnf": [["a@1", "!b@2"], ["c@3"]]}, Formula(OR_AND)),
        (FORMULA, {"dnf": [["a@1", "!b@2"], ["c@3"]]}, Formula(AND_OR)),
        (FORMULA, [["a@1", "!b@2"], ["c@3"]], Formula(OR_AND)),
        (FORMULA, {"cnf": ["a@1", [2, "b", 0]]}, Formula(((1, "a", 1), (2, "b", 0), "&"))),
        (FORMULA, {"cnf": []}, SILENT),
        (FORMULA, ["a@1 | b@2"], Formula(((1, "a", 1), (2, "b", 1), "|"))),
        (FORMULA, ["a@1", "b@2"], Formula(((1, "a", 1), (2, "b", 1), "&"))),
        (FORMULA, [True], Formula((True,))),
        (FORMULA, False, Formula((False,))),
        (FORMULA, [], SILENT),
    ],
)  # fmt: skip
def test_data_is_read(kind: AnswerKind, value: Any, read: Any) -> None:
    reading = from_data(value, kind)
    assert (reading.value, reading.code, reading.note) == (read, None, "data")


@pytest.mark.parametrize(
    ("kind", "value", "code", "note"),
    [
        (LITERALS, {"1" * 10: "a"}, Code.NO_ANSWER, "no answer of the kind literals, or none"),
        (LITERALS, {"1": "a b"}, Code.NO_ANSWER, "no answer of the kind literals, or none"),
        (RUN, {"states": [0, 1], "outputs": ["10", "0"]}, Code.MALFORMED, "the outputs have several widths"),
        (RUN, {"states": [0], "outputs": ["?"]}, Code.MALFORMED, "an output is left open"),
        (RUN, {"states": 3, "outputs": []}, Code.MALFORMED, "states and outputs are two lists"),
        (ACCEPTANCE, {"accepted": "maybe"}, Code.MALFORMED, "accepted is neither yes nor no"),
        (ACCEPTANCE, {"accepted": None}, Code.NO_ANSWER, "accepted is null"),
        (ACCEPTANCE, {"accepted": True, "first_bad_step": 4}, Code.CONFLICTING,
         "several different answers: accepted, first bad step 4"),
        (ACCEPTANCE, {"accepted": False, "first_bad_step": "four"}, Code.MALFORMED,
         "the first bad step is no number"),
        (FORMULA, {"cnf": "a"}, Code.NO_ANSWER, "no answer of the kind a formula"),
        (FORMULA, {"cnf": [[3]]}, Code.MALFORMED, "not a formula"),
        (FORMULA, {"cnf": [["a@1"], [[1, "a"]]]}, Code.MALFORMED, "not a formula"),
        (FORMULA, ["a@1 |"], Code.MALFORMED, "not a formula"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(kind: AnswerKind, value: Any, code: Code, note: str) -> None:
    reading = from_data(value, kind)
    assert (reading.value, reading.code) == (None, code)
    if code is not Code.MALFORMED or kind is not FORMULA:
        assert reading.note == note


def test_what_says_nothing_is_silent() -> None:
    assert silent([]) and silent(SILENT)
    assert not silent([[1, "a", 1]]) and not silent(()) and not silent(Formula((True,)))


@pytest.mark.parametrize("kind", [LITERALS, AnswerKind.INTERVENTIONS, AnswerKind.MOVES])
@pytest.mark.parametrize("text", ["[]", "()", "So this is it:\n```json\n[]\n```", "\\boxed{[]}"])
def test_brackets_alone_are_the_empty_list(kind: AnswerKind, text: str) -> None:
    reading = read(text, kind, vocabulary=frozenset({"a"}))
    assert reading.code is None and len(reading.value) == 0
