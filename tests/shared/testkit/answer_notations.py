"""Notations of an answer by shape: a value as text of one line, as JSON, or as several lines."""

import json
from collections.abc import Callable
from typing import Any

from testkit.answer_frames import BLOCK, DATA, INLINE, LATEX, MARKUP

Notation = Callable[[Any], str]
Notations = dict[str, dict[str, Notation]]


def listed(values: list[str]) -> str:
    """In brackets, with commas."""
    return f"[{', '.join(values)}]"


def called(atom: str) -> str:
    """name(a, b) for (name a b)."""
    name, *arguments = atom[1:-1].split()
    return f"{name}({', '.join(arguments)})"


def lines(values: list[str], bullet: str = "- ") -> str:
    """One a line."""
    return "\n".join(bullet + value for value in values)


def numbered(values: list[str]) -> str:
    """One a line, with numbers from 1."""
    return "\n".join(f"{number}. {value}" for number, value in enumerate(values, 1))


def code(value: str) -> str:
    """In backticks."""
    return f"`{value}`"


def dumped(value: Any) -> str:
    """As JSON."""
    return json.dumps(value, ensure_ascii=False)


_LISTS: Notations = {
    INLINE: {
        "brackets": listed,
        "commas": ", ".join,
        "calls": lambda value: listed([called(atom) for atom in value]),
        "capitals": lambda value: listed([atom.upper() for atom in value]),
    },
    DATA: {
        "json": dumped,
        "json object": lambda value: dumped({"answer": value}),
        "tool call": lambda value: dumped({"name": "submit", "arguments": {"actions": value}}),
    },
    BLOCK: {"bullets": lines, "numbers": numbered},
}


def _two(true: str, false: str, join: Callable[[list[str]], str]) -> Notation:
    return lambda value: f"{true}{join(value[0]) or 'none'}\n{false}{join(value[1]) or 'none'}"


def _columns(value: list[list[str]]) -> str:
    true, false = value
    rows = [
        f"| {true[at] if at < len(true) else ''} | {false[at] if at < len(false) else ''} |"
        for at in range(max(len(true), len(false)))
    ]
    return "\n".join(["| Becomes true | Becomes false |", "|---|---|", *rows])


_EFFECTS: Notations = {
    INLINE: {"two lists": lambda value: f"{listed(value[0])} {listed(value[1])}"},
    DATA: {
        "pos neg": lambda value: dumped({"pos": value[0], "neg": value[1]}),
        "becomes": lambda value: dumped({"becomes_true": value[0], "becomes_false": value[1]}),
        "nested": dumped,
    },
    BLOCK: {
        "two lines": lambda value: f"{listed(value[0])}\n{listed(value[1])}",
        "labels": _two("Becomes true: ", "Becomes false: ", listed),
        "new and removed": _two("New facts: ", "Removed facts: ", ", ".join),
        "headed bullets": _two("**Becomes true:**\n", "**Becomes false:**\n", lines),
        "signs": lambda value: "\n".join([*(f"+ {a}" for a in value[0]), *(f"- {a}" for a in value[1])]),
        "columns": _columns,
    },
}
_ATOM: Notations = {
    INLINE: {
        "plain": str,
        "call": lambda value: called(value) if value.startswith("(") else value,
        "capitals": str.upper,
        "quotes": lambda value: f'"{value}"',
    },
    MARKUP: {"bold": lambda value: f"**{value}**", "code": code},
    DATA: {
        "json": lambda value: dumped({"answer": value}),
        "tool call": lambda value: dumped({"name": "submit", "arguments": {"answer": value}}),
    },
}
_WORDS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
_INDEX: Notations = {
    INLINE: {
        "digits": str,
        "index": lambda value: f"index {value}",
        "word": lambda value: _WORDS[value] if value < len(_WORDS) else str(value),
    },
    MARKUP: {"bold": lambda value: f"**{value}**"},
    DATA: {
        "json": lambda value: dumped({"index": value}),
        "tool call": lambda value: dumped({"name": "submit", "arguments": {"index": value}}),
    },
}
_YES_NO: Notations = {
    INLINE: {
        "lower": lambda value: "yes" if value else "no",
        "title": lambda value: "Yes" if value else "No",
    },
    MARKUP: {"bold": lambda value: "**YES**" if value else "**NO**"},
    DATA: {
        "json": lambda value: dumped({"answer": "yes" if value else "no"}),
        "json bool": lambda value: dumped({"answer": value}),
        "tool call": lambda value: dumped(
            {"name": "submit", "arguments": {"answer": "Yes" if value else "No"}}
        ),
    },
}
_LETTER: Notations = {
    INLINE: {
        "letter": str,
        "parentheses": lambda value: f"({value})",
        "option": lambda value: f"Option {value}",
    },
    MARKUP: {"bold": lambda value: f"**{value}**"},
    DATA: {
        "json": lambda value: dumped({"answer": value}),
        "tool call": lambda value: dumped({"name": "submit", "arguments": {"choice": value}}),
    },
}


