"""`certwright report` on episodes: what each family has beside the tables that all share."""

import json
from collections import Counter
from statistics import fmean

import pytest
from testkit.playable import question, said

import certwright as cw
from certwright.instances.canonical import encode, seal
from certwright.instances.store import JsonlWriter, read_episodes
from certwright.scripts.agents.agent import environment
from certwright.scripts.gf01.bundles import gf01_instance
from certwright.scripts.reporting.charts import of_timetravel, write
from certwright.scripts.reporting.overview import travelled as summary
from certwright.scripts.reporting.scored import rows as judged_rows
from certwright.scripts.running import Casting, played
from certwright.verifiers.gridworld.measured import curve, measure
from certwright.verifiers.reactive.gf01.figures import Factors
from certwright.verifiers.timetravel.level import shipped_instances

QUESTIONS = [seal(question(task)) for task in ("mfp", "planning", "change")]


@pytest.fixture
def files(tmp_path):
    """Episodes of two agents, and what they played."""
    truth, episodes = tmp_path / "truth.jsonl", tmp_path / "episodes.jsonl"
    for path, rows in (
        (truth, QUESTIONS),
        (
            episodes,
            [one for name in ("random", "optimal") for _, one in played(QUESTIONS, 2, Casting(name, 1))],
        ),
    ):
        with JsonlWriter(path) as writer:
            for row in rows:
                writer.write(row)
    return episodes, truth


def test_the_report_says_scores_explorations_and_meetings(certwright, files):
    episodes, truth = files
    by_id = {one.id: one for one in QUESTIONS}
    done = certwright("report", episodes, "--truth", truth, "--json", "--window", 10, "--percentile", 50)
    whole = json.loads(done.out)
    report = whole["gridworld"]
    assert done.code == 0 and (report["window"], report["percentile"]) == (10, 50)
    assert report["agents"]["optimal"]["all"]["mean"] == 1
    assert report["agents"]["random"]["explored"] == 100
    shown = certwright("report", episodes, "--truth", truth)
    assert shown.code == 0
    for word in ("optimal", "percentile", "perplexity while exploring", "trigger"):
        assert word in shown.out
    (row,) = whole["perplexity while exploring"]  # the best episodes explore nothing
    curves = [curve(measure(by_id[one.instance], one).explored, 10) for one in read_episodes(episodes)]
    known = [values for values in curves if values]
    assert len(known) == 6 and row["agent"] == "random"
    assert row["0"] == pytest.approx(fmean(values[0] for values in known))
    assert row["1"] == pytest.approx(fmean(values[-1] for values in known))


def test_what_does_not_hold_is_reported(certwright, files, tmp_path):
    episodes, truth = files
    bad = episodes.read_text().replace('"stop":"CHOSEN"', '"stop":"QUIT"', 1)
    episodes.write_text(bad)
    with JsonlWriter(tmp_path / "other.jsonl") as writer:
        writer.write(said(question("planning"), "quit"))
    assert certwright("report", episodes, "--truth", truth).code == 3
    unknown = certwright("report", tmp_path / "other.jsonl", "--truth", truth)
    assert unknown.code == 3 and "is in no truth that was given (--truth)" in unknown.err


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ((), 3, "is in no truth that was given (--truth)"),
        (("--truth", "TRUTH", "--regret"), 2, "--regret: not for these results"),
        (("--truth", "TRUTH", "--leaderboard"), 2, "--leaderboard needs --html FILE"),
    ],
)
def test_options_belong_to_a_family(certwright, files, arguments, code, said):
    episodes, truth = files
    done = certwright("report", episodes, *[truth if one == "TRUTH" else one for one in arguments])
    assert done.code == code and said in done.err


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    """Episodes of two agents in all families, and what they played."""
    folder = tmp_path_factory.mktemp("mixed")
    machines = [
        one for one in cw.load("reactive").filter(form="episode", level=2) if one.query["mode"] == "hard"
    ]
    questions = [*shipped_instances()[:2], *machines[:3], QUESTIONS[0]]
    for name in ("greedy", "optimal"):
        some = questions if name == "optimal" else questions[:-1]  # no greedy agent plays grid worlds
        with JsonlWriter(folder / f"{name}.jsonl") as writer:
            for _, episode in played(some, 1, Casting(name, 1)):
                writer.write(episode)
    with JsonlWriter(folder / "truth.jsonl") as writer:
        for one in questions:
            writer.write(one)
    return folder, questions


def test_a_mixed_report_has_the_tables_of_each_family_and_pools_no_strata(certwright, mixed):
    folder, questions = mixed
    files = [folder / "greedy.jsonl", folder / "optimal.jsonl"]
    done = certwright("report", *files, "--truth", folder / "truth.jsonl", "--json")
    assert done.code == 0, done.err
    report = json.loads(done.out)
    levels = {row["agent"]: row for row in report["success by level"]}
    assert (levels["optimal"]["L01"], levels["optimal"]["L02"]) == (1.0, 1.0)
    solved = sum(e.stop == "SOLVED" for e in read_episodes(files[0]))
    assert levels["greedy"]["all"] == solved / 2
    assert {row["agent"] for row in report["scores of completed tests"]} == {"optimal"}
    assert report["exploration"] and report["by world"][0]["world"] == QUESTIONS[0].domain
    gf01 = report["GF-01 by stratum"]
    machines = [
        one for one in questions if one.task == "intervene" and one.query["effect"]["kind"] == "output"
    ]
    assert machines
    for agent in ("greedy", "optimal"):
        own = [row for row in gf01 if row["agent"] == agent]
        strata = Counter(
            (one.domain, "hidden", one.query["mode"], Factors.of_instance(gf01_instance(one)).slice, "-")
            for one in machines
        )
        names = ("family_id", "view", "mode", "difficulty_slice", "split_id")
        assert {tuple(row[name] for name in names): row["rows"] for row in own} == strata
    assert all(
        row["certified"] == row["goal"] == row["kappa 1"] == 1.0 for row in gf01 if row["agent"] == "optimal"
    )
    assert all(row["low"] < 1.0 == row["high"] for row in gf01 if row["agent"] == "optimal")


def test_all_agents_are_on_one_radar(mixed, tmp_path):
    pytest.importorskip("matplotlib", reason="figures need the extra plot")
    folder, questions = mixed
    truth = {one.id: one for one in questions}
    judged = judged_rows([folder / "greedy.jsonl", folder / "optimal.jsonl"], truth, pytest.fail)
    best = next(row for row in judged if row.agent == "optimal")
    first, *_, last, ended = best.answer.splitlines()
    assert first == "take c=brann i=lens p=yard-past  valid"
    assert last == "take c=noor i=lens p=quay-future  valid" and ended == "SOLVED"
    draws = of_timetravel(summary(judged))
    assert [name for name, _ in draws] == ["success_by_level", "radar", "fingerprint"]
    write(draws, tmp_path, ("svg",))
    text = (tmp_path / "radar.svg").read_text()
    assert all(f"<!-- {name} -->" in text for name in ("greedy", "optimal", "success"))


@pytest.mark.parametrize(("domain", "size"), [("darkwalker", 3), ("wildfire", 25)])
def test_a_thousand_steps_of_a_grid_world_take_at_most_half_a_megabyte(domain, size):
    (question,) = cw.load("gridworld/change").filter(domain=domain)
    assert environment(question).question.program.grid_size == size
    ((_, episode),) = played([question], 1, Casting("random", 1))
    assert len(episode.steps) > 250
    assert len(encode(episode)) / len(episode.steps) < 500
