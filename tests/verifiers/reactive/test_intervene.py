"""The judge of interventions: MET-C, the figures beside it, and both semantics of GF-01."""

import msgspec
import pytest
from testkit.reactive_questions import output, question, verdict

from certwright.domains.reactive.machine import Machine
from certwright.instances.errors import RecordError
from certwright.instances.records import Answer, Code, Episode
from certwright.verifiers.judge import CUT_SHORT, JudgeOptions, judge
from certwright.verifiers.label import label
from certwright.verifiers.reactive.intervene import environment
from certwright.verifiers.reactive.question import Question

GATE = Machine(("a", "b"), ("o",), 0, ((0, 1, 0, 1), (1, 1, 1, 1)), ((0, 0, 0, 0), (0, 0, 1, 1)))
"""Once a was on, o follows b."""

EARLY = [[0, "a", 1], [2, "b", 1]]


def asked(trace=(0, 0, 0), budget=2, **more):
    truth = {"kind": "certificates", "count": "2", "cheapest": [2, 2], "example": []}
    query = {"effect": output("o", 2), "mode": "hard", "budget_timestep": budget, "budget_atoms": None}
    return question(GATE, trace, "intervene", truth, **{**query, **more})


TABLE = {
    "early": ('[[0, "a", 1], [2, "b", 1]]', Code.OK),
    "late": ("Final answer: a@1, b@2", Code.OK),
    "as objects": (
        '{"interventions": [{"t": 1, "ap": "a", "value": 1}, {"t": 2, "ap": "b", "value": 1}]}',
        Code.OK,
    ),
    "the same twice": ("a@1, b@2, a@1", Code.OK),
    "one too many": ("a@0, a@1, b@2", Code.EXTRA_ITEMS),
    "a setting that changes nothing": ("a@1, b@2, !b@0", Code.EXTRA_ITEMS),
    "half": ("b@2", Code.MISSING_ITEMS),
    "nothing": ("[]", Code.MISSING_ITEMS),
    "blank": ("", Code.EMPTY),
    "an output": ('[[2, "o", 1]]', Code.UNKNOWN_SYMBOL),
    "text for a number": ('[["1", "a", 1]]', Code.ILL_TYPED),
    "true for 1": ('[[1, "a", true]]', Code.MISSING_ITEMS),
    "beyond the trace": ('[[3, "a", 1]]', Code.MALFORMED),
    "both values": ("a@1, !a@1", Code.CONFLICTING),
    "no atom": ("[[1]]", Code.MALFORMED),
}


@pytest.mark.parametrize(("response", "code"), TABLE.values(), ids=TABLE)
def test_certificates(response, code):
    told = verdict(asked(budget=3), response)
    assert told.code is code, told.explanation
    assert told.value == float(code is Code.OK)
    assert code is Code.OK or told.explanation


def test_the_figures_stand_beside_the_value():
    told = verdict(asked(), "a@1, b@2").metadata
    wanted = {
        "structure_ok": True,
        "valid": True,
        "eff_t": 2,
        "eff_a": 2,
        "kappa": [1, 1, -2, -2],
        "ap_f1": 1.0,
    }
    assert {name: told[name] for name in wanted} == wanted
    assert told["m_size"] == 2
    half = verdict(asked(), "b@2").metadata
    assert (half["sufficient"], half["min1"], half["valid"]) == (False, True, False)
    assert half["ap_recall"] == 0.5


@pytest.mark.parametrize(
    ("budget", "atoms", "truth", "proofs"),
    [
        (
            3,
            None,
            {"kind": "certificates", "count": "2", "cheapest": [2, 2], "example": EARLY},
            {
                "cheapest": {"timesteps": 2, "atoms": 2},
                "intervention": {"atoms": EARLY},
                "counting": {"by_timesteps": ["0", "0", "2", "0"]},
            },
        ),
        (
            1,
            None,
            {"kind": "certificates", "count": "0", "cheapest": [2, 2], "example": None},
            {"cheapest": {"timesteps": 2, "atoms": 2}, "counting": {"by_timesteps": ["0", "0"]}},
        ),
        (
            2,
            1,
            {"kind": "certificates", "count": "0", "cheapest": None, "example": None},
            {"cheapest": {"timesteps": None, "atoms": None}, "counting": {"by_timesteps": ["0", "0", "0"]}},
        ),
    ],
)
def test_labels_within_and_without_the_budgets(budget, atoms, truth, proofs):
    made = label(msgspec.structs.replace(asked(budget=budget, budget_atoms=atoms), truth=None))
    assert made.truth == truth
    assert {each.kind: each.body for each in made.certificates} == proofs
    assert (made.grades.certified, made.grades.undecided) == (3, 0)
    assert (made.gold is None) == (truth["example"] is None)


