"""Levels of time travel as folders: ``domain.pddl``, ``problem.pddl`` and ``level.toml`` each."""

from ..places import PACKAGE
from . import Format

ROW = Format(
    "timetravel",
    "Levels of time travel: folders of PDDL and level.toml",
    read=f"{PACKAGE}.scripts.own_levels:read",
)
