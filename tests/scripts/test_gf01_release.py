"""``certwright gf01``: frozen sets, campaigns, validation, releases, and a person at the terminal."""

import hashlib
import json
import random
import shutil
from pathlib import Path

import pytest

from certwright.instances.errors import UnsupportedError
from certwright.instances.formats.gf01_manifest import read_manifest
from certwright.instances.places import tree_hash
from certwright.scripts.gf01.baselines import SOLVERS, Toolbox, player
from certwright.scripts.gf01.freezing import read_frozen
from certwright.verifiers.reactive.gf01.policies import PANELS

PILOT = Path(__file__).resolve().parents[3] / "shared" / "data" / "gf01" / "pilot_instance_bundle_v1.json"
real = pytest.mark.skipif(not PILOT.is_file(), reason="the real GF-01 files are not beside this checkout")


def lines(path):
    return [json.loads(line) for line in Path(path).read_text().splitlines()]


def instance(seed):
    """A GF-01 instance over a random machine; whether it can be frozen is for the freeze to say."""
    rng = random.Random(seed)
    keys = [f"a={a}|b={b}" for a in (0, 1) for b in (0, 1)]
    states = ["s0", "s1", "s2"]
    table = {
        state: {
            key: {"next_state": rng.choice(states), "output": {"x": int(rng.random() < 0.3)}} for key in keys
        }
        for state in states
    }
    steps = rng.randint(4, 7)
    return {
        "automaton": {
            "states": states,
            "initial_state": "s0",
            "input_aps": ["a", "b"],
            "output_aps": ["x"],
            "transitions": table,
        },
        "base_trace": [{"a": rng.randrange(2), "b": rng.randrange(2)} for _ in range(steps)],
        "effect_ap": "x",
        "t_star": rng.randrange(1, steps),
        "mode": rng.choice(["normal", "hard"]),
        "window_size": 1,
        "budget_timestep": 2,
        "budget_atoms": 3,
    }


@pytest.fixture(scope="module")
def sets(tmp_path_factory):
    return tmp_path_factory.mktemp("gf01")


@pytest.fixture
def frozen(sets, certwright):
    """A frozen set of some twenty instances, made once."""
    folder = sets / "frozen"
    if not folder.exists():
        listed = sets / "listed.json"
        listed.write_text(json.dumps([instance(seed) for seed in range(30)]))
        done = certwright("gf01", "freeze", listed, "-o", folder, "--name", "t", "--any", "-q")
        assert done.code == 3 and "happens without an intervention" in done.err
    return folder


@pytest.fixture
def campaign(sets, frozen, certwright):
    """The campaign of the panel over it, made once."""
    folder = sets / "campaign"
    if not folder.exists():
        assert certwright("gf01", "campaign", frozen, "-o", folder, "-q").code == 0
    return folder


def bundles(frozen):
    return [part for path in sorted(frozen.glob("instance_bundle_*.json")) for part in ("--instances", path)]


def test_a_wrong_hash_is_reported_and_the_question_imported(certwright, tmp_path):
    raw = {**instance(1), "content_hash": "0" * 64}
    (tmp_path / "b.json").write_text(json.dumps(raw))
    done = certwright("import", "gf01", tmp_path / "b.json", "-o", tmp_path / "q.jsonl", "-q")
    assert (
        done.code == 3 and "instances[0].content_hash" in done.err and len(lines(tmp_path / "q.jsonl")) == 1
    )


def test_a_forged_row_is_refused_by_line_field_and_figure(certwright, frozen, campaign, tmp_path):
    rows_ = lines(campaign / "runs_combined.jsonl")
    rows_[3]["ap_f1"], rows_[5]["certificate"] = 0.123, [[0, "zz", 1]]
    forged = tmp_path / "forged.jsonl"
    forged.write_text("".join(json.dumps(row) + "\n" for row in rows_))
    done = certwright("gf01", "validate", forged, *bundles(frozen))
    told = json.loads(done.out)
    assert done.code == 1 and {one["line"] for one in told["refused"]} <= {4, 6}
    assert "forged.jsonl:4: 0.123 is stored" in done.err
    counted = json.loads(certwright("gf01", "report", forged, *bundles(frozen), "--json").out)
    assert counted["refused"] == len(told["refused"]) >= 1
    assert sum(one["count"] for one in counted["strata"]) == len(rows_) - counted["refused"]


