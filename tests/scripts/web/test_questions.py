"""Questions answered by hand: what counts, what is kept, what a page is told before and after."""

import pytest
from starlette.testclient import TestClient

import certwright as cw
from certwright.instances.records import Answer
from certwright.instances.store import read_answers
from certwright.scripts.web import server
from certwright.scripts.web.view import QuestionRoutes, Sheet

HOME = "http://127.0.0.1:8570"
PLAYER = "human-abc234"


@pytest.fixture(scope="module")
def questions():
    planning = cw.load("planning")
    return [
        planning.filter(task="reach", form="gen", domain="blocksworld")[0],
        planning.filter(task="val", form="mcq", domain="ferry")[0],
        cw.load("reactive/accept").filter(form="bool")[0],
        cw.load("reactive").filter(form="episode")[0],
    ]


@pytest.fixture
def web(tmp_path, questions):
    asked = QuestionRoutes(questions.__getitem__, len(questions), Sheet(tmp_path / "new" / "answers.jsonl"))
    return TestClient(server.application(asked.routes()), base_url=HOME)


def answer(web, number, text, player=PLAYER, **more):
    sent = {"answer": text, "player": player, "seconds": 2.25, **more}
    return web.post(f"/api/questions/{number}/answer", json=sent, headers={"origin": HOME})


def kept(tmp_path):
    return list(read_answers(tmp_path / "new" / "answers.jsonl"))


def test_a_question_is_shown_without_its_truth(web, questions):
    shown = web.get("/api/questions/0").json()
    assert shown["prompt"] == cw.prompt(questions[0])
    assert shown["player"].startswith("human-")
    assert shown["counted"] is None
    assert questions[0].gold not in str({key: value for key, value in shown.items() if key != "prompt"})
    assert web.get("/api/questions/1").json()["letters"] == ["A", "B", "C", "D"]
    assert web.get(f"/api/questions/1?player={PLAYER}").json()["player"] == PLAYER
    assert web.get("/api/questions/1?player=Jane+Doe").json()["player"] != "Jane Doe"


def test_what_cannot_be_read_does_not_count_and_can_be_mended(web, tmp_path, questions):
    told = answer(web, 0, "Hm, hard to say.").json()
    assert (told["outcome"], told["counts"]) == ("unparsed", False)
    assert "gold" not in told
    assert not (tmp_path / "new" / "answers.jsonl").exists()
    told = answer(web, 0, questions[0].gold).json()
    assert (told["outcome"], told["value"], told["counts"]) == ("correct", 1.0, True)
    (row,) = kept(tmp_path)
    assert (row.id, row.agent, row.response) == (questions[0].id, PLAYER, questions[0].gold)


def test_the_first_answer_counts_and_later_ones_are_practice(web, tmp_path, questions):
    assert answer(web, 2, "yes").json()["counts"] is True
    again = answer(web, 2, "no").json()
    assert again["counts"] is False
    assert again["outcome"] in ("correct", "incorrect")
    assert answer(web, 2, "no", player="human-zzz999").json()["counts"] is True
    assert [(row.agent, row.response) for row in kept(tmp_path)] == [(PLAYER, "yes"), ("human-zzz999", "no")]
    assert web.get(f"/api/questions/2?player={PLAYER}").json()["counted"] == "yes"


def test_a_verdict_comes_with_its_reason_and_the_claims_that_concern_it(web, questions):
    reachable = answer(web, 0, "(handempty)").json()
    assert (reachable["code"], reachable["explanation"]) == ("reachable", "(handempty) is reachable")
    assert reachable["gold"] == questions[0].gold
    assert ["(handempty) is reachable", "by runs", True] in reachable["claims"]
    wrong = next(letter for letter in "ABCD" if letter != questions[1].gold)
    (claim,) = answer(web, 1, wrong).json()["claims"]
    assert claim[0].startswith(f"option {wrong}: ")


def test_score_reads_the_answers(web, tmp_path, questions):
    answer(web, 0, questions[0].gold)
    answer(web, 1, questions[1].gold)
    values = [cw.score(one, row).value for one, row in zip(questions[:2], kept(tmp_path), strict=True)]
    assert values == [1.0, 1.0]
    assert all(isinstance(row, Answer) for row in kept(tmp_path))
    line = (tmp_path / "new" / "answers.jsonl").read_bytes().splitlines()[0]
    assert b'"usage":{"input_tokens":0,"output_tokens":0,"reasoning_tokens":0,"seconds":2.2}' in line


def test_a_torn_line_is_dropped_before_the_next_answer(web, tmp_path, questions):
    path = tmp_path / "new" / "answers.jsonl"
    path.write_bytes(b'{"id":"x","respo')
    answer(web, 0, questions[0].gold)
    assert [row.id for row in kept(tmp_path)] == [questions[0].id]


def test_what_is_no_answer_is_refused(web):
    assert answer(web, 0, "yes", player="Jane Doe").json()["error"].startswith("a player's name is human-")
    assert answer(web, 0, "x" * 100_001).json()["error"].startswith("the text is longer than 100000")
    assert answer(web, 0, 7).json()["error"] == "a text is expected (at answer)"
    assert answer(web, 0, "(handempty)", seconds="1").json()["error"] == "a number is expected (at seconds)"
    assert answer(web, 9, "yes").json()["error"] == "there is no such question"
    assert answer(web, "..%2f0", "yes").status_code == 404
    assert "`certwright play` plays it" in answer(web, 3, "yes").json()["error"]
    assert web.get("/api/questions/3").status_code == 400