def _equation(text: str) -> str:
    return f"{text.lstrip('!')}={0 if text.startswith('!') else 1}"


def _statement(text: str) -> str:
    return f"{text.lstrip('!')} is {'false' if text.startswith('!') else 'true'}"


def _latex(text: str) -> str:
    return text.replace("!", "\\neg ")


def _overlined(text: str) -> str:
    return f"\\overline{{{text[1:]}}}" if text.startswith("!") else text


def _triple(text: str) -> list[Any]:
    name, step = text.lstrip("!").split("@")
    return [int(step), name, 0 if text.startswith("!") else 1]


def _or_none(join: Notation) -> Notation:
    return lambda value: join(value) if value else "none"


def _latex_set(spell: Callable[[str], str]) -> Notation:
    return lambda value: f"\\{{{', '.join(map(spell, value))}\\}}" if value else "\\text{none}"


_LITERALS: Notations = {
    INLINE: {
        "commas": _or_none(", ".join),
        "braces": _or_none(lambda value: f"{{{', '.join(value)}}}"),
        "equations": _or_none(lambda value: ", ".join(map(_equation, value))),
        "statements": _or_none(lambda value: ", ".join(map(_statement, value))),
        "signs": _or_none(lambda value: ", ".join(value).replace("!", "¬")),
        "words": _or_none(lambda value: ", ".join(value).replace("!", "not ")),
    },
    LATEX: {
        "negations": _latex_set(_latex),
        "overlines": _latex_set(_overlined),
    },
    DATA: {
        "strings": lambda value: dumped({"answer": value or "none"}),
        "triples": lambda value: dumped({"answer": [_triple(text) for text in value] or "none"}),
        "tool call": lambda value: dumped(
            {"name": "submit", "arguments": {"literals": ", ".join(value) or "none"}}
        ),
    },
    BLOCK: {"bullets": _or_none(lines)},
}


def _formula(conjunction: str, disjunction: str, spell: Callable[[str], str] = str) -> Notation:
    def write(value: list[list[str]]) -> str:
        clauses = [disjunction.join(map(spell, clause)) for clause in value]
        return conjunction.join(
            f"({text})" if len(clause) > 1 else text for text, clause in zip(clauses, value, strict=True)
        )

    return lambda value: write(value) if value else "true"


_AND_OR = _formula(" & ", " | ")
_FORMULA: Notations = {
    INLINE: {
        "signs": _AND_OR,
        "doubled": _formula(" && ", " || "),
        "words": _formula(" and ", " or ", lambda text: text.replace("!", "not ")),
        "logic": _formula(" ∧ ", " ∨ ", lambda text: text.replace("!", "¬")),
        "equations": _formula(" & ", " | ", _equation),
    },
    LATEX: {
        "negations": _formula(r" \land ", r" \lor ", _latex),
        "overlines": _formula(r" \wedge ", r" \vee ", _overlined),
    },
    DATA: {
        "json": lambda value: dumped({"answer": _AND_OR(value)}),
        "tool call": lambda value: dumped({"name": "submit", "arguments": {"formula": _AND_OR(value)}}),
    },
}
_OBJECT: Notations = {
    DATA: {
        "json": dumped,
        "tight": lambda value: json.dumps(value, separators=(",", ":")),
        "tool call": lambda value: dumped({"name": "submit", "arguments": value}),
        "wrapped": lambda value: dumped({"answer": value}),
        "python": repr,
    },
    BLOCK: {"indented": lambda value: json.dumps(value, indent=2)},
}
_CHANGES: Notations = {
    DATA: {
        "json": dumped,
        "python": repr,
        "truth values": lambda value: dumped([[step, name, bool(bit)] for step, name, bit in value]),
        "wrapped": lambda value: dumped({"answer": value}),
        "tool call": lambda value: dumped({"name": "submit", "arguments": {"interventions": value}}),
    },
    INLINE: {
        "equations": lambda value: ", ".join(f"{name}@{step}={bit}" for step, name, bit in value) or "[]"
    },
    BLOCK: {"indented": lambda value: json.dumps(value, indent=2)},
}
NOTATIONS: dict[str, Notations] = {
    "actions": _LISTS,
    "plan": _LISTS,
    "effects": _EFFECTS,
    "atom_or_none": _ATOM,
    "action_or_none": _ATOM,
    "action": _ATOM,
    "index": _INDEX,
    "yes_no": _YES_NO,
    "letter": _LETTER,
    "grid_option": _LETTER,
    "literals": _LITERALS,
    "formula": _FORMULA,
    "run": _OBJECT,
    "acceptance": _OBJECT,
    "interventions": _CHANGES,
}
"""By shape, the kind of text, and a word."""
