"""LTL on lassos: against the definition, against Spot, and what is refused."""

import json
import random
import subprocess
import sys

import pytest
from testkit.formulas import random_formula
from testkit.mutations import COUNTS, survive

from certwright.domains.reactive.ltl import negated, read_ltl, satisfied, specification, spot_text
from certwright.instances.errors import LimitError, WorldError
from certwright.verifiers.engines.registry import present

SPOT = """
import json, sys, spot
for formula, word in json.load(sys.stdin):
    automaton = spot.translate(formula)
    lasso = spot.parse_word(word, automaton.get_dict()).as_automaton()
    print(int(automaton.intersects(lasso)))
"""


def random_lasso(draw):
    word = [{name for name in "ab" if draw.random() < 0.5} for _ in range(draw.randint(1, 5))]
    return word, draw.randrange(len(word))


def by_definition(nodes, node, word, loop, step):
    """The value of a node at a step, by walking twice round the lasso."""
    operator, children, ap = nodes[node]
    path = []
    for _ in range(2 * len(word) + 1):
        path.append(step)
        step = step + 1 if step + 1 < len(word) else loop
    now = path[0]

    def at(child, place):
        return by_definition(nodes, children[child], word, loop, path[place])

    if ap is not None:
        return ap in word[now]
    match operator:
        case "true" | "false":
            return operator == "true"
        case "!":
            return not at(0, 0)
        case "X":
            return at(0, 1)
        case "F":
            return any(at(0, place) for place in range(len(path)))
        case "G":
            return all(at(0, place) for place in range(len(path)))
        case "&":
            return at(0, 0) and at(1, 0)
        case "|":
            return at(0, 0) or at(1, 0)
        case "^":
            return at(0, 0) != at(1, 0)
        case "->":
            return not at(0, 0) or at(1, 0)
        case "<->":
            return at(0, 0) == at(1, 0)
    weak, release = operator in "WR", operator in "RM"
    hold, stop = (1, 0) if release else (0, 1)
    for place in range(len(path)):
        if release and not at(hold, place):
            return False
        if at(stop, place):
            return True
        if not release and not at(hold, place):
            return False
    return weak


def cases(count, size):
    draw = random.Random(7)
    for _ in range(count):
        formula = random_formula(draw, draw.randint(0, size)).replace("WX ", "X ")
        yield formula, *random_lasso(draw)


def test_the_definition():
    seen = set()
    for text, word, loop in cases(300, 4):
        formula = read_ltl(text)
        value = by_definition(formula.nodes, len(formula.nodes) - 1, word, loop, 0)
        assert satisfied(formula, word, loop) is value, (text, word, loop)
        assert satisfied(negated(formula), word, loop) is not value
        seen.add(value)
    assert seen == {True, False}


@pytest.mark.skipif(not present("spot"), reason="Spot is not installed")
def test_spot_reads_our_text_as_we_do():
    asked, values = [], []
    for text, word, loop in cases(150, 6):
        formula = read_ltl(text)
        cubes = [" & ".join(name if name in step else f"!{name}" for name in "ab") for step in word]
        before = "".join(f"{cube}; " for cube in cubes[:loop])
        asked.append([spot_text(formula), f"{before}cycle{{{'; '.join(cubes[loop:])}}}"])
        values.append(satisfied(formula, word, loop))
    done = subprocess.run(
        [sys.executable, "-c", SPOT], input=json.dumps(asked), capture_output=True, text=True, check=True
    )
    assert [line == "1" for line in done.stdout.split()] == values


def test_names_that_are_not_given_are_of_the_other_kind():
    assert specification("G(r -> F g) & h", None, ["g"]).inputs == ("h", "r")
    assert specification("G(r -> F g)", ["r", "q"], None).outputs == ("g",)
    assert spot_text(read_ltl("G(a xor b U c)"), {"a"}) == 'G((X"a") xor (("b") U ("c")))'


@pytest.mark.parametrize(
    ("text", "inputs", "outputs", "message"),
    [
        ("G(r -> F g)", None, None, "say which propositions"),
        ("G(r -> F g)", ["r"], ["h"], "speaks of 'g', which is neither input nor output"),
        ("G(r -> F g)", ["r"], ["r", "g"], "'r' is declared twice"),
        ("G(r -> WX g)", ["r"], None, "WX is an operator of finite traces"),
        ("G(r -> ", ["r"], None, "1:8: the formula ends"),
        ("G r", ["r", ""], None, "is not empty"),
    ],
)
def test_refusals(text, inputs, outputs, message):
    with pytest.raises(WorldError, match=message):
        specification(text, inputs, outputs)


def test_too_many_propositions():
    with pytest.raises(LimitError, match="21 propositions; at most 20"):
        specification("a", [f"i{place}" for place in range(20)], None)


@pytest.mark.parametrize("count", COUNTS)
def test_mutated_formulas(count):
    texts = ["G(r -> F g) & (a U b)", 'GF"x y" <-> !(a W (b M X[!] c)) ^ true']
    taken = survive(lambda text: spot_text(specification(text, None, ["g", "a"]).formula), texts, count)
    assert 0 < taken < count
