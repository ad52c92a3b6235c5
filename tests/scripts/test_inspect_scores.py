"""Inspect's own `precomputed_scores` reads our verdicts and scores an evaluation with them."""

import asyncio
import json

import pytest

from certwright.instances.records import Code, Outcome, Verdict
from certwright.instances.store import JsonlWriter, read_records

inspect_ai = pytest.importorskip("inspect_ai", reason="needs the extra inspect")

SAID = {
    "list": (["(a b)", "(c)"], 1.0, Outcome.CORRECT),
    "number": (7, 0.0, Outcome.INCORRECT),
    "yes": (True, 1.0, Outcome.CORRECT),
    "no": (False, 0.0, Outcome.INCORRECT),
    "effects": ({"pos": ["(a)"], "neg": []}, 0.5, Outcome.INCORRECT),
    "nothing": (None, 0.0, Outcome.UNPARSED),
    "open": ("(a b)", None, Outcome.UNDECIDED),
}
CODES = {
    Outcome.CORRECT: Code.OK,
    Outcome.INCORRECT: Code.WRONG,
    Outcome.UNPARSED: Code.NO_ANSWER,
    Outcome.UNDECIDED: Code.TRUTH_UNDECIDED,
}


@pytest.fixture
def verdicts():
    """Two samples of each; the second of ``yes`` is undecided, and both of ``open``."""
    return [
        Verdict(
            id=f"planning/x/{name}",
            sample=sample,
            value=None if (name, sample) == ("yes", 1) else value,
            outcome=Outcome.UNDECIDED if (name, sample) == ("yes", 1) else outcome,
            code=CODES[outcome],
            answer=answer,
            explanation=f"about {name} {sample}",
            metadata={"figure": sample},
        )
        for name, (answer, value, outcome) in SAID.items()
        for sample in (0, 1)
    ]


@pytest.fixture
def file(tmp_path, verdicts):
    path = tmp_path / "verdicts.jsonl"
    with JsonlWriter(path) as writer:
        for verdict in verdicts:
            writer.write(verdict)
    return path


def test_we_read_what_we_write(file, verdicts):
    assert list(read_records(file, Verdict)) == verdicts


def test_nothing_is_null(file):
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    assert all(value is not None for row in rows for value in row.values())
    assert all(isinstance(row["answer"], str) for row in rows)


def test_inspect_scores_each_sample(file, verdicts):
    from inspect_ai.model import ModelName
    from inspect_ai.scorer import Target, precomputed_scores
    from inspect_ai.solver import TaskState

    score = precomputed_scores(str(file))
    for verdict in verdicts:
        state = TaskState(
            model=ModelName("mockllm/model"),
            sample_id=verdict.id,
            epoch=verdict.sample + 1,
            input="?",
            messages=[],
        )
        found = asyncio.run(score(state, Target("")))
        if verdict.value is None:
            assert found is None, "left unscored"
            continue
        assert found.value == verdict.value and found.explanation == verdict.explanation
        assert found.metadata == verdict.metadata
    answers = {"list": '["(a b)","(c)"]', "number": "7", "yes": "yes", "no": "no", "nothing": ""}
    rows = {row["id"].rpartition("/")[2]: row["answer"] for row in map(json.loads, file.open())}
    assert {name: rows[name] for name in answers} == answers


def test_an_evaluation_of_inspect_has_our_mean(file, verdicts, tmp_path, monkeypatch):
    from inspect_ai import Task
    from inspect_ai import eval as evaluate
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.scorer import mean, precomputed_scores
    from inspect_ai.solver import solver

    @solver
    def silent():
        async def solve(state, generate):
            return state

        return solve

    monkeypatch.chdir(tmp_path)
    samples = [Sample(id=f"planning/x/{name}", input="?", target="") for name in SAID]
    scorer = precomputed_scores(str(file), metrics=[mean()])
    task = Task(dataset=MemoryDataset(samples), solver=silent(), scorer=scorer, epochs=2)
    (log,) = evaluate(task, model="mockllm/model", display="none", log_dir=str(tmp_path / "logs"))
    assert log.status == "success", log.error
    by_question = {"list": 1.0, "number": 0.0, "yes": 1.0, "no": 0.0, "effects": 0.5, "nothing": 0.0}
    (scores,) = log.results.scores
    assert scores.metrics["mean"].value == pytest.approx(sum(by_question.values()) / len(by_question))
