"""Reading as published: what was measured on ACPBench's own extraction, and an oracle for the rest."""

from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark, Token

from certwright.verifiers.reading.kinds import AnswerKind
from certwright.verifiers.reading.published import published_values, read_published
from certwright.verifiers.reading.strict import GRAMMAR, START

ACT, ACTION, ACTIONS = AnswerKind.ATOM_OR_NONE, AnswerKind.ACTION, AnswerKind.ACTIONS
EFFECTS, INDEX, PLAN = AnswerKind.EFFECTS, AnswerKind.INDEX, AnswerKind.PLAN
YES_NO, LETTER = AnswerKind.YES_NO, AnswerKind.LETTER

PROBES: list[tuple[AnswerKind, str, Any]] = [
    *(
        (ACT, text, "None")
        for text in ("None", "None.", "**None**", "Nonexistent", "None of them: (at c0 l1)")
    ),
    *((ACT, text, None) for text in ("none", "NONE", "null")),
    *(
        (ACT, text, "(at c0 l1)")
        for text in ("(at c0 l1)", "`(at c0 l1)`", "(at c0 l1", "(at c0, l1)", '{"answer": "(at c0 l1)"}')
    ),
    *((ACT, text, None) for text in ("(at c0 l1 )", "at c0 l1", "()", "(1)")),
    (ACT, "at(c0, l1)", "(c0 l1)"),
    (ACT, "(not (at c0 l1))", "(not at c0 l1)"),
    (ACT, "(e.g., (at c0 l1))", "(e at c0 l1)"),
    (ACT, "(at ?c l1)", "(at c l1)"),
    (ACT, "I (the model) think (at c0 l1)", "(the model)"),
    (ACT, "<think>(x) no</think>(y)", "(x)"),
    (ACT, "(at\nc0 l1)", "(atc0 l1)"),
    (ACT, "(at c0\tl1)", "(at c0)"),
    (ACT, "(at  c0 l1)", "(at c0 l1)"),
    (ACTION, "None", None),
    (ACTIONS, "None", []),
    (ACTIONS, "", []),
    (ACTIONS, "nothing can be done", []),
    (ACTIONS, "I would (for example) say (a b)", ["(for example)", "(a b)"]),
    (ACTIONS, "( a b ) (c d)", ["(a b c d)"]),
    (ACTIONS, "(a b )", None),
    (EFFECTS, "[(a)] [(b)]", [["(a)"], ["(b)"]]),
    (EFFECTS, "[[(a)], [(b)]]", [["(a)"], ["(b)"]]),
    (EFFECTS, '{"pos": ["(a)"], "neg": ["(b)"]}', [["(a)"], ["(b)"]]),
    (EFFECTS, "Positive Effects: (a) Negative Effects: (b)", [["(a)"], ["(b)"]]),
    (EFFECTS, "Positive effects: (a)\nNegative Effects: None", [["(a)"], []]),
    (EFFECTS, "[(a)] [(a)]", [["(a)"]]),
    *((EFFECTS, text, None) for text in ("[(a)]", "(a) (b)", "[(a), (b)")),
    (EFFECTS, "[(a) (b), (c) (d)] []", [["(a)", "(b)", "(c)"], []]),
    (EFFECTS, "Negative effects: (b) Positive effects: (a)", None),
    (EFFECTS, "Negative effects: [(b)] Positive effects: [(a)]", [["(b)"], ["(a)"]]),
    (EFFECTS, "[x] [y] [z]", [[]]),
    (EFFECTS, "[(x)] [(y)] [(z)]", [["(x)"], ["(y)"]]),
    (EFFECTS, "[are] (a), [(c)]", [[], ["(c)"]]),
    (INDEX, "4", "4"),
    (INDEX, " 4. ", "4"),
    (INDEX, "index=4", "4"),
    (INDEX, "4.5", "4"),
    (INDEX, "-1", "1"),
    (INDEX, "-4", "4"),
    (INDEX, "Action (sail l0 l4) at index 4", "0"),
    (INDEX, "(sail l0 l4)", "0"),
    (INDEX, "Step 3, so 4", "3"),
    (INDEX, "04", "04"),
    (INDEX, "4\n5", "45"),
    (INDEX, "four", None),
    (INDEX, "None", None),
    (PLAN, "Removed (x). Simplified plan: (a b) (c d)", ["(a b)", "(c d)"]),
    (PLAN, "**Simplified plan:** (A b)", ["(a b)"]),
    (PLAN, "Simplified plan: (a) Simplified plan: (b)", ["(a)"]),
    (PLAN, "Simplified plan: [(a b)] I removed (x y).", ["(a b)", "(x y)"]),
    (PLAN, "(A b)", ["(A b)"]),
]


