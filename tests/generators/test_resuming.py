"""A run that is resumed after its late start avoids what stands before that start, as the whole run does."""

from dataclasses import dataclass

import pytest

from certwright.generators.cells import Cell, Item, Made, Recipe
from certwright.generators.family import Family
from certwright.generators.pipeline import Pipeline
from certwright.instances.records import Instance, Prompt
from certwright.scripts.generating import after, instances
from certwright.scripts.jobs import InProcess


@dataclass(frozen=True)
class ToyRecipe(Recipe):
    """No item has a level."""

    FAMILY = "toy"
    levels: tuple[int, ...] = ()

    def version(self, task):
        return "1"


@dataclass
class Numbers(Pipeline):
    """Items 0, 1, 2, ...: each is first the number ``wanted[index]``, then 100 and more."""

    wanted: tuple[int, ...] = ()

    @property
    def family(self):
        return Family(
            "toy", "", "", "1", ToyRecipe, lambda: ("toy",), self.make, coincides=lambda item, recipe: True
        )

    def make(self, item, recipe, first=0, avoid=frozenset()):
        number = self.wanted[item.index] if first == 0 else 100 + item.index + first
        one = Instance(
            id=str(number),
            family="toy",
            task="n",
            form="gen",
            domain="toy",
            world={},
            query={"number": number},
            prompt=Prompt(question=""),
        )
        return Made(item, one, str(number), first)


def numbers(start=0, taken=()):
    return Numbers(
        [Cell("toy", "n", "gen")], len(WANTED) - start, ToyRecipe(), start, set(taken), wanted=WANTED
    )


def ids(run, last=None):
    return [one.id for one in instances(run, InProcess(), report=pytest.fail, quiet=True, last=last)]


WANTED = (5, 6, 7, 5, 8, 6)


def test_a_late_start_is_the_tail():
    whole = ids(numbers())
    assert whole == ["5", "6", "7", "104", "8", "106"]
    assert ids(numbers(2)) == whole[2:]


@pytest.mark.parametrize("kept", [1, 2, 3])
def test_resumed_after_a_late_start(kept):
    whole = ids(numbers(2))
    resumed = ids(numbers(2, whole[:kept]), last=f"toy/n/gen/{1 + kept}")
    assert whole[:kept] + resumed == whole


def test_items_after_a_name():
    items = [Item(Cell("toy", "n", "gen"), index) for index in range(4)]
    assert list(after(None, items)) == items
    assert list(after("toy/n/gen/1", items)) == items[2:]
    assert list(after("toy/n/gen/2", items, 1)) == [items[0], items[3]]
