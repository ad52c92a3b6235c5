"""Answers to reactive questions are read from free text, JSON and data; hostile text costs little."""

import random

import pytest
from testkit.cost import within
from testkit.sampling import every

from certwright.domains.reactive.labels import evaluated
from certwright.instances.records import Answer, Code
from certwright.verifiers.reactive.tasks import difference
from certwright.verifiers.reading.formulas import Formula
from certwright.verifiers.reading.kinds import REACTIVE, AnswerKind
from certwright.verifiers.reading.literals import NONE
from certwright.verifiers.reading.scanner import read as read_text
from certwright.verifiers.reading.scanner import read_answer as read
from certwright.verifiers.reading.sets import silent

ONE = [[3, "a", 1], [0, "b", 0]]
SETS = {
    "json": '[[3, "a", 1], [0, "b", 0]]',
    "fenced": 'I think:\n```json\n[[3, "a", 1], [0, "b", 0]]\n```\n',
    "fenced after other blocks": '```json\n{"x": 1}\n```\nso\n```json\n[[3,"a",1],[0,"b",0]]\n```',
    "last fenced block counts": '```json\n[[1,"a",1]]\n```\nno:\n```json\n[[3,"a",1],[0,"b",0]]\n```',
    "objects": '{"atoms": [{"t": 3, "ap": "a", "value": 1}, {"step": 0, "input": "b", "value": 0}]}',
    "literals": "a@3, !b@0",
    "literals and": "Final answer: a@3 and not b@0.",
    "literals in braces": "The but-for set is {a@3, !b@0}.",
    "strings": '["a@3", "!b@0"]',
    "mark": 'First [[1,"a",1]] came to mind.\n\n**Final answer:** [[3,"a",1],[0,"b",0]]',
    "box": r"so \boxed{a@3, !b@0}",
    "tag": "<answer>a@3, !b@0</answer>",
    "thinking": '<think>[[7,"a",1]] is one</think>\n[[3,"a",1],[0,"b",0]]',
    "tempobench": '```json\n{"XXX g": {"0": ["!b"], "1": ["no constraints"], "3": ["a"]}}\n```',
    "tempobench text": '{"3": ["a"], "0": "not b"}',
    "python": "[(3, 'a', 1), (0, 'b', 0)]",
    "sign": "Final answer: a@3, ¬b@0",
    "atoms in prose": 'The atoms are [3,"a",1] and then [0,"b",0] as well.',
    "backticks": "The answer is `a@3 & !b@0`",
    "code for each": "Final answer: `a@3`, `!b@0`",
    "bold for each": "Final answer: **a@3** and **!b@0**.",
    "bullets": "Final answer:\n\n- a@3\n- !b@0",
    "numbered": "Final answer:\n1. a@3\n2. !b@0\n",
    "reasons follow": "Final answer: {a@3, !b@0}, because a@1 and b@2 come too early.",
    "a sentence follows": "Final answer: a@3, !b@0. The literal b@7 is irrelevant.",
    "nested": '{"answer": {"literals": ["a@3", "!b@0"]}}',
}


@pytest.mark.parametrize("text", SETS.values(), ids=SETS)
def test_sets_of_atoms(text):
    reading = read_text(text, AnswerKind.INTERVENTIONS)
    assert reading.code is None, reading
    assert sorted(reading.value, key=str) == sorted(ONE, key=str)


UNSAID = [
    "[]",
    "Final answer: []",
    '{"atoms": []}',
    "```json\n[]\n```",
    "Final answer: {}",
    '{"g": {"0": []}}',
]
SAID = [
    "none",
    "Final answer: None.",
    "Final answer: none, since each is doubled",
    '{"answer": "none"}',
    '["none"]',
    "\\boxed{none}",
    '{"g": {"0": ["no constraints"], "1": []}}',
]


@pytest.mark.parametrize("text", UNSAID + SAID)
def test_the_empty_set_must_be_said(text):
    reading = read_text(text, AnswerKind.LITERALS)
    assert (reading.code, reading.value) == (None, [] if text in UNSAID else NONE)
    assert silent(reading.value) == (text in UNSAID)
    assert read_text(text, AnswerKind.INTERVENTIONS).value == []


@pytest.mark.parametrize("text", ["[]", "Final answer: []", '{"cnf": []}', '{"dnf": []}', "```json\n[]\n```"])
def test_an_empty_formula_is_silent(text):
    assert silent(read_text(text, AnswerKind.FORMULA).value)
    assert not silent(read_text("Final answer: true", AnswerKind.FORMULA).value)


