"""Options of a question are matched: what can be seen without the world does not tell them apart."""

import pytest
from testkit.sampling import sampled

from certwright.domains.planning import atoms
from certwright.generators.cells import Cell, Item
from certwright.generators.planning.family import Recipe
from certwright.generators.planning.items import NONE_IN, make_item
from certwright.generators.planning.prompt import offers_none
from certwright.generators.planning.questions import OptionPools
from certwright.generators.planning.questions.options import CLOSE, candidates, select
from certwright.generators.rng import Rng
from certwright.instances.formats.acpbench_writer import SHORTEN, row_of
from certwright.instances.records import Instance, Json, Prompt
from certwright.verifiers.planning.published import PLAN_IN_QUESTION

RECIPE = Recipe(seed=5, levels=(1,), context="pddl")
BARE = Instance(
    id="", family="reactive", task="x", form="mcq", domain="d", world={}, query={}, prompt=Prompt(question="")
)


def made(domain: str, task: str, form: str, index: int) -> Instance:
    one = make_item(Item(Cell(domain, task, form), index), RECIPE).instance
    assert one is not None
    return one


def taken(choice: OptionPools, spared: int) -> tuple[str, list[str]] | None:
    def text(option: Json) -> str:
        return str(option["word"])

    fours = candidates(choice, Rng("options"), BARE, text, spared)
    four = select(fours, Rng("options"))
    return four and (text(four[0]), [text(option) for option in four[1:]])


def test_sets_of_options_that_are_alike_come_first() -> None:
    right = [{"word": "a" * size} for size in (1, 5)]
    wrong = [{"word": "b" * size} for size in (5, 5, 5, 9, 12, 15)]
    fours = candidates(OptionPools(right, wrong), Rng("options"), BARE, lambda one: str(one["word"]), 0)
    assert fours[0].seen.texts == ("aaaaa", "bbbbb", "bbbbb", "bbbbb")
    assert {four.seen.texts[0] for four in fours} == {"a", "aaaaa"}
    assert all(four.options == [{"word": text} for text in four.seen.texts] for four in fours)
    assert len({four.seen.texts for four in fours}) > CLOSE // 4


def test_options_agree_in_what_the_maker_names() -> None:
    right = [{"word": "aa"}, {"word": "aaa 9"}]
    wrong = [{"word": word} for word in ("b", "bb", "bbb 1", "bbb 2", "bbb 3", "bbb 9")]
    found = taken(OptionPools(right, wrong, even=("words",)), spared=0)
    assert found is not None
    assert found[0] == "aaa 9"
    assert set(found[1]) < {"bbb 1", "bbb 2", "bbb 3", "bbb 9"}


@pytest.mark.parametrize("spared", range(3))
def test_measures_are_given_up_from_the_end(spared: int) -> None:
    right = [{"word": "aa 5"}]
    wrong = [{"word": word} for word in ("b 1", "bbb 2", "bbbb 3")]
    found = taken(OptionPools(right, wrong, even=("words", "length")), spared)
    assert (found is None) == (spared == 0)


@pytest.mark.parametrize(("insists", "groups"), [(False, 1), (True, 2)])
def test_a_choice_that_insists_draws_from_several_groups(insists: bool, groups: int) -> None:
    right = [{"word": "a"}, {"word": "a a"}]
    wrong = [{"word": word} for word in ("b", "c", "d", "b b", "c c", "d d", "e e")]
    choice = OptionPools(right, wrong, even=("words",), insists=insists)
    fours = candidates(choice, Rng("options"), BARE, lambda one: str(one["word"]), 0)
    assert len({four.seen.texts[0] for four in fours}) == groups
    assert all(len({len(text.split()) for text in four.seen.texts}) == 1 for four in fours)


def test_no_landmark_is_asked_for_beside_a_fact_with_an_object_twice() -> None:
    for index in range(sampled(1, of=3)):
        for option in made("depot", "land", "mcq", index).query["options"]:
            names = atoms.parse(option["fact"])[1:]
            assert len(set(names)) == len(names)


@pytest.mark.parametrize("domain", ["logistics", "satellite"])
def test_removals_of_a_choice_are_alike(domain: str) -> None:
    for index in range(3):
        query = made(domain, "just", "mcq", index).query
        counts = {option["remove"][1] for option in query["options"]}
        assert len(counts) == 1


@pytest.mark.parametrize("index", range(3))
def test_sequences_of_a_choice_are_corners_of_a_square(index: int) -> None:
    one = made("grid", "val", "mcq", index)
    options = [option["actions"] for option in one.query["options"]]
    apart = [
        sorted(sum(a != b for a, b in zip(one, other, strict=True)) for other in options) for one in options
    ]
    assert apart == [apart[0]] * 4
    zero, one_away, other_away, across = apart[0]
    assert zero == 0 < one_away
    assert across == one_away + other_away


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


@pytest.mark.parametrize(("insists", "first", "groups"), [(False, "bb", 1), (True, "bb", 2)])
def test_the_group_with_the_most_wrong_options_comes_first(insists: bool, first: str, groups: int) -> None:
    """Words of one letter are fewer, though they stand first."""
    right = [{"word": "a"}, {"word": "aa 1"}]
    wrong = [{"word": word} for word in ("b", "c", "d", "bb 1", "bb 2", "bb 3", "bb 4")]
    choice = OptionPools(right, wrong, even=("words",), insists=insists)
    fours = candidates(choice, Rng("options"), BARE, lambda one: str(one["word"]), 0)
    assert fours[0].seen.texts[1].split()[0] == first
    assert len({four.seen.texts[0] for four in fours}) == groups
