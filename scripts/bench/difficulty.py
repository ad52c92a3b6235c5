"""How hard generated planning questions are beside ACPBench Hard's: medians, upper quartiles, maxima.

Both sides are read from their files: ACPBench's folder, and files of generative questions of ours.  The table
is in Markdown, as docs/generating.md has it.

    python -m certwright.scripts.bench.difficulty ACPBENCH FILE...
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from ...instances.formats.acpbench import read
from ...instances.records import Instance
from ...instances.store import raised, read_instances
from ...verifiers.planning.questions import formal_queries

Measure = Callable[[Instance], float]


def _plan(one: Instance) -> float:
    return float(len(one.query["plan"]))


def _sequence(one: Instance) -> float:
    return float(len(one.query["actions"]))


def _stored(one: Instance, ours: str, theirs: Callable[[Instance], float]) -> float:
    """A figure of our record, or of what an import stores."""
    return one.difficulty.get(ours, 0.0) if one.source is None else theirs(one)


MEASURES: Mapping[str, tuple[str | None, Measure]] = {
    "actions of the plan in just": ("just", _plan),
    "actions of the sequence in val": ("val", _sequence),
    "index in val": ("val", lambda one: _stored(one, "index", lambda its: float(_answer(its)))),
    "h* in nexta": ("nexta", lambda one: _stored(one, "distance", lambda its: float(_answer(its)["opt"]))),
    "applicable actions in app": (
        "app",
        lambda one: _stored(one, "applicable", lambda its: float(len(_answer(its)))),
    ),
    "characters of context": (None, lambda one: float(len(one.prompt.context))),
}
"""What is measured, and of which task (None: of all)."""


def _answer(one: Instance) -> Any:
    return one.source.answer if one.source else None


def figures(instances: Iterable[Instance]) -> dict[str, tuple[float, float, float]]:
    """Of each measure the median, the upper quartile and the maximum over generative questions."""
    kept = [one for one in instances if one.form == "gen"]
    found = {}
    for name, (task, measure) in MEASURES.items():
        numbers = sorted(measure(one) for one in kept if task in (None, one.task))
        if numbers:
            found[name] = numbers[len(numbers) // 2], numbers[len(numbers) * 3 // 4], numbers[-1]
    return found


def main(arguments: list[str]) -> None:
    """Print the table."""
    theirs = figures(one for one in formal_queries(read(arguments[0])) if isinstance(one, Instance))
    sides = [("ACPBench Hard", theirs)]
    sides += [(Path(file).stem, figures(raised(read_instances(file)))) for file in arguments[1:]]
    print(f"| median, upper quartile, maximum | {' | '.join(name for name, _ in sides)} |")
    print("|---" * (len(sides) + 1) + "|")
    for measure in MEASURES:
        cells = [", ".join(f"{number:,.0f}" for number in side.get(measure, ())) for _, side in sides]
        print(f"| {measure} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main(sys.argv[1:])
