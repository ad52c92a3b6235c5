"""The recorded traces of the reference interpreter, and the record format."""

import gzip
import json

import pytest

from certwright.domains.gridworld import trace
from certwright.domains.gridworld.actions import Action
from certwright.domains.gridworld.program import read_program
from certwright.instances.errors import RecordError

PROGRAMS = {
    "mara_ice": "ice",
    "mara_ice_change_detection_wrong_program": "ice_change_detection_wrong_program",
}


def records(autumnbench, name):
    with gzip.open(autumnbench / "traces" / f"{name}.jsonl.gz", "rt") as file:
        return [json.loads(line) for line in file]


def program(autumnbench, name):
    return read_program(
        (autumnbench / "example_benchmark" / "programs" / f"{PROGRAMS[name]}.sexp").read_text()
    )


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_recorded_trace_is_reproduced(autumnbench, name):
    world = program(autumnbench, name)
    recorded = records(autumnbench, name)
    assert len(recorded) == 7
    for one in recorded:
        assert trace.difference(world, one) is None, one["label"]
        actions = [Action.parse(action) for action in one["actions"]]
        made = trace.record(world, actions, rng_seed=one["rng_seed"], name=name, label=one["label"])
        assert made == one


def test_a_changed_trace_is_told(autumnbench):
    world = program(autumnbench, "mara_ice")
    one = records(autumnbench, "mara_ice")[1]
    frames = list(one["frames"])
    frames[7] = frames[7][0] + "0" + frames[7][2:]
    assert trace.difference(world, {**one, "frames": frames}).startswith(
        "step 7: 1 cells differ, first x=1 y=0"
    )
    shas = [*one["elem_sha"][:12], "0" * 12, *one["elem_sha"][13:]]
    assert trace.difference(world, {**one, "elem_sha": shas}).startswith("step 12: the frame is right")
    wrong = program(autumnbench, "mara_ice_change_detection_wrong_program")
    assert trace.difference(wrong, one) is not None


@pytest.mark.parametrize(
    "change",
    [
        {"frames": "0"},
        {"palette": ["black"]},
        {"rng_seed": "42"},
        {"actions": ["jump"]},
        {"actions": []},
        {"elem_sha": ["0"]},
    ],
    ids=str,
)
def test_a_malformed_trace_is_refused(autumnbench, change):
    with pytest.raises(RecordError):
        trace.difference(program(autumnbench, "mara_ice"), {**records(autumnbench, "mara_ice")[0], **change})


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("noop", {"type": "noop"}),
        ("click 3 -4", {"type": "click", "x": 3, "y": -4}),
        ("left", {"type": "left"}),
    ],
)
def test_actions_in_both_forms(text, value):
    assert str(Action.parse(text)) == text
    assert Action.parse(text).to_json() == value
    assert Action.from_json(value) == Action.from_json(text) == Action.parse(text)


@pytest.mark.parametrize(
    "value", ["", "jump", "click", "click 1", "click 1 99999999", 3, {}, {"type": "click", "x": 1}]
)
def test_what_is_no_action(value):
    with pytest.raises(RecordError):
        Action.from_json(value)
