"""Our judge and the published definitions agree about generated questions: gold answers, and others."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from testkit import definitions
from testkit.sampling import every, sampled, spread

from certwright.generators.cells import Cell, Item
from certwright.generators.planning.family import Recipe
from certwright.generators.planning.items import make_item
from certwright.generators.planning.maker import makers
from certwright.instances.names import tasks
from certwright.instances.records import Answer, Instance, Outcome
from certwright.verifiers.judge import prepare

RECIPE = Recipe(seed=11, levels=(1,), context="pddl")
PLANNING = list(tasks("planning"))
MOST_STATES = 3_000
MOST_ANSWERS = 80


def listed(names: Any) -> str:
    return f"[{', '.join(names)}]"


def some(items: Any) -> list[Any]:
    """At most so many of the items, evenly spread."""
    found = list(items)
    return found[:: 1 + len(found) // MOST_ANSWERS]


def app(one: Instance, d: Any) -> Iterator[tuple[str, bool]]:
    right = sorted(d.applicable(d.state))
    others = [name for name in some(d.actions) if name not in right]
    yield listed(right), True
    yield listed([*right[::-1], right[0]]), True
    yield "[]", not right
    for place in range(len(right)):
        yield listed([*right[:place], *right[place + 1 :]]), False
    for name in others:
        yield listed([*right, name]), False


def prog(one: Instance, d: Any) -> Iterator[tuple[str, bool]]:
    after = d.after(d.state, one.query["action"])
    pos, neg = sorted(d.names(after & ~d.state)), sorted(d.names(d.state & ~after))
    yield f"{listed(pos)} {listed(neg)}", True
    yield f"{listed(neg)} {listed(pos)}", pos == neg
    yield f"{listed(pos[1:])} {listed(neg)}", not pos
    yield f"{listed(pos)} {listed(neg[1:])}", not neg
    for fact in some(d.facts):
        yield f"{listed([*pos, fact])} {listed(neg)}", fact in pos
        yield f"{listed(pos)} {listed([*neg, fact])}", fact in neg


def reach(one: Instance, d: Any) -> Iterator[tuple[str, bool]]:
    held = set().union(*map(d.names, d.edges))
    yield "None", len(held) == len(d.facts)
    for fact in some(d.facts):
        yield fact, fact not in held
    yield "(no-such-fact nowhere)", False


def areach(one: Instance, d: Any) -> Iterator[tuple[str, bool]]:
    yield "None", all(name in d.possible for name in d.legal_actions())
    for name in [*some(d.actions), *some(d.legal_actions())]:
        yield name, name not in d.possible
    yield "(no-such-action)", False


def val(one: Instance, d: Any) -> Iterator[tuple[str, bool]]:
    names = one.query["actions"]
    for index in range(len(names) + 1):
        yield str(index), index == d.run(names)[0] < len(names)


def just(one: Instance, d: Any) -> Iterator[tuple[str, bool]]:
    plan = one.query["plan"]
    assert d.is_plan(plan)
    yield listed(plan), False
    yield listed([*plan[1:], plan[0]]), False
    for count in (1, 2, 3):
        for start in range(len(plan) - count + 1):
            kept = [*plan[:start], *plan[start + count :]]
            yield listed(kept), d.is_plan(kept)
            if kept:
                yield listed([*kept[1:], kept[0]]), kept[1:] + kept[:1] == kept and d.is_plan(kept)


def land(one: Instance, d: Any) -> Iterator[tuple[str, bool]]:
    open_facts = [fact for fact in d.facts if not d.bit[fact] & (d.state | d.goal)]
    found = {fact for fact in open_facts if d.landmark(fact)}
    yield "None", not found
    for fact in d.facts:
        yield fact, fact in found


def nexta(one: Instance, d: Any) -> Iterator[tuple[str, bool]]:
    for name in some(d.actions):
        after = d.distance.get(d.after(d.state, name))
        applies = name in d.applicable(d.state)
        yield name, applies and after is not None and d.distance[d.state] - after == 1


GENERATIVE = {each.__name__: each for each in (app, prog, reach, areach, val, just, land, nexta)}
EVERYWHERE = {"reach", "areach", "land", "nexta"}
"""Tasks whose definitions speak of all reachable states."""


def item_holds(task: str, asked: dict[str, Any], d: Any) -> bool:
    """What a boolean question or an option of a choice claims."""
    if task == "app":
        return asked["action"] in d.applicable(d.state)
    if task == "prog":
        return set(asked["facts"]) <= d.names(d.after(d.state, asked["action"]))
    if task == "reach":
        return bool(d.reachable(asked["facts"]))
    if task == "areach":
        return asked["action"] in d.possible
    if task == "land":
        return bool(d.landmark(asked["fact"]))
    if task == "just":
        start, count = asked["remove"]
        return bool(d.is_plan([*asked["plan"][:start], *asked["plan"][start + count :]]))
    if asked["asks"] == "applicable":
        return bool(d.run(asked["actions"])[0] == len(asked["actions"]))
    return bool(d.is_plan(asked["actions"]))


def answers(one: Instance, d: Any) -> Iterator[tuple[str, bool]]:
    if one.form == "gen":
        yield from GENERATIVE[one.task](one, d)
    elif one.form == "bool":
        holds = item_holds(one.task, one.query, d)
        yield from (("yes", holds), ("no", not holds))
    else:
        shared = {key: value for key, value in one.query.items() if key != "options"}
        values = [item_holds(one.task, {**shared, **option}, d) for option in one.query["options"]]
        assert sum(values) == 1
        yield from zip("ABCD", values, strict=True)


def compared(domain: str, task: str, form: str, index: int = 0) -> int | None:
    """How many answers were compared; None where the states are too many."""
    one = make_item(Item(Cell(domain, task, form), index), RECIPE).instance
    assert one is not None
    d = definitions.Definitions(one.world["domain"], one.world["problem"])
    if task in EVERYWHERE:
        try:
            d.explore(MOST_STATES)
        except definitions.TooLargeError:
            return None
    judged, count = prepare(one), 0
    gold = [right for answer, right in answers(one, d) if answer == one.gold]
    assert all(gold), one.gold
    for answer, right in answers(one, d):
        outcome = judged(Answer(id=one.id, response=answer)).outcome
        assert outcome is (Outcome.CORRECT if right else Outcome.INCORRECT), (answer, right, outcome)
        count += 1
    return count


@pytest.mark.parametrize("task", PLANNING)
def test_generative_questions(task: str) -> None:
    place = PLANNING.index(task)
    domains = spread(2, [*makers()[place:], *makers()[:place]])
    found = {domain: compared(domain, task, "gen") for domain in domains}
    small = Counter(count is not None for count in found.values())
    assert small[True] >= sampled(4, of=10), found


@pytest.mark.parametrize(
    ("task", "form"),
    every(3, [(task, form) for task in PLANNING for form in ("bool", "mcq") if form in tasks()[task].groups]),
)
def test_questions_with_options(task: str, form: str) -> None:
    place = PLANNING.index(task)
    domains = [makers()[(place + step) % 13] for step in range(0, 13, 3)]
    assert sum(compared(domain, task, form) is not None for domain in domains) >= 3
