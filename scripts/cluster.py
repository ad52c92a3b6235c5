"""An executor that sends work in shards to machines over a network; Ray as such a cluster (``--on ray``).

A ``Cluster`` runs shards and may lose them; ``Sharded`` cuts a stream of items into shards, keeps a bounded
number in flight, returns the outcomes in input order, and repeats lost shards guarded: in a separate process
of their worker, so that an item which kills its process costs only itself; one that is lost even then is
halved, down to the item at fault.  The cutting never affects the outcomes.

Ray runs the shard of a worker that died again on another; one lost three times is reported as ``Lost``.  That
all machines have the same certwright and engines is checked first.  What workers print never reaches stdout.
"""

from __future__ import annotations

import hashlib
import pickle
import platform
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from time import perf_counter
from typing import Any, TypeVar

from ..instances import __version__
from ..instances.errors import EngineMissingError, MachineError
from ..instances.extras import EXTRAS
from ..instances.faults import machine_fault, remember_place
from ..instances.places import tree_hash
from ..verifiers.engines import registry
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


RETRIES = 2  # how often Ray runs a shard again after its worker or machine died
LOCAL = "ray"


class RayCluster:
    """The workers of a Ray cluster, one per processor.

    ``where`` is ``ray`` (the cluster of RAY_ADDRESS or of this machine; one is started if there is none) or
    ``ray://HOST:PORT``.  Raises EngineMissingError without Ray, MachineError for a cluster that cannot be
    reached or has machines with different versions.
    """

    def __init__(self, where: str = LOCAL) -> None:
        self._ray = _ray()
        if not self._ray.is_initialized():
            self._connect(None if where == LOCAL else where)
        refuse_differences(self._versions())
        self._run = self._ray.remote(num_cpus=1, max_retries=RETRIES, retry_exceptions=False)(_run)

    def _connect(self, address: str | None) -> None:
        try:
            self._ray.init(address=address, log_to_driver=False, logging_level="ERROR")
        except (ConnectionError, RuntimeError, ValueError, OSError, ImportError) as error:
            said = " ".join(str(error).split())[:300]
            place = address or "this machine"
            raise MachineError(f"no Ray cluster can be reached at {place}: {said}") from None

    def _versions(self) -> dict[str, dict[str, str]]:
        """The versions here, and on each machine of the cluster; one that dies meanwhile is left out."""
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        look = self._ray.remote(num_cpus=0)(versions)
        handles: dict[str, Any] = {}
        for node in self._ray.nodes():
            if node["Alive"]:
                there = NodeAffinitySchedulingStrategy(node["NodeID"], soft=False)
                name = f"{node['NodeManagerHostname']} {node['NodeID'][:8]}"
                handles[name] = look.options(scheduling_strategy=there).remote()
        answers, faults = {}, self._ray.exceptions
        for name, handle in handles.items():
            try:
                answers[name] = self._ray.get(handle)
            except (faults.TaskUnschedulableError, faults.NodeDiedError):
                continue  # a shard finds no worker there either
            except faults.RayError as error:
                said = " ".join(str(error).split())[-300:]
                raise MachineError(f"certwright does not run on {name} of the Ray cluster: {said}") from None
        return {"here": versions(), **answers}

    @property
    def workers(self) -> int:
        """The number of processors of all machines now present."""
        return int(self._ray.cluster_resources().get("CPU", 1))

    def share(self, function: Callable[[Any], Any]) -> Any:
        """Store the function where every worker can load it."""
        return self._ray.put(function)

    def send(self, function: Any, shard: Shard) -> Any:
        """Submit a shard to Ray."""
        return self._run.options(name=f"shard-{shard.name}").remote(shard, function)

    def wait(self, handle: Any) -> ShardResult | Lost:
        """The result of a shard; exceptions of its code are raised here."""
        faults = self._ray.exceptions
        try:
            result: ShardResult = self._ray.get(handle)
        except faults.OutOfMemoryError as error:
            return Lost("memory", MemoryError(_first_line(error)))
        except faults.RayTaskError as error:
            raise error.cause if isinstance(error.cause, Exception) else error from None
        except faults.RayError as error:
            return Lost("crash", MachineError(_first_line(error)))
        return result

    def cancel(self, handles: Iterable[Any]) -> None:
        """Kill the workers that run these shards."""
        for handle in handles:
            self._ray.cancel(handle, force=True)


def _run(shard: Shard, function: Callable[[Any], Any]) -> ShardResult:
    return shard.run(function)


def _ray() -> Any:
    try:
        import ray.exceptions
    except ImportError:
        raise EngineMissingError(f"--on ray needs Ray: {EXTRAS['ray'].mend}") from None
    return ray


def _first_line(error: BaseException) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)


def versions() -> dict[str, str]:
    """All versions that determine results: Python, a hash of our code, numpy, numba and every engine."""
    found_versions = {"Python": platform.python_version(), "certwright": f"{__version__} {tree_hash()[:8]}"}
    for library in ("msgspec", "numba", "numpy"):
        try:
            found_versions[library] = version(library)
        except PackageNotFoundError:
            found_versions[library] = "missing"
    for key in registry.engines():
        found_versions[key] = (registry.version(key) or "?") if registry.present(key) else "missing"
    return found_versions


def refuse_differences(machines: Mapping[str, Mapping[str, str]]) -> None:
    """MachineError with a table of the differences, if machines have different versions.

    >>> refuse_differences({"here": {"fd": "1.0"}, "node a": {"fd": "1.0"}})
    """
    names: Sequence[str] = sorted({name for installed in machines.values() for name in installed})
    differing = [name for name in names if len({installed.get(name) for installed in machines.values()}) > 1]
    if not differing:
        return
    rows = [["", *differing]]
    rows += [[machine, *(own.get(name, "-") for name in differing)] for machine, own in machines.items()]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    table = "\n".join(line.rstrip() for line in lines)
    raise MachineError(f"the machines of the Ray cluster do not run the same:\n{table}")
