"""LTL over infinite words: specifications, what a lasso satisfies, and the text that Spot reads.

The syntax is that of `ltlf_syntax` without the weak next, which says nothing of its own where every step has
a next one.  A *lasso* is a finite list of valuations whose last step is followed by step ``loop`` for ever.

>>> response = specification("G(r -> F g)", ["r"], None)
>>> response.outputs, spot_text(response.formula)
(('g',), 'G(("r") -> (F("g")))')
>>> satisfied(response.formula, [{"r"}, {"g"}, set()], 2), satisfied(response.formula, [{"r"}], 0)
(True, False)
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from operator import and_, or_, xor

from ...instances.errors import LimitError, WorldError
from .labels import WIDTH_LIMIT
from .ltlf_syntax import Formula, Node, parse

BRACKETED_LIMIT = 1_000_000  # characters of a formula that is written out with all brackets


@dataclass(frozen=True)
class Specification:
    """What a machine over these inputs and outputs must satisfy on every infinite run."""

    formula: Formula
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    moore: bool = False  # the outputs of a step may not depend on the inputs of the same step

    def __post_init__(self) -> None:
        """WorldError for names that clash or are declared nowhere, LimitError for too many."""
        names = (*self.inputs, *self.outputs)
        if twice := sorted({name for name in names if names.count(name) > 1}):
            raise WorldError(f"the proposition {twice[0]!r} is declared twice")
        if strange := [ap for ap in self.formula.aps if ap not in names]:
            raise WorldError(f"the formula speaks of {strange[0]!r}, which is neither input nor output")
        if any(not name or "\n" in name or '"' in name for name in names):
            raise WorldError("the name of a proposition is not empty and has neither quote nor line break")
        if len(names) > WIDTH_LIMIT:
            raise LimitError(f"{len(names)} propositions; at most {WIDTH_LIMIT} are read")


def specification(
    text: str, inputs: Sequence[str] | None, outputs: Sequence[str] | None, *, moore: bool = False
) -> Specification:
    """The specification of a formula; one of the two lists may be missing: all other names are its."""
    formula = read_ltl(text)
    if inputs is None and outputs is None:
        raise WorldError("say which propositions of the formula are inputs, or which are outputs")
    if inputs is None:
        inputs = [ap for ap in formula.aps if ap not in (outputs or ())]
    if outputs is None:
        outputs = [ap for ap in formula.aps if ap not in inputs]
    return Specification(formula, tuple(inputs), tuple(outputs), moore)


def read_ltl(text: str) -> Formula:
    """The formula; WorldError with the column where it is malformed or has LTLf's weak next."""
    formula = parse(text)
    if any(node.operator == "WX" for node in formula.nodes):
        raise WorldError("WX is an operator of finite traces; on infinite words X says the same")
    return formula


def spot_text(formula: Formula, delayed: Collection[str] = ()) -> str:
    """The formula in Spot's syntax with every bracket written; propositions in ``delayed`` stand under X."""
    texts: list[str] = []
    for operator, children, ap in formula.nodes:
        parts = [texts[child] for child in children]
        if ap is not None:
            text = f'X"{ap}"' if ap in delayed else f'"{ap}"'
        elif not parts:
            text = "1" if operator == "true" else "0"
        elif len(parts) == 1:
            text = f"{operator}({parts[0]})"
        else:
            text = f"({parts[0]}) {'xor' if operator == '^' else operator} ({parts[1]})"
        if len(text) > BRACKETED_LIMIT:
            raise LimitError(f"a formula of over {BRACKETED_LIMIT} characters with all its brackets")
        texts.append(text)
    return texts[-1]


def negated(formula: Formula) -> Formula:
    """What a word satisfies exactly when it does not satisfy the formula."""
    return Formula(f"!({formula.text})", (*formula.nodes, Node("!", (len(formula.nodes) - 1,))))


def satisfied(formula: Formula, word: Sequence[Collection[str]], loop: int) -> bool:
    """Whether a lasso satisfies the formula; ``word`` lists the propositions that hold, step by step.

    Each subformula gets the set of steps at which it holds, as a bit mask; U is the least solution of
    ``x = right | left & X x``, the other operators are made of it.
    """
    steps, last = (1 << len(word)) - 1, len(word) - 1
    masks: list[int] = []

    def following(mask: int) -> int:
        return mask >> 1 | (mask >> loop & 1) << last

    def until(left: int, right: int) -> int:
        solution, before = right, -1
        while solution != before:
            solution, before = right | left & following(solution), solution
        return solution

    meanings: dict[str, Callable[..., int]] = {
        "true": lambda: steps,
        "false": lambda: 0,
        "!": lambda part: steps ^ part,
        "X": following,
        "F": lambda part: until(steps, part),
        "G": lambda part: steps ^ until(steps, steps ^ part),
        "&": and_,
        "|": or_,
        "^": xor,
        "->": lambda left, right: (steps ^ left) | right,
        "<->": lambda left, right: steps ^ left ^ right,
        "U": until,
        "M": lambda left, right: until(right, left & right),
        "R": lambda left, right: steps ^ until(steps ^ left, steps ^ right),
        "W": lambda left, right: steps ^ until(steps ^ right, (steps ^ left) & (steps ^ right)),
    }
    for operator, children, ap in formula.nodes:
        if ap is not None:
            masks.append(sum(1 << step for step, names in enumerate(word) if ap in names))
        else:
            masks.append(meanings[operator](*[masks[child] for child in children]))
    return bool(masks[-1] & 1)
