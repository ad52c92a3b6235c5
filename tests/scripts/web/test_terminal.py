"""Games at the terminal: what was played is kept and gone on with, by `play` and by `run`."""

import os
import select
import subprocess
import sys

import pytest

from certwright.domains.reactive.columns import read_frame
from certwright.instances.errors import RecordError
from certwright.instances.store import read_episodes
from certwright.scripts.agents.reactive import observation_of
from certwright.scripts.web.games import Games
from certwright.scripts.web.terminal import LEGEND, play_here


def reader(*lines):
    left = iter(lines)

    def read(prompt):
        line = next(left, None)
        if line is None:
            raise KeyboardInterrupt
        return line + "\n"

    return read


def test_the_terminal_keeps_what_was_played_and_goes_on(offered, tmp_path):
    games, shown = Games(tmp_path), []
    first = reader("take brann lens yard-past", "tkae", "?", "walk brann")
    assert not play_here(offered, games, first, shown.append)
    assert shown[0].startswith("First Post: turns are kept in ") and "(? lists what you can do" in shown[1]
    assert shown[-1] == "\n1 turn kept; the same command continues it."
    shown.clear()
    rest = reader(
        "walk brann yard-past quay-past",
        "post brann lens quay-past quay-future",
        "take noor lens quay-future",
    )
    assert play_here(offered, games, rest, shown.append)
    assert shown[1] == "The game continues after 1 turn."
    assert "EPISODE OVER: SOLVED" in shown[-2]
    assert shown[-1] == (
        "\nScore 1.0 (ok): Solved with 4 valid actions. You took 4 turns, 4 of them valid. "
        "The shortest way takes 4 actions."
    )
    (episode,) = read_episodes(tmp_path / "played.jsonl")
    assert [step.outcome for step in episode.steps] == ["valid"] * 4


def test_a_machine_is_shown_in_frames_that_say_what_the_observation_says(offered, tmp_path):
    games, shown = Games(tmp_path), []
    machine = offered[4]
    assert not play_here([machine], games, reader("advance 1", "advance"), shown.append)
    frames = [text for text in shown if text.startswith("GF-01-R1")]
    assert len(frames) == 3 and all(text.endswith(LEGEND) for text in frames)
    assert not any('"budget_t_remaining"' in text for text in shown)
    (row,) = games.listed()
    seen = observation_of(games.game(row["game"]).run.scene())
    assert read_frame(frames[-1].removesuffix(LEGEND)) == seen
    rest = ["advance"] * (len(machine.query["trace"]) - 2)
    assert play_here([machine], games, reader(*rest), shown.append)
    assert shown[-2].startswith("\nGF-01-R1") and "You made 1 setting" in shown[-1]


@pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals")
def test_an_arrow_key_is_a_line_at_a_terminal(tmp_path):
    pty = pytest.importorskip("pty")
    pytest.importorskip("readline")
    words = ["play", "gridworld/planning", "--terminal", "--games", str(tmp_path)]
    program = f"from certwright.scripts.cli import run; import sys; sys.exit(run({words!r}))"
    environment = {
        **os.environ,
        "PYTHONSAFEPATH": "1",
        "TERM": "xterm",
        "NO_COLOR": "1",
        "INPUTRC": "/dev/null",
    }
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    )
    os.close(theirs)
    try:
        shown = until(ours, "> ")
        assert "Exploration, step 0" in shown
        os.write(ours, b"\x1b[C")
        assert "Exploration, step 1" in until(ours, "> ", after="right")
        os.write(ours, b"\x04")
        assert process.wait(30) == 130
    finally:
        process.kill()
        process.wait()
        os.close(ours)
    (row,) = Games(tmp_path).listed()
    assert row["turns"] == 1


def until(file, mark, after=""):
    """What a terminal shows, up to a mark at its end that follows a text."""
    shown = ""
    while not shown[shown.find(after) :].endswith(mark) or after not in shown:
        assert select.select([file], [], [], 60)[0], f"nothing more is shown after {shown!r}"
        shown += os.read(file, 10_000).decode(errors="replace")
    return shown


def test_the_command_plays_at_the_terminal(certwright, tmp_path):
    done = certwright("play", "timetravel", "--terminal", "--games", str(tmp_path), stdin="STUCK\n")
    assert done.code == 0
    said = "You said that the goal can no longer be reached. You took 1 turn, 0 of them valid."
    assert f"Score 0.0 (goal_not_reached): {said}" in done.err
    assert certwright("play", "timetravel", "--terminal", "--games", str(tmp_path), stdin="").code == 130
    with pytest.raises(RecordError, match="there is no episode to play"):
        play_here([], Games(tmp_path), input, print)


def test_run_by_hand_keeps_an_unfinished_game_and_resumes_it(certwright, tmp_path):
    out = tmp_path / "mine.jsonl"
    command = ("run", "timetravel", "--levels", "1", "--agent", "human", "--runs", "2", "-o", out)
    lines = [
        "take brann lens yard-past",
        "walk brann yard-past quay-past",
        "post brann lens quay-past quay-future",
        "take noor lens quay-future",
    ]
    stopped = certwright(*command, stdin="\n".join([*lines, "take brann lens yard-past\n"]))
    assert stopped.code == 130 and "1 turn kept; --resume continues it." in stopped.err
    refused = certwright(*command, stdin="STUCK\n")
    assert refused.code == 2 and "--resume continues them, another -o starts afresh" in refused.err
    done = certwright(*command, "--resume", stdin="STUCK\n")
    assert done.code == 0 and "The game continues after 1 turn." in done.err
    first, second = read_episodes(out)
    assert (first.stop, len(first.steps), first.sample) == ("SOLVED", 4, 0)
    assert (second.stop, len(second.steps), second.sample) == ("LLM_STUCK", 2, 1)
    assert second.agent == f"{first.agent}-again"
