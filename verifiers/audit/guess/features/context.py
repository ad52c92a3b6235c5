"""What an option shares with the goal, the state, the question and the text around it."""

import json
import re
from collections import Counter
from collections.abc import Iterable

from .....domains.planning import atoms
from .....instances.records import Json
from ..question import Question
from . import Measures
from .agreement import WORD

ATOM = re.compile(r"\([^()]*\)")


def measure(question: Question) -> Measures:
    """Shares of words of the whole prompt, and in planning of the goal's and the state's objects."""
    if "picture" in question.options[0]:
        return {}
    around = Counter(WORD.findall(question.instance.prompt.context))
    words_of_question = set(WORD.findall(question.instance.prompt.question)) if not question.yes_no else set()
    words = [WORD.findall(text) for text in question.texts]
    measures: dict[str, list[float]] = {
        "frequency of its words": [_mean(around[word] for word in each) for each in words],
        "rarest word": [min((around[word] for word in each), default=0) for each in words],
        "words of the question": [_mean(word in words_of_question for word in each) for each in words],
    }
    return measures if question.problem is None else measures | _planning(question)


def _planning(question: Question) -> dict[str, list[float]]:
    problem = question.problem
    assert problem is not None
    fluent = problem.fluent_init
    state, goal = set(map(atoms.text, problem.init)), set(map(atoms.text, problem.goal))
    wanted = Counter(name for fact in problem.goal for name in fact[1:])
    known = Counter(name for fact in fluent for name in fact[1:])
    named = Counter(name for fact in problem.init for name in fact[1:])
    heads = Counter(fact[0] for fact in fluent)
    unmet = {name for fact in problem.goal if fact not in problem.init for name in fact[1:]}
    query = question.instance.query
    touched = Counter(WORD.findall(json.dumps([query.get(key) for key in ("action", "plan")])))
    rows = [atoms_of(option) for option in question.options]
    names = [[name for row in each for name in row[1:]] for each in rows]
    texts = [list(map(atoms.text, each)) for each in rows]
    return {
        "objects of the goal": [_mean(name in wanted for name in each) for each in names],
        "number of objects of the goal": [len({n for n in each if n in wanted}) for each in names],
        "objects of the goal, counted": [sum(wanted[name] for name in each) for each in names],
        "objects of the unmet goal": [_mean(name in unmet for name in each) for each in names],
        "objects of the state": [_mean(known[name] for name in each) for each in names],
        "rarest object of the state": [min((known[name] for name in each), default=0) for each in names],
        "rarest object of all facts": [min((named[name] for name in each), default=0) for each in names],
        "an object that no fact names": [not all(named[name] for name in each) for each in names],
        "predicates of the state": [_mean(heads[row[0]] for row in each) for each in rows],
        "facts that hold": [_mean(text in state for text in each) for each in texts],
        "facts of the goal": [_mean(text in goal for text in each) for each in texts],
        "objects of the question": [_mean(touched[name] for name in each) for each in names],
        "one object twice": [sum(len(set(row)) < len(row) for row in each) for each in rows],
        "objects twice in all": [len(each) - len(set(each)) for each in names],
        "facts or actions": [len(each) for each in rows],
        "facts or actions of one name": [len(each) - len({row[0] for row in each}) for each in rows],
        "facts about one first object": [_repeated(each, 1) for each in rows],
        "facts about one last object": [_repeated(each, -1) for each in rows],
    }


def atoms_of(option: Json) -> list[tuple[str, ...]]:
    """The facts or actions that an option names; of a removal, those removed."""
    if "remove" in option:
        start, count = option["remove"]
        return [tuple(atoms.parse(name)) for name in option["plan"][start : start + count]]
    kept = {key: value for key, value in option.items() if key in ("fact", "facts", "actions")} or option
    return [tuple(atoms.parse(name)) for name in ATOM.findall(json.dumps(kept))]


def _repeated(rows: list[tuple[str, ...]], place: int) -> int:
    """How many of the facts or actions have at a place an object that an earlier one has there."""
    named = [row[place] for row in rows if len(row) > 1]
    return len(named) - len(set(named))


def _mean(numbers: Iterable[float]) -> float:
    listed = list(numbers)
    return sum(listed) / len(listed) if listed else 0.0
