"""A campaign of three models through a local server, killed five times: complete, and nothing asked twice."""

import hashlib
import json
import os
import subprocess
import sys
import time
from collections import Counter
from itertools import chain
from pathlib import Path

import pytest

pytest.importorskip("inspect_ai", reason="Inspect is not installed: pip install 'certwright[inspect]'")
pytest.importorskip("openai", reason="openai is not installed: pip install 'certwright[inspect]'")

from certwright.instances.canonical import encode
from certwright.instances.store import read_answers, read_instances
from certwright.scripts.library.prompts import prompt

INSTANCES = Path(__file__).resolve().parents[2] / "instances"
MODELS = tuple(f"openai-api/local/{name}" for name in ("a", "bbb", "still"))
EPISODES = {
    "timetravel/levels.jsonl": 6,
    "timetravel/generated.jsonl": 24,
    "reactive/episode.jsonl.gz": 60,
    "gridworld/problems.jsonl": 40,
}
"""130 of each model."""
QUESTIONS = {
    "planning/gen.jsonl.gz": 200,
    "planning/bool.jsonl.gz": 150,
    "planning/mcq.jsonl.gz": 150,
    "reactive/bool.jsonl.gz": 67,
    "reactive/gen.jsonl.gz": 100,
}
"""667 of each model."""
KILLS, CONNECTIONS = 5, 8


def chosen(counts):
    """Records spread over the files."""
    for name, count in counts.items():
        file = INSTANCES / name
        if not file.exists():
            pytest.skip(f"{file} is not there: make data")
        listed = list(read_instances(file))
        assert len(listed) >= count
        yield from (listed[place * len(listed) // count] for place in range(count))


def kept(path):
    if not path.exists():
        return []
    return [row for row in read_answers(path) if not isinstance(row, Exception)]


def request_of(model, question):
    """The line that the server writes when a model is asked a question."""
    message = json.dumps({"content": prompt(question), "role": "user"}, sort_keys=True)
    return f"{model.rpartition('/')[2]} {hashlib.sha256(message.encode()).hexdigest()[:16]}"


@pytest.mark.long
def test_a_campaign_killed_five_times_is_complete_and_asks_nothing_twice(tmp_path, chat_server, certwright):
    asked, out = tmp_path / "asked.jsonl", tmp_path / "out.jsonl"
    instances = sorted(chain(chosen(EPISODES), chosen(QUESTIONS)), key=lambda one: one.id[-16:])  # mixed
    asked.write_bytes(b"".join(encode(one) + b"\n" for one in instances))
    episodes = sum(one.form == "episode" for one in instances) * len(MODELS)
    whole = len(instances) * len(MODELS)
    assert (episodes, whole - episodes) == (390, 2001)
    url, counts = chat_server("varied")
    command = [
        *(sys.executable, "-m", "certwright.scripts.cli", "run", str(asked), "-o", str(out), "--yes", "-q"),
        *("--base-url", url, "--log-dir", str(tmp_path / "logs"), "--max-connections", str(CONNECTIONS)),
    ]
    environment = {**os.environ, "LOCAL_API_KEY": "none"}
    part, resume, begun, seconds = Path(f"{out}.part"), [], time.monotonic(), os.times()
    for kill in range(1, KILLS + 1):
        with subprocess.Popen([*command, *resume, "--models", *MODELS], env=environment) as process:
            while len(part.read_bytes().splitlines() if part.exists() else ()) < whole * kill // (KILLS + 1):
                assert process.poll() is None, "the run ended before it could be killed"
                time.sleep(0.2)
            process.kill()
        resume = ["--resume"]
    done = subprocess.run([*command, *resume, "--models", *MODELS], env=environment, check=False)
    assert done.returncode == 0
    spent = os.times()
    rows = Counter((row.agent, str(row.id), row.sample) for row in kept(out))
    assert len(rows) == whole and set(rows.values()) == {1}
    requests = Counter(counts.read_text().split("\n"))
    wanted = Counter(request_of(model, one) for model in MODELS for one in instances if one.form != "episode")
    again = sum(requests[name] - count for name, count in wanted.items())
    assert all(requests[name] >= count for name, count in wanted.items())
    assert again <= KILLS * CONNECTIONS * len(MODELS), "only what was under way is asked again"
    page = tmp_path / "page.html"
    reported = certwright("report", out, "--truth", asked, "--html", page, "--json")
    assert reported.code == 0, reported.err
    agents = json.loads(reported.out)["agents"]
    assert sorted(row["agent"] for row in agents) == sorted(MODELS)
    used = sum(spent[2:4]) - sum(seconds[2:4])
    print(
        f"{whole} records, {sum(requests.values())} calls, {again} questions asked again, "
        f"{time.monotonic() - begun:.0f} s, {used:.0f} s of processor time, "
        f"{out.stat().st_size / 1e6:.1f} MB, page {page.stat().st_size / 1e6:.1f} MB"
    )
