"""What the checker says of worlds whose texts are changed word by word."""

import hashlib
import json
import re
from collections import Counter

import pytest
from testkit import audit_records
from testkit.grid_questions import QUESTIONS
from testkit.proof_questions import labelled

from certwright.instances.canonical import encode
from certwright.verifiers.audit.proofs import named
from certwright.verifiers.checking import check_data
from certwright.verifiers.label import label
from certwright.verifiers.timetravel.level import shipped_instances

WORDS = re.compile(r"\s+|[()\[\]{}\"&|!,:]|[^\s()\[\]{}\"&|!,:]+")
PLACES = 120
"""Words of a text that are changed, spread over it."""
TOLD = {
    ("planning app", "domain"): (480, 453, 213, "d0e3bfa48563fef0"),
    ("planning app", "problem"): (438, 408, 140, "d232ae4df9be3c14"),
    ("planning reach no", "domain"): (480, 453, 213, "2b041163c3b92753"),
    ("timetravel 0", "domain"): (654, 560, 316, "24f10722ccf38c5a"),
    ("timetravel 0", "problem"): (666, 653, 255, "49236915f66b1c0d"),
    ("reactive simulate", "hoa"): (450, 430, 402, "0a5683bc5823ba06"),
    ("gridworld masked", "program"): (882, 744, 63, "58f624c1b16b1560"),
}
"""Record and text -> changes, refusals, different ones, and a digest of all."""


def records(name):
    family, _, rest = name.partition(" ")
    if family == "planning":
        return audit_records.record(rest)
    if family == "timetravel":
        return label(shipped_instances()[0])
    if family == "gridworld":
        return label(QUESTIONS[rest])
    return labelled(rest, "gen", 1)[0]


def changed(text):
    """The text with a word left out, doubled, or replaced by another one."""
    words = WORDS.findall(text)
    step = max(1, len(words) // PLACES)
    for place in [place for place in range(0, len(words), step) if words[place].strip()]:
        before, word, after = words[:place], words[place], words[place + 1 :]
        for new in (
            [],
            [word, " ", word],
            ["x7"],
            ["("],
            [words[(place * 7 + 3) % len(words)]],
            ["?x", " - ", word],
        ):
            yield "".join([*before, *new, *after])


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("planning app", "domain"),
        ("planning app", "problem"),
        ("planning reach no", "domain"),
        ("timetravel 0", "domain"),
        ("timetravel 0", "problem"),
        ("reactive simulate", "hoa"),
        ("gridworld masked", "program"),
    ],
)
def test_changed_texts(name, field):
    data = json.loads(encode(records(name)))
    fates, told = Counter(), hashlib.sha256()
    for text in changed(data["world"][field]):
        failed = check_data(named({**data, "world": {**data["world"], field: text}})).failed
        # what Python says of a malformed record differs from version to version
        failed = re.sub(r"^malformed record: .*", "malformed record", failed or "")
        fates[failed] += 1
        told.update(failed.encode() + b"\n")
    assert (fates.total(), fates.total() - fates[""], len(fates), told.hexdigest()[:16]) == TOLD[name, field]
