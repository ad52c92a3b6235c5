"""What a truth record says, as questions to a planner: is there a plan from here to there?

Each claim expects a plan or none.  Reachability asks for the fact, or the preconditions of the action;
landmarks for the goal without the actions that add the fact; next actions for the goal within a bound, now
and after an action. Of a record that decides many items some are drawn, first those that delete relaxation
does not decide.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ...domains.planning.atoms import is_negation
from ...domains.planning.strips import Task
from ...instances.records import Json
from .comparison import canonical
from .subject import Subject

DISPUTED = 5
"""How many times more claims are asked about where a source says otherwise."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One question; the masks are those of the grounded task."""

    sentence: str
    plan_expected: bool
    goal: int
    proof: str
    """Which certificate of ours stands for it; see `evidence`."""
    init: int | None = None
    without: int = 0
    bound: int | None = None


def claims(subject: Subject, count: int) -> list[Claim]:
    """The claims of a record; of many like ones at most ``count``.  Nothing for tasks without search."""
    truth, task = subject.truth, subject.instance.task
    if task not in ("reach", "areach", "land", "nexta"):
        return []
    if truth["kind"] == "closed_world":
        return list(_closed_world(subject, count))
    if truth["kind"] == "landmarks":
        return list(_landmarks(subject, count))
    if truth["kind"] == "next_action":
        return list(_next_action(subject, count))
    if truth["kind"] == "degenerate":
        return list(_degenerate(subject))
    return [claim for query, stated in items(subject) for claim in _item(subject, query, stated)]


def items(subject: Subject) -> Iterator[tuple[Json, bool]]:
    """The decided items of a boolean or multiple-choice record, each with what is said of it."""
    truth, query = subject.truth, subject.instance.query
    if truth["kind"] == "bool" and truth["answer"] is not None:
        yield query, truth["answer"]
    elif truth["kind"] == "mcq":
        for option, value in zip(query["options"], truth["values"], strict=False):
            if value is not None:
                yield {**{key: query[key] for key in query if key != "options"}, **option}, value


def _closed_world(subject: Subject, count: int) -> Iterator[Claim]:
    truth, task = subject.truth, subject.task
    if subject.instance.task == "reach":
        goals = {name: 1 << bit for bit, name in enumerate(task.facts) if not is_negation(name)}
    else:
        goals = {operator.name: operator.pre for operator in task.operators}
    undecided, listed = set(truth["undecided"]), set(truth["items"])
    reachable = {
        name: (name in listed) == (truth["listed"] == "reachable") for name in goals if name not in undecided
    }
    fresh = [name for name in goals if reachable.get(name) and goals[name] & ~task.init]
    never = [name for name in goals if reachable.get(name) is False]
    for name in subject.draw.sample(never, count, "never"):
        yield Claim(f"{name} is unreachable", False, goals[name], "unreachable")
    for name in subject.draw.sample(fresh, count, "fresh"):
        yield Claim(f"{name} is reachable", True, goals[name], "reachable")


def _landmarks(subject: Subject, count: int) -> Iterator[Claim]:
    truth, task = subject.truth, subject.task
    relaxed = {
        fact for one in subject.instance.certificates if one.kind == "relaxed" for fact in one.body["facts"]
    }
    listed, draw = [fact for fact in truth["items"] if fact in task.index], subject.draw
    disputed = _disputed(subject)
    chosen = draw.sample([fact for fact in listed if fact in disputed], DISPUTED * count, "disputed")
    deep = [fact for fact in listed if fact not in relaxed and fact not in chosen]
    chosen += draw.sample(deep, count, "deep")
    chosen += draw.sample([fact for fact in listed if fact not in chosen], count - len(chosen), "relaxed")
    trivial = task.init | task.goal
    others = [
        name
        for bit, name in enumerate(task.facts)
        if not trivial >> bit & 1
        and not is_negation(name)
        and name not in {*truth["items"], *truth["undecided"]}
    ]
    for fact in chosen:
        yield _landmark(task, fact, True)
    for fact in subject.draw.sample(others, count, "no landmark"):
        yield _landmark(task, fact, False)


def _disputed(subject: Subject) -> set[str]:
    """The facts that the source of an import stores as no landmarks."""
    source = subject.instance.source
    stored = source.answer if source is not None and isinstance(source.answer, dict) else {}
    return {canonical(name) for name in stored.get("no", ())}


def _landmark(task: Task, fact: str, stated: bool) -> Claim:
    word = "a landmark" if stated else "no landmark"
    without = 1 << task.index[fact]
    return Claim(f"{fact} is {word}", not stated, task.goal, word, without=without)


def _next_action(subject: Subject, count: int) -> Iterator[Claim]:
    truth, task, draw = subject.truth, subject.task, subject.draw
    h: int = truth["h"]
    yield Claim(f"h* is at most {h}", True, task.goal, "cost", bound=h)
    yield Claim(f"h* is at least {h}", False, task.goal, "bound", bound=h - 1)
    for side, expected in (("closer", True), ("not_closer", False)):
        for name in draw.sample([name for name in truth[side] if name in task.by_name], count, side):
            successor = task.by_name[name].apply(task.init)
            said = f"after {name} h* is {h - 1}" if expected else f"after {name} h* is at least {h}"
            yield Claim(said, expected, task.goal, "cost" if expected else "bound", successor, bound=h - 1)


def _degenerate(subject: Subject) -> Iterator[Claim]:
    if subject.truth["reason"] == "unsolvable_state" and subject.task.goal_possible:
        yield Claim("the goal is unreachable", False, subject.task.goal, "unsolvable")


def _item(subject: Subject, query: Json, stated: bool) -> Iterator[Claim]:
    """The claim of one item, where it lies inside delete relaxation."""
    task, kind = subject.task, subject.instance.task
    word = "reachable" if stated else "unreachable"
    if kind == "reach" and _inside(task, query["facts"]):
        yield Claim(f"{' and '.join(query['facts'])} {word}", stated, task.mask(query["facts"]), word)
    elif kind == "areach" and query["action"] in task.by_name:
        yield Claim(f"{query['action']} is {word}", stated, task.by_name[query["action"]].pre, word)
    elif kind == "land" and _inside(task, [query["fact"]]):
        bit = 1 << task.index[query["fact"]]
        if not bit & (task.init | task.goal):
            yield _landmark(task, query["fact"], stated)


def _inside(task: Task, facts: Iterable[str]) -> bool:
    return all(fact in task.index for fact in facts)
