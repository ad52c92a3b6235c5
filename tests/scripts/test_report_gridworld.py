"""`certwright report` on a file of grid-world episodes."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "verifiers" / "gridworld"))
from playable import question, said

from certwright.instances.canonical import seal
from certwright.instances.store import JsonlWriter
from certwright.scripts.running import Casting, played

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
    done = certwright("report", episodes, "--truth", truth, "--json", "--window", 10, "--percentile", 50)
    report = json.loads(done.out)
    assert done.code == 0 and (report["window"], report["percentile"]) == (10, 50)
    assert report["agents"]["optimal"]["all"]["mean"] == 1
    assert report["agents"]["random"]["explored"] == 100
    shown = certwright("report", episodes, "--truth", truth)
    assert shown.code == 0
    for word in ("optimal", "percentile", "perplexity", "trigger"):
        assert word in shown.out


def test_what_does_not_hold_is_reported(certwright, files, tmp_path):
    episodes, truth = files
    bad = episodes.read_text().replace('"stop":"CHOSEN"', '"stop":"QUIT"', 1)
    episodes.write_text(bad)
    with JsonlWriter(tmp_path / "other.jsonl") as writer:
        writer.write(said(question("planning"), "quit"))
    assert certwright("report", episodes, "--truth", truth).code == 3
    unknown = certwright("report", tmp_path / "other.jsonl", "--truth", truth)
    assert unknown.code == 3 and "no grid-world question" in unknown.err


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ((), 3, "is in no truth that was given (--truth)"),
        (("--truth", "TRUTH", "--regret"), 2, "--regret: not for these results"),
        (("--window", "3"), 2, "--window: not for these results"),
        (("--truth", "TRUTH", "--leaderboard"), 2, "--leaderboard needs --html FILE"),
    ],
)
def test_options_belong_to_a_family(certwright, files, arguments, code, said):
    episodes, truth = files
    done = certwright("report", episodes, *[truth if one == "TRUTH" else one for one in arguments])
    assert done.code == code and said in done.err
