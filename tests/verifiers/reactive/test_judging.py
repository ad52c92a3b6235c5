"""Judges of reactive questions: checked answers, named reasons, no credit for nothing or too much."""

import json

import pytest
from testkit.causal_worlds import AND, LATCH, OR, Brute, bits, cases
from testkit.reactive_questions import output, question, verdict

from certwright.domains.reactive.effect import Product, effect_json, read_effect
from certwright.domains.reactive.machine import Machine
from certwright.domains.reactive.words import rows
from certwright.instances.errors import RecordError
from certwright.instances.records import Answer, Code, Outcome
from certwright.verifiers.judge import judge, prepare
from certwright.verifiers.reactive.atoms import atom_text
from certwright.verifiers.reactive.atoms import atoms as literals
from certwright.verifiers.reactive.explanations import cause
from certwright.verifiers.reactive.simulate import run_truth
from certwright.verifiers.reactive.tasks import first_bad_step


def causal(machine, trace, task, effect):
    """A question with the truth that the oracles give it."""
    product = Product.of(machine, trace, read_effect(effect))
    found = cause(product)

    def atoms(mask):
        return literals(mask, machine.inputs, trace)

    truths = {
        "butfor": {"kind": "literals", "items": atoms(found.butfor)},
        "sufficient": {
            "kind": "sufficient",
            "example": atoms(found.sufficient[0]),
            "count": len(found.sufficient),
        },
        "breaking": {
            "kind": "breaking",
            "example": atoms(found.breaking[0]) if found.breaking else None,
            "count": len(found.breaking),
        },
        "cause": {"kind": "cause", "cnf": [atoms(mask) for mask in found.breaking]},
    }
    return question(machine, trace, task, truths[task], effect=effect)


LATCHED = (LATCH, (1, 1))
SEEN = output("o", 1)

TABLE = {
    "butfor, nothing is": ("butfor", "Final answer: none", Code.OK),
    "butfor, nothing said": ("butfor", "Final answer: []", Code.EMPTY),
    "butfor, one too many": ("butfor", "r@0", Code.EXTRA_ITEMS),
    "sufficient, early": ("sufficient", "r@0", Code.OK),
    "sufficient, late": ("sufficient", '[[1, "r", 1]]', Code.OK),
    "sufficient, both": ("sufficient", "r@0, r@1", Code.EXTRA_ITEMS),
    "sufficient, none": ("sufficient", "none", Code.MISSING_ITEMS),
    "sufficient, nothing said": ("sufficient", "[]", Code.EMPTY),
    "breaking, both": ("breaking", "r@0, r@1", Code.OK),
    "breaking, one": ("breaking", "r@0", Code.MISSING_ITEMS),
    "breaking, none": ("breaking", "none", Code.MISSING_ITEMS),
    "breaking, nothing said": ("breaking", "{}", Code.EMPTY),
    "breaking, blank": ("breaking", "", Code.EMPTY),
    "cause": ("cause", "r@0 | r@1", Code.OK),
    "cause, as clauses": ("cause", '{"cnf": [[[0, "r", 1], [1, "r", 1]]]}', Code.OK),
    "cause, too strong": ("cause", "r@0 & r@1", Code.WRONG),
    "cause, too weak": ("cause", "true", Code.WRONG),
    "cause, nothing said": ("cause", '{"cnf": []}', Code.EMPTY),
    "cause, one disjunct": ("cause", "r@1", Code.WRONG),
    "not of the trace": ("sufficient", "!r@0", Code.WRONG),
    "an output": ("sufficient", "o@0", Code.ILL_TYPED),
    "no such input": ("sufficient", "x@0", Code.UNKNOWN_SYMBOL),
    "beyond the trace": ("sufficient", "r@2", Code.ILL_TYPED),
    "a number as text": ("sufficient", '[["0", "r", 1]]', Code.ILL_TYPED),
    "a boolean as value": ("sufficient", '[[0, "r", true]]', Code.OK),
    "a boolean as step": ("sufficient", '[[false, "r", 1]]', Code.ILL_TYPED),
    "a fraction": ("sufficient", '[[0.0, "r", 1]]', Code.ILL_TYPED),
    "a negative step": ("sufficient", '[[-1, "r", 1]]', Code.ILL_TYPED),
    "two of three": ("sufficient", '[[0, "r"]]', Code.MALFORMED),
    "both values": ("sufficient", '[[0, "r", 1], [0, "r", 0]]', Code.CONFLICTING),
    "twice the same": ("sufficient", '[[0, "r", 1], [0, "r", 1]]', Code.OK),
    "wrong literal in the formula": ("cause", "r@0 | !r@1", Code.WRONG),
    "formula over an output": ("cause", "r@0 | o@1", Code.ILL_TYPED),
}


