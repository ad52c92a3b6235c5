"""`certwright view`, asked without a browser: lists, filters, records, pictures, hostile and broken files."""

import gzip
import json
import tracemalloc

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

import certwright as cw
from certwright.instances.canonical import encode
from certwright.instances.errors import RecordError
from certwright.instances.store import JsonlWriter
from certwright.scripts.agents.agent import environment, optimal, play
from certwright.scripts.cli.pages import view_command as command
from certwright.scripts.viewing.index import RecordIndex, Shelf
from certwright.scripts.web import server
from certwright.scripts.web.view import Sheet, ViewRoutes
from certwright.verifiers.audit.mutator import Draw, changes, drawn

HOME = "http://127.0.0.1:8570"
SORTS = (("reach", "gen"), ("just", "gen"), ("val", "mcq"), ("land", "bool"))
EVIL = "<script>window.hacked = 1</script>"


def client(tmp_path, *files, truth=()):
    view = ViewRoutes(Shelf(files, truth), Sheet(tmp_path / "answers.jsonl"))
    return TestClient(server.application(view.routes()), base_url=HOME)


def asked(web, path, status=200):
    answer = web.get(path)
    assert answer.status_code == status, answer.text
    return answer.json()


def write(path, records):
    with JsonlWriter(path) as writer:
        for record in records:
            writer.write(record)
    return path


@pytest.fixture(scope="module")
def questions():
    """One question of each sort."""
    planning = cw.load("planning")
    picked = [planning.filter(task=task, form=form, domain="ferry")[0] for task, form in SORTS]
    reactive = [cw.load(f"reactive/{task}")[0] for task in ("accept", "cause", "simulate")]
    episodes = [
        cw.load("reactive").filter(form="episode")[0],
        cw.load("timetravel").filter(domain="saltmere")[0],
    ]
    grids = [cw.load(f"gridworld/{task}")[0] for task in ("mfp", "planning", "change")]
    return [*picked, *reactive, *episodes, *grids]


@pytest.fixture(scope="module")
def folder(tmp_path_factory, questions):
    """Files of questions, of verdicts on them, and of episodes."""
    path = tmp_path_factory.mktemp("view")
    write(path / "questions.jsonl", questions)
    plain = [one for one in questions if one.form != "episode"]
    answers = [(one, text) for one in plain for text in (one.gold, "no idea")]
    verdicts = [cw.score(one, text) for one, text in answers]
    write(path / "verdicts.jsonl", verdicts)
    played = [one for one in questions if one.form == "episode" and one.task != "change"]
    worlds = [(one, environment(one)) for one in played]
    write(path / "episodes.jsonl", [play(one.id, world, optimal(one, world)) for one, world in worlds])
    return path


@pytest.fixture(scope="module")
def web(folder, tmp_path_factory):
    files = (folder / f"{name}.jsonl" for name in ("questions", "verdicts", "episodes"))
    return client(tmp_path_factory.mktemp("answers"), *files)


def rows(web, query=""):
    return asked(web, f"/api/records?{query}")["rows"]


def row_of(web, query):
    return rows(web, query)[0]["row"]


def test_mixed_files_are_listed_with_the_columns_of_their_questions(web, questions):
    shown = asked(web, "/api/records")
    plain = sum(one.form != "episode" for one in questions)
    assert shown["all"] == shown["found"] == len(questions) + 2 * plain + 4
    kinds = dict(map(tuple, shown["counts"]["kind"]))
    assert kinds == {"question": len(questions), "verdict": 2 * plain, "episode": 4}
    verdict = rows(web, "kind=verdict&task=reach")[0]
    assert (verdict["form"], verdict["level"], verdict["domain"]) == ("gen", "3", "ferry")
    assert (verdict["outcome"], verdict["code"]) == ("correct", "ok")
    episode = rows(web, "kind=episode&family=timetravel")[0]
    assert (episode["code"], episode["agent"], episode["level"]) == ("SOLVED", "optimal", "1")
    same = asked(web, f"/api/records/{verdict['row']}")["same"]
    assert {one["kind"] for one in same} == {"question", "verdict"}


def test_filters_are_answered_from_the_index(web):
    shown = asked(web, "/api/records?kind=verdict&outcome=unparsed")
    assert {row["outcome"] for row in shown["rows"]} == {"unparsed"}
    outcomes = dict(map(tuple, shown["counts"]["outcome"]))
    assert outcomes["correct"] == shown["found"], "a column counts under the filters of the others"
    assert set(dict(map(tuple, shown["counts"]["kind"]))) == {"verdict"}
    assert asked(web, "/api/records?task=nosuch")["found"] == 0
    name = shown["rows"][0]["id"]
    assert {row["id"] for row in rows(web, f"text={name[-9:].upper()}")} == {name}
    assert asked(web, "/api/records?start=x", 400)["error"] == "a number is expected (at start)"


