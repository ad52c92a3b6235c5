"""What options say: how they look, where they stand, how they resemble each other, and what they share with
the goal, the state, the question and the text around them.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import takewhile

from .....domains.planning import atoms
from .....instances.records import Json
from ..question import Question
from . import Measures

WORD = re.compile(r"[^\s(),;\"\[\]{}:]+")
MOST, FEW = 26, 6


def agreement(question: Question) -> Measures:
    """Places; the same measures of what the prompt says and of what the query says."""
    places = _places(len(question.options))
    if not 2 < len(question.options) <= MOST or "picture" in question.options[0]:
        return places
    formal = [json.dumps(option, sort_keys=True) for option in question.options]
    for kind, texts in (("wording", question.texts), ("query", formal)):
        words = [WORD.findall(text) for text in texts]
        places |= {f"{name} ({kind})": numbers for name, numbers in _alike(words).items()}
    return places


def _places(many: int) -> dict[str, list[float]]:
    """The place, the distance from the ends, and of few options whether it is the first, the second, ..."""
    if many == 1:
        return {}
    places = range(many)
    places_measured = {
        "place": [float(place) for place in places],
        "place near the middle": [-abs(place - (many - 1) / 2) for place in places],
    }
    if many <= FEW:
        for each in places:
            places_measured[f"place {each + 1}"] = [float(place == each) for place in places]
    return places_measured


def _alike(words: Sequence[Sequence[str]]) -> dict[str, list[float]]:
    sets, everything = list(map(set, words)), range(len(words))
    holding = Counter(word for each in sets for word in each)
    near = [[likeness(sets[one], sets[other]) for other in everything if other != one] for one in everything]
    return {
        "likeness to the others": [sum(each) for each in near],
        "likeness to the nearest": [max(each) for each in near],
        "likeness to the farthest": [min(each) for each in near],
        "majority at each position": [_majority(words, number) for number in everything],
        "words in common": [sum(holding[word] - 1 for word in each) / max(1, len(each)) for each in sets],
        "words of its own": [sum(holding[word] == 1 for word in each) for each in sets],
        "common beginning": [_common(words, number, 1) for number in everything],
        "common end": [_common(words, number, -1) for number in everything],
        "same first word": [sum(each[:1] == other[:1] for other in words) for each in words],
        "same last word": [sum(each[-1:] == other[-1:] for other in words) for each in words],
        "same length": [sum(len(each) == len(other) for other in words) for each in words],
    }


def likeness(one: set[str], other: set[str]) -> float:
    """The Jaccard index."""
    return len(one & other) / max(1, len(one | other))


def _majority(words: Sequence[Sequence[str]], one: int) -> float:
    """How many other options have the same word at the same position, over its positions."""
    others = (other for number, other in enumerate(words) if number != one)
    votes = sum(a == b for other in others for a, b in zip(words[one], other, strict=False))
    return votes / max(1, len(words[one]))


def _common(words: Sequence[Sequence[str]], one: int, way: int) -> float:
    """Words that stand alike from the beginning (or the end) in this and another option, over the others."""
    others = (other for number, other in enumerate(words) if number != one)
    pairs = (zip(words[one][::way], other[::way], strict=False) for other in others)
    return sum(1 for each in pairs for _ in takewhile(lambda pair: pair[0] == pair[1], each))


ATOM = re.compile(r"\([^()]*\)")


def context(question: Question) -> Measures:
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


NUMBER = re.compile(r"\d+")


def looks(question: Question) -> Measures:
    """Length, words, numbers, order by name."""
    if "picture" in question.options[0]:
        return {}
    texts = question.texts
    words = [text.split() for text in texts]
    ordered = sorted(texts)
    return {
        "length": [len(text) for text in texts],
        "words": [len(each) for each in words],
        "different words": [len(set(each)) / max(1, len(each)) for each in words],
        "longest word": [max(map(len, each), default=0) for each in words],
        "sum of numbers": [sum(int(number[:6]) for number in NUMBER.findall(text)) for text in texts],
        "order by name": [ordered.index(text) for text in texts],
    }


def measure(question: Question) -> Measures:
    """All of these."""
    return {**agreement(question), **context(question), **looks(question)}
