"""Games over HTTP: the episodes that come out, journals, two tabs, kills, bounds, slips."""

import errno
import json
import os
import signal
import subprocess
import sys
import urllib.request

import pytest
from msgspec.structs import replace

from certwright.instances.errors import NameUnknownError
from certwright.instances.store import read_episodes
from certwright.scripts.agents.agent import environment, optimal, play
from certwright.scripts.web import games as games_module
from certwright.scripts.web.games import CONSENT, player_name

PLAYER = "human-tester"


def best(question):
    world = environment(question)
    return play(question.id, world, optimal(question, world))


def play_through(table, number, episode, begin=0):
    """Take the turns of an episode over HTTP; the name of the game and its last state."""
    game = table.begin(number)
    for place, step in enumerate(episode.steps):
        action = step.action
        said = table.turn(game, place, action["tool"], **action["arguments"])
        assert said.status_code == 200, said.text
    return game, said.json()


def test_a_finished_game_is_the_episode_of_the_same_turns(table, offered, certwright):
    games = {}
    for number, question in enumerate(offered):
        expected = best(question)
        game, state = play_through(table, number, expected)
        games[question.id] = expected, game
        assert state["over"] and state["end"]["won"] and state["end"]["value"] == 1.0
        assert state["stop"] == expected.stop and state["number"] == len(expected.steps)
    folder = table.play.games.folder
    episodes = list(read_episodes(folder / "played.jsonl"))
    assert [one.instance for one in episodes] == list(games)
    for one in episodes:
        expected, game = games[one.instance]
        assert (one.steps, one.stop, one.agent, one.sample) == (expected.steps, expected.stop, PLAYER, 0)
        seconds = [1.5] * len(one.steps)
        assert one.metadata == {"game": game, "consent": CONSENT, "seconds": seconds}
        assert one.usage.seconds == sum(seconds)
    arguments = [str(folder / "played.jsonl"), "--truth", str(folder / "questions.jsonl")]
    assert certwright("score", *arguments, "-o", str(folder / "verdicts.jsonl"), "-q").code == 0
    verdicts = [json.loads(line) for line in (folder / "verdicts.jsonl").read_text().splitlines()]
    assert [(one["value"], one["agent"]) for one in verdicts] == [(1.0, PLAYER)] * len(offered)
    assert PLAYER in certwright("report", *arguments).out


def test_a_second_game_of_a_question_is_another_sample(table):
    for number in range(2):
        game = table.begin(0)
        table.turn(game, 0, "STUCK")
        assert table.play.games.game(game).sample == number
    episodes = list(read_episodes(table.play.games.folder / "played.jsonl"))
    assert [one.sample for one in episodes] == [0, 1]
    assert len((table.play.games.folder / "questions.jsonl").read_bytes().splitlines()) == 1


def test_two_tabs_play_one_game(table):
    game = table.begin(0)
    first = table.turn(game, 0, "take", c="brann", i="lens", p="yard-past").json()
    assert (first["number"], first["stale"]) == (1, False)
    assert "instructions" not in first
    other = table.turn(game, 0, "STUCK").json()
    assert (other["number"], other["stale"], other["over"]) == (1, True, False)
    assert other["observation"] == first["observation"] and "instructions" in other
    assert table.turn(game, 1, "STUCK").json()["over"]
    after = table.turn(game, 2, "STUCK").json()
    assert (after["number"], after["stale"]) == (2, True)


@pytest.mark.parametrize(
    ("tool", "arguments", "error"),
    [
        ("fly", {}, "there is no tool 'fly' now (at tool)"),
        ("take", {"c": "brann", "i": "lens"}, "take: argument 'p' is missing (at arguments)"),
        (
            "take",
            {"c": "ann", "i": "lens", "p": "yard-past"},
            "take: argument 'c' is 'ann', which is not one of",
        ),
        ("take", {"c": 7, "i": "lens", "p": "yard-past"}, "take: argument 'c' is no string (at arguments)"),
    ],
)
def test_a_slip_is_no_turn(table, tool, arguments, error):
    game = table.begin(0)
    said = table.turn(game, 0, tool, **arguments)
    assert said.status_code == 400
    assert said.json()["error"].startswith(error)
    assert table.show(game)["number"] == 0
    journal = table.play.games.folder / f"{game}.jsonl"
    assert len(journal.read_bytes().splitlines()) == 1


def test_bodies_of_turns_are_checked(table):
    game = table.begin(0)
    path = f"/api/games/{game}/turns"
    for body, error in [
        ({"tool": "STUCK"}, "a whole number is expected (at number)"),
        ({"number": 0}, "a text is expected (at tool)"),
        ({"number": 0, "tool": "STUCK", "arguments": []}, "an object is expected (at arguments)"),
        ({"number": 0, "tool": "STUCK", "seconds": "7"}, "a number is expected (at seconds)"),
    ]:
        said = table.post(path, **body)
        assert (said.status_code, said.json()["error"]) == (400, error)
    assert table.show(game)["number"] == 0


