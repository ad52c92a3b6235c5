"""Levels as instance records: what is asked, without the truth, which `labelling` adds."""

from __future__ import annotations

from ...domains.planning import atoms
from ...domains.timetravel.level import NAMES, Level, shipped
from ...instances.canonical import seal
from ...instances.records import CANARY, Instance, Prompt

SHIPPED_DOMAIN = "saltmere"
"""The scenario in which the six levels of the package play."""


def instance_of(level: Level, *, domain: str, difficulty: int | None = None) -> Instance:
    """The unlabelled record of a level; ``domain`` is the scenario that it plays in."""
    literals = [atoms.text(fact) for fact in level.problem.goal]
    literals += [atoms.negation(atoms.text(fact)) for fact in level.problem.negative_goal]
    return seal(
        Instance(
            id="",
            family="timetravel",
            task="level",
            form="episode",
            domain=domain,
            world=level.world(),
            query={},
            prompt=Prompt(
                question=f"Act until this holds: {' and '.join(literals)}", context=level.about.story
            ),
            level=difficulty,
            canary=CANARY,
        )
    )


def shipped_instances() -> list[Instance]:
    """The unlabelled records of the six levels, L01 first; their difficulty is their number."""
    return [
        instance_of(shipped(name), domain=SHIPPED_DOMAIN, difficulty=number)
        for number, name in enumerate(NAMES, 1)
    ]
