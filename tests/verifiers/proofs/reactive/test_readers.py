"""The checker's own readers of machines and formulas against those of the engines: equal, or refused."""

import gzip
import json
import random
from collections import Counter
from itertools import product as tuples
from pathlib import Path

import pytest
from testkit import kernel_worlds as worlds
from testkit.formulas import evaluate
from testkit.proof_questions import labelled

from certwright.domains.reactive.hoa import canonical, read_hoa, write_hoa
from certwright.domains.reactive.ltlf import monitor
from certwright.generators.reactive.scene import FORMULAS
from certwright.instances.errors import CertwrightError
from certwright.verifiers.checking import record_of
from certwright.verifiers.proofs.reactive.hoa import read
from certwright.verifiers.proofs.reactive.knowledge import Knowledge
from certwright.verifiers.proofs.reactive.ltlf import MAX_DEPTH, Rest
from certwright.verifiers.proofs.refused import RefusedError
from certwright.verifiers.reactive.question import Question as EnginesQuestion

RELEASED = sorted((Path(__file__).parents[4] / "instances" / "reactive").glob("*.jsonl.gz"))


def parts(machine):
    return machine.inputs, machine.outputs, machine.initial, machine.successors, machine.emitted


def by(reader, text):
    """What a reader makes of a text, None when it refuses it."""
    try:
        return reader(text)
    except (RefusedError, CertwrightError):
        return None


def released(field):
    for path in RELEASED:
        for line in gzip.decompress(path.read_bytes()).splitlines():
            yield json.loads(line)[field]


def test_the_released_machines_are_read_alike():
    texts = {world["hoa"] for world in released("world")}
    for text in texts:
        assert parts(read(text)) == parts(read_hoa(text))
    assert len(texts) > 80


def random_texts(count):
    rng = random.Random(11)
    for _ in range(count):
        machine = worlds.machine(rng, rng.randint(1, 7), rng.randint(1, 4), rng.randint(1, 3))
        yield write_hoa(canonical(machine))


def test_random_machines_are_read_alike():
    for text in random_texts(150):
        assert parts(read(text)) == parts(read_hoa(text))


def spoilt(rng, text):
    """The text with a character, a word or a line dropped, doubled or exchanged."""
    glue = rng.choice(("", " ", "\n"))
    parts = text.split(glue) if glue else list(text)
    place, other = rng.randrange(len(parts)), rng.randrange(len(parts))
    kind = rng.randrange(4)
    if kind == 0:
        del parts[place]
    elif kind == 1:
        parts.insert(place, parts[other])
    elif kind == 2:
        parts[place], parts[other] = parts[other], parts[place]
    else:
        parts[place] = rng.choice(("0", "1", "!", "&", "|", "t", "f", "(0|1)", '"a"', "State: 1", "9"))
    return glue.join(parts)


@pytest.mark.long
def test_what_the_checker_reads_of_spoilt_machines_the_engines_read_alike():
    rng, fates = random.Random(5), Counter()
    for text in random_texts(60):
        for _ in range(60):
            mutant = spoilt(rng, text)
            own, engines = by(read, mutant), by(read_hoa, mutant)
            fates[own is not None, engines is not None] += 1
            if own is not None:
                assert engines is not None and parts(own) == parts(engines), mutant
    assert fates[True, True] > 100 and fates[False, False] > 1000
    assert fates[False, True] < fates.total() / 5, "what only the engines read is the exception"


APS = ("a", "b")
LETTERS = [set(), {"a"}, {"b"}, {"a", "b"}]


def holds(formula, word):
    """Whether a word satisfies a formula, as the checker sees it."""
    rest = Rest(formula)
    state = rest.start
    for letter in word:
        state = rest.after(
            state, sum(1 << bit for bit, name in enumerate(rest.propositions) if name in letter)
        )
    return rest.satisfied(state)


