"""The difficulty of a set of grid-world questions: the table in docs/gridworld.md, computed from the records.

python -m certwright.scripts.gridworld.figures instances/gridworld/problems.jsonl
"""

import sys
from collections.abc import Sequence
from statistics import mean, median

from ...instances.records import Instance
from ...instances.store import read_instances, readable
from ...verifiers.audit.guess.blind import pressed, waited

Row = tuple[str, str]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table for one file."""
    (file,) = sys.argv[1:] if arguments is None else arguments
    instances = list(readable(read_instances(file)))
    planning = [instance for instance in instances if instance.task == "planning"]
    print("| figure | value |", "|---|---|", sep="\n")
    for name, value in (*goals(planning), *changes(instances)):
        print(f"| {name} | {value} |")


def goals(instances: Sequence[Instance]) -> list[Row]:
    """Distances of the goals, how many waiting or one key reaches, and how many least numbers of actions are
    known."""
    truths = [instance.truth or {} for instance in instances]
    steps = sorted(truth["steps"] for truth in truths)
    known = sum(truth["actions"] is not None for truth in truths)
    won = sum(map(any, zip(*pressed(instances).values(), strict=True)))
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


if __name__ == "__main__":
    main()
