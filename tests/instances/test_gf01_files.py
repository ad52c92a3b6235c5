"""GF-01's files: bundles, manifests, run records, formal tasks; faults name file, line and field."""

import copy
import json
from pathlib import Path

import pytest

from certwright.instances.errors import RecordError
from certwright.instances.formats.gf01 import (
    bundle,
    content_hash,
    instance_json,
    instances_hash,
    read_bundle,
    read_instance,
    transition_keys,
)
from certwright.instances.formats.gf01_manifest import against, joint_hash, leaks, manifest, read_manifest
from certwright.instances.formats.gf01_run import RUN_SCHEMA, RunRow, read_runs, shape_faults
from certwright.instances.formats.gf01_task import read_task, task_files, trace_text

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "gf01"
VERSIONS = {
    "benchmark_version": "1",
    "generator_version": "1",
    "checker_version": "1",
    "harness_version": "1",
}
ROWS = {
    key: {"next_state": "s1" if "r=1" in key else "s0", "output": {"o": int("r=1" in key)}}
    for key in transition_keys(("r", "q"))
}
INSTANCE = {
    "automaton": {
        "states": ["s0", "s1"],
        "initial_state": "s0",
        "input_aps": ["r", "q"],
        "output_aps": ["o"],
        "transitions": {"s0": ROWS, "s1": ROWS},
    },
    "base_trace": [{"r": 0, "q": 0}, {"r": 0, "q": 1}],
    "effect_ap": "o",
    "t_star": 1,
    "mode": "hard",
    "window_size": 1,
    "budget_timestep": 1,
    "instance_id": "i1",
}


@pytest.fixture(scope="module")
def gf01():
    if not DATA.is_dir():
        pytest.skip("the real GF-01 files are not beside this checkout")
    return DATA


def changed(path, value, base=INSTANCE):
    """A copy of the instance with one place set, or removed for ``...``."""
    made = copy.deepcopy(base)
    place = made
    *front, last = path
    for part in front:
        place = place[part]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return made


FAULTS = [
    (("t_star",), 2, "t_star"),
    (("t_star",), -1, "t_star"),
    (("t_star",), "1", "t_star"),
    (("t_star",), True, "t_star"),
    (("t_star",), 1.5, "t_star"),
    (("t_star",), ..., "t_star"),
    (("window_size",), 0, "window_size"),
    (("budget_timestep",), 0, "budget_timestep"),
    (("budget_timestep",), 3, "budget_timestep"),
    (("mode",), "soft", "mode"),
    (("effect_ap",), "r", "effect_ap"),
    (("base_trace",), [], "base_trace"),
    (("base_trace", 0, "r"), 2, "base_trace"),
    (("base_trace", 0, "r"), True, "base_trace"),
    (("base_trace", 0, "r"), ..., "base_trace[0]"),
    (("base_trace", 1, "x"), 0, "base_trace[1]"),
    (("automaton", "states"), ["s0", "s0"], "automaton.states"),
    (("automaton", "initial_state"), "s9", "automaton.initial_state"),
    (("automaton", "input_aps"), ["r", "r"], "automaton"),
    (("automaton", "output_aps"), ["r"], "automaton"),
    (("automaton", "input_aps"), [f"i{i}" for i in range(17)], "automaton.input_aps"),
    (("automaton", "transitions", "s1"), ..., "automaton.transitions"),
    (("automaton", "transitions", "s0", "r=0|q=0"), ..., "automaton.transitions[s0]"),
    (("automaton", "transitions", "s0", "r=0"), ROWS["r=0|q=0"], "automaton.transitions[s0]"),
    (
        ("automaton", "transitions", "s0", "r=0|q=0", "next_state"),
        "s9",
        "automaton.transitions[s0][r=0|q=0].next_state",
    ),
    (
        ("automaton", "transitions", "s0", "r=0|q=0", "output"),
        {"x": 1},
        "automaton.transitions[s0][r=0|q=0].output",
    ),
    (("automaton", "transitions", "s0", "r=0|q=0", "output"), {"o": 2}, "automaton.transitions"),
]


@pytest.mark.parametrize(("path", "value", "field"), FAULTS, ids=str)
def test_a_faulty_instance_is_refused_by_its_field(path, value, field):
    with pytest.raises(RecordError) as caught:
        read_instance(changed(path, value), file="b.json")
    assert (caught.value.field or "").startswith(field)
    assert str(caught.value).startswith("b.json: ")


def write(tmp_path, value, name="b.json"):
    path = tmp_path / name
    path.write_text(json.dumps(value))
    return path


def made_bundle(instances):
    return bundle(
        [instance_json(read_instance(one)) for one in instances], split="public_dev", versions=VERSIONS
    )


def test_bundles_lists_and_single_instances_are_read(tmp_path):
    whole = made_bundle([INSTANCE])
    for value in (whole, whole["instances"], whole["instances"][0]):
        found = read_bundle(write(tmp_path, value))
        assert len(found.instances) == 1 and not found.faults
        assert found.instances[0].instance_id == f"gf01-{content_hash(INSTANCE)[:12]}"


