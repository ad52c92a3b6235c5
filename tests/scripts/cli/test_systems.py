"""certwright system, list systems, export hoa; ``certificate``: verdicts, witnesses and exit codes."""

import json
from pathlib import Path

import pytest

from certwright.domains.reactive.hoa import write_hoa
from certwright.domains.reactive.machine import Machine
from certwright.domains.reactive.systems import system, systems
from certwright.instances.canonical import seal
from certwright.instances.errors import LimitError
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


DATA = Path(__file__).resolve().parents[4] / "shared" / "data" / "gf01"
# o says that r was set at this step or before; q does nothing
LATCH = Machine(("r", "q"), ("o",), 0, ((0, 1, 0, 1), (1,) * 4), ((0, 1, 0, 1), (1,) * 4))
CALM = "!r&!q; !r&!q; !r&q; cycle{1}"


@pytest.fixture
def latch(tmp_path):
    path = tmp_path / "latch.hoa"
    path.write_text(write_hoa(LATCH))
    return str(path)


def question(latch, *more, trace=CALM):
    return ["--system", latch, "--trace", trace, *more]


CHECKS = [
    # certificate, options, exit code, what the report says
    (
        '[[1,"r",1]]',
        [],
        0,
        {"valid": True, "min1": True, "subset_minimal": True, "cardinality_minimal": True},
    ),
    ("r@1", ["--at", "1"], 0, {"valid": True, "kappa": [1, 1, -1, -1]}),
    ("r@2", ["--at", "1"], 1, {"valid": False, "sufficient": False, "min1": True, "cheapest": [[0, "r", 1]]}),
    ("r@1 & q@0", [], 1, {"sufficient": True, "removable": [[0, "q", 1]], "smaller": [[1, "r", 1]]}),
    ("r@0, r@1", [], 1, {"min1": False, "removable": [[0, "r", 1], [1, "r", 1]], "cheapest": [[0, "r", 1]]}),
    ("r@1", ["--budget", "0"], 1, {"valid": True, "within_budget": False}),
    ("r@1", ["--at", "1", "--mode", "normal", "--window", "1"], 0, {"valid": True}),
    ('[[1,"r",1],[1,"r",1]]', [], 0, {"valid": True, "eff_a": 1}),
    ('[[1,"r",1],[1,"r",1]]', ["--semantics", "reference"], 1, {"valid": False, "removable": [[1, "r", 1]]}),
    ('[["1"," r ",1.2]]', ["--semantics", "reference"], 0, {"valid": True}),
    ("r@1", ["--budget", "0", "--semantics", "reference"], 1, {"valid": False, "sufficient": False}),
    ("[]", [], 1, {"sufficient": False, "min1": True, "cardinality_minimal": False}),
]


@pytest.mark.parametrize(("certificate", "options", "code", "says"), CHECKS)
def test_check(certwright, latch, certificate, options, code, says):
    done = certwright(
        "certificate",
        "check",
        *question(latch, "--effect", "o", *options),
        "--certificate",
        certificate,
        "--json",
    )
    assert done.code == code, done.err
    told = json.loads(done.out)
    assert {key: told[key] for key in says} == says


def test_check_in_words(certwright, latch):
    done = certwright(
        "certificate", "check", *question(latch, "--effect", "o", "--certificate", "r@1 q@1 q@2")
    )
    assert done.code == 1
    assert done.out.splitlines() == [
        "read                r@1 q@1 q@2",
        "sufficient          yes",
        'singleton-minimal   no   can be left out: [[1, "q", 1], [2, "q", 1]]',
        'subset-minimal      no   is enough: [[1, "r", 1]]',
        'cardinality-minimal no   is cheaper: [[0, "r", 1]]',
        "within the budget   yes",
        "valid               no",
    ]


@pytest.mark.parametrize(
    "trace",
    [
        CALM,
        "r,q\n0,0\n0,0\n0,1\n",
        '["00", "00", "01"]',
        '[{"r":0,"q":0},{"r":0,"q":0},{"r":0,"q":1}]',
        "00 00 01",
    ],
)
def test_traces_and_certificates_as_files_or_typed(certwright, latch, tmp_path, trace):
    (tmp_path / "t").write_text(trace)
    (tmp_path / "c.json").write_text('[[2, "r", 1], [2, "q", 0]]')
    for given in (trace, str(tmp_path / "t")):
        done = certwright(
            *["certificate", "check", *question(latch, "--ltlf", "F(o & !q)", trace=given)],
            *["--certificate", str(tmp_path / "c.json"), "--json"],
        )
        assert done.code == 0, done.err


