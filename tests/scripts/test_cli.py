"""The shell: exit codes, streams, and each command on small files."""

import json
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

import certwright as cw
from certwright.instances.formats import exporters
from certwright.scripts.cli import COMMANDS, exit_code

CERTWRIGHT = str(Path(sys.executable).parent / "certwright")


def rows(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.parametrize(
    ("held", "code"),
    [
        ({}, 0),
        ({"undecided": True}, 5),
        ({"undecided": True, "bad": True}, 3),
        ({"undecided": True, "bad": True, "failed": True}, 1),
        ({"undecided": True, "bad": True, "failed": True, "missing": True}, 4),
    ],
    ids=["nothing", "undecided", "bad", "failed", "missing"],
)
def test_precedence_of_exit_codes(held, code):
    assert exit_code(**held) == code


def test_help_lists_every_command(certwright):
    result = certwright("--help")
    assert result.code == 0
    assert all(f"  {name} " in result.out for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(certwright, name):
    result = certwright(name, "--help")
    assert result.code == 0
    assert result.out.startswith(f"Usage: certwright {name}")


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["label"],
        ["score", "nothing.jsonl"],
        ["list", "colours"],
        ["label", "missing.jsonl"],
        ["show"],
    ],
    ids=" ".join,
)
def test_usage_errors_end_with_2(certwright, arguments):
    result = certwright(*arguments)
    assert result.code == 2
    assert result.out == ""
    assert "Error: " in result.err


def test_importing_pddl_asks_the_questions_of_a_world(questions):
    assert sorted(row["task"] for row in rows(questions)) == ["app", "areach", "land", "nexta", "reach"]
    assert len({row["id"] for row in rows(questions)}) == 5


def test_import_reports_bad_records_and_keeps_the_good_ones(certwright, tmp_path):
    good = {
        "id": 1,
        "group": "applicable_actions_bool",
        "context": "This is a ferry domain.",
        "question": "?",
    }
    lines = [
        json.dumps({**good, "answer": "yes"}),
        "{broken",
        json.dumps({**good, "id": 2, "group": "colours"}),
    ]
    file = tmp_path / "rows.jsonl"
    file.write_text("\n".join(lines) + "\n")
    result = certwright("import", "acpbench", file)
    assert result.code == 3
    assert [row["source"]["key"] for row in result.rows] == ["acpbench:bool/app/1"]
    assert f"{file}:2" in result.err
    assert f"{file}:3" in result.err


def test_show_lists_and_shows(certwright, questions):
    table = certwright("show", questions)
    assert table.code == 0
    ids = [row["id"] for row in rows(questions)]
    assert all(name in table.out for name in ids)
    whole = certwright("show", questions, ids[0])
    for part in ("prompt", "truth", "pddl", "certificates"):
        alone = certwright("show", questions, ids[0], f"--{part}")
        assert alone.code == 0
        assert alone.out.strip() in whole.out
    assert "(define (domain ferry)" in certwright("show", questions, ids[0], "--pddl").out


def test_show_of_an_unknown_id_ends_with_3(certwright, questions):
    result = certwright("show", questions, "planning/nothing")
    assert (result.code, result.out) == (3, "")
    assert "planning/nothing" in result.err


@pytest.mark.parametrize("what", ["families", "tasks", "domains", "engines", "formats"])
def test_list(certwright, what):
    listed = json.loads(certwright("list", what, "--json").out)
    table = certwright("list", what).out
    assert listed
    assert all(next(iter(row.values())) in table for row in listed)


def test_schema(certwright):
    every = json.loads(certwright("schema").out)
    assert sorted(every) == ["answer", "episode", "instance", "manifest", "verdict"]
    assert json.loads(certwright("schema", "verdict").out) == every["verdict"]


@pytest.mark.parametrize("format", exporters())
def test_nothing_is_left_of_an_export_that_refuses_everything(certwright, tmp_path, format):
    (tmp_path / "bad.jsonl").write_text('{"id": 1}\n')
    options = ("--format", "plan") if format == "proofs" else ()
    done = certwright("export", format, tmp_path / "bad.jsonl", *options, "-o", tmp_path / "out")
    lacks = format == "hf" and find_spec("pyarrow") is None
    assert done.code == (4 if lacks else 3)
    assert ("needs pyarrow" if lacks else "bad.jsonl:1: ") in done.err
    assert [path.name for path in tmp_path.iterdir()] == ["bad.jsonl"]


def test_exported_worlds_are_imported_again(certwright, questions, tmp_path):
    assert certwright("export", "pddl", questions, "-o", tmp_path / "out").code == 0
    again = certwright("import", "pddl", tmp_path / "out", "--states", "0")
    assert again.code == 0
    assert [row["id"] for row in again.rows] == [row["id"] for row in rows(questions)]


