"""Long lists of cases: every so many runs by default, all of them with the long tests."""

import pytest


def every(step, cases):
    """The cases as parameters; all but the first of each ``step`` are marked long."""
    return [
        _parameter(case, [pytest.mark.long] if number % step else []) for number, case in enumerate(cases)
    ]


def _parameter(case, marks):
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=marks)
