"""LTLf: the minimal automaton that watches for what a formula says about a finite word.

Semantics of De Giacomo and Vardi (IJCAI 2013): a word is a non-empty sequence of valuations, and a formula is
asked at its first step.  ``monitor`` builds the complete DFA by formula progression (Bacchus and Kabanza
1998): a state is what the rest of the word must satisfy, as a monotone disjunction of sets of subformulas in
negation normal form, kept minimal, so there are finitely many.  Two extra obligations, *some step follows*
and *no step follows*, tell the strong next from the weak one and are settled at the end of the word.  The
automaton is then minimised.

>>> seen = monitor("F(g & X h)")
>>> seen.aps, len(seen.successors), seen.accepting
(('g', 'h'), 3, (False, False, True))
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ...instances.errors import LimitError
from .labels import members
from .ltlf_syntax import Formula, Node, parse
from .machine import breadth_first, explored, refined

AP_LIMIT = 8
STATE_LIMIT = 2_000
CLAUSE_LIMIT = 1_000
WORK_LIMIT = 20_000_000  # the most comparisons of disjuncts

Obligation = frozenset[int]
"""A disjunction of conjunctions; a conjunction is a bit set of nodes, none containing another."""

DUAL = {"&": "|", "|": "&", "X": "WX", "WX": "X", "U": "R", "R": "U"}
"""What says of the negated operands that an operator does not hold."""
TRUE: Obligation = frozenset({0})
FALSE: Obligation = frozenset()


@dataclass(frozen=True)
class Monitor:
    """A complete DFA over the propositions ``aps``: bit i of its letter is the value of ``aps[i]``.

    State 0 is initial; ``successors[state][letter]``; ``accepting[state]`` after the last step.
    """

    aps: tuple[str, ...]
    successors: tuple[tuple[int, ...], ...]
    accepting: tuple[bool, ...]


def monitor(formula: str, limit: int = STATE_LIMIT) -> Monitor:
    """The minimal complete DFA, numbered by breadth-first search.

    Raises WorldError for a malformed formula, LimitError for more than ``limit`` states before minimisation,
    more than AP_LIMIT propositions or obligations of more than CLAUSE_LIMIT disjuncts.
    """
    tree = parse(formula)
    if len(tree.aps) > AP_LIMIT:
        raise LimitError(f"a formula over {len(tree.aps)} propositions; at most {AP_LIMIT} are watched")
    normal = _Normal(tree)
    letters = [normal.progress(letter) for letter in range(1 << len(tree.aps))]

    def after(state: Obligation) -> Iterator[Obligation]:
        for rest in letters:
            yield normal.any(normal.all(rest[node] for node in members(clause)) for clause in state)

    def check(states: int) -> None:
        if states > limit:
            raise LimitError(f"the automaton of the formula has over {limit} states")

    order, successors = explored(normal.expanded[normal.root], after, check)
    accepting = [any(not clause & ~normal.at_end for clause in state) for state in order]
    group = refined([int(value) for value in accepting], successors)
    kept, place = breadth_first(0, successors, group)
    rows = tuple(tuple(place[group[after]] for after in successors[state]) for state in kept)
    return Monitor(tree.aps, rows, tuple(accepting[state] for state in kept))


class _Normal:
    """The nodes of a formula in negation normal form, over literals, ``& |``, next, ``U`` and ``R``."""

    def __init__(self, formula: Formula):
        self.aps = formula.aps
        self.work = 0
        self.nodes: list[Node] = []
        self.number: dict[Node, int] = {}
        self.some, self.none = self.node("some"), self.node("none")
        pairs: list[tuple[int, int]] = []
        for node in formula.nodes:
            pairs.append(self._pair(node, [pairs[child] for child in node.children]))
        self.root = pairs[-1][0]
        self.expanded = self._expand()
        endings = {"none", "WX", "R"}
        self.at_end = sum(1 << place for place, node in enumerate(self.nodes) if node.operator in endings)

    def node(self, operator: str, *children: int, ap: str | None = None) -> int:
        made = Node(operator, children, ap)
        if made not in self.number:
            self.number[made] = len(self.nodes)
            self.nodes.append(made)
        return self.number[made]

    def _pair(self, node: Node, parts: list[tuple[int, int]]) -> tuple[int, int]:
        make = self.node
        positive, negative = [part[0] for part in parts], [part[1] for part in parts]
        match node.operator:
            case "true" | "false":
                both = make("true"), make("false")
                return both if node.operator == "true" else both[::-1]
            case "ap":
                return make("ap", ap=node.ap), make("not", ap=node.ap)
            case "!":
                return parts[0][::-1]
            case "F":
                return make("U", make("true"), *positive), make("R", make("false"), *negative)
            case "G":
                return make("R", make("false"), *positive), make("U", make("true"), *negative)
            case operator if operator in DUAL:
                return make(operator, *positive), make(DUAL[operator], *negative)
        (left, not_left), (right, not_right) = parts
        match node.operator:
            case "->":
                return make("|", not_left, right), make("&", left, not_right)
            case "^" | "<->":
                same = make("|", make("&", left, right), make("&", not_left, not_right))
                other = make("|", make("&", left, not_right), make("&", not_left, right))
                return (same, other) if node.operator == "<->" else (other, same)
        until, joined = ("R", "|") if node.operator == "W" else ("U", "&")
        holds = make(until, right, make(joined, left, right))
        return holds, make(DUAL[until], not_right, make(DUAL[joined], not_left, not_right))

    def _expand(self) -> list[Obligation]:
        obligations: list[Obligation] = []
        for place, node in enumerate(self.nodes):
            parts = [obligations[child] for child in node.children]
            if node.operator in ("true", "false"):
                obligations.append(TRUE if node.operator == "true" else FALSE)
            elif node.operator in ("&", "|"):
                obligations.append(self.all(parts) if node.operator == "&" else self.any(parts))
            else:
                obligations.append(frozenset({1 << place}))
        return obligations

    def progress(self, letter: int) -> list[Obligation]:
        """For each node, what the rest must satisfy when the first letter is this one."""
        some, none = frozenset({1 << self.some}), frozenset({1 << self.none})
        after: list[Obligation] = []
        for place, node in enumerate(self.nodes):
            parts = [after[child] for child in node.children]
            again = frozenset({1 << place})
            match node.operator:
                case "true" | "some":
                    after.append(TRUE)
                case "false" | "none":
                    after.append(FALSE)
                case "ap" | "not":
                    assert node.ap is not None
                    value = letter >> self.aps.index(node.ap) & 1
                    after.append(TRUE if value == (node.operator == "ap") else FALSE)
                case "&":
                    after.append(self.all(parts))
                case "|":
                    after.append(self.any(parts))
                case "X" | "WX":
                    rest = self.expanded[node.children[0]]
                    after.append(self.all((rest, some)) if node.operator == "X" else self.any((rest, none)))
                case "U":
                    after.append(self.any((parts[1], self.all((parts[0], again)))))
                case _:  # R
                    after.append(self.all((parts[1], self.any((parts[0], again)))))
        return after

    def any(self, parts: Iterable[Obligation]) -> Obligation:
        """One of the parts must be met."""
        return self.least({clause for part in parts for clause in part})

    def all(self, parts: Iterable[Obligation]) -> Obligation:
        """All parts must be met."""
        result = TRUE
        for part in parts:
            if not part:
                return FALSE
            result = self.least({one | other for one in result for other in part})
        return result

    def least(self, clauses: set[int]) -> Obligation:
        """Without the clauses that contain another one."""
        kept: list[int] = []
        for clause in sorted(clauses, key=lambda bits: (bits.bit_count(), bits)):
            self.work += len(kept) + 1
            if not any(other & clause == other for other in kept):
                kept.append(clause)
        if len(kept) > CLAUSE_LIMIT or self.work > WORK_LIMIT:
            raise LimitError("the formula is too entangled: its automaton would take too long to make")
        return frozenset(kept)
