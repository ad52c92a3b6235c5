"""Models asked through a local server: every kind of question, interrupted runs, providers that fail."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

pytest.importorskip("inspect_ai", reason="Inspect is not installed: pip install 'certwright[inspect]'")
pytest.importorskip("openai", reason="openai is not installed: pip install 'certwright[inspect]'")

from certwright.instances.canonical import encode
from certwright.instances.records import Episode, Reply, Usage
from certwright.instances.store import read_answers, read_instances
from certwright.scripts.campaign import ModelSettings, Progress, RecordKey, failed, name_of, pending, prices
from certwright.scripts.running import estimate

INSTANCES = Path(__file__).resolve().parents[2] / "instances"
MODEL = "openai-api/local/m"


def records(name, count):
    file = INSTANCES / name
    if not file.exists():
        pytest.skip(f"{file} is not there: make data")
    return list(islice(read_instances(file), count))


@pytest.fixture
def questions(tmp_path):
    """Questions and episodes of several families."""
    file = tmp_path / "questions.jsonl"
    kinds = [
        records("reactive/bool.jsonl.gz", 3),
        records("planning/mcq.jsonl.gz", 2),
        records("timetravel/levels.jsonl", 1),
    ]
    file.write_bytes(b"".join(encode(one) + b"\n" for kind in kinds for one in kind))
    return file


def command(tmp_path, questions, url, *more, program=(sys.executable, "-m", "certwright.scripts.cli")):
    return [
        *program, "run", str(questions), "--base-url", url,
        "-o", str(tmp_path / "out.jsonl"), "--log-dir", str(tmp_path / "logs"), "--yes",
        *more, "--models", MODEL,
    ]  # fmt: skip


def environment():
    return {**os.environ, "LOCAL_API_KEY": "sk-secret-123"}


@pytest.fixture
def run(loaded, tmp_path, questions):
    def run(url, *more):
        return subprocess.run(
            command(tmp_path, questions, url, *more, program=(loaded / "certwright",)),
            env=environment(),
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def kept(path):
    return [one for one in read_answers(path) if not isinstance(one, Exception)] if path.exists() else []


def test_every_kind_of_question_is_asked_and_scored_by_agent(
    tmp_path, questions, chat_server, certwright, run
):
    url, counts = chat_server()
    done = run(url)
    assert done.returncode == 0, done.stderr
    rows = kept(tmp_path / "out.jsonl")
    assert {row.id for row in rows} == {one.id for one in read_instances(questions)}
    assert {row.agent for row in rows} == {MODEL}
    replies = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert all(one["metadata"]["reasoning"] == "I thought." for one in replies if "response" in one)
    assert len(counts.read_text().splitlines()) == 6
    again = run(url, "--resume")
    assert again.returncode == 0 and "nothing is left to ask" in again.stderr
    assert len(counts.read_text().splitlines()) == 6
    scored = certwright("score", tmp_path / "out.jsonl", "--truth", questions, "--by", "agent", "--json")
    assert json.loads(scored.out)["by"]["agent"][MODEL]["questions"] == 6


def test_what_was_paid_is_kept_when_a_run_is_interrupted(tmp_path, questions, chat_server, run):
    url, counts = chat_server("slow")
    more = ("--runs", "4", "--max-connections", "2")
    process = subprocess.Popen(
        command(tmp_path, questions, url, *more),
        env=environment(),
        stderr=subprocess.PIPE,
        text=True,
        # a suite that runs in the background ignores the signal, and so would its children
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    while len(counts.read_text().splitlines()) < 10:
        time.sleep(0.05)
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    _, said = process.communicate()
    assert process.returncode == 130, said
    assert "--resume continues from it" in said
    before = {name_of(row) for row in kept(tmp_path / "out.jsonl.part")}
    assert len(before) >= 6
    done = run(url, *more, "--resume")
    assert done.returncode == 0, done.stderr
    names = Counter(name_of(row) for row in kept(tmp_path / "out.jsonl"))
    assert before < names.keys() and len(names) == 24 and set(names.values()) == {1}
    assert len(counts.read_text().splitlines()) <= 24 + 4


@pytest.mark.long
def test_a_run_killed_again_and_again_asks_nothing_twice(tmp_path, questions, chat_server, run):
    url, counts = chat_server("slow")
    drawn, kills = random.Random(7), 0
    more = ("--runs", "60", "--max-connections", "2")
    resume = ()
    for _ in range(50):
        process = subprocess.Popen(
            command(tmp_path, questions, url, *more, *resume), env=environment(), stderr=subprocess.DEVNULL
        )
        asked = len(counts.read_text().splitlines())
        while process.poll() is None and len(counts.read_text().splitlines()) < asked + 2:
            time.sleep(0.05)
        time.sleep(drawn.random())
        if process.poll() is None:
            process.kill()
            kills += 1
        process.wait()
        resume = ("--resume",)
    done = run(url, *more, "--resume")
    assert done.returncode == 0, done.stderr
    names = Counter(name_of(row) for row in kept(tmp_path / "out.jsonl"))
    assert len(names) == 360 and set(names.values()) == {1}
    # what was under way when a process was killed cannot be kept
    assert kills and len(counts.read_text().splitlines()) <= 360 + 2 * kills


def test_a_refused_key_ends_the_run_at_once_and_names_its_variable(chat_server, run):
    url, counts = chat_server("refused")
    done = run(url, "--max-connections", "1")
    assert done.returncode == 3
    assert f"{MODEL} refuses the key: look at LOCAL_API_KEY" in done.stderr
    assert "sk-secret" not in done.stderr and "Traceback" not in done.stderr
    assert len(counts.read_text().splitlines()) <= 2


def test_a_provider_that_stays_down_ends_the_run_within_its_bound(tmp_path, chat_server, run):
    url, _ = chat_server("down")
    done = run(url, "--patience", "2", "--max-retries", "1")
    assert done.returncode == 3
    assert f"of {MODEL}" in done.stderr
    assert not kept(tmp_path / "out.jsonl")
    aside = tmp_path / "out.jsonl.failed"
    assert not aside.exists() or all(one.answer.stop in ("API_FAILURE", "CUT_SHORT") for one in kept(aside))


@pytest.mark.long
def test_garbage_is_no_reply_and_nobody_is_blamed(tmp_path, chat_server, run):
    url, _ = chat_server("garbage")
    done = run(url, "--patience", "2", "--max-retries", "0")
    assert done.returncode == 3 and "Traceback" not in done.stderr
    assert not kept(tmp_path / "out.jsonl")


def test_a_resumed_run_must_be_asked_the_same_way(chat_server, run):
    url, _ = chat_server()
    run(url, "--limit", "1")
    done = run(url, "--limit", "1", "--resume", "--temperature", "0.5")
    assert done.returncode == 3
    assert "was made with temperature None, not 0.5" in done.stderr


def test_a_model_that_is_named_twice_is_refused(tmp_path, questions, certwright):
    done = certwright("run", questions, "-o", tmp_path / "out.jsonl", "--models", MODEL, MODEL)
    assert done.code == 2 and f"--models: {MODEL} is named twice; --runs asks several times" in done.err
    assert not (tmp_path / "out.jsonl").exists()


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--models", "mockllm/m"), "there is no question to ask"),
        (("--levels", "9", "--models", "mockllm/m"), "there is no question of these levels to ask"),
        (("--agent", "random"), "there is no episode to play; other questions are for --models"),
    ],
)
def test_nothing_to_ask_is_said(tmp_path, certwright, more, said):
    (tmp_path / "none.jsonl").touch()
    done = certwright("run", tmp_path / "none.jsonl", "-o", tmp_path / "out.jsonl", *more)
    assert done.code == 3 and done.err == f"error: {said}\n"
    assert not (tmp_path / "out.jsonl").exists()


def test_nothing_is_spent_without_a_word(tmp_path, questions, certwright):
    done = certwright("run", questions, "-o", tmp_path / "out.jsonl", "--models", MODEL)
    assert done.code == 2 and "no terminal to ask whether to go on; --yes answers in advance" in done.err


def test_what_was_paid_is_not_packed_where_a_kill_would_lose_it(tmp_path, questions, certwright):
    done = certwright("run", questions, "-o", tmp_path / "out.jsonl.gz", "--models", MODEL)
    assert done.code == 2 and "not as .gz; compress the file afterwards" in done.err
    assert not list(tmp_path.glob("out*"))


@pytest.mark.parametrize(
    "name", ["out.jsonl", "out.jsonl.part", "out/part-00000.jsonl", "out/records.jsonl.part"]
)
def test_answers_that_were_paid_for_are_not_replaced(tmp_path, questions, certwright, name):
    kept = tmp_path / name
    kept.parent.mkdir(exist_ok=True)
    kept.write_text("paid")
    output = tmp_path / ("out" if "/" in name else "out.jsonl")
    done = certwright("run", questions, "-o", output, "--models", MODEL, "--yes")
    assert done.code == 2 and f"{output} holds answers: --resume asks only the rest" in done.err
    assert kept.read_text() == "paid"


def test_what_is_pending_leaves_out_what_is_done_and_counts_it_towards_the_limit():
    one, two = records("reactive/bool.jsonl.gz", 2)
    done = {RecordKey("m", one.id, 0)}
    assert pending([one, two], ["m"], 2, None, done) == {"m": [(one, 1), (two, 0), (two, 1)]}
    assert pending([one, two], ["m"], 2, 1, done) == {"m": []}
    assert pending([one, two], ["m", "n"], 1, 1, done) == {"m": [], "n": [(one, 0)]}


def test_an_episode_that_the_provider_ended_is_no_record_of_the_model():
    episode = Episode(instance="i", agent="m", steps=(), stop="API_FAILURE")
    assert failed(episode) and name_of(episode) == RecordKey("m", "i", 0)
    assert not failed(Reply(id="i", response="x", agent="m"))


def test_what_a_provider_ended_is_kept_aside_each_time(tmp_path, certwright, monkeypatch):
    def ended(plays, settings, keep, say):
        for model, listed in plays.items():
            for instance, _ in listed:
                keep(instance, Episode(instance=instance.id, agent=model, steps=(), stop="API_FAILURE"))

    monkeypatch.setattr("certwright.scripts.cli.run_.ask_models", ended)
    out = tmp_path / "out.jsonl"
    for times, more in enumerate(((), ("--resume",)), 1):
        done = certwright(
            "run", "timetravel", "--levels", "1", "-o", out, "--yes", "--models", "mockllm/m", *more
        )
        assert done.code == 3, done.err
        assert "ended by the provider: 1; --resume plays them again" in done.err
        assert len(kept(tmp_path / "out.jsonl.failed")) == times and not kept(out)


def test_prices_are_added_up_and_estimated(tmp_path):
    table = tmp_path / "prices.toml"
    table.write_text('["m"]\ninput = 2.0\noutput = 10\n')
    known = prices(table)
    progress = Progress(3, known)
    progress.add(Reply(id="i", response="x", agent="m", usage=Usage(1_000_000, 100_000, 1.0)))
    assert progress.sentence() == "1 of 3, 1,000,000 tokens read, 100,000 written, $3.00"
    (one,) = records("reactive/bool.jsonl.gz", 1)
    assert estimate({"m": [(one, 0)]}, 10, known).dollars > 0
    assert estimate({"n": [(one, 0)]}, 10, known).dollars is None
    table.write_text("m = 3\n")
    with pytest.raises(Exception, match="needs input and output"):
        prices(table)


def test_options_of_calls_reach_inspect_by_its_names():
    asked = ModelSettings(temperature=0.5, timeout=1.2, max_retries=0).generation()
    assert asked == {"temperature": 0.5, "attempt_timeout": 2, "max_retries": 0, "timeout": 900}
