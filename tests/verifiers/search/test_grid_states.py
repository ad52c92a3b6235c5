"""What the key of a grid world's state leaves out: which globals change, and where types of lists matter."""

import pytest
from testkit.small_worlds import CHANGED_WALK, CLICKS, FLY, WALK, program

from certwright.domains.gridworld.actions import NOOP, Action
from certwright.domains.gridworld.machine import Machine
from certwright.instances.errors import LimitError
from certwright.verifiers.search.grid_states import changing, list_types_matter, successors

HEAD = """(program (= GRID_SIZE 4)
  (object Bud (: tall Int) (: open Bool) (Cell 0 0 "red"))
  (: many Int) (: held (List Int)) (: bud Bud) (: kept Bud)
  (= bud (initnext (Bud 1 false (Position 0 0)) (prev bud)))
  (= kept (initnext (Bud 1 false (Position 1 0)) (prev kept)))
  (= many (initnext 0 (prev many)))
  (= held (initnext (list 1 2) (prev held)))"""


def comparing(left: str, right: str, operator: str = "==") -> str:
    """A world that compares two values."""
    return f"{HEAD} (on left (= many (if ({operator} {left} {right}) then 1 else 2))))"


SCALARS = (
    *("1", "true", '"red"', "(+ many 1)", "(! left)", "(& left right)", "(< many 2)", "many", "bud", "kept"),
    *("GRID_SIZE", "click", "background"),
    *("(.. (prev bud) x)", "(.. bud y)", "(.. bud origin)", "(.. bud color)", "(.. (head held) position)"),
    *("(.. bud tall)", "(.. bud open)", "(prev many)", "(prev bud)"),
    *("(abs many)", "(length held)", "(Position 0 1)", "(isFreePos click)", "(min many 1)"),
)
OTHERS = (
    "held",
    "(prev held)",
    "(tail held)",
    "(list 1 2)",
    "(filter (--> o true) held)",
    "(.. bud id)",
    "free",
)


@pytest.mark.parametrize("scalar", SCALARS)
def test_types_of_lists_do_not_matter_where_one_side_is_no_list(scalar):
    for left, right in ((scalar, "held"), ("held", scalar)):
        assert not list_types_matter(program(comparing(left, right)))


@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize("operator", ["==", "!=", "<"])
def test_types_of_lists_matter_where_lists_may_be_compared(other, operator):
    for left, right in ((other, "held"), ("held", other)):
        assert list_types_matter(program(comparing(left, right, operator))) is (operator != "<")
    assert not list_types_matter(program(comparing("1", other, operator)))


def test_types_of_lists_matter_in_fields():
    typed = HEAD.replace("(: tall Int)", "(: tall (List Int))").replace("(Bud 1", "(Bud (list 1)")
    assert list_types_matter(program(f"{typed})"))
    assert not list_types_matter(program(f"{HEAD})"))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (WALK, ("hero", "gate")),
        (CHANGED_WALK, ("hero", "gate", "count")),
        (FLY, ("wall", "fly")),
        (CLICKS, ("seeds",)),
        (f"{HEAD})", ("bud", "kept", "many", "held")),
        (f"{HEAD} (= still 3) (on left (= many still)))", ("bud", "kept", "many", "held")),
        (f"{HEAD} (= still 3) (on left (= still 4)))", ("bud", "kept", "many", "held", "still")),
        (f"{HEAD} (= put (fn (n) (= many n))) (on left (put 4)))", ("bud", "kept", "many", "held")),
        (f"{HEAD} (= still 3) (= put (fn (n) (= still n))) (on left (put 4)))",
         ("bud", "kept", "many", "held", "still")),
        (f"{HEAD} (on left (= kept (Bud 1 false click))))", ("bud", "kept", "many", "held", "click")),
        (f"{HEAD} (on clicked (= kept (Bud 1 false click))))", ("bud", "kept", "many", "held")),
    ],
)  # fmt: skip
def test_globals_that_change(text, names):
    assert changing(program(text)) == names


def test_so_many_outcomes_of_a_step_are_looked_at_and_no_more():
    machine = Machine(program(FLY))
    found = successors(machine, NOOP, limit=3)
    assert [share.as_integer_ratio() for share, _ in found] == [(1, 3)] * 3
    assert successors(machine, Action("down"), limit=3)
    with pytest.raises(LimitError) as caught:
        successors(machine, NOOP, limit=2)
    assert str(caught.value) == "a step has more than 2 random outcomes"
