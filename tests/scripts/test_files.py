"""What commands do to files: whole or untouched, never over an input, one writer at a time."""

import json
import os

import click
import pytest

from certwright.generators.family import families
from certwright.instances import outputs
from certwright.instances.errors import OverwriteError, WriteError
from certwright.instances.outputs import Output, write_whole
from certwright.instances.store import JsonlWriter, read_instances
from certwright.scripts.cli import COMMANDS, group
from certwright.scripts.cli.common import Command, OutputPath


def leaves(command=group, words=()):
    """Every command of the shell with the words that call it."""
    if not isinstance(command, click.Group):
        yield words, command
        return
    names = families() if words == ("generate",) else command.list_commands(click.Context(command))
    for name in names:
        yield from leaves(command.get_command(click.Context(command), name), (*words, name))


def names(folder):
    return sorted(path.name for path in folder.iterdir())


LEAVES = dict(leaves())
NO_OUTPUT = {
    *("verify", "compare", "show", "list", "schema", "doctor", "bench", "cause", "demo"),
    *("certificate find", "autumn run", "autumn lint", "autumn trace"),
    *(
        "gf01 report",
        "gf01 check-splits",
        "gf01 check-release",
        "wording draft",
        "wording check",
        "timetravel lint",
    ),
}
"""Commands that write no file that a user names."""


def test_the_table_of_commands_is_walked():
    assert {words[0] for words in LEAVES} == set(COMMANDS)
    written = {" ".join(words) for words, command in LEAVES.items() if outputs_of(command)}
    assert written == {" ".join(words) for words in LEAVES} - NO_OUTPUT


def outputs_of(command):
    return [param for param in command.params if isinstance(param.type, OutputPath)]


@pytest.mark.parametrize("words", LEAVES, ids=" ".join)
def test_every_command_guards_its_inputs(words):
    """Outputs are declared as such, so that the guard of ``Command`` knows them; no other path is written."""
    command = LEAVES[words]
    assert isinstance(command, Command)
    for param in command.params:
        drawn = param.name == "figures" and not param.is_flag
        if drawn or {"-o", "--output", "--results", "--curves", "--episode", "--html"} & set(param.opts):
            assert isinstance(param.type, OutputPath), param.opts
        elif isinstance(param.type, click.Path) and not isinstance(param.type, OutputPath):
            assert param.type.exists, f"{param.opts} is read, so it is there"


SECRET = "0123456789abcdef" * 2
OVER = {
    "label": ("label", "{it}", "-o", "{out}"),
    "import": ("import", "acpbench", "{it}", "-o", "{out}"),
    "score": ("score", "{it}", "--truth", "{other}", "-o", "{out}"),
    "score truth": ("score", "{other}", "--truth", "{it}", "-o", "{out}"),
    "audit": ("audit", "{it}", "-o", "{out}"),
    "run": ("run", "{it}", "-o", "{out}"),
    "run episodes": ("run", "timetravel", "--agent", "replay", "--episodes", "{it}", "-o", "{out}"),
    "secret": ("generate", "planning", "--split", "s", "--secret-file", "{it}", "-o", "{out}"),
    "avoid": ("generate", "planning", "--avoid", "{it}", "-o", "{out}"),
    "avoid, reactive": ("generate", "reactive", "--avoid", "{it}", "-o", "{out}"),
    "avoid, timetravel": ("generate", "timetravel", "--avoid", "{it}", "-o", "{out}"),
    "secret, gridworld": ("generate", "gridworld", "--split", "s", "--secret-file", "{it}", "-o", "{out}"),
    "manifest": ("generate", "planning", "--check", "{it}", "-o", "{out}"),
    "system": ("system", "{it}", "-o", "{out}"),
    "trace": ("generate", "reactive", "--system", "{it}", "--trace", "{other}", "-o", "{out}"),
    "batch": ("certificate", "check", "--batch", "{it}", "-o", "{out}"),
    "gf01 validate": ("gf01", "validate", "{it}", "--instances", "{other}", "-o", "{out}"),
    "gf01 instances": ("gf01", "validate", "{other}", "--instances", "{it}", "-o", "{out}"),
    "gf01 play": ("gf01", "play", "{it}", "--episode", "{out}"),
}