@pytest.mark.parametrize(
    ("kind", "text", "expected"), PROBES, ids=[f"{k.value}: {t[:40]!r}" for k, t, _ in PROBES]
)
def test_measured_rows(kind: AnswerKind, text: str, expected: Any) -> None:
    assert published_values(text, kind) == expected


@pytest.mark.parametrize(
    ("text", "raw", "value"),
    [
        ("There are no cars... The answer is Yes.", "Yes", True),
        ("The answer is Yes", "Ye", None),
        ("the answer is yes because no car", "yes because no ca", None),
        ("YES", None, None),
        ("Yes.", None, None),
    ],
)
def test_yes_or_no(text: str, raw: str | None, value: bool | None) -> None:
    assert published_values(text, YES_NO) == raw
    assert read_published(text, YES_NO).value is value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Actions A and C fail. Answer: B", "B"),
        ("B\n", "B"),
        ("the answer is C.", "C"),
        ("b", None),
        ("The answer is B, as Cars are absent", "C"),
    ],
)
def test_letter(text: str, value: str | None) -> None:
    assert read_published(text, LETTER).value == value


@lru_cache
def lark_parser(kind: AnswerKind) -> Lark:
    return Lark(GRAMMAR, start=START[kind], parser="lalr")


def lark_with_recovery(text: str, kind: AnswerKind) -> Any:
    """What the published evaluator does, on the grammar of the paper."""
    parser = lark_parser(kind)

    def go_on(error: Any) -> bool:
        token = getattr(error, "token", None)
        if token is not None and token.type == "$END":
            for name in error.expected - {"WS"}:
                error.interactive_parser.feed_token(Token(name, parser.get_terminal(name).pattern.value))
        return True

    def atoms(tree: Any) -> list[str]:
        named = [part for part in tree.iter_subtrees_topdown() if part.data == "action_name"]
        return ["(" + "".join(map(str, part.children[1:-1])) + ")" for part in named]

    try:
        tree = parser.parse(text.replace("\n", "").strip(), on_error=go_on)
    except Exception:
        return None
    if kind is INDEX:
        digits = "".join(map(str, tree.children))
        return digits if digits.isdigit() else None
    if kind is EFFECTS:
        first, second = (atoms(part) for part in tree.children if not isinstance(part, str))
        return [first] if first == second else [first, second]
    if kind is ACTIONS:
        return atoms(tree)
    return (atoms(tree) or ["None"])[-1]


pieces = st.sampled_from(
    [
        "(",
        ")",
        "[",
        "]",
        ",",
        " ",
        "a",
        "b1",
        "None",
        "1",
        "_",
        "-",
        "?",
        "(a b)",
        "(c)",
        "\n",
        "\t",
        "(a b",
        "[(a)]",
    ]
)


@pytest.mark.parametrize("kind", [ACT, ACTION, ACTIONS, EFFECTS, INDEX])
@settings(max_examples=150, deadline=None)
@given(parts=st.lists(pieces, max_size=14))
def test_equals_lark_with_error_recovery(kind: AnswerKind, parts: list[str]) -> None:
    text = "".join(parts)
    assert published_values(text, kind) == lark_with_recovery(text, kind)
