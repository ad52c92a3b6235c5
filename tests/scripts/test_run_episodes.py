"""`certwright run` and `report`: agents, records that score again to the same rows, folders that grow."""

import csv
import gzip
import io
import json
import time
from itertools import islice

import pytest
from msgspec.structs import replace

from certwright.domains.environment import Call, Fault, Utterance
from certwright.generators.rng import Rng
from certwright.instances.canonical import encode
from certwright.instances.errors import RecordError, UnsupportedError
from certwright.instances.records import Usage
from certwright.instances.store import read_episodes
from certwright.scripts.agents.agent import HumanAgent, ReplayAgent, environment, play, turn_of_line
from certwright.scripts.campaign import pending
from certwright.scripts.reporting.charts import of_timetravel
from certwright.scripts.reporting.overview import travel_tables as tables
from certwright.scripts.reporting.overview import travelled as summary
from certwright.scripts.reporting.results import COLUMNS, Results, cells, plain, row
from certwright.scripts.reporting.scored import rows as judged_rows
from certwright.scripts.running import Casting, estimate, played
from certwright.scripts.tables import print_tables
from certwright.verifiers.timetravel.judging import turns_of_plan
from certwright.verifiers.timetravel.level import shipped_instances

LEVELS = shipped_instances()
NOW = "2026-01-01T00:00:00Z"
PLANS = {
    0: """(take brann lens yard-past)
(walk brann yard-past quay-past)
(post brann lens quay-past quay-future)
(take noor lens quay-future)""".splitlines()
}


def test_the_optimal_agent_solves_levels_at_the_optimal_length(certwright, tmp_path):
    out = tmp_path / "e.jsonl"
    assert certwright("run", "timetravel", "--agent", "optimal", "--levels", "1-5", "-o", out).code == 0
    episodes = list(read_episodes(out))
    assert [len(one.steps) for one in episodes] == [4, 3, 8, 10, 18]
    assert {one.stop for one in episodes} == {"SOLVED"}


def test_stored_episodes_score_and_replay_to_the_same(certwright, tmp_path):
    out, again = tmp_path / "e.jsonl", tmp_path / "again.jsonl"
    levels = tmp_path / "levels.jsonl"
    levels.write_bytes(b"".join(encode(one) + b"\n" for one in LEVELS))
    for agent, runs in (("greedy", 3), ("random", 2), ("random-raw", 2)):
        done = certwright(
            "run", str(levels), "--agent", agent, "--levels", "1,2,4", "--runs", runs, "-o", out
        )
        assert done.code == 0 and "ended with" in done.err
        verdicts = tmp_path / "v.jsonl"
        assert certwright("score", out, "--truth", levels, "-o", verdicts).code == 0
        told = [json.loads(line) for line in verdicts.read_text().splitlines()]
        episodes = list(read_episodes(out))
        assert len(told) == len(episodes) == 3 * runs
        for verdict, episode in zip(told, episodes, strict=True):
            shown = row(episode)
            metrics = {name: verdict["metadata"][name] for name in shown if name in verdict["metadata"]}
            assert len(metrics) == 29
            assert metrics == {name: shown[name] for name in metrics}
        done = certwright(
            "run", levels, "--agent", "replay", "--runs", runs, "--episodes", out, "-o", again, "-q"
        )
        assert done.code == 0
        assert again.read_bytes() == out.read_bytes()


def test_agents_play_alike_for_the_same_seed(certwright):
    runs = [
        certwright("run", "timetravel", "--levels", "2", "--agent", "greedy", "--seed", s, "-q")
        for s in (1, 1, 2)
    ]
    assert runs[0].out == runs[1].out != runs[2].out


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("timetravel", "--levels", "x"), 2),
        (("timetravel", "--levels", "9"), 3),
        (("timetravel", "--agent", "replay"), 2),
        (("timetravel", "--agent", "model", "--yes"), 2),
        (("nowhere.jsonl",), 3),
    ],
    ids=str,
)
def test_what_cannot_be_run_is_refused(certwright, arguments, code):
    assert certwright("run", *arguments).code == code


