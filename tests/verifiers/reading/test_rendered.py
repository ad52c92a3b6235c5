"""A known answer, rendered in the ways in which models render answers, is read back."""

import json
from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from certwright.verifiers.reading.kinds import AnswerKind
from certwright.verifiers.reading.scanner import read

ACT, ACTION, ACTIONS = AnswerKind.ATOM_OR_NONE, AnswerKind.ACTION, AnswerKind.ACTIONS
EFFECTS, INDEX, PLAN = AnswerKind.EFFECTS, AnswerKind.INDEX, AnswerKind.PLAN

names = st.sampled_from(
    ["zsail", "zl0", "zl1", "z-at", "z_on", "zc12", "zloc-x1-y2", "z", "zat-robot", "zk0-0", "zt_1"]
)
atoms = st.lists(names, min_size=1, max_size=4).map(lambda words: f"({' '.join(words)})")
lists_of_atoms = st.lists(atoms, min_size=1, max_size=6)


def functional(atom: str) -> str:
    head, *arguments = atom[1:-1].split()
    return f"{head}({', '.join(arguments)})"


SPELLINGS: list[Callable[[str], str]] = [
    str,
    str.upper,
    functional,
    lambda atom: atom.replace("(", "( ").replace(")", " )"),
    lambda atom: atom.replace(" ", ", "),
    lambda atom: atom.replace(" ", " ,  "),
    lambda atom: atom.replace(" ", "\n"),
    lambda atom: atom.replace(" ", "\t"),
    lambda atom: f"`{atom}`",
    lambda atom: f"**{atom}**",
    lambda atom: f"'{atom}'",
]
LISTINGS: list[Callable[[list[str]], str]] = [
    " ".join,
    ", ".join,
    "\n".join,
    lambda atoms: f"[{', '.join(atoms)}]",
    lambda atoms: "[\n" + ",\n".join(atoms) + "\n]",
    lambda atoms: "\n".join(f"- {atom}" for atom in atoms),
    lambda atoms: "\n".join(f"* {atom}" for atom in atoms),
    lambda atoms: "\n".join(f"{i}. {atom}" for i, atom in enumerate(atoms, 1)),
    lambda atoms: "\n\n".join(f"{i}) {atom}" for i, atom in enumerate(atoms)),
    lambda atoms: "\n".join(f"Step {i}: {atom}" for i, atom in enumerate(atoms, 1)),
    lambda atoms: "; ".join(atoms) + ".",
    lambda atoms: " and ".join(atoms),
]
BEFORE = [
    "",
    "Let me see.\n\n",
    "We know (yon yc0) and (yat yc1 yl0), since the ferry (the big one) moved.\n\n",
    "<think>\nPerhaps (ysail yl0 yl1)? No; [(ya), (yb)].\n</think>\n",
    "1. (yon yc0): no\n2. (yon yc1): no\n\n",
    "```\n(yon yc0)\n```\nThat was the state.\n",
]
MARKS = [
    "Final answer: ",
    "**Final Answer**: ",
    "**Final Answer:**\n",
    "## Final answer\n\n",
    "Answer: ",
    "The final answer is:\n",
    "So the answer is ",
    "<answer>",
    "FINAL ANSWER:\n```\n",
]
AFTER = ["", "\n", "\n\nThis follows from (yon yc0) as the ferry (still empty) is there.", "<|im_end|>"]


@st.composite
def rendered_lists(draw: st.DrawFn) -> tuple[list[str], str]:
    value = draw(lists_of_atoms)
    spelling = draw(st.sampled_from(SPELLINGS))
    listing = draw(st.sampled_from(LISTINGS))
    body = listing([spelling(atom) for atom in value])
    before, mark, after = (
        draw(st.sampled_from(BEFORE)),
        draw(st.sampled_from(MARKS)),
        draw(st.sampled_from(AFTER)),
    )
    return value, before + mark + body + after


