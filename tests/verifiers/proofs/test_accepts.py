"""Good files are accepted: every task, form and certificate kind, on tiny worlds labelled by brute force."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from testkit import proof_reference, proof_worlds

from certwright.instances.canonical import encode, seal
from certwright.instances.records import Certificate, Grades, Instance, Prompt
from certwright.verifiers.checking import Report, check

FERRY = proof_reference.Reference(*proof_worlds.ferry(2, [0, 1], [1, 0]))
TOWER = proof_reference.Reference(*proof_worlds.TOWER)
ROOMS = proof_reference.Reference(*proof_worlds.ROOMS)
STUCK = proof_reference.Reference(*proof_worlds.STUCK)
PLAN = FERRY.plan_from(FERRY.init)
DETOUR = ["(sail l0 l1)", "(sail l1 l0)", *PLAN, "(sail l0 l1)"]


def cases() -> dict[str, Instance]:
    made = {
        "app": FERRY.app(),
        "app rooms": ROOMS.app(),
        "prog": FERRY.prog("(board c0 l0)"),
        "prog rooms": ROOMS.prog("(light)"),
        "val": FERRY.val(["(board c0 l0)", "(board c1 l0)"]),
        "val illegal action": FERRY.val(["(board c0 l0)", "(debark l0 c0)"]),
        "just": FERRY.just(DETOUR),
        "just nothing to remove": FERRY.just(PLAN),
        "land": FERRY.land(),
        "land by exploration": FERRY.land("exploration"),
        "land rooms": ROOMS.land("exploration"),
        "land tower": TOWER.land("exploration"),
        "nexta": FERRY.nexta(),
        "nexta by distances": FERRY.nexta("distances"),
        "nexta rooms": ROOMS.nexta(),
        "nexta tower": TOWER.nexta(),
        "unsolvable": STUCK.unsolvable(),
        "unsolvable by exploration": STUCK.unsolvable("exploration"),
    }
    for name, world in (("ferry", FERRY), ("rooms", ROOMS), ("stuck", STUCK)):
        for task in ("reach", "areach"):
            for listed in ("reachable", "unreachable"):
                made[f"{task} {name} {listed}"] = world.closed_world(task, listed)
                made[f"{task} {name} {listed} by exploration"] = world.closed_world(
                    task, listed, "exploration"
                )
    return made


CASES = cases()


@pytest.mark.parametrize("name", CASES)
def test_good_instances_are_accepted(name):
    instance = CASES[name]
    grades = instance.grades
    assert check(instance) == Report(instance.id, "holds", None, certified=grades.certified)


EVALUATION = [Certificate("evaluation", {})]
RELAXED = Certificate("relaxed", {"facts": ["(on c0)"]})
SOLVED = [FERRY.plans_proof([PLAN])]
CLOSURE = [FERRY.closure_proof()]
BOTH = ["(at c0 l1)", "(on c1)"]
EXCLUSIVE = ["(on c0)", "(on c1)"]
ITEMS = {
    "app yes": ("app", {"action": "(board c0 l0)"}, True, EVALUATION),
    "app no": ("app", {"action": "(board c1 l0)"}, False, EVALUATION),
    "app illegal": ("app", {"action": "(destroy c1)"}, False, EVALUATION),
    "prog yes": (
        "prog",
        {"action": "(board c0 l0)", "facts": ["(on c0)", "(not-eq l0 l1)"]},
        True,
        EVALUATION,
    ),
    "prog no": (
        "prog",
        {"action": "(board c0 l0)", "facts": ["(on c0)", "(empty-ferry)"]},
        False,
        EVALUATION,
    ),
    "val applicable": ("val", {"actions": PLAN[:2], "asks": "applicable"}, True, EVALUATION),
    "val no plan": ("val", {"actions": PLAN[:2], "asks": "plan"}, False, EVALUATION),
    "val plan": ("val", {"actions": PLAN, "asks": "plan"}, True, EVALUATION),
    "val valid": ("val", {"actions": PLAN, "asks": "valid"}, True, EVALUATION),
    "val nonsense": ("val", {"actions": ["sail away"], "asks": "applicable"}, False, EVALUATION),
    "just yes": ("just", {"plan": DETOUR, "remove": [0, 2]}, True, EVALUATION),
    "just no": ("just", {"plan": DETOUR, "remove": [0, 1]}, False, EVALUATION),
    "reach yes": ("reach", {"facts": BOTH}, True, [FERRY.runs_proof()]),
    "reach no": ("reach", {"facts": EXCLUSIVE}, False, [*CLOSURE, FERRY.invariant_proof()]),
    "reach no by exploration": ("reach", {"facts": EXCLUSIVE}, False, [FERRY.exploration_proof()]),
    "reach ill-typed": ("reach", {"facts": ["(at-ferry c0)"]}, False, CLOSURE),
    "reach static": ("reach", {"facts": ["(not-eq l0 l1)", "(on c0)"]}, True, [FERRY.runs_proof()]),
    "reach static false": ("reach", {"facts": ["(not-eq l0 l0)"]}, False, CLOSURE),
    "reach upper case": ("reach", {"facts": ["(AT C0  L1)"]}, True, [FERRY.runs_proof()]),
    "reach nonsense": ("reach", {"facts": ["all is well"]}, False, CLOSURE),
    "areach upper case": ("areach", {"action": "(DEBARK c1 l0)"}, True, [FERRY.runs_proof()]),
    "areach nonsense": ("areach", {"action": "destroy the ferry"}, False, CLOSURE),
    "land nonsense": ("land", {"fact": "victory"}, False, SOLVED),
    "areach yes": ("areach", {"action": "(debark c1 l0)"}, True, [FERRY.runs_proof()]),
    "areach no": ("areach", {"action": "(sail l0 l0)"}, False, CLOSURE),
    "land yes": (
        "land",
        {"fact": "(on c0)"},
        True,
        [*SOLVED, Certificate("relaxed", {"facts": ["(on c0)"]})],
    ),
    "land initial": ("land", {"fact": "(at c0 l0)"}, True, SOLVED),
    "land goal": ("land", {"fact": "(at c0 l1)"}, True, SOLVED),
    "land outside": ("land", {"fact": "(at-ferry c0)"}, False, SOLVED),
}


@pytest.mark.parametrize("name", ITEMS)
def test_single_items_are_accepted_with_the_right_answer_only(name):
    task, query, answer, proofs = ITEMS[name]
    assert check(FERRY.item(task, query, answer, proofs)) == Report(
        FERRY.item(task, query, answer, proofs).id, "holds", certified=1
    )
    wrong = check(FERRY.item(task, query, not answer, proofs))
    assert not wrong.ok
    assert re.match(r"the answer: .*: the record says (yes|no), but (yes|no) is proven", wrong.failed)


def choice(answer: str | None, values: list[bool | None], **grades: int) -> Instance:
    options = [{"facts": EXCLUSIVE}, {"facts": BOTH}, {"facts": ["(on l0)"]}]
    truth = {"kind": "mcq", "answer": answer, "values": values}
    proofs = [*CLOSURE, FERRY.invariant_proof(), FERRY.runs_proof()]
    claims = sum(value is not None for value in values)
    return FERRY.instance("reach", "mcq", {"options": options}, truth, proofs, claims, gold=answer, **grades)


def test_multiple_choice():
    assert check(choice("B", [False, True, False])).ok
    assert check(choice(None, [False, None, False], undecided=1)).undecided == 1
    assert check(choice("A", [True, False, False])).failed == (
        "option A: (on c0) and (on c1) can hold: the record says yes, but no is proven"
    )
    assert check(choice("A", [False, True, False])).failed.startswith("truth answer: A is stated")
    assert check(choice("B", [False, True])).failed.startswith("truth: 2 values for 3 options")
    assert check(choice("B", [None, True, False], undecided=1)).failed.startswith("truth answer")


def test_shared_keys_stand_beside_options():
    query = {"plan": DETOUR, "options": [{"remove": [0, 1]}, {"remove": [0, 2]}]}
    truth = {"kind": "mcq", "answer": "B", "values": [False, True]}
    assert check(FERRY.instance("just", "mcq", query, truth, EVALUATION, 2)).ok


def test_already_solved_and_unknown_states():
    solved = proof_reference.Reference(*proof_worlds.ferry(2, [0, 1], [0, 1]))
    for task in ("nexta", "land"):
        truth = {"kind": "degenerate", "reason": "already_solved"}
        assert check(solved.instance(task, "gen", {}, truth, [])).ok
        refused = check(FERRY.instance(task, "gen", {}, truth, []))
        assert refused.failed.startswith("the goal holds in the state: the record says yes, but no")
    unknown = {"kind": "degenerate", "reason": "no_plan_known"}
    assert check(FERRY.instance("land", "gen", {}, unknown, [], 0, undecided=1)).undecided == 1


def without(instance: Instance, kind: str, **grades: int) -> Instance:
    rest = tuple(c for c in instance.certificates if c.kind != kind)
    return msgspec.structs.replace(instance, certificates=rest, grades=Grades(**grades))


def test_claims_without_certificate_count_as_engine_proven_where_the_grades_say_so():
    land = FERRY.land()
    claims, landmarks = land.grades.certified, len(land.truth["items"])
    honest = without(land, "invariant", certified=claims - landmarks, engine_proven=landmarks)
    report = check(honest)
    assert (report.ok, report.certified, report.engine_proven) == (True, claims - landmarks, landmarks)
    greedy = without(land, "invariant", certified=claims)
    assert check(greedy).failed == "(at-ferry l1) is a landmark: no certificate proves it"
    short = without(land, "invariant", certified=claims - landmarks + 1, engine_proven=landmarks - 1)
    assert check(short).failed == f"{land.truth['items'][-1]} is a landmark: no certificate proves it"


def test_undecided_items_need_no_proof():
    land = FERRY.land()
    truth = {"kind": "landmarks", "items": [], "undecided": land.truth["items"], "none": None}
    grades = {
        "certified": land.grades.certified - len(land.truth["items"]),
        "undecided": len(land.truth["items"]),
    }
    open_question = msgspec.structs.replace(without(land, "invariant", **grades), truth=truth, gold=None)
    assert check(open_question) == Report(land.id, "holds", None, grades["certified"], 0, grades["undecided"])


def test_imported_questions_without_a_world_stay_unverified():
    instance = seal(
        Instance(
            id="", family="planning", task="reach", form="bool", domain="ferry", world={}, query={},
            prompt=Prompt(question="?"), truth={"kind": "bool", "answer": True}, grades=Grades(unverified=1),
        )
    )  # fmt: skip
    assert check(instance) == Report(instance.id, "holds", unverified=1)
    assert not check(msgspec.structs.replace(instance, grades=Grades(certified=1))).ok
    assert not check(seal(msgspec.structs.replace(instance, form="gen"))).ok


def test_the_copied_folder_needs_nothing_installed(tmp_path):
    folder = Path(__file__).resolve().parents[3] / "verifiers" / "proofs"
    shutil.copytree(folder, tmp_path / "copy", ignore=shutil.ignore_patterns("__pycache__"))
    spoiled = msgspec.structs.replace(CASES["app"], gold="[]")
    good = {instance.id: instance for instance in CASES.values()}
    lines = [encode(instance) for instance in (*good.values(), spoiled)]
    (tmp_path / "records.jsonl").write_bytes(b"\n".join(lines))
    command = [sys.executable, "-I", "-S", str(tmp_path / "copy"), str(tmp_path / "records.jsonl")]
    child = subprocess.run(command, capture_output=True, text=True, check=False)
    fault, counts = child.stdout.splitlines()
    assert fault.endswith(f"{spoiled.id}: refused: gold: '[]' is not a canonical right answer")
    assert counts.endswith(f"records.jsonl: holds {len(good)}, refused 1")
    assert (child.stderr, child.returncode) == ("", 1)