@pytest.mark.parametrize(
    "name", ["nothing", "game-0000000000000000", "..%2fplayed", "%2e%2e%2fplayed", "played"]
)
def test_a_game_is_found_by_its_name_alone(table, name):
    table.turn(table.begin(0), 0, "STUCK")  # so that played.jsonl is there
    said = table.client.get(f"/api/games/{name}")
    assert said.status_code == 404
    assert said.text in ('{"error":"there is no such game"}', "Not Found")


def test_beginning_is_checked(table):
    for body, status, error in [
        ({"question": 5, "player": PLAYER}, 404, "there is no question 5"),
        ({"question": -1, "player": PLAYER}, 404, "there is no question -1"),
        (
            {"question": 0, "player": "Ann"},
            400,
            "a player's name is human- and six letters or digits (at player)",
        ),
    ]:
        said = table.post("/api/games", **body)
        assert (said.status_code, said.json()["error"]) == (status, error)
    assert not table.play.games.listed()
    assert player_name().startswith("human-") and len({player_name() for _ in range(5)}) == 5


def test_games_are_bounded(table, monkeypatch):
    monkeypatch.setattr(games_module, "GAMES", 3)
    monkeypatch.setattr(games_module, "OPEN", 1)
    names = [table.begin(number) for number in (0, 1, 4)]
    said = table.post("/api/games", question=2, player=PLAYER)
    assert said.status_code == 400
    assert said.json()["error"].endswith("holds 3 games; remove some, or use --games")
    assert len(table.play.games._open) == 1
    assert [table.show(name)["number"] for name in names] == [0, 0, 0]


def test_a_game_is_restored_from_its_journal(table, laid):
    game = table.begin(0)
    state = table.turn(game, 0, "take", c="brann", i="lens", p="yard-past").json()
    folder = table.play.games.folder
    journal = folder / f"{game}.jsonl"
    with journal.open("ab") as file:
        file.write(b'{"action":{"tool":"STU')  # what a kill leaves
    again = laid(folder)
    shown = again.show(game)
    assert (shown["number"], shown["observation"]) == (1, state["observation"])
    assert journal.read_bytes().endswith(b'"turn":0}\n')
    # two servers with one folder take turns
    assert (
        again.turn(game, 1, "walk", c="brann", **{"from": "yard-past", "to": "quay-past"}).json()["number"]
        == 2
    )
    assert table.turn(game, 1, "STUCK").json()["stale"]
    assert table.turn(game, 2, "STUCK").json()["over"]
    assert again.show(game)["stop"] == "LLM_STUCK"
    assert [row["stop"] for row in again.play.games.listed()] == ["LLM_STUCK"]


def test_a_kill_between_the_last_turn_and_the_end_loses_no_episode(table, laid):
    game = table.begin(0)
    table.turn(game, 0, "STUCK")
    folder = table.play.games.folder
    played, journal = (folder / "played.jsonl"), folder / f"{game}.jsonl"
    whole, lines = played.read_bytes(), journal.read_bytes().splitlines(keepends=True)
    for left in (b"", whole[:100], whole):
        played.write_bytes(left)
        journal.write_bytes(b"".join(lines[:-1]))
        assert laid(folder).show(game)["stop"] == "LLM_STUCK"
        assert played.read_bytes() == whole
        assert journal.read_bytes().splitlines(keepends=True) == lines


def test_a_full_disk_is_said_and_loses_no_episode(table, monkeypatch):
    game = table.begin(0)

    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as disk:
        disk.setattr(games_module, "append_once", full)
        said = table.turn(game, 0, "STUCK")
        assert said.status_code == 507
        assert said.json() == {"error": "nothing can be kept on this machine: no space left on device"}
        assert table.client.get(f"/api/games/{game}").status_code == 507
    played = table.play.games.folder / "played.jsonl"
    assert not played.exists()
    again = table.turn(game, 0, "STUCK").json()
    assert (again["stale"], again["over"], again["stop"]) == (True, True, "LLM_STUCK")
    assert [one.metadata["game"] for one in read_episodes(played)] == [game]


