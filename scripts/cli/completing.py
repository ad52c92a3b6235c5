"""Shell completion of arguments: names of domains, systems, tasks and sets.

Lists separated by commas are completed item by item; where a file is also accepted, files are offered.
"""

from collections.abc import Callable, Iterable

import click
from click.shell_completion import CompletionItem

from ...domains.reactive import systems as bundled
from ...instances.names import tasks
from ...instances.places import folders

Completion = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def names(source: Callable[[], Iterable[str]], *, files: bool = False) -> Completion:
    """Completes one name of the source, or the last of a list of them."""

    def complete(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
        head, comma, last = incomplete.rpartition(",")
        offered = [CompletionItem(f"{head}{comma}{name}") for name in source() if name.startswith(last)]
        return offered + [CompletionItem(incomplete, type="file")] * (files and not offered)

    return complete


def systems() -> list[str]:
    """The bundled systems."""
    return [system.key for system in bundled.systems()]


def sets() -> list[str]:
    """Families, and each with its tasks: ``planning``, ``planning/val``."""
    families = list(folders("families", "generators", holding="family.py"))
    return [*families, *(f"{family}/{task}" for family in families for task in tasks(family))]


a_system = names(systems, files=True)  # a system by name, or a file
a_set = names(sets, files=True)  # a released set by name, or a file
