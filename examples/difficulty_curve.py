"""Plot what an answerer scores by level; here one that knows the rules and slips once in a while.

    python examples/difficulty_curve.py [PICTURE.png]

Without matplotlib (extra ``plot``), or without a name, the curve is printed.
"""

import random
import sys

import certwright as cw


def answer(question: cw.Instance, draws: random.Random) -> str:
    """The right answer, unless one of the steps on the way to it slips; your model goes here."""
    steps = int(question.difficulty.get("trace_length", 5))
    slipped = any(draws.random() < 0.04 for _ in range(steps))
    right = question.gold or ""
    return f"Final answer: {'no' if (right == 'yes') == slipped else 'yes'}"


def curve() -> dict[int, float]:
    """The mean score of each level."""
    draws, questions = random.Random(7), cw.load("reactive/accept").filter(form="bool")
    means = {}
    for level in sorted({question.level or 0 for question in questions}):
        chosen = questions.filter(level=level)
        means[level] = sum(cw.reward(one)(answer(one, draws)) for one in chosen) / len(chosen)
    return means


def main() -> None:
    means = curve()
    for level, mean in means.items():
        print(f"level {level}: {mean:.2f} {'#' * round(40 * mean)}")
    if len(sys.argv) > 1:
        from matplotlib import pyplot

        pyplot.plot(list(means), list(means.values()), marker="o")
        pyplot.xlabel("level")
        pyplot.ylabel("mean score")
        pyplot.savefig(sys.argv[1])


if __name__ == "__main__":
    main()
