"""Metrics of submitted certificates: hostile shapes, both semantics, the real pilot bundle."""

import json
import random
from pathlib import Path

import msgspec
import pytest
from testkit import gf01_search, kernel_worlds

from certwright.domains.reactive.effect import OutputEffect
from certwright.domains.reactive.machine import Machine
from certwright.instances.formats.gf01 import read_instance
from certwright.instances.records import Code
from certwright.verifiers.reactive import reference
from certwright.verifiers.reactive.certificates import Enumeration
from certwright.verifiers.reactive.metrics import measure
from certwright.verifiers.reactive.question import Interventions
from certwright.verifiers.reactive.reference import MEASURES, SEMANTICS

DATA = Path(__file__).resolve().parents[4] / "shared" / "data" / "gf01"
LATCH = Machine(("r", "q"), ("o",), 0, ((0, 1, 0, 1), (1,) * 4), ((0, 1, 0, 1), (1,) * 4))
ASKED = Interventions(LATCH, (0, 0, 0), OutputEffect("o", 1), budget=1)
DEEP = []
for _ in range(10_000):
    DEEP = [DEEP]

MALFORMED = [
    (None, "null is not a list of atoms"),
    ({}, "an object is not a list of atoms"),
    ("[[0,'r',1]]", "is not a list of atoms"),
    (3, "3 is not a list of atoms"),
    ([3], "atom 0 is 3, not [timestep, ap, value]"),
    ([[0, "r", 1], []], "atom 1 is a list, not [timestep, ap, value]"),
    ([[0, "r"]], "atom 0 is a list, not"),
    ([[0, "r", 1, 1]], "atom 0 is a list, not"),
    ([{"timestep": 0, "ap": "r", "value": 1}], "atom 0 is an object, not"),
    ([DEEP], "atom 0 is a list, not"),
    ([["0", "r", 1]], 'timestep "0" is not an integer'),
    ([[0.0, "r", 1]], "timestep 0.0 is not an integer"),
    ([[float("nan"), "r", 1]], "timestep NaN is not an integer"),
    ([[True, "r", 1]], "timestep true is not an integer"),
    ([[None, "r", 1]], "timestep null is not an integer"),
    ([[[0], "r", 1]], "timestep a list is not an integer"),
    ([[-1, "r", 1]], "timestep -1 out of range"),
    ([[3, "r", 1]], "timestep 3 out of range"),
    ([[10**30, "r", 1]], f"timestep {10**30} out of range"),
    ([[10**6000, "r", 1]], "timestep of 19932 bits out of range"),
    ([[0, 0, 1]], "ap 0 is not a name"),
    ([[0, ["r"], 1]], "ap a list is not a name"),
    ([[0, "o", 1]], "ap o not in AP_in"),
    ([[0, " r", 1]], "ap  r not in AP_in"),
    ([[0, "x" * 10_000, 1]], "ap " + "x" * 60 + " not in AP_in"),
    ([[0, "r", "1"]], 'value "1" is not the number 0 or 1'),
    ([[0, "r", True]], "value true is not the number 0 or 1"),
    ([[0, "r", 1.0]], "value 1.0 is not the number 0 or 1"),
    ([[0, "r", None]], "value null is not the number 0 or 1"),
    ([[0, "r", {}]], "value an object is not the number 0 or 1"),
    ([[0, "r", 2]], "value 2 is invalid"),
    ([[0, "r", -1]], "value -1 is invalid"),
    ([[0, "r", 1], [0, "r", 0]], "conflicting assignments for (0, 'r')"),
    ([[0, "r", 1], [9, "r", 0], [0, "r", 0]], "timestep 9 out of range"),
]


