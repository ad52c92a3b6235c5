"""Questions about grid worlds as pictures: runs frame by frame, side by side for comparisons."""

from collections.abc import Sequence

from ...domains.gridworld.actions import Action
from ...domains.gridworld.catalog import RGB, UNKNOWN
from ...domains.gridworld.frames import Grid, Partial, changed, pictures
from ...domains.gridworld.machine import Machine
from ...domains.gridworld.program import Program
from ...domains.gridworld.questions import LETTERS, Change, MaskedFrame, Planning
from ...instances.records import Instance, Json
from ...verifiers.gridworld.judging import question_of

CELLS = 1_000_000
"""The most cells of all frames of a board; a longer run is truncated."""


def board(title: str, frames: Sequence[Partial]) -> Json:
    """A grid with one frame per step, or a constant one."""
    most = max(1, CELLS // max(1, len(frames[0]) * len(frames[0][0])))
    drawn = pictures(frames[:most])
    colours = [[name, RGB.get(name, UNKNOWN)] for name in drawn["palette"]]
    return {"title": title, "palette": colours, "frames": drawn["frames"]}


def stepped(title: str, captions: Sequence[str], boards: Sequence[Json], **more: object) -> Json:
    """Boards controlled by one slider."""
    return {"kind": "frames", "title": title, "captions": list(captions), "boards": list(boards), **more}


def of_question(question: Instance) -> list[Json]:
    """The pictures of a question and its truth; RecordError or AutumnError for a malformed one."""
    problem, truth = question_of(question), question.truth or {}
    if isinstance(problem, MaskedFrame):
        return _masked(problem, truth)
    if isinstance(problem, Planning):
        return [_planned(problem, truth)]
    return [_changed(problem, truth)]


def _masked(problem: MaskedFrame, truth: Json) -> list[Json]:
    actions = list(map(str, problem.actions))
    run = board("the run itself", _run(problem.program, problem.rng_seed, actions))
    boards = [board("as it is shown", problem.seen), run]
    options = [
        {**board(f"option {number}, letter {letter}", [option]), "right": letter == truth.get("answer")}
        for number, (letter, option) in enumerate(zip(LETTERS, problem.options, strict=False))
    ]
    gallery = {"kind": "gallery", "title": "What stood in the framed box at the end?", "boards": options}
    return [stepped("The run", _captions(actions), boards, box=list(problem.box)), gallery]


def _planned(problem: Planning, truth: Json) -> Json:
    plan = truth.get("plan") or []
    run = board("the world", _run(problem.program, problem.rng_seed, plan))
    title = "A stored plan, played" if plan else "The world at its beginning, and the goal"
    return stepped(title, _captions(plan), [run, board("the goal", [problem.goal])])


def _changed(problem: Change, truth: Json) -> Json:
    actions = truth.get("actions") or []
    base = _run(problem.program, problem.rng_seed, actions)
    other = _run(problem.changed, problem.rng_seed, actions)
    marks = [sorted(changed(before, two)) for before, two in zip(base, other, strict=True)]
    boards = [board("the world that was explored", base), board("the changed world", other)]
    return stepped("The same actions in both worlds", _captions(actions), boards, marks=marks)


def _captions(actions: Sequence[str]) -> list[str]:
    return ["at the beginning", *(f"{number}. {action}" for number, action in enumerate(actions, 1))]


def _run(program: Program, rng_seed: int, actions: Sequence[str]) -> list[Grid]:
    """The first frame, and the frame after each action."""
    machine = Machine(program, rng_seed)
    frames: list[Grid] = [machine.frame()]
    most = max(1, CELLS // program.grid_size**2)
    for action in actions[:most]:
        machine.step(Action.parse(action))
        frames.append(machine.frame())
    return frames
