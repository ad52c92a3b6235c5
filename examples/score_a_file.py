"""Score a file of answers: print the mean of each task, and the first mistake of each.

    python examples/score_a_file.py ANSWERS.jsonl [QUESTIONS]

QUESTIONS is a released set (``planning``) or a file.  Without arguments a small file is written and scored.
"""

import json
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

import certwright as cw


def a_small_file() -> Path:
    """Answers of somebody who always says yes."""
    path = Path(tempfile.mkdtemp()) / "answers.jsonl"
    rows = [
        {"id": one.id, "response": "The answer is yes."} for one in cw.load("reactive").filter(form="bool")
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def main() -> None:
    answers = Path(sys.argv[1]) if len(sys.argv) > 1 else a_small_file()
    questions = {
        question.id: question for question in cw.load(sys.argv[2] if len(sys.argv) > 2 else "reactive")
    }
    values: dict[str, list[float]] = defaultdict(list)
    mistakes: dict[str, str] = {}
    with answers.open() as lines:
        for line in lines:
            row = json.loads(line)
            question = questions[row["id"]]
            verdict = cw.score(question, row["response"])
            if verdict.value is None:  # nobody knows: outside of the mean
                continue
            values[question.task].append(verdict.value)
            if verdict.value < 1:
                mistakes.setdefault(question.task, f"{verdict.code.value}: {verdict.explanation}")
    for task, scored in sorted(values.items()):
        mean = sum(scored) / len(scored)
        print(f"{task:12} {len(scored):4} answers  mean {mean:.3f}  {mistakes.get(task, 'no mistake')}")


if __name__ == "__main__":
    main()
