"""A run that is resumed after its late start avoids what stands before that start, as the whole run does."""

from dataclasses import dataclass, field

import pytest

from certwright.generators.pipeline import Made, Tally, Unlike
from certwright.instances.records import Instance, Prompt
from certwright.scripts.generating import Family, after, instances


@dataclass(frozen=True)
class Item:
    """One number to be made."""

    index: int

    @property
    def name(self):
        return f"toy/n/gen/{self.index}"


@dataclass
class Numbers:
    """Items 0, 1, 2, ...: each is first the number ``wanted[index]``, then 100 and more."""

    wanted: tuple[int, ...]
    start: int = 0
    taken: set[str] = field(default_factory=set)
    tally: Tally = field(default_factory=Tally)
    recipe: None = None
    total: int = 0

    def items(self):
        return map(Item, range(len(self.wanted)))

    def instances(self, made):
        return Unlike(self.make, self.taken, self.tally).instances(made, self.start)

    def make(self, item, attempt=0, recipe=None):
        number = self.wanted[item.index] if attempt == 0 else 100 + item.index + attempt
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
        return Made(item, one, str(number), attempt)


def ids(numbers, last=None):
    family = Family("toy", "1", numbers.make, lambda manifest, count: numbers)
    return [one.id for one in instances(family, numbers, jobs=1, report=pytest.fail, quiet=True, last=last)]


WANTED = (5, 6, 7, 5, 8, 6)


def test_a_late_start_is_the_tail():
    whole = ids(Numbers(WANTED))
    assert whole == ["5", "6", "7", "104", "8", "106"]
    assert ids(Numbers(WANTED, start=2)) == whole[2:]


@pytest.mark.parametrize("kept", [1, 2, 3])
def test_resumed_after_a_late_start(kept):
    whole = ids(Numbers(WANTED, start=2))
    resumed = ids(Numbers(WANTED, start=2, taken=set(whole[:kept])), last=f"toy/n/gen/{1 + kept}")
    assert whole[:kept] + resumed == whole


def test_items_after_a_name():
    items = [Item(index) for index in range(4)]
    assert list(after(None, items)) == items
    assert list(after("toy/n/gen/1", items)) == items[2:]
    assert list(after("toy/n/gen/2", items, 1)) == [items[0], items[3]]
