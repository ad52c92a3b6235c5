"""AutumnBench's questions made formal: pictures with a palette, the hidden box, a budget of steps.

Options are patches of the smallest rectangle that holds the hidden cells; what an option leaves out is what
the last frame shows there.  A goal may take as many steps as the public runner allows an episode.
"""

from msgspec.structs import replace

from ...domains.gridworld import questions
from ...domains.gridworld.environment import TASKS
from ...domains.gridworld.frames import Box, Partial, around, pictures
from ...domains.gridworld.questions import Change, MaskedFrame, Planning
from ...instances.canonical import seal
from ...instances.errors import RecordError
from ...instances.formats.autumnbench import FORMAT
from ...instances.records import Instance, Json, Prompt

QUESTIONS = {"mfp": TASKS[MaskedFrame], "planning": TASKS[Planning], "change": TASKS[Change]}
"""What is shown of each task."""
BUDGET = 501  # steps of an episode in the public runner


def formal_query(instance: Instance) -> Instance:
    """The instance with a query of ours, if it is an import; RecordError or AutumnError if malformed."""
    if instance.source is None or instance.source.format != FORMAT:
        return instance
    query, world = dict(instance.query), instance.world
    if instance.task == "mfp":
        query = _masked(query)
        questions.masked_frame(world, query)
    elif instance.task == "planning":
        query["budget"] = BUDGET
        query["pictures"] = pictures([_partial(query.pop("goal"))])
        problem = questions.planning(world, query)
        if len(problem.goal) != problem.program.grid_size:
            raise RecordError("the goal does not have the world's size", field="goal")
    else:
        questions.change(world, query)
    return seal(replace(instance, query=query, prompt=Prompt(question=QUESTIONS[instance.task])))


def _masked(query: Json) -> Json:
    frames, options = [_partial(rows) for rows in query["frames"]], [_partial(o) for o in query["options"]]
    hidden = [(x, y) for y, row in enumerate(frames[-1]) for x, cell in enumerate(row) if cell is None]
    if not hidden:
        raise RecordError("the last frame hides nothing", field="observations")
    box = around(hidden)
    masked = next((k for k, frame in enumerate(reversed(frames)) if None not in sum(frame, ())), len(frames))
    for place, option in enumerate(options):
        if [len(row) for row in option] != [box[2]] * box[3]:
            message = "the choice is not the size of the rectangle around the hidden cells"
            raise RecordError(message, field=f"choices[{place}]")
        options[place] = _filled(option, frames[-1], box, f"choices[{place}]")
    return questions.masked_query(query["rng_seed"], query["actions"], frames, masked, box, options)


def _filled(option: Partial, last: Partial, box: Box, field: str) -> Partial:
    """An option with what the last frame shows where the option says nothing."""
    left, top, width, height = box
    seen = [row[left : left + width] for row in last[top : top + height]]
    filled = tuple(
        tuple(seen_cell if cell is None else cell for cell, seen_cell in zip(row, seen_row, strict=True))
        for row, seen_row in zip(option, seen, strict=True)
    )
    if any(cell is None for row in filled for cell in row):
        raise RecordError("the choice leaves out a hidden cell", field=field)
    return filled


def _partial(rows: list[list[str | None]]) -> Partial:
    return tuple(map(tuple, rows))
