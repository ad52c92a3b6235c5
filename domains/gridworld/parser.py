"""From text to nested lists, and from lists to the syntax tree, by the rules of the reference's parser.

An atom counts by its first lexer token only; the head of a list decides what the list is.  A list of one
name is the name itself: a call without arguments is ``((f))``.  Numbers are integers of 32 bits; a fraction
is cut.  Case counts, ``;`` starts a comment that runs to the end of the line, strings stand in double quotes
with C escapes and hold no raw newline, and an atom ends at white space or a parenthesis only.  A program is
the first list of a text; what follows is read, so that parentheses must balance, and ignored.  Lists are
built with an explicit stack; the parser recurses, at most MAX_DEPTH deep.

>>> program = read("(program (= background \\"white\\")) ; the end")
>>> [item.text for item in program.items[1].items]
['=', 'background', '"white"']
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from ...instances.errors import AutumnError
from . import tree

MAX_CHARACTERS = 200_000
MAX_TOKENS = 40_000
MAX_DEPTH = 64
INT_MAX = 2**31 - 1

_FIRST = re.compile(r'("[^"]*")|(\d+)|([A-Za-z_][A-Za-z0-9_]*)|(-->|\.\.|!=|==|<=|>=|--|[-+*/%&|:!=<>.,])')
_SIGNED = re.compile(r"(--|-=|[-+])(\d+)")
_BINARY = frozenset(("+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">="))
_LOGICAL = frozenset(("&", "|", "and", "or"))
_UNARY = frozenset(("-", "+", "!"))
_NOT_EXPRESSIONS = frozenset(("program", "object", "else", "then", "nil", "on"))


NOWHERE = -1  # the offset of what stands in another text than the program's: the library's
_TOKEN = re.compile(r'[ \t\n\v\f\r]+|;[^\n\r]*|[()]|"(?:\\.|[^"\\\n])*"|"|[^\s()"][^\s()]*')
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPES = {"'": "'", '"': '"', "?": "?", "\\": "\\"} | dict(zip("abfnrtv", "\a\b\f\n\r\t\v", strict=True))


@dataclass(frozen=True, eq=False, slots=True)
class WordToken:
    """A word of the text, or a string with its escapes resolved and its quotes kept."""

    at: int
    text: str


@dataclass(frozen=True, eq=False, slots=True)
class Form:
    """A parenthesised list."""

    at: int
    items: list[WordToken | Form] = field(default_factory=list)


def place(text: str, offset: int) -> tuple[int, int]:
    """Line and column, both from 1, of a character offset."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def fault(text: str, file: str, offset: int, message: str) -> AutumnError:
    """An AutumnError at an offset of a text; the caller raises it."""
    line, column = place(text, offset)
    return AutumnError(message, file=file, line=line, column=column)


def read(text: str, *, file: str = "program.sexp", placed: bool = True) -> Form:
    """The first list of a text, at NOWHERE unless ``placed``; AutumnError for no list or too large a text."""
    if len(text) > MAX_CHARACTERS:
        raise fault(text, file, 0, f"{len(text)} characters, the limit is {MAX_CHARACTERS}")
    top = Form(0)
    lists = [top]
    count = 0
    for match in _TOKEN.finditer(text):
        token, at = match.group(), match.start() if placed else NOWHERE
        if token[0] in " \t\n\v\f\r;":
            continue
        count += 1
        if count > MAX_TOKENS:
            raise fault(text, file, at, f"more than {MAX_TOKENS} tokens")
        if token == "(":
            if len(lists) > MAX_DEPTH:
                raise fault(text, file, at, f"lists nested deeper than {MAX_DEPTH}")
            lists.append(Form(at))
        elif token == ")":
            done = lists.pop()
            if not lists:
                raise fault(text, file, at, "this ')' closes no list")
            lists[-1].items.append(done)
        elif token == '"':
            raise fault(text, file, at, "this string is never closed")
        else:
            word = _unescape(token, text, file, at) if token[0] == '"' else token
            lists[-1].items.append(WordToken(at, word))
    if len(lists) > 1:
        raise fault(text, file, lists[-1].at, "this parenthesis is never closed")
    if not top.items or not isinstance(top.items[0], Form):
        raise fault(text, file, top.items[0].at if top.items else 0, "a program is a list: '(program ...)'")
    return top.items[0]


