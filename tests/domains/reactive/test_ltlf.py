"""LTLf: the automaton against the definition on every short word, the definition against Spot."""

import json
import random
import subprocess
import sys
from itertools import product

import pytest
from testkit.formulas import evaluate, in_spot, random_formula

from certwright.domains.reactive.effect import LtlfEffect, Product
from certwright.domains.reactive.ltlf import monitor
from certwright.domains.reactive.ltlf_syntax import parse
from certwright.domains.reactive.machine import Machine
from certwright.instances.errors import LimitError, WorldError
from certwright.verifiers.engines.registry import present

LETTERS = [(), ("a",), ("b",), ("a", "b")]
WORDS = [word for steps in (1, 2, 3) for word in product(LETTERS, repeat=steps)]

ACCEPTS = """
import json, sys, spot
answers = []
for formula, words in json.load(sys.stdin):
    automaton = spot.translate(spot.from_ltlf(formula))
    texts = ["; ".join(f"alive & {step}" for step in word) + "; cycle{!alive}" for word in words]
    runs = [spot.parse_word(text, automaton.get_dict()).as_automaton() for text in texts]
    answers.append([bool(automaton.intersects(run)) for run in runs])
print(json.dumps(answers))
"""
"""Which words satisfy each formula, in a process of Spot's own (X is the weak next, X[!] the strong one)."""


def seeds(many, usual):
    """So many seeds; the usual tests take the first ones."""
    return [seed if seed < usual else pytest.param(seed, marks=pytest.mark.long) for seed in range(many)]


def accepts(seen, word):
    state = 0
    for true in word:
        letter = sum((ap in true) << bit for bit, ap in enumerate(seen.aps))
        state = seen.successors[state][letter]
    return seen.accepting[state]


@pytest.mark.parametrize("seed", seeds(300, usual=100))
def test_the_automaton_agrees_with_the_definition(seed):
    draw = random.Random(seed)
    formula = random_formula(draw, draw.randint(0, 7))
    seen = monitor(formula)
    longer = [[draw.choice(LETTERS) for _ in range(draw.randint(4, 9))] for _ in range(20)]
    for word in [*WORDS, *longer]:
        assert accepts(seen, word) == evaluate(formula, word), (formula, word)


@pytest.mark.skipif(not present("spot"), reason="Spot is not installed")
@pytest.mark.parametrize("seed", seeds(5, usual=2))
def test_the_definition_agrees_with_spot(seed):
    draw = random.Random(1000 + seed)
    formulas = [random_formula(draw, draw.randint(1, 6)) for _ in range(100)]
    words = [[*draw.sample(WORDS, 15), draw.choices(LETTERS, k=5)] for _ in formulas]
    payload = [
        [
            in_spot(formula),
            [[" & ".join(ap if ap in true else f"!{ap}" for ap in "ab") for true in word] for word in chosen],
        ]
        for formula, chosen in zip(formulas, words, strict=True)
    ]
    command = [sys.executable, "-c", ACCEPTS]
    done = subprocess.run(command, input=json.dumps(payload), capture_output=True, text=True, check=True)
    answers = json.loads(done.stdout)
    for formula, chosen, verdicts in zip(formulas, words, answers, strict=True):
        assert [evaluate(formula, word) for word in chosen] == verdicts, formula


@pytest.mark.parametrize("seed", seeds(60, usual=30))
def test_automata_are_minimal_and_numbered_by_search(seed):
    draw = random.Random(2000 + seed)
    seen = monitor(random_formula(draw, 6))
    order = [0]
    for state in order:
        for after in seen.successors[state]:
            if after not in order:
                order.append(after)
    assert order == list(range(len(seen.successors)))
    apart = {(one, two) for one in order for two in order if seen.accepting[one] != seen.accepting[two]}
    while True:
        more = {
            (one, two)
            for one in order
            for two in order
            if any(pair in apart for pair in zip(seen.successors[one], seen.successors[two], strict=True))
        }
        if more <= apart:
            break
        apart |= more
    assert len(apart) == len(order) * (len(order) - 1)


