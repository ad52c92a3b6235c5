"""What an answer looks like: one kind a shape, whatever the family or task that asks for it."""

from enum import Enum


class AnswerKind(Enum):
    """The shape of an answer and of the value that a reading of it carries."""

    ACTIONS = "actions"
    """A set of actions, as a list of texts "(sail l0 l1)" in the order given; may be empty."""
    EFFECTS = "effects"
    """Two lists of atoms: those that become true, those that become false; either may be empty."""
    ATOM_OR_NONE = "atom or none"
    """One atom "(at c0 l1)", or "none"."""
    ACTION_OR_NONE = "action or none"
    """One action "(sail l0 l1)", or "none"."""
    ACTION = "action"
    """One action."""
    INDEX = "index"
    """A position, an integer that is not negative."""
    PLAN = "plan"
    """A sequence of actions; may be empty."""
    MOVES = "a plan of moves"
    """A sequence of moves in a grid world, "left" or "click 3 12" each; may be empty."""
    YES_NO = "yes or no"
    """A bool, True for yes."""
    LETTER = "letter"
    """The capital letter of an option."""
    LITERALS = "literals, or none"
    """A list of raw literals ``[step, name, 0 or 1]``, or () for a set that was said to be empty."""
    INTERVENTIONS = "a list of changes"
    """A list of raw triples ``[step, name, value]``."""
    FORMULA = "a formula"
    """A ``verifiers.reading.formulas.Formula`` over literals."""
    RUN = "states and outputs"
    """A pair: the list of states and the list of rows of outputs, as they came."""
    ACCEPTANCE = "accepted or not, with the first bad step"
    """A pair: the value of "accepted", and the step or None."""

    # Enum hashes the member's name in Python code; members are singletons, so identity serves and is faster.
    __hash__ = object.__hash__


LISTS = frozenset({AnswerKind.ACTIONS, AnswerKind.PLAN, AnswerKind.MOVES})
"""Kinds whose value is one list of texts."""

PLANS = frozenset({AnswerKind.PLAN, AnswerKind.MOVES})
"""Kinds whose value is a sequence of steps."""

SINGLES = frozenset({AnswerKind.ATOM_OR_NONE, AnswerKind.ACTION_OR_NONE, AnswerKind.ACTION})
"""Kinds whose value is one atom."""

ANY_SERVES = SINGLES | PLANS | {AnswerKind.INTERVENTIONS}
"""Kinds of which there may be several right answers, and one is asked."""

NONE_ALLOWED = frozenset({AnswerKind.ACTIONS, AnswerKind.ATOM_OR_NONE, AnswerKind.ACTION_OR_NONE})
"""Kinds for which the word None is an answer (an empty list, where a list is asked)."""

WORDS = frozenset({AnswerKind.INDEX, AnswerKind.YES_NO, AnswerKind.LETTER})
"""Kinds whose value is one word or number."""

SETS = frozenset({AnswerKind.LITERALS, AnswerKind.INTERVENTIONS})
"""Kinds whose value is a set of values of inputs at steps."""

REACTIVE = SETS | {AnswerKind.FORMULA, AnswerKind.RUN, AnswerKind.ACCEPTANCE}
"""Kinds of the questions on reactive systems, but for yes or no."""

ASKED_TO_FAIL = frozenset(
    {
        AnswerKind.INDEX,
        AnswerKind.ATOM_OR_NONE,
        AnswerKind.ACTION_OR_NONE,
        AnswerKind.YES_NO,
        AnswerKind.ACCEPTANCE,
    }
)
"""Kinds for which it may be the answer that something fails or cannot be."""
