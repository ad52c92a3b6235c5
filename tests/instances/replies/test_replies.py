"""Answer files of other harnesses are recognised by what stands in them and read as they are."""

import gzip
import json
import zipfile

import pytest

from certwright.instances import replies
from certwright.instances.errors import EngineMissingError, RecordError
from certwright.instances.records import Answer, Episode, Step
from certwright.instances.replies import formats, read_replies
from certwright.instances.replies.inspect_log import LOG_BYTES


def choice(text, **more):
    return {"index": 0, "message": {"role": "assistant", "content": text, **more}}


def batch(name, *choices, status=200, error=None):
    response = {"status_code": status, "request_id": "r", "body": {"object": "x", "choices": list(choices)}}
    return {"id": f"batch_{name}", "custom_id": name, "response": response, "error": error}


def logged(name, *texts, filter="none", **document):
    document = {"id": name, "question": "?", **document}
    return {"doc_id": 0, "doc": document, "target": "x", "resps": [list(texts)], "filter": filter}


def sample(name, text, epoch=1, **more):
    output = {"model": "m", "choices": [choice(text)], "completion": text} if text is not None else {}
    return {"id": name, "epoch": epoch, "input": "?", "output": output, **more}


def log(*samples):
    return {"version": 2, "status": "success", "eval": {"task": "t"}, "samples": list(samples)}


def written(folder, *rows, name="replies.jsonl"):
    path = folder / name
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_every_module_is_a_format():
    assert set(formats()) == {"inspect_log", "lm_eval_samples", "openai_batch"}


def test_rows_of_ours_are_read_as_ever(tmp_path):
    path = written(tmp_path, {"id": "q", "response": "yes"}, {"id": "q", "answer": ["(a)"], "sample": 1})
    assert list(read_replies(path)) == [
        Answer(id="q", response="yes"),
        Answer(id="q", answer=["(a)"], sample=1),
    ]


def test_a_batch(tmp_path):
    parts = [
        {"type": "text", "text": "y"},
        {"type": "reasoning", "text": "no"},
        {"type": "text", "text": "es"},
    ]
    path = written(
        tmp_path,
        batch("q", choice("yes")),
        batch("q#2", choice(parts)),
        batch("r", choice(None, refusal="I will not.")),
        batch("s", choice(None, tool_calls=[])),
    )
    assert list(read_replies(path)) == [
        Answer(id="q", response="yes"),
        Answer(id="q", response="yes", sample=2),
        Answer(id="r", response="I will not."),
        Answer(id="s", response=""),
    ]


def test_the_model_that_a_file_names_is_the_agent(tmp_path):
    row = batch("q", choice("yes"))
    row["response"]["body"]["model"] = "some-model-1"
    whole = log(sample("q", "yes"))
    whole["eval"]["model"] = "provider/other"
    plain, packed = tmp_path / "log.json", tmp_path / "log.eval"
    plain.write_text(json.dumps(whole, indent=1))
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("header.json", json.dumps({"version": 2, "eval": whole["eval"]}))
        archive.writestr("samples/q_epoch_1.json", json.dumps(whole["samples"][0]))
    read = [list(read_replies(path)) for path in (written(tmp_path, row), plain, packed)]
    assert read == [
        [Answer(id="q", response="yes", agent=agent)] for agent in ("some-model-1", *["provider/other"] * 2)
    ]


def test_choices_of_a_batch_are_samples(tmp_path):
    path = written(tmp_path, batch("q", choice("a"), choice("b")), batch("q#1", choice("c"), choice("d")))
    assert [(one.response, one.sample) for one in read_replies(path)] == [
        ("a", 0), ("b", 1), ("c", 2), ("d", 3),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ({"choices": [{"text": "(go a)"}]}, "(go a)"),
        (
            {
                "output": [
                    {"type": "reasoning", "content": [{"type": "output_text", "text": "hm"}]},
                    {"type": "message", "content": [{"type": "output_text", "text": "(go b)"}]},
                ]
            },
            "(go b)",
        ),
    ],
    ids=["completions", "responses"],
)
def test_bodies_of_other_interfaces(tmp_path, body, text):
    path = written(tmp_path, {"custom_id": "q", "response": {"status_code": 200, "body": body}})
    assert list(read_replies(path)) == [Answer(id="q", response=text)]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (batch("q", choice("x"), status=500), "q: the provider gave no reply: status 500 (at response)"),
        (
            {"custom_id": "q", "response": None, "error": {"code": "expired", "message": "too late"}},
            "q: the provider gave no reply: too late (at response)",
        ),
        (
            {"custom_id": "q", "response": {"status_code": 400, "body": {"error": {"message": "no model"}}}},
            "q: the provider gave no reply: no model (at response)",
        ),
        (batch("q"), "q: the body holds no choices and no output (at response.body)"),
        ({"custom_id": 7}, "expected `str`, got `int` (at custom_id)"),
    ],
    ids=["status", "expired", "refused", "empty", "malformed"],
)
def test_a_failed_request_is_no_answer_of_the_model(tmp_path, row, message):
    path = written(tmp_path, batch("p", choice("yes")), row, batch("r", choice("no")))
    first, error, last = read_replies(path)
    assert (first.id, last.id) == ("p", "r")
    assert isinstance(error, RecordError)
    assert str(error) == f"{path}:2: {message}"


def test_samples_of_lm_eval(tmp_path):
    path = written(
        tmp_path,
        logged("q", "yes", "no"),
        logged(-7, "yes", group="validation_bool", filter="strict"),
        logged(-7, "cut", group="validation_bool", filter="flexible"),
    )
    assert list(read_replies(path)) == [
        Answer(id="q", response="yes"),
        Answer(id="q", response="no", sample=1),
        Answer(id=-7, response="yes", task="validation_bool"),
    ]


