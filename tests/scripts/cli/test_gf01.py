"""``certwright import gf01`` and the commands that need no frozen set: real files, formal tasks, studies."""

import json
import random
from pathlib import Path

import pytest
from testkit.sampling import every

from certwright.domains.reactive.explicit import entered
from certwright.domains.reactive.hoa import write_hoa
from certwright.domains.reactive.machine import Machine, Timing
from certwright.domains.reactive.words import rows
from certwright.instances.errors import UnsupportedError, WorldError
from certwright.instances.formats.gf01 import read_bundle

DATA = Path(__file__).resolve().parents[4] / "shared" / "data" / "gf01"
EXAMPLE = DATA / "official_example"
PILOT = DATA / "pilot_instance_bundle_v1.json"
real = pytest.mark.skipif(not DATA.is_dir(), reason="the real GF-01 files are not beside this checkout")


def lines(path):
    return [json.loads(line) for line in Path(path).read_text().splitlines()]


# -- imports


@real
@pytest.mark.parametrize(("source", "count"), every(2, [(EXAMPLE, 4), (PILOT, 24), (DATA / "formal_toy", 1)]))
@pytest.mark.parametrize("form", ["gen", "episode"])
def test_the_real_files_are_imported_labelled_and_verified(certwright, tmp_path, source, count, form):
    questions, labelled = tmp_path / "q.jsonl", tmp_path / "l.jsonl"
    assert certwright("import", "gf01", source, "--form", form, "-o", questions, "-q").code == 0
    assert certwright("label", questions, "-o", labelled, "-q", "--jobs", "1").code == 0
    assert certwright("verify", labelled).code == 0
    made = lines(labelled)
    assert len(made) == count and all(one["grades"]["certified"] == 3 for one in made)
    if form == "episode":
        assert not any("state" in one["prompt"].get("context", "").lower() for one in made)


@real
def test_what_is_imported_is_exported_again(certwright, tmp_path):
    certwright("import", "gf01", PILOT, "-o", tmp_path / "q.jsonl", "-q")
    assert certwright("export", "gf01", tmp_path / "q.jsonl", "-o", tmp_path).code == 0
    bundle = read_bundle(tmp_path / "instance_bundle.json")
    assert len(bundle.instances) == 24 and not bundle.faults
    certwright("import", "gf01", tmp_path / "instance_bundle.json", "-o", tmp_path / "again.jsonl", "-q")
    assert [one["id"] for one in lines(tmp_path / "q.jsonl")] == [
        one["id"] for one in lines(tmp_path / "again.jsonl")
    ]


TOY = Machine(("r",), ("o",), 0, ((0, 1), (1, 0)), ((0, 1), (0, 0)))


def test_tasks_speak_of_the_state_that_is_entered_or_of_labels(certwright, tmp_path):
    (tmp_path / "toy.hoa").write_text(write_hoa(TOY))
    (tmp_path / "graph.hoa").write_text(
        'HOA: v1\nStates: 3\nStart: 0\nAP: 2 "r" "q"\nAcceptance: 0 t\n--BODY--\n'
        'State: 0 "off"\n[!0 | !1] 0\n[0 & 1] 2\nState: 1 "dead"\n[t] 1\nState: 2 "on"\n[t] 2\n--END--\n'
    )
    task = {
        "schema_version": "gf01.formal_task.v1",
        "base_trace": [{"r": 0}, {"r": 0}],
        "input_aps": ["r"],
        "output_aps": ["o"],
        "effect_ap": "o",
        "t_star": 1,
        "mode": "hard",
        "budget_timestep": 1,
    }
    graph = {
        **task,
        "hoa_path": "graph.hoa",
        "input_aps": ["q", "r"],
        "output_by_state": {"off": {"o": 0}, "2": {"o": 1}},
        "base_trace": [{"r": 0, "q": 1}, {"r": 1, "q": 0}],
    }
    (tmp_path / "toy.task.json").write_text(json.dumps(task))
    (tmp_path / "graph.json").write_text(json.dumps(graph))
    assert certwright("import", "gf01", tmp_path, "-o", tmp_path / "q.jsonl", "-q").code == 0
    assert (
        certwright("label", tmp_path / "q.jsonl", "-o", tmp_path / "l.jsonl", "-q", "--jobs", "1").code == 0
    )
    truths = {one["source"]["file"]: one["truth"] for one in lines(tmp_path / "l.jsonl")}
    assert truths["toy.task.json"]["example"] == [[1, "r", 1]]
    assert truths["graph.json"]["count"] == "2"
    assert truths["graph.json"]["example"] in ([[0, "r", 1]], [[1, "q", 1]])


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"off": {"o": 0}}, "the outputs of state on are not given"),
        ({"off": {"o": 0}, "on": {"x": 1}}, "'x' is no output"),
        ({"off": {"o": 0}, "on": {"o": 1}, "s9": {}}, "'s9' are given, which is no state"),
    ],
)
def test_a_table_that_does_not_fit_is_refused(table, message):
    text = (
        'HOA: v1\nStates: 2\nStart: 0\nAP: 1 "r"\nAcceptance: 0 t\n--BODY--\nState: 0 "off"\n[!0] 0\n[0] 1\n'
    )
    text += 'State: 1 "on"\n[t] 1\n--END--\n'
    with pytest.raises(WorldError, match=message):
        entered(text, ("r",), ("o",), table)
    with pytest.raises(UnsupportedError, match="initial"):
        entered(text.replace("Start: 0", "Start: 0\nStart: 1"), ("r",), ("o",), table)