def test_a_limit_holds(certwright):
    assert (
        len(certwright("run", "timetravel", "--agent", "random", "--runs", 4, "--limit", 5, "-q").rows) == 5
    )


def test_several_models_are_words_of_one_option(certwright):
    """Without Inspect, or without the provider, it fails; but not before it has said what it may cost."""
    done = certwright(
        "run", "timetravel", "--agent", "model", "--levels", "1", "--runs", 3, "--models", "a", "b", "--yes"
    )
    assert "6 samples, at most 120 calls" in done.err
    assert done.code in (3, 4)


def test_an_estimate_counts_budgets():
    plays = pending(LEVELS[:2], ["a", "b", "c"], 2, None)
    one = estimate(plays, 10, {})
    assert one.samples == 12 and one.calls == 6 * sum(environment(level).budget for level in LEVELS[:2])
    assert estimate(pending(LEVELS, ["a", "b"], 5, 7), 10, {}).samples == 14


# --- a person


def test_a_person_sees_what_a_model_sees():
    lines = iter(
        [
            "?",
            "",
            "walk ann quay-past",
            "walk noor quay-past yard-past",
            "hello",
            "STU",
            *(line.strip("()") for line in PLANS[0]),
        ]
    )
    told = []
    instance = LEVELS[0]
    done = play(instance.id, environment(instance), HumanAgent(lambda prompt: next(lines), told.append))
    assert done.stop == "SOLVED"
    assert [step.outcome for step in done.steps] == ["precondition_failed", *["valid"] * 4], (
        "slips are no turns"
    )
    shown = "\n".join(told)
    assert told[0].endswith("\n\n(? lists what you can do; a slip of typing costs no turn)\n")
    assert (
        "that begins with no tool, or with letters that several begin with; ? lists what you can do" in told
    )
    assert (
        "walk: argument 'c' is 'ann', which is not one of brann, ilse, noor; ? lists what you can do" in told
    )
    assert "STUCK ends the game for good: write it out; ? lists what you can do" in told
    world = environment(instance)
    assert world.instructions in shown and world.observe() in shown and "HINT ORDER" in shown
    assert "post <c> <i> <from> <to>" in shown


def test_lines_are_calls():
    tools = environment(LEVELS[0]).tools
    call = Call("walk", {"c": "brann", "from": "yard-past", "to": "quay-past"})
    assert turn_of_line("walk(brann, yard-past, quay-past)", tools) == call
    assert turn_of_line("walk brann yard-past quay-past", tools) == call
    assert turn_of_line("DONE", tools) == Call("DONE")
    assert turn_of_line("what now", tools) == Utterance("what now")
    assert "argument 4" in turn_of_line("walk a b c d", tools).arguments


# --- results


class Faltering:
    """Follows a plan, and now and then says or calls something else."""

    def __init__(self, name, plan, noise, rng):
        self.name, self.usage = name, Usage(1000, 10, 0.5, 3)
        self._plan, self._noise, self._rng = iter(plan), noise, rng

    def turn(self, scene):
        if self._rng.below(100) < self._noise:
            return self._rng.choice([Utterance("hm"), Call("walk", {}), Call("fly", {"to": "moon"})])
        return next(self._plan, Utterance("that was all"))


def filled(folder, agents, runs, levels):
    results = Results(folder)
    for number in range(agents):
        for level in levels:
            world = environment(LEVELS[level])
            plan = turns_of_plan(world, PLANS.get(level) or plans()[level])
            for run in range(runs):
                rng = Rng("test", number, level, run)
                agent = Faltering(f"provider/model-{number}", plan, 6 * number, rng)
                done = play(LEVELS[level].id, environment(LEVELS[level]), agent)
                results.append(LEVELS[level], done, timestamp=NOW)
    return results