@pytest.mark.parametrize("name", ["itself", "symbolic link", "hard link", "another spelling"])
@pytest.mark.parametrize("case", OVER)
def test_no_command_writes_over_an_input(certwright, tmp_path, case, name):
    it, other, out = tmp_path / "it", tmp_path / "other", tmp_path / "out"
    it.write_text(SECRET + "\n")
    other.write_text("{}\n")
    if name == "itself":
        out = it
    elif name == "symbolic link":
        out.symlink_to(it)
    elif name == "hard link":
        os.link(it, out)
    else:
        out = f"{tmp_path}/../{tmp_path.name}/./it"
    before = names(tmp_path)
    result = certwright(*(word.format(it=it, other=other, out=out) for word in OVER[case]))
    assert (result.code, result.out) == (2, "")
    assert f"{out} is read and written at once; choose another output" in result.err
    assert it.read_text() == SECRET + "\n"
    assert names(tmp_path) == before


def test_files_beside_an_output_are_not_inputs_either(certwright, tmp_path):
    """The public file of a private split would take the place of the file to avoid."""
    secret, avoid = tmp_path / "secret", tmp_path / "set.public.jsonl"
    secret.write_text(SECRET + "\n")
    avoid.write_text("")
    arguments = ("--split", "s", "--secret-file", secret, "--avoid", avoid, "-n", 1)
    result = certwright("generate", "planning/app", *arguments, "-o", tmp_path / "set.jsonl", "--jobs", 1)
    assert result.code == 2 and "set.public.jsonl is read and written at once" in result.err
    assert names(tmp_path) == ["secret", "set.public.jsonl"]


def test_a_file_of_a_folder_that_is_read_is_not_written(certwright, tmp_path):
    (tmp_path / "domain.pddl").write_text("(define (domain d))")
    (tmp_path / "p.pddl").write_text("(define (problem p) (:domain d))")
    result = certwright("import", "pddl", tmp_path, "-o", tmp_path / "p.pddl")
    assert result.code == 2 and (tmp_path / "p.pddl").read_text().startswith("(define")


def test_two_outputs_are_two_files(certwright, tmp_path):
    bundle = tmp_path / "bundle.json"
    bundle.write_text("{}")
    result = certwright("gf01", "play", bundle, "--episode", tmp_path / "x", "-o", tmp_path / "x")
    assert result.code == 2 and "two outputs name the same file" in result.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("label", "{it}"),
        ("import", "acpbench", "{it}"),
        ("score", "{it}", "--truth", "{it}"),
        ("run", "{it}"),
    ],
    ids=" ".join,
)
def test_a_command_that_fails_leaves_what_was_there(certwright, tmp_path, arguments):
    it, out = tmp_path / "it.jsonl", tmp_path / "out.jsonl"
    it.write_bytes(b"\x00\x01\x02 no text")
    out.write_text("precious\n")
    result = certwright(*(word.format(it=it) for word in arguments), "-o", out)
    assert result.code == 3
    assert out.read_text() == "precious\n"


# --- one writer


def test_an_output_is_there_when_it_is_whole(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"old")
    with Output(path) as file:
        file.write(b"new")
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new" and names(tmp_path) == ["x"]


@pytest.mark.parametrize("keep", [False, True])
def test_a_writer_that_fails_leaves_the_target(tmp_path, keep):
    path = tmp_path / "x"
    path.write_bytes(b"old")
    output = Output(path, keep=keep)
    with pytest.raises(ZeroDivisionError) as failed, output as file:
        file.write(b"new")
        raise ZeroDivisionError
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == (["x", "x.part"] if keep else ["x"])
    assert getattr(failed.value, "kept_part", None) == (tmp_path / "x.part" if keep else None)


