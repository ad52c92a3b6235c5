"""``certwright autumn`` from the shell."""

import json

import pytest

from certwright.scripts.cli import run

WORLD = """(program (= GRID_SIZE 3) (object Dot (Cell 0 0 "red"))
(= dot (initnext (Dot (Position 0 1)) (prev dot))) (on right (= dot (moveRightNoCollision dot))))"""


@pytest.fixture
def world(tmp_path):
    path = tmp_path / "world.sexp"
    path.write_text(WORLD)
    return path


def test_run_prints_frames(world, capsys):
    assert run(["autumn", "run", str(world), "--actions", "right, click 1 1"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        *("step 0", "...", "r..", "..."),
        *("step 1: right", "...", ".r.", "..."),
        *("step 2: click 1 1", "...", ".r.", "..."),
        "colours: . black, r red",
    ]


def test_actions_from_a_file(world, tmp_path, capsys):
    file = tmp_path / "actions.json"
    file.write_text('[{"type": "right"}, "right", {"type": "click", "x": 0, "y": 0}]')
    assert run(["autumn", "trace", str(world), "--actions", str(file), "--rng-seed", "42"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["actions"] == ["right", "right", "click 0 0"]
    assert record["frames"][-1] == "000001000"
    assert record["covered"] == "1/1"


def test_traces_are_checked(world, tmp_path, capsys):
    run(["autumn", "trace", str(world), "--actions", "right", "--label", "a"])
    line = capsys.readouterr().out
    traces = tmp_path / "traces.jsonl"
    check = ["autumn", "trace", "--check", str(traces), "--programs", str(tmp_path)]
    traces.write_text(line)
    assert run(check) == 0
    assert capsys.readouterr().out == "world a seed 0: 1 steps agree\n"
    traces.write_text(line.replace("000010000", "000100000"))
    assert run(check) == 1
    assert "step 1: 2 cells differ, first x=0 y=1: black, recorded red" in capsys.readouterr().out
    traces.write_text(line + "{}\n" + line.replace('"world"', '"other"') + "{\n")
    assert run(check) == 3
    assert len(capsys.readouterr().err.splitlines()) == 3


def test_lint_and_faults(world, tmp_path, capsys):
    assert run(["autumn", "lint", str(world)]) == 0
    world.write_text(WORLD.replace("(prev dot)", "(tail (list (prev dot)))"))
    assert run(["autumn", "lint", str(world)]) == 1
    assert "world.sexp:2:39: tail:" in capsys.readouterr().out
    world.write_text("(program\n (= a (+ 1 true)))")
    assert run(["autumn", "run", str(world)]) == 3
    assert "world.sexp:2:7: + needs two numbers" in capsys.readouterr().err
    assert run(["autumn", "run", str(world), "--actions", "jump"]) == 3
    assert run(["autumn", "trace"]) == 2
    world.write_bytes(b"\xff")
    assert run(["autumn", "lint", str(world)]) == 3


def test_the_last_frame_alone_with_its_letters(world, capsys):
    assert run(["autumn", "run", str(world), "--last", "--actions", "right, right"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        *("step 2: right", "...", "..r", "..."),
        "colours: . black, r red",
    ]


def test_a_trace_that_holds_nothing_is_no_agreement(world, tmp_path, capsys):
    traces = tmp_path / "traces.jsonl"
    check = ["autumn", "trace", "--check", str(traces), "--programs", str(tmp_path)]
    traces.write_text("")
    assert run(check) == 3
    assert "no trace" in capsys.readouterr().err
    empty = {"program": "world", "rng_seed": 0, "palette": [], "actions": [], "frames": []}
    traces.write_text(json.dumps(empty))
    assert run(check) == 3
    assert capsys.readouterr().err.count("(at frames)") == 1
