"""The problem makers by domain: a file in ``problems/`` is all that it takes to add one."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from ...instances.errors import NameUnknownError
from . import problems
from .maker import Maker


def makers() -> tuple[str, ...]:
    """The domains that have a problem maker, sorted."""
    return tuple(sorted(module.name for module in iter_modules(problems.__path__)))


def maker(key: str) -> Maker:
    """The problem maker of a domain; NameUnknownError when there is none."""
    if key not in makers():
        raise NameUnknownError(f"no problem maker for {key!r}; there are {', '.join(makers())}")
    found: Maker = import_module(f".problems.{key}", __package__).MAKER
    return found