def test_a_journal_without_a_whole_first_line_was_never_begun(table, laid):
    folder = table.play.games.folder
    (folder / "game-0123456789abcdef.jsonl").write_bytes(b'{"player":"hum')
    (folder / "game-notours.jsonl").write_bytes(b"{}\n")
    odd = b'{"question":[1],"player":7,"sample":0}\n'
    (folder / "game-fedcba9876543210.jsonl").write_bytes(odd)
    assert table.play.games.listed() == []
    broken = table.begin(0)
    with (folder / f"{broken}.jsonl").open("ab") as file:
        file.write(b"no JSON\n")
    assert [row["turns"] for row in laid(folder).client.get("/api/home").json()["games"]] == [0]
    said = laid(folder).client.get(f"/api/games/{broken}")
    assert said.status_code == 400
    assert said.json()["error"].startswith(f"{folder / broken}.jsonl:2: JSON is malformed")
    with pytest.raises(NameUnknownError, match="there is no such game"):
        table.play.games.game("game-0123456789abcdef")


def test_what_is_sent_before_the_end_names_no_world(table, offered):
    for number, question in enumerate(offered[1:], 1):
        game = table.begin(number)
        home, state = table.client.get("/api/home").text, table.client.get(f"/api/games/{game}").text
        assert question.domain not in home and question.id not in home
        assert question.domain not in state and question.id not in state and '"end"' not in state
    titles = [one["title"] for one in table.client.get("/api/home").json()["questions"]]
    assert titles == [
        *("First Post", "World 1, masked frames", "World 1, planning", "World 1, find the change"),
        "Machine 1: 4 inputs, 7 timesteps, at one timestep",
    ]


def test_foreign_text_stays_text(offered, laid, tmp_path):
    hostile = "<img src=x onerror=alert(1)>\x1b[31m"
    level = {**offered[0].world["level"], "story": hostile, "title": hostile}
    question = replace(offered[0], world={**offered[0].world, "level": level})
    table = laid(tmp_path, [question])
    said = table.client.get("/api/home")
    assert said.headers["content-type"] == "application/json"
    assert said.json()["questions"][0]["title"] == hostile
    assert hostile in table.show(table.begin(0))["view"]["story"]


# --- the server as a process


def started(folder):
    program = "from certwright.scripts.cli import main; main()"
    words = ["play", "timetravel", "--no-open", "--port", "0", "--games", str(folder)]
    process = subprocess.Popen(
        [sys.executable, "-c", program, *words],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONSAFEPATH": "1"},
    )
    line = process.stderr.readline()
    assert line.startswith("http://127.0.0.1:") and line.endswith("   (Ctrl-C ends)\n"), line
    return process, line.split()[0].rstrip("/")


def asked(address, path, **body):
    headers = {"origin": address, "content-type": "application/json"}
    request = urllib.request.Request(address + path, json.dumps(body).encode() if body else None, headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def test_a_server_that_is_killed_loses_no_turn_and_ctrl_c_ends_one(tmp_path, offered):
    expected = best(offered[0])
    turns = [{"number": n, "seconds": 0, **step.action} for n, step in enumerate(expected.steps)]
    process, address = started(tmp_path)
    try:
        game = asked(address, "/api/games", question=0, player=PLAYER)["game"]
        for turn in turns[:2]:
            state = asked(address, f"/api/games/{game}/turns", **turn)
    finally:
        process.send_signal(signal.SIGKILL)
        process.communicate()
    process, address = started(tmp_path)
    try:
        assert asked(address, f"/api/games/{game}")["observation"] == state["observation"]
        for turn in turns[2:]:
            state = asked(address, f"/api/games/{game}/turns", **turn)
    finally:
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (0, "", "")
    assert state["end"]["won"]
    (episode,) = read_episodes(tmp_path / "played.jsonl")
    assert (episode.steps, episode.stop) == (expected.steps, expected.stop)


def test_the_extra_is_named_when_it_is_missing(certwright, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "starlette.routing", None)
    for name in [name for name in sys.modules if name.startswith("certwright.scripts.web.")]:
        monkeypatch.delitem(sys.modules, name)
    done = certwright("play", "timetravel", "--games", str(tmp_path), "--no-open")
    assert done.code == 4
    assert 'pip install "certwright[play]"' in done.err


def test_pictures_come_after_the_end_and_later_games_are_apart(table, offered):
    expected = best(offered[1])
    game = table.begin(1)
    early = table.client.get(f"/api/games/{game}/pictures")
    assert early.status_code == 404 and "its pictures are shown at the end" in early.json()["error"]
    assert table.begin(1) == game, "it goes on until it has ended"
    for again in (False, True):
        game, state = play_through(table, 1, expected)
        assert state["end"]["again"] == again
        kinds = [one["kind"] for one in table.client.get(f"/api/games/{game}/pictures").json()]
        assert kinds == ["playback", "frames", "gallery"]
    home = table.client.get("/api/home").json()
    assert home["players"] == [PLAYER] and home["questions"][1]["played"] == [PLAYER] * 2
    agents = [one.agent for one in read_episodes(table.play.games.folder / "played.jsonl")]
    assert agents == [PLAYER, f"{PLAYER}-again"]
