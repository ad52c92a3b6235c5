"""What commands say of files that hold something else, or try to speak to the terminal."""

import json

import pytest

ESCAPES = "\x1b]52;c;ZXZpbA==\x07 \x9b31m \u202egnp \x7f"


def test_no_control_character_of_a_file_reaches_a_terminal(certwright, questions, tmp_path):
    records = [json.loads(line) for line in questions.read_text().splitlines()]
    records[0]["prompt"]["question"] = ESCAPES
    records[1]["id"] = ESCAPES
    records[2]["source"]["key"] = ESCAPES
    file = tmp_path / "hostile.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in records))
    truth = tmp_path / "truth.jsonl"
    assert certwright("label", questions, "-o", truth, "--engine", "search", "--jobs", 1).code == 0
    rows = [{"id": ESCAPES, "response": "x"}, {"id": records[3]["id"], "response": ESCAPES}]
    answers = tmp_path / "answers.jsonl"
    answers.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    broken = tmp_path / "broken.jsonl"
    broken.write_text(json.dumps(records[0]) + "\n" + json.dumps({"schema": ESCAPES}) + "\n")
    for arguments in (
        ("show", file),
        ("show", file, "--prompt"),
        ("show", file, records[2]["id"]),
        ("show", broken),
        ("verify", file, "--jobs", 1),
        ("verify", file, "--jobs", 1, "--json"),
        ("score", answers, "--truth", truth),
        ("score", answers, "--truth", truth, "--json"),
        ("label", file, "-o", tmp_path / "x", "--engine", "search", "--jobs", 1),
        ("export", "acpbench", file, "-o", tmp_path / "out"),
    ):
        result = certwright(*arguments)
        shown = result.out + result.err
        assert not {mark for mark in "\x1b\x07\x9b\u202e\x7f" if mark in shown}, arguments
    assert "\\u001b]52;c;ZXZpbA==\\u0007" in certwright("show", file, "--prompt").out


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"id,response\n1,yes\n2,no\n", "a table (CSV)"),
        (b'[{"id": 1, "response": "yes"}]\n', "a JSON array"),
        (b'[\n  {"id": 1}\n]\n', "a JSON array"),
        (b'{\n  "id": 1\n}\n', "a JSON object over several lines"),
        (b"PK\x03\x04 and so on", "a zip archive"),
        (b"PAR1\x15\x04", "a Parquet file"),
        (b"\x7fELF\x02\x01\x00\x00\n\xff\xfe", "a binary file"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
@pytest.mark.parametrize(
    "arguments",
    [("label", "{it}"), ("verify", "{it}"), ("audit", "{it}"), ("show", "{it}"), ("run", "{it}")],
    ids=" ".join,
)
def test_what_is_no_file_of_lines_is_said_once(certwright, tmp_path, content, kind, arguments):
    it = tmp_path / "it"
    it.write_bytes(content)
    result = certwright(*(word.format(it=it) for word in arguments))
    assert result.code == 3
    wanted = f"error: {it}: this is {kind}; JSON lines are wanted: one object a line"
    assert result.err.strip().splitlines()[-1] == wanted and len(result.err.strip().splitlines()) == 1


def test_an_id_that_is_no_number_is_refused_by_the_format(certwright, questions, tmp_path):
    truth, named = tmp_path / "truth.jsonl", tmp_path / "named.jsonl"
    certwright("label", questions, "-o", truth, "--engine", "search", "--jobs", 1)
    record = json.loads(truth.read_text().splitlines()[0])
    del record["source"]
    named.write_text(json.dumps({**record, "id": "planning/app/ferry/my-own-question"}) + "\n")
    result = certwright("export", "acpbench", named, "-o", tmp_path / "out")
    assert result.code == 3
    assert "my-own-question: the id does not end in 16 hex digits" in result.err


def test_failures_are_named_together_by_their_cause(certwright, questions, tmp_path):
    records = [json.loads(line) for line in questions.read_text().splitlines()]
    for record in records[1:]:
        record["world"]["problem"] = "(define (problem"
    broken = tmp_path / "broken.jsonl"
    broken.write_text("".join(json.dumps(record) + "\n" for record in records))
    result = certwright("label", broken, "-o", tmp_path / "x", "--engine", "search", "--jobs", 1)
    assert result.code == 3
    first, together, *_ = result.err.splitlines()
    assert first.startswith(f"{records[1]['id']}: ") and together.startswith("4 questions: ")
    assert all(record["id"].rpartition("/")[2] in together for record in records[1:])
