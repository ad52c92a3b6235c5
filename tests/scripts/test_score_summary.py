"""What `certwright score` says of a file of answers: both means, grades, what is missing, in 80 columns."""

import json

import pytest

from certwright.instances.records import Grades
from certwright.instances.store import JsonlWriter, read_instances
from certwright.verifiers.planning import judging as planning


@pytest.fixture
def truth(questions, certwright, tmp_path):
    file = tmp_path / "truth.jsonl"
    assert certwright("label", questions, "-o", file, "--engine", "search", "--jobs", 1).code == 0
    return file


def records(file):
    return list(read_instances(file))


def answers(tmp_path, rows):
    path = tmp_path / "answers.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def gold(instance, **more):
    return {"id": instance.id, "response": instance.gold, **more}


def test_a_question_without_an_answer_counts_nothing_in_the_mean_of_all(certwright, truth, tmp_path):
    first, second, *_ = records(truth)
    rows = [gold(first), gold(first, sample=1), {"id": second.id, "response": "gibberish"}, {"id": "x"}]
    result = certwright("score", answers(tmp_path, rows), "--truth", truth, "--json")
    total = json.loads(result.out)["total"]
    assert result.code == 3
    assert total["mean"] == pytest.approx(2 / 3)
    assert total["mean_all"] == pytest.approx(1 / 5)
    assert total["questions"] == 5 and total["unanswered"] == 3


def test_the_summary_fits_80_columns(certwright, truth, tmp_path):
    rows = [gold(one, sample=sample) for one in records(truth) for sample in range(12)]
    keys = "task,domain,form,level,task+domain+form,difficulty"
    result = certwright(
        "score", answers(tmp_path, rows), "--truth", truth, "--by", keys, "--k", "1,2,5,10,12"
    )
    assert result.code == 0
    lines = result.out.splitlines()
    assert max(map(len, lines)) <= 80
    for word in ("asked", "answers", "mean", "95 %", "of all", "unparsed", "undecided", "mean@12", "pass@12"):
        assert any(word in line for line in lines), word
    assert "by grade" not in result.out, "all is certified"


def test_grades_are_told_where_not_all_is_certified(certwright, truth, tmp_path):
    first, second, third, *rest = records(truth)
    from msgspec.structs import replace

    graded = [
        replace(first, grades=Grades(certified=3, engine_proven=1)),
        replace(second, grades=Grades(undecided=1)),
        replace(third, grades=None),
        *rest,
    ]
    mixed = tmp_path / "mixed.jsonl"
    with JsonlWriter(mixed) as writer:
        for one in graded:
            writer.write(one)
    file = answers(tmp_path, [gold(one) for one in graded])
    result = certwright("score", file, "--truth", mixed)
    said = "questions by grade of their truth: certified 2, engine-proven 1, undecided 1, unverified 1"
    assert " ".join(said.split()) in " ".join(result.out.split())
    summary = json.loads(certwright("score", file, "--truth", mixed, "--json").out)
    assert summary["grades"] == {"certified": 2, "engine-proven": 1, "undecided": 1, "unverified": 1}


def test_truth_that_is_not_labelled_is_no_truth(certwright, questions, tmp_path):
    file = answers(tmp_path, [{"id": one.id, "response": "x"} for one in records(questions)])
    verdicts = tmp_path / "verdicts.jsonl"
    result = certwright("score", file, "--truth", questions, "-o", verdicts)
    assert (result.code, result.out) == (3, "")
    mend = f"make their truth with: certwright label {questions} -o LABELLED"
    assert result.err.strip() == f"error: {questions}: 5 of its 5 questions are not labelled; {mend}"
    assert not verdicts.exists()


def test_rows_of_the_questions_that_are_not_labelled_are_refused(certwright, questions, truth, tmp_path):
    mixed = tmp_path / "mixed.jsonl"
    lines = truth.read_bytes().splitlines(keepends=True)
    mixed.write_bytes(b"".join([questions.read_bytes().splitlines(keepends=True)[0], *lines[1:]]))
    file = answers(tmp_path, [gold(one) for one in records(truth)])
    result = certwright("score", file, "--truth", mixed, "--json")
    assert result.code == 3
    assert "1 of its 5 questions are not labelled" in result.err
    summary = json.loads(result.out)
    assert summary["refused"] == {"truth_missing": 1} and summary["total"]["mean"] == 1.0
    assert summary["total"]["mean_all"] == 0.8 and summary["grades"]["not labelled"] == 1


def test_internal_errors_are_counted_and_end_with_3(certwright, truth, tmp_path, monkeypatch):
    honest = planning.prepare

    def prepared(instance, options):
        judged = honest(instance, options)

        def faulty(answer):
            return [][0] if answer.response == "boom" else judged(answer)

        return faulty

    monkeypatch.setattr(planning, "prepare", prepared)
    first, second, *_ = records(truth)
    file = answers(tmp_path, [gold(first), {"id": second.id, "response": "boom"}, gold(second, sample=1)])
    verdicts = tmp_path / "verdicts.jsonl"
    result = certwright("score", file, "--truth", truth, "-o", verdicts)
    assert result.code == 3
    assert "internal_error 1" in result.out
    assert f"1 answers could not be judged; first {second.id}: judging failed: IndexError at " in result.err
    rows = [json.loads(line) for line in verdicts.read_text().splitlines()]
    assert [row["code"] for row in rows] == ["ok", "internal_error", "ok"]
    assert [row["value"] for row in rows] == [1.0, "undecided", 1.0]


def test_timing_adds_seconds(certwright, truth, tmp_path):
    file = answers(tmp_path, [gold(one) for one in records(truth)])
    timed = certwright("score", file, "--truth", truth, "-o", "-", "--timing", "-q").rows
    plain = certwright("score", file, "--truth", truth, "-o", "-", "-q").rows
    assert all(row.pop("seconds") > 0 for row in timed) and timed == plain
    verdicts = tmp_path / "verdicts.jsonl"
    said = certwright("score", file, "--truth", truth, "-o", verdicts, "--timing", "-q").out
    slowest = sorted(((row["seconds"], row["id"]) for row in map(json.loads, verdicts.open())), reverse=True)
    named = [f"{seconds:8.3f} s for {name}" for seconds, name in slowest[:5]]
    assert said.splitlines()[-5:] == named
    summary = certwright("score", file, "--truth", truth, "--timing", "--json", "-q").out
    assert len(json.loads(summary)["slowest"]) == 5
    assert " s for " not in certwright("score", file, "--truth", truth, "-q").out


def test_a_file_of_which_no_row_can_be_scored_leaves_the_verdicts(certwright, truth, tmp_path):
    verdicts = tmp_path / "verdicts.jsonl"
    verdicts.write_text("precious\n")
    file = answers(tmp_path, [{"id": "x", "response": "y"}])
    result = certwright("score", file, "--truth", truth, "-o", verdicts)
    assert result.code == 3 and "none of its rows can be scored" in result.err
    assert "unknown_id" in result.err and verdicts.read_text() == "precious\n"


def test_several_agents_are_told_apart(certwright, truth, tmp_path):
    first, second, *_ = records(truth)
    rows = [
        {**gold(first), "agent": "one"},
        {**gold(first), "agent": "two"},
        {**gold(second), "agent": "two"},
    ]
    result = certwright("score", answers(tmp_path, rows), "--truth", truth)
    assert "by agent" in result.out and "mean@2" not in result.out
    left = len(records(truth))
    assert f"{left - 1} questions without an answer of one: " in result.err
    assert f"{left - 2} questions without an answer of two: " in result.err
