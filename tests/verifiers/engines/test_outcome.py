"""What the ending of an engine means, in a word and in words."""

import signal

import pytest

from certwright.verifiers.engines.outcome import EngineClaim, Meaning, Undecided, Why, meaning, no_plan

ENDINGS = {
    0: Meaning(EngineClaim.PLAN, "a plan"),
    "done": Meaning(Why.GAVE_UP, "it gave up"),
    12: Meaning(Why.MEMORY, "full"),
}


@pytest.mark.parametrize(
    ("code", "verdict", "text"),
    [
        (0, EngineClaim.PLAN, "a plan"),
        ("done", Why.GAVE_UP, "it gave up"),
        (-signal.SIGKILL, Why.CRASH, "ended by signal SIGKILL"),
        (-signal.SIGXCPU, Why.TIME, "ended by signal SIGXCPU"),
        (-99, Why.CRASH, "ended by signal 99"),
        (126, Why.CRASH, "could not be started (code 126)"),
        (127, Why.CRASH, "could not be started (code 127)"),
        (125, Why.CRASH, "ended with unknown code 125"),
        (1, Why.CRASH, "ended with unknown code 1"),
        ("DONE", Why.CRASH, "ended with unknown code DONE"),
    ],
)
def test_endings(code, verdict, text):
    assert meaning(ENDINGS, code) == Meaning(verdict, text)


def test_an_ending_that_decides_nothing():
    assert ENDINGS[12].undecided("e") == Undecided("e", Why.MEMORY, "full")
    assert ENDINGS[12].undecided("e", "last words") == Undecided("e", Why.MEMORY, "full: last words")
    assert ENDINGS[0].undecided("e") == Undecided("e", Why.GAVE_UP, "a plan")
    assert no_plan(None) == "no plan reaches the goal"
    assert no_plan(0) == "no plan of at most 0 steps reaches the goal"
