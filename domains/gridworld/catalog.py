"""The grid worlds that come with the package, a folder each in ``programs``, and what they measure.

A folder holds ``program.sexp``, the world; ``changed_1.sexp`` and so on, the same world with one rule mutated
behind a guard; and ``about.toml``, whose content is ``About``.  Runs are written as texts, ``right*3, click 2
5, noop*10``.  Measures are those of Table B.1 of the paper: lines are those with code, colours the names of
colours (``colours``) among a program's texts, but for its fields and variables, which are named by texts too.

>>> [str(action) for action in run("right*2, click 2 5")]
['right', 'right', 'click 2 5']
>>> "swing" in worlds(), world("swing").about.category
(True, 'physical')
>>> measured("swing").grid > 3, RGB["gold"], len(RGB)
(True, 'ffd700', 148)
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from statistics import median
from typing import Annotated, Literal

import msgspec

from ...instances.errors import NameUnknownError, RecordError
from ...instances.places import folders
from . import tree
from .actions import Action
from .program import Program, chance, kept_program, read_program

Category = Literal["physical", "emergent", "multi-agent", "abstract-logic", "game", "tool-use"]
Run = Annotated[str, msgspec.Meta(max_length=20_000)]  # actions as a text for ``run``
MAX_ACTIONS = 10_000


class Latent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A variable that no single frame shows.

    The two runs of ``witness`` end in the same frame and, of all variables, differ in ``name`` only; after
    them ``probe`` shows different frames (the random generator set alike).
    """

    name: str
    witness: tuple[Run, Run]
    probe: Run


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one changed program does otherwise: ``mutation`` of ``rule`` once ``guard`` has come true.

    ``fires`` is the guard as an expression of the changed program: as long as it has not held, both programs
    do the same.
    Along ``run`` with ``rng_seed`` the frames of both programs are equal before step ``differs`` and differ
    after it (step 1 is the first action).
    """

    file: str
    rule: str = ""
    guard: str = ""
    mutation: str = ""
    run: Run = ""
    differs: Annotated[int, msgspec.Meta(ge=1)] = 1
    rng_seed: Annotated[int, msgspec.Meta(ge=0, lt=2**31)] = 1
    fires: str = ""


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hint for planning: ``colours`` whose cells matter, in ``area`` (x0, y0, x1, y1); empty means all."""

    text: str
    colours: tuple[str, ...] = ()
    area: tuple[int, ...] = ()


class About(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of ``about.toml``; a world of somebody's own need say nothing."""

    title: str = ""
    category: Category = "game"
    lesson: str = ""
    latent: tuple[Latent, ...] = ()
    changes: tuple[Change, ...] = ()
    goals: tuple[Goal, ...] = ()
    shown: Run = ""  # what the gallery's pictures show; the run of the first change where there is none
    states: int | None = None
    """Reachable states under noop, the four keys and clicks on every cell, where they were counted."""


@dataclass(frozen=True)
class World:
    """A world's texts: ``changed`` in the order of ``about.changes``."""

    key: str
    program: str
    changed: tuple[str, ...]
    about: About

    @property
    def stochastic(self) -> bool:
        """Whether the program draws random numbers."""
        return chance(kept_program(self.program))


def worlds() -> tuple[str, ...]:
    """The keys of all worlds, sorted."""
    return tuple(_folders())


@lru_cache(64)
def world(key: str) -> World:
    """A world; NameUnknownError for a key that is none, RecordError when its folder is malformed."""
    if key not in worlds():
        raise NameUnknownError(f"no grid world {key!r:.60}; there are {', '.join(worlds())}")
    folder = _folders()[key]
    about = read_about(_text(folder, "about.toml"), f"{key}/about.toml")
    changed = tuple(_text(folder, change.file) for change in about.changes)
    return World(key, _text(folder, "program.sexp"), changed, about)


def read_about(text: str, file: str) -> About:
    """The content of an ``about.toml``; RecordError when it is malformed."""
    try:
        return msgspec.convert(msgspec.toml.decode(text), About)
    except (ValueError, RecursionError, msgspec.ValidationError) as error:
        raise RecordError(str(error), file=file) from None


def run(text: str) -> tuple[Action, ...]:
    """Read a run, ``right*3, click 2 5`` or nothing; RecordError for all else and beyond MAX_ACTIONS."""
    actions: list[Action] = []
    for part in text.split(",") if text.strip() else ():
        word, _, times = part.strip().partition("*")
        if times and not (times.isascii() and times.isdigit() and len(times) < 6):
            raise RecordError(f"{times[:20]!r} is no number of times", field="run")
        actions += [Action.parse(word)] * min(int(times or 1), MAX_ACTIONS + 1)
        if len(actions) > MAX_ACTIONS:
            raise RecordError(f"a run has at most {MAX_ACTIONS} actions", field="run")
    return tuple(actions)


def _folders() -> dict[str, Path]:
    return folders("worlds", "domains", "gridworld", "programs", holding="about.toml")


def _text(folder: Path, name: str) -> str:
    return (folder / name).read_text(encoding="utf-8")


RGB: dict[str, str] = json.loads(
    resources.files(__package__).joinpath("colours.json").read_text(encoding="utf-8")
)
"""The named colours of CSS (CSS Color Module Level 4, section 6.1), six hex digits each."""
UNKNOWN = "ff00ff"  # what stands for a colour without a name of CSS where one must be drawn


@dataclass(frozen=True)
class Measures:
    """One row of the table; ``latent`` variables are those that no single frame shows."""

    world: str
    category: str
    grid: int
    objects: int
    latent: int
    clauses: int
    lines: int
    colours: int
    stochastic: bool


@lru_cache(64)
def measured(key: str) -> Measures:
    """The measures of a world of the catalogue; NameUnknownError for a key that is none."""
    entry = world(key)
    program = read_program(entry.program, file=f"{key}/program.sexp")
    return Measures(
        key,
        entry.about.category,
        program.grid_size,
        len(program.object_types),
        len(entry.about.latent),
        len(program.clauses),
        sum(bool(line.split(";")[0].strip()) for line in entry.program.splitlines()),
        len(colours(program)),
        chance(program),
    )


def colours(program: Program) -> tuple[str, ...]:
    """The colours that a program names, sorted."""
    fields = {field.name for kind in program.object_types for field in kind.fields}
    texts = {str(part.value) for part in tree.within(program.statements, tree.Constant)}
    return tuple(sorted(texts & RGB.keys() - fields - {*program.globals}))


def spread(values: Iterable[int]) -> tuple[int, float, int]:
    """Least, median and greatest of some numbers, at least one.

    >>> spread([5, 1, 2, 4])
    (1, 3.0, 5)
    """
    ordered = sorted(values)
    return ordered[0], float(median(ordered)), ordered[-1]
