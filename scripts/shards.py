"""An executor that sends work in shards to machines over a network.

A ``Cluster`` runs shards and may lose them; ``Sharded`` cuts a stream of items into shards, keeps a bounded
number in flight, returns the outcomes in input order, and repeats lost shards guarded: in a separate process
of their worker, so that an item which kills its process costs only itself; one that is lost even then is
halved, down to the item at fault.  The cutting never affects the outcomes.
"""

from __future__ import annotations

import hashlib
import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, TypeVar

from ..instances.faults import machine_fault, remember_place
from .jobs import Done, Failed, InProcess, Reason, Workers

T = TypeVar("T")
R = TypeVar("R")
Outcome = Done[Any, Any] | Failed[Any]

FIRST_ITEMS, MOST_ITEMS = 4, 500  # items of a shard while their cost is unknown, and at most
END = object()
SHARD_SECONDS = 10.0  # aimed at: much longer than sending a shard, short enough to repeat a lost one
SHARD_BYTES = 4 * 2**20  # bytes of pickled items after which a shard is closed
AHEAD_SHARDS = 3  # shards in flight for each worker


@dataclass(frozen=True)
class Shard:
    """Items that are sent together, each pickled."""

    items: tuple[bytes, ...]
    deadline: float | None = None  # seconds of running time per item, as for local workers
    guarded: bool = False

    @property
    def name(self) -> str:
        """A name derived from the content: the beginning of a sha256 of the items."""
        digest = hashlib.sha256()
        for item in self.items:
            digest.update(len(item).to_bytes(8, "little") + item)
        return digest.hexdigest()[:16]

    def run(self, function: Callable[[Any], Any]) -> ShardResult:
        """Call the function on every item; the outcomes omit the items, which the sender has."""
        bounded = self.guarded or self.deadline is not None
        workers = Workers(1, self.deadline) if bounded else InProcess()
        begun = perf_counter()
        outcomes = list[Outcome]()
        for outcome in workers.map(function, map(pickle.loads, self.items)):
            if isinstance(outcome, Failed):
                remember_place(outcome.error)
            outcomes.append(replace(outcome, item=None))
        return ShardResult(tuple(outcomes), perf_counter() - begun)


@dataclass(frozen=True)
class ShardResult:
    """The outcomes of a shard, and the seconds that they took."""

    outcomes: tuple[Outcome, ...]
    seconds: float


@dataclass(frozen=True)
class Lost:
    """A shard without a result: its worker or its machine died."""

    reason: Reason
    error: Exception


@dataclass(frozen=True)
class Sharded:
    """Maps over the workers of a cluster; see ``jobs.Executor``.

    A ``cluster`` has ``workers``, how many shards run at a time, which may change; ``share(function)``, a
    reference for ``send(reference, shard)``, which gives a handle; ``wait(handle)``, a ShardResult or Lost,
    which raises exceptions of the shard's code; and ``cancel(handles)``.  It may run a lost worker's shards
    again before they count as lost.
    """

    cluster: Any
    deadline: float | None = None

    def map(self, function: Callable[[T], R], items: Iterable[T]) -> Iterator[Done[T, R] | Failed[T]]:
        """Yield one outcome per item, in input order; ``AHEAD_SHARDS`` shards per worker are in flight."""
        shared, cut = self.cluster.share(function), Cutter(items)
        flying: deque[tuple[list[T], Shard, Any]] = deque()
        try:
            while True:
                while len(flying) < AHEAD_SHARDS * max(1, self.cluster.workers):
                    listed, blobs = cut.next()
                    if not listed:
                        break
                    shard = Shard(blobs, self.deadline)
                    flying.append((listed, shard, self.cluster.send(shared, shard)))
                if not flying:
                    return
                listed, shard, handle = flying.popleft()
                yield from self._landed(shared, listed, shard, handle, cut)
        finally:
            self.cluster.cancel(handle for _, _, handle in flying)

    def _landed(
        self, shared: Any, listed: list[T], shard: Shard, handle: Any, cut: Cutter
    ) -> Iterator[Done[T, Any] | Failed[T]]:
        result = self.cluster.wait(handle)
        if isinstance(result, ShardResult):
            cut.learn(len(listed), result.seconds)
            for item, outcome in zip(listed, result.outcomes, strict=True):
                yield replace(outcome, item=item)
        elif shard.guarded and len(listed) == 1:
            yield Failed(listed[0], result.reason, machine_fault(result.error) or result.error)
        else:
            middle = len(listed) // 2 if shard.guarded else 0
            for part in (slice(0, middle), slice(middle, None)):
                if listed[part]:
                    again = replace(shard, items=shard.items[part], guarded=True)
                    handle = self.cluster.send(shared, again)
                    yield from self._landed(shared, listed[part], again, handle, cut)


class Cutter:
    """Cuts a stream of items into shards that take about ``SHARD_SECONDS``, as far as costs are known."""

    def __init__(self, items: Iterable[Any]) -> None:
        self._items = iter(items)
        self._done, self._seconds = 0, 0.0

    @property
    def size(self) -> int:
        """The number of items in the next shard, if they are not large."""
        if not self._done:
            return FIRST_ITEMS
        return max(1, min(MOST_ITEMS, int(SHARD_SECONDS * self._done / max(self._seconds, 1e-6))))

    def learn(self, items: int, seconds: float) -> None:
        """Record the seconds that so many items took."""
        self._done, self._seconds = self._done + items, self._seconds + seconds

    def next(self) -> tuple[list[Any], tuple[bytes, ...]]:
        """The items of the next shard, unpickled and pickled; none at the end of the stream."""
        listed, blobs, size = list[Any](), list[bytes](), 0
        wanted = self.size
        while len(listed) < wanted and size < SHARD_BYTES:
            item = next(self._items, END)
            if item is END:
                break
            blob = pickle.dumps(item, pickle.HIGHEST_PROTOCOL)
            listed.append(item)
            blobs.append(blob)
            size += len(blob)
        return listed, tuple(blobs)
