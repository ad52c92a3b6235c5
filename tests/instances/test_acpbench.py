import gzip
import json

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from certwright.instances import names
from certwright.instances.canonical import seal
from certwright.instances.errors import NameUnknownError, RecordError
from certwright.instances.formats import reader, writer
from certwright.instances.formats.acpbench import read, row_of, write
from certwright.instances.records import Grades, Instance

ROW = {
    "id": -12,
    "group": "reachable_atom_gen",
    "context": "This is a ferry domain, where cars are ferried.",
    "question": "What proposition can never hold in any potentially reachable state?",
    "answer": [],
    "PDDL_domain": "(define (domain ferry))",
    "PDDL_problem": "(define (problem p) (:domain ferry))",
}
MCQ = {
    "id": 5,
    "group": "landmarks_mcq",
    "context": "This is a swap domain.",
    "question": "Which? A. x. B. y.",
    "choices": {"text": ["x", "y"], "label": ["A", "B"]},
    "query": "Is it a landmark?",
    "answer": "B",
}


@pytest.fixture(scope="module")
def imported(acpbench):
    return list(read(acpbench))


def test_all_real_records_are_imported(imported):
    assert [record for record in imported if isinstance(record, RecordError)] == []
    forms = [record.form for record in imported]
    assert [forms.count(form) for form in ("gen", "bool", "mcq")] == [400, 280, 280]
    assert len({record.id for record in imported}) == len({record.source.key for record in imported}) == 960
    assert {record.task for record in imported} == {
        key for key, task in names.tasks().items() if task.family == "planning"
    }
    assert {record.domain for record in imported} == set(names.domains())
    assert all(seal(record) is record for record in imported)


def test_a_generative_record(imported, acpbench):
    row = json.loads((acpbench / "val.gen.json").read_text())[0]
    record = next(record for record in imported if record.source.key == f"acpbench:gen/val/{row['id']}")
    assert record.world == {"kind": "pddl", "domain": row["PDDL_domain"], "problem": row["PDDL_problem"]}
    assert (record.prompt.context, record.prompt.question) == (row["context"], row["question"])
    assert "position 0" in record.prompt.answer_format
    assert (record.source.file, record.source.id) == ("val.gen.json", str(row["id"]))
    assert record.source.answer == row["answer"]
    assert (record.truth, record.gold, record.grades, record.query) == (None, None, None, {})


def test_records_without_a_world_keep_the_stored_truth(imported):
    for record in imported:
        if record.form != "gen":
            assert (record.world, record.query, record.grades) == ({}, {}, Grades(unverified=1))
            assert record.truth["kind"] == record.form
    answers = {record.truth["answer"] for record in imported if record.form == "mcq"}
    assert answers == {"A", "B", "C", "D"}
    for record in imported:
        if record.form == "bool":
            assert record.gold == ("yes" if record.truth["answer"] else "no")


def test_the_round_trip_keeps_every_record_and_every_file(imported, acpbench, tmp_path):
    assert write(imported, tmp_path) == []
    for file in acpbench.glob("*.json"):
        assert json.loads((tmp_path / file.name).read_bytes()) == json.loads(file.read_text())
    assert list(read(tmp_path)) == imported


def test_packed_files_are_read(imported, tmp_path):
    write(imported, tmp_path)
    for file in list(tmp_path.iterdir()):
        (tmp_path / f"{file.name}.gz").write_bytes(gzip.compress(file.read_bytes(), mtime=0))
        file.unlink()
    assert [without_file(one) for one in read(tmp_path)] == [without_file(one) for one in imported]


def without_file(record):
    return msgspec.structs.replace(record, source=msgspec.structs.replace(record.source, file=None))


def wrapped(rows, shape):
    if shape == "list":
        return json.dumps(rows).encode()
    if shape == "indented list":
        return b"\xef\xbb\xbf" + json.dumps(rows, indent=1).encode()
    lines = "\n\n".join(json.dumps(row) for row in rows).encode()
    return gzip.compress(lines) if shape == "packed lines" else lines


