"""certwright system, list systems, export hoa."""

import json

import pytest

from certwright.domains.reactive.hoa import write_hoa
from certwright.domains.reactive.systems import system, systems
from certwright.instances.canonical import seal
from certwright.instances.records import Instance, Prompt
from certwright.instances.store import JsonlWriter
from certwright.scripts.cli import run
from certwright.verifiers.engines.registry import present

GAME = """HOA: v1 States: 3 Start: 0 AP: 2 "i" "o" controllable-AP: 1 Acceptance: 1 Inf(0)
--BODY-- State: 0 [!0&!1] 0 {0} [0&1] 1 [!0&1] 2 [0&!1] 2
State: 1 {0} [!1] 0 [1] 2 State: 2 [t] 2 --END--"""


def test_a_system_of_the_package(tmp_path, capsys):
    file = tmp_path / "arbiter.hoa"
    assert run(["system", "simple_arbiter_2", "-o", str(file)]) == 0
    assert file.read_text() == write_hoa(system("simple_arbiter_2"))
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == "a Mealy machine of 3 states; inputs r0, r1; outputs g0, g1\n"
    assert run(["system", str(file), "-q"]) == 0
    assert capsys.readouterr() == (file.read_text(), "")


def test_equivalent_states_are_joined_and_said(tmp_path, capsys):
    file = tmp_path / "twice.hoa"
    file.write_text("""HOA: v1 Start: 0 AP: 2 "o" "i" controllable-AP: 0 Acceptance: 0 t
    --BODY-- State: 0 [0] 1 State: 1 [0] 0 --END--""")
    assert run(["system", str(file)]) == 0
    said = capsys.readouterr()
    assert "States: 1" in said.out
    assert said.err.splitlines()[0] == "1 states were equivalent to others"
    assert said.err.splitlines()[1].startswith("a Moore machine of 1 state; inputs i; outputs o")


@pytest.mark.skipif(not present("spot"), reason="Spot is not installed")
def test_a_game_is_solved(tmp_path, capsys):
    file = tmp_path / "game.ehoa"
    file.write_text(GAME)
    assert run(["system", str(file)]) == 0
    said = capsys.readouterr()
    assert "States: 2" in said.out
    assert "a game of 3 states was solved to a strategy of 2" in said.err
    assert run(["system", str(file), "--outputs", "i, o"]) == 0
    assert 'AP: 2 "i" "o"\ncontrollable-AP: 0 1' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("HOA: v2", "2.hoa:1:6: version v2"),
        (GAME.replace("controllable-AP: 1", ""), "no controllable-AP"),
        ("", "a HOA file begins with"),
    ],
    ids=["version", "outputs", "empty"],
)
def test_faults_end_with_their_place(tmp_path, capsys, text, message):
    file = tmp_path / "2.hoa"
    file.write_text(text)
    assert run(["system", str(file)]) == 3
    said = capsys.readouterr()
    assert said.out == "" and message in said.err


def test_what_is_neither_file_nor_system(capsys):
    assert run(["system", "nosuch"]) == 3
    assert "'nosuch' is neither a file nor a system" in capsys.readouterr().err


def test_systems_are_listed(capsys):
    assert run(["list", "systems", "--json"]) == 0
    assert [row["system"] for row in json.loads(capsys.readouterr().out)] == [one.key for one in systems()]


def reactive(name, world):
    return seal(
        Instance(
            id="",
            family="reactive",
            task="simulate",
            form="gen",
            domain=name,
            world=world,
            query={"trace": ["00"]},
            prompt=Prompt(question="What happens?"),
        )
    )


def test_worlds_are_exported_once(tmp_path, capsys):
    text = write_hoa(system("simple_arbiter_2"))
    world = {"kind": "hoa", "hoa": text}
    with JsonlWriter(tmp_path / "in.jsonl", flush=False) as writer:
        for one in (reactive("arbiter", world), reactive("other", world), reactive("pddl", {"kind": "pddl"})):
            writer.write(one)
    assert run(["export", "hoa", str(tmp_path / "in.jsonl"), "-o", str(tmp_path / "out")]) == 3
    assert "no HOA world" in capsys.readouterr().err
    assert [path.read_text() for path in (tmp_path / "out").iterdir()] == [text]
