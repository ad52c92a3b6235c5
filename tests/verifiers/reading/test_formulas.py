"""Formulas as they are read: each means what its parts mean; only the inputs that matter are kept."""

import itertools
import random

import pytest

from certwright.verifiers.reading.formulas import MAX_TOKENS, TABLE, Formula, essential, normal, parse
from certwright.verifiers.reading.lexer import Item

SIGNS = {"&": ("&", "&&", "and", "/\\"), "|": ("|", "||", "or", "\\/"), "!": ("!", "~", "not ")}


def drawn(rng, names, depth):
    """A formula as the reader sees it (with a mark for each literal), what it means, and its literals."""
    kind = rng.random()
    if depth == 0 or kind < 0.2:
        if rng.random() < 0.1:
            truth = rng.random() < 0.5
            return str(truth).lower(), lambda cells: truth, []
        step, name, bit = rng.randrange(2), rng.choice(names), rng.randrange(2)
        return "\x06", lambda cells: cells[step, name] == bit, [(step, name, bit)]
    if kind < 0.4:
        text, meant, literals = drawn(rng, names, depth - 1)
        return f"{rng.choice(SIGNS['!'])}({text})", lambda cells: not meant(cells), literals
    sign, every = rng.choice([("&", all), ("|", any)])
    parts = [drawn(rng, names, depth - 1) for _ in range(rng.randint(2, 3))]
    text = f" {rng.choice(SIGNS[sign])} ".join(f"({part[0]})" for part in parts)
    literals = [one for part in parts for one in part[2]]
    return f"[{text}]", lambda cells: every(part[1](cells) for part in parts), literals


def read(text, literals):
    return parse(text, [Item(0, 0, literal) for literal in literals])


def value(formula, cells):
    stack = []
    for part in formula.program:
        if isinstance(part, tuple):
            stack.append(cells[part[:2]] == part[2])
        elif isinstance(part, bool):
            stack.append(part)
        else:
            right = stack.pop()
            stack[-1] = (stack[-1] and right) if part == "&" else (stack[-1] or right)
    (result,) = stack
    return result


ALL = [(step, name) for step in range(2) for name in "ab"]
WORLDS = [dict(zip(ALL, bits, strict=True)) for bits in itertools.product((0, 1), repeat=4)]


@pytest.mark.parametrize("seed", range(60))
def test_a_formula_means_what_its_parts_do(seed):
    text, meant, literals = drawn(random.Random(seed), "ab", 3)
    formula = read(text, literals)
    assert [value(formula, cells) for cells in WORLDS] == list(map(meant, WORLDS))
    matter = [
        cell
        for cell in ALL
        if any(value(formula, cells) != value(formula, {**cells, cell: 1 - cells[cell]}) for cells in WORLDS)
    ]
    rows = itertools.product((0, 1), repeat=len(matter))
    table = 0
    for row in rows:
        cells = {**WORLDS[0], **dict(zip(matter, row, strict=True))}
        table |= value(formula, cells) << sum(bit << place for place, bit in enumerate(row))
    assert essential(formula) == (tuple(matter), table)


@pytest.mark.parametrize(
    ("text", "program"),
    [
        ("\x06 & \x06 | \x06", ("a", "b", "&", "c", "|")),
        ("\x06 | \x06 & \x06", ("a", "b", "c", "&", "|")),
        ("\x06 or \x06 and \x06", ("a", "b", "c", "&", "|")),
        ("(\x06 | \x06) & \x06", ("a", "b", "|", "c", "&")),
        ("!(\x06 | \x06) & \x06", ("!a", "!b", "&", "c", "&")),
        ("!(\x06 & !\x06) | !!\x06", ("!a", "b", "|", "c", "|")),
        ("{\x06 | [\x06 | \x06]}  ", ("a", "b", "c", "|", "|")),
        ("true & \x06 | \x06 | \x06", (True, "a", "&", "b", "|", "c", "|")),
        ("!false & \x06 | \x06 | \x06", (True, "a", "&", "b", "|", "c", "|")),
    ],
)
def test_and_binds_tighter_and_negations_move_inward(text, program):
    literals = [(step, name, 1) for step, name in enumerate("abc")]
    wanted = [
        (
            ("abc".index(part[-1]), part[-1], int(part[0] != "!"))
            if isinstance(part, str) and part[-1] in "abc"
            else part
        )
        for part in program
    ]
    assert read(text, literals).program == tuple(wanted)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("\x06 + \x06", "'+ \\x06' is neither a literal nor an operator"),
        ("\x06 \x06", "literals and operators do not alternate"),
        ("\x06 ! \x06", "literals and operators do not alternate"),
        ("& \x06", "literals and operators do not alternate"),
        ("\x06 & & \x06", "literals and operators do not alternate"),
        ("\x06 (\x06)", "literals and operators do not alternate"),
        ("\x06)", "a parenthesis is closed that was not opened"),
        ("(\x06", "the formula is not complete"),
        ("\x06 &", "the formula is not complete"),
        ("!", "the formula is not complete"),
        ("", "the formula is not complete"),
    ],
)
def test_what_is_no_formula(text, fault):
    said = read(text, [(0, "a", 1), (0, "b", 1)])
    assert said == fault or said == fault.replace("'+", "' +")


def test_long_formulas_have_an_end():
    many = MAX_TOKENS // 2 + 2
    text = " & ".join("\x06" * many)
    assert read(text, [(0, "a", 1)] * many).endswith("is neither a literal nor an operator")
    few = " & ".join("\x06" * 100)
    assert len(read(few, [(0, "a", 1)] * 100).program) == 199


@pytest.mark.parametrize("count", [TABLE, TABLE + 1])
def test_of_many_inputs_the_program_stays(count):
    formula = normal([[(0, f"i{number:02}", 1)] for number in range(count)], "|", "&")
    kept = essential(formula)
    if count > TABLE:
        assert kept == formula.program
    else:
        assert kept == (tuple((0, f"i{number:02}") for number in range(count)), 1 << ((1 << count) - 1))


def test_an_empty_formula_is_the_truth_value_of_its_sign():
    assert (normal([], "|", "&"), normal([], "&", "|")) == (Formula((True,)), Formula((False,)))
    assert (normal([[]], "|", "&"), normal([[]], "&", "|")) == (Formula((False,)), Formula((True,)))
