"""Ray as a cluster for ``shards``: ``--on ray`` and ``--on ray://HOST:PORT``.

Ray runs the shard of a worker that died again on another; one lost three times is reported as ``Lost``.  That
all machines have the same certwright and engines is checked first.  What workers print never reaches stdout.
"""

import platform
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from ..instances import __version__
from ..instances.errors import EngineMissingError, MachineError
from ..instances.extras import EXTRAS
from ..instances.places import tree_hash
from ..verifiers.engines import registry
from .shards import Lost, Shard, ShardResult

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