def test_likelihoods_of_lm_eval_are_refused(tmp_path):
    path = written(tmp_path, {"doc_id": 0, "doc": {"id": "q"}, "resps": [[[-1.5, False]], [[-0.5, True]]]})
    (error,) = read_replies(path)
    assert str(error) == (
        f"{path}:1: expected `str`, got `array`; likelihoods of choices are no text to be judged "
        "(at resps[0][0])"
    )


def test_documents_without_an_id_are_refused(tmp_path):
    path = written(tmp_path, {"doc_id": 0, "doc": {"question": "?"}, "resps": [["yes"]]})
    (error,) = read_replies(path)
    assert "certwright export lm-eval writes documents that have it (at doc.id)" in str(error)


def test_a_json_log_of_inspect(tmp_path):
    path = tmp_path / "log.json"
    long = "attachment://0a"
    samples = (
        sample("q", "yes"),
        sample("q#1", "no", epoch=2, metadata={"task": "val", "form": "bool"}),
        sample(3, long, attachments={"0a": "a long text"}),
        sample("r", None, error={"message": "boom"}),
    )
    for text in (json.dumps(log(*samples), indent=2), json.dumps(log(*samples))):
        path.write_text(text)
        first, second, third, error = read_replies(path)
        assert first == Answer(id="q", response="yes")
        assert second == Answer(id="q", response="no", sample=2, task="val", form="bool")
        assert third == Answer(id=3, response="a long text")
        assert str(error) == f"{path}: sample r, epoch 1: no reply: boom"


def zipped(path, *samples, method=zipfile.ZIP_DEFLATED, header="header.json"):
    with zipfile.ZipFile(path, "w", method) as archive:
        for one in samples:
            archive.writestr(
                f"samples/{one['id']}_epoch_{one['epoch']}.json".replace(" ", ""), json.dumps(one)
            )
        archive.writestr(header, json.dumps({"eval": {"task": "t"}}))
    return path


def test_a_packed_log_of_inspect(tmp_path):
    path = zipped(tmp_path / "log.eval", sample("a/b/q", "yes"), sample("a/b/q", "no", epoch=2))
    assert list(read_replies(path)) == [
        Answer(id="a/b/q", response="yes"),
        Answer(id="a/b/q", response="no", sample=1),
    ]


def test_an_episode_in_a_log_is_the_answer(tmp_path):
    episode = Episode(instance="e", agent="m", steps=(Step(action="x", outcome="valid"),), stop="S", sample=4)
    record = {
        "schema": "certwright.episode/1",
        "instance": "e",
        "agent": "m",
        "stop": "S",
        "sample": 4,
        "steps": [{"action": "x", "outcome": "valid"}],
    }
    path = zipped(tmp_path / "log.eval", sample("e#4", "done", store={"episode": record}))
    assert list(read_replies(path)) == [Answer(id="e", sample=4, answer=episode, agent="m")]
    path = zipped(tmp_path / "log.eval", sample("e", "done", store={"episode": {**record, "stop": 3}}))
    (error,) = read_replies(path)
    assert str(error) == f"{path}: sample e: expected `str`, got `int` (at store.episode.stop)"


def test_a_sample_that_is_broken_costs_itself(tmp_path):
    path = zipped(tmp_path / "log.eval", {"id": "q", "epoch": "one"}, sample("r", "yes"))
    error, answer = read_replies(path)
    assert (answer.id, error.field) == ("r", "epoch")
    assert "samples/q_epoch_one.json: expected `int`, got `str`" in str(error)


def test_archives_of_other_things_are_refused(tmp_path):
    path = zipped(tmp_path / "x.zip", header="word/document.xml")
    with pytest.raises(RecordError, match="a zip archive, but no log of Inspect"):
        list(read_replies(path))
    path.write_bytes(path.read_bytes()[:40])
    with pytest.raises(RecordError, match="broken zip archive"):
        list(read_replies(path))


def test_packing_that_this_python_lacks_is_said(tmp_path, monkeypatch):
    path = zipped(tmp_path / "log.eval", sample("q", "yes"))
    content = path.read_bytes()
    name = content.index(b"samples/q_epoch_1.json")
    central = content.index(b"PK\x01\x02")
    packed = bytearray(content)
    packed[name - 22 : name - 20] = packed[central + 10 : central + 12] = (99).to_bytes(2, "little")
    path.write_bytes(packed)
    with pytest.raises(EngineMissingError, match="inspect log convert --to json"):
        list(read_replies(path))


def test_other_objects_over_several_lines_are_refused(tmp_path):
    path = tmp_path / "x.json"
    path.write_text(json.dumps({"rows": []}, indent=1))
    with pytest.raises(RecordError, match=r"no log of Inspect.*JSON lines are one object a line"):
        list(read_replies(path))
    assert LOG_BYTES == 2**30


@pytest.mark.parametrize("text", ["id,response\nq,yes\n", '[{"id": "q"}]\n'], ids=["table", "array"])
def test_other_files_are_refused(tmp_path, text):
    path = tmp_path / "x"
    path.write_text(text)
    with pytest.raises(RecordError, match="JSON lines are wanted"):
        list(read_replies(path))


def test_gzip_is_unpacked(tmp_path):
    path = tmp_path / "x.jsonl.gz"
    path.write_bytes(gzip.compress((json.dumps(batch("q", choice("yes"))) + "\n").encode()))
    assert list(read_replies(path)) == [Answer(id="q", response="yes")]


def test_a_log_is_not_read_from_stdin(monkeypatch):
    monkeypatch.setattr(replies, "read_lines", lambda *_: iter([(1, b"PK\x03\x04rest\n")]))
    with pytest.raises(RecordError, match="read from a file, not from stdin"):
        list(read_replies("-"))
