"""The syntax of HOA v1 files and of their extension by ``controllable-AP``: text to a tree, nothing judged.

Everything that the format allows is read: labels on edges, on states and implicit ones, aliases, acceptance
on states and edges, several initial states, conjunctions of states, names, comments.  What an automaton means
as a machine is asked elsewhere (``hoa.py``, and Spot for games).  Labels become programs in postfix order, so
nothing recurs on their depth.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Literal, TypeVar

from ...instances.errors import LimitError, UnsupportedError, WorldError
from .hoa_tokens import Text, Token, TokenKind

LABEL_LIMIT = 1_000_000  # operations of one label, aliases expanded
COUNT_LIMIT = 1_000_000  # the most states, propositions or acceptance sets that a header may announce

Program = tuple[int | str, ...]  # a label in postfix order: an index of ``AP:``, or one of ``t f ! & |``
Marks = tuple[Literal["Inf", "Fin"], int, bool]
"""``Inf(3)``, ``Fin(3)``, and with False at the end ``Inf(!3)``, ``Fin(!3)``."""
Operand = TypeVar("Operand")


@dataclass(frozen=True)
class Acceptance:
    """The item ``Acceptance:``."""

    sets: int
    condition: tuple[Marks | str, ...]  # in postfix order: marks, or one of ``t f & |``
    text: str
    line: int

    @property
    def trivial(self) -> bool:
        """Whether every run is accepted."""
        return self.condition == ("t",)


@dataclass(frozen=True)
class Edge:
    """``label`` is None where the state's label or the implicit order of valuations stands for it."""

    label: Program | None
    targets: tuple[int, ...]
    sets: tuple[int, ...]
    line: int


@dataclass(frozen=True)
class StateItem:
    """One ``State:`` item with its edges."""

    number: int
    label: Program | None
    name: str | None
    sets: tuple[int, ...]
    line: int
    edges: tuple[Edge, ...]


@dataclass
class Automaton:
    """A file as it stands; ``controllable`` is None where the file does not say."""

    file: str
    name: str | None = None
    count: int | None = None
    starts: list[tuple[int, ...]] = field(default_factory=list)
    aps: tuple[str, ...] | None = None
    controllable: tuple[int, ...] | None = None
    acceptance: Acceptance = Acceptance(0, ("t",), "t", 0)
    start_line: int = 0
    ap_line: int = 0
    aliases: dict[str, Program] = field(default_factory=dict)
    states: list[StateItem] = field(default_factory=list)

    @property
    def propositions(self) -> tuple[str, ...]:
        """The names of ``AP:``."""
        return self.aps or ()


def parse(text: str, file: str) -> Automaton:
    """The first automaton of a text; WorldError with line and column, LimitError for what is too large."""
    return _Parser(text, file).automaton()


