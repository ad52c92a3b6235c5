"""The data of GF-01's page: the canonical observation, what is visible from the start, the outputs so far.

It is the same as GF-01-R1 shows in text (``domains/reactive/columns.py``), and is read only from an agent's
scene.
"""

import re
from collections.abc import Sequence
from typing import Any

from ...domains.reactive.environment import UNCHANGED
from ...instances.hostile import decode
from ...instances.outputs import counted
from ...instances.records import Instance, Json, Verdict
from ...verifiers.reactive.atoms import AtomFault, read_settings
from ...verifiers.reactive.metrics import Causality
from ...verifiers.reactive.question import Question
from ..agents.agent import Scene
from ..agents.reactive import GOAL, STEPS, observation_of

_GOAL = re.compile(r"^Goal: ((?:.|\n)*?)\nYou see, before each timestep", re.MULTILINE)
_OUTPUTS = re.compile(
    r"; at each it reads the inputs (.*), which a hidden schedule feeds, and sets the outputs (.*)\.$",
    re.MULTILINE,
)
_BUDGET = re.compile(r"at no more than (\d+) timesteps(?: and (\d+) single settings)?,")
INPUT = re.compile(r"^input (.*) at this timestep$")  # describes a tool's argument, with the input's name

MODES = {"hard": "at one timestep", "normal": "within a window"}  # when the goal counts


def view(scene: Scene, whole: bool) -> Json:
    """The canonical observation, the panel, and one row of outputs per timestep."""
    names, steps = _OUTPUTS.search(scene.instructions), STEPS.search(scene.instructions)
    counted, goal = GOAL.search(scene.instructions), _GOAL.search(scene.instructions)
    budget = _BUDGET.search(scene.instructions)
    frames = [decode(said.text.encode()) for _, said in scene.history if said.outcome == "advanced"]
    return {
        "seen": observation_of(scene),
        "goal": goal[1].partition("\n")[0] if goal else "",
        "legend": goal[1].partition("\n")[2] if goal else "",
        "steps": int(steps[1]) + 1 if steps else 0,
        "first": int(counted["first"]) if counted else None,
        "target": [counted["ap"], int(counted["value"])] if counted else None,
        "inputs": [[one.name, INPUT.sub(r"\1", one.description)] for one in scene.tools[0].parameters],
        "outputs": names[2].split(", ") if names else [],
        "shown": [frame["y"] for frame in frames],
        "budget": [int(part) if part else None for part in budget.groups()] if budget else [None, None],
        "unchanged": UNCHANGED,
    }


def announced(question: Instance, number: int) -> str:
    """The title before play: a number, since names of machines reveal their behaviour."""
    named = f"Machine {number}" if number else "A machine"
    inputs = counted(int(question.difficulty.get("inputs", 0)), "input")
    effect = question.query.get("effect")
    goal = MODES.get(str(question.query.get("mode")), "one output")
    if isinstance(effect, dict) and effect.get("kind") == "ltlf":
        goal = "a formula"
    return f"{named}: {inputs}, {_length(question)}, {goal}"


def title(question: Instance) -> str:
    """The system's name."""
    return f"{question.domain}, {_length(question)}"


def _length(question: Instance) -> str:
    trace = question.query.get("trace")
    return counted(len(trace) if isinstance(trace, list) else 0, "timestep")


def ending(question: Instance, verdict: Verdict) -> list[str]:
    """What was achieved and which settings it needed; or what would have made the effect happen."""
    figures, truth = verdict.metadata, question.truth or {}
    if "sufficient" not in figures:
        return ["The run was not played to its end."]
    atoms, needless = verdict.answer or (), idle(question, verdict)
    made = f"You made {counted(len(atoms), 'setting')}" if atoms else "You set nothing"
    reached = ", but not all were needed" if needless else "; nothing was needless" if atoms else ""
    said = [f"{made}, and the goal was {'reached' + reached if figures['sufficient'] else 'not reached'}."]
    said += [f"{_setting(atom)} was idle: without it the goal is reached just the same." for atom in needless]
    example, cheapest = truth.get("example"), truth.get("cheapest")
    if not figures["valid"] and example:
        said.append(f"This would have won: {', '.join(map(_setting, example))}.")
    if cheapest:
        steps, settings = counted(cheapest[0], "timestep"), counted(cheapest[1], "setting")
        said.append(f"The cheapest way makes {settings} at {steps}.")
    return said


def idle(question: Instance, verdict: Verdict) -> list[list[Any]]:
    """The settings of the run that are, one at a time, unnecessary for the goal."""
    problem = Question.of(question).interventions
    given = read_settings(verdict.answer, problem.inputs, problem.trace)
    if isinstance(given, AtomFault):
        return []
    removable, inputs = Causality(problem.product, given).checked.removable, list(problem.inputs)
    return [
        [step, name, value]
        for step, name, value in verdict.answer
        if removable >> (step * len(inputs) + inputs.index(name)) & 1
    ]


def _setting(atom: Sequence[Any]) -> str:
    step, name, value = atom
    return f"{name} {'ON' if value else 'OFF'} at timestep {step}"
