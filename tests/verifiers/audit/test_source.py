"""Stored answers and public evaluators beside the truth of small records: every finding, and all counts."""

import hashlib
from collections import Counter
from pathlib import Path

import pytest
from testkit import audit_records
from testkit.audit_records import record, stored, subject
from testkit.spoiling import rows

from certwright.instances.errors import RecordError
from certwright.verifiers.audit import published as evaluators
from certwright.verifiers.audit.answers import NOTHING
from certwright.verifiers.audit.published import _readings, _unreachable, probes, published
from certwright.verifiers.audit.source import canonical, source

STORED = {
    "app": (["(BOARD c0 l0)"], ["(sail l0 l1)", "board c0 l0"], []),
    "prog": ({"pos": [], "neg": []}, {"pos": ["(on c0)"], "neg": ["on c0"]}),
    "reach": (["at-ferry l2"], ["at c0 l1", "at l0 l1", "at c0"], []),
    "areach": (["(swap c0 c1 l0)"], ["(sail l0 l1)", "(sail c0 l1)", "(swap c0 c0 l2)"], []),
    "val": (2, "3", -1),
    "just": (
        [],
        [["(sail l0 l1)", "(sail l1 l0)", "-1"]],
        [["(sail l0 l1)", "1"], ["sail l0 l1", "2"], ["(sail l0 l1)", "3"], ["(board c0 l0)", "0"]],
    ),
    "land": (
        {"yes": [], "no": []},
        {"yes": ["(on c0)", "(at c0 l2)", "(at c0 l0)"], "no": ["(on c1)", "(at c1 l2)", "(at c0 l1)"]},
    ),
    "nexta": (
        {"yes": [], "no": [], "maybe": [], "opt": None},
        {"yes": ["(sail l0 l1)"], "no": ["(board c0 l0)"], "maybe": ["(swap c0 c1 l0)"], "opt": 7},
        {"yes": ["(board c0 l0)"], "no": ["(sail l0 l1)"], "maybe": [], "opt": "6"},
    ),
    "app yes": ("yes", "No", "maybe"),
    "prog no": ("no", True),
    "reach mcq": ("B", "a"),
}
COMPARED = {
    "app": ([1, 0, 1], "d3ea54673d2505bc"),
    "prog": ([2, 2], "65b2db6b0bbb3757"),
    "reach": ([0, 2, 1], "2c52c6cfae9afbc3"),
    "areach": ([0, 2, 1], "3b2237f2433a49c8"),
    "val": ([0, 1, 1], "bb3fb932d70012d7"),
    "just": ([0, 0, 1], "4a941006cdadb841"),
    "land": ([1, 2], "65f7eab10fa06b12"),
    "nexta": ([1, 3, 0], "1f3795aff2b47c61"),
    "app yes": ([0, 1, 1], "7454155bb93854ae"),
    "prog no": ([0, 1], "0392be46895a670d"),
    "reach mcq": ([0, 1], "d0f7ee1f2d802120"),
}
"""Record -> disagreements of each stored answer, and a digest of all findings and counts."""
PROBED = {
    "app": (8, 4, "7ac98288f2604285"),
    "prog": (6, 0, "c07338b76106098d"),
    "reach": (30, 9, "4953575666e3c4a6"),
    "areach": (26, 8, "fc84a5666db3ec45"),
    "val": (8, 4, "ae1be8a4ac2cafac"),
    "just": (16, 8, "3b226e4cb68bde23"),
    "land": (18, 5, "691f8ea2ca71c5de"),
    "nexta": (8, 4, "e442d59dd8d645a7"),
    "app yes": (16, 4, "5d5cc710db396ff2"),
    "prog no": (12, 3, "31d2c2e498fe60a6"),
    "reach no": (4, 1, "e05aa47edf52915e"),
    "areach no": (4, 1, "e05aa47edf52915e"),
    "val yes": (4, 1, "76f57717f8368fdd"),
    "just yes": (4, 1, "76f57717f8368fdd"),
    "land yes": (4, 1, "76f57717f8368fdd"),
    "reach mcq": (12, 1, "768c191f51924fc0"),
    "land mcq": (4, 0, "56276f42ff6a5d5d"),
}
"""Record -> answers that public evaluators are tried with, those misjudged, and a digest of the findings."""
DRAWN = {
    "app": "867eb412ff606f0e",
    "prog": "32a12722519c22ad",
    "reach": "2e366e9373ed2ad6",
    "areach": "da5fe6727cc09564",
    "val": "005fa89522b4c53a",
    "just": "2c1b04453b9bc4f8",
    "land": "0818615b2a37ef88",
    "nexta": "cdc48af13baa91a9",
    "app yes": "d9eec057e396c32f",
    "prog no": "7dc5f9ade7f2db75",
    "reach no": "21ee85ae2954f720",
    "areach no": "7cbde2e56a957bd0",
    "val yes": "48f1366503cded43",
    "just yes": "416e624bf4f77c71",
    "land yes": "cc9077bd0ba06372",
    "reach mcq": "8257047ef3d3aed5",
    "land mcq": "795f3fe3f56c17cd",
}
"""Record -> digest of the spellings, strategies, wrong answers and hedges of its gold answer."""


