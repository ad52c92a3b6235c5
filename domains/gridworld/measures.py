"""What Table B.1 of the paper says of each world, measured on ours.

Lines are those with code; colours are the names of colours (``colours``) among a program's texts, but for its
fields and variables, which are named by texts too.

>>> measured("swing").grid > 3, RGB["gold"], len(RGB)
(True, 'ffd700', 148)
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from statistics import median

from . import tree
from .catalog import world
from .program import Program, chance, read_program

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
