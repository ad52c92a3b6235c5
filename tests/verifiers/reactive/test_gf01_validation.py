"""Forged rows are refused by field, malformed certificates in hundreds are refused with a reason."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from testkit.gf01_instances import INSTANCE

from certwright.instances.formats.gf01 import read_bundle
from certwright.instances.formats.gf01_run import RunRow, read_runs, shape_faults
from certwright.instances.records import Answer
from certwright.scripts.gf01.bundles import question
from certwright.scripts.gf01.report import DIMENSIONS, report
from certwright.verifiers.judge import judge
from certwright.verifiers.label import label
from certwright.verifiers.reactive.gf01.diagnostics import Caps, diagnosed
from certwright.verifiers.reactive.gf01.validation import figures_of, known, validate
from certwright.verifiers.reactive.metrics import measure

DATA = Path(__file__).resolve().parents[4] / "shared" / "data" / "gf01"


@pytest.fixture(scope="module")
def gf01():
    if not DATA.is_dir():
        pytest.skip("the real GF-01 files are not beside this checkout")
    return DATA


@pytest.fixture(scope="module")
def example(gf01):
    """The instances and rows that the public code retained."""
    bundle = read_bundle(gf01 / "official_example" / "instance_bundle_v1.json")
    runs = list(read_runs(gf01 / "official_example" / "runs_v1_valid.jsonl"))
    assert all(isinstance(run, RunRow) for run in runs)
    return known(bundle.instances), [run.row for run in runs]


def outcome(example, *rows):
    return [sorted({fault.field for fault in one.faults}) for one in validate(rows, example[0])]


def test_the_retained_rows_hold(example):
    assert outcome(example, *example[1]) == [[]] * 4


FORGED = [
    ({"valid": False}, "False is stored, the certificate has True"),
    ({"suff": False}, "False is stored, the certificate has True"),
    ({"min1": False}, "False is stored, the certificate has True"),
    ({"goal": False}, "False is stored, the certificate has True"),
    ({"ap_f1": 0.5}, "0.5 is stored, the certificate has 1.0"),
    ({"ts_f1": 0.999}, "0.999 is stored, the certificate has 1.0"),
    ({"ap_precision": 0.0}, "0.0 is stored, the certificate has 1.0"),
    ({"eff_t": 0}, "0 is stored, the certificate has 1"),
    ({"eff_a": 2}, "2 is stored, the certificate has 1"),
    ({"kappa": [1, 1, 0, 0]}, "[1, 1, 0, 0] is stored, the certificate has [1, 1, -1, -1]"),
    ({"kappa": "best"}, "'best' is stored, the certificate has [1, 1, -1, -1]"),
    ({"subset_minimal": False}, "False is stored, the certificate has True"),
    ({"mode": "normal"}, "'normal' is stored, the instance has 'hard'"),
    ({"t_star": 4}, "4 is stored, the instance has 3"),
    ({"window_size": 2}, "2 is stored, the instance has 1"),
    ({"budget_timestep": 1}, "1 is stored, the instance has 3"),
    ({"budget_atoms": 1}, "1 is stored, the instance has 4"),
    ({"split_id": "private_eval"}, "'private_eval' is stored, the instance has 'public_dev'"),
    ({"instance_id": "gf01-000000000000"}, "'gf01-000000000000' is not in the bundle"),
    ({"family_id": "GF-02"}, "'GF-02' is not GF-01"),
    ({"scored_commit_episode": False}, "DEC-046 asks for True, not False"),
    ({"kappa": None}, "None is stored, the certificate has [1, 1, -1, -1]"),
    ({"eff_t": None}, "None is stored, the certificate has 1"),
    ({"ap_recall": None}, "None is stored, the certificate has 1.0"),
    ({"ts_f1": None}, "None is stored, the certificate has 1.0"),
    ({"structure_ok": False}, "False is stored, the certificate has True"),
    ({"structure_ok": 1}, "1 is stored, the certificate has True"),
    ({"reason": "timestep budget exceeded"}, "'timestep budget exceeded' is stored, the certificate has ''"),
    ({"seed": 7}, "7 is stored, the instance has 7100"),
    ({"complexity": None}, "None is no table of figures"),
    ({"complexity": {"state_count_norm": 0.9}}, "state_count_norm 0.9 is stored, the instance has 0.3"),
    (
        {"identifiability": {"response_ratio": 1.0}},
        "response_ratio 1.0 is stored, the instance has 0.9629629629629629",
    ),
    ({"diagnostic_status": "sure"}, "'sure' is not one of exact, infeasible, not-run"),
    ({"diagnostic_status": None}, "'None' is not one of exact, infeasible, not-run"),
    ({"diagnostic_visits": 1}, "1 is stored, the certificate has 0"),
    ({"diagnostic_peak": 3}, "3 is stored, the certificate has 0"),
]
"""Another value of a field, and what is said of it."""
FORGED_IN_SEVERAL = [
    ({"eval_track": "EVAL-OC"}, ["tool_allowlist_id", "tool_log_hash"]),
    ({"certificate": []}, ["ap_f1", "ap_precision", "ap_recall", "eff_a", "eff_t", "goal", "suff"]),
    ({"certificate": [["x", None]]}, ["ap_f1", "goal", "min1", "suff", "valid"]),
]


@pytest.mark.parametrize(("change", "message"), FORGED, ids=str)
def test_a_forged_row_is_refused_by_its_field(example, change, message):
    (one,) = validate([{**example[1][0], **change}], example[0])
    assert [(fault.field, fault.message) for fault in one.faults] == [(*change, message)]


@pytest.mark.parametrize(("change", "fields"), FORGED_IN_SEVERAL, ids=str)
def test_a_forged_certificate_or_track_is_refused_by_all_that_depends_on_it(example, change, fields):
    (found,) = outcome(example, {**example[1][0], **change})
    assert set(fields) <= set(found)


def test_the_row_that_the_public_report_believes_is_refused(example):
    forged = {
        **example[1][0],
        "certificate": [["x", None]],
        "valid": True,
        "ap_f1": 7.5,
        "ts_f1": -3,
    }
    assert [field for field, _ in shape_faults(forged)] == ["ap_f1", "ts_f1"]
    (one,) = validate([forged], example[0])
    told = {fault.field: fault.message for fault in one.faults}
    assert told["ap_f1"] == "7.5 is stored, the certificate has 0.0"
    assert told["valid"] == "True is stored, the certificate has False"


def test_a_row_stands_once(example):
    row = example[1][0]
    assert outcome(
        example, row, row, {**row, "sample": 1}, {**row, "agent_name": "b"}, {**row, "view": "hidden"}
    ) == [
        [],
        ["instance_id"],
        [],
        [],
        [],
    ]
    *_, second = validate([row, row], example[0])
    assert [fault.message for fault in second.faults] == [
        "row 1 is of the same agent, track, view and instance"
    ]


def test_every_row_of_every_certificate_validates_and_no_other_figures_do(gf01):
    """Rows made of the computed figures hold; each with one figure changed does not."""
    bundle = read_bundle(gf01 / "pilot_instance_bundle_v1.json")
    instances, rng, base = known(bundle.instances[:6]), random.Random(1), None
    base = json.loads((gf01 / "official_example" / "runs_v1_valid.jsonl").read_text().splitlines()[0])
    shared = ("seed", "complexity", "identifiability", "budget_atoms")
    base = {key: value for key, value in base.items() if key not in shared}
    for one in instances.values():
        inst = one.instance
        for _ in range(4):
            certificate = [
                [step, ap, rng.randrange(2)]
                for step in range(len(inst.base_trace))
                for ap in inst.automaton.input_aps
                if rng.random() < 0.1
            ]
            figures = figures_of(measure(one.question, certificate))
            row = {
                **base,
                **figures,
                "instance_id": inst.instance_id,
                "certificate": certificate,
                **{name: getattr(inst, name) for name in ("split_id", "mode", "t_star", "window_size")},
                "budget_timestep": inst.budget_timestep,
            }
            assert [found.holds for found in validate([row], instances)] == [True]
            for name, value in figures.items():
                if isinstance(value, bool):
                    other = not value
                elif isinstance(value, int | float):
                    other = value + 1
                else:
                    other = [9]
                (found,) = validate([{**row, name: other}], instances)
                assert name in {fault.field for fault in found.faults}


def test_the_diagnostic_of_a_row_is_made_again(example):
    row = example[1][0]
    question = example[0][row["instance_id"]].question
    spent = diagnosed(question, row["certificate"], None).cost
    cost = {"diagnostic_visits": spent.visits, "diagnostic_peak": spent.peak}
    ample, tight = Caps(spent.visits, spent.peak), Caps(spent.visits - 1, spent.peak)
    capped = diagnosed(question, row["certificate"], tight)
    exact = {**row, **cost, "diagnostic_status": "exact", "subset_minimal": True}
    infeasible = {
        **row,
        "diagnostic_status": capped.status,
        "diagnostic_visits": capped.cost.visits,
        "diagnostic_peak": capped.cost.peak,
    }

    def told_of(row, limits=None):
        return [fault for one in validate([row], example[0], limits=limits) for fault in one.faults]

    def faults(row, limits=None):
        return [fault.field for fault in told_of(row, limits)]

    assert capped.status == "infeasible"
    assert faults(exact) == faults(exact, ample) == faults(infeasible) == faults(infeasible, tight) == []
    assert faults(exact, tight) == faults(infeasible, ample) == ["diagnostic_status"]
    assert faults({**exact, "diagnostic_visits": spent.visits + 1}) == ["diagnostic_visits"]
    assert faults({**infeasible, "subset_minimal": True}) == ["subset_minimal"]
    nothing = {**exact, **figures_of(measure(question, [[0]])), "certificate": [[0]]}
    assert faults(nothing) == ["diagnostic_status"]
    assert [
        fault.message for fault in told_of(exact, tight) + told_of(infeasible, ample) + told_of(nothing)
    ] == [
        "'exact' is stored, the caps say otherwise",
        "'infeasible' is stored, the caps say otherwise",
        "'exact' is stored, but what was submitted is no certificate",
    ]
    (claimed,) = told_of({**infeasible, "subset_minimal": True})
    assert claimed.message == "True is stored, but the diagnostic was infeasible"
    assert faults({**nothing, "diagnostic_status": "not-run"}) == ["diagnostic_visits", "diagnostic_peak"]


def test_a_match_that_is_undecided_is_null_and_nothing_else(example):
    row = example[1][0]
    one = example[0][row["instance_id"]]
    hard = replace(one, question=replace(one.question, limit=1))
    submitted = [[0, "in0", 0], [1, "in1", 1]]
    figures = {**figures_of(measure(hard.question, submitted)), "certificate": submitted}
    assert figures["ap_f1"] is None and not shape_faults({**row, **figures})
    instances = {row["instance_id"]: hard}
    (found,) = validate([{**row, **figures}], instances)
    (claimed,) = validate([{**row, **figures, "ap_f1": 0.5}], instances)
    assert found.holds and [fault.field for fault in claimed.faults] == ["ap_f1"]


# -- reports


def test_the_report_pools_neither_agents_nor_tracks_nor_views(example):
    rows = example[1]
    tools = {"eval_track": "EVAL-TA", "tool_allowlist_id": "local-planner-v1", "tool_log_hash": "0" * 64}
    more = [
        *rows,
        *({**row, "agent_name": "other"} for row in rows),
        *({**row, **tools} for row in rows),
        *({**row, "view": "hidden"} for row in rows),
        {**rows[0], "agent_name": "forger", "ap_f1": 0.3},
    ]
    found = report(validate(more, example[0]))
    assert (found["rows"], found["refused"]) == (17, 1)
    assert sum(one["count"] for one in found["strata"]) == 16
    assert all(set(DIMENSIONS) | {"agent_name"} <= set(one) for one in found["strata"])
    keys = [tuple(str(one[name]) for name in (*DIMENSIONS, "agent_name")) for one in found["strata"]]
    assert len(set(keys)) == len(keys) == 8
    assert {one["agent_name"] for one in found["strata"]} == {"BL-01-GreedyLocal", "other"}


def test_the_ranking_is_by_kappa(example):
    row = example[1][0]
    one = example[0][row["instance_id"]]
    worse = figures_of(measure(one.question, []))
    empty = {**row, **worse, "agent_name": "a-nothing", "certificate": []}
    (ranking,) = report(validate([empty, row], example[0]))["rankings"]
    assert [agent["agent_name"] for agent in ranking["agents"]] == ["BL-01-GreedyLocal", "a-nothing"]
    assert ranking["agents"][0]["kappa_mean"] == [1.0, 1.0, -1.0, -1.0]


# -- malformed certificates, by the hundreds

GOOD = [1, "r", 1]
BAD_STEPS = ["1", " 1", 1.0, 1.5, True, None, [1], {"t": 1}, -1, 3, 10**9, -(10**40), 1e300, "one", ""]
BAD_NAMES = ["o", "R", " r", "r ", "", "x", 0, None, True, ["r"], {"ap": "r"}, "r\u0000", "r" * 5000, 1.5]
BAD_VALUES = ["1", "0", "true", True, False, None, 2, -1, 1.0, 0.7, [1], {}, 10**40, ""]
BAD_SHAPES = [[], [1], [1, "r"], [1, "r", 1, 1], "r@1x", 7, None, True, {"t": 1}, {}, [[1, "r", 1]]]
WHOLE = [None, 7, True, {}, {"certificate": [GOOD]}, {"atoms": {}}, "r=1", [GOOD, [1, "r", 0]]]
WHOLE += [[[0, "q", 1], GOOD, [0, "q", 0]]]


def malformed():
    """Each bad part in each place: alone, before and after a good atom, twice."""
    atoms = [[step, "r", 1] for step in BAD_STEPS]
    atoms += [[1, name, 1] for name in BAD_NAMES]
    atoms += [[1, "r", value] for value in BAD_VALUES]
    atoms += BAD_SHAPES
    for atom in atoms:
        yield [atom]
        yield [GOOD, atom]
        yield [atom, GOOD]
        yield [GOOD, GOOD, atom, [0, "q", 1]]
        yield [atom, atom]
    yield from WHOLE


def reason_is_precise(reason, certificate):
    words = ("atom", "timestep", "ap ", "value", "conflicting", "not a list", "atoms")
    return bool(reason) and len(reason) < 300 and any(word in reason for word in words)


def test_hundreds_of_malformed_certificates_are_refused_with_a_reason():
    (one,) = known([INSTANCE]).values()
    listed = list(malformed())
    assert len(listed) > 250
    assert measure(one.question, [GOOD]).valid
    for certificate in listed:
        found = measure(one.question, certificate)
        assert not (found.structure_ok or found.valid or found.sufficient), certificate
        assert reason_is_precise(found.reason, certificate), (certificate, found.reason)
        assert (found.ap_f1, found.ts_f1, found.kappa) == (0.0, 0.0, None)


def spelled(atom):
    """Whether an atom's value is 0 or 1 as models spell them too."""
    value = atom[2] if isinstance(atom, list) and len(atom) == 3 else None
    return isinstance(value, bool) or (isinstance(value, str) and value in ("0", "1", "true"))


