import gzip
import io
import json
import sys
import tracemalloc

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from testkit.sampling import sampled

from certwright.instances import store
from certwright.instances.canonical import encode
from certwright.instances.errors import LimitError, RecordError, UnsupportedError
from certwright.instances.lines import read_bytes, read_lines
from certwright.instances.outputs import drop_torn_line, opened
from certwright.instances.records import Answer, Code, Episode, Outcome, Step, Usage, Verdict
from certwright.instances.verdicts import row_of


def written(path, records, **options):
    with store.JsonlWriter(path, **options) as writer:
        for record in records:
            writer.write(record)
    return path


def split(records):
    """The good records and the errors of a stream."""
    everything = list(records)
    good = [record for record in everything if not isinstance(record, RecordError)]
    return good, [record for record in everything if isinstance(record, RecordError)]


def read_verdicts(path):
    return store.read_records(path, Verdict)


def verdicts(count):
    return [
        Verdict(id=f"v{k}", value=k / 7 % 1, outcome=Outcome.CORRECT, code=Code.OK, answer=["é", k])
        for k in range(count)
    ]


EPISODE = Episode(
    instance="timetravel/act/x/0000000000000000",
    agent="walker",
    steps=(Step(action={"tool": "jump", "to": 3}, outcome="ok", observation="ab" * 8),),
    stop="goal",
    usage=Usage(10, 20, 0.5),
)


@pytest.mark.parametrize("name", ["records.jsonl", "records.jsonl.gz"])
def test_what_is_written_is_read(tmp_path, make_question, name):
    instances = [make_question(index=k, domain=f"d{k}") for k in range(3)]
    for kind, records in ((store.read_instances, instances), (read_verdicts, verdicts(3))):
        assert list(kind(written(tmp_path / name, records))) == records
    assert list(store.read_episodes(written(tmp_path / name, [EPISODE]))) == [EPISODE]


def test_lines_are_canonical(tmp_path):
    path = written(tmp_path / "v.jsonl", verdicts(2))
    assert path.read_bytes() == b"".join(encode(row_of(verdict)) + b"\n" for verdict in verdicts(2))


def test_gzip_files_have_the_same_bytes_for_the_same_records(tmp_path):
    one = written(tmp_path / "one.jsonl.gz", verdicts(50)).read_bytes()
    assert one == written(tmp_path / "two.jsonl.gz", verdicts(50)).read_bytes()


GOOD = b'{"id":"a","response":"x"}'
BAD_ANSWERS = {
    "no id": (b'{"response":"x"}', "missing required field", "id"),
    "id of a wrong type": (b'{"id":[1],"response":"x"}', "expected", "id"),
    "response of a wrong type": (b'{"id":1,"response":{}}', "expected", "response"),
    "negative sample": (b'{"id":1,"response":"x","sample":-1}', ">= 0", "sample"),
    "neither response nor answer": (b'{"id":1}', "neither", None),
    "answer in another object": (b'{"id":1,"meta":{"answer":"no"}}', "neither response nor answer", None),
    "a question": (b'{"schema":"certwright.instance/1","id":1}', "a question, not an answer", None),
    "response in a list": (b'{"id":1,"messages":[{"response":null}],"n":1}', "neither", None),
    "answer as a text": (b'{"id":1,"asked":"answer","wanted":"response"}', "neither", None),
    "id twice": (b'{"id":1,"id":2,"response":"x"}', "twice", "id"),
    "id twice, blanks": (b'{"id" :1, "id" : 2, "response": "x"}', "twice", "id"),
    "id twice, once escaped": (b'{"id":1,"\\u0069d":2,"response":"x"}', "twice", "id"),
    "response twice": (b'{"id":1,"response":"x","response":"y"}', "twice", "response"),
    "key twice in a structured answer": (b'{"id":1,"answer":{"pos":[],"pos":[1]}}', "twice", "pos"),
    "null response after another": (b'{"id":1,"response":"x","response":null}', "twice", "response"),
    "nan": (b'{"id":1,"answer":NaN}', "malformed", None),
    "infinity": (b'{"id":1,"answer":-Infinity}', "malformed", None),
    "invalid utf-8": (b'{"id":1,"response":"\xff\xfe"}', "UTF-8", None),
    "not json": (b"hello", "malformed", None),
    "a list": (b"[1]", "expected `object`", None),
    "two objects": (GOOD + GOOD, "malformed", None),
    "nested too deep": (b'{"id":1,"answer":' + b"[" * 70 + b"]" * 70 + b"}", "nested deeper", None),
    "nested far too deep": (b'{"id":1,"answer":' + b"[" * 10**6 + b"]" * 10**6 + b"}", "nested deeper", None),
    "nul bytes": (b"\0" * 100, "malformed", None),
}


