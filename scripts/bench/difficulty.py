"""The difficulty of sets of questions, computed from their records, as tables in Markdown.

    python -m certwright.scripts.bench.difficulty ACPBENCH FILE...

compares planning questions with ACPBench Hard's, whose folder is read: medians, upper quartiles, maxima
(docs/generating.md).  With a file of questions about grid worlds it prints the table of docs/gridworld.md.
"""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from statistics import mean, median
from typing import Any

from ...instances.formats.acpbench import read
from ...instances.records import Instance
from ...instances.store import raised, read_instances, readable
from ...verifiers.audit.guess.blind import pressed, waited
from ...verifiers.planning.questions import formal_queries

Measure = Callable[[Instance], float]


def _stored(ours: str, theirs: Callable[[Any], Any]) -> Measure:
    """A figure of our record, or of the answer in the source data of an import."""
    return lambda one: one.difficulty.get(ours, 0.0) if one.source is None else theirs(one.source.answer)


MEASURES: Mapping[str, tuple[str | None, Measure]] = {  # the measures, and the task of each (None: all)
    "actions of the plan in just": ("just", lambda instance: len(instance.query["plan"])),
    "actions of the sequence in val": ("val", lambda instance: len(instance.query["actions"])),
    "index in val": ("val", _stored("index", float)),
    "h* in nexta": ("nexta", _stored("distance", lambda answer: float(answer["opt"]))),
    "applicable actions in app": ("app", _stored("applicable", len)),
    "characters of context": (None, lambda instance: len(instance.prompt.context)),
}


def figures(instances: Iterable[Instance]) -> dict[str, tuple[float, float, float]]:
    """The median, upper quartile and maximum of each measure over generative questions."""
    kept = [instance for instance in instances if instance.form == "gen"]
    figures_of = {}
    for name, (task, measure) in MEASURES.items():
        numbers = sorted(measure(instance) for instance in kept if task in (None, instance.task))
        if numbers:
            figures_of[name] = numbers[len(numbers) // 2], numbers[len(numbers) * 3 // 4], numbers[-1]
    return figures_of


Row = tuple[str, str]


def goals(instances: Sequence[Instance]) -> list[Row]:
    """Distances of goals, how many waiting or one key reaches, how many least counts are known."""
    planning = [instance for instance in instances if instance.task == "planning"]
    truths = [instance.truth or {} for instance in planning]
    steps = sorted(truth["steps"] for truth in truths)
    known = sum(truth["actions"] is not None for truth in truths)
    won = sum(map(any, zip(*pressed(planning).values(), strict=True)))
    return [
        ("planning: least number of steps, median", f"{median(steps):g}"),
        ("planning: least number of steps, minimum and maximum", f"{steps[0]} and {steps[-1]}"),
        ("planning: goals 12 steps away or more", f"{sum(step >= 12 for step in steps)} of {len(steps)}"),
        ("planning: goals reached by waiting or by one key", f"{won} of {len(steps)}"),
        ("planning: least number of actions known", f"{known} of {len(steps)}"),
    ]


def changes(instances: Sequence[Instance]) -> list[Row]:
    """When random play shows the changes, and what a guesser earns that always names the same frame."""
    of_change = [instance for instance in instances if instance.task == "change"]
    triggers = sorted(instance.difficulty["random_trigger"] for instance in of_change)
    scores = {name: mean(values) for name, values in waited(of_change).items()}
    best = max(scores, key=scores.__getitem__)
    proven = sum((instance.truth or {})["shortest"] for instance in of_change)
    blind = mean(instance.difficulty["blind"] for instance in of_change)
    return [
        ("change: steps of random play until it shows, median over worlds", f"{median(triggers):g}"),
        ("change: these steps, minimum and maximum", f"{triggers[0]:g} and {triggers[-1]:g}"),
        ("change: shortest sequence known", f"{proven} of {len(of_change)}"),
        ("change: mean blind score stated in the records", f"{blind:.2f}"),
        (f"change: best guesser that always names one frame ({best})", f"{scores[best]:.2f}"),
    ]


def main(arguments: list[str]) -> None:
    """Print the table."""
    if Path(arguments[0]).is_file():
        instances = list(readable(read_instances(arguments[0])))
        print("| figure | value |", "|---|---|", sep="\n")
        for name, value in (*goals(instances), *changes(instances)):
            print(f"| {name} | {value} |")
        return
    queries = formal_queries(read(arguments[0]))
    sides = [("ACPBench Hard", figures(instance for instance in queries if isinstance(instance, Instance)))]
    sides += [(Path(file).stem, figures(raised(read_instances(file)))) for file in arguments[1:]]
    print(f"| median, upper quartile, maximum | {' | '.join(name for name, _ in sides)} |")
    print("|---" * (len(sides) + 1) + "|")
    for measure in MEASURES:
        cells = [", ".join(f"{number:,.0f}" for number in side.get(measure, ())) for _, side in sides]
        print(f"| {measure} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main(sys.argv[1:])
