"""Formulas of linear temporal logic over finite traces (LTLf): text to a list of nodes, without recursion.

Operators, the strongest first: ``!``, ``X`` (there is a next step, and it satisfies ...), ``WX`` (if there is
a next step, it satisfies ...), ``F``, ``G``; then ``U R W M``; ``&``; ``|``; ``^`` or ``xor``; ``->`` and
``<->``.  Binary temporal operators and arrows group to the right.  ``X[!]`` is another spelling of ``X``;
``&&``, ``||``, ``true``, ``false`` are read too.  As in Spot a name that begins with F, G or X is that
operator before a shorter name (``GFa`` is ``G F a``); any other name may be put in double quotes.

>>> formula = parse("F(g & X h)")
>>> formula.aps, formula.nodes[-1]
(('g', 'h'), Node(operator='F', children=(3,), ap=None))
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from ...instances.errors import LimitError, WorldError

TEXT_LIMIT = 20_000
NODE_LIMIT = 2_000

UNARY = ("!", "X", "WX", "F", "G")
BINARY = {
    **dict.fromkeys("URWM", (5, True)),
    "&": (4, False),
    "|": (3, False),
    "^": (2, False),
    **dict.fromkeys(("->", "<->"), (1, True)),
}
"""Operator -> how strongly it binds, and whether it groups to the right."""

_TOKEN = re.compile(
    r"""(?P<space>\s+)
      | (?P<sign>&&|&|\|\||\||<->|<=>|->|=>|\^|!|~|\(|\))
      | (?P<next>X\[!\])
      | (?P<unary>WX(?![A-Za-z0-9_.\[])|[FGX])
      | "(?P<quoted>[^"\n]*)"
      | (?P<word>[A-Za-z_][A-Za-z0-9_.]*(?:\[[0-9]+\])?)
      | (?P<constant>[01])""",
    re.VERBOSE,
)
_SAME = {"&&": "&", "||": "|", "<=>": "<->", "=>": "->", "~": "!", "xor": "^", "V": "R"}


class Node(NamedTuple):
    """An operator over earlier nodes; also ``ap`` for a proposition, ``true`` and ``false``."""

    operator: str
    children: tuple[int, ...]
    ap: str | None = None


@dataclass(frozen=True)
class Formula:
    """Nodes in which children stand before parents; the last one is the formula."""

    text: str
    nodes: tuple[Node, ...]

    @property
    def aps(self) -> tuple[str, ...]:
        """The propositions, by name."""
        return tuple(sorted({node.ap for node in self.nodes if node.ap is not None}))


class _Token(NamedTuple):
    operator: str  # an operator, a bracket, or ``ap``
    name: str
    column: int


def _tokens(text: str) -> Iterator[_Token]:
    place = 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise WorldError(f"unexpected {text[place]!r} in the formula", line=1, column=place + 1)
        group, text_of_token = str(match.lastgroup), match.group(str(match.lastgroup))
        if group == "quoted":
            yield _Token("ap", text_of_token, place + 1)
        elif group in ("sign", "unary") or text_of_token in BINARY or text_of_token in _SAME:
            yield _Token(_SAME.get(text_of_token, text_of_token), "", place + 1)
        elif group == "next":
            yield _Token("X", "", place + 1)
        elif group == "constant" or text_of_token in ("true", "false"):
            yield _Token("true" if text_of_token in ("1", "true") else "false", "", place + 1)
        elif group != "space":
            yield _Token("ap", text_of_token, place + 1)
        place = match.end()


def parse(text: str) -> Formula:
    """The formula; WorldError with the column where it is malformed, LimitError where it is too large."""
    if len(text) > TEXT_LIMIT:
        raise LimitError(f"a formula of {len(text)} characters; at most {TEXT_LIMIT} are read")
    builder = _Builder()
    operand = True
    for token in _tokens(text):
        if operand and token.operator in (*UNARY, "("):
            builder.waiting.append(token)
        elif operand and token.operator in ("ap", "true", "false"):
            builder.push(Node(token.operator, (), token.name if token.operator == "ap" else None))
            operand = False
        elif not operand and token.operator in BINARY:
            builder.binary(token)
            operand = True
        elif not operand and token.operator == ")":
            builder.close(token)
        else:
            got = token.name or token.operator
            what = "an operand" if operand else "an operator"
            raise WorldError(f"{what} expected, found {got!r}", line=1, column=token.column)
    if operand:
        raise WorldError("the formula ends where an operand is expected", line=1, column=len(text) + 1)
    return Formula(text, builder.finish())


class _Builder:
    """Shunting-yard (Dijkstra 1961) over shared nodes: equal subformulas are one node."""

    def __init__(self) -> None:
        self.waiting: list[_Token] = []
        self.output: list[int] = []
        self.number: dict[Node, int] = {}

    def push(self, node: Node) -> None:
        if node not in self.number and len(self.number) >= NODE_LIMIT:
            raise LimitError(f"a formula of over {NODE_LIMIT} different subformulas")
        self.output.append(self.number.setdefault(node, len(self.number)))

    def apply(self, token: _Token) -> None:
        count = 1 if token.operator in UNARY else 2
        children = tuple(self.output[-count:])
        del self.output[-count:]
        self.push(Node(token.operator, children))

    def binary(self, token: _Token) -> None:
        strength, right = BINARY[token.operator]
        while self.waiting and self.waiting[-1].operator != "(":
            other = self.waiting[-1].operator
            if other not in UNARY and BINARY[other][0] < strength + (right and BINARY[other][0] == strength):
                break
            self.apply(self.waiting.pop())
        self.waiting.append(token)

    def close(self, token: _Token) -> None:
        while self.waiting and self.waiting[-1].operator != "(":
            self.apply(self.waiting.pop())
        if not self.waiting:
            raise WorldError("a bracket closes that was not opened", line=1, column=token.column)
        self.waiting.pop()

    def finish(self) -> tuple[Node, ...]:
        while self.waiting:
            token = self.waiting.pop()
            if token.operator == "(":
                raise WorldError("a bracket is not closed", line=1, column=token.column)
            self.apply(token)
        nodes = list(self.number)
        last = nodes[self.output[0]]
        if self.output[0] != len(nodes) - 1:  # an equal subformula stood earlier: say it again at the end
            nodes.append(last)
        return tuple(nodes)


MEANINGS: Final = {
    "!": "!p: p is not so",
    "&": "p & q: both are so",
    "|": "p | q: at least one of the two is so",
    "^": "p ^ q: exactly one of the two is so",
    "->": "p -> q: if p is so, q is so as well",
    "<->": "p <-> q: both are so or neither is",
    "X": "X p: there is a next step, and p is so there",
    "WX": "WX p: if there is a next step, p is so there",
    "F": "F p: p is so now or at a later step",
    "G": "G p: p is so now and at every later step",
    "U": "p U q: q is so now or at a later step, and p is so at every step before that one",
    "W": "p W q: p U q, or p is so now and at every later step",
    "R": "p R q: q is so up to and including the first step at which p is, or at every step if there is none",
    "M": "p M q: p R q, and p is so now or at a later step",
}
"""Each operator's meaning at a step (``now``), in the order in which legends list them."""

READING: Final = (
    "The formula is read at step 0. A name means that this input or output is 1 at the step it is read at."
)


def legend(formula: str) -> str:
    """How to read a formula, and a line for each of its operators; WorldError for a malformed one.

    >>> print(legend("F(g & X h)"))
    The formula is read at step 0. A name means that this input or output is 1 at the step it is read at.
    - p & q: both are so
    - X p: there is a next step, and p is so there
    - F p: p is so now or at a later step
    """
    used = {node.operator for node in parse(formula).nodes}
    return "\n".join(
        [READING, *(f"- {meaning}" for operator, meaning in MEANINGS.items() if operator in used)]
    )