def test_a_verdict_finds_its_question_in_the_released_sets(folder, tmp_path):
    web = client(tmp_path, folder / "verdicts.jsonl")
    assert rows(web)[0]["level"] == "3"
    record = asked(web, "/api/records/0")
    assert record["prompt"].startswith("A ferry") or "ferry" in record["prompt"]
    assert record["answer"]["stored"] is True
    assert record["answer"]["outcome"] == "correct"


def test_truth_names_questions_that_are_not_listed(tmp_path, questions):
    own = cw.Instance(**{**_fields(questions[3]), "id": "planning/land/ferry/0123456789abcdef"})
    write(tmp_path / "truth.jsonl", [own])
    answer = {"id": own.id, "response": "yes", "agent": "me"}
    (tmp_path / "answers.jsonl").write_bytes(encode(answer) + b"\n")
    without = asked(client(tmp_path, tmp_path / "answers.jsonl"), "/api/records/0")
    assert without["answer"]["explanation"] == "not judged: the question is not known here"
    web = client(tmp_path, tmp_path / "answers.jsonl", truth=[tmp_path / "truth.jsonl"])
    record = asked(web, "/api/records/0")
    assert asked(web, "/api/records")["all"] == 1
    assert record["answer"]["outcome"] in ("correct", "incorrect")
    assert record["answer"]["text"] == "yes"
    assert ["agent", "me"] in record["facts"]


def _fields(instance):
    return {name: getattr(instance, name) for name in instance.__struct_fields__}


def test_damaged_lines_are_named_and_left_out(tmp_path, questions):
    good = encode(questions[0])
    bad = [
        b'{"id": "x", "response"',
        b'{"schema":"other/1","id":"x"}',
        b'{"id":"x"}',
        b'{"response":"yes"}',
        b"[1]",
    ]
    path = tmp_path / "mixed.jsonl"
    path.write_bytes(b"\n".join([good, *bad, good[:-20]]))
    shown = asked(client(tmp_path, path), "/api/records")
    assert (shown["all"], shown["damaged"]) == (1, 6)
    said = [fault.removeprefix(f"{path}:") for fault in shown["faults"]]
    assert [fault.partition(":")[0] for fault in said] == ["2", "3", "4", "5", "6", "7"]
    assert said[1] == "3: the line is of the kind 'other/1' (at schema)"
    assert said[2] == "4: the line is no record: it has neither schema nor response (at schema)"
    assert said[3] == "5: the record names no question (at id)"


def test_a_record_that_only_its_page_finds_broken_says_where(tmp_path, questions):
    path = tmp_path / "bad.jsonl"
    path.write_bytes(encode(questions[0]).replace(b'"grades":{', b'"grades":{"more":1,') + b"\n")
    web = client(tmp_path, path)
    assert asked(web, "/api/records")["all"] == 1
    assert asked(web, "/api/records/0")["fault"].startswith(f"{path}:1: ")
    assert asked(web, "/api/records/0/pictures", 400)["error"].startswith(f"{path}:1: ")


def test_a_world_that_cannot_be_read_has_a_note_for_a_picture(tmp_path, questions):
    world = {"kind": "pddl", "domain": "(define", "problem": ""}
    path = write(tmp_path / "bad.jsonl", [cw.Instance(**{**_fields(questions[0]), "world": world})])
    (note,) = asked(client(tmp_path, path), "/api/records/0/pictures")
    assert note["kind"] == "note"
    assert note["text"]
    wild = cw.Instance(**{**_fields(questions[0]), "certificates": (), "query": {"options": [1]}})
    path = write(tmp_path / "wild.jsonl", [wild])
    (note,) = asked(client(tmp_path, path), "/api/records/0/pictures")
    assert "malformed" in note["text"]


def test_ten_thousand_records_are_listed_and_opened(tmp_path, questions):
    line = encode(questions[4])
    name = questions[4].id.encode()
    path = tmp_path / "many.jsonl"
    with path.open("wb") as file:
        for number in range(10_000):
            file.write(line.replace(name, name[:-16] + b"%016x" % number) + b"\n")
    web = client(tmp_path, path)
    shown = asked(web, "/api/records?start=9950&family=reactive")
    assert (shown["found"], len(shown["rows"]), shown["rows"][-1]["row"]) == (10_000, 50, 9_999)
    assert len(rows(web)) == 100
    assert [row["row"] for row in rows(web, "text=000000000000270f")] == [9_999]
    record = asked(web, "/api/records/9999?family=reactive")
    assert (record["place"], record["previous"], record["next"]) == (10_000, 9_998, None)
    assert record["where"] == f"{path}:10000"


