"""Answers to the real questions, rendered and surrounded by the reasoning of models, are read back."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from testkit.sampling import sampled

from certwright.verifiers.reading.kinds import AnswerKind
from certwright.verifiers.reading.lexer import STOP
from certwright.verifiers.reading.scanner import read

DATA = Path(__file__).resolve().parents[3].parent / "shared" / "data" / "acpbench"
KINDS = {
    "app": AnswerKind.ACTIONS,
    "prog": AnswerKind.EFFECTS,
    "reach": AnswerKind.ATOM_OR_NONE,
    "areach": AnswerKind.ACTION_OR_NONE,
    "val": AnswerKind.INDEX,
    "just": AnswerKind.PLAN,
    "land": AnswerKind.ATOM_OR_NONE,
    "nexta": AnswerKind.ACTION,
}
ASKS_ACTIONS = ("app", "areach", "just", "nexta")

pytestmark = pytest.mark.skipif(
    not DATA.exists(), reason="the ACPBench questions (../shared/data/acpbench) are not here"
)


def value_of(task: str, question: dict[str, Any]) -> Any:
    """An answer of the shape that the task asks for, from the stored one."""
    answer = question["answer"]
    if task == "val":
        return answer
    if task == "prog":
        return [atom.lower() for atom in answer["pos"]], [atom.lower() for atom in answer["neg"]]
    if task == "just":
        return re.findall(r"\([^()]*\)", question["question"].split('"')[1].lower())
    if task == "app":
        return [action.lower() for action in answer]
    listed = answer["yes"] if task in ("land", "nexta") else answer
    return f"({listed[0].strip('()').lower()})" if listed else "none"


def vocabulary_of(task: str, question: dict[str, Any]) -> frozenset[str]:
    domain = question["PDDL_domain"].lower()
    if task in ASKS_ACTIONS:
        return frozenset(re.findall(r"\(:action\s+([\w-]+)", domain))
    predicates = domain.split("(:predicates")[1].split("(:")[0]
    return frozenset(re.findall(r"\(([\w-]+)", predicates))


def functional(atom: str) -> str:
    head, *arguments = atom.strip("()").split()
    return f"{head}({', '.join(arguments)})"


def renderings(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        yield from (" ".join(value), ", ".join(value), f"[{', '.join(value)}]", "\n".join(value).upper())
        yield "\n".join(f"- {atom}" for atom in value)
        yield "\n".join(f"{i}. `{atom}`: fine" for i, atom in enumerate(value, 1))
        yield from (json.dumps(value), json.dumps({"answer": value}), ", ".join(map(functional, value)))
        yield "```\n" + "\n".join(value) + "\n```"
    elif isinstance(value, tuple):
        lists = [", ".join(part) for part in value]
        yield from (f"[{lists[0]}] [{lists[1]}]", json.dumps({"pos": value[0], "neg": value[1]}))
        yield f"Positive effects: {lists[0] or 'None'}\nNegative effects: {lists[1] or 'None'}"
        yield f"**Negative Effects**: [{lists[1]}]\n**Positive Effects**: [{lists[0]}]"
    elif isinstance(value, int):
        yield from (f"{value}", f"{value}.", f"**{value}**", f"index {value}", f"The index is {value}.")
    else:
        yield from (value, value.upper(), f"`{value}`", f"{value}.", json.dumps({"answer": value}))
        yield value if value == "none" else functional(value)


def settings_of(question: dict[str, Any], rng: random.Random) -> Iterator[tuple[str, str]]:
    """What stands before and after an answer: the question once more, thinking, wrong candidates, reasons."""
    asked = f"{question['context']} {question['question']}\n"
    atoms = re.findall(r"\([a-z][^()?]*\)", json.dumps([question["question"], question["answer"]]).lower())

    def some() -> str:
        return rng.choice(atoms or ["(some thing)"])

    yield from (("", ""), ("", f"\n\nExplanation: {question['context']}"), (f"<think>{asked}</think>\n", ""))
    yield f"{asked}\n**Final Answer**: ", f"\n\nAs {question['context'][-300:]}"
    yield f"{asked}<answer>\n", "\n</answer>"
    before = [
        f"First, consider {some()}. It needs {some()}.\n{some()} fails because {some()} does not hold.\n\n",
        f"Let's check:\n- {some()}: the ferry is there\n- {some()}: requires (at-x y)\n\n",
        f"1. {some()} leads to {some()}.\n2. {some()} leads nowhere.\n",
        f"We know that {some()} and {some()} hold, so {some()} is possible.\n\n",
    ]
    conclusions = ["The applicable actions are:\n", "Thus, the answer is ", "So the final answer is: "]
    conclusions += ["**Answer:** ", "Therefore, the next action is ", "Hence: ", "The result:\n\n"]
    after = ["", f"\n\nThis works because {some()} is needed.", f"\n\nNote that {some()} does not help here."]
    for reasons in before:
        for conclusion in conclusions:
            yield reasons + conclusion, rng.choice(after)


def test_no_name_of_a_real_world_is_a_word_of_prose() -> None:
    for task in KINDS:
        for question in json.loads((DATA / f"{task}.gen.json").read_text(encoding="utf-8")):
            text = f"{question['PDDL_domain']} {question['PDDL_problem'].split('(:init')[1]}".lower()
            atoms = re.findall(r"\(([a-z][^()?]*)\)", text)
            assert STOP.isdisjoint(word for atom in atoms for word in atom.split())
            assert STOP.isdisjoint(vocabulary_of(task, question))


@pytest.mark.parametrize("task", KINDS)
def test_answers_to_real_questions_are_read_back(task: str) -> None:
    rng = random.Random(7)
    questions = json.loads((DATA / f"{task}.gen.json").read_text(encoding="utf-8"))
    for question in questions[:: sampled(10, of=5)]:
        value, vocabulary = value_of(task, question), vocabulary_of(task, question)
        for before, after in settings_of(question, rng):
            for answer in renderings(value):
                text = before + answer + after
                reading = read(text, KINDS[task], vocabulary=rng.choice([None, vocabulary]))
                assert (reading.value, reading.code) == (value, None), (text, reading)