def test_what_is_too_much_to_count_stays_open(monkeypatch):
    monkeypatch.setattr("certwright.verifiers.reactive.intervene.TRANSITIONS", 3)
    made = label(msgspec.structs.replace(asked(), truth=None))
    assert made.truth["count"] is None and made.truth["example"] == EARLY
    assert (made.grades.certified, made.grades.undecided) == (2, 1)
    assert [each.kind for each in made.certificates] == ["cheapest", "intervention"]


WHY = {
    "one too many": "one of the settings can be left out: the effect still happens",
    "half": "with these settings the effect does not happen",
}


@pytest.mark.parametrize("name", WHY)
def test_what_is_wrong_with_a_certificate_is_said(name):
    assert verdict(asked(budget=3), TABLE[name][0]).explanation == WHY[name]


def test_an_episode_that_was_cut_short_has_no_certificate():
    played = msgspec.structs.replace(asked(), form="episode")
    cut = Episode(instance="q", agent="a", steps=(), stop=CUT_SHORT)
    said = judge(played, Answer(id="q", answer=cut))
    assert (said.value, said.code, said.answer) == (0.0, Code.WRONG, [])
    assert said.explanation == "the run was not played to its end (None)"
    other = msgspec.structs.replace(cut, stop="COMMITTED")
    refused = judge(played, Answer(id="q", answer=other))
    assert refused.code is Code.MALFORMED
    assert refused.explanation.startswith("the stop reason is 'COMMITTED', the world says 'CUT_SHORT'")


def test_other_semantics_are_refused():
    with pytest.raises(RecordError, match=r"^semantics are specification or reference, not 'mine'$"):
        judge(asked(), Answer(id="q", response="a@1"), JudgeOptions(semantics="mine"))
    with pytest.raises(RecordError, match=r"^an episode needs a mode and budgets") as caught:
        environment(Question.of(asked(mode="easy")))
    assert caught.value.field == "query"


def test_a_text_gives_the_certificate_of_an_episode():
    played = msgspec.structs.replace(asked(budget=3), form="episode")
    for response, code in TABLE.values():
        told = verdict(played, response)
        assert told.code is code
        assert (told.value == 1.0) == (code is Code.OK)
    unlabelled = msgspec.structs.replace(played, truth=None)
    assert verdict(unlabelled, '{"changes": [[1, "a", 1], [2, "b", 1]]}').value == 1.0


OVER = {
    "timesteps": ({"budget": 1}, "2 timesteps are set, the budget is 1"),
    "single settings": ({"budget_atoms": 1}, "2 single settings are made, the budget is 1"),
}


@pytest.mark.parametrize(("query", "why"), OVER.values(), ids=OVER)
def test_an_answer_over_a_budget_that_the_prompt_states_is_incorrect(query, why):
    over = verdict(asked(**query), "a@1, b@2")
    assert (over.value, over.code, over.explanation) == (0.0, Code.OVER_BUDGET, why)
    assert over.metadata["structure_ok"] is False and over.metadata["valid"] is True
    assert over.metadata["m_size"] == 0, "no valid certificate is within the budget"
    assert verdict(asked(budget_atoms=2), "a@1, b@2").code is Code.OK


def test_the_public_code_bounds_timesteps_alone():
    options = JudgeOptions(semantics="reference")
    over = judge(asked(budget=1), Answer(id="q", response="a@1, b@2"), options)
    assert (over.value, over.code) == (0.0, Code.OVER_BUDGET)
    assert judge(asked(budget_atoms=1), Answer(id="q", response="a@1, b@2"), options).value == 1.0


def test_the_public_code_reads_numbers_as_text():
    answer = Answer(id="q", answer=[["1", "a", 1], [2, "b", "1"]])
    assert judge(asked(), answer).value == 0.0
    assert judge(asked(), answer, JudgeOptions(semantics="reference")).value == 1.0


@pytest.mark.parametrize(
    "query",
    [
        {"budget_timestep": None},
        {"budget_timestep": True},
        {"budget_timestep": -1},
        {"budget_atoms": "4"},
        {"budget_atoms": -1},
    ],
)
def test_a_budget_must_be_there(query):
    with pytest.raises(RecordError, match="budget"):
        verdict(asked(**query), "[]")
