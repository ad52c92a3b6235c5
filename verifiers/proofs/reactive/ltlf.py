"""LTLf, linear temporal logic over finite words: formulas, and what is left to satisfy as a word goes on.

Semantics of De Giacomo and Vardi (IJCAI 2013): a word has at least one step, and the formula is asked at the
first.  Operators, the strongest first: ``! X WX F G``; ``U R W M``; ``&``; ``|``; ``^``; ``-> <->``; the
temporal ones and the arrows group to the right.  ``X`` demands a next step, ``WX`` does not.

*Method.*  Every temporal operator has its expansion at one step: ``a U b`` is ``b | a & N`` where N says that
the next step exists and satisfies ``a U b`` again; ``a R b`` is ``b & (a | N)`` where N says so if there is a
next step; and so on.  These N, and one for the whole formula, are the *promises* at the boundary between two
steps.  What is left to satisfy at a boundary is a Boolean function of the promises there, as a truth table:
at first, the promise of the whole formula.  Reading a letter replaces each promise by the expansion of what
it promises, a function of the promises at the next boundary.  After the last step a promise is false where
it demands a step, else true, and the word satisfies the formula when the function left is true of these.
"""

import re
from collections.abc import Callable, Set
from functools import cache
from typing import Any

from ..refused import RefusedError, clip, refuse

MAX_DEPTH, MAX_PROPOSITIONS, MAX_PROMISES, MAX_NODES = 150, 8, 12, 2_000
Node = tuple[Any, ...]  # an operator with the numbers of its operands, or ``proposition`` with its name
_WORD = re.compile(
    r"\s*(?:(&&|&|\|\||\||<->|<=>|->|=>|\^|!|~|\(|\)|X\[!\]|WX(?![A-Za-z0-9_.\[])|[FGX]"
    r'|[A-Za-z_][A-Za-z0-9_.]*(?:\[[0-9]+\])?|[01])|"([^"\n]*)"|(\S.*))',
    re.DOTALL,
)
_SAME = {"&&": "&", "||": "|", "<=>": "<->", "=>": "->", "~": "!", "xor": "^", "V": "R", "X[!]": "X"}
_SAME |= {"1": "true", "0": "false"}
_UNARY = frozenset({"!", "X", "WX", "F", "G"})
_STRENGTH = {"->": 1, "<->": 1, "^": 2, "|": 3, "&": 4, "U": 5, "R": 5, "W": 5, "M": 5}
_OPERATORS = _UNARY | _STRENGTH.keys() | {"true", "false", "(", ")"}
_STRONG = {"WX": "X", "W": "U", "R": "M"}  # weak operators with the strong ones that expand alike
_WEAK = {"G", *_STRONG}  # operators whose promise is kept when no step follows
_TEMPORAL = _WEAK | {"X", "F", "U", "M"}
_PLAIN = {"true", "false", "proposition"}
_FIRST = _UNARY | _PLAIN | {"("}  # words that a formula may begin with


class Formula:
    """The different subformulas of words, at most so many, operands first; ``root`` is the whole."""

    def __init__(self, words: list[tuple[str, str]], most: int = MAX_NODES):
        self.nodes: dict[Node, int] = {}
        self._words, self._most, self._place = [*words, ("end", "")], most, 0
        self.root = self._binary(1, 0)
        self._word({"end"})
        self.names = {number: node[1] for node, number in self.nodes.items() if node[0] == "proposition"}

    def tables(self, everything: int, known: dict[int, int]) -> list[int]:
        """The truth table of every subformula, as bits; ``everything`` is that of true.

        Known are those of the propositions, and of what the temporal operators promise for later.
        """
        tables: list[int] = []
        for (operator, *parts), number in self.nodes.items():
            a, b = (0, 0) if operator in _PLAIN else (tables[parts[0]], tables[parts[-1]])
            value = known.get(number, 0)
            expansions = {
                "true": everything,
                "false": 0,
                "proposition": value,
                "X": value,
                "!": everything ^ a,
                "F": a | value,
                "G": a & value,
                "&": a & b,
                "|": a | b,
                "^": a ^ b,
                "->": (everything ^ a) | b,
                "<->": everything ^ a ^ b,
                "U": b | a & value,
                "M": b & (a | value),
            }
            tables.append(expansions[_STRONG.get(operator) or operator])
        return tables

    def _word(self, sorts: Set[str]) -> tuple[str, str]:
        """The next word, which must be of one of these sorts."""
        sort, text = self._words[self._place]
        if sort not in sorts:
            word = clip(text or sort)
            raise RefusedError(f"formula: word {self._place} is {word}, which cannot stand here")
        self._place += 1
        return sort, text

    def _node(self, *node: Any) -> int:
        number = self.nodes.setdefault(node, len(self.nodes))
        refuse(number >= self._most, f"formula: more than {self._most} subformulas")
        return number

    def _binary(self, strength: int, depth: int) -> int:
        """The formula that begins here, of operators that bind at least so strongly."""
        left = self._unary(depth)
        while _STRENGTH.get(operator := self._words[self._place][0], 0) >= strength:
            self._place += 1
            to_the_left = operator in ("&", "|", "^")
            right = self._binary(_STRENGTH[operator] + to_the_left, depth + 1)
            left = self._node(operator, left, right)
        return left

    def _unary(self, depth: int) -> int:
        refuse(depth > MAX_DEPTH, f"formula: nested deeper than {MAX_DEPTH}")
        sort, text = self._word(_FIRST)
        if sort in _UNARY:
            return self._node(sort, self._unary(depth + 1))
        if sort in _PLAIN:
            return self._node(sort, text)
        inner = self._binary(1, depth + 1)
        self._word({")"})
        return inner


