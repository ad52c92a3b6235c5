"""Long lists of cases: every so many runs by default, all of them with the long tests."""

import pytest


def every(step, cases):
    """The cases as parameters; all but the first of each ``step`` are marked long."""
    for number, case in enumerate(cases):
        values = case if isinstance(case, tuple) else (case,)
        yield pytest.param(*values, marks=[pytest.mark.long] if number % step else [])