def plans(kept={}):  # noqa: B006
    if not kept:
        from certwright.domains.timetravel.kernel import World
        from certwright.domains.timetravel.level import NAMES, shipped
        from certwright.verifiers.timetravel.optimum import solve

        kept.update({place: solve(World(shipped(name))).plan for place, name in enumerate(NAMES)})
    return kept


def test_a_folder_grows_by_appending(tmp_path):
    filled(tmp_path, 2, 2, [0])
    results = filled(tmp_path, 1, 1, [0])
    episodes, rows = list(results.episodes()), results.rows()
    assert [one.sample for one in episodes] == [0, 1, 2, 0, 1] and len(rows) == 5
    assert len({one["run_id"] for one in rows}) == 5 and len(results.instances()) == 1
    assert tuple(rows[0]) == COLUMNS and len(COLUMNS) == 37
    assert len(results.table.read_text().splitlines()) == 6
    by_run = {one["run_id"]: list(one.values()) for one in rows}
    assert all(by_run[one.metadata["run_id"]] == cells(row(one)) for one in episodes)
    assert rows[0]["tokens_reasoning"] == "3" and rows[0]["timestamp"] == NOW
    traces = sorted((tmp_path / "raw" / "provider_model-0").iterdir())
    assert len(traces) == 6
    trace = json.loads(traces[0].read_text())
    assert (
        trace["turns"][0]["observation"].startswith("Turn 1 of 20")
        and trace["tools"][0]["type"] == "function"
    )
    assert trace["metrics"]["stop_reason"] == trace["stop"] == "SOLVED"
    assert "Act through the tools" in trace["prompts"]["system"] and trace["prompts"]["user"]
    assert traces[0].stem.startswith("provider_model-0_level_01_") and traces[0].stem.endswith(
        "_000_20260101"
    )
    text = traces[1].read_text()
    assert "## Instructions" in text and "## Turn 1: valid" in text and "| plan_length | 4 |" in text


def test_the_table_has_the_columns_of_epoch_bench_in_order():
    assert " ".join(COLUMNS) == (
        "timestamp problem model run_id solved stop_reason total_steps world_valid_steps world_invalid_steps "
        "steps_to_solve_total plan_length error_overhead overhead_ratio "
        "tool_calls_total tool_calls_ok tool_call_validity_rate "
        "world_action_accuracy invalid_rate max_invalid_streak "
        "format_errors precondition_errors api_errors control_signals "
        "recovery_rate recovered_streaks total_invalid_streaks "
        "milestones_reached milestones_total milestone_progress causal_efficiency "
        "unique_states loop_detected stagnation_stop total_time tokens_in tokens_out tokens_reasoning"
    )


def test_a_report_says_what_does_not_hold(tmp_path):
    results = filled(tmp_path, 2, 1, [0])
    faults = []
    assert len(judged_rows([tmp_path], {}, faults.append)) == 2 and not faults
    path = results.episodes_of("provider/model-0")
    (honest,) = read_episodes(path)
    path.write_bytes(encode(replace(honest, stop="MAX_STEPS")) + b"\n")
    table = results.table.read_text()
    results.table.write_text(table.replace(",1.0,", ",0.9,"))
    (row,) = judged_rows([tmp_path], {}, faults.append)
    assert row.agent == "provider/model-1"
    assert len(faults) == 2 and "stop reason" in faults[0] and "the row in the table" in faults[1]
    assert f"{LEVELS[0].id}, sample 0: " in faults[0]
    results.table.unlink()
    with pytest.raises(RecordError, match="the folder holds no results"):
        judged_rows([tmp_path], {}, faults.append)


@pytest.mark.long
def test_390_episodes_are_replayed_and_measured_in_ten_seconds(tmp_path):
    filled(tmp_path, 13, 5, range(6))
    begun, faults = time.process_time(), []
    report = summary(judged_rows([tmp_path], {}, faults.append))
    assert time.process_time() - begun < 10
    assert not faults and sum(one["episodes"] for one in report.values()) == 390
    first, *_, last = report
    assert first == "provider/model-0" and report[first]["success"] == 1.0 > report[last]["success"]
    shown = io.StringIO()
    print_tables(tables(report), shown)
    assert "format failure" in tables(report)[-1].columns and "L06" in shown.getvalue()