def digest(things):
    return hashlib.sha256(repr(things).encode()).hexdigest()[:16]


def told(result):
    findings = [(each.check, each.severity, each.sentence, each.evidence) for each in result.findings]
    return findings, sorted(result.counts.items())


@pytest.mark.parametrize("name", STORED)
def test_stored_answers(name):
    results = [source(stored(name, answer)) for answer in STORED[name]]
    assert {each.severity for result in results for each in result.findings} <= {"notice"}
    many = [sum(key.startswith("disagreement") for key in result.counts) for result in results]
    assert (many, digest([told(result) for result in results])) == COMPARED[name]


@pytest.mark.parametrize("row", rows(Path(__file__).with_name("stored.jsonl")), ids=lambda row: row["record"])
def test_what_is_said_of_a_stored_answer(row):
    """Sentence, kind and proof of each disagreement, and all counts."""
    one = stored(row["record"], row["answer"])
    truth = {**one.truth, **row["truth"]}
    result = source(subject(row["record"], truth=truth, source=one.instance.source))
    said = [
        [each.sentence, each.evidence.get("kind"), each.evidence.get("proof")] for each in result.findings
    ]
    assert said == row["said"]
    assert result.counts == Counter(row["counts"])
    assert all(
        each.evidence.get("source", "acpbench:gen/x/1") == "acpbench:gen/x/1" for each in result.findings
    )


def test_without_certificates_or_a_world_the_proof_is_not_named():
    bare = subject(
        "land", certificates=(), source=stored("land", {"yes": [], "no": ["(on c0)"]}).instance.source
    )
    proofs = [each.evidence["proof"] for each in source(bare).findings]
    assert proofs == [{"certificate": None, "why": "an engine's word"}] * 2
    empty = subject("app yes", world={}, source=stored("app yes", "no").instance.source)
    assert source(empty).counts == {"unverified": 1} and source(empty).findings == []


def test_names_are_written_canonically():
    assert [canonical(name) for name in ("AT  c0 L1", " (at c0 l1) ", "handempty", "( a  b )")] == [
        "(at c0 l1)",
        "(at c0 l1)",
        "(handempty)",
        "(a b)",
    ]


@pytest.mark.parametrize("name", audit_records.QUERIES)
def test_public_evaluators(name):
    subjects = [subject(name), *(stored(name, answer) for answer in STORED.get(name, ())[:3])]
    tried = [(list(probes(each)), told(published(each))) for each in subjects if _comparable(each)]
    misjudged = sum(len(findings) for _, (findings, _) in tried)
    assert (sum(len(answers) for answers, _ in tried), misjudged, digest(tried)) == PROBED[name]


def _comparable(audited):
    try:
        list(probes(audited))
    except (AttributeError, TypeError, ValueError):
        return False
    return True