@cache
def variables(width: int) -> list[int]:
    """The truth tables of so many variables: bit v of table i is bit i of v."""
    everything = (1 << (1 << width)) - 1  # a table is a block of 2^i zeros, then as many ones, over and over
    return [everything // ((1 << (1 << place)) + 1) << (1 << place) for place in range(width)]


def _words(text: str) -> list[tuple[str, str]]:
    """The words of a formula: (operator, bracket or constant; and the name of a proposition)."""
    words: list[tuple[str, str]] = []
    for match in _WORD.finditer(text.rstrip()):
        refuse(match[3], f"formula: unexpected {clip(match[0][:20])}")
        word, quoted = _SAME.get(match[1], match[1]), match[2]
        words.append((word, "") if word in _OPERATORS else ("proposition", word or quoted))
    return words


class Rest:
    """What is left to satisfy: a truth table over the promises, bit v for the values in the bits of v."""

    def __init__(self, text: str, spend: Callable[[int], None] = lambda work: None):
        self.formula, self._spend = Formula(_words(text)), spend
        nodes = list(self.formula.nodes)
        self.propositions = sorted(set(self.formula.names.values()))
        promising = [number for number, node in enumerate(nodes) if node[0] in _TEMPORAL]
        # promise 0 is that of the whole formula; X and WX promise their operand, the others themselves
        self.promised = [self.formula.root]
        self.promised += [nodes[each][1] if nodes[each][0] in ("X", "WX") else each for each in promising]
        if len(self.propositions) > MAX_PROPOSITIONS or len(self.promised) > MAX_PROMISES:
            counts = f"{len(self.propositions)} propositions, {len(promising)} temporal operators"
            raise RefusedError(
                f"formula: {counts}; at most {MAX_PROPOSITIONS} and {MAX_PROMISES - 1} are read"
            )
        promises = variables(len(self.promised))
        self.start, self._values = promises[0], 1 << len(self.promised)
        self._promise = dict(zip(promising, promises[1:], strict=True))
        kept = (place for place, number in enumerate(promising, 1) if nodes[number][0] in _WEAK)
        self._at_end = sum(1 << place for place in kept)
        self.after, self._replaced = cache(self._after), cache(self._replacement)

    def satisfied(self, state: int) -> bool:
        """Whether the word may end here."""
        return bool(state >> self._at_end & 1)

    def _after(self, state: int, letter: int) -> int:
        """What is left after a letter: bit i is the value of ``propositions[i]``."""
        self._spend(self._values)
        digits = ["1" if state >> before & 1 else "0" for before in reversed(self._replaced(letter))]
        return int("".join(digits), 2)

    def _replacement(self, letter: int) -> list[int]:
        """For each valuation of the next boundary's promises, the values of the promises at this one."""
        true = (1 << self._values) - 1
        bits = {name: letter >> place & 1 for place, name in enumerate(self.propositions)}
        read = {number: true * bits[name] for number, name in self.formula.names.items()}
        tables = self.formula.tables(true, self._promise | read)
        self._spend(len(tables) + self._values * len(self.promised))
        promised = [f"{tables[number]:0{self._values}b}"[::-1] for number in self.promised]
        return [int("".join(column[::-1]), 2) for column in zip(*promised, strict=True)]
