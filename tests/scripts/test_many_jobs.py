"""What begins in one process and goes on in two says the same, byte by byte."""

import pytest

from certwright.scripts import jobs


@pytest.fixture
def two(monkeypatch):
    """Workers are started behind the first item."""
    monkeypatch.setattr(jobs, "SOLO_SECONDS", 0.0)
    started = []
    real = jobs.Workers.map

    def counted(self, function, items):
        started.append(self.jobs)
        return real(self, function, items)

    monkeypatch.setattr(jobs.Workers, "map", counted)
    return started


@pytest.mark.parametrize("family", ["timetravel"])
def test_run_report_and_score_by_two_workers(family, certwright, two, tmp_path):
    levels = tmp_path / "levels.jsonl"
    asked = ("generate", family, "--seed", "3", "-n", "2", "--level", "1,2", "-o", levels, "-q")
    assert certwright(*asked, "--jobs", "1").code == 0
    outputs = {}
    for count in ("1", "2"):
        episodes, verdicts = tmp_path / f"agent.{count}.jsonl", tmp_path / f"verdicts.{count}.jsonl"
        run = certwright("run", levels, "--agent", "random", "--runs", "3", "-o", episodes, "--jobs", count)
        score = certwright("score", episodes, "--truth", levels, "-o", verdicts, "--jobs", count)
        report = certwright("report", episodes, "--truth", levels, "--json", "--jobs", count)
        assert [run.code, score.code, report.code] == [0, 0, 0]
        outputs[count] = (
            episodes.read_bytes(),
            verdicts.read_bytes(),
            *(one.out for one in (run, score, report)),
            *(one.err for one in (run, score, report)),
        )
    assert outputs["1"] == outputs["2"]
    assert len(outputs["1"][0].splitlines()) == 6 * len(levels.read_bytes().splitlines()) // 2
    assert set(two) == {2}
    assert len(two) == 3


def test_a_duplicate_in_another_chunk_is_refused(certwright, two, monkeypatch, tmp_path):
    from certwright.scripts import scoring

    monkeypatch.setattr(scoring, "CHUNK", 2)
    asked = ["generate", "planning/val", "--seed", "3", "-n", "2", "--level", "1", "--domain", "ferry"]
    asked += ["--form", "bool", "-q", "--jobs", "1"]
    truth, answers = tmp_path / "truth.jsonl", tmp_path / "answers.jsonl"
    assert certwright(*asked, "-o", truth).code == 0
    from certwright.instances.store import read_instances

    ids = [one.id for one in read_instances(truth)]
    answers.write_text("".join(f'{{"id":"{name}","response":"yes"}}\n' for name in [*ids, *ids, "strange"]))
    results = [
        certwright("score", answers, "--truth", truth, "--json", "--jobs", jobs) for jobs in ("1", "2")
    ]
    assert results[0].out == results[1].out
    assert [one["code"] for one in results[1].rows[0]["refused_rows"]] == ["duplicate"] * len(ids) + [
        "unknown_id"
    ]
    assert [one.code for one in results] == [3, 3]


def test_workers_share_the_memory_for_the_truth(monkeypatch, tmp_path):
    from certwright.scripts import scoring
    from certwright.verifiers.judge import JudgeOptions

    truth = tmp_path / "truth.jsonl"
    truth.write_text("x" * 1000)
    for limit, most in ((10_000, 10), (1999, 1), (10, 1)):
        monkeypatch.setattr(scoring, "LARGE_BYTES", limit)
        assert scoring.most_workers(scoring.Marking(str(truth), JudgeOptions())) == most
    assert scoring.most_workers(scoring.Marking("-", JudgeOptions())) == 1
    assert scoring.most_workers(scoring.Marking(str(truth), JudgeOptions(), on_disk=True)) > 1000


def test_what_cannot_go_out_is_refused(certwright, tmp_path):
    result = certwright("run", "timetravel", "--models", "mockllm/model", "--on", "ray")
    assert (result.code, "--on is for the built-in agents" in result.err) == (2, True)
    result = certwright("verify", "-", "--on", "slurm")
    assert (result.code, "say ray, or ray://HOST:PORT" in result.err) == (2, True)


def test_without_ray_the_extra_is_named(certwright, monkeypatch, tmp_path):
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    result = certwright("generate", "planning/val", "-n", "1", "--on", "ray", "-o", tmp_path / "x.jsonl")
    assert result.code == 4
    assert 'pip install "certwright[ray]"' in result.err


def test_a_truth_on_disk_scores_the_same(certwright, two, monkeypatch, tmp_path):
    from certwright.scripts import scoring

    asked = ["generate", "planning/val", "--seed", "3", "-n", "3", "--level", "1", "--domain", "ferry"]
    truth, answers = tmp_path / "truth.jsonl", tmp_path / "answers.jsonl"
    assert certwright(*asked, "--form", "bool", "-q", "--jobs", "1", "-o", truth).code == 0
    from certwright.instances.store import read_instances

    rows = [(one.id, said) for one in read_instances(truth) for said in ("yes", "no")]
    answers.write_text("".join(f'{{"id":"{name}","response":"{said}"}}\n' for name, said in rows))
    outputs = []
    for limit, count in ((10**9, "1"), (10, "1"), (10, "2")):
        monkeypatch.setattr(scoring, "LARGE_BYTES", limit)
        verdicts = tmp_path / "verdicts.jsonl"
        asked = (
            "score",
            answers,
            "--truth",
            truth,
            "-o",
            verdicts,
            "--by",
            "task,difficulty",
            "--jobs",
            count,
        )
        result = certwright(*asked)
        outputs.append((result.code, result.out, result.err, verdicts.read_bytes()))
    assert outputs[0] == outputs[1] == outputs[2]
    assert outputs[0][0] == 3, "half of the rows are answered before"