@settings(max_examples=250, deadline=None)
@given(rendered=rendered_lists(), kind=st.sampled_from([ACTIONS, PLAN]))
def test_a_rendered_list_is_read_back(rendered: tuple[list[str], str], kind: AnswerKind) -> None:
    value, text = rendered
    reading = read(text, kind)
    assert (reading.value, reading.code) == (value, None), (text, reading)


@settings(max_examples=200, deadline=None)
@given(
    atom=atoms,
    spelling=st.sampled_from(SPELLINGS),
    before=st.sampled_from(BEFORE),
    mark=st.sampled_from([*MARKS, "", "- ", "Therefore, it is "]),
    after=st.sampled_from(AFTER),
    kind=st.sampled_from([ACT, ACTION, AnswerKind.ACTION_OR_NONE]),
)
def test_a_rendered_atom_is_read_back(
    atom: str, spelling: Callable[[str], str], before: str, mark: str, after: str, kind: AnswerKind
) -> None:
    if mark in ("", "- "):
        before = after = ""
    text = before + mark + spelling(atom) + after
    reading = read(text, kind, vocabulary=frozenset({atom[1:-1].split()[0]}))
    assert (reading.value, reading.code) == (atom, None), (text, reading)


@st.composite
def rendered_effects(draw: st.DrawFn) -> tuple[tuple[list[str], list[str]], str]:
    value = draw(st.lists(atoms, max_size=4)), draw(st.lists(atoms, max_size=4))
    spelling = draw(st.sampled_from(SPELLINGS))
    brackets = [f"[{', '.join(map(spelling, part))}]" for part in value]
    bare = [
        ", ".join(map(spelling, part)) or draw(st.sampled_from(["None", "none", "[]", "(none)"]))
        for part in value
    ]
    bullets = ["\n" + "\n".join(f"- {spelling(atom)}" for atom in part) if part else "None" for part in value]
    shape = draw(
        st.sampled_from(["side by side", "lines", "nested", "labels", "labels reversed", "json", "object"])
    )
    if shape == "json":
        body = json.dumps({"pos": value[0], "neg": value[1]})
    elif shape == "object":
        body = (
            "```json\n"
            + json.dumps({"positive_effects": value[0], "negative_effects": value[1]}, indent=1)
            + "\n```"
        )
    elif shape == "side by side":
        body = draw(st.sampled_from([" ", "", ", ", " and "])).join(brackets)
    elif shape == "lines":
        body = "\n".join(brackets)
    elif shape == "nested":
        body = f"[{brackets[0]}, {brackets[1]}]"
    else:
        parts = draw(st.sampled_from([brackets, bare, bullets]))
        bold = draw(st.sampled_from(["", "**"]))
        lines = [f"{bold}Positive Effects{bold}: {parts[0]}", f"{bold}Negative Effects{bold}: {parts[1]}"]
        body = "\n".join(lines if shape == "labels" else lines[::-1])
    return value, draw(st.sampled_from(BEFORE)) + draw(st.sampled_from(MARKS[:4])) + body


@settings(max_examples=250, deadline=None)
@given(rendered=rendered_effects())
def test_rendered_effects_are_read_back(rendered: tuple[tuple[list[str], list[str]], str]) -> None:
    value, text = rendered
    reading = read(text, EFFECTS)
    assert (reading.value, reading.code) == (value, None), (text, reading)


@settings(max_examples=150, deadline=None)
@given(
    index=st.integers(min_value=0, max_value=10**6),
    shape=st.sampled_from(
        [
            "{}",
            "{}.",
            "**{}**",
            "index {}",
            "The index is {}.",
            "Final answer: {}",
            "\\boxed{{{}}}",
            '{{"index": {}}}',
            "(zsail zl0 zl4) at index {}",
            "<think>3 or 5</think>{}",
            "After 7 steps.\n**Final Answer**: {}",
            "Action (zsail l0 l4) is wrong, so the answer is {}.",
            "```\n{}\n```",
            "Index: {}",
        ]
    ),
)
def test_a_rendered_index_is_read_back(index: int, shape: str) -> None:
    reading = read(shape.format(index), INDEX)
    assert (reading.value, reading.code) == (index, None)