def test_no_seed_and_no_forged_id_leaves_in_a_bundle():
    made = made_bundle([{**INSTANCE, "seed": 7, "instance_id": "forged"}])
    assert "seed" not in made["instances"][0] and "forged" not in json.dumps(made)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda b: b.update(instances_hash="0" * 64), "instances_hash"),
        (lambda b: b.update(count=3), "count"),
        (lambda b: b["instances"][0].update(content_hash="0" * 64), "instances[0].content_hash"),
    ],
)
def test_wrong_hashes_are_reported_and_the_instances_kept(tmp_path, change, field):
    made = made_bundle([INSTANCE])
    change(made)
    found = read_bundle(write(tmp_path, made))
    assert field in [fault.field for fault in found.faults] and len(found.instances) == 1


def test_one_bad_instance_does_not_take_the_others_along(tmp_path):
    found = read_bundle(write(tmp_path, [INSTANCE, changed(("t_star",), 9), INSTANCE]))
    assert len(found.instances) == 2
    assert str(found.faults[0]).endswith("b.json: 9 is not in 0..1 (at instances[1].t_star)")


@pytest.mark.parametrize("value", [3, "x", {}, {"instances": 3}, {"instances": [], "schema_version": "v9"}])
def test_what_is_no_bundle_is_refused(tmp_path, value):
    with pytest.raises(RecordError, match=r"b\.json"):
        read_bundle(write(tmp_path, value))


def made_manifest(instances, **more):
    read = [read_instance(one) for one in instances]
    return {
        **manifest(read, [content_hash(one) for one in instances], bundle_hash="x", versions=VERSIONS),
        **more,
    }


TWO = [INSTANCE, {**INSTANCE, "instance_id": "i2", "t_star": 0, "split_id": "public_val"}]


def test_a_manifest_of_ours_holds_together_and_tells_no_seed(tmp_path):
    made = made_manifest([{**one, "seed": 5} for one in TWO])
    found = read_manifest(write(tmp_path, made))
    assert not found.faults and not leaks(found) and found.names == {"i1", "i2"}
    assert "seed" not in json.dumps(made)


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"instance_count": 3}, "instance_count"),
        ({"family_id": "GF-02"}, "family_id"),
        ({"group_counts": []}, "group_counts"),
    ],
)
def test_a_manifest_that_contradicts_itself_is_reported(tmp_path, more, field):
    assert [f.field for f in read_manifest(write(tmp_path, made_manifest(TWO, **more))).faults] == [field]


@pytest.mark.parametrize("name", ["instances", "instance_count", "family_id", "harness_version"])
def test_a_manifest_without_a_required_field_is_refused(tmp_path, name):
    made = made_manifest(TWO)
    del made[name]
    with pytest.raises(RecordError) as caught:
        read_manifest(write(tmp_path, made))
    assert caught.value.field == name


def test_a_manifest_is_compared_with_its_bundle(tmp_path):
    raws = [{**one} for one in TWO]
    held = write(tmp_path, raws)
    read = read_bundle(held)
    found = read_manifest(write(tmp_path, made_manifest(TWO, source_bundle_hash=None), "m.json"))
    assert not against(found, [read])
    other = read_bundle(write(tmp_path, [{**TWO[0], "budget_timestep": 2}, {**TWO[1], "instance_id": "i3"}]))
    told = [f"{fault.field}: {fault.message:.40}" for fault in against(found, [other])]
    assert told == [
        "i2: is in no bundle",
        "i3: is not in the manifest",
        "i1.budget_timestep: the manifest has 1, the bundle 2",
        f"i1.content_hash: {content_hash(TWO[0])!r:.40}",
    ]


def test_the_joint_hash_is_that_of_the_only_bundle():
    assert joint_hash({"a": "h"}) == "h"
    assert joint_hash({"a": "h", "b": "g"}) == joint_hash({"b": "g", "a": "h"}) != "h"


# -- run records


def rows(gf01):
    return [
        json.loads(line)
        for line in (gf01 / "official_example" / "runs_v1_valid.jsonl").read_text().splitlines()
    ]


def test_the_31_required_fields_are_missed_one_by_one(gf01):
    row = rows(gf01)[0]
    required = [name for name, _ in shape_faults({}) if name]
    assert len(required) == 31 and not shape_faults(row)
    for name in required:
        without = {key: value for key, value in row.items() if key != name}
        assert [field for field, _ in shape_faults(without)] == [name]


WRONG = [
    ("suff", 1),
    ("suff", "true"),
    ("valid", None),
    ("ap_f1", 7.5),
    ("ap_f1", -0.1),
    ("ap_f1", "1"),
    ("ap_f1", True),
    ("ts_f1", -3),
    ("ts_recall", 2),
    ("certificate", "[]"),
    ("certificate", {}),
    ("agent_name", " "),
    ("git_commit", "unknown"),
    ("config_hash", ""),
    ("eval_track", 3),
    ("adaptation_budget_tokens", -1),
    ("adaptation_budget_tokens", 1.0),
    ("eff_t", -1),
    ("budget_timestep", "3"),
    ("sample", [0]),
    ("sample", -1),
    ("view", ["hidden"]),
    ("tool_log_hash", {}),
    ("schema_version", "gf01.run_record.v2"),
]