def test_the_second_writer_of_a_file_is_refused(tmp_path):
    path = tmp_path / "x"
    with Output(path) as file:
        file.write(b"first")
        with pytest.raises(WriteError, match="is being written by another process"):
            Output(path)
    assert path.read_bytes() == b"first"


def test_a_link_stays_and_its_target_is_written(tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "folder" / "file")
    write_whole(tmp_path / "link", "text")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "folder" / "file").read_text() == "text"


def test_the_mode_of_a_file_is_kept(tmp_path):
    path = tmp_path / "x"
    path.write_text("old")
    path.chmod(0o640)
    write_whole(path, "new")
    assert path.stat().st_mode & 0o777 == 0o640


def test_what_cannot_be_written_is_said_in_a_sentence(certwright, questions, tmp_path):
    target = tmp_path / "missing" / "x.jsonl"
    result = certwright("label", questions, "-o", target)
    assert result.code == 3
    assert result.err.strip() == f"error: cannot write {target}.part: there is no folder {target.parent}"


def test_inputs_are_guarded_while_a_command_runs_only(tmp_path):
    path = tmp_path / "x"
    path.write_text("old")
    with outputs.reading([tmp_path]), pytest.raises(OverwriteError):
        Output(path)
    write_whole(path, "new")
    assert path.read_text() == "new"


# --- resuming


def test_a_file_made_from_other_input_or_options_is_not_resumed(certwright, questions, tmp_path):
    truth, other = tmp_path / "truth.jsonl", tmp_path / "other.jsonl"
    common = ("--jobs", 1, "--engine", "search")
    assert certwright("label", questions, "-o", truth, *common).code == 0
    before = truth.read_bytes()
    other.write_bytes(questions.read_bytes().replace(b"ferry", b"boats", 1))
    result = certwright("label", other, "-o", truth, "--resume", *common)
    assert result.code == 3 and "was made from other input: start over without --resume" in result.err
    result = certwright("label", questions, "-o", truth, "--resume", "--jobs", 1)
    assert result.code == 3 and "was made with engine 'search', not 'auto'" in result.err
    (tmp_path / ".truth.jsonl.made").unlink()
    lines = questions.read_bytes().splitlines(keepends=True)
    other.write_bytes(b"".join(lines[1:]))
    result = certwright("label", other, "-o", truth, "--resume", *common)
    assert result.code == 3 and f"{json.loads(lines[0])['id']} is no question of {other}" in result.err
    assert truth.read_bytes() == before
    assert certwright("label", questions, "-o", truth, "--resume", *common).code == 0
    assert truth.read_bytes() == before


@pytest.mark.parametrize("damage", [b"{broken\n", b'{"id":"x"}\n'], ids=["no JSON", "no instance"])
def test_a_damaged_line_in_the_middle_is_named(certwright, questions, tmp_path, damage):
    truth = tmp_path / "truth.jsonl"
    common = ("--jobs", 1, "--engine", "search", "-o", truth)
    assert certwright("label", questions, *common).code == 0
    lines = truth.read_bytes().splitlines(keepends=True)
    truth.write_bytes(b"".join([lines[0], damage, *lines[2:]]))
    before = truth.read_bytes()
    result = certwright("label", questions, *common, "--resume")
    assert result.code == 3 and f"{truth}:2: " in result.err
    truth.write_bytes(b"".join([*lines, lines[0]]))
    result = certwright("label", questions, *common, "--resume")
    assert result.code == 3 and f"{truth}:{len(lines) + 1}: " in result.err and "occurs twice" in result.err
    truth.write_bytes(before)