@pytest.mark.parametrize("shape", ["list", "indented list", "lines", "packed lines"])
def test_the_shapes_of_files(tmp_path, shape):
    path = tmp_path / "some.file"
    path.write_bytes(wrapped([ROW, MCQ], shape))
    first, second = read(path)
    assert (first.task, first.form, first.domain) == ("reach", "gen", "ferry")
    assert (second.task, second.form, second.domain) == ("land", "mcq", "swap")
    assert second.prompt.choices == ("x", "y")
    assert row_of(second) == MCQ


MALFORMED = {
    "no group": ({"group": None}, "group"),
    "unknown group": ({"group": "reachable_atoms_gen"}, None),
    "no question": ({"question": 3}, "question"),
    "id of a wrong type": ({"id": 1.5}, "id"),
    "no domain text": ({"PDDL_domain": None}, "PDDL_domain"),
    "blank problem text": ({"PDDL_problem": " "}, "PDDL_problem"),
    "domain text without a domain": ({"PDDL_domain": "(define (problem x))"}, "PDDL_domain"),
    "answer of a wrong shape": ({"answer": {"yes": []}}, "answer"),
    "answer with a wrong entry": ({"answer": ["a", 3]}, "answer[1]"),
    "number as text": ({"group": "validation_gen", "answer": "x"}, "answer"),
    "effects with one list": ({"group": "progression_gen", "answer": {"pos": []}}, "answer.neg"),
    "landmarks with a number": ({"group": "landmarks_gen", "answer": {"yes": [], "no": [1]}}, "answer.no[0]"),
    "choices missing": ({**MCQ, "choices": None}, "choices"),
    "labels out of order": ({**MCQ, "choices": {"text": ["x", "y"], "label": ["B", "A"]}}, "choices.label"),
    "labels too few": ({**MCQ, "choices": {"text": ["x", "y"], "label": ["A"]}}, "choices.label"),
    "letter beyond the choices": ({**MCQ, "answer": "C"}, "answer"),
    "neither yes nor no": ({"group": "landmarks_bool", "answer": "maybe"}, "answer"),
}


