"""The ordered map: order, bounded flight, and faults that cost exactly one item."""

import importlib
from pathlib import Path

import pytest

from certwright.instances.errors import RecordError
from certwright.scripts import jobs
from certwright.scripts.jobs import AHEAD, Done, Failed, InProcess, Workers, executor


@pytest.fixture
def functions(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    return importlib.import_module("testkit.worker_functions")


def test_in_process_keeps_the_order_and_the_faults(functions):
    outcomes = list(InProcess().map(functions.troubled, [1, 7, 2]))
    assert outcomes[0] == Done(1, -1)
    assert isinstance(outcomes[1], Failed)
    assert str(outcomes[1]) == "seven is bad (at number)"
    assert outcomes[2] == Done(2, -2)


def test_in_process_lets_an_interrupt_through():
    def interrupted(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(InProcess().map(interrupted, [1]))


def test_workers_answer_in_input_order(functions):
    outcomes = list(Workers(2).map(functions.slow_square, range(20)))
    assert outcomes == [Done(number, number * number) for number in range(20)]


def test_a_crash_a_deadline_and_an_error_cost_one_item_each(functions):
    outcomes = list(Workers(2, deadline=1.5).map(functions.troubled, range(9)))
    assert [outcome.item for outcome in outcomes] == list(range(9))
    failed = {outcome.item: outcome for outcome in outcomes if isinstance(outcome, Failed)}
    assert {item: outcome.reason for item, outcome in failed.items()} == {
        3: "crash",
        5: "deadline",
        7: "error",
    }
    assert isinstance(failed[7].error, RecordError)
    assert failed[7].error.field == "number"
    assert all(
        outcome == Done(outcome.item, -outcome.item) for outcome in outcomes if outcome.item not in failed
    )


def test_a_deadline_runs_the_finally_clauses_of_its_item(functions, tmp_path):
    path = tmp_path / "cleaned"
    (outcome,) = Workers(1, deadline=1.0).map(functions.cleaning_up, [str(path)])
    assert isinstance(outcome, Failed)
    assert path.read_text() == "cleaned"


def test_a_bounded_number_of_items_is_in_flight(functions):
    drawn = 0

    def numbers():
        nonlocal drawn
        for number in range(10 * AHEAD):
            drawn += 1
            yield number

    results = Workers(1).map(functions.slow_square, numbers())
    next(results)
    assert drawn == AHEAD
    results.close()


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [({"jobs": 1}, InProcess), ({"jobs": 2}, Workers), ({"jobs": 1, "deadline": 2.0}, Workers)],
    ids=["one", "two", "one-with-deadline"],
)
def test_which_executor(arguments, kind):
    assert isinstance(executor(**arguments), kind)


def test_there_is_a_processor():
    assert jobs.available_cpus() >= 1


def test_a_deadline_counts_no_compilation(functions):
    (outcome,) = Workers(1, deadline=1.5).map(functions.compiling, [3.0])
    assert outcome == Done(3.0, 3.0)


def test_a_deadline_does_not_wait_for_what_never_ends(functions):
    (outcome,) = Workers(1, deadline=1.0).map(functions.stubborn, [1])
    assert outcome.reason == "deadline"
    assert str(outcome).startswith("deadline: TimeoutError")