@pytest.mark.parametrize(("task", "response", "code"), TABLE.values(), ids=TABLE)
def test_the_latch_that_was_set_twice(task, response, code):
    told = verdict(causal(*LATCHED, task, SEEN), response)
    assert told.code is code, told.explanation
    assert told.value == (1.0 if code is Code.OK else 0.0)
    assert code is Code.OK or told.explanation
    if code is Code.EMPTY and response:
        assert told.explanation == "an empty answer says nothing: of a set say none, of a cause true"


def test_superfluous_steps_and_silence_earn_nothing():
    """The probes that TempoBench's own scoring lets through."""
    wide = causal(AND, (3, 3, 3, 3), "butfor", output("o", 0))
    assert verdict(wide, "a@0, b@0").value == 1.0
    told = verdict(wide, "a@0, b@0, a@1, b@2")
    assert (told.value, told.code) == (0.0, Code.EXTRA_ITEMS)
    assert told.metadata["ap_precision"] == 0.5
    assert told.metadata["ts_precision"] == pytest.approx(1 / 3)
    empty = verdict(wide, "none")
    assert (empty.value, empty.metadata["ap_f1"], empty.metadata["ts_f1"]) == (0.0, 0.0, 0.0)


def test_figures_are_those_of_the_nearest_right_set():
    told = verdict(causal(OR, (3, 3), "sufficient", output("o", 1)), "b@1, a@0")
    assert told.code is Code.EXTRA_ITEMS
    assert told.metadata["compared_with"] == 2
    assert told.metadata["ap_f1"] == pytest.approx(2 / 3)


def test_exactly_the_right_sets_are_right():
    """Every set of literals on small worlds: the judges accept the minimal ones and no others."""
    for machine, trace, effect, product in cases(60, start=5 * 10**6, cells=6):
        if not hasattr(effect, "at"):
            continue
        brute, shown = Brute(product), effect_json(effect)
        families = {"sufficient": brute.sufficient(), "breaking": brute.breaking()}
        for task, family in families.items():
            judged = prepare(causal(machine, trace, task, shown))
            for mask in range(1 << brute.count):
                text = ", ".join(atom_text(atom) for atom in literals(mask, machine.inputs, trace)) or "none"
                assert (judged(Answer(id="q", response=text)).value == 1.0) == (mask in family)
        clauses = [literals(mask, machine.inputs, trace) for mask in brute.sufficient()]
        text = " | ".join("(" + (" & ".join(map(atom_text, one)) or "true") + ")" for one in clauses)
        judged = prepare(causal(machine, trace, "cause", shown))
        assert judged(Answer(id="q", response=text)).value == 1.0, text
        if len(brute.sufficient()) > 1:
            assert judged(Answer(id="q", response=text.rpartition(" | ")[0])).value == 0.0
        named = causal(machine, trace, "butfor", shown)
        right = sum(1 << cell for cell in brute.butfor())
        text = ", ".join(atom_text(atom) for atom in literals(right, machine.inputs, trace)) or "none"
        assert verdict(named, f"Final answer: {text}").value == 1.0
        assert bits(right) == sorted(brute.butfor())


RUN = question(LATCH, (0, 1, 0), "simulate", run_truth(LATCH, (0, 1, 0)))


