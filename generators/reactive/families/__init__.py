"""Families of specifications in linear temporal logic by key; each is synthesised once, into a table."""

from . import arbiters, counters, devices
from .specification import SpecificationFamily

FAMILIES: dict[str, SpecificationFamily] = {
    family.key: family
    for module in (arbiters, counters, devices)
    for family in vars(module).values()
    if isinstance(family, SpecificationFamily)
}
