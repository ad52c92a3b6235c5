"""Exported tasks run in lm-eval itself, with a scripted model; the samples that it logs score the same."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec

import pytest

import certwright as cw
from certwright.instances.store import JsonlWriter

KINDS = [("reach", "gen"), ("reach", "mcq"), ("val", "bool"), ("accept", "bool")]
needs_lm_eval = pytest.mark.skipif(
    find_spec("lm_eval") is None or find_spec("datasets") is None, reason="needs the extra lm-eval"
)

RUN = """
import json, sys
from lm_eval.__main__ import cli_evaluate
from lm_eval.api.model import LM
from lm_eval.api.registry import register_model

@register_model("scripted")
class Scripted(LM):
    def __init__(self, gold="", **_):
        super().__init__()
        self.gold = json.load(open(gold))

    @classmethod
    def create_from_arg_string(cls, text, additional_config=None):
        return cls(text.partition("=")[2])

    @classmethod
    def create_from_arg_obj(cls, arguments, additional_config=None):
        return cls(**arguments)

    def generate_until(self, requests, disable_tqdm=False):
        return [self.reply(*request.arguments) for request in requests]

    def reply(self, text, options):
        assert options["until"] == ["\\n\\n\\n\\n"] and not options["do_sample"]
        shots = text.split("\\n\\n\\n\\n")
        assert len(shots) in (1, 3)
        for shot in shots[:-1]:
            question, _, answer = shot.partition("\\n\\nAnswer: ")
            assert self.gold[question] == answer
        return self.gold[shots[-1].removesuffix("\\n\\nAnswer:")]

    def loglikelihood(self, requests, disable_tqdm=False):
        raise NotImplementedError

    loglikelihood_rolling = loglikelihood

cli_evaluate()
"""


@pytest.fixture
def questions():
    """Three questions of each kind."""
    picked = []
    for task, form in KINDS:
        family = "reactive" if task == "accept" else "planning"
        picked += cw.load(f"{family}/{task}").filter(form=form)[:3]
    return picked


@pytest.fixture
def file(tmp_path, questions):
    with JsonlWriter(tmp_path / "set.jsonl") as writer:
        for question in questions:
            writer.write(question)
    return tmp_path / "set.jsonl"


def test_the_folder(certwright, tmp_path, file, questions):
    assert certwright("export", "lm-eval", file, file.parent / "more.jsonl", "-o", tmp_path / "x").code == 2
    done = certwright("export", "lm-eval", file, "-o", tmp_path / "tasks")
    assert (done.code, done.err) == (0, "")
    names = {f"{task}_{form}" for task, form in KINDS}
    yaml = {f"{name}{ending}.yaml" for name in names for ending in ("", "_2shot")}
    assert {path.name for path in (tmp_path / "tasks").iterdir()} == yaml | {
        "_common", "certwright.yaml", "scoring.py", "data",
    }  # fmt: skip
    text = (tmp_path / "tasks" / "reach_gen_2shot.yaml").read_text()
    assert "tag: [certwright_planning_2shot, certwright_gen_2shot, certwright_bench_hard]" in text
    (first, *_) = (tmp_path / "tasks" / "data" / "reach_gen.jsonl").read_text().splitlines()
    row = json.loads(first)
    assert row["question"] == cw.prompt(questions[0])
    assert row["answer"] == questions[0].gold
    assert str(tmp_path) not in "".join(path.read_text() for path in (tmp_path / "tasks").glob("*.*"))


def test_what_cannot_be_asked_is_told(certwright, tmp_path, questions):
    from msgspec.structs import replace

    bare = replace(questions[0], truth=None, gold=None, grades=None, certificates=())
    episode = cw.load("timetravel")[0]
    with JsonlWriter(tmp_path / "set.jsonl") as writer:
        writer.write(bare)
        writer.write(episode)
    done = certwright("export", "lm-eval", tmp_path / "set.jsonl", "-o", tmp_path / "tasks")
    assert done.code == 3
    assert f"{bare.id}: not labelled: certwright label makes truth and gold (at truth)" in done.err
    assert f"{episode.id}: an episode is played (certwright run), not asked (at form)" in done.err
    assert not (tmp_path / "tasks").exists()


def lm_eval(folder, gold, tasks):
    (folder / "gold.json").write_text(json.dumps(gold))
    (folder / "run.py").write_text(RUN)
    (folder / "moved").mkdir(exist_ok=True)
    arguments = ["--model", "scripted", "--model_args", f"gold={folder / 'gold.json'}", "--tasks", tasks]
    arguments += ["--include_path", "tasks", "--output_path", "out", "--log_samples"]
    environment = {
        **os.environ,
        "HF_HUB_OFFLINE": "1",
        "HF_HOME": str(folder / "hf"),
        "PYTHONSAFEPATH": "1",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    done = subprocess.run(
        [sys.executable, "run.py", *arguments],
        cwd=folder, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    (results,) = (folder / "out").rglob("results_*.json")
    return json.loads(results.read_text())["results"]


@needs_lm_eval
def test_gold_answers_score_one_and_the_samples_score_the_same(certwright, tmp_path, file, questions):
    assert certwright("export", "lm-eval", file, "-o", tmp_path / "tasks").code == 0
    gold = {cw.prompt(one): one.gold for one in questions}
    results = lm_eval(tmp_path, gold, "certwright,certwright_bench_hard,certwright_bench")
    assert {name: row["score,none"] for name, row in results.items()} == dict.fromkeys(
        ["certwright", *(f"certwright_{task}_{form}" for task, form in KINDS)]
        + [f"certwright_{name}_2shot" for name in ("reach_gen", "reach_mcq", "val_bool")],
        1.0,
    )
    assert results["certwright"]["parsed,none"] == 1.0
    samples = sorted((tmp_path / "out").rglob("samples_certwright_*.jsonl"))
    zero_shot = "".join(path.read_text() for path in samples if "2shot" not in path.name)
    scored = certwright("score", "-", "--truth", file, "--json", stdin=zero_shot)
    assert (scored.code, scored.err) == (0, "")
    total = json.loads(scored.out)["total"]
    assert (total["answers"], total["mean"]) == (len(questions), 1.0)


@needs_lm_eval
def test_other_answers_score_less(certwright, tmp_path, file, questions):
    assert certwright("export", "lm-eval", file, "-o", tmp_path / "tasks").code == 0
    said = {cw.prompt(one): "Hard to say." if one.task == "reach" else "yes" for one in questions}
    results = lm_eval(tmp_path, said, "certwright")
    for task, form in KINDS:
        kind = [one for one in questions if (one.task, one.form) == (task, form)]
        mean = sum(cw.score(one, said[cw.prompt(one)]).value for one in kind) / len(kind)
        assert results[f"certwright_{task}_{form}"]["score,none"] == pytest.approx(mean)
        assert results[f"certwright_{task}_{form}"]["parsed,none"] == float(task != "reach")