@pytest.mark.parametrize("name", audit_records.QUERIES)
def test_what_is_tried_of_a_gold_answer(name):
    audited = subject(name)
    tried = (
        [(name, text, options and options.mode) for name, text, options in audited.spellings()],
        [*audited.idle()],
        list(audited.strategies()),
        list(audited.wrong()),
        list(audited.texts()),
        [(item, list(audited.near((), item))) for item in ("A", "yes", "plan", "(on c0)", "(sail l0 l1)")],
        [list(audited.more((), items)) for items in ([], ["(on c0)"], [[1]], [1, 4])],
        audited.kind.name,
        audited.owes_gold,
        audited.costly,
    )
    assert audited.instance == record(name) and tuple(tried[1]) == NOTHING
    assert digest(tried) == DRAWN[name]


def test_what_cannot_be_scored_as_published_is_not_comparable(monkeypatch):
    def prepare(instance, options):
        assert options.mode == "as-published"
        raise RecordError("it has no stored answer that the public evaluator could compare with anything")

    monkeypatch.setattr(evaluators, "prepare", prepare)
    result = published(subject("app"))
    why = "it has no stored answer that the public evaluator could comp"
    assert result.counts == {"not comparable": 1, f"not comparable: {why}": 1}
    assert result.findings == []


def test_none_is_spelt_as_the_public_evaluator_reads_it():
    one = subject("reach", truth={**record("reach").truth, "none": True}, gold="None")
    assert list(_readings(one)) == [("spelling of None", "none"), ("spelling of None", "NONE")]
    assert list(_readings(subject("reach", gold=None))) == []


def test_unreachable_items_that_are_listed_are_drawn_too():
    one = stored("reach", ["at-ferry l2"])
    reachable = set(one.truth["items"])
    assert one.truth["listed"] == "reachable"
    unreachable = ["(at c0 l2)", "(at c1 l2)", "(at-ferry l2)"]
    truth = {**one.truth, "listed": "unreachable", "items": unreachable}
    listed = subject("reach", truth=truth, source=one.instance.source)
    for each in (one, listed):
        found = _unreachable(each)
        assert found and len(found) == len(set(found)) and "(at-ferry l2)" not in found
        assert not reachable & set(found)
    assert {"(at c0 l2)", "(at c1 l2)"} <= set(_unreachable(listed))


SAIL, BACK, BOARD = "(sail l0 l1)", "(sail l1 l0)", "(board c0 l0)"


@pytest.mark.parametrize(
    ("answer", "singles", "pairs", "counts"),
    [
        ([], [], [], {}),
        ([], [0, 2], [0], {"added": 3}),
        ([[SAIL, "1"]], [0], [], {"probes": 1, "caught": 1}),
        ([[SAIL, "1"]], [0], [0], {"probes": 1, "caught": 1, "added": 1}),
        ([[SAIL, BACK, "-1"]], [0], [0], {"probes": 1, "caught": 1, "added": 1}),
        ([[SAIL, "1"], [SAIL, BACK, "-1"]], [0], [0], {"probes": 2, "caught": 2}),
        # without the number of an occurrence any will do; a wrong number is wrong
        ([[SAIL, "0"]], [3], [], {"probes": 1, "caught": 1}),
        ([[SAIL, "2"]], [3], [], {"probes": 1, "caught": 1}),
        ([[SAIL, "1"]], [3], [], {"probes": 1, "disagreement: removal": 1, "added": 1}),
        ([[SAIL, "3"]], [3], [], {"probes": 1, "disagreement: removal": 1, "added": 1}),
        ([[BOARD, "1"]], [2], [], {"probes": 1, "caught": 1}),
        ([[BOARD, SAIL, "-1"]], [], [2], {"probes": 1, "caught": 1}),
    ],
)
def test_removals_that_a_source_lacks_are_counted(answer, singles, pairs, counts):
    truth = {**record("just").truth, "singles": singles, "pairs": pairs}
    assert record("just").query["plan"][:4] == [SAIL, BACK, BOARD, SAIL]
    result = source(subject("just", truth=truth, source=stored("just", answer).instance.source))
    assert +result.counts == Counter(counts)
