"""What is asked about a state: one file a task, found by the task's key."""

from ....instances.names import unknown
from ....instances.places import load, modules
from .maker import QuestionMaker


def question_maker(task: str) -> QuestionMaker:
    """The question maker of a planning task; NameUnknownError for another key."""
    known = modules("tasks", "generators", "planning", "questions", marker="MAKER = ")
    if task not in known:
        unknown("question maker", task, known)
    return load(known[task], "MAKER", QuestionMaker)