WRONG = [
    (["--effect", "o", "--certificate", '[[1,"r","1"]]'], 3, 'value "1" is not the number 0 or 1'),
    (["--effect", "o", "--certificate", '[[1,"o",1]]'], 3, "ap o not in AP_in; the inputs are r, q"),
    (["--effect", "o", "--certificate", "r@7"], 3, "timestep 7 out of range; the steps are 0 to 2"),
    (
        ["--effect", "o", "--certificate", "r@7", "--semantics", "reference"],
        3,
        "timestep 7 out of range; the steps are 0 to 2",
    ),
    (
        ["--effect", "o", "--certificate", "r@1 !r@1"],
        3,
        "conflicting assignments for r at step 1: r@1 and !r@1\n",
    ),
    (["--effect", "o", "--certificate", ""], 3, "certificate: the certificate is blank; one that changes"),
    (["--effect", "o", "--certificate", "r@1 q2"], 3, "nor literals r@3 !q@4: 'q2'\n"),
    (["--effect", "o", "--certificate", "r@1'"], 3, "a prime may negate or not\n"),
    (["--effect", "o", "--certificate", "r@1-2"], 3, "'r@1-2' is more than a literal\n"),
    (["--effect", "o", "--certificate", "no.json"], 3, "no.json: there is no such file\n"),
    (["--effect", "o", "--certificate", "no/file"], 3, "no/file: there is no such file\n"),
    (["--effect", "o", "--certificate", "."], 3, ".: this is a folder, not a file\n"),
    (["--effect", "o", "--certificate", "[[1,"], 3, "ends too early"),
    (["--effect", "o", "--certificate", "whatever"], 3, "neither JSON atoms"),
    (["--effect", "r", "--certificate", "r@1"], 3, "'r' is no output"),
    (["--effect", "o", "--at", "9", "--certificate", "r@1"], 3, "the effect is at step 9"),
    (["--ltlf", "F(", "--certificate", "r@1"], 3, "error"),
    (["--ltlf", "F o", "--at", "1", "--certificate", "r@1"], 2, "the whole trace"),
    (
        ["--effect", "o", "--ltlf", "F o", "--certificate", "r@1"],
        2,
        "give either --effect or --ltlf, not both",
    ),
    (["--certificate", "r@1"], 2, "missing: --effect or --ltlf\n"),
    (["--effect", "o", "--mode", "normal", "--certificate", "r@1"], 2, "--window belongs"),
    (["--effect", "o", "--mode", "hard", "--window", "1", "--certificate", "r@1"], 2, "--window belongs"),
    (["--effect", "o"], 2, "give --certificate or --batch"),
]


@pytest.mark.parametrize(("options", "code", "message"), WRONG)
def test_what_is_wrong_is_said(certwright, latch, options, code, message):
    done = certwright("certificate", "check", *question(latch, *options))
    assert done.code == code and message in done.err


@pytest.mark.parametrize(
    ("trace", "message"),
    [
        ("00 20 00", "step 1: '20' is no row of 2 characters 0 or 1"),
        ("00,0,00", "a row of 2 characters 0 or 1 expected, found '0'"),
        ("nothing.csv", "nothing.csv: there is no such file\n"),
        (".", ".: this is a folder, not a file\n"),
    ],
)
def test_traces_that_are_none(certwright, latch, trace, message):
    done = certwright("certificate", "find", *question(latch, "--effect", "o", trace=trace))
    assert done.code == 3 and message in done.err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "missing: --system, --trace, --effect or --ltlf\n"),
        (["--trace", "00", "--effect", "o"], "missing: --system\n"),
        (["--system", "x", "--ltlf", "F o"], "missing: --trace\n"),
    ],
)
def test_what_is_missing_is_named(certwright, options, message):
    done = certwright("certificate", "find", *options)
    assert done.code == 2 and message in done.err


@pytest.mark.parametrize(
    ("certificate", "atoms", "line"),
    [
        ("!q@2 r@1", [[1, "r", 1], [2, "q", 0]], "r@1 !q@2"),
        ('[[0, "r", 0]]', [[0, "r", 0]], "!r@0"),
        ("[]", [], "no atom"),
    ],
)
def test_the_atoms_that_were_read_are_shown(certwright, latch, certificate, atoms, line):
    asked = ["certificate", "check", *question(latch, "--effect", "o", "--certificate", certificate)]
    assert certwright(*asked).out.splitlines()[0] == f"{'read':20}{line}"
    assert json.loads(certwright(*asked, "--json").out)["read"] == atoms


