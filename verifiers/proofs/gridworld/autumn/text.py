"""The text of an Autumn program, read into a tree of tuples.

A program is one parenthesised list; what follows it is read, so that parentheses must balance, and ignored.
An atom counts by its first token only, a list by its head.  A list of one name is the name itself, so that a
call without arguments is written ``((f))``.  Numbers are integers.  Each node of the tree is a tuple that
begins with the name of its sort, as the forms of ``evaluate.py`` take them; among statements alone there are

    ("initnext", word, initial, next)  ("on", condition, body)  ("object", word, declarations, cells)
"""

import re
from collections.abc import Iterator
from typing import Any

from ...refused import RefusedError, clip

Node = tuple[Any, ...]
Item = Any
"""An atom (a str; one with quotes is a string) or a list of items."""

MAX_CHARACTERS, MAX_TOKENS, MAX_DEPTH = 200_000, 40_000, 64
_BLANK = " \t\n\v\f\r"
_TOKEN = re.compile(
    rf'[{_BLANK}]+|;[^\n\r]*|[()]|"(?:\\[abfnrtv\'"?\\]|[^"\\\n])*"|"|[^{_BLANK}()"][^{_BLANK}()]*'
)
_ESCAPES = {rf"\{letter}": sign for letter, sign in zip("abfnrtv'\"?\\", "\a\b\f\n\r\t\v'\"?\\", strict=True)}
_FIRST = re.compile(r'("[^"]*")|([0-9]+)|([A-Za-z_][A-Za-z0-9_]*)|(-->|\.\.|!=|==|<=|>=|--|[-+*/%&|:!=<>.,])')
_SIGNED = re.compile(r"(?:--|-=|[-+])([0-9]+)")
_BINARY = frozenset(("+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">="))
_LOGICAL, _UNARY = frozenset(("&", "|", "and", "or")), frozenset(("-", "+", "!"))
_RESERVED = frozenset(("program", "else", "then", "nil"))
_STATEMENTS = frozenset(("object", "on", "initnext"))
_FORMS = {"object": 2, "on": 2, "initnext": 2, "let": 1, "if": 5, "list": 0, "=": 2, "..": 2, ":": 2}
_FORMS |= {"-->": 2, "fn": 2}
"""The special forms, and the fewest parts of each."""


class ProgramError(RefusedError):
    """A program that cannot be read, or that fails while it runs."""


def fail(fault: object, message: str) -> None:
    """ProgramError with the message where something counts as true."""
    if fault:
        raise ProgramError(message)


def parse(text: str) -> list[Node]:
    """The statements of a program, in file order; ProgramError for what is no program."""
    fail(len(text) > MAX_CHARACTERS, f"a program has at most {MAX_CHARACTERS} characters")
    lists: list[list[Item]] = [[]]
    tokens = [token for token in _TOKEN.findall(text) if token[0] not in _BLANK + ";"]
    fail(len(tokens) > MAX_TOKENS, f"a program has at most {MAX_TOKENS} tokens")
    for token in tokens:
        fail(token == '"', "a string is never closed, or escapes a character that needs none")
        if token == "(":
            lists.append([])
            fail(len(lists) > MAX_DEPTH + 1, f"lists are nested deeper than {MAX_DEPTH}")
        elif token == ")":
            done = lists.pop()
            fail(not lists, "a ')' closes no list")
            lists[-1].append(done)
        else:
            string = token[0] == '"'
            lists[-1].append(re.sub(r"\\.", lambda found: _ESCAPES[found[0]], token) if string else token)
    if len(lists) > 1 or not lists[0] or not isinstance(lists[0][0], list):
        raise ProgramError("a program is a list in balanced parentheses")
    return [_statement(item) for item in lists[0][0][1:]]


def walk(node: Node) -> Iterator[Node]:
    """The node and all nodes below it, parents first."""
    if node and isinstance(node[0], str):
        yield node
    for part in node[2:] if node[:1] in (("function",), ("cell",)) else node:
        if isinstance(part, tuple):
            yield from walk(part)


def _statement(item: Item) -> Node:
    if not isinstance(item, list) or not item or not isinstance(item[0], str):
        raise ProgramError(f"a statement is a list that begins with a word, not {clip(item)}")
    node = _expression(item)
    if node[0] == "assign" and node[2][0] == item[2][0] == "initnext":
        node = ("initnext", node[1], *node[2][1:])
    for part in walk(node):
        fail(part[0] in _STATEMENTS and part is not node, f"{part[0]} belongs to a statement of the program")
    return node


def _expression(item: Item) -> Node:
    if isinstance(item, str):
        return _atom(item, alone=True)
    fail(not item, "an empty list is no expression; the empty list is (list)")
    word, *given = item
    if isinstance(word, list):
        head = _expression(word)
        fail(head[0] not in ("name", "get"), "only a name or a (.. object field) can be called here")
        return _call(head, given)
    token = "-" if _first(word) == "--" else _first(word)
    if token in _FORMS:
        fail(len(given) < _FORMS[token], f"({clip(word)} ...) needs {_FORMS[token]} parts")
        return _form(token, given)
    if token in _BINARY and len(given) == 2:
        fail(word not in _BINARY, f"{clip(word)} is no operator")
        return ("binary", token, *_values(given))
    if token in _LOGICAL and len(given) == 2:
        # as in the reference implementation, "||" is a conjunction
        return ("logical", word in ("|", "or"), *_values(given))
    if token in _UNARY and len(given) == 1:
        return ("unary", token, *_values(given))
    fail(token in _BINARY | _LOGICAL | _UNARY, f"{clip(word)} does not take {len(given)} operands")
    if not token.isidentifier() or token in ("true", "false") or not given:
        return _atom(word, alone=False)
    fail(token in _RESERVED, f"{clip(word)} does not begin an expression")
    return _call(("name", token), given)


def _form(token: str, given: list[Item]) -> Node:
    """What a special form is read as; more parts than it has are ignored."""
    match [token, *given]:
        case ["object", name, *parts]:  # of several expressions for the cells the last counts
            nodes = _all(parts)
            cells = [node for node in nodes if node[0] != "declare"]
            fail(not isinstance(name, str) or not cells, "an object type has a name and cells")
            return ("object", name, tuple(node for node in nodes if node[0] == "declare"), cells[-1])
        case ["let", *steps, last]:
            parts = [node for node in _all(steps) if node[0] != "declare"]
            return ("let", (*parts, *_values([last])))
        case ["if", condition, _, then, _, otherwise, *_]:
            return ("if", *_values([condition, then, otherwise]))
        case ["list", *items]:
            return ("list", _values(items))
        case ["=", *sides]:
            target, value = _values(sides[:2])
            fail(target[0] not in ("name", "get"), "the left side of = is a name or a (.. object field)")
            return ("assign" if target[0] == "name" else "set", *target[1:], value)
        case ["..", part, field, *_]:
            fail(not isinstance(field, str), "the name of a field is a word")
            return ("get", *_values([part]), field.strip('"'))
        case ["-->" | "fn", taken, body, *_]:
            listed = [taken] if isinstance(taken, str) else taken
            words = _all([word for word in listed if isinstance(word, str)])
            names = tuple(name for sort, name, *_ in words if sort == "name")
            fail(len(set(names)) < len(listed), "the parameters of a function are different names")
            return ("function", names, *_values([body]))
        case [":", name, kind, *_]:
            word = isinstance(name, str) and _first(name).isidentifier()
            fail(not word, "a declared name is a word")
            return ("declare", _first(name), *_type(kind))
    return (token, *_values(given[:2]))  # "on" and "initnext"


def _type(kind: Item) -> tuple[str, int]:
    """The name of a type, and how many times it stands inside of ``(List ...)``."""
    lists = 0
    while isinstance(kind, list) and len(kind) > 1 and kind[0] == "List":
        kind, lists = kind[1], lists + 1
    kind = kind[0] if isinstance(kind, list) and kind else kind
    if not isinstance(kind, str) or not kind[0].isalpha() or _first(kind) == "List":
        raise ProgramError("a type is a name or (List TYPE)")
    return kind, lists


def _all(items: list[Item]) -> tuple[Node, ...]:
    return tuple(_expression(item) for item in items)


def _values(items: list[Item]) -> tuple[Node, ...]:
    nodes = _all(items)
    fail(any(node[0] == "declare" for node in nodes), "a type declaration has no value")
    return nodes


def _call(head: Node, items: list[Item]) -> Node:
    """A call; ``Cell`` is one that also says which names and fields it mentions."""
    nodes = _values(items)
    if head != ("name", "Cell"):
        return ("call", head, nodes)
    mentioned = {part[-1] for node in nodes for part in walk(node) if part[0] in ("name", "get")}
    return ("cell", tuple(sorted(mentioned)), nodes)


def _first(atom: str) -> str:
    match = _FIRST.match(atom)
    if match is None:
        raise ProgramError(f"unexpected character {atom[0]!r}")
    return match[0]


def _atom(atom: str, alone: bool) -> Node:
    """A word that stands for a value; ``alone``: it is no list of one word."""
    token, signed = _first(atom), _SIGNED.match(atom)
    if token[0] == '"':
        return ("constant", token[1:-1])
    if digits := token if token.isdigit() else signed[1] if alone and signed else "":
        fail(len(digits) > 10 or int(digits) >= 2**31, f"number {digits[:20]} is beyond 31 bits")
        number = ("constant", int(digits))
        return number if token == digits else ("unary", atom[0], number)
    if token in ("true", "false"):
        return ("boolean", token == "true")  # a constant of its own: 1 and True are equal in Python
    if token == "list":
        return ("list", ())
    fail(
        not token.isidentifier() or token in _RESERVED | _LOGICAL | _FORMS.keys(),
        f"{clip(atom)} is no expression",
    )
    return ("name", token)
