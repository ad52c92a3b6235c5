"""``certwright demo`` shows what it promises, in 80 columns, and what it says of its question is true."""

import re
from itertools import pairwise

import certwright as cw
from certwright.scripts.cli import demo

PARTS = [
    "A question, as a model reads it",
    "Two answers, judged without a planner",
    "The proof, checked, and then with one action of it changed",
    "A grid world, for a model to explore: it is not told the rules",
    "Three answerers of 168 yes-or-no questions about automata",
    "Where to go",
]


def test_the_demo(certwright):
    result = certwright("demo")
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert max(map(len, lines)) <= 80
    assert [line for line, under in pairwise(lines) if set(under) == {"-"}] == PARTS
    blocks = re.split("^-+$", result.out, flags=re.MULTILINE)
    question, answers, proof, grid, scores, ways = blocks[1:]
    joined = " ".join(question.rpartition(PARTS[1])[0].split())
    (asked,) = (one for one in cw.load("planning/reach") if " ".join(cw.prompt(one).split()) == joined)
    wrong, right = re.findall('"(Final answer: .*)"', answers)
    assert cw.score(asked, wrong).code.value == "reachable" and cw.score(asked, right).value == 1.0
    fact = wrong.removeprefix("Final answer: ")
    assert f"incorrect, 0.0: {fact} is reachable\n  the witness" in answers
    assert len(re.findall(r"^  \(", answers, re.MULTILINE)) == 3
    assert "holds: 34 claims" in proof and "refused: runs step 0: " in proof
    assert re.search(r"^step 0 +right +down +noop\n(?:[.a-z]{7}(?:  |$)){4}", grid, re.MULTILINE)
    assert re.search(r"^ coin +168 +168 ", scores, re.MULTILINE)
    assert "certwright score ANSWERS --truth SET" in ways


def test_a_terminal_gets_colours(monkeypatch):
    monkeypatch.setattr(demo, "_in_colour", lambda: True)
    head, *rows = demo._frames()
    assert len(rows) == 7 and all("\x1b[48;2;" in row for row in rows)
    assert {len(re.sub("\x1b[^m]*m", "", row)) for row in rows} == {4 * 14 + 3 * 2} == {len(head)}