def test_notes_are_kept_for_the_records_that_stand(tmp_path, questions):
    path, made = tmp_path / "x.jsonl", {"command": "test"}
    records = list(read_instances(questions))
    with pytest.raises(ZeroDivisionError), JsonlWriter(path, made=made) as writer:
        writer.note({"first": 1})
        writer.write(records[0])
        writer.note({"second": 2})
        raise ZeroDivisionError
    with JsonlWriter(path, made=made, resume=True) as writer:
        assert list(writer.kept()) == records[:1]
        assert writer.notes == [{"records": 1, "first": 1}]
        writer.write(records[1])
    assert list(read_instances(path)) == records[:2]


# --- two at once, and what the machine lacks


@pytest.mark.parametrize(
    "arguments",
    [
        ("label", "{questions}", "--engine", "search", "--resume"),
        ("label", "{questions}", "--engine", "search"),
        ("generate", "planning/val", "-n", "1", "--level", "1", "--domain", "swap", "--resume"),
        ("run", "timetravel", "--levels", "1"),
        ("import", "pddl", "{folder}", "--states", "0"),
    ],
    ids=" ".join,
)
def test_the_second_command_that_writes_a_file_is_refused(certwright, questions, tmp_path, arguments):
    out = tmp_path / "out.jsonl"
    words = [word.format(questions=questions, folder=tmp_path / "pddl") for word in arguments]
    jobs = ("--jobs", 1) if words[0] in ("label", "generate") else ()
    with Output(out, keep=True) as held:
        held.write(b"first\n")
        result = certwright(*words, *jobs, "-o", out)
        assert result.code == 3
        assert result.err.strip() == f"error: {out} is being written by another process"
        assert (tmp_path / "out.jsonl.part").read_bytes() == b"first\n"
    assert out.read_bytes() == b"first\n"


def test_a_set_of_other_options_is_not_resumed(certwright, tmp_path):
    out = tmp_path / "set.jsonl"
    common = ("planning/val", "-n", 1, "--domain", "swap", "-o", out, "--jobs", 1, "-q")
    assert certwright("generate", *common, "--level", 1).code == 0
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    for options, said in (
        (("--level", 2), "was made with levels [1], not [2]"),
        (("--level", 1, "--context", "pddl"), "was made with context 'natural', not 'pddl'"),
        (("--level", 1, "--seed", 5), "was made with seed 0, not 5"),
    ):
        result = certwright("generate", *common, *options, "--resume")
        assert result.code == 3 and said in result.err
    assert certwright("generate", *common, "--level", 1, "--resume").code == 0
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_without_pebble_one_process_does_it_all(certwright, questions, tmp_path, monkeypatch):
    monkeypatch.setattr("certwright.scripts.jobs.find_spec", lambda name: None)
    truth = tmp_path / "truth.jsonl"
    assert certwright("label", questions, "-o", truth, "--engine", "search", "--jobs", 4).code == 0
    assert certwright("verify", truth, "--jobs", 4).code == 0
    result = certwright("verify", truth, "--deadline", 10)
    assert result.code == 4 and 'a deadline needs pebble: pip install "certwright[generate]"' in result.err


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (MemoryError(), 3, "memory"),
        (OSError(30, "Read-only file system", "/cache"), 3, "error: /cache: read-only file system"),
        (ModuleNotFoundError("No module named 'numba'", name="numba"), 4, "certwright[generate]"),
        (ZeroDivisionError("division by zero"), 3, "internal error: ZeroDivisionError at certwright."),
    ],
    ids=["memory", "disk", "library", "a fault of ours"],
)
def test_the_machine_is_no_outcome_of_labelling(
    certwright, questions, tmp_path, monkeypatch, error, code, said
):
    from certwright.verifiers.planning import judging

    def label(instance, effort):
        raise error

    monkeypatch.setattr(judging, "label", label)
    truth = tmp_path / "truth.jsonl"
    result = certwright("label", questions, "-o", truth, "--engine", "search", "--jobs", 1)
    assert result.code == code and said in result.err
    ours = isinstance(error, ZeroDivisionError)
    assert truth.exists() == ours, "only a fault of ours is graded undecided"
    if ours:
        assert all(one.truth is None and one.grades.undecided == 1 for one in read_instances(truth))
