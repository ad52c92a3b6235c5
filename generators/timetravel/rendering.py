"""The prompt of a level: its goal and its story, both of which the world states."""

from collections.abc import Iterator

from ...domains.timetravel.level import of_world
from ...instances.records import Instance, Prompt
from ...verifiers.timetravel.level import instance_of


def misplaced(instance: Instance) -> str | None:
    """Why the record's level does not play in the scenario that it names; None when it does."""
    name = of_world(instance.world).problem.domain.name
    if name == instance.domain or name.startswith(f"{instance.domain}-"):
        return None
    return f"domain: the level plays in {name[:60]}, not in {instance.domain}"


def renderings(instance: Instance) -> Iterator[Prompt]:
    """The one prompt that the record's level has."""
    yield instance_of(of_world(instance.world), domain=instance.domain).prompt
