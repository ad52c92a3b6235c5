"""Shards: order, bounded flight, shards that are lost, items that take their process along."""

import importlib
import pickle
from functools import partial
from pathlib import Path

import pytest

from certwright.instances import errors
from certwright.instances.errors import IllegalItemError, MachineError, RecordError
from certwright.scripts import cluster as shards
from certwright.scripts.cluster import (
    AHEAD_SHARDS,
    FIRST_ITEMS,
    Cutter,
    Lost,
    Shard,
    Sharded,
    ShardResult,
    refuse_differences,
)
from certwright.scripts.jobs import Done, Failed

POISON = 13


class Fake:
    """Two workers in this process; ``dies(items, guarded)`` says which shards are lost on the way."""

    workers = 2

    def __init__(self, dies=lambda items, guarded: False):
        self.dies, self.sent, self.under_way, self.most, self.cancelled = dies, [], 0, 0, 0

    def share(self, function):
        return function

    def send(self, function, shard):
        self.sent.append(shard)
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        return partial(self._run, function, shard)

    def _run(self, function, shard):
        items = [pickle.loads(item) for item in shard.items]
        if self.dies(items, shard.guarded):
            return Lost("crash", MachineError("the worker died"))
        unguarded = Shard(shard.items)
        return unguarded.run(function)

    def wait(self, handle):
        self.under_way -= 1
        return handle()

    def cancel(self, handles):
        self.cancelled += len(list(handles))


def square(number):
    if number == 7:
        raise RecordError("seven is bad", field="number")
    return number * number


def expected(numbers):
    return [number if number == 7 else Done(number, number * number) for number in numbers]


def plain(outcomes):
    return [outcome.item if isinstance(outcome, Failed) else outcome for outcome in outcomes]


def test_outcomes_stand_in_input_order_whatever_the_shards():
    fake = Fake()
    outcomes = list(Sharded(fake).map(square, range(3000)))
    assert plain(outcomes) == expected(range(3000))
    assert str(outcomes[7]) == "seven is bad (at number)"
    sizes = [len(shard.items) for shard in fake.sent]
    assert sizes[0] == FIRST_ITEMS
    assert max(sizes) == shards.MOST_ITEMS
    assert fake.most == AHEAD_SHARDS * fake.workers
    assert fake.cancelled == 0


def test_the_stream_is_read_no_further_than_what_is_under_way():
    drawn = []
    outcomes = Sharded(Fake()).map(square, (drawn.append(number) or number for number in range(10**6)))
    next(outcomes)
    assert len(drawn) == AHEAD_SHARDS * Fake.workers * FIRST_ITEMS
    outcomes.close()


def test_nobody_waits_for_shards_that_are_not_wanted_any_more():
    fake = Fake()
    outcomes = Sharded(fake).map(square, range(1000))
    next(outcomes)
    outcomes.close()
    assert fake.cancelled == AHEAD_SHARDS * fake.workers - 1


def test_a_lost_shard_is_done_again_guarded():
    fake = Fake(lambda items, guarded: 20 in items and not guarded)
    assert plain(Sharded(fake).map(square, range(60))) == expected(range(60))
    (again,) = [shard for shard in fake.sent if shard.guarded]
    assert 20 in [pickle.loads(item) for item in again.items]


def test_a_poisoned_item_fails_alone():
    fake = Fake(lambda items, guarded: POISON in items)
    outcomes = list(Sharded(fake).map(square, range(60)))
    assert [outcome.item for outcome in outcomes] == list(range(60))
    failed = [outcome for outcome in outcomes if isinstance(outcome, Failed) and outcome.item != 7]
    assert [(one.item, one.reason, str(one)) for one in failed] == [(POISON, "crash", "the worker died")]


def test_a_guarded_shard_loses_only_the_item_that_kills_its_process(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    troubled = importlib.import_module("testkit.worker_functions").troubled
    items = tuple(pickle.dumps(number) for number in (2, 3, 4))
    result = Shard(items, guarded=True).run(troubled)
    assert [type(outcome) for outcome in result.outcomes] == [Done, Failed, Done]
    assert result.outcomes[1].reason == "crash"
    assert [outcome.item for outcome in result.outcomes] == [None] * 3


def test_a_shard_is_named_by_its_content():
    one, two, both = pickle.dumps(1), pickle.dumps(2), pickle.dumps((1, 2))
    names = {Shard(items).name for items in ((one, two), (two, one), (one,), (both,))}
    assert len(names) == 4
    assert Shard((one, two), 3.0).name == Shard((one, two), guarded=True).name


def test_heavy_items_make_small_shards_and_large_ones_close_them(monkeypatch):
    cut = Cutter(range(100))
    cut.learn(4, 20.0)
    assert cut.size == 2
    cut.learn(4, 400.0)
    assert cut.size == 1
    monkeypatch.setattr(shards, "SHARD_BYTES", 1000)
    listed, blobs = Cutter([b"x" * 600] * 4).next()
    assert len(listed) == len(blobs) == 2


def test_an_error_of_a_worker_keeps_its_place():
    def broken(number):
        raise KeyError(number)

    (outcome,) = Sharded(Fake()).map(broken, [5])
    assert outcome.internal
    assert str(outcome).startswith("internal error: KeyError at ")
    assert not ShardResult((), 0.0).outcomes


@pytest.mark.parametrize(
    "error",
    [
        RecordError("bad", file="f.jsonl", line=3, field="truth"),
        IllegalItemError("no such fact", code="unknown_atom"),
        errors.WorldError("bad", file="d.pddl", line=1, column=2),
        errors.AutumnError("bad", line=1),
        MachineError("full"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_come_from_workers_as_they_are(error):
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)


def test_machines_that_differ_are_refused_with_a_table():
    machines = {
        "here": {"fd": "24.06", "z3": "4.13", "Python": "3.11.7"},
        "a 01": {"fd": "24.06", "z3": "4.12", "Python": "3.11.7"},
        "b 02": {"fd": "missing", "z3": "4.13", "Python": "3.11.7"},
    }
    with pytest.raises(MachineError) as caught:
        refuse_differences(machines)
    assert str(caught.value).splitlines() == [
        "the machines of the Ray cluster do not run the same:",
        "      fd       z3",
        "here  24.06    4.13",
        "a 01  24.06    4.12",
        "b 02  missing  4.13",
    ]
