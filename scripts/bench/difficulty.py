"""The difficulty of generated planning questions and of ACPBench Hard's: medians, upper quartiles, maxima.

Both are read from files: ACPBench's folder, and files of our generative questions.  The table is in Markdown,
as in docs/generating.md.

    python -m certwright.scripts.bench.difficulty ACPBENCH FILE...
"""

import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from ...instances.formats.acpbench import read
from ...instances.records import Instance
from ...instances.store import raised, read_instances
from ...verifiers.planning.questions import formal_queries

Measure = Callable[[Instance], float]


def _stored(ours: str, theirs: Callable[[Any], Any]) -> Measure:
    """A figure of our record, or of the answer in the source data of an import."""
    return lambda one: one.difficulty.get(ours, 0.0) if one.source is None else theirs(one.source.answer)


MEASURES: Mapping[str, tuple[str | None, Measure]] = {
    "actions of the plan in just": ("just", lambda instance: len(instance.query["plan"])),
    "actions of the sequence in val": ("val", lambda instance: len(instance.query["actions"])),
    "index in val": ("val", _stored("index", float)),
    "h* in nexta": ("nexta", _stored("distance", lambda answer: float(answer["opt"]))),
    "applicable actions in app": ("app", _stored("applicable", len)),
    "characters of context": (None, lambda instance: len(instance.prompt.context)),
}
"""The measures, and the task of each (None: all)."""


def figures(instances: Iterable[Instance]) -> dict[str, tuple[float, float, float]]:
    """The median, upper quartile and maximum of each measure over generative questions."""
    kept = [instance for instance in instances if instance.form == "gen"]
    figures_of = {}
    for name, (task, measure) in MEASURES.items():
        numbers = sorted(measure(instance) for instance in kept if task in (None, instance.task))
        if numbers:
            figures_of[name] = numbers[len(numbers) // 2], numbers[len(numbers) * 3 // 4], numbers[-1]
    return figures_of


def main(arguments: list[str]) -> None:
    """Print the table."""
    theirs = figures(
        instance for instance in formal_queries(read(arguments[0])) if isinstance(instance, Instance)
    )
    sides = [("ACPBench Hard", theirs)]
    sides += [(Path(file).stem, figures(raised(read_instances(file)))) for file in arguments[1:]]
    print(f"| median, upper quartile, maximum | {' | '.join(name for name, _ in sides)} |")
    print("|---" * (len(sides) + 1) + "|")
    for measure in MEASURES:
        cells = [", ".join(f"{number:,.0f}" for number in side.get(measure, ())) for _, side in sides]
        print(f"| {measure} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main(sys.argv[1:])