@pytest.mark.parametrize(
    ("response", "value", "metadata"),
    [
        ('{"states": [0, 0, 1, 1], "outputs": ["0", "1", "1"]}', 1.0, {"states_right": 1.0}),
        ('{"states": [0, 0, 1, 1], "outputs": [[0], [1], [1]]}', 1.0, {"outputs_right": 1.0}),
        ('{"states": [0, 0, 1, 1], "outputs": [{"o": 0}, {"o": 1}, {"o": 1}]}', 1.0, {}),
        (
            '{"states": [0, 1, 1, 1], "outputs": ["0", "1", "1"]}',
            0.0,
            {"first_wrong_step": 1, "states_right": 0.75},
        ),
        ('{"states": [0, 0, 1, 1], "outputs": ["0", "0", "1"]}', 0.0, {"first_wrong_step": 1}),
        ('{"states": [0, 0, 1], "outputs": ["0", "1", "1"]}', 0.0, {"first_wrong_step": 3}),
        ('{"states": [0, 0, 1, 1, 1], "outputs": ["0", "1", "1"]}', 0.0, {"states_right": 0.8}),
        ('{"states": [0, 0, true, 1], "outputs": ["0", "1", "1"]}', 0.0, {"first_wrong_step": 2}),
        ('{"states": [], "outputs": []}', 0.0, {"states_right": 0.0, "outputs_right": 0.0}),
        ('{"states": [0, 0, 1, 1], "outputs": ["none", "o and r", "o & !r"]}', 1.0, {"outputs_right": 1.0}),
        ('{"states": [0, 0, 1, 1], "outputs": ["!o", " 1 ", "o"]}', 1.0, {"outputs_right": 1.0}),
        ('{"states": [0, 0, 1, 1], "outputs": ["nonsense", "1", "1"]}', 0.0, {"first_wrong_step": 0}),
        ('{"states": [0, 0, 1, 1], "outputs": ["-1", "1", "1"]}', 0.0, {"first_wrong_step": 0}),
        ('{"states": [0, 0, 1, 1], "outputs": ["", "1", "1"]}', 0.0, {"first_wrong_step": 0}),
        ('{"states": [0, 0, 1, 1], "outputs": ["0", "o and !o", "1"]}', 0.0, {"first_wrong_step": 1}),
        ('{"states": [0, 0, 1, 1], "outputs": [0, 1, 1]}', 1.0, {"outputs_right": 1.0}),
        ('{"states": [0, 0, 1, 1], "outputs": [false, true, 1]}', 1.0, {"outputs_right": 1.0}),
        ("states: [0, 0, 1, 1], outputs: [0, 1, 1]", 1.0, {"outputs_right": 1.0}),
        ("states: 0,0,1,1; outputs: 0,1,1", 1.0, {"outputs_right": 1.0}),
        ("States: 0 0 1 1\nOutputs: 0 1 0", 0.0, {"first_wrong_step": 2, "states_right": 1.0}),
        ('{"states": [0, 0, 1, 1], "outputs": [0, 0, 1]}', 0.0, {"first_wrong_step": 1}),
        ('{"states": [0, 0, 1, 1], "outputs": [2, 1, 1]}', 0.0, {"first_wrong_step": 0}),
    ],
)
def test_runs(response, value, metadata):
    told = verdict(RUN, response)
    assert told.value == value
    assert {key: told.metadata[key] for key in metadata} == metadata


def test_rows_of_a_single_output_have_one_character():
    told = verdict(RUN, "states: 0 0 1 1\noutputs: 00 01 01")
    assert (told.outcome, told.code) == (Outcome.UNPARSED, Code.MALFORMED)
    assert told.explanation == '"00" is no row: the outputs of a step are a string of 1 character 0 or 1'


def test_a_wrong_single_output_is_explained():
    told = verdict(RUN, '{"states": [0, 0, 1, 1], "outputs": [1, 1, 1]}')
    assert (told.outcome, told.code) == (Outcome.INCORRECT, Code.WRONG)
    assert told.explanation == "the outputs at step 0 are 0, not 1"