@pytest.mark.parametrize(("raw", "reason"), MALFORMED, ids=[f"{i}" for i in range(len(MALFORMED))])
def test_what_is_no_certificate_is_refused_with_its_reason(raw, reason):
    found = measure(ASKED, raw)
    assert not found.structure_ok and reason in found.reason and len(found.reason) < 200
    assert not (found.sufficient or found.min1 or found.valid or found.subset_minimal)
    assert found.kappa is None and found.ap_f1 == 0 and found.m_size == 2
    json.dumps(found.json())
    json.dumps(reference.measure(ASKED, raw).json())


LONG = f'atom 0 holds "{"0" * 59}..., not an integer'


@pytest.mark.parametrize(
    ("raw", "reason", "code"),
    [
        ({}, "an object is not a list of atoms", Code.MALFORMED),
        ([3], "atom 0 is 3, not [timestep, ap, value]", Code.MALFORMED),
        ([[0, "r", 1], [0, "r"]], "atom 1 is a list, not [timestep, ap, value]", Code.MALFORMED),
        ([["x", "r", None]], 'atom 0 holds "x", not an integer', Code.MALFORMED),
        ([["0", "r", None]], "atom 0 holds null, not an integer", Code.MALFORMED),
        ([[3, "r", 1]], "timestep 3 out of range", Code.MALFORMED),
        ([["0" * 399 + "3", "r", 1]], "timestep 3 out of range", Code.MALFORMED),
        ([["0" * 400 + "3", "r", 1]], LONG, Code.MALFORMED),
        ([[0, "r", "0" * 399 + "2"]], "value 2 is invalid", Code.MALFORMED),
        ([[0, "r", "0" * 400 + "2"]], LONG, Code.MALFORMED),
        ([[float("inf"), "r", 1]], "atom 0 holds Infinity, not an integer", Code.MALFORMED),
        ([[-1, "r", 1]], "timestep -1 out of range", Code.MALFORMED),
        ([[0, "o", 1]], "ap o not in AP_in", Code.MALFORMED),
        ([[0, "x" * 401, 1]], f"ap {'x' * 400} not in AP_in", Code.MALFORMED),
        ([[0, "r", 2]], "value 2 is invalid", Code.MALFORMED),
        ([[0, "r", 1], [0, "q", 0], [0, "r", 0]], "conflicting assignments for (0, 'r')", Code.MALFORMED),
        ([[0, "r", 1], [1, "r", 0]], "timestep budget exceeded", Code.OVER_BUDGET),
        ([[0, "r", 1], [0, "q", 0]], "", Code.OK),
    ],
)
def test_the_public_code_names_the_first_fault(raw, reason, code):
    found = reference.measure(ASKED, raw)
    assert (found.reason, found.code, found.structure_ok) == (reason, code, not reason)


def test_as_many_atoms_are_read_as_the_limit_allows(monkeypatch):
    monkeypatch.setattr(reference, "ATOM_LIMIT", 3)
    assert reference.measure(ASKED, [[0, "r", 1]] * 3).structure_ok
    found = reference.measure(ASKED, [[0, "r", 1]] * 4)
    assert (found.reason, found.code) == ("a list is not a list of atoms", Code.MALFORMED)


def anything(rng, depth=0):
    kinds = ["int", "str", "float", "bool", "null", "huge"] + ["list", "dict", "atom"] * (depth < 3)
    kind = rng.choice(kinds)
    if kind == "list":
        return [anything(rng, depth + 1) for _ in range(rng.randrange(4))]
    if kind == "dict":
        return {rng.choice(["timestep", "ap", "value", "x"]): anything(rng, depth + 1) for _ in range(3)}
    if kind == "atom":
        return [
            rng.choice([0, 1, 2, 5, True, "1"]),
            rng.choice(["r", "q", "o", 1]),
            rng.choice([0, 1, "1", 0.5]),
        ]
    plain = {
        "int": rng.randrange(-2, 5),
        "str": rng.choice(["r", "1", "", "\ud800"]),
        "float": rng.choice([0.7, 1e400]),
    }
    return {**plain, "bool": rng.random() < 0.5, "null": None, "huge": -(10**5000)}[kind]