def test_a_row_of_the_hidden_view_needs_its_episode(certwright, frozen, campaign, tmp_path):
    episodes = lines(campaign / "episodes.jsonl")
    lied = [one for one in episodes if one["agent"] == "oracle"]
    lied[0]["steps"][0]["action"]["arguments"] = {"a": "1", "b": "1"}
    path = tmp_path / "episodes.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in lied))
    done = certwright(
        "gf01",
        "validate",
        campaign / "runs_combined.jsonl",
        *bundles(frozen),
        "--episodes",
        path,
        "-o",
        tmp_path / "v.json",
    )
    refused = json.loads((tmp_path / "v.json").read_text())["refused"]
    missing = [one for one in refused if one["faults"][0]["message"] == "there is no episode of it"]
    others = [one for one in refused if one not in missing]
    assert done.code == 1 and len(missing) == 4 * len(lied)
    assert [one["agent_name"] for one in others] == ["oracle"]


# -- freeze, campaign, release


def test_freezing_is_a_function_of_the_instances(certwright, sets, frozen, tmp_path):
    again = tmp_path / "again"
    listed = json.loads((sets / "listed.json").read_text())
    (tmp_path / "other.json").write_text(json.dumps(listed[::-1] + listed[:3]))
    done = certwright("gf01", "freeze", tmp_path / "other.json", "-o", again, "--name", "t", "--any", "-q")
    assert "occurs twice" in done.err
    for path in sorted(frozen.iterdir()):
        assert (again / path.name).read_bytes() == path.read_bytes(), path.name
    header = json.loads((frozen / "freeze.json").read_text())
    manifest = read_manifest(frozen / "split_manifest_v1.json")
    assert header["git_commit"] == f"tree:{tree_hash()}"
    assert "seed" not in (frozen / "split_manifest_v1.json").read_text() and not manifest.faults
    counts = {name: entry["count"] for name, entry in header["bundles"].items()}
    assert abs(counts["private_eval"] / sum(counts.values()) - 0.6) <= 0.05
    assert certwright("gf01", "check-splits", frozen / "split_manifest_v1.json").code == 0


def test_a_campaign_is_a_function_of_set_and_seed(certwright, frozen, campaign, tmp_path):
    assert certwright("gf01", "campaign", frozen, "-o", tmp_path / "c", "-q").code == 0
    for path in campaign.iterdir():
        assert (tmp_path / "c" / path.name).read_bytes() == path.read_bytes(), path.name
    assert certwright("gf01", "campaign", frozen, "-o", tmp_path / "d", "--seed", "1", "-q").code == 0
    other = tmp_path / "d" / "runs_combined.jsonl"
    assert other.read_bytes() != (campaign / "runs_combined.jsonl").read_bytes()


def test_the_campaign_validates_covers_and_replays(certwright, frozen, campaign):
    done = certwright(
        *["gf01", "validate", campaign / "runs_combined.jsonl", *bundles(frozen)],
        *["--manifest", frozen / "split_manifest_v1.json", "--episodes", campaign / "episodes.jsonl"],
    )
    told = json.loads(done.out)
    assert done.code == 0, done.err
    assert told["hold"] == told["rows"] == 10 * len(read_frozen(frozen).instances)