@pytest.mark.parametrize("case", BAD_ANSWERS)
def test_a_bad_answer_is_told_and_the_others_go_on(tmp_path, case):
    line, message, field = BAD_ANSWERS[case]
    path = tmp_path / "answers.jsonl"
    path.write_bytes(GOOD + b"\n\n" + line + b"\n" + GOOD + b"\n")
    first, error, last = store.read_answers(path)
    assert first == last == Answer(id="a", response="x")
    assert isinstance(error, RecordError)
    assert (error.file, error.line, error.field) == (str(path), 3, field)
    assert message in str(error) and f"{path}:3: " in str(error)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b'{"response":"x"}', "object missing required field `id` (at id)"),
        (b'{"id":1,"respon', "last line is torn: JSON ends too early"),
    ],
)
def test_a_last_line_without_its_end_is_torn_where_its_json_is(tmp_path, line, message):
    path = tmp_path / "answers.jsonl"
    path.write_bytes(GOOD + b"\n" + line)
    assert str(list(store.read_answers(path))[1]) == f"{path}:2: {message}"


@pytest.mark.parametrize(
    "line",
    [
        b'{"id":1,"response":null}',
        b'{"id":1,"answer":null}',
        b'{"id":-5674251047178000480,"response":"","task":"app","form":"gen","sample":3,"model":"m"}',
        b'{"id":1,"answer":["(a b)"]}\r',
        b' {"response": "\\"id\\": 1, \\"id\\": 2 [[{{", "id": "x"} ',
        b'{"id":1,"response":"' + b"[" * 500 + b'"}',
        b'{"id":1,"response":"\\u0000\\u00e9"}',
        b'{"id":1,"response":"id","answer":0}',
    ],
)
def test_odd_but_good_answers(tmp_path, line):
    path = tmp_path / "answers.jsonl"
    path.write_bytes(line + b"\n")
    (row,) = store.read_answers(path)
    assert isinstance(row, Answer)


keys = st.sampled_from(["id", "response", "answer", "sample", "x"])
pieces = {
    "id": st.sampled_from(['"a"', "3"]),
    "response": st.sampled_from(['"r"', '"\\"id\\":"', "null"]),
    "answer": st.sampled_from(["[]", '{"k":1}', '{"k":1,"k":2}', "null"]),
    "sample": st.just("1"),
    "x": st.sampled_from(["{}", "0"]),
}
members = keys.flatmap(
    lambda key: st.tuples(
        st.sampled_from([f'"{key}"', f'"{key}" ', f'"\\u{ord(key[0]):04x}{key[1:]}"']), pieces[key]
    )
)


@given(st.lists(members, max_size=5))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=300)
def test_no_known_key_escapes_notice_when_it_stands_twice(tmp_path, row):
    line = "{" + ",".join(f"{key}:{value}" for key, value in row) + "}"
    path = tmp_path / "row.jsonl"
    path.write_text(line + "\n")
    repeated = []
    json.loads(line, object_pairs_hook=lambda pairs: repeated.extend(twice(pairs)))
    (found,) = store.read_answers(path)
    if isinstance(found, Answer):
        assert not {"id", "response", "answer", "sample", "k"} & set(repeated)


def twice(pairs):
    names = [name for name, _ in pairs]
    return [name for name in names if names.count(name) > 1]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda row: row.pop("prompt"), "prompt"),
        (lambda row: row["prompt"].pop("question"), "prompt.question"),
        (lambda row: row.update(schema="certwright.instance/9"), "schema"),
        (lambda row: row.update(form="essay"), "form"),
        (lambda row: row.update(certificates=[{"kind": "runs"}]), "certificates[0].body"),
        (lambda row: row.update(colour="red"), "colour"),
    ],
)
def test_a_bad_instance_names_the_field(tmp_path, make_question, change, field):
    row = msgspec.to_builtins(make_question())
    change(row)
    path = tmp_path / "q.jsonl"
    path.write_bytes(encode(make_question()) + b"\n" + json.dumps(row).encode() + b"\n")
    good, (error,) = split(store.read_instances(path))
    assert good == [make_question()]
    assert (error.line, error.field) == (2, field)