SAME = [
    ("F(g & X h)", "F (g & (X h))"),
    ("!a U b", "(!a) U b"),
    ("a U b U a", "a U (b U a)"),
    ("a & b | a", "(a & b) | a"),
    ("a | b ^ a", "(a | b) ^ a"),
    ("a -> b -> a", "a -> (b -> a)"),
    ("a <-> b -> a", "a <-> (b -> a)"),
    ("a & b U a", "a & (b U a)"),
    ("GFa", "G F a"),
    ("XXa & FGb", "(X X a) & (F G b)"),
    ("a && b || 1", "(a & b) | true"),
    ("X[!]a", "X a"),
    ('"a" W b', "a W b"),
    ("~a => b", "(!a) -> b"),
    ("a xor b", "a ^ b"),
    ("a V b", "a R b"),
]


@pytest.mark.parametrize(("text", "bracketed"), SAME)
def test_precedence_and_spellings(text, bracketed):
    assert parse(text).nodes == parse(bracketed).nodes


def test_names():
    assert parse('"Gate" & req_0 & x.y & r[3]').aps == ("Gate", "r[3]", "req_0", "x.y")
    assert parse("Gate").nodes[-1].operator == "G"
    assert parse("WXa").aps == ("WXa",)
    assert parse("WX a").aps == ("a",)


FAULTS = {
    "": (1, "ends where an operand"),
    "a &": (4, "ends where an operand"),
    "a b": (3, "an operator expected, found 'b'"),
    "(a": (1, "a bracket is not closed"),
    "a)": (2, "closes that was not opened"),
    "& a": (1, "an operand expected"),
    "a U": (4, "ends where"),
    "a % b": (3, "unexpected '%'"),
    "F()": (3, "an operand expected"),
    "a !b": (3, "an operator expected"),
}


@pytest.mark.parametrize("text", FAULTS, ids=lambda text: text or "empty")
def test_faults_name_the_column(text):
    column, message = FAULTS[text]
    with pytest.raises(WorldError, match=message) as caught:
        parse(text)
    assert caught.value.column == column


THREE = [("a", "b", 9), ("b", "a", 10), ("c", "a", 11), ("a", "c", 12)]


@pytest.mark.parametrize(
    "text",
    [
        "!" * 30_000 + "a",
        "X(" * 3_000 + "a" + ")" * 3_000,
        " & ".join(f"F p{place}" for place in range(12)),
        pytest.param(
            " & ".join(f"F({one} & {'X ' * steps} {other})" for one, other, steps in THREE),
            marks=pytest.mark.long,
        ),
        "G(a -> " + "WX " * 14 + "b)",
    ],
    ids=["long", "deep", "propositions", "obligations", "states"],
)
def test_what_is_too_large_is_refused(text):
    with pytest.raises(LimitError):
        monitor(text)


def test_deep_formulas_are_read_without_recursion():
    assert len(monitor("X " * 300 + "a").successors) == 303
    assert evaluate("(" * 5000 + "a" + ")" * 5000, [{"a"}])


@pytest.mark.parametrize("seed", range(40))
def test_effects_in_the_product_are_the_definition_on_the_run(seed):
    draw = random.Random(3000 + seed)
    letters = range(2)
    machine = Machine(
        ("a",),
        ("b",),
        0,
        tuple(tuple(draw.randrange(3) for _ in letters) for _ in range(3)),
        tuple(tuple(draw.randrange(2) for _ in letters) for _ in range(3)),
    )
    formula = random_formula(draw, 5)
    for trace in product(letters, repeat=4):
        happens = Product.of(machine, trace, LtlfEffect(formula, monitor(formula))).happens(trace)
        run = machine.run(trace)
        steps = zip(trace, run.outputs, strict=True)
        word = [{ap for ap, on in zip("ab", step, strict=True) if on} for step in steps]
        assert happens == evaluate(formula, word)
