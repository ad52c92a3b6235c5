"""Check `source`: AutumnBench's answers, held against replay and search; no truth of ours is needed."""

from __future__ import annotations

from ....instances.errors import CertwrightError
from ....instances.records import Instance
from ...gridworld.stored import compare
from ..finding import Result


def source(instance: Instance) -> Result:
    """A notice with its evidence where a stored answer is wrong."""
    result = Result.of(instance, "source")
    try:
        found = compare(instance)
    except CertwrightError as error:
        result.notice(f"the stored answer cannot be compared: {error}")
        return result
    if found is None:
        return result
    if found.agrees is None:
        result.counts["open"] += 1
    elif found.agrees:
        result.probe(True)
    else:
        ours = f"at most {found.ours}" if found.bound else str(found.ours)
        result.probe(False, f"disagreement: {found.what}")
        result.notice(
            f"{found.what}: the source says {found.stored}; we prove {ours}",
            kind=found.what,
            item=instance.domain,
            source=instance.source.key if instance.source else "",
            stored=str(found.stored),
            proven=ours,
            proof=found.evidence,
        )
    return result
