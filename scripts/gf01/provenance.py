"""What stands in for a commit: the sha256 of the package's own files, the same with and without git.

Every file of the five floors and the root module takes part by its path and its bytes; compiled files do not.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

from ...instances.formats.gf01 import FAMILY_ID, digest
from ...instances.records import Json

ROOT = Path(__file__).resolve().parent.parent.parent
FLOORS = ("instances", "domains", "verifiers", "generators", "scripts")
HARNESS_VERSION = "1.0.0"


@lru_cache(1)
def tree_hash() -> str:
    """The sha256 over (path, sha256 of the bytes) of each file of the package, in the order of the paths."""
    files = [ROOT / "__init__.py"]
    for floor in FLOORS:
        files += [file for file in (ROOT / floor).rglob("*") if file.is_file() and _own(file)]
    listed = sorted(
        (file.relative_to(ROOT).as_posix(), hashlib.sha256(file.read_bytes()).hexdigest()) for file in files
    )
    return digest([list(entry) for entry in listed])


def _own(file: Path) -> bool:
    return file.suffix != ".pyc" and not any(part.startswith((".", "__pycache__")) for part in file.parts)


def versions(config: Json) -> Json:
    """The versions that GF-01's artifacts state, with the tree's hash in the place of the commit."""
    from ... import __version__
    from ...generators.reactive.family import VERSION

    return {
        "family_id": FAMILY_ID,
        "benchmark_version": __version__,
        "generator_version": f"certwright.reactive/{VERSION}",
        "checker_version": __version__,
        "harness_version": HARNESS_VERSION,
        "git_commit": f"tree:{tree_hash()}",
        "config_hash": digest(config),
    }