def test_a_key_twice_in_an_instance_is_told(tmp_path, make_question):
    path = tmp_path / "q.jsonl"
    path.write_bytes(encode(make_question()).replace(b'"query":{}', b'"query":{"a":1,"a":2}') + b"\n")
    good, (error,) = split(store.read_instances(path))
    assert not good and error.field == "a"


def test_an_instance_in_another_spelling_is_read(tmp_path, make_question):
    path = tmp_path / "q.jsonl"
    path.write_text(json.dumps(msgspec.to_builtins(make_question()), indent=None) + "\r\n")
    assert list(store.read_instances(path)) == [make_question()]


@pytest.mark.parametrize("limit", [10, 64])
def test_an_overlong_line_is_passed_over(tmp_path, limit):
    path = tmp_path / "x.jsonl"
    path.write_bytes(b"{}\n" + b"x" * (5 * limit) + b"\n{}\n" + b"y" * limit + b"\n" + b"z" * 1000)
    found = list(read_lines(path, limit))
    assert [number for number, _ in found] == [1, 2, 3, 4, 5]
    assert [isinstance(line, RecordError) for _, line in found] == [False, True, False, True, True]
    assert found[2][1] == b"{}\n"


def test_overlong_lines_cost_no_memory(tmp_path):
    path = tmp_path / "x.jsonl.gz"
    path.write_bytes(gzip.compress(b'{"id":1,"response":"' + b"a" * (64 * 2**20) + b'"}\n' + GOOD + b"\n"))
    tracemalloc.start()
    good, errors = split(store._read(path, 2**16, msgspec.json.Decoder(Answer).decode))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (len(good), len(errors)) == (1, 1)
    assert peak < 8 * 2**20


def test_many_rows_stream_in_flat_memory(tmp_path):
    path, rows = tmp_path / "answers.jsonl", sampled(30_000, of=100_000)
    with path.open("wb") as file:
        for k in range(rows):
            file.write(b'{"id":"planning/app/ferry/%016x","response":"(sail l0 l1)"}\n' % k)
    tracemalloc.start()
    count = sum(isinstance(row, Answer) for row in store.read_answers(path))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == rows
    assert peak < 4 * 2**20


