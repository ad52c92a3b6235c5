"""Options of a question are matched: what can be seen without the world does not tell them apart."""

from __future__ import annotations

from collections import Counter

import pytest

from certwright.domains.planning import atoms
from certwright.generators.cells import Cell, Item
from certwright.generators.planning.cells import Recipe
from certwright.generators.planning.items import NONE_IN, make_item
from certwright.generators.planning.prompt import offers_none
from certwright.generators.planning.questions.maker import Choice
from certwright.generators.planning.questions.options import select
from certwright.generators.rng import Rng
from certwright.instances.formats.acpbench_writer import SHORTEN, row_of
from certwright.instances.records import Instance, Prompt
from certwright.verifiers.planning.published import PLAN_IN_QUESTION

RECIPE = Recipe(seed=5, levels=(1,), context="pddl")
BARE = Instance(
    id="", family="reactive", task="x", form="mcq", domain="d", world={}, query={}, prompt=Prompt(question="")
)


def made(domain: str, task: str, form: str, index: int) -> Instance:
    one = make_item(Item(Cell(domain, task, form), index), RECIPE).instance
    assert one is not None
    return one


def chosen(wanted: int) -> tuple[str, list[str]]:
    right = [{"word": "a" * size} for size in (1, 5)]
    wrong = [{"word": "b" * size} for size in (5, 5, 5, 9, 12, 15)]
    one, others = select(
        Choice(right, wrong), (wanted, wanted), Rng("options"), BARE, lambda option: str(option["word"])
    )
    return one["word"], [option["word"] for option in others]


def test_options_are_taken_that_are_alike() -> None:
    right, wrong = chosen(0)
    assert right == "aaaaa"
    assert wrong == ["bbbbb"] * 3


@pytest.mark.parametrize("index", range(3))
def test_sequences_of_a_choice_are_corners_of_a_square(index: int) -> None:
    one = made("grid", "val", "mcq", index)
    options = [option["actions"] for option in one.query["options"]]
    words = [Counter(word for name in names for word in atoms.parse(name)) for names in options]
    assert words[0] == words[1] == words[2] == words[3]
    apart = [
        sorted(sum(a != b for a, b in zip(one, other, strict=True)) for other in options) for one in options
    ]
    assert apart == [[0, 2, 2, 4]] * 4


@pytest.mark.parametrize(
    ("domain", "task"), [("ferry", "reach"), ("visitall", "reach"), ("logistics", "land")]
)
def test_one_generative_item_in_ten_is_answered_none_where_that_is_possible(domain: str, task: str) -> None:
    golds = [made(domain, task, "gen", index).gold for index in range(NONE_IN)]
    assert golds.count("None") == 1


@pytest.mark.parametrize(
    ("domain", "task"), [("blocksworld", "reach"), ("ferry", "areach"), ("swap", "land")]
)
def test_a_prompt_offers_none_only_where_it_is_right_at_times(domain: str, task: str) -> None:
    assert not offers_none(task, domain)
    shown = made(domain, task, "gen", 0).prompt
    assert "None" not in shown.question + shown.answer_format
    assert "None" in made("ferry", "reach", "gen", 0).prompt.question


def test_the_public_evaluator_finds_the_plan_in_an_exported_question() -> None:
    one = made("ferry", "just", "gen", 0)
    question = row_of(one)["question"]
    assert question[PLAN_IN_QUESTION] == " ".join(one.query["plan"])
    assert tuple(map(len, SHORTEN)) == (PLAN_IN_QUESTION.start, -PLAN_IN_QUESTION.stop)