def test_find(certwright, latch):
    def find(*options):
        return certwright("certificate", "find", *question(latch, "--effect", "o", *options))

    assert find().out == '[[0, "r", 1]]\n' and find().code == 0
    assert find("--count").out == "3\n"
    assert find("--all").out.splitlines() == ['[[0, "r", 1]]', '[[1, "r", 1]]', '[[2, "r", 1]]']
    capped = find("--all", "--cap", "2", "--json")
    assert json.loads(capped.out)["complete"] is False and "more than 2" in capped.err
    assert find("--all", "--cap", "3").err == ""
    for options in ([], ["--all"], ["--count"]):
        none = find("--budget", "0", *options)
        assert none.code == 1 and none.out in ("none\n", "0\n")
    assert find("--all", "--count").code == 2


def test_batch(certwright, tmp_path):
    if not DATA.is_dir():
        pytest.skip("the real GF-01 files are not beside this checkout")
    bundle = json.loads((DATA / "pilot_instance_bundle_v1.json").read_text())
    instance = bundle["instances"][0]
    certificates = [
        [],
        [[1, "in0", 0]],
        [[1, "in0", "0"]],
        [[1, "out0", 0]],
        [[99, "in0", 1]],
        "x",
        [[1, "in0", 0]] * 2,
    ]
    lines = [json.dumps({"instance": instance, "certificate": one}) for one in certificates]
    path = tmp_path / "batch.jsonl"
    path.write_text("\n".join(lines) + "\n")
    done = certwright("certificate", "check", "--batch", str(path))
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert done.code == 0 and len(rows) == len(lines)
    assert [row["structure_ok"] for row in rows] == [True, True, False, False, False, False, True]
    assert [row["reason"] for row in rows[3:5]] == ["ap out0 not in AP_in", "timestep 99 out of range"]
    assert rows[1]["valid"] and rows[1]["kappa"] == [1, 1, -1, -1] and rows[1]["ap_f1"] == 1.0
    assert rows[6] == rows[1] and {row["m_size"] for row in rows} == {29}
    published = certwright("certificate", "check", "--batch", str(path), "--semantics", "reference")
    rows = [json.loads(line) for line in published.out.splitlines()]
    assert [row["valid"] for row in rows] == [False, True, True, False, False, False, False]


def test_bad_lines_of_a_batch_keep_their_place(certwright, tmp_path):
    path = tmp_path / "batch.jsonl"
    path.write_text('{"instance": {}, "certificate": []}\n[1]\nnot json\n')
    done = certwright("certificate", "check", "--batch", str(path))
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert done.code == 3 and len(rows) == 3
    assert all(set(row) == {"error"} and f"batch.jsonl:{n}:" in row["error"] for n, row in enumerate(rows, 1))
    assert "batch.jsonl:2" in done.err
    assert certwright("certificate", "check", "--batch", str(path), "--effect", "o").code == 2


def test_a_system_by_its_key(certwright):
    asked = ["--trace", "r0&!r1; !r0&!r1; !r0&!r1", "--effect", "g1"]
    done = certwright("certificate", "find", "--system", "simple_arbiter_2", *asked)
    assert done.code == 0 and done.out == '[[2, "r1", 1]]\n'
    wrong = certwright("certificate", "find", "--system", "no_such", *asked)
    assert wrong.code == 3 and "neither a file nor a system" in wrong.err


def test_what_is_too_large_is_undecided(certwright, latch, tmp_path, monkeypatch):
    def too_much(*_, **__):
        raise LimitError("too much")

    monkeypatch.setattr("certwright.scripts.certificates.count", too_much)
    done = certwright("certificate", "find", *question(latch, "--effect", "o", "--count"))
    assert (done.code, done.out) == (5, "") and "undecided: too much" in done.err
    if DATA.is_dir():
        instance = json.loads((DATA / "pilot_instance_bundle_v1.json").read_text())["instances"][0]
        (tmp_path / "b.jsonl").write_text(json.dumps({"instance": instance, "certificate": []}) + "\n")
        monkeypatch.setattr("certwright.verifiers.reactive.question.count", too_much)
        done = certwright("certificate", "check", "--batch", str(tmp_path / "b.jsonl"))
        assert done.code == 5 and done.rows[0]["m_size"] is None