@given(st.integers(1, 5), st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_a_file_cut_anywhere_is_read_and_resumed(tmp_path, count, data):
    records = verdicts(count)
    whole = written(tmp_path / "whole.jsonl", records).read_bytes()
    cut = data.draw(st.integers(0, len(whole)))
    torn = tmp_path / "torn.jsonl"
    torn.write_bytes(whole[:cut])
    complete = whole[:cut].count(b"\n")

    good, errors = split(read_verdicts(torn))
    assert good == records[: len(good)] and complete <= len(good) <= complete + 1
    assert len(errors) <= 1 and all("torn" in str(error) for error in errors)

    with store.JsonlWriter(torn, resume=True) as writer:
        assert writer.dropped == len(whole[:cut]) - (whole[:cut].rfind(b"\n") + 1)
        for record in records[complete:]:
            writer.write(record)
    assert torn.read_bytes() == whole


def test_a_torn_line_longer_than_a_buffer_is_dropped(tmp_path):
    path = tmp_path / "v.jsonl"
    path.write_bytes(GOOD + b"\n" + b'{"id":"' + b"x" * (3 * 2**20))
    with opened(path) as file:
        assert drop_torn_line(file) == 3 * 2**20 + 7
    assert path.read_bytes() == GOOD + b"\n"


def test_resuming_a_missing_file_begins_it(tmp_path):
    assert list(read_verdicts(written(tmp_path / "v.jsonl", verdicts(2), resume=True))) == verdicts(2)


def test_without_resume_a_file_begins_anew(tmp_path):
    path = written(tmp_path / "v.jsonl", verdicts(5))
    assert list(read_verdicts(written(path, verdicts(1)))) == verdicts(1)


@pytest.mark.parametrize("path", ["-", "v.jsonl.gz"])
def test_what_cannot_be_resumed_is_refused(path):
    with pytest.raises(UnsupportedError):
        store.JsonlWriter(path, resume=True)


def test_every_line_is_on_disk_as_soon_as_it_is_written(tmp_path):
    path, part = tmp_path / "v.jsonl", tmp_path / "v.jsonl.part"
    with store.JsonlWriter(path) as writer:
        for count, record in enumerate(verdicts(3), 1):
            writer.write(record)
            assert part.read_bytes().count(b"\n") == count
        assert not path.exists()
    assert [file.name for file in tmp_path.iterdir()] == ["v.jsonl"]


def test_gathered_lines_are_written_by_the_end(tmp_path):
    path = tmp_path / "v.jsonl"
    with store.JsonlWriter(path, flush=False) as writer:
        writer.write(verdicts(1)[0])
        assert (tmp_path / "v.jsonl.part").read_bytes() == b""
    assert list(read_verdicts(path)) == verdicts(1)


def test_a_record_that_cannot_be_written_leaves_no_trace(tmp_path):
    path = tmp_path / "v.jsonl"
    with store.JsonlWriter(path) as writer:
        with pytest.raises(RecordError):
            writer.write({"x": float("nan")})
        writer.write(verdicts(1)[0])
    assert list(read_verdicts(path)) == verdicts(1)


def test_keys_of_episodes_are_their_instances_and_samples(tmp_path):
    records = [EPISODE, msgspec.structs.replace(EPISODE, sample=2)]
    path = written(tmp_path / "e.jsonl", records)
    assert list(store.read_keys(path)) == [(EPISODE.instance, 0), (EPISODE.instance, 2)]


class Piped:
    def __init__(self, text: bytes = b""):
        self.buffer = io.BufferedReader(io.BytesIO(text)) if text else io.BytesIO()


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_dash_is_stdin(monkeypatch, pack):
    monkeypatch.setattr(sys, "stdin", Piped(pack(GOOD + b"\n" + GOOD)))
    assert list(store.read_answers("-")) == [Answer(id="a", response="x")] * 2


def test_a_dash_is_stdout(monkeypatch):
    out = Piped()
    monkeypatch.setattr(sys, "stdout", out)
    written("-", verdicts(2))
    assert out.buffer.getvalue() == b"".join(encode(row_of(verdict)) + b"\n" for verdict in verdicts(2))


def test_gzip_is_known_by_its_bytes_not_by_its_name(tmp_path):
    path = tmp_path / "answers.txt"
    path.write_bytes(gzip.compress(GOOD + b"\n"))
    assert len(list(store.read_answers(path))) == 1


def broken_gzips():
    body = b"".join(b'{"id":"%d","response":"%d"}\n' % (k, k * 7919 % 1000) for k in range(20_000))
    packed = gzip.compress(body)
    yield "cut off", packed[: len(packed) // 2]
    yield "no trailer", packed[:-8]
    yield "wrong checksum", packed[:-8] + b"\0" * 8
    yield "garbage inside", packed[:20_000] + b"\xff" * 1000 + packed[21_000:]
    yield "garbage behind", packed + b"garbage"
    yield "second member cut off", packed + packed[:100]


@pytest.mark.parametrize("fault", list(dict(broken_gzips())))
def test_a_broken_gzip_stream_is_told_at_the_end(tmp_path, fault):
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(dict(broken_gzips())[fault])
    good, errors = split(store.read_answers(path))
    assert [row.id for row in good] == [str(k) for k in range(len(good))]
    assert "gzip" in str(errors[-1])
    assert len(errors) <= 2
    with pytest.raises(RecordError, match="gzip"):
        read_bytes(path, 2**30)


def test_a_byte_order_mark_is_passed_over(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD + b"\r\n")
    assert list(store.read_answers(path)) == [Answer(id="a", response="x")]


@pytest.mark.parametrize("content", [b"", b"\n\n  \n"])
def test_an_empty_file_holds_nothing(tmp_path, content):
    path = tmp_path / "a.jsonl"
    path.write_bytes(content)
    assert list(store.read_answers(path)) == []


def test_a_missing_file_and_a_folder_are_bad_input(tmp_path):
    for path in (tmp_path / "none.jsonl", tmp_path):
        with pytest.raises(RecordError, match="cannot be read"):
            list(store.read_answers(path))


def test_a_whole_file_is_bounded(tmp_path):
    path = tmp_path / "bomb.gz"
    path.write_bytes(gzip.compress(b"\0" * 10**6))
    with pytest.raises(LimitError):
        read_bytes(path, 10**5)
