"""`certwright play --author`: a program beside its world, read again on each save."""

import os

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from certwright.scripts.cli.pages import play_command as command
from certwright.scripts.web import server
from certwright.scripts.web.author import Author

HOME = "http://127.0.0.1:8570"
DOT = """(program
  (= GRID_SIZE 3)
  (object Dot (Cell 0 0 "red"))
  (= dot (initnext (Dot (Position 0 1)) (prev dot)))
  (on right (= dot (moveRightNoCollision dot)))
  (on clicked (= dot (updateObj dot "origin" (Position (.. click x) (.. click y))))))
"""


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "dot.sexp"
    path.write_text(DOT)
    return path


@pytest.fixture
def web(path):
    return TestClient(server.application(Author(path).routes()), base_url=HOME)


def save(path, text):
    before = path.stat().st_mtime_ns
    path.write_text(text)
    os.utime(path, ns=(before + 10**9, before + 10**9))


def act(web, action, version=1):
    body = {"action": action, "version": version}
    return web.post("/api/author/act", json=body, headers={"origin": HOME}).json()


def cells(state):
    names = [name for name, _ in state["grid"]["palette"]]
    return ["".join(names[int(cell)][0] for cell in row) for row in state["grid"]["rows"]]


def test_the_world_is_moved_by_keys_and_clicks(web, path):
    state = web.get("/api/author").json()
    assert (state["text"], state["version"], state["step"]) == (DOT, 1, 0)
    assert (state["faults"], state["stale"]) == ([], False)
    assert cells(state) == ["bbb", "rbb", "bbb"]
    assert cells(act(web, "right")) == ["bbb", "brb", "bbb"]
    clicked = act(web, "click 2 0")
    assert cells(clicked) == ["bbr", "bbb", "bbb"]
    assert clicked["actions"] == ["right", "click 2 0"]
    assert "text" not in clicked
    begun = web.post("/api/author/reset", json={"seed": 5}, headers={"origin": HOME}).json()
    assert (cells(begun), begun["step"], begun["seed"]) == (["bbb", "rbb", "bbb"], 0, 5)


def test_a_save_begins_the_world_again(web, path):
    web.get("/api/author")
    act(web, "right")
    save(path, DOT.replace('"red"', '"gold"'))
    state = web.get("/api/author?version=1").json()
    assert (state["version"], state["step"]) == (2, 0)
    assert '"gold"' in state["text"]
    assert cells(state) == ["bbb", "gbb", "bbb"]
    late = act(web, "right", version=1)
    assert (late["step"], late["version"]) == (0, 2), (
        "a key meant for the world before the save moves nothing"
    )
    assert "text" not in web.get("/api/author?version=2").json()


def test_a_fault_is_told_with_its_place_and_the_last_world_stays(web, path):
    web.get("/api/author")
    save(path, DOT.replace("(= GRID_SIZE 3)", "(= GRID_SIZE 3"))
    state = web.get("/api/author").json()
    assert state["faults"][0]["line"] == 1
    assert "never closed" in state["faults"][0]["message"]
    assert state["stale"] is True
    assert cells(state) == ["bbb", "rbb", "bbb"]
    path.unlink()
    assert web.get("/api/author").json()["faults"][0]["message"].startswith("cannot be read: ")
    path.write_bytes(b"(program \xff)")
    assert "cannot be read" in web.get("/api/author").json()["faults"][0]["message"]
    path.write_text(DOT)
    assert web.get("/api/author").json()["faults"] == []


def test_the_linter_is_asked_on_each_save(web, path):
    save(path, DOT.replace("(on right", "(on (|| right left)"))
    (finding, *_) = web.get("/api/author").json()["findings"]
    assert (finding["line"], finding["message"]) == (5, "logic: || means *and* in the reference; write |")


def test_a_step_that_fails_is_told_and_moves_nothing(web, path):
    save(path, DOT.replace("(moveRightNoCollision dot)", "(head (list))"))
    web.get("/api/author")
    state = act(web, "right")
    assert state["faults"][0]["message"].startswith("the step right fails: ")
    assert state["faults"][0]["line"] == 5
    assert state["step"] == 0
    assert act(web, "noop")["faults"] == []


def test_hostile_programs_and_actions_are_answered(web, path):
    save(path, "(program " + "(" * 100_000)
    assert web.get("/api/author").json()["faults"]
    save(path, '(program (= GRID_SIZE 3) (= s "<script>alert(1)</script>"))')
    state = web.get("/api/author")
    assert state.headers["content-type"] == "application/json"
    assert "alert(1)" not in web.get("/").text
    assert "is no action" in act(web, "rm -rf /")["error"]
    assert web.post("/api/author/reset", json={"seed": "x"}, headers={"origin": HOME}).status_code == 400


def test_the_command_plays_nothing_else(path, monkeypatch):
    served = []
    monkeypatch.setattr(server, "serve", lambda routes, say, **options: served.append(options))
    done = CliRunner().invoke(command, ["--author", str(path), "--no-open"], standalone_mode=False)
    assert (done.exception, done.return_value, len(served)) == (None, 0, 1)
    wrong = CliRunner().invoke(command, ["timetravel", "--author", str(path)])
    assert wrong.exit_code == 2
    assert "--author FILE shows a file in the browser" in wrong.output