@pytest.mark.parametrize("seed", range(20))
def test_the_entered_state_speaks(seed):
    rng = random.Random(seed)
    graph = Machine(
        ("a", "b"), (), 0, tuple(tuple(rng.randrange(3) for _ in range(4)) for _ in "xyz"), ((0,) * 4,) * 3
    )
    words = [rng.randrange(2) for _ in range(3)]
    table = {str(state): {"o": word} for state, word in enumerate(words)}
    trace = [rng.randrange(4) for _ in range(6)]
    found = entered(write_hoa(graph), ("a", "b"), ("o",), table)
    states = graph.run(trace).states
    assert list(found.run(trace).outputs) == [words[state] for state in states[1:]]
    assert found.timing in (Timing.MOORE_ENTERED, Timing.MOORE)
    swapped = entered(write_hoa(graph), ("b", "a"), ("o",), table)
    mirrored = [int(row[1]) + 2 * int(row[0]) for row in rows(trace, 2)]
    assert swapped.run(mirrored).outputs == found.run(trace).outputs


# -- the retained campaign


@real
def test_the_retained_campaign_is_validated_and_the_older_one_refused(certwright):
    given = ["--instances", EXAMPLE / "instance_bundle_v1.json"]
    listed = ["--manifest", EXAMPLE / "split_manifest_v1.json"]
    done = certwright("gf01", "validate", EXAMPLE / "runs_v1_valid.jsonl", *given, *listed)
    assert done.code == 0 and json.loads(done.out)["hold"] == 4
    done = certwright("gf01", "validate", EXAMPLE / "runs_pre_v1_legacy.jsonl", *given)
    assert done.code == 3 and json.loads(done.out)["malformed"] == 4
    assert "runs_pre_v1_legacy.jsonl:1: missing: no row of gf01.run_record.v1" in done.err
    done = certwright("gf01", "report", EXAMPLE / "runs_v1_valid.jsonl", *given)
    assert done.code == 0 and "BL-01-GreedyLocal" in done.out


# -- studies


def test_the_studies_are_curves_and_the_same_again(certwright, tmp_path):
    for name in ("a", "b"):
        assert certwright("gf01", "study", "-n", "2", "--seed", "3", "-o", tmp_path / name, "-q").code == 0
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    found = json.loads((tmp_path / "a").read_text())
    assert found["instances"] == 16 and set(found["open"]) == {"HYP-006", "HYP-017"}
    assert all(one["rows"] and one["what"] for one in found["studies"].values())
    sweep = found["studies"]["HYP-015/016 Q-033"]["rows"]
    assert [(row["replicate"], row["slice"]) for row in sweep] == [
        (replicate, f"Q{k}") for replicate in (0, 1) for k in (1, 2, 3, 4)
    ]
    oracle = [row for row in found["studies"]["HYP-006"]["rows"] if row["agent"] == "oracle"]
    assert oracle[0]["open_valid"] == oracle[0]["hidden_valid"] == 1.0
    assert certwright("gf01", "study", "--only", "HYP-999").code == 2


def test_the_studies_as_tables(certwright):
    done = certwright("gf01", "study", "-n", "1", "--only", "HYP-005", "-q")
    assert done.code == 0 and "visits_p90" in done.out and "open, HYP-017" in done.out


@real
def test_an_instance_goes_by_the_id_it_had_before(certwright, tmp_path):
    held = [one["instance_id"] for one in json.loads(PILOT.read_text())["instances"]]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps({"id": one, "answer": []}) + "\n" for one in held))
    assert certwright("gf01", "freeze", PILOT, "--split", "pilot", "-o", tmp_path / "f", "-q").code == 0
    bundle = tmp_path / "f" / "instance_bundle_pilot.json"
    assert certwright("gf01", "freeze", bundle, "--split", "pilot", "-o", tmp_path / "g", "-q").code == 0
    assert bundle.read_bytes() == (tmp_path / "g" / bundle.name).read_bytes()
    options = ["--panel", "core", "--view", "open", "--answers", "x", tmp_path / "a.jsonl"]
    assert certwright("gf01", "campaign", tmp_path / "f", "-o", tmp_path / "c", "-q", *options).code == 0
    rows = lines(tmp_path / "c" / "runs_combined.jsonl")
    assert sum(row["agent_name"] == "x" for row in rows) == len(held) == 24
