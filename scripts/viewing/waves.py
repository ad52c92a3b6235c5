"""Traces of reactive systems as pictures: one line per input, per output and for the state, step by step."""

from collections.abc import Iterable, Sequence
from typing import Any

from ...domains.reactive.effect import Effect, OutputEffect
from ...domains.reactive.machine import Machine
from ...instances.errors import RecordError
from ...instances.records import Instance, Json
from ...verifiers.reactive.question import Question

STEPS = 2000
"""The most steps drawn of a trace."""
Atoms = Sequence[Sequence[Any]]
"""``[step, input, value]`` each."""


def wave(
    title: str,
    machine: Machine,
    letters: Sequence[int],
    *,
    marks: Iterable[Sequence[Any]] = (),
    effect: Effect | None = None,
    claimed: Sequence[int] = (),
) -> Json:
    """The run over some letters; ``marks`` are highlighted pairs of a step and a line.

    ``claimed`` are outputs stated by an answer; those that differ from the machine's are marked.
    """
    shown = letters[:STEPS]
    run = machine.run(shown)
    lines = [_line(name, "input", shown, bit) for bit, name in enumerate(machine.inputs)]
    lines += [_line(name, "output", run.outputs, bit) for bit, name in enumerate(machine.outputs)]
    lines.append({"name": "state", "role": "state", "values": list(run.states)})
    marked = [[step, name] for step, name, *_ in marks if step < len(shown)]
    for bit, name in enumerate(machine.outputs if claimed else ()):
        lines.append(_line(f"{name} as claimed", "claimed", claimed[: len(shown)], bit))
        pairs = enumerate(zip(claimed, run.outputs, strict=False))
        differing = (step for step, (stated, emitted) in pairs if (stated ^ emitted) >> bit & 1)
        marked += [[step, f"{name} as claimed"] for step in differing]
    output = effect if isinstance(effect, OutputEffect) else None
    return {
        "kind": "wave",
        "title": title,
        "steps": len(shown),
        "lines": lines,
        "marks": marked,
        "window": None if output is None else [output.ap, output.first, output.at, output.value],
    }


def of_question(question: Instance) -> list[Json]:
    """The pictures of a question and its truth; RecordError or WorldError for a malformed one."""
    problem, truth = Question.of(question), question.truth or {}
    effect = problem.effect if "effect" in problem.query else None
    run = problem.machine, problem.trace
    if "outputs" in problem.query:
        return [wave("The inputs, and the outputs that are claimed", *run, claimed=problem.outputs)]
    literal = [problem.query["literal"]] if "literal" in problem.query else []
    shown = [wave("The run on the given inputs", *run, effect=effect, marks=literal)]
    if question.task == "intervene":
        if truth.get("example"):
            shown.append(intervened("With a right certificate", problem, truth["example"]))
    elif literals := _literals(truth):
        shown.append(wave("Marked: the inputs of a right answer", *run, effect=effect, marks=literals))
    return shown


def of_answer(question: Instance, answer: Any) -> list[Json]:
    """An answer as a picture, if it consists of inputs at steps; else none."""
    problem = Question.of(question)
    if not (isinstance(answer, list) and answer and all(_atom(atom, problem) for atom in answer)):
        return []
    if question.task == "intervene":
        return [intervened("With the settings of the answer", problem, answer)]
    effect = problem.effect if "effect" in problem.query else None
    title = "Marked: the inputs that the answer names"
    return [wave(title, problem.machine, problem.trace, effect=effect, marks=answer)]


def intervened(title: str, problem: Question, atoms: Atoms) -> Json:
    """The run with some inputs set, which are marked."""
    return wave(title, problem.machine, flipped(problem, atoms), marks=atoms, effect=problem.effect)


def flipped(problem: Question, atoms: Atoms) -> list[int]:
    """The letters of a question's trace with some inputs set."""
    letters = list(problem.trace)
    for step, name, value in atoms:
        bit = 1 << problem.machine.inputs.index(name)
        letters[step] = letters[step] | bit if value else letters[step] & ~bit
    return letters


def _line(name: str, role: str, words: Sequence[int], bit: int) -> Json:
    return {"name": name, "role": role, "values": [word >> bit & 1 for word in words]}


def _literals(truth: Json) -> list[Sequence[Any]]:
    """The atoms of a truth: its items, its example, or all atoms of its formula."""
    clauses = truth.get("cnf") or []
    atoms = truth.get("items") or truth.get("example") or [atom for clause in clauses for atom in clause]
    if not all(isinstance(atom, list) and len(atom) == 3 for atom in atoms):
        raise RecordError("the truth is no list of [step, input, value]", field="truth")
    return list(atoms)


def _atom(atom: Any, problem: Question) -> bool:
    return (
        isinstance(atom, list | tuple)
        and len(atom) == 3
        and type(atom[0]) is int
        and 0 <= atom[0] < len(problem.trace)
        and atom[1] in problem.machine.inputs
        and atom[2] in (0, 1)
    )
