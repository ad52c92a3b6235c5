"""``python -m certwright.scripts.timetravel.shipping FILE``: the six levels of the package, labelled.

The records are those that ``certwright run timetravel`` plays, with truth and proofs, and a manifest; the
last one takes a minute, since its parts are ablated one by one.
"""

import sys
from importlib import metadata
from pathlib import Path

from ...instances import __version__
from ...instances import manifest as manifests
from ...instances.store import JsonlWriter
from ...verifiers.label import label
from ...verifiers.timetravel.level import shipped_instances
from ..generating import manifest_path


def main(path: str) -> None:
    """Write the labelled records and their manifest."""
    with JsonlWriter(path) as writer:
        for instance in shipped_instances():
            writer.write(label(instance))
    used = {name: metadata.version(name) for name in ("numba", "numpy", "up-fast-downward")}
    made = manifests.build("timetravel", [Path(path)], {"certwright": __version__, **used})
    manifests.write(made, manifest_path(path))


if __name__ == "__main__":
    main(sys.argv[1])