def test_an_index_does_not_keep_its_files(tmp_path, questions):
    path = tmp_path / "some.jsonl"
    path.write_bytes((encode(questions[0]) + b"\n") * 200)
    tracemalloc.start()
    RecordIndex([path])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert path.stat().st_size > 5 * peak


def test_a_packed_file_is_the_same_as_a_plain_one(folder, tmp_path):
    plain = folder / "questions.jsonl"
    packed = tmp_path / "questions.jsonl.gz"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    one, other = RecordIndex([plain]), RecordIndex([packed])
    assert one.ids == other.ids
    assert encode(other.record(3)) == encode(one.record(3))
    packed.write_bytes(packed.read_bytes()[:-40])
    broken = RecordIndex([packed])
    assert broken.damaged == 1
    assert "gzip" in str(broken.faults[0])


def test_a_file_of_another_kind_is_refused(tmp_path):
    (tmp_path / "table.csv").write_text("id,response\n1,yes\n")
    with pytest.raises(RecordError, match="a table"):
        RecordIndex([tmp_path / "table.csv"])


def test_no_variant_of_a_record_breaks_its_page(tmp_path, folder):
    lines = [json.loads(line) for line in (folder / "questions.jsonl").read_text().splitlines()]
    lines += [json.loads(line) for line in (folder / "episodes.jsonl").read_text().splitlines()[:2]]
    variants = [change.of(one) for one in lines for _, change in drawn(changes(one), Draw("view"), 3)]
    path = tmp_path / "variants.jsonl"
    path.write_bytes(b"".join(encode(one) + b"\n" for one in variants))
    web = client(tmp_path, path, truth=[folder / "questions.jsonl"])
    shown = asked(web, "/api/records")
    assert shown["all"] + shown["damaged"] == len(variants)
    answered = 0
    for row in shown["rows"]:
        for part in ("", "/pictures", "/misses", "/graph"):
            answer = web.get(f"/api/records/{row['row']}{part}")
            assert answer.status_code in (200, 400, 404)
            answered += answer.status_code == 200
    assert answered > len(variants)


def test_hostile_text_is_data(tmp_path, questions):
    fields = _fields(questions[0])
    prompt = type(questions[0].prompt)(question=EVIL, context=EVIL)
    evil = cw.Instance(**{**fields, "id": f"planning/reach/{EVIL}/0", "prompt": prompt, "gold": EVIL})
    verdict = cw.Verdict(
        id=evil.id,
        value=0.0,
        outcome=cw.Outcome.INCORRECT,
        code="wrong",
        explanation=EVIL,
        answer=EVIL,
        agent=EVIL,
    )
    web = client(tmp_path, write(tmp_path / "evil.jsonl", [evil, verdict]))
    for path in ("/", "/record/0", "/question/0", f"/record/{EVIL}"):
        page = web.get(path)
        assert "hacked" not in page.text
        assert page.headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'")
    for path in ("/api/records", "/api/records/0", "/api/records/1"):
        answer = web.get(path)
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert EVIL in json.dumps(answer.json(), ensure_ascii=False)
    assert web.get("/api/records/1").json()["answer"]["explanation"] == EVIL


@pytest.mark.parametrize(
    "name", ["-1", "1e3", "..%2f..%2fetc%2fpasswd", "%2e%2e", "٣", "1" * 40, "questions.jsonl"]
)
def test_an_address_names_a_record_by_number_alone(web, name):
    for part in ("", "/pictures", "/claims", "/misses", "/graph"):
        answer = web.get(f"/api/records/{name}{part}")
        assert answer.status_code in (400, 404)
        assert "root:" not in answer.text
    assert asked(web, "/api/records/99999", 404)["error"] == "there is no record 99999"


@pytest.mark.parametrize(
    ("query", "kinds"),
    [
        ("task=reach", ["states"]),
        ("task=just", ["states", "states"]),
        ("task=val", ["states"] * 4),
        ("task=land", ["states"]),
        ("task=accept", ["wave"]),
        ("task=cause", ["wave", "wave"]),
        ("task=simulate", ["wave"]),
        ("task=intervene", ["wave", "wave"]),
        ("family=timetravel", ["states"]),
        ("task=mfp", ["frames", "gallery"]),
        ("task=planning", ["frames"]),
        ("task=change", ["frames"]),
    ],
)
def test_every_sort_of_question_has_pictures(web, query, kinds):
    shown = asked(web, f"/api/records/{row_of(web, f'kind=question&{query}')}/pictures")
    assert [one["kind"] for one in shown] == kinds


def test_a_plan_is_a_list_of_states_in_which_changes_are_marked(web):
    right = asked(web, f"/api/records/{row_of(web, 'kind=question&task=just')}/pictures")[1]
    first, second = right["steps"][0], right["steps"][1]
    assert right["title"] == "A right answer"
    assert set(second["facts"]) == set(first["facts"]) - set(second["removed"]) | set(second["added"])
    assert second["added"]
    assert second["removed"]
    last = {right["names"][fact] for fact in right["steps"][-1]["facts"]}
    assert set(right["goal"]) <= last