def test_the_command_reports_regret_and_draws(certwright, tmp_path):
    pytest.importorskip("matplotlib", reason="figures need the extra plot")
    results = filled(tmp_path, 3, 1, [0, 1])
    unreachable = ReplayAgent([Fault("no route")] * 3, "unreachable")
    done = play(LEVELS[0].id, environment(LEVELS[0]), unreachable)
    results.append(LEVELS[0], done, timestamp=NOW)
    done = certwright("report", tmp_path, "--regret", "--figures", tmp_path / "figs", "--json")
    assert done.code == 0
    report = json.loads(done.out)["timetravel"]
    assert report["provider/model-0"]["regret"] == 0 and report["provider/model-0"]["irrecoverable"] == 0
    nothing = report["unreachable"]
    assert nothing["success"] is None is nothing["tokens_in"] and nothing["patterns"] == {"infrastructure": 1}
    sizes = {path.name: path.stat().st_size for path in (tmp_path / "figs").iterdir()}
    names = {name for name, _ in of_timetravel(report)} | {"agents"}
    assert {f"{name}.{kind}" for name in names for kind in ("svg", "pdf", "png")} <= sizes.keys()
    assert all(size > 5_000 for size in sizes.values())
    assert certwright("report", tmp_path / "figs").code == 3


def test_names_of_agents_are_safe_as_folders():
    assert plain("openrouter/a:b/../c d") == "openrouter_a_b_.._c_d" and plain("..") == "agent"


def test_a_table_is_csv_whatever_the_agent_is_called(tmp_path):
    results = Results(tmp_path)
    world = environment(LEVELS[0])
    done = play(LEVELS[0].id, world, ReplayAgent([Call("STUCK")], 'a,"b"\nc'))
    results.append(LEVELS[0], done, timestamp=NOW)
    with results.table.open(newline="") as file:
        (one,) = csv.DictReader(file)
    assert one["model"] == 'a,"b"\nc' and one["stop_reason"] == "LLM_STUCK"


# --- one interface for every family


def test_reactive_episodes_are_played_by_the_same_agents(certwright, tmp_path, reactive_episodes):
    out = tmp_path / "e.jsonl"
    for agent, mean in (("optimal", 1.0), ("random", 0.0)):
        assert certwright("run", reactive_episodes, "--agent", agent, "-o", out, "-q").code == 0
        told = certwright("score", out, "--truth", reactive_episodes, "-o", "-", "-q").rows
        assert len(told) == 3 and (sum(one["value"] for one in told) == 3 * mean or agent == "random")


def test_a_folder_of_results_holds_one_family(certwright, tmp_path, reactive_episodes):
    done = certwright("run", reactive_episodes, "--results", tmp_path / "results")
    assert done.code == 2 and "time travel" in done.err and not (tmp_path / "results").exists()


def test_what_an_agent_cannot_play_is_said(reactive_episodes):
    from certwright.instances.store import read_instances

    one = next(iter(read_instances(reactive_episodes)))
    with pytest.raises(UnsupportedError, match="no certificate is stored"):
        list(played([replace(one, gold=None)], 1, Casting("optimal")))
    with pytest.raises(UnsupportedError, match="form"):
        environment(replace(one, form="gen"))


@pytest.fixture
def reactive_episodes(tmp_path):
    from pathlib import Path

    path = Path(__file__).resolve().parents[2] / "instances" / "reactive" / "episode.jsonl.gz"
    if not path.exists():
        pytest.skip("instances/reactive is not there: make data")
    chosen = tmp_path / "reactive.jsonl"
    with gzip.open(path) as file:
        chosen.write_bytes(b"".join(islice(file, 3)))
    return chosen