def _unescape(token: str, text: str, file: str, at: int) -> str:
    def value(match: re.Match[str]) -> str:
        if match.group(1) not in _ESCAPES:
            raise fault(text, file, at + match.start(), f"unknown escape {match.group()!r} in a string")
        return _ESCAPES[match.group(1)]

    return _ESCAPE.sub(value, token) if "\\" in token else token


class _Parser:
    def __init__(self, text: str, file: str, placed: bool = True):
        self.text, self.file, self.placed = text, file, placed
        self.notes: list[tuple[int, str]] = []  # offsets at which something written is passed over, and what

    def fault(self, at: int, message: str) -> AutumnError:
        return fault(self.text, self.file, at, message)

    def statements(self) -> tuple[tree.Node, ...]:
        program = read(self.text, file=self.file, placed=self.placed)
        return tuple(self.statement(item) for item in program.items[1:])

    def statement(self, item: WordToken | Form) -> tree.Node:
        if isinstance(item, WordToken) or not item.items or not isinstance(item.items[0], WordToken):
            raise self.fault(item.at, "a statement is a list that begins with a word")
        head = self.first(item.items[0])
        if head == "object":
            return self.object_type(item)
        if head == "on":
            self.at_least(item, 3, "(on CONDITION BODY)", "of an on-clause only the first body runs")
            return tree.On(item.at, self.expression(item.items[1]), self.expression(item.items[2]))
        if head == "=" and len(item.items) > 2 and _head(item.items[2]) == "initnext":
            target, value = item.items[1], item.items[2]
            assert isinstance(value, Form)
            self.at_least(value, 3, "(initnext INIT NEXT)")
            later = tree.InitNext(value.at, self.expression(value.items[1]), self.expression(value.items[2]))
            name = self.expression(target)
            if not isinstance(name, tree.Name):
                raise self.fault(target.at, "initnext needs a name on its left")
            return tree.Assign(item.at, name.name, later)
        return self.expression(item)

    def object_type(self, form: Form) -> tree.ObjectType:
        """``(object Name (: field Type) ... CELLS)``; of several cell expressions the last counts."""
        self.at_least(form, 3, "(object Name (: field Type) ... CELLS)")
        name = form.items[1]
        if not isinstance(name, WordToken):
            raise self.fault(name.at, "the name of an object type must be a word")
        fields: list[tree.Declaration] = []
        cells: tree.Node | None = None
        for item in form.items[2:]:
            part = self.expression(item)
            if isinstance(part, tree.Declaration):
                fields.append(part)
            else:
                if cells is not None:
                    self.notes.append((cells.at, "of several cell expressions only the last counts"))
                cells = part
        if cells is None:
            raise self.fault(form.at, f"object type {name.text} has no cells")
        return tree.ObjectType(form.at, name.text, tuple(fields), cells)

    def first(self, atom: WordToken) -> str:
        """The first token of an atom."""
        match = _FIRST.match(atom.text)
        if match is None:
            raise self.fault(atom.at, f"unexpected character {atom.text[0]!r}")
        whole = match.end() == len(atom.text) or _SIGNED.fullmatch(atom.text) or atom.text in ("&&", "||")
        if not whole:
            self.notes.append((atom.at, f"of {atom.text!r} only {match.group()!r} is read"))
        return match.group()

    def at_least(self, form: Form, count: int, shape: str, rest: str = "") -> None:
        """Refuse a list that is too short for its head; ``rest`` is the note on parts beyond."""
        if len(form.items) < count:
            raise self.fault(form.at, f"expected {shape}")
        if rest and len(form.items) > count:
            self.notes.append((form.items[count].at, rest))

    def expression(self, item: WordToken | Form) -> tree.Node:
        if isinstance(item, WordToken):
            return self.atom(item, item)
        if not item.items:
            raise self.fault(item.at, "an empty list is no expression; the empty list is (list)")
        head = item.items[0]
        if isinstance(head, Form):
            function = self.expression(head)
            if not isinstance(function, tree.Name | tree.Get):
                raise self.fault(head.at, "only a name or a (.. object field) can be called here")
            return tree.Call(item.at, function, self.rest(item))
        return self.form(item, head)

    def rest(self, form: Form) -> tuple[tree.Node, ...]:
        return tuple(self.expression(item) for item in form.items[1:])

    def atom(self, atom: WordToken, item: WordToken | Form) -> tree.Node:
        """A word that stands for a value: constant or name."""
        token = self.first(atom)
        if token[0] == '"':
            return tree.Constant(item.at, token[1:-1])
        if token[0].isdigit():
            return tree.Constant(item.at, self.number(atom, token))
        if token in ("true", "false"):
            return tree.Constant(item.at, token == "true")
        if token == "list":
            return tree.Items(item.at, ())
        if (signed := _SIGNED.match(atom.text)) and item is atom:
            value = tree.Constant(item.at, self.number(atom, signed.group(2)))
            return tree.Unary(item.at, signed.group(1)[0], value)
        if not _is_word(token) or token in _NOT_EXPRESSIONS | _LOGICAL | _FORMS.keys():
            raise self.fault(atom.at, f"{atom.text!r} is no expression")
        return tree.Name(item.at, token)

    def number(self, atom: WordToken, digits: str) -> int:
        """A numeral, which must fit into 31 bits."""
        if len(digits) > 10 or int(digits) > INT_MAX:
            raise self.fault(atom.at, f"number {digits[:20]} is beyond {INT_MAX}")
        return int(digits)

    def form(self, item: Form, head: WordToken) -> tree.Node:
        token, size = self.first(head), len(item.items)
        if token == "--":
            token = "-"
        if token in _FORMS:
            return _FORMS[token](self, item)
        if token in _BINARY and size == 3:
            if head.text not in _BINARY:
                raise self.fault(head.at, f"{head.text!r} is no operator")
            return tree.Binary(item.at, token, *self.rest(item))
        if token in _LOGICAL and size == 3:
            return tree.Logical(item.at, head.text, *self.rest(item))
        if token in _UNARY and size == 2:
            return tree.Unary(item.at, token, *self.rest(item))
        if token in _BINARY | _LOGICAL | _UNARY:
            raise self.fault(item.at, f"{head.text!r} does not take {size - 1} operands")
        if token[0] == '"' or token[0].isdigit() or token in ("true", "false") or size == 1:
            return self.atom(head, item)
        if not _is_word(token) or token in _NOT_EXPRESSIONS:
            raise self.fault(head.at, f"{head.text!r} does not begin an expression")
        return tree.Call(item.at, tree.Name(head.at, token), self.rest(item))

    def let(self, form: Form) -> tree.Node:
        self.at_least(form, 2, "(let e1 ... en)")
        return tree.Let(form.at, self.rest(form))

    def condition(self, form: Form) -> tree.Node:
        """``(if C then A else B)``: the words in between are not looked at."""
        self.at_least(form, 6, "(if CONDITION then A else B)", "what follows the else branch is ignored")
        for place, word in ((2, "then"), (4, "else")):
            between = form.items[place]
            if not isinstance(between, WordToken) or between.text != word:
                self.notes.append((between.at, f"{word} is expected here; whatever stands here is ignored"))
        return tree.If(form.at, *(self.expression(form.items[place]) for place in (1, 3, 5)))

    def assignment(self, form: Form) -> tree.Node:
        self.at_least(form, 3, "(= NAME VALUE)", "an assignment takes one value")
        target, value = self.expression(form.items[1]), self.expression(form.items[2])
        if isinstance(target, tree.Name):
            return tree.Assign(form.at, target.name, value)
        if isinstance(target, tree.Get):
            return tree.SetField(form.at, target.object, target.field, value)
        raise self.fault(form.items[1].at, "the left side of = must be a name or a (.. object field)")

    def get(self, form: Form) -> tree.Node:
        self.at_least(form, 3, "(.. OBJECT FIELD)")
        name = form.items[2]
        if not isinstance(name, WordToken):
            raise self.fault(name.at, "the name of a field must be a word")
        return tree.Get(form.at, self.expression(form.items[1]), name.text.strip('"'))

    def items(self, form: Form) -> tree.Node:
        return tree.Items(form.at, self.rest(form))

    def function(self, form: Form) -> tree.Node:
        """``(--> x body)``, ``(--> (x y) body)`` or ``(--> () body)``."""
        self.at_least(form, 3, "(--> PARAMETERS BODY)", "of a function only the first body runs")
        listed = form.items[1]
        parameters: list[str] = []
        for item in [listed] if isinstance(listed, WordToken) else listed.items:
            name = self.expression(item) if isinstance(item, WordToken) else None
            if not isinstance(name, tree.Name):
                raise self.fault(item.at, "a parameter must be a name")
            parameters.append(name.name)
        return tree.Function(form.at, tuple(parameters), self.expression(form.items[2]))

    def declaration(self, form: Form) -> tree.Node:
        self.at_least(form, 3, "(: NAME TYPE)")
        name = form.items[1]
        if not isinstance(name, WordToken) or not (self.first(name)[0].isalpha() or name.text[0] == "_"):
            raise self.fault(name.at, "a declared name must be a word")
        return tree.Declaration(form.at, self.first(name), self.type(form.items[2]))

    def type(self, item: WordToken | Form) -> tree.TypeText:
        head = item if isinstance(item, WordToken) else item.items[0] if item.items else item
        if not isinstance(head, WordToken) or not self.first(head)[0].isalpha():
            raise self.fault(item.at, "a type is a name or (List TYPE)")
        if self.first(head) == "List":
            if isinstance(item, WordToken) or len(item.items) < 2:
                raise self.fault(item.at, "expected (List TYPE)")
            inner = self.type(item.items[1])
            return tree.TypeText(item.at, inner.name, inner.lists + 1)
        return tree.TypeText(item.at, head.text)

    def misplaced(self, form: Form) -> tree.Node:
        """``initnext`` anywhere but at the right of a statement's ``=``."""
        raise self.fault(form.at, "initnext belongs to the right of = in a statement of the program")


_FORMS: dict[str, Callable[[_Parser, Form], tree.Node]] = {
    "let": _Parser.let,
    "if": _Parser.condition,
    "=": _Parser.assignment,
    "..": _Parser.get,
    "list": _Parser.items,
    "-->": _Parser.function,
    "fn": _Parser.function,
    ":": _Parser.declaration,
    "initnext": _Parser.misplaced,
}


def _is_word(token: str) -> bool:
    return token[0].isalpha() or token[0] == "_"


def _head(item: WordToken | Form) -> str:
    """The word with which a list begins, or the empty string."""
    first = item.items[0] if isinstance(item, Form) and item.items else None
    return first.text if isinstance(first, WordToken) else ""


def parse(text: str, file: str, *, placed: bool = True) -> tuple[tree.Node, ...]:
    """The statements of a program's text, its nodes ``placed`` in it; AutumnError for a fault."""
    return _Parser(text, file, placed).statements()


def notes(text: str, file: str) -> list[tuple[int, str]]:
    """The places of a well-formed program where something written is not looked at."""
    parser = _Parser(text, file)
    parser.statements()
    return sorted(set(parser.notes))