@pytest.mark.parametrize("shape", ["list", "lines"])
@pytest.mark.parametrize("case", MALFORMED)
def test_a_malformed_record_is_told_and_the_others_go_on(tmp_path, case, shape):
    changes, field = MALFORMED[case]
    path = tmp_path / "reach.gen.json"
    rows = [ROW, {**ROW, "id": 13, **changes}, {**ROW, "id": 14}]
    path.write_bytes(wrapped(rows, shape))
    first, error, last = read(path)
    assert isinstance(first, Instance) and isinstance(last, Instance)
    assert isinstance(error, RecordError)
    assert (error.file, error.field) == (str(path), field)
    assert error.line == (3 if shape == "lines" else None)
    assert ("record 1" in str(error)) == (shape == "list")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@given(
    st.lists(st.tuples(st.sampled_from([ROW, MCQ]), st.sampled_from([*ROW, *MCQ]), json_values), max_size=4)
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_stands_in_a_field_one_record_gives_one_item(tmp_path, changes):
    path = tmp_path / "x.json"
    path.write_text(json.dumps([{**row, field: value} for row, field, value in changes]))
    assert len(list(read(path))) == len(changes)


def test_an_oversized_file_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr("certwright.instances.formats.acpbench.FILE_BYTES", 100)
    path = tmp_path / "x.json"
    path.write_bytes(wrapped([ROW], "list"))
    (error,) = read(path)
    assert "larger than 100 bytes" in str(error)


def test_an_unknown_group_names_the_nearest(tmp_path):
    path = tmp_path / "x.json"
    path.write_bytes(wrapped([{**ROW, "group": "reachable_atoms_gen"}], "list"))
    (error,) = read(path)
    assert "did you mean reachable_atom" in str(error)


@pytest.mark.parametrize(
    "content", [b"[{}, ", b"[1, 2", b"\xff", b"[" * 10**5, b"hello", b'[{"id":1}] trailing', b"[NaN]"]
)
def test_files_that_are_no_json_are_told(tmp_path, content):
    path = tmp_path / "x.json"
    path.write_bytes(content)
    found = list(read(path))
    assert found and all(isinstance(record, RecordError) and record.file == str(path) for record in found)


def test_a_key_twice_in_a_record_is_told(tmp_path):
    path = tmp_path / "x.json"
    path.write_text("[" + json.dumps(ROW)[:-1] + ', "answer": ["at c0 l0"]}]')
    (error,) = read(path)
    assert error.field == "answer" and "twice" in str(error)


def test_the_same_record_twice_is_told(tmp_path):
    for name in ("a.json", "b.json"):
        (tmp_path / name).write_bytes(
            wrapped([ROW, {**ROW, "group": "landmarks_gen", "answer": None}], "list")
        )
    found = list(read(tmp_path))
    assert [isinstance(record, RecordError) for record in found] == [False, False, True, True]
    assert found[2].file.endswith("b.json") and "acpbench:gen/reach/-12" in str(found[2])


def test_an_empty_folder_is_bad_input(tmp_path):
    with pytest.raises(RecordError, match=r"no \.json"):
        list(read(tmp_path))


def test_a_missing_file_is_told(tmp_path):
    (error,) = read(tmp_path / "none.json")
    assert "cannot be read" in str(error)


def test_questions_without_an_answer_are_imported(tmp_path):
    path = tmp_path / "x.json"
    rows = [{key: value for key, value in row.items() if key != "answer"} for row in (ROW, MCQ)]
    path.write_bytes(wrapped(rows, "list"))
    for record in read(path):
        assert (record.truth, record.gold, record.grades, record.source.answer) == (None, None, None, None)


def test_a_domain_of_ones_own(tmp_path):
    path = tmp_path / "x.json"
    rows = [
        {**ROW, "PDDL_domain": "(define (domain My_Own.Domain))"},
        {**MCQ, "context": "Once upon a time."},
    ]
    path.write_bytes(wrapped(rows, "list"))
    assert [record.domain for record in read(path)] == ["my_own-domain", "unknown"]


def labelled(task, truth, stored=None, **changes):
    row = {**ROW, "group": names.task(task).group("gen"), "answer": stored}
    from certwright.instances.formats.acpbench import Row, instance_of

    plain = instance_of(msgspec.convert(row, Row), "f.json")
    return msgspec.structs.replace(plain, truth=truth, **changes)


def closed_world(listed, items, undecided=(), none=False):
    return {
        "kind": "closed_world",
        "listed": listed,
        "items": list(items),
        "undecided": list(undecided),
        "none": none,
    }


PLAN = ["(a)", "(b)", "(a)", "(b)", "(a)"]
ANSWERS = {
    "app": ("app", {"kind": "set", "items": ["(a)", "(b)"]}, None, {}, ["(a)", "(b)"]),
    "prog": (
        "prog",
        {"kind": "effects", "pos": ["(p)"], "neg": []},
        None,
        {},
        {"pos": ["(p)"], "neg": []},
    ),
    "reach, without parentheses": (
        "reach",
        closed_world("unreachable", ["(at c0 l0)", "(p)"]),
        None,
        {},
        ["at c0 l0", "p"],
    ),
    "reach, none": ("reach", closed_world("unreachable", [], none=True), ["at c0 l0"], {}, []),
    "reach, other side": (
        "reach",
        closed_world("reachable", ["(p)"], ["(u)"]),
        ["P", "u", "q  x"],
        {"gold": "(r)"},
        ["q x", "r"],
    ),
    "areach, with parentheses": ("areach", closed_world("unreachable", ["(go a)"]), None, {}, ["(go a)"]),
    "areach, only gold is known": (
        "areach",
        closed_world("reachable", ["(go a)"]),
        ["(go a)"],
        {"gold": "(go b)"},
        ["(go b)"],
    ),
    "val": ("val", {"kind": "index", "index": 0}, 3, {}, 0),
    "just": (
        "just",
        {"kind": "subsequence", "singles": [0, 3, 4], "pairs": [0, 1, 2]},
        None,
        {"query": {"plan": PLAN}},
        [["(a)", "1"], ["(b)", "2"], ["(a)", "3"], ["(a)", "(b)", "-1"], ["(b)", "(a)", "-1"]],
    ),
    "land": (
        "land",
        {"kind": "landmarks", "items": ["(p)"], "undecided": ["(u)"], "none": False},
        {"yes": ["(q)"], "no": ["(P)", "(u)", "(r)"]},
        {},
        {"yes": ["(p)"], "no": ["(r)"]},
    ),
    "nexta": (
        "nexta",
        {"kind": "next_action", "h": 3, "closer": ["(a)"], "not_closer": ["(b)"], "undecided": []},
        None,
        {},
        {"yes": ["(a)"], "no": ["(b)"], "maybe": [], "opt": "3"},
    ),
}


@pytest.mark.parametrize("case", ANSWERS)
def test_our_truth_in_their_shape(tmp_path, case):
    task, truth, stored, changes, expected = ANSWERS[case]
    instance = labelled(task, truth, stored, **changes)
    assert row_of(instance)["answer"] == expected
    assert write([instance], tmp_path) == []
    (again,) = read(tmp_path)
    assert again.source.answer == expected


@pytest.mark.parametrize(
    ("task", "truth"),
    [
        ("reach", closed_world("reachable", ["(p)"])),
        ("reach", closed_world("unreachable", [], ["(u)"], none=None)),
        ("nexta", {"kind": "degenerate", "reason": "already_solved"}),
        ("reach", {"kind": "riddle"}),
        ("app", {"kind": "set"}),
        ("just", {"kind": "subsequence", "singles": [9], "pairs": []}),
    ],
)
def test_what_their_shape_cannot_say_is_told(tmp_path, task, truth):
    instance = labelled(task, truth)
    (error,) = write([instance], tmp_path)
    assert error.file == instance.id and error.field.startswith("truth")
    assert list(tmp_path.iterdir()) == []


def test_an_undecided_boolean_is_left_out(imported, tmp_path):
    record = next(record for record in imported if record.form == "bool")
    open_record = msgspec.structs.replace(record, truth={"kind": "bool", "answer": None})
    assert len(write([open_record, RecordError("put in")], tmp_path)) == 2


def test_an_instance_of_ours_gets_a_number_and_its_choices(make_question):
    from certwright.instances.records import Prompt

    instance = make_question(
        form="mcq", prompt=Prompt(question="Which?", choices=("x", "y")), truth={"kind": "mcq", "answer": "A"}
    )
    row = row_of(instance)
    assert -(2**63) <= row["id"] < 2**63
    assert row["question"] == "Which? A. x. B. y."
    assert row["choices"] == {"text": ["x", "y"], "label": ["A", "B"]}


def test_formats_by_name(acpbench):
    assert reader("acpbench") is read and writer("acpbench") is write
    with pytest.raises(NameUnknownError, match="did you mean acpbench"):
        reader("acp-bench")


def test_the_folders_of_ibm_are_read_as_they_are(tmp_path):
    for task, form in (("app", "dev.gen"), ("app", "dev.bool"), ("val", "dev.gen")):
        folder = tmp_path / "dataset" / task
        folder.mkdir(parents=True, exist_ok=True)
        identity = f"{task}-{form}"
        (folder / f"{form}.json").write_text(json.dumps([{**ROW, "id": identity}]))
    (tmp_path / "dataset" / ".hidden.json").write_text("nothing")
    found = list(read(tmp_path / "dataset"))
    assert len(found) == 3
    assert not [one for one in found if isinstance(one, RecordError)]