def test_the_judge_gives_none_of_them_a_point():
    made = question(INSTANCE)
    labelled = label(made)
    good = judge(labelled, Answer(id=made.id, answer=[GOOD]))
    assert good.value == 1.0
    for certificate in malformed():
        if isinstance(certificate, dict):
            continue  # an object that holds a list of atoms is an answer: models write it so
        if isinstance(certificate, list) and any(map(spelled, certificate)):
            continue  # the reader takes these for 0 and 1; GF-01's own check does not
        for answer in (
            Answer(id=made.id, answer=certificate),
            Answer(id=made.id, response=f"Final answer: {json.dumps(certificate)}"),
        ):
            verdict = judge(labelled, answer)
            assert verdict.value == 0.0, (certificate, verdict)
            assert verdict.explanation


def test_rows_that_claim_them_valid_are_refused(example):
    row = example[1][0]
    for certificate in malformed():
        if not isinstance(certificate, list):
            assert [field for field, _ in shape_faults({**row, "certificate": certificate})] == [
                "certificate"
            ]
            continue
        (found,) = validate([{**row, "certificate": certificate}], example[0])
        assert {"valid", "suff", "goal"} <= {fault.field for fault in found.faults}


def test_empty_answers_and_superfluous_steps_earn_nothing():
    labelled = label(question(INSTANCE))
    for certificate in ([], [GOOD, [0, "q", 1]], [GOOD, [2, "r", 1]], [GOOD, [0, "q", 0]]):
        assert judge(labelled, Answer(id=labelled.id, answer=certificate)).value == 0.0