def test_validation_under_the_caps_of_a_frozen_set(certwright, frozen, campaign, tmp_path):
    held = ["--frozen", frozen, "--episodes", campaign / "episodes.jsonl"]
    assert certwright("gf01", "validate", campaign / "runs_combined.jsonl", *held).code == 0
    rows = lines(campaign / "runs_combined.jsonl")
    row = next(row for row in rows if row["diagnostic_status"] == "exact")
    row["diagnostic_status"] = "skipped-cap"
    row.pop("subset_minimal")
    (tmp_path / "r.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    done = certwright("gf01", "validate", tmp_path / "r.jsonl", *held)
    assert done.code == 1 and "diagnostic_status" in done.out + done.err
    assert certwright("gf01", "validate", tmp_path / "r.jsonl", *held, *bundles(frozen)).code == 2


def test_both_renderers_lead_to_the_same_certificates(certwright, frozen, campaign, tmp_path):
    done = certwright(
        *["gf01", "campaign", frozen, "-o", tmp_path / "v", "--view", "hidden", "--renderer", "visual", "-q"]
    )
    assert done.code == 0

    def certificates(path):
        return {
            (row["agent_name"], row["instance_id"]): row["certificate"]
            for row in lines(path)
            if row["view"] == "hidden"
        }

    visual = tmp_path / "v" / "runs_combined.jsonl"
    assert certificates(visual) == certificates(campaign / "runs_combined.jsonl")
    again = certwright(
        *["gf01", "validate", visual, *bundles(frozen)],
        *["--episodes", tmp_path / "v" / "episodes.jsonl"],
    )
    assert again.code == 0


def test_the_oracle_is_the_ceiling_and_tracks_have_their_tools(campaign):
    rows_ = lines(campaign / "runs_combined.jsonl")
    oracle = [row for row in rows_ if row["agent_name"] == "oracle"]
    assert all(row["valid"] for row in oracle)
    best = {(row["view"], row["instance_id"]): row["kappa"] for row in oracle}
    assert all(row["kappa"] <= best[row["view"], row["instance_id"]] for row in rows_)
    logs = {
        (log["agent_name"], log["view"], log["log"]["instance_id"])
        for log in lines(campaign / "tool_logs.jsonl")
    }
    for row in rows_:
        with_tools = row["eval_track"] != "EVAL-CB"
        assert bool(row["tool_log_hash"]) == with_tools
        assert ((row["agent_name"], row["view"], row["instance_id"]) in logs) == with_tools
    assert set(SOLVERS) == PANELS["full"] == {player(name, None, None).name for name in SOLVERS}


def test_a_tool_that_the_track_does_not_allow_is_refused(frozen):
    one = next(iter(read_frozen(frozen).instances.values()))
    for track, call in (
        ("EVAL-CB", "exact"),
        ("EVAL-TA", "exact"),
        ("EVAL-CB", "last_step"),
        ("EVAL-OC", "last_step"),
    ):
        tools = Toolbox(track, one.question, "i")
        with pytest.raises(UnsupportedError, match="the track allows"):
            getattr(tools, call)(*([0] if call == "last_step" else []))


def test_what_is_tampered_with_is_seen(certwright, frozen, campaign, tmp_path):
    def checked(spoil):
        for name, source in (("f", frozen), ("c", campaign)):
            shutil.rmtree(tmp_path / name, ignore_errors=True)
            shutil.copytree(source, tmp_path / name)
        spoil(tmp_path / "f", tmp_path / "c")
        return certwright("gf01", "check-release", tmp_path / "f", tmp_path / "c")

    def rules(done):
        return set(json.loads(done.out)["violations"])

    clean = rules(checked(lambda f, c: None))
    assert clean <= {"discrimination"}

    def forge_row(_, c):
        path = c / "runs_combined.jsonl"
        path.write_text(path.read_text().replace('"valid":true', '"valid":false', 1))

    def drop_rows(_, c):
        path = c / "runs_combined.jsonl"
        text = "".join(line for line in path.open() if '"agent_name":"search"' not in line)
        path.write_text(text)
        header = json.loads((c / "campaign.json").read_text())
        header["files"]["runs_combined.jsonl"]["sha256"] = hashlib.sha256(text.encode()).hexdigest()
        (c / "campaign.json").write_text(json.dumps(header))

    def spoil_log(_, c):
        path = c / "tool_logs.jsonl"
        path.write_text(path.read_text().replace('"calls":[', '"calls":[{},', 1))

    def seed_in_manifest(f, _):
        made = json.loads((f / "split_manifest_v1.json").read_text())
        made["instances"][0]["seed"] = 7
        (f / "split_manifest_v1.json").write_text(json.dumps(made))

    assert rules(checked(forge_row)) - clean == {"hash", "rows"}
    assert rules(checked(drop_rows)) - clean == {"panel"}
    assert rules(checked(spoil_log)) - clean == {"hash", "tool_log"}
    assert rules(checked(seed_in_manifest)) - clean == {"hash", "split/leak"}

    def kinder_figures(f, _):
        made = json.loads((f / "freeze.json").read_text())
        made["figures"]["greedy_solves"] = 0
        (f / "freeze.json").write_text(json.dumps(made))

    def another_package(_, c):
        made = json.loads((c / "campaign.json").read_text())
        (c / "campaign.json").write_text(json.dumps({**made, "git_commit": "tree:0"}))

    assert "figures" in rules(checked(kinder_figures))
    assert rules(checked(another_package)) - clean == {"versions"}

    def other_bundle(f, _):
        path = next(f.glob("instance_bundle_*.json"))
        path.write_text(path.read_text().replace('"budget_timestep": 2', '"budget_timestep": 1', 1))

    assert checked(other_bundle).code == 3


def test_answers_and_episodes_of_others_become_rows(certwright, frozen, campaign, tmp_path):
    name = sorted(read_frozen(frozen).instances)[0]
    answers = tmp_path / "answers.jsonl"
    made = [
        {"id": name, "response": 'Final answer: [[0, "a", 1]]'},
        {"id": f"gf01:{name}", "answer": [], "sample": 1},
        {"id": "nowhere", "answer": []},
    ]
    answers.write_text("".join(json.dumps(one) + "\n" for one in made))
    done = certwright(
        *["gf01", "campaign", frozen, "-o", tmp_path / "c", "--panel", "core", "-q"],
        *["--answers", "model", answers, "--answers", "copy", campaign / "episodes.jsonl"],
    )
    assert done.code == 3 and "'nowhere' is no instance" in done.err
    rows_ = lines(tmp_path / "c" / "runs_combined.jsonl")
    model = [row for row in rows_ if row["agent_name"] == "model"]
    assert [(row["sample"], row["certificate"]) for row in model] == [(0, [[0, "a", 1]]), (1, [])]
    assert {row["view"] for row in rows_ if row["agent_name"] == "copy"} == {"hidden"}
    assert certwright("gf01", "campaign", frozen, "-o", tmp_path / "x", "--track", "EVAL-TA", "-q").code == 2


def test_agents_with_tools_and_adaptation_keep_their_logs(certwright, frozen, tmp_path):
    names = sorted(read_frozen(frozen).instances)
    answers, log = tmp_path / "answers.jsonl", tmp_path / "log.txt"
    answers.write_text("".join(json.dumps({"id": name, "answer": []}) + "\n" for name in names))
    log.write_text("asked the planner twice\n")

    def campaign(*options):
        return certwright("gf01", "campaign", frozen, "-o", tmp_path / "c", "--view", "open", "-q", *options)

    given = ["--answers", "model", answers, "--track", "EVAL-TA", "--tool-log", log]
    assert campaign(*given, "--adaptation", "weight_finetune", "1000", "public_only", "lora").code == 0
    rows_ = [row for row in lines(tmp_path / "c" / "runs_combined.jsonl") if row["agent_name"] == "model"]
    assert {row["adaptation_protocol_id"] for row in rows_} == {"lora"} and len(rows_) == len(names)
    assert {row["tool_log_hash"] for row in rows_} == {hashlib.sha256(log.read_bytes()).hexdigest()}
    found = json.loads(certwright("gf01", "check-release", frozen, tmp_path / "c").out)
    assert "tool_log" not in found["violations"] and "rows" not in found["violations"]
    for wrong in (
        ["--adaptation", "weight_finetune", "0", "public_only", "lora"],
        ["--adaptation", "no_adaptation", "5", "none", "none"],
        ["--adaptation", "magic", "5", "public_only", "lora"],
        ["--track", "EVAL-OC"],
    ):
        assert campaign("--answers", "model", answers, *wrong).code == 2
    log.write_bytes(b"\xff")
    assert campaign(*given).code == 3


def test_an_episode_that_was_not_played_to_its_end_commits_nothing(certwright, frozen, campaign, tmp_path):
    cut = [one for one in lines(campaign / "episodes.jsonl") if one["agent"] == "oracle"]
    for one in cut:
        one["steps"], one["stop"] = one["steps"][:-1], "CUT_SHORT"
    episodes = tmp_path / "cut.jsonl"
    episodes.write_text("".join(json.dumps(one) + "\n" for one in cut))
    made = tmp_path / "c"
    options = ["--panel", "core", "--view", "open", "--answers", "cut", episodes]
    assert certwright("gf01", "campaign", frozen, "-o", made, "-q", *options).code == 0
    rows_ = [row for row in lines(made / "runs_combined.jsonl") if row["agent_name"] == "cut"]
    assert len(rows_) == len(cut) and not any(row["certificate"] or row["valid"] for row in rows_)
    held = ["--episodes", made / "episodes.jsonl"]
    assert certwright("gf01", "validate", made / "runs_combined.jsonl", *bundles(frozen), *held).code == 0


@real
def test_the_pilot_is_frozen_and_found_too_easy(certwright, tmp_path):
    assert certwright("gf01", "freeze", PILOT, "--split", "pilot", "-o", tmp_path / "f", "-q").code == 0
    assert (
        certwright("gf01", "campaign", tmp_path / "f", "-o", tmp_path / "c", "--view", "open", "-q").code == 0
    )
    done = certwright("gf01", "check-release", tmp_path / "f", tmp_path / "c")
    assert done.code == 1
    assert json.loads(done.out)["violations"]["discrimination"] == [
        "greedy solves 24 of 24 instances; at most 0.40 may fall",
        "0 of 24 instances need two timesteps; at least 0.50 must",
    ]


def test_check_splits_says_what_is_off(certwright, frozen, tmp_path):
    given = frozen / "split_manifest_v1.json"
    done = certwright("gf01", "check-splits", given, "--previous", given)
    told = json.loads(done.out)["violations"]
    assert done.code == 1 and list(told) == ["rotation"]
    assert certwright("gf01", "check-splits", given, given).code == 1
    assert certwright("gf01", "check-splits", given, "--tolerance", "x").code == 2
    assert certwright("gf01", "check-splits", frozen / "freeze.json").code == 3


# -- play


def test_a_person_plays_in_the_terminal(certwright, frozen, tmp_path):
    bundle = sorted(frozen.glob("instance_bundle_*.json"))[0]
    done = certwright(
        *["gf01", "play", bundle, "--episode", tmp_path / "e.jsonl", "-o", tmp_path / "r.jsonl"],
        stdin="a=1\nhello\nb=7\n" + "\n" * 20,
    )
    assert done.code in (0, 1) and "GF-01-R1" in done.err and "Call the tool advance" in done.err
    (row,) = lines(tmp_path / "r.jsonl")
    assert row["certificate"] == [[0, "a", 1]] and row["renderer_profile_id"] == "GF-01-R1"
    again = certwright(
        *["gf01", "validate", tmp_path / "r.jsonl", "--instances", bundle, "--episodes", tmp_path / "e.jsonl"]
    )
    assert again.code == 0
    cut = certwright("gf01", "play", bundle, "-o", tmp_path / "cut.jsonl", stdin="a=1\n")
    assert cut.code == 1
    assert certwright("gf01", "play", bundle, "nowhere").code == 3