@pytest.mark.parametrize("semantics", SEMANTICS)
def test_nothing_crashes(semantics):
    rng = random.Random(0)
    for _ in range(3000):
        raw = [anything(rng, 1) for _ in range(rng.randrange(4))] if rng.random() < 0.8 else anything(rng)
        found = MEASURES[semantics](ASKED, raw)
        assert found.structure_ok == (not found.reason)
        assert found.valid <= found.structure_ok or found.code is Code.OVER_BUDGET
        json.dumps(found.json())


ROWS = [
    # raw, semantics, (structure_ok, sufficient, min1, valid, subset_minimal), kappa
    ([[0, "r", 1]], "specification", (1, 1, 1, 1, 1), (1, 1, -1, -1)),
    ([[0, "r", 1]], "reference", (1, 1, 1, 1, 1), (1, 1, -1, -1)),
    ([[0, "r", 1], [0, "r", 1]], "specification", (1, 1, 1, 1, 1), (1, 1, -1, -1)),
    ([[0, "r", 1], [0, "r", 1]], "reference", (1, 1, 0, 0, 0), (0, 1, -1, -2)),
    ([[0, "r", 1], [0, "q", 0]], "specification", (1, 1, 0, 0, 0), (0, 1, -1, -2)),
    ([[2, "r", 1]], "specification", (1, 0, 1, 0, 1), (0, 0, -1, -1)),
    ([[2, "r", 1]], "reference", (1, 0, 0, 0, 1), (0, 0, -1, -1)),
    ([[0, "q", 0]], "specification", (1, 0, 1, 0, 1), (0, 0, -1, -1)),
    ([], "specification", (1, 0, 1, 0, 1), (0, 0, 0, 0)),
    ([[0, "r", 1], [1, "r", 1]], "specification", (0, 1, 0, 0, 0), (0, 1, -2, -2)),
    ([[0, "r", 1], [1, "r", 1]], "reference", (0, 0, 0, 0, 0), (0, 0, -2, -2)),
    ([["0", " r ", 1.9]], "reference", (1, 1, 1, 1, 1), (1, 1, -1, -1)),
    ([{"timestep": 0, "ap": "r", "value": True}], "reference", (1, 1, 1, 1, 1), (1, 1, -1, -1)),
]


@pytest.mark.parametrize(("raw", "semantics", "held", "kappa"), ROWS)
def test_both_semantics(raw, semantics, held, kappa):
    found = MEASURES[semantics](ASKED, raw)
    told = (found.structure_ok, found.sufficient, found.min1, found.valid, found.subset_minimal)
    assert (tuple(map(int, told)), found.kappa) == (held, kappa)


def test_valid_beyond_the_budget_is_valid_and_reported():
    counter = Machine(("r",), ("o",), 0, ((0, 1), (1, 2), (2, 2)), ((0, 0), (0, 1), (1, 1)))
    asked = Interventions(counter, (0, 0), OutputEffect("o", 1), budget=1)
    found = measure(asked, [[0, "r", 1], [1, "r", 1]])
    assert (found.valid, found.structure_ok, found.code, found.m_size) == (True, False, Code.OVER_BUDGET, 0)
    assert found.reason == "2 timesteps are set, the budget is 1"
    assert found.ap_f1 == 0, "M(I) has no member within the budget"
    assert not reference.measure(asked, [[0, "r", 1], [1, "r", 1]]).valid


def asked(seed):
    rng = random.Random(seed)
    system = kernel_worlds.machine(rng, rng.randint(2, 4), rng.randint(1, 2))
    length = rng.randint(1, 5)
    trace = tuple(rng.randrange(1 << len(system.inputs)) for _ in range(length))
    effect = OutputEffect("out0", rng.randrange(length), True, rng.choice([0, 0, 1]))
    return Interventions(system, trace, effect, rng.randint(1, length))


def published(question):
    """The published certificates as the search of the tests has them."""
    return [tuple(map(tuple, question.flipped(cells))) for cells in reference.published(question)]