def random_formula(rng, depth=3):
    if depth == 0 or rng.random() < 0.15:
        return rng.choice(("a", "b", "a", "b", "true", "false", '"a"'))
    if rng.random() < 0.5:
        return f"{rng.choice(('!', 'X ', 'WX ', 'F ', 'G ', 'X[!]'))}({random_formula(rng, depth - 1)})"
    operator = rng.choice(("&", "|", "^", "->", "<->", "U", "R", "W", "M", "xor"))
    left, right = random_formula(rng, depth - 1), random_formula(rng, depth - 1)
    return f"({left}) {operator} {right}" if rng.random() < 0.5 else f"{left} {operator} ({right})"


def test_formulas_say_what_their_definition_says():
    rng, values = random.Random(8), Counter()
    formulas = [text.format(g="a", h="b", r="b") for text in FORMULAS]
    for formula in [*formulas, *(random_formula(rng) for _ in range(250))]:
        for _ in range(12):
            word = [rng.choice(LETTERS) for _ in range(rng.randint(1, 6))]
            value = evaluate(formula, word)
            assert holds(formula, word) is value, (formula, word)
            values[value] += 1
    assert min(values[True], values[False]) > 500


def test_all_short_words_of_some_formulas():
    for formula in (
        "a U b",
        "a R b",
        "a W b",
        "a M b",
        "G(a -> X F b)",
        "WX a",
        "F(a & X b)",
        "a -> b <-> a",
    ):
        for length in (1, 2, 3):
            for word in tuples(LETTERS, repeat=length):
                assert holds(formula, word) is evaluate(formula, word), (formula, word)


def test_spoilt_formulas_are_refused_alike():
    rng, fates = random.Random(21), Counter()
    for _ in range(1500):
        text = random_formula(rng)
        mutant = text
        for _ in range(rng.randint(0, 2)):
            place = rng.randrange(len(mutant) + 1)
            extra = rng.choice(
                ("", "(", ")", "!", "X", "U", "&", "|", "a", '"', "1", "->", "F", "G", "[", "W")
            )
            mutant = mutant[:place] + extra + mutant[place + rng.randint(0, 1) :]
        own, engines = by(Rest, mutant), by(monitor, mutant)
        assert (own is None) is (engines is None), mutant
        fates[own is None] += 1
        if own is not None:
            names = own.propositions
            assert tuple(names) == engines.aps
            word = [{name for name in names if rng.random() < 0.5} for _ in range(rng.randint(1, 4))]
            assert holds(mutant, word) is evaluate(mutant, word), (mutant, word)
    assert min(fates.values()) > 200, fates


@pytest.mark.parametrize("name", ["U", "true", "xor", "F"])
def test_a_name_in_quotes_is_a_proposition_whatever_it_is(name):
    for word in ([{name}], [set()]):
        assert holds(f'"{name}"', word) is evaluate(f'"{name}"', word) is bool(word[0])


def test_the_products_of_both_accept_the_same_words():
    rng, values = random.Random(2), Counter()
    for instance in labelled("intervene", "gen", 120):
        own, engines = Knowledge(record_of(instance)).product, EnginesQuestion.of(instance).product
        assert own.horizon == engines.horizon and own.base == engines.base[: own.horizon]
        for _ in range(20):
            word = [rng.randrange(1 << own.inputs) for _ in range(own.horizon)]
            assert own.happens(word) is engines.happens(word), instance.id
            values[own.happens(word)] += 1
    assert min(values[True], values[False]) > 200


def test_operators_that_bind_to_the_right_are_nested():
    """Each of them stands one level deeper than the one before it; those to the left of none do."""
    words = "a" + " -> a" * (MAX_DEPTH - 1)
    assert Rest(words).formula.root
    with pytest.raises(RefusedError, match=f"formula: nested deeper than {MAX_DEPTH}"):
        Rest(words + " -> a -> a")
    for operator in "&|^":
        assert Rest("a" + f" {operator} a" * (MAX_DEPTH + 5)).formula.root


@pytest.mark.parametrize(("before", "after"), [("!", ""), ("(", ")"), ("!(", ")")])
def test_operators_and_parentheses_are_nested_up_to_a_depth(before, after):
    many = MAX_DEPTH // len(before)
    assert Rest(before * many + "a" + after * many).formula.root >= 0
    with pytest.raises(RefusedError, match=f"^formula: nested deeper than {MAX_DEPTH}$"):
        Rest(before * (many + 1) + "a" + after * (many + 1))