REFUSED = {
    "blank": ("  \n", Code.EMPTY),
    "prose": ("I do not know.", Code.NO_ANSWER),
    "only thinking": ('<think>[[1,"a",1]]', Code.NO_ANSWER),
    "two answers after the mark": (
        'Final answer: ```json\n[[1,"a",1]]\n```\nor\n```json\n[[2,"a",1]]\n```',
        Code.CONFLICTING,
    ),
    "two lists": ('either [[1,"a",1],[2,"a",1]] or [[3,"a",1],[2,"a",1]]', Code.CONFLICTING),
    "a disjunction is no set": ("a@3 or b@1", Code.CONFLICTING),
    "a disjunction after the mark": ("Final answer: a@3 or b@1", Code.CONFLICTING),
    "several sets in prose": ("The literal a@3 matters and so does, later, b@1 indeed.", Code.CONFLICTING),
    "nothing of the kind after the mark": ("Final answer: it depends", Code.MALFORMED),
    "deep": ("[" * 100 + "]" * 100, Code.NO_ANSWER),
}


@pytest.mark.parametrize(("text", "code"), REFUSED.values(), ids=REFUSED)
def test_no_answer_is_made_up(text, code):
    assert read_text(text, AnswerKind.INTERVENTIONS).code is code


def test_the_first_of_several_on_demand():
    text = 'either [[1,"a",1],[2,"a",1]] or [[3,"a",1],[2,"a",1]]'
    assert read_text(text, AnswerKind.INTERVENTIONS, first=True).value == [[1, "a", 1], [2, "a", 1]]


@pytest.mark.parametrize("value", [[["0", "a", 1]], [[0, "a", True]], [[0.7, "a", 1]], [[0]], [None], [7]])
def test_what_stands_in_an_atom_is_left_to_the_judge(value):
    assert read(Answer(id="q", answer=value), AnswerKind.INTERVENTIONS).value == value


FORMULAS = {
    "text": "(a@0 | a@1) & !b@2",
    "words": "Final answer: (a@0 or a@1) and not b@2",
    "marked with code": "The cause is:\n\nFinal answer: `(a@0 || a@1) && !b@2`",
    "a sentence follows": "Final answer: (a@0 | a@1) & !b@2. The rest, such as a@7, is irrelevant.",
    "equation": "**Final answer:** $C = (a@0 | a@1) & !b@2$",
    "signs": "Final answer: (a@0 ∨ a@1) ∧ ¬b@2",
    "latex": r"\boxed{(a@0 \lor a@1) \land !b@2}",
    "cnf": '```json\n{"cnf": [[[0,"a",1],[1,"a",1]],[[2,"b",0]]]}\n```',
    "clauses": '[["a@0","a@1"],["!b@2"]]',
    "dnf": '{"dnf": [["a@0","!b@2"],["a@1","!b@2"]]}',
    "other order": "!b@2 & (a@1 | a@0)",
    "redundant": "(!b@2 & a@1) | (a@0 & !b@2 & a@1) | a@0 & !b@2",
}
CELL = {(0, "a", 1): 0, (1, "a", 1): 1, (2, "b", 0): 2}


@pytest.mark.parametrize("text", FORMULAS.values(), ids=FORMULAS)
def test_formulas(text):
    reading = read_text(text, AnswerKind.FORMULA)
    assert reading.code is None, reading
    assert difference(reading.value, CELL, [0b011, 0b100], [0b101, 0b110], 0b111) is None


def value(formula, kept):
    operand = lambda part: kept >> CELL[part] & 1 if isinstance(part, tuple) else part  # noqa: E731
    return bool(evaluated(formula.program, operand))


def test_equivalence_is_equality_of_the_functions():
    rng = random.Random(3)
    names = list(CELL)
    differ = 0
    for _ in range(2000):
        formula = random_formula(rng, names, 3)
        told = difference(formula, CELL, [0b011, 0b100], [0b101, 0b110], 0b111)
        other = [kept for kept in range(8) if value(formula, kept) != bool(kept & 4 and kept & 3)]
        assert (told is None) == (not other)
        if told is not None:
            assert told.kept in other
            assert value(formula, told.kept) is not told.wanted
            differ += 1
    assert 1000 < differ < 2000


def random_formula(rng, names, depth):
    if not depth or rng.random() < 0.2:
        return Formula((rng.choice(names),))
    inner = [random_formula(rng, names, depth - 1).program for _ in range(rng.randint(2, 3))]
    sign = rng.choice("&|")
    return Formula(inner[0] + tuple(part for program in inner[1:] for part in (*program, sign)))