def test_a_change_shows_where_two_worlds_differ(web):
    (shown,) = asked(web, f"/api/records/{row_of(web, 'kind=question&task=change')}/pictures")
    assert len(shown["boards"]) == 2
    assert not any(shown["marks"][:-1])
    assert shown["marks"][-1], "a shortest run ends with the first difference"


def test_a_wave_marks_what_is_claimed_wrongly(web, questions):
    accept = next(one for one in questions if one.task == "accept")
    (shown,) = asked(web, f"/api/records/{row_of(web, 'kind=question&task=accept')}/pictures")
    bad = accept.truth["first_bad_step"] if accept.form == "gen" else None
    assert min((step for step, _ in shown["marks"]), default=None) == bad


def test_claims_are_checked_and_say_what_they_rest_on(web):
    said = asked(web, f"/api/records/{row_of(web, 'kind=question&task=reach')}/claims")
    assert said["state"] == "holds"
    assert all(by.startswith("by ") and proven for _, by, proven in said["claims"])
    rules = {proof["kind"]: proof["rule"] for proof in said["certificates"]}
    assert rules["runs"].startswith("`runs`: a tree of states")


def test_near_misses_are_wrong_answers_with_reasons(web, questions):
    for task in ("reach", "just", "land", "cause", "level"):
        listed = asked(web, f"/api/records/{row_of(web, f'kind=question&task={task}')}/misses")
        question = next(one for one in questions if one.task == task)
        assert listed
        assert all(one["outcome"] == "incorrect" and one["text"] != question.gold for one in listed)
        assert all(one["explanation"] for one in listed)


def test_graphs_are_drawn_up_to_two_hundred_states(web, questions):
    drawn = asked(web, f"/api/records/{row_of(web, 'kind=question&family=timetravel')}/graph")
    states = next(one.truth["states"] for one in questions if one.family == "timetravel")
    assert len(drawn["nodes"]) == states
    assert any(node["goal"] for node in drawn["nodes"])
    assert len({(node["x"], node["y"]) for node in drawn["nodes"]}) == states
    system = asked(web, f"/api/records/{row_of(web, 'kind=question&task=cause')}/graph")
    assert len(system["nodes"]) == 3
    assert any("if " in edge["label"] for edge in system["edges"])
    grid = asked(web, f"/api/records/{row_of(web, 'kind=question&task=mfp')}/graph")
    assert grid["none"] == "No state space is drawn for this kind of world."


@pytest.mark.parametrize(
    ("family", "inner"), [("timetravel", "states"), ("gridworld", "frames"), ("reactive", "wave")]
)
def test_an_episode_is_played_back(web, family, inner):
    row = row_of(web, f"kind=episode&family={family}")
    record = asked(web, f"/api/records/{row}")
    assert (record["answer"]["outcome"], record["answer"]["stored"]) == ("correct", False)
    shown = asked(web, f"/api/records/{row}/pictures")[0]
    assert (shown["kind"], shown["inner"]["kind"], shown["fault"]) == ("playback", inner, "")
    steps = shown["inner"].get("steps") if inner == "states" else shown["inner"].get("captions")
    assert inner == "wave" or len(steps) == len(shown["turns"])


def test_a_contradicted_episode_is_played_up_to_the_lie(folder, tmp_path):
    lines = [json.loads(line) for line in (folder / "episodes.jsonl").read_text().splitlines()]
    level = next(line for line in lines if line["instance"].startswith("timetravel"))
    level["steps"][2]["outcome"] = EVIL
    (tmp_path / "lie.jsonl").write_bytes(encode(level) + b"\n")
    (shown, *_) = asked(client(tmp_path, tmp_path / "lie.jsonl"), "/api/records/0/pictures")
    assert shown["fault"].startswith("the outcome is '<script>window.hacked")
    assert len(shown["turns"]) == 4


def test_the_command_says_what_it_left_out(tmp_path, monkeypatch):
    served = []
    monkeypatch.setattr(server, "serve", lambda routes, say, **options: served.append((routes, options)))
    path = tmp_path / "bad.jsonl"
    path.write_text('{"id":"x","response":"y"}\n{"id":"x"}\n')
    arguments = ["view", str(path), "--answers", str(tmp_path / "answers.jsonl"), "--no-open", "--port", "0"]
    done = CliRunner().invoke(command, arguments[1:], standalone_mode=False)
    assert (done.exception, done.return_value) == (None, 0)
    (((_, *_), options),) = served
    assert options == {"host": "127.0.0.1", "port": 0, "browser": False}
    assert f"{path}:2: the line is no record" in done.output
    assert "damaged lines that were left out: 1" in done.output