def test_export_reports_what_a_format_cannot_say(certwright, questions, tmp_path):
    result = certwright("export", "acpbench", questions, "-o", tmp_path / "out")
    assert result.code == 3
    assert all(row["id"] in result.err for row in rows(questions))


def test_stdin_and_stdout(certwright, questions):
    assert certwright("show", "-", stdin=questions.read_text()).out == certwright("show", questions).out


def test_a_file_is_not_read_and_written_at_once(certwright, questions):
    before = questions.read_bytes()
    assert certwright("label", questions, "-o", questions).code == 2
    assert questions.read_bytes() == before


def test_options_from_the_environment(certwright, questions, monkeypatch):
    monkeypatch.setenv("CERTWRIGHT_LABEL_ENGINE", "colours")
    result = certwright("label", questions)
    assert result.code == 2
    assert "colours" in result.err


def shell(*arguments, **options):
    return subprocess.Popen([CERTWRIGHT, *map(str, arguments)], stderr=subprocess.PIPE, **options)


def test_a_closed_pipe_ends_the_command_quietly(questions, tmp_path):
    many = tmp_path / "many.jsonl"
    many.write_text(questions.read_text() * 2000)
    process = shell("show", many, "--prompt", stdout=subprocess.PIPE)
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() == 141


def test_a_table_into_a_closed_pipe_ends_the_command_quietly():
    process = shell("list", "tasks", stdout=subprocess.PIPE)
    process.stdout.close()
    assert process.stderr.read() == b"" and process.wait() == 141


def test_an_interrupt_ends_with_130():
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.DEVNULL}
    # a suite that runs in the background ignores the signal, and so would its children
    process = shell("show", "-", **streams, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate()
    assert process.returncode == 130
    assert said.strip() == b"interrupted"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["scroe"], "no command 'scroe'; did you mean score?"),
        (["xyzzy"], "no command 'xyzzy'; certwright --help lists them"),
        (["generate", "planing/reach"], "no family 'planing'; did you mean planning?"),
        (["generate", "planning/reech"], "planning/TASK; did you mean reach or areach?"),
        (["generate", "planning", "--domain", "fery"], "'fery' is not known; did you mean ferry?"),
        (["list", "sistems"], "'sistems' is not known; did you mean systems"),
        (["export", "lmeval", "x"], "'lmeval' is not known; did you mean lm-eval"),
        (["run", "timetravel", "--agent", "optiml"], "'optiml' is not known; did you mean optimal?"),
        (["view", "planning/jen"], "neither a file nor a released set; did you mean planning/gen"),
        (["view", "/"], "File '/' is a directory"),
        (["show", "planning/jen"], "neither a file nor a released set; did you mean planning/gen"),
        (
            ["show", "qq.zz"],
            "'qq.zz' is neither a file nor a released set; known: demo/answers, ",
        ),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_a_misspelt_name_gets_a_hint(certwright, arguments, said):
    result = certwright(*arguments)
    assert result.code == 2
    assert said in result.err


def test_a_misspelt_system_gets_a_hint(certwright):
    result = certwright("system", "simple_arbitr_2")
    assert result.code == 3
    assert "'simple_arbitr_2' is neither a file nor a system; did you mean simple_arbiter_2 or" in result.err


def test_a_released_set_is_read_by_its_name(certwright, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = certwright("show", "timetravel/levels")
    assert result.code == 0
    assert sum("timetravel/level/" in line for line in result.out.splitlines()) == 6
    (tmp_path / "timetravel").mkdir()
    assert len(cw.load("timetravel")) == 30  # a folder that is no set of records hides none
    (tmp_path / "timetravel" / "levels").write_text("")
    assert certwright("show", "timetravel/levels", "x").code == 3  # a file that is there goes first


def test_a_bare_list_says_what_there_is(certwright):
    result = certwright("list", "--json")
    assert result.code == 0
    rows = {row["what"]: row for row in json.loads(result.out)}
    assert rows["families"]["how many"] == "4"
    assert rows["tasks"]["how many"] == "20"
    assert rows["planning/mcq"]["among them"].startswith("app, areach")
    assert "certwright show planning/gen" in certwright("list").out


@pytest.mark.parametrize("number", ["nan", "inf"])
def test_a_deadline_is_a_finite_number(certwright, number):
    result = certwright("system", "G(r -> F g)", "--inputs", "r", "--deadline", number)
    assert result.code == 2 and f"'--deadline': {number} is not a finite number" in result.err