@pytest.mark.parametrize("row", [10, 0, 1.0, True, "0", "010"])
def test_rows_of_several_outputs_have_their_width(row):
    machine = Machine(("r",), ("o", "p"), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))
    instance = question(machine, (0, 1, 0), "simulate", run_truth(machine, (0, 1, 0)))
    states = [0, 0, 1, 1]
    assert verdict(instance, json.dumps({"states": states, "outputs": ["00", "10", "10"]})).value == 1.0
    told = verdict(instance, json.dumps({"states": states, "outputs": [row] * 3}))
    assert (told.outcome, told.code, told.value) == (Outcome.UNPARSED, Code.MALFORMED, 0.0)
    assert told.explanation == (
        f"{json.dumps(row)} is no row: the outputs of a step are a string of 2 characters 0 or 1"
    )


@pytest.mark.parametrize(
    ("claimed", "response", "code"),
    [
        ((0, 1, 1), '{"accepted": true, "first_bad_step": null}', Code.OK),
        ((0, 1, 1), '{"accepted": "yes"}', Code.OK),
        ((0, 1, 1), '{"accepted": false, "first_bad_step": 2}', Code.WRONG),
        ((0, 1, 0), '{"accepted": false, "first_bad_step": 2}', Code.OK),
        ((0, 1, 0), '{"accepted": false, "first_bad_step": 1}', Code.WRONG_INDEX),
        ((0, 0, 1), '{"accepted": false, "first_bad_step": true}', Code.WRONG_INDEX),
        ((0, 1, 0), '{"accepted": false}', Code.WRONG_INDEX),
        ((0, 1, 0), '{"accepted": 0, "first_bad_step": 2}', Code.ILL_TYPED),
        ((0, 1, 0), "no", Code.NO_ANSWER),
    ],
)
def test_acceptance(claimed, response, code):
    bad = first_bad_step(LATCH, (0, 1, 0), claimed)
    truth = {"kind": "acceptance", "accepted": bad is None, "first_bad_step": bad}
    instance = question(LATCH, (0, 1, 0), "accept", truth, outputs=rows(claimed, 1))
    assert verdict(instance, response).code is code


def test_yes_or_no():
    instance = question(LATCH, (1, 1), "member", {"kind": "bool", "answer": False}, form="bool")
    assert verdict(instance, "Final answer: no").outcome is Outcome.CORRECT
    wrong = verdict(instance, "Yes.")
    assert (wrong.outcome, wrong.explanation) == (Outcome.INCORRECT, "the answer is no")
    unknown = question(LATCH, (1, 1), "member", {"kind": "bool", "answer": None}, form="bool")
    open_one = verdict(unknown, "yes")
    assert (open_one.outcome, open_one.explanation) == (Outcome.UNDECIDED, "the truth is not known")
    assert judge(instance, Answer(id=instance.id, answer=False)).value == 1.0


def test_no_truth_no_verdict():
    instance = question(LATCH, (1, 1), "butfor", None, effect=SEEN)
    said = verdict(instance, "none")
    assert (said.outcome, said.code) == (Outcome.UNDECIDED, Code.TRUTH_MISSING)
    assert said.explanation == "the instance has no truth"


@pytest.mark.parametrize(
    "broken",
    [
        {"query": {"trace": ["1", "1"]}},
        {"query": {"effect": SEEN}},
        {"query": {"trace": ["1", "1"], "effect": {"kind": "output", "ap": "o", "at": "1"}}},
        {"world": {"kind": "pddl"}},
        {"truth": {"kind": "literals", "items": [[0, "x", 1]]}},
        {"truth": {"kind": "literals"}},
    ],
    ids=["no effect", "no trace", "step as text", "other world", "unknown input", "no items"],
)
def test_malformed_records(broken):
    import msgspec

    instance = msgspec.structs.replace(causal(*LATCHED, "butfor", SEEN), **broken)
    with pytest.raises(RecordError):
        judge(instance, Answer(id=instance.id, response="[]"))
