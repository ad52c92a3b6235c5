"""The questions that Inspect's tasks are made of, by what its command line hands over."""

import pytest

from certwright.instances.errors import NameUnknownError, UnsupportedError

pytest.importorskip("inspect_ai", reason="needs the extra inspect")
from inspect_ai._cli.util import parse_cli_args
from inspect_ai._eval.loader import load_tasks


@pytest.mark.parametrize(
    ("name", "arguments", "wanted"),
    [
        ("planning", ["tasks=reach,val", "domain=ferry,grid", "form=bool,mcq"], 80),
        ("planning", ['tasks=["reach"]', "domain=ferry", "form=gen", "level=1-3"], 10),
        ("reactive", ["level=2,4", "tasks=intervene", "form=episode", "limit=7"], 7),
        ("reactive", ["level=[2, 4]", "tasks=intervene", "form=episode", "limit=7"], 7),
        ("gridworld", ["domain=crane"], 3),
        ("timetravel", ["level=2"], 1),
        ("timetravel", ["levels=1-2,4"], 3),
        ("timetravel", ["file=timetravel", "limit=9"], 9),
        ("episodes", ["file=timetravel/levels"], 6),
        ("questions", ["file=reactive/gen", "tasks=cause", "limit=5"], 5),
    ],
)
def test_tasks_are_chosen_in_every_spelling_of_the_command_line(name, arguments, wanted):
    """As ``inspect eval certwright/NAME -T ARGUMENT`` reads them."""
    (task,) = load_tasks([f"certwright/{name}"], parse_cli_args(arguments))
    assert len(task.dataset) == wanted


@pytest.mark.parametrize(
    ("name", "arguments", "error", "message"),
    [
        ("planning", ["domain=fery"], NameUnknownError, "unknown domain 'fery'; did you mean ferry"),
        ("planning", ["tasks=rech"], NameUnknownError, "unknown task 'rech'; did you mean reach"),
        ("planning", ["level=x"], UnsupportedError, "'x' is neither a level nor a range such as 1-3"),
        ("planning", ["level=9"], UnsupportedError, "planning has no such questions"),
        ("episodes", [], UnsupportedError, "episodes needs a file: -T file=FILE"),
    ],
)
def test_what_names_no_question_is_refused(name, arguments, error, message):
    with pytest.raises(error, match=message):
        load_tasks([f"certwright/{name}"], parse_cli_args(arguments))