def test_the_published_search_is_followed(monkeypatch):
    """Any bound on results and nodes gives the prefix that the search itself gives."""
    for seed in range(60):
        question, rng = asked(seed), random.Random(seed)
        whole = gf01_search.Published(question).search(10**9, 10**9)
        assert len(whole) == question.size
        for _ in range(6):
            nodes, results = rng.randint(1, 200), rng.randint(1, 6)
            monkeypatch.setattr(reference, "NODES", nodes)
            monkeypatch.setattr(reference, "RESULTS", results)
            reference.published.cache_clear()
            assert published(question) == gf01_search.Published(question).search(nodes, results)


def test_the_published_verdicts_are_followed():
    for seed in range(150):
        question, rng = asked(seed), random.Random(seed)
        for _ in range(8):
            steps = rng.sample(range(len(question.trace)), rng.randint(1, len(question.trace)))
            atoms = [[step, rng.choice(question.inputs), rng.randrange(2)] for step in steps]
            atoms += atoms[: rng.randrange(2)]
            found = reference.measure(question, atoms)
            within = len(set(steps)) <= question.budget
            expected = gf01_search.Published(question).verdict(atoms) if within else (False, False)
            assert (found.sufficient, found.min1) == expected and found.valid == expected[1]


@pytest.fixture(scope="module")
def pilot():
    if not DATA.is_dir():
        pytest.skip("the real GF-01 files are not beside this checkout")
    bundle = json.loads((DATA / "pilot_instance_bundle_v1.json").read_text())
    return [read_instance(item) for item in bundle["instances"]]


def test_the_pilot_bundle(pilot):
    """All 24 instances: the count is the length of the list, each member is valid for the public rules."""
    assert len(pilot) == 24
    for instance in pilot:
        asked = Interventions.of(instance)
        question = asked.without_settings
        listed, complete = Enumeration(question.product, question.budget).first(10**6)
        assert complete and len(listed) == question.size > 0
        assert asked.size == sum(flips.bit_count() <= instance.budget_atoms for flips in listed) > 0
        rules = gf01_search.Published(question)
        for flips in listed[:: max(1, len(listed) // 40)]:
            atoms = question.flipped(flips)
            assert rules.verdict([tuple(atom) for atom in atoms]) == (True, True)
            found = measure(question, atoms)
            assert found.valid and found.structure_ok and found.ap_f1 == found.ts_f1 == 1
        prefix = rules.search(3000, 12)
        assert prefix and published(question)[: len(prefix)] == prefix


def test_the_published_runs_are_reproduced():
    if not DATA.is_dir():
        pytest.skip("the real GF-01 files are not beside this checkout")
    folder = DATA / "official_example"
    bundle = json.loads((folder / "instance_bundle_v1.json").read_text())
    questions = {item["instance_id"]: Interventions.of(read_instance(item)) for item in bundle["instances"]}
    names = {
        "suff": "sufficient",
        **{name: name for name in ("min1", "valid", "eff_t", "eff_a", "ap_f1", "ts_f1")},
    }
    for line in (folder / "runs_v1_valid.jsonl").read_text().splitlines():
        row = json.loads(line)
        found = reference.measure(questions[row["instance_id"]], row["certificate"])
        assert {name: getattr(found, ours) for name, ours in names.items()} == {
            name: row[name] for name in names
        }


def test_a_huge_count_is_written_as_text():
    rng = random.Random(0)
    system = kernel_worlds.machine(rng, 5, 3)
    trace = tuple(rng.randrange(8) for _ in range(400))
    question = Interventions(
        system, trace, OutputEffect("out0", 399, not system.run(trace).outputs[-1] & 1), 20
    )
    found = measure(question, [])
    assert question.size > 2**63 and found.m_size == question.size
    assert found.json()["m_size"] == str(question.size)
    assert msgspec.json.encode(found.json())
