"""Exported proofs: Z3 answers every obligation as expected, and plan files hold the plans of the record."""

import gzip
import json
import re
from pathlib import Path

import msgspec
import pytest
import z3

from certwright.domains.planning.lifted import validate
from certwright.domains.planning.pddl import parse
from certwright.instances.records import Instance
from certwright.scripts.proof_export import obligations, smtlib_files
from certwright.verifiers.checking import record_of
from certwright.verifiers.proofs.planning.knowledge import Knowledge

RELEASED = Path(__file__).resolve().parents[2] / "instances" / "planning"
MAX_CUBES = 60


def cubes(record) -> int:
    return sum(len(c["body"]["cubes"]) for c in record["certificates"] if c["kind"] == "invariant")


def chosen() -> list[bytes]:
    """One record a task, form and domain whose invariant is small."""
    found = {}
    for form in ("gen", "mcq"):
        for line in gzip.decompress((RELEASED / f"{form}.jsonl.gz").read_bytes()).splitlines():
            record = json.loads(line)
            key = record["task"], form, record["domain"]
            if key not in found and 0 < cubes(record) <= MAX_CUBES:
                found[key] = line
    return list(found.values())


CHOSEN = chosen()


def answers(script: str) -> list[str]:
    """What Z3 says to each question; it raises by itself where an answer is not the one that is expected."""
    context = z3.Context()  # held until the answers are there
    return z3.Z3_eval_smtlib2_string(context.ref(), script).split()


def test_z3_answers_every_obligation_of_real_questions_as_expected():
    assert len(CHOSEN) >= 25
    kinds = set()
    for line in CHOSEN:
        files = smtlib_files(msgspec.json.decode(line, type=Instance))
        for name, script in files.items():
            kinds.add(re.sub(r"-[0-9]+-", "-N-", name))
            assert script.count("(check-sat)") == script.count("(set-info :status unsat)") > 0
            assert answers(script) == ["unsat"] * script.count("(check-sat)"), name
    assert kinds == {f"invariant-N-{kind}.smt2" for kind in ("initial", "inductive", "excluded")}


def unmarked(script: str) -> str:
    return script.replace("(set-info :status unsat)", "")


def test_z3_refutes_an_invariant_that_lacks_a_cube_or_holds_too_much():
    for line in CHOSEN[:2]:
        instance = msgspec.json.decode(line, type=Instance)
        model = Knowledge(record_of(instance)).model
        body = next(c.body for c in instance.certificates if c.kind == "invariant")
        masks = [model.mask(body["facts"][fact] for fact in cube) for cube in body["cubes"]]
        avoiding = tuple(body["avoiding"])
        first = obligations(model, {model.init, *masks}, avoiding, [])
        assert answers(unmarked(first["initial"])) == ["sat"]
        single = model.init & -model.init
        grown = obligations(model, {*masks, (model.goal or 0) | single}, avoiding, [])
        lost = [obligations(model, set(masks) - {mask}, avoiding, [])["inductive"] for mask in masks]
        said = [answer for script in (*lost, grown["inductive"]) for answer in answers(unmarked(script))]
        assert "sat" in said


@pytest.fixture
def real(tmp_path):
    rows = [
        json.loads(line) for line in gzip.decompress((RELEASED / "gen.jsonl.gz").read_bytes()).splitlines()
    ]
    land = next(row for row in rows if row["task"] == "land" and 0 < cubes(row) <= MAX_CUBES)
    app = next(row for row in rows if row["task"] == "app")
    file = tmp_path / "questions.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in (land, app)), "utf-8")
    return file, land, app


def test_plan_files_hold_the_plans_of_the_record(real, certwright, tmp_path):
    file, land, app = real
    run = certwright("export", "proofs", file, "--format", "plan", "-o", tmp_path / "out")
    assert run.code == 3
    assert f"{app['id']}: it has no proof that plan can express" in run.err
    folder = tmp_path / "out" / land["id"].replace("/", "_")
    problem = parse((folder / "domain.pddl").read_text(), (folder / "problem.pddl").read_text())
    plans = sorted(folder.glob("*.plan"))
    bodies = [c["body"]["plans"] for c in land["certificates"] if c["kind"] == "plans"]
    assert len(plans) == sum(map(len, bodies)) > 0
    for plan in plans:
        *actions, cost = plan.read_text().splitlines()
        assert cost == f"; cost = {len(actions)} (unit cost)"
        assert validate(problem, actions).ok


def test_the_command_writes_obligations(real, certwright, tmp_path):
    file, land, _ = real
    out = tmp_path / "out"
    run = certwright("export", "proofs", file, "--format", "smtlib", "-o", out)
    assert run.code == 3
    names = {path.name for path in (out / land["id"].replace("/", "_")).iterdir()}
    assert "invariant-0-inductive.smt2" in names


def test_false_proofs_are_reported_and_not_written(real, certwright, tmp_path):
    file, land, _ = real
    body = next(c["body"] for c in land["certificates"] if c["kind"] == "invariant")
    body["cubes"] = body["cubes"][:0] or [[0]]
    file.write_text(json.dumps(land) + "\n", "utf-8")
    out = tmp_path / "out"
    run = certwright("export", "proofs", file, "--format", "smtlib", "-o", out)
    assert run.code == 3
    assert f"{land['id']}: its proofs are refused: invariant" in run.err
    assert not list(out.rglob("*.smt2"))


@pytest.mark.parametrize("words", [["proofs"], ["pddl", "--format", "plan"]])
def test_the_format_of_proofs_goes_with_proofs(words, real, certwright, tmp_path):
    run = certwright("export", words[0], real[0], *words[1:], "-o", tmp_path)
    assert run.code == 2
    assert "--format smtlib or plan goes with proofs" in run.err
