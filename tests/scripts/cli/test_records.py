"""``prompts`` writes a batch, and ``score`` reads what comes back."""

import json

import pytest

import certwright as cw
from certwright.instances.store import JsonlWriter


@pytest.fixture
def set_of_two(tmp_path):
    questions = cw.load("reactive/accept").filter(form="bool")
    yes, no = (next(one for one in questions if one.gold == gold) for gold in ("yes", "no"))
    with JsonlWriter(tmp_path / "set.jsonl") as writer:
        writer.write(yes)
        writer.write(no)
    return tmp_path / "set.jsonl", yes, no


def reply(request):
    """A model that always says yes, as the output file of a batch has it."""
    body = {"choices": [{"index": 0, "message": {"role": "assistant", "content": "The answer is yes."}}]}
    response = {"status_code": 200, "request_id": "r", "body": body}
    return {"id": "b", "custom_id": request["custom_id"], "response": response, "error": None}


def test_requests(certwright, tmp_path, set_of_two):
    file, yes, no = set_of_two
    output = tmp_path / "requests.jsonl"
    done = certwright(
        "prompts", file, "-o", output, "--model", "m", "--samples", 2, "--system", "Be brief.",
        "--body", '{"temperature": 0, "max_tokens": 99}',
    )  # fmt: skip
    assert (done.code, done.err) == (0, "")
    requests = [json.loads(line) for line in output.read_text().splitlines()]
    assert [one["custom_id"] for one in requests] == [yes.id, f"{yes.id}#1", no.id, f"{no.id}#1"]
    assert requests[0] == {
        "custom_id": yes.id,
        "method": "POST",
        "url": "/v1/chat/completions",
        "body": {
            "model": "m",
            "temperature": 0,
            "max_tokens": 99,
            "messages": [
                {"role": "system", "content": "Be brief."},
                {"role": "user", "content": cw.prompt(yes)},
            ],
        },
    }


def test_what_a_batch_answers_is_scored(certwright, tmp_path, set_of_two):
    file, *_ = set_of_two
    requests = certwright("prompts", file, "-o", "-", "--samples", 2, "-q").rows
    replies = tmp_path / "replies.jsonl"
    replies.write_text("".join(json.dumps(reply(one)) + "\n" for one in requests))
    scored = certwright("score", replies, "--truth", file, "--json")
    assert scored.code == 0
    assert json.loads(scored.out)["total"]["mean"] == 0.5
    assert json.loads(scored.out)["total"]["answers"] == 4


def test_episodes_are_not_asked(certwright, tmp_path, set_of_two):
    episode = cw.load("timetravel")[0]
    with JsonlWriter(tmp_path / "episodes.jsonl") as writer:
        writer.write(episode)
    done = certwright("prompts", tmp_path / "episodes.jsonl", "-o", tmp_path / "out.jsonl")
    assert done.code == 3
    assert f"{episode.id}: an episode is played (certwright run), not asked (at form)" in done.err
    assert not (tmp_path / "out.jsonl").exists()


@pytest.mark.parametrize("body", ["[]", "{", '{"a": 1, "a": 2}'])
def test_a_body_that_is_no_object_is_wrong_usage(certwright, set_of_two, body):
    assert certwright("prompts", set_of_two[0], "--body", body).code == 2