def test_and_binds_closer_than_or():
    read = read_text("Final answer: a@0 | a@1 & !b@2", AnswerKind.FORMULA).value
    assert [value(read, kept) for kept in range(8)] == [
        bool(kept & 1 or (kept & 2 and kept & 4)) for kept in range(8)
    ]
    assert read_text("Final answer: true", AnswerKind.FORMULA).value == Formula((True,))


@pytest.mark.parametrize("text", ["a@0 |", "(a@0", "a@0)", "a@0 b@1", "!(a@0)", "", "a@", "&", "a@0 & | b@1"])
def test_formulas_that_are_none(text):
    assert read_text(f"Final answer: {text}", AnswerKind.FORMULA).code is not None or text == "!(a@0)"


def test_runs_and_acceptance():
    text = 'So:\n```json\n{"states": [0, 1], "outputs": ["1"]}\n```'
    assert read_text(text, AnswerKind.RUN).value == ([0, 1], ["1"])
    assert read_text(
        'Final answer: {"accepted": "no", "first_bad_step": 3}', AnswerKind.ACCEPTANCE
    ).value == (
        False,
        3,
    )
    assert read_text("accepted", AnswerKind.ACCEPTANCE).value == (True, None)
    assert read_text("rejected", AnswerKind.ACCEPTANCE).code is Code.NO_ANSWER, "the step is missing"


@pytest.mark.parametrize(
    "text",
    [
        "states: 0,0,1; outputs: 10,01",
        "outputs: 10 01; states: 0 0 1",
        "States: 0 0 1\nOutputs: 10 01",
        "Final answer: states: 0 -> 0 -> 1 ; outputs: 10 -> 01.",
    ],
)
def test_runs_in_labelled_series(text):
    reading = read_text(text, AnswerKind.RUN)
    assert reading.value == ([0, 0, 1], ["10", "01"]) and reading.note.endswith("labelled lists")


@pytest.mark.parametrize(
    ("text", "code", "note"),
    [
        ("states: 0,0,1\noutputs: 10, 1", Code.MALFORMED, "the outputs have several widths"),
        ("states: 0 0 1\noutputs: 1 0\nstates: 0 0 2", Code.CONFLICTING, "several different answers: "),
        ("states: 0 0, 1\noutputs: 1 0", Code.NO_ANSWER, "no answer of the kind"),
        ("states: 0,0,1; outputs: 1,0; or perhaps 1,1", Code.NO_ANSWER, "no answer of the kind"),
        ("states: 0,0,1; outputs 2 and 3 differ", Code.NO_ANSWER, "no answer of the kind"),
        ("outputs: 0010 states: 0,0,0,1,0", Code.NO_ANSWER, "no answer of the kind"),
    ],
)
def test_series_that_are_no_run(text, code, note):
    reading = read_text(text, AnswerKind.RUN)
    assert (reading.value, reading.code) == (None, code) and reading.note.startswith(note)


GARBAGE = {
    "open brackets": "[" * 10**6,
    "pairs": "[]" * 5 * 10**5,
    "braces": '{"a":' * 2 * 10**5,
    "fences": "```json\n" * 10**5,
    "fences and lists": "```\n[1]\n" * 10**5,
    "literals": "a@1 or " * 10**5,
    "quotes": '"' * 10**6,
    "marks": "Final answer: (" * 70_000,
    "bangs": "!" * 10**6,
    "thinking": "<think>" * 140_000,
    "blanks": " \n" * 5 * 10**5 + "x",
    "parentheses": "(" * 10**6,
    "deep json": "[" * 15 + "[1]," * 10**5,
    "one line": "x" * 10**6,
    "backticks": "`" * 10**6,
}


@pytest.mark.parametrize("shape", sorted(REACTIVE, key=str), ids=lambda shape: shape.name.lower())
@pytest.mark.parametrize("name", every(3, GARBAGE))
def test_a_megabyte_of_garbage_is_cheap(name, shape):
    text = GARBAGE[name]
    with within(3):
        read_text(text, shape)


def test_long_formulas_and_large_sets():
    formula = " & ".join(f"a@{step}" for step in range(3000))
    assert len(read_text(f"Final answer: {formula}", AnswerKind.FORMULA).value.literals) == 3000
    data = [[step, "a", 1] for step in range(50_000)]
    assert len(read(Answer(id="q", answer=data), AnswerKind.INTERVENTIONS).value) == 50_000
    assert read_text("x" * (4 * 2**20 + 1), AnswerKind.INTERVENTIONS).code is Code.TOO_LARGE
