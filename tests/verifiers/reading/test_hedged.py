"""An answer of every kind, hedged, denied, conditioned or taken back in some 150 ways, is not credited."""

import json
from pathlib import Path
from typing import Any

import pytest

from certwright.verifiers.reading.kinds import AnswerKind
from certwright.verifiers.reading.scanner import read

SAIL, INPUTS = {"vocabulary": frozenset({"sail"})}, {"vocabulary": frozenset({"a", "b"})}
LIST = "[(sail l0 l1), (sail l1 l0)]"
ANSWERS: dict[AnswerKind, tuple[str, dict[str, Any]]] = {
    AnswerKind.LETTER: ("B", {"choices": ("the truck is empty", "box b1 is open", "box b2 is open")}),
    AnswerKind.YES_NO: ("yes", {}),
    AnswerKind.INDEX: ("index 3", SAIL),
    AnswerKind.ACTION: ("(sail l0 l1)", SAIL),
    AnswerKind.ACTION_OR_NONE: ("(sail l0 l1)", SAIL),
    AnswerKind.ACTIONS: (LIST, SAIL),
    AnswerKind.PLAN: (LIST, SAIL),
    AnswerKind.EFFECTS: ("[(at l0)] [(at l1)]", {"vocabulary": frozenset({"at"})}),
    AnswerKind.LITERALS: ("{a@1, !b@2}", INPUTS),
    AnswerKind.FORMULA: ("a@1 & !b@2", INPUTS),
    AnswerKind.INTERVENTIONS: ('[[1,"a",0]]', INPUTS),
    AnswerKind.ACCEPTANCE: ('{"accepted": false, "first_bad_step": 3}', {}),
    AnswerKind.RUN: ('{"states": [0,1,0], "outputs": ["0","1"]}', {}),
}
FAILING = {AnswerKind.YES_NO, AnswerKind.INDEX, AnswerKind.ACTION_OR_NONE, AnswerKind.ACCEPTANCE}
NEGATED = {AnswerKind.FORMULA}
SAYS_NO = {AnswerKind.YES_NO}
MEANT: dict[str, set[AnswerKind]] = {
    **dict.fromkeys(("{} ✗", "{} fails", "{} does not work", "{} doesn't hold", "Never {}"), FAILING),
    **dict.fromkeys(("{} ist falsch", "{} est faux"), FAILING),
    "{}: false": FAILING | NEGATED,
    **dict.fromkeys(("Not {}", "Non {}", "Pas {}", "Nicht {}"), NEGATED),
    **dict.fromkeys(("{}. Actually, no.", "{}... wait, no", "At first sight {}, but no"), SAYS_NO),
}
"""The kinds for which a form says something else: what fails may be asked, "not" may belong to a formula, and
yes may become no."""
FORMS: list[str] = json.loads((Path(__file__).parent / "hedged.json").read_text(encoding="utf-8"))
LEADS = ("", "I went through all of it: robot1 carries ball2 in room3.\n\n")


@pytest.mark.parametrize("kind", ANSWERS, ids=lambda kind: kind.name)
def test_no_hedged_form_is_credited(kind: AnswerKind) -> None:
    answer, known = ANSWERS[kind]
    plain = [read(lead + answer, kind, **known) for lead in LEADS]
    assert all(reading.code is None for reading in plain)
    credited = [
        lead + form
        for lead in LEADS
        for form in FORMS
        if kind not in MEANT.get(form, ()) and read(lead + form.format(answer), kind, **known).code is None
    ]
    assert credited == []
