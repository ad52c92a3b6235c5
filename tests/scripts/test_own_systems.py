"""Systems of one's own: specifications, circuits, what other tools print, and what is said of choices."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from certwright.domains.reactive.hoa import read_hoa
from certwright.instances.errors import UndecidedError
from certwright.instances.records import Answer
from certwright.instances.store import JsonlWriter, read_instances
from certwright.scripts import systems
from certwright.scripts.cli import run
from certwright.verifiers.engines.registry import present
from certwright.verifiers.judge import JudgeOptions, judge

ROOT = Path(__file__).resolve().parents[2]
NAMED = """HOA: v1 States: 3 Start: 0 AP: 2 "r" "o" controllable-AP: 1 Acceptance: 0 t
--BODY-- State: 0 "idle" [!0&!1] 2 [0&1] 1
State: 1 "busy \\"x\\"" [1] 1 State: 2 "still" [!0&!1] 0 [0&1] 1 --END--"""
OPEN = NAMED.replace("[1] 1", "[t] 1")
TLSF = """INFO { TITLE: "t" DESCRIPTION: "d" SEMANTICS: Mealy TARGET: Mealy }
MAIN { INPUTS { r; } OUTPUTS { g; } GUARANTEE { G (r <-> g); } }"""
needs_spot = pytest.mark.skipif(not present("spot"), reason="Spot is not installed")


@pytest.fixture
def files(tmp_path):
    texts = {
        "named.hoa": NAMED,
        "open.hoa": OPEN,
        "a.tlsf": TLSF,
        "a.ltl": "# two lines\nG(r ->\n  X g)\n",
        "bad.ltl": "# two lines\nG(r ->\n  X )\n",
        "a.aag": "aag 3 1 1 1 1\n2\n4 7\n5\n6 3 5\ni0 r\no0 g\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    return tmp_path


@needs_spot
@pytest.mark.parametrize("arguments", [["a.tlsf"], ["a.ltl", "--outputs", "g"]], ids=str)
def test_a_specification_becomes_a_machine(files, capsys, monkeypatch, arguments):
    monkeypatch.chdir(files)
    assert run(["system", *arguments]) == 0
    said = capsys.readouterr()
    machine = read_hoa(said.out)
    assert (machine.inputs, machine.outputs) == (("r",), ("g",))
    first, second, third = said.err.splitlines()
    assert first == (
        "of the machines that satisfy the specification, the one that Spot's synthesis gives was taken"
    )
    assert second.startswith("every run satisfies the specification (Spot); no lasso tried")
    assert third.endswith("inputs r; outputs g")


@needs_spot
def test_strict_takes_no_specification(files, capsys, monkeypatch):
    monkeypatch.chdir(files)
    assert run(["system", "a.tlsf", "--strict"]) == 3
    assert "a.tlsf: --strict refuses it: of the machines" in capsys.readouterr().err


@needs_spot
def test_what_no_machine_satisfies_has_a_counter_strategy(files, capsys):
    counter = files / "c.hoa"
    assert run(["system", "G(g <-> X r)", "--inputs", "r", "--outputs", "g"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert "unrealisable: no machine satisfies the specification" in said.err
    assert "a Moore machine of 2 states; inputs g; outputs r" in said.err
    assert "--counter FILE writes" in said.err
    assert run(["system", "G(g <-> X r)", "--inputs", "r", "--counter", str(counter), "-q"]) == 1
    environment = read_hoa(counter.read_text())
    assert environment.run([0, 1, 1]).outputs[1:] == (1, 0)  # after each g the opposite


def test_undecided_is_no_refusal(files, capsys, monkeypatch):
    def out_of_time(*_, **__):
        raise UndecidedError("the synthesis stays undecided: no answer within 1 seconds")

    monkeypatch.setattr(systems, "load", out_of_time)
    assert run(["system", "G(r <-> g)", "--inputs", "r"]) == 5
    assert capsys.readouterr().err == "undecided: the synthesis stays undecided: no answer within 1 seconds\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["bad.ltl", "--inputs", "r"], "bad.ltl:3:5: an operand expected, found ')'"),
        (["G(r ->", "--inputs", "r"], "1:7: the formula ends where an operand is expected"),
        (
            ["G(r -> F g)"],
            "and 'certwright system FORMULA --inputs NAMES' (or --outputs) makes one of a formula",
        ),
        (["."], "'.' is a folder, not a file"),
        ([""], "'' is neither a file nor a system"),
        (["open.hoa", "--inputs", "q"], "'q' is no proposition of the automaton"),
        (["open.hoa", "--strict"], "state 1 leaves the outputs open for !r"),
    ],
    ids=str,
)
def test_faults(files, capsys, monkeypatch, arguments, message):
    monkeypatch.chdir(files)
    assert run(["system", *arguments]) == 3
    said = capsys.readouterr()
    assert said.out == "" and message in said.err


def test_a_circuit_and_what_ltlsynt_prints(files, capsys):
    assert run(["system", str(files / "a.aag")]) == 0
    circuit = capsys.readouterr().out
    assert "States: 2" in circuit
    for text in (f"REALIZABLE\n{circuit}", "REALIZABLE\n" + (files / "a.aag").read_text()):
        (files / "raw").write_text(text)
        assert run(["system", str(files / "raw"), "-q"]) == 0
        assert capsys.readouterr().out == circuit
    (files / "raw").write_text("REALIZABLE\nHOA: v2\n")
    assert run(["system", str(files / "raw")]) == 3
    assert "raw:2:6: version v2" in capsys.readouterr().err
    (files / "raw").write_text("UNREALIZABLE\n")
    assert run(["system", str(files / "raw")]) == 3
    assert "raw:1: UNREALIZABLE: the file holds no machine" in capsys.readouterr().err


def test_states_keep_their_names(files, capsys):
    assert run(["system", str(files / "named.hoa")]) == 0
    said = capsys.readouterr()
    assert 'State: 0 "idle or still"' in said.out
    assert 'State: 1 "busy \\"x\\""' in said.out
    assert said.err.startswith("1 states were equivalent to others\n")
    (files / "again.hoa").write_text(said.out)
    assert run(["system", str(files / "again.hoa"), "-q"]) == 0
    assert capsys.readouterr().out == said.out


@pytest.mark.parametrize(
    "command",
    [
        ["cause", "--trace", "0 1", "--effect", "o"],
        ["certificate", "find", "--trace", "0 0", "--effect", "o"],
        ["generate", "reactive/simulate", "-n", "1", "--level", "1", "--trace", "0 1", "--jobs", "1"],
    ],
    ids=lambda command: command[0],
)
def test_every_command_says_what_was_chosen_or_refuses(files, capsys, command):
    system = ["--system", str(files / "open.hoa")]
    assert run([*command, *system]) == 0
    assert (
        "open.hoa:3: state 1 leaves the outputs open for !r; the first valuation" in capsys.readouterr().err
    )
    assert run([*command, *system, "--strict"]) == 3
    assert "--strict refuses it" in capsys.readouterr().err
    assert run([*command, "--system", str(files / "named.hoa"), "--strict"]) == 0
    capsys.readouterr()


def test_a_key_and_a_pipe_are_systems(files, capsys):
    command = ["cause", "--trace", "11 01 10", "--effect", "g0", "--at", "2", "--system"]
    assert run([*command, "simple_arbiter_2"]) == 0
    by_key = capsys.readouterr().out
    assert "but-for: r0@2" in by_key
    shell = f'"{sys.executable}" -m certwright.scripts.cli'
    script = (
        f"{shell} cause --effect g0 --at 2 --trace <(echo 11 01 10) "
        f"--system <({shell} system simple_arbiter_2 -q)"
    )
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, by_key, "")


def test_tempobench_records_come_back(files, capsys):
    source, folder, back = files / "q.jsonl", files / "out", files / "back.jsonl"
    released = list(read_instances(ROOT / "instances" / "reactive" / "gen.jsonl.gz"))
    with JsonlWriter(source, flush=False) as writer:
        for task in ("butfor", "simulate", "cause"):
            for instance in [one for one in released if one.task == task][:8]:
                writer.write(instance)
    assert run(["export", "tempobench", str(source), "-o", str(folder)]) == 3
    said = capsys.readouterr().err
    assert "TempoBench asks about runs (simulate) and but-for causes (butfor), in the form gen" in said
    assert "an effect of TempoBench is an output at one step" in said
    records = [json.loads(line) for line in (folder / "tempobench.jsonl").read_text().splitlines()]
    assert run(["import", "tempobench", str(folder / "tempobench.jsonl"), "-o", str(back)]) == 0
    assert run(["label", str(back), "-o", str(files / "truth.jsonl"), "-q", "--jobs", "1"]) == 0
    ours = {one.truth and json.dumps([one.task, one.truth], sort_keys=True) for one in read_instances(source)}
    labelled = list(read_instances(files / "truth.jsonl"))
    assert len(labelled) == len(records) > 6
    assert {json.dumps([one.task, one.truth], sort_keys=True) for one in labelled} <= ours
    options = JudgeOptions(mode="as-published")
    for instance, record in zip(read_instances(back), records, strict=True):
        verdict = judge(instance, Answer(id=instance.id, response=record["label"]), options)
        assert (verdict.value, verdict.metadata["ap_f1"], verdict.metadata["ts_f1"]) == (1.0, 1.0, 1.0)
