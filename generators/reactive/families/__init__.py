"""Families of specifications in linear temporal logic by key; each is synthesised once, into a table."""

from __future__ import annotations

from . import arbiters, devices, recognisers, registers
from .specification import SpecificationFamily

FAMILIES: dict[str, SpecificationFamily] = {
    family.key: family for module in (arbiters, registers, recognisers, devices) for family in module.FAMILIES
}
