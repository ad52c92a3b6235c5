"""``certwright demo``: what this is for, in a minute and in 80 columns; the core alone is needed."""

import sys
from collections.abc import Callable, Iterator
from os import environ
from random import Random
from textwrap import fill

import click
from msgspec.structs import replace

from ...domains.planning.pddl import parse
from ...instances.errors import CertwrightError
from ...instances.records import Answer, Certificate, Instance
from ...verifiers.identity import TruthIndex
from ..agents.agent import matrices
from ..library.judging import score
from ..library.playing import play
from ..library.prompts import prompt
from ..library.questions import Questions, load
from ..scoring import ScoreReport
from ..tables import WIDTH
from ..verifying import verify
from ..viewing import runs as pictures
from . import common
from .own import picture

WITNESS = 3  # actions of the run that refutes the wrong answer
ACTIONS = ("right", "down", "noop")
NEXT = (
    ("certwright list", "families, tasks, domains, worlds, sets"),
    ("certwright score ANSWERS --truth SET", "judge the answers of your model"),
    ("certwright play timetravel --terminal", "play what models play"),
    ("certwright generate planning --seed 7", "make questions (extra: generate)"),
    ("docs/tutorial.md", "your first benchmark in ten minutes"),
)


@click.command("demo", cls=common.Command)
def demo_command() -> None:
    """Show a question, a wrong answer refuted, a forged proof refused, a grid world, and scores.

    Nothing is written, and no engine is used.
    """
    ferries = load("planning/reach").filter(form="gen", domain="ferry")
    question = min(ferries, key=lambda candidate: len(prompt(candidate)))
    _say("A question, as a model reads it", prompt(question))
    runs = next(certificate for certificate in question.certificates if certificate.kind == "runs")
    fact, run = _refuted(question, runs)
    said = []
    for answer in (f"Final answer: {fact}", f"Final answer: {question.gold}"):
        verdict = score(question, answer)
        said.append(f'"{answer}"\n  {verdict.outcome.value}, {verdict.value}: {verdict.explanation}')
    said.insert(1, "  the witness, which the question's proof holds:\n  " + "\n  ".join(run))
    _say("Two answers, judged without a planner", "\n".join(said))
    _say("The proof, checked, and then with one action of it changed", "\n".join(_checked(question, runs)))
    _say("A grid world, for a model to explore: it is not told the rules", "\n".join(_frames()))
    automata = load("reactive/accept").filter(form="bool")
    _say(f"Three answerers of {len(automata)} yes-or-no questions about automata", "")
    _scored(automata)
    _say("Where to go", "\n".join(f"{name:<38} {about}" for name, about in NEXT))


def _say(title: str, text: str) -> None:
    """A heading, and a text whose lines are broken where they do not fit; coloured ones do."""
    common.say(f"\n{title}\n{'-' * len(title)}")
    for line in text.splitlines():
        click.echo(line if "\x1b" in line else fill(line, WIDTH, break_on_hyphens=False))


def _refuted(question: Instance, runs: Certificate) -> tuple[str, list[str]]:
    """A fact that is reachable, and the run that reaches it."""
    problem = parse(question.world["domain"], question.world["problem"])
    actions, steps = runs.body["actions"], runs.body["steps"]
    picture = pictures.runs("", problem, actions, steps)
    paths: list[list[str]] = [[]]
    for state, (parent, action) in enumerate(zip(steps[::2], steps[1::2], strict=True), start=1):
        paths.append([*paths[parent], actions[action]])
        if len(paths[-1]) == WITNESS:
            return picture["names"][max(picture["steps"][state]["added"])], paths[-1]
    raise CertwrightError(f"{question.id}: no run of {WITNESS} actions")


def _checked(question: Instance, runs: Certificate) -> Iterator[str]:
    report = verify(question)
    yield f"{report.state}: {report.certified} claims, by a checker that shares no code with what found them"
    first, second, *rest = runs.body["actions"]
    forged = replace(runs, body={**runs.body, "actions": [second, first, *rest]})
    others = tuple(forged if certificate is runs else certificate for certificate in question.certificates)
    report = verify(replace(question, certificates=others))
    yield f"{report.state}: {report.failed}"


def _in_colour() -> bool:
    return sys.stdout.isatty() and "NO_COLOR" not in environ


def _frames() -> Iterator[str]:
    env = play(load("gridworld/mfp").filter(domain="bakery")[0])
    colour, letters = _in_colour(), dict[str, str]()
    frames = []
    for action in (None, *ACTIONS):
        if action is not None:
            env.step(action)
        (grid,) = matrices(env.observation)
        frames.append(picture(grid, letters, colour).splitlines())
    yield "  ".join(name.ljust(len(grid[0]) * (1 + colour)) for name in ("step 0", *ACTIONS))
    yield from ("  ".join(rows) for rows in zip(*frames, strict=True))


def _scored(questions: Questions) -> None:
    """The table of ``certwright score`` for one who says yes, a coin, and one who is mostly able to tell."""
    draws, report = Random(7), ScoreReport(TruthIndex(questions), ("agent",))
    answerers: dict[str, Callable[[str | None], str | None]] = {
        "yes": lambda gold: "yes",
        "coin": lambda gold: draws.choice(("yes", "no")),
        "able": lambda gold: gold if draws.random() < 0.9 else "I cannot tell.",
    }
    verdicts = (
        score(question, Answer(id=question.id, response=f"Final answer: {answer(question.gold)}", agent=name))
        for name, answer in answerers.items()
        for question in questions
    )
    for _ in report.collect(verdicts):
        pass
    report.print((1,), sys.stdout)