class _Parser:
    def __init__(self, text: str, file: str):
        self.text = Text(text, file)
        self.tokens = self.text.tokens()
        self.next = next(self.tokens)
        self.result = Automaton(file)

    def fail(self, message: str, token: Token | None = None) -> WorldError:
        return self.text.fault(message, (token or self.next).place)

    def where(self, token: Token) -> str:
        return f"{self.text.file}:{self.text.line(token.place)}"

    def take(self) -> Token:
        token = self.next
        if token.kind != "end":
            self.next = next(self.tokens)
        return token

    def at(self, kind: TokenKind, *texts: str) -> bool:
        """Whether the next token is of this kind and, where texts are given, one of them."""
        return self.next.kind == kind and (not texts or self.next.text in texts)

    def expect(self, kind: TokenKind, text: str | None = None) -> Token:
        if self.next.kind != kind or (text is not None and self.next.text != text):
            what = {"header": "header item", "mark": "section mark"}.get(kind, kind)
            named = f"{'an' if what[0] in 'aei' else 'a'} {what}"
            raise self.fail(f"expected {repr(text) if text else named}, found {self.next}")
        return self.take()

    def sign(self, text: str) -> bool:
        """Whether the next token is this sign; takes it if so."""
        if self.at("sign", text):
            self.take()
            return True
        return False

    def integer(self, what: str, below: int = COUNT_LIMIT) -> int:
        token = self.expect("integer")
        value = int(token.text) if len(token.text) < 10 else below
        if value >= below:
            if below == COUNT_LIMIT:
                raise LimitError(f"{self.where(token)}: {what} {token.text[:20]} is too large")
            raise self.fail(f"{what} {token.text[:20]} does not exist; there are {below}", token)
        return value

    def automaton(self) -> Automaton:
        """Header and body up to ``--END--``."""
        if not self.at("header", "HOA:"):
            raise self.fail(f"a HOA file begins with 'HOA: v1', found {self.next}")
        self.take()
        version = self.expect("name")
        if version.text != "v1":
            raise self.fail(f"version {version.text} of HOA; only v1 is read", version)
        seen: set[str] = set()
        while self.at("header"):
            item = self.take()
            once = item.text not in ("Start:", "Alias:", "properties:") and item.text[0].isupper()
            if item.text in seen and (once or item.text == "controllable-AP:"):
                raise self.fail(f"{item.text} occurs twice", item)
            seen.add(item.text)
            self.item(item)
        self.mark("--BODY--")
        self.complete()
        self.body()
        self.mark("--END--")
        if not self.at("end"):
            raise self.fail("a second automaton; a system is one automaton")
        return self.result

    def complete(self) -> None:
        """What could not be checked while items may stand in any order."""
        result = self.result
        if not result.acceptance.line:
            raise self.fail("the header has no Acceptance:")
        states = COUNT_LIMIT if result.count is None else result.count
        for state in (state for start in result.starts for state in start):
            if state >= states:
                message = f"initial state {state} does not exist; there are {states}"
                raise WorldError(message, file=result.file, line=result.start_line)
        declared = len(result.propositions)
        for label in (result.controllable or (), *result.aliases.values()):
            for item in label:
                if isinstance(item, int) and item >= declared:
                    raise self.fail(f"the header uses proposition {item}; {declared} are declared")
        result.aps = result.propositions

    def mark(self, text: str) -> None:
        if self.next.text == "--ABORT--":
            raise self.fail("the automaton is aborted")
        self.expect("mark", text)

    def item(self, item: Token) -> None:
        result, line = self.result, self.text.line(self.next.place)
        match item.text:
            case "States:":
                result.count = self.integer("number of states")
            case "Start:":
                result.start_line = line
                result.starts.append(self.conjunction())
            case "AP:":
                result.ap_line, result.aps = line, self.read_aps()
            case "controllable-AP:":
                result.controllable = self.read_controllable()
            case "Alias:":
                alias = self.expect("alias")
                if alias.text in result.aliases:
                    raise self.fail(f"alias {alias.text} is defined twice", alias)
                result.aliases[alias.text] = self.label()
            case "Acceptance:":
                result.acceptance = self.read_acceptance(line)
            case "name:":
                result.name = self.expect("string").text
            case text if text[0].isupper():
                # the format says: a header item in capitals may change the meaning, so it must be refused
                raise UnsupportedError(f"{self.where(item)}: header item {item.text} is not known")
            case _:
                while self.next.kind in ("string", "integer", "name"):
                    self.take()

    def conjunction(self) -> tuple[int, ...]:
        targets = [self.state()]
        while self.sign("&"):
            targets.append(self.state())
        return tuple(targets)

    def state(self) -> int:
        count = self.result.count
        return self.integer("state", COUNT_LIMIT if count is None else count)

    def read_aps(self) -> tuple[str, ...]:
        count = self.integer("number of propositions")
        names = []
        for _ in range(count):
            names.append(self.expect("string"))
            if names[-1].text in {token.text for token in names[:-1]}:
                raise self.fail(f"proposition {names[-1].text!r} is declared twice", names[-1])
        if self.at("string"):
            raise self.fail(f"more propositions than the {count} announced")
        return tuple(token.text for token in names)

    def read_controllable(self) -> tuple[int, ...]:
        numbers: list[int] = []
        limit = COUNT_LIMIT if self.result.aps is None else len(self.result.aps)
        while self.at("integer"):
            token = self.next
            numbers.append(self.integer("controllable proposition", limit))
            if numbers[-1] in numbers[:-1]:
                raise self.fail(f"proposition {numbers[-1]} is controllable twice", token)
        return tuple(numbers)

    def read_acceptance(self, line: int) -> Acceptance:
        sets = self.integer("number of acceptance sets")
        begin = self.next.place
        condition = self.expression(partial(self.marks, sets), signs="(")
        text = self.text.text[begin : self.next.place].strip()
        return Acceptance(sets, condition, text, line)

    def marks(self, sets: int) -> tuple[Marks | str]:
        """``Inf(0)``, ``Fin(!0)``, ``t`` or ``f``."""
        token = self.next
        if token.kind != "name" or token.text not in ("t", "f", "Inf", "Fin"):
            raise self.fail(f"an acceptance condition cannot have {token} here")
        if token.text in ("t", "f"):
            return (self.take().text,)
        kind: Literal["Inf", "Fin"] = "Inf" if self.take().text == "Inf" else "Fin"
        self.expect("sign", "(")
        member = not self.sign("!")
        number = self.integer("acceptance set", sets)
        self.expect("sign", ")")
        return ((kind, number, member),)

    def body(self) -> None:
        numbers: set[int] = set()
        while self.at("header"):
            item = self.expect("header", "State:")
            label = self.bracket()
            number = self.state()
            if number in numbers:
                raise self.fail(f"state {number} is defined twice", item)
            numbers.add(number)
            name = self.take().text if self.at("string") else None
            sets = self.sets()
            edges: list[Edge] = []
            while self.at("integer") or self.at("sign", "["):
                begin = self.next
                own = self.bracket()
                if own is not None and label is not None:
                    raise self.fail("a label on a labelled state's edge", begin)
                if edges and (own is None) != (edges[-1].label is None):
                    raise self.fail("edges with and without labels in one state", begin)
                line = self.text.line(begin.place)
                edges.append(Edge(own, self.conjunction(), self.sets(), line))
            line = self.text.line(item.place)
            self.result.states.append(StateItem(number, label, name, sets, line, tuple(edges)))

    def sets(self) -> tuple[int, ...]:
        if not self.sign("{"):
            return ()
        numbers = []
        while not self.sign("}"):
            numbers.append(self.integer("acceptance set", self.result.acceptance.sets))
        return tuple(numbers)

    def bracket(self) -> Program | None:
        if not self.sign("["):
            return None
        label = self.label()
        self.expect("sign", "]")
        return label

    def label(self) -> Program:
        return self.expression(self.operand, signs="!(")

    def expression(self, operand: Callable[[], tuple[Operand, ...]], signs: str) -> tuple[Operand | str, ...]:
        """Shunting-yard (Dijkstra 1961): ``!`` before ``&`` before ``|``; ``signs`` may stand first."""
        output: list[Operand | str] = []
        waiting: list[str] = []
        depth = 0
        while True:
            while (sign := self.next.text) in signs and self.next.kind == "sign":
                depth += sign == "("
                waiting.append(sign)
                self.next = next(self.tokens)
            output.extend(operand())
            while True:
                while waiting and waiting[-1] == "!":
                    output.append(waiting.pop())
                if not depth or not self.sign(")"):
                    break
                depth -= 1
                while (operator := waiting.pop()) != "(":
                    output.append(operator)
            if len(output) + len(waiting) > LABEL_LIMIT:
                raise LimitError(f"{self.where(self.next)}: a label of over {LABEL_LIMIT} operations")
            if (sign := self.next.text) not in ("&", "|") or self.next.kind != "sign":
                break
            while waiting and (waiting[-1] == "&" or waiting[-1] == sign):
                output.append(waiting.pop())
            waiting.append(sign)
            self.next = next(self.tokens)
        if depth:
            raise self.fail(f"expected ')', found {self.next}")
        return (*output, *reversed(waiting))

    def operand(self) -> Program:
        token = self.next
        if token.kind == "integer":
            limit = COUNT_LIMIT if self.result.aps is None else len(self.result.aps)
            return (self.integer("proposition", limit),)
        if token.kind == "name" and token.text in ("t", "f"):
            return (self.take().text,)
        if token.kind == "alias":
            if token.text not in self.result.aliases:
                raise self.fail(f"alias {token.text} is not defined")
            return self.result.aliases[self.take().text]
        raise self.fail(f"a label cannot have {token} here")
