"""All families by key."""

from __future__ import annotations

from . import arbiters, devices, recognisers, registers
from .specification import Family

FAMILIES: dict[str, Family] = {
    family.key: family for module in (arbiters, registers, recognisers, devices) for family in module.FAMILIES
}
