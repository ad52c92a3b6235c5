"""The run of a machine: what is said of a wrong one, and the figures beside it."""

import json

import pytest
from testkit.causal_worlds import LATCH
from testkit.reactive_questions import question, verdict

from certwright.domains.reactive.machine import Machine
from certwright.instances.records import Code, Outcome
from certwright.verifiers.label import label
from certwright.verifiers.reactive.simulate import TASK, run_truth, shown

RUN = question(LATCH, (0, 1, 0), "simulate", run_truth(LATCH, (0, 1, 0)))
TWO = Machine(("r",), ("g", "h"), 0, ((0, 1), (1, 1)), ((1, 2), (3, 3)))


def told(states, outputs, instance=RUN):
    said = verdict(instance, json.dumps({"states": states, "outputs": outputs}))
    return said.code, said.explanation, {key: said.metadata[key] for key in said.metadata if key != "reading"}


def figures(step, states=1.0, outputs=1.0):
    return {"first_wrong_step": step, "states_right": states, "outputs_right": outputs}


@pytest.mark.parametrize(
    ("states", "outputs", "explanation", "metadata"),
    [
        ([0, 1, 1, 1], ["0", "1", "1"], "the state before step 1 is 0, not 1", figures(1, 0.75)),
        ([0, 0, 1], ["0", "1", "1"], "the state before step 3 is 1, not missing", figures(3, 0.75)),
        ([0, 0, True, 1], ["0", "1", "1"], "the state before step 2 is 1, not true", figures(2, 0.75)),
        ([0, 0, 1, 1], ["0", "0", "1"], 'the outputs at step 1 are 1, not "0"', figures(1, 1, 2 / 3)),
        ([0, 0, 1, 1], ["0", "1"], "the outputs at step 2 are 1, not missing", figures(2, 1, 2 / 3)),
        ([0, 0, 1, 1], [[0, 1], 1, 1], "the outputs at step 0 are 0, not [0, 1]", figures(0, 1, 2 / 3)),
    ],
)
def test_the_first_wrong_step_is_named(states, outputs, explanation, metadata):
    assert told(states, outputs) == (Code.WRONG, explanation, pytest.approx(metadata))


@pytest.mark.parametrize(
    ("states", "outputs", "shares"),
    [([0, 0, 1, 1, 1], [0, 1, 1], (0.8, 1)), ([0, 0, 1, 1], [0, 1, 1, 1], (1, 0.75))],
)
def test_what_comes_after_the_end_is_too_much(states, outputs, shares):
    code, explanation, metadata = told(states, outputs)
    assert (code, explanation) == (Code.EXTRA_ITEMS, "the trace ends after 3 steps")
    assert metadata == {"states_right": shares[0], "outputs_right": shares[1]}


def test_a_right_run_has_no_wrong_step():
    assert told([0, 0, 1, 1], [0, 1, 1]) == (Code.OK, "", figures(None))


@pytest.mark.parametrize(
    ("row", "right"),
    [
        ("10", True),
        ([1, 0], True),
        ({"g": 1, "h": 0}, True),
        ("g", True),
        ("g & !h", True),
        ("g, ~h, r", True),
        ("g && not h", True),
        ("g and `h`", False),
        ("g and g", True),
        ("g and !g", False),
        ("none", False),
        ({"g": 1}, False),
        ([1, 2], False),
    ],
)
def test_rows_of_two_outputs(row, right):
    instance = question(TWO, (0,), "simulate", run_truth(TWO, (0,)))
    assert run_truth(TWO, (0,)) == {"kind": "run", "states": [0, 0], "outputs": ["10"]}
    code, explanation, metadata = told([0, 0], [row], instance)
    assert (code is Code.OK) is right
    if not right:
        assert explanation == f"the outputs at step 0 are 10, not {json.dumps(row)}"
        assert metadata["outputs_right"] == 0


def test_a_row_of_another_width_is_malformed():
    instance = question(TWO, (0,), "simulate", run_truth(TWO, (0,)))
    said = verdict(instance, json.dumps({"states": [0, 0], "outputs": ["010"]}))
    assert (said.outcome, said.code, said.explanation) == (
        *(Outcome.UNPARSED, Code.MALFORMED),
        '"010" is no row: the outputs of a step are a string of 2 characters 0 or 1',
    )


def test_the_label_is_the_run():
    labelled = label(question(LATCH, (0, 1, 0), "simulate", None))
    assert labelled.truth == {"kind": "run", "states": [0, 0, 1, 1], "outputs": ["0", "1", "1"]}
    assert labelled.gold == '{"outputs":["0","1","1"],"states":[0,0,1,1]}'
    assert labelled.grades.certified == 1 and not labelled.grades.undecided
    assert [proof.kind for proof in labelled.certificates] == ["evaluation"]
    assert (TASK.number, TASK.groups) == (1, {"gen": "reactive_simulate_gen"})


def test_values_are_shown_in_eighty_characters():
    assert shown("a" * 78) == '"' + "a" * 78 + '"' and shown(None) == "null" and shown("é") == '"é"'
    assert shown("a" * 79) == '"' + "a" * 76 + "..." and len(shown("a" * 79)) == 80
    assert shown({1, 2}) == "set"
