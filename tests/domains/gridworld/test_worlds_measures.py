"""The figures of Table B.1, measured."""

import pytest

from certwright.domains.gridworld.catalog import colours, measured, worlds
from certwright.domains.gridworld.program import read_program


@pytest.mark.parametrize("key", worlds())
def test_measures_stay_within_the_spread_of_the_paper(key):
    one = measured(key)
    assert 3 <= one.grid <= 25 and 1 <= one.objects <= 5 and 0 <= one.latent <= 8
    assert 1 <= one.clauses <= 36 and 5 <= one.lines <= 141 and 1 <= one.colours <= 12


def test_colours_are_neither_fields_nor_variables():
    text = """(program (= background "white") (= side "x")
      (object Lamp (: lit Bool) (Cell 0 0 (if lit then "gold" else "gray")))
      (= lamp (initnext (Lamp false (Position 1 1)) (prev "lamp")))
      (on clicked (= lamp (updateObj lamp "lit" true))))"""
    assert colours(read_program(text)) == ("gold", "gray", "white")


def test_the_set_has_the_spread_of_the_paper():
    """43 environments, 19 of them stochastic, as wide as Table B.1; its longest program has 141 lines."""
    every = [measured(key) for key in worlds()]
    assert len(every) == 43 and sum(one.stochastic for one in every) == 19
    ends = {
        column: (min(figures), max(figures))
        for column in ("grid", "objects", "latent", "clauses", "lines", "colours")
        if (figures := [getattr(one, column) for one in every])
    }
    assert 120 <= ends["lines"][1] <= 141
    assert ends == {
        "grid": (3, 25),
        "objects": (1, 5),
        "latent": (0, 8),
        "clauses": (1, 36),
        "lines": (5, ends["lines"][1]),
        "colours": (1, 12),
    }
