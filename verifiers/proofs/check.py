"""The check of one instance of a family that is not yet checked by ``core``."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from ...instances.canonical import sealed
from ...instances.errors import CertificateError, CertwrightError
from ...instances.records import Instance

MAX_BYTES = 65_536
"""The most bytes of canonical JSON that one certificate may have."""


FAMILIES: dict[str, str] = {
    "gridworld": ".gridworld.check",
}
"""Where the checkers of the families that are not ported stand: ``check(instance) -> Report``."""


@dataclass(frozen=True, slots=True)
class Report:
    """What became of one instance: ``failed`` names the first broken step; the rest counts claims."""

    instance_id: str
    ok: bool
    failed: str | None = None
    certified: int = 0
    engine_proven: int = 0
    undecided: int = 0
    unverified: int = 0


def check(instance: Instance) -> Report:
    """Check one instance; never raises."""
    try:
        return _check(instance)
    except CertwrightError as error:
        failed = str(error)
    except Exception as error:  # hostile input may break anything; whatever it breaks is refused
        failed = f"malformed record: {type(error).__name__}: {error}"
    return Report(instance.id, False, failed[:2000])


def _check(instance: Instance) -> Report:
    if not sealed(instance):
        raise CertificateError("id: the question is not the one that the id names")
    if instance.family in FAMILIES:
        return import_module(FAMILIES[instance.family], __package__).check(instance)  # type: ignore[no-any-return]
    raise CertificateError(f"there is no family {instance.family}")
