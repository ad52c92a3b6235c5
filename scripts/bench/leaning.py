"""Teaches learned guessers on multiple-choice planning questions and stores what they learned.

Each run adds one guesser, for each task of the files, to those that ``generators.planning.questions.leaning``
holds; the files are made by ``certwright generate planning --form mcq`` with those in force.

    python -m certwright.scripts.bench.leaning FILE...
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict

from ...generators.planning.questions.leaning import FILE, Guesser
from ...instances.records import Instance
from ...instances.store import read_instances
from ...verifiers.audit.guess.features import measured
from ...verifiers.audit.guess.learned import Table, weights
from ...verifiers.audit.guess.question import Question, question_of

LEAST = 0.02
"""Weights below this share of a standard deviation are left out."""
MILLION = 1_000_000


def learned(questions: list[Question]) -> Guesser:
    """What all the questions together teach."""
    measures = [
        {name: numbers for name, numbers in measured(one).items() if not name.startswith("place")}
        for one in questions
    ]
    names = sorted({name for each in measures for name in each})
    table = Table.of(questions, measures)
    found = weights(table)
    guesser: Guesser = {}
    for place, name in enumerate(names):
        three = [float(found[place + step * len(names)]) for step in range(3)]
        if max(map(abs, three)) < LEAST:
            continue
        spreads = [float(table.spreads[place + step * len(names)]) for step in range(3)]
        raw, most, least = (MILLION * weight / spread for weight, spread in zip(three, spreads, strict=True))
        guesser[name] = round(raw), round(most), round(least)
    return guesser


def main(files: list[str]) -> None:
    """Add one guesser to each task of the files."""
    groups: dict[str, list[Question]] = defaultdict(list)
    for file in files:
        for one in read_instances(file):
            if isinstance(one, Instance) and one.form == "mcq" and (question := question_of(one)):
                groups[one.task].append(question)
    stored = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    for task, questions in sorted(groups.items()):
        stored.setdefault(task, []).append(learned(questions))
    FILE.write_text(json.dumps(stored, sort_keys=True, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
