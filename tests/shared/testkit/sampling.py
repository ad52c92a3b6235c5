"""Long lists of cases: every so many runs by default, all of them with the long tests."""

import pytest

whole = False
"""Whether the long tests run too; set before the tests are collected."""


def sampled(count, of):
    """How many cases, or which, a test looks at: ``count`` by default, ``of`` with the long tests."""
    return of if whole else count


def spread(step, cases):
    """Every so many of the cases by default, all of them with the long tests."""
    return list(cases)[:: sampled(step, of=1)]


def every(step, cases):
    """The cases as parameters; all but the first of each ``step`` are marked long."""
    return [
        _parameter(case, [pytest.mark.long] if number % step else []) for number, case in enumerate(cases)
    ]


def _parameter(case, marks):
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=marks)
