"""Rebuild what the package ships: reactive systems, and the six levels of time travel, labelled.

    python -m certwright.scripts.shipped [--check | LEVELS]

Each specification of domains/reactive/systems is synthesised by Spot in a fresh process; the strategy becomes
a canonical table (least outputs first, minimal, numbered by breadth-first search) and is model-checked
against its specification by Spot in another process.  The files have the same bytes every time; ``--check``
writes nothing and reports what would change.  The records of the levels, with truth and proofs, go to the
file LEVELS, with a manifest; the last one takes a minute, since its parts are ablated one by one.
"""

import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from pathlib import Path

from ..domains.reactive import systems
from ..domains.reactive.hoa import write_hoa
from ..domains.reactive.machine import Machine
from ..generators.reactive.families import FAMILIES
from ..generators.reactive.families.specification import SpecificationFamily
from ..instances import __version__
from ..instances import manifest as manifests
from ..instances.errors import EngineFailureError
from ..instances.outputs import write_whole
from ..instances.store import JsonlWriter
from ..verifiers.engines import spot
from ..verifiers.label import label
from ..verifiers.timetravel.level import shipped_instances
from .generating import manifest_path

FOLDER = Path(systems.__file__).parent
PROCESSES = 2


def table(family: SpecificationFamily, size: int) -> tuple[Machine, str]:
    """The machine of a specification and its formula; EngineFailureError if model checking fails."""
    wanted = family.build(size)
    machine = spot.synthesise(wanted.formula, wanted.inputs, wanted.outputs)
    if not isinstance(machine, Machine):
        raise EngineFailureError(f"{family.key} {size}: {machine or 'no machine satisfies it'}")
    violation = spot.violation(machine, wanted.formula)
    if violation is not None:
        raise EngineFailureError(f"{family.key} {size}: {violation}")
    return machine, wanted.formula


def entry(family: SpecificationFamily, size: int, machine: Machine, formula: str) -> dict[str, object]:
    """The line of the index."""
    return {
        "key": f"{family.key}_{size}",
        "family": family.key,
        "parameter": size,
        "title": family.title,
        "formula": formula,
        **{name: getattr(machine, name) for name in ("inputs", "outputs", "states")},
        "timing": machine.timing.value,
        "sha256": hashlib.sha256(write_hoa(machine).encode()).hexdigest(),
    }


def contents() -> Iterator[tuple[str, str]]:
    """The name and text of every file, the index last."""
    wanted = [(family, size) for family in FAMILIES.values() for size in family.sizes]
    lines = []
    with ThreadPoolExecutor(PROCESSES) as pool:
        tables = pool.map(lambda pair: table(*pair), wanted)
        for (family, size), (machine, formula) in zip(wanted, tables, strict=True):
            yield f"{family.key}_{size}.hoa", write_hoa(machine)
            lines.append(json.dumps(entry(family, size, machine, formula)))
    yield systems.INDEX, "[\n" + ",\n".join(lines) + "\n]\n"


def write_levels(path: str) -> None:
    """Write the records of the six levels, labelled, and their manifest."""
    with JsonlWriter(path) as writer:
        for instance in shipped_instances():
            writer.write(label(instance))
    used = {name: metadata.version(name) for name in ("numba", "numpy", "up-fast-downward")}
    made = manifests.build("timetravel", [Path(path)], {"certwright": __version__, **used})
    manifests.write(made, manifest_path(path))


def main(arguments: Sequence[str]) -> int:
    """Write the systems, with ``--check`` compare them (1 if one differs), with a file write the levels."""
    if arguments and arguments[0] != "--check":
        write_levels(arguments[0])
        return 0
    check, known = "--check" in arguments, {*FOLDER.glob("*.hoa"), *FOLDER.glob("*.json")}
    made = {FOLDER / name: text for name, text in contents()}
    changed = [path for path, text in made.items() if path not in known or path.read_text("utf-8") != text]
    for path in [*changed, *sorted(known - made.keys())]:
        print(f"{path.name} {'would change' if check else 'written or removed'}", file=sys.stderr)
        if not check and path in made:
            write_whole(path, made[path])
        elif not check:
            path.unlink()
    return int(check and bool(changed or known - made.keys()))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