@pytest.mark.parametrize(("name", "value"), WRONG, ids=str)
def test_a_field_of_the_wrong_kind_is_told(gf01, tmp_path, name, value):
    path = tmp_path / "runs.jsonl"
    path.write_text(
        "\n".join(json.dumps(row) for row in (rows(gf01)[0], {**rows(gf01)[1], name: value})) + "\n"
    )
    good, bad = read_runs(path)
    assert isinstance(good, RunRow) and isinstance(bad, RecordError)
    assert bad.field == name and bad.line == 2


def test_rows_from_before_version_1_are_refused_as_such(gf01):
    found = list(read_runs(gf01 / "official_example" / "runs_pre_v1_legacy.jsonl"))
    assert len(found) == 4
    assert all(isinstance(one, RecordError) and one.field == "schema_version" for one in found)
    assert all(RUN_SCHEMA in one.message and "before" in one.message for one in found)


@pytest.mark.parametrize("line", ["", "[]", "3", "{", '{"a": 1, "a": 2}', "\udcff", "[" * 100 + "]" * 100])
def test_hostile_lines_are_refused(tmp_path, line):
    path = tmp_path / "runs.jsonl"
    path.write_bytes(line.encode(errors="surrogateescape") + b"\n")
    assert all(isinstance(one, RecordError) for one in read_runs(path))


# -- the real files


def test_the_real_files_are_read_without_a_fault(gf01):
    pilot = read_bundle(gf01 / "pilot_instance_bundle_v1.json")
    assert len(pilot.instances) == 24 and not pilot.faults
    assert pilot.header["instances_hash"] == instances_hash(pilot.raw)
    listed = read_manifest(gf01 / "pilot_split_manifest_v1.json")
    assert not listed.faults and not against(listed, [pilot])
    assert leaks(listed) == ["24 entries hold a seed"]
    example = read_bundle(gf01 / "official_example" / "instance_bundle_v1.json")
    listed = read_manifest(gf01 / "official_example" / "split_manifest_v1.json")
    assert len(example.instances) == 4 and not example.faults and not against(listed, [example])


# -- formal tasks

TASK = {
    "schema_version": "gf01.formal_task.v1",
    "hoa_path": "toy.hoa",
    "input_aps": ["r"],
    "output_aps": ["o"],
    "output_by_state": {"s0": {"o": 0}},
    "base_trace": [{"r": 0}],
    "effect_ap": "o",
    "t_star": 0,
    "mode": "hard",
    "budget_timestep": 1,
}


def write_task(tmp_path, name="task.json", **changes):
    (tmp_path / "toy.hoa").write_text("HOA: v1\n")
    value = {key: value for key, value in {**TASK, **changes}.items() if value is not ...}
    return write(tmp_path, value, name)


def test_a_task_is_read_with_the_texts_beside_it(tmp_path):
    assert read_task(write_task(tmp_path)).hoa == "HOA: v1\n"
    assert read_task(write_task(tmp_path, "toy.task.json", hoa_path=...)).hoa == "HOA: v1\n"
    assert read_task(write_task(tmp_path, "toy.json", hoa_path=...)).hoa == "HOA: v1\n"
    assert [file.name for file in task_files(tmp_path)] == ["task.json", "toy.json", "toy.task.json"]
    (tmp_path / "t.csv").write_text("r\n0\n")
    task = read_task(path := write_task(tmp_path, base_trace=..., trace_path="t.csv"))
    assert trace_text(task, path) == "r\n0\n"


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"hoa_path": "../secret.hoa"}, "hoa_path"),
        ({"hoa_path": "/etc/passwd"}, "hoa_path"),
        ({"base_trace": ..., "trace_path": "../../t"}, "trace_path"),
        ({"base_trace": ...}, "base_trace"),
        ({"trace_path": "t.csv"}, "base_trace"),
        ({"automaton": {}}, "automaton"),
        ({"base_trace": [{"r": 0, "x": 1}]}, "base_trace[0]"),
        ({"base_trace": [{"r": True}]}, "base_trace"),
        ({"output_by_state": {"s0": {"o": "1"}}}, "output_by_state"),
        ({"effect_ap": "r"}, "effect_ap"),
        ({"t_star": -1}, "t_star"),
        ({"window_size": 0}, "window_size"),
        ({"budget_timestep": 0}, "budget_timestep"),
        ({"budget_atoms": -1}, "budget_atoms"),
        ({"mode": "soft"}, "mode"),
        ({"schema_version": "gf01.formal_task.v2"}, "schema_version"),
        ({"input_aps": ...}, "input_aps"),
    ],
    ids=str,
)
def test_a_faulty_task_is_refused_by_its_field(tmp_path, changes, field):
    path = write_task(tmp_path, **changes)
    with pytest.raises(RecordError) as caught:
        task = read_task(path)
        trace_text(task, path)
    assert (caught.value.field or "").startswith(field)
    assert "task.json" in str(caught.value)
