"""The text of an Autumn program, read into a tree of tuples.

A program is one parenthesised list; what follows it is read, so that parentheses must balance, and ignored.
An atom counts by its first token only, a list by its head.  A list of one name is the name itself, so that a
call without arguments is written ``((f))``.  Numbers are integers.  Each node of the tree is a tuple that
begins with the name of its sort:

    ("constant", value)  ("name", word)  ("unary", op, a)  ("binary", op, a, b)  ("logical", or?, a, b)
    ("if", c, a, b)  ("let", parts)  ("assign", word, a)  ("set", object, field, a)  ("function", words, a)
    ("get", a, field)  ("list", parts)  ("call", head, arguments)  ("declare", word, type, lists)

and, among statements alone,

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
_TOKEN = re.compile(rf'[{_BLANK}]+|;[^\n\r]*|[()]|"(?:\\.|[^"\\\n])*"|"|[^{_BLANK}()"][^{_BLANK}()]*')
_FIRST = re.compile(r'("[^"]*")|([0-9]+)|([A-Za-z_][A-Za-z0-9_]*)|(-->|\.\.|!=|==|<=|>=|--|[-+*/%&|:!=<>.,])')
_SIGNED = re.compile(r"(?:--|-=|[-+])([0-9]+)")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPES = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_ESCAPES |= {mark: mark for mark in "'\"?\\"}

BINARY = frozenset(("+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">="))
_LOGICAL = frozenset(("&", "|", "and", "or"))
_UNARY = frozenset(("-", "+", "!"))
_RESERVED = frozenset(("program", "object", "else", "then", "nil", "on"))
_FORMS = {"let": 2, "if": 6, "=": 3, "..": 3, "list": 1, "-->": 3, "fn": 3, ":": 3, "initnext": 3}
"""The heads of special forms, and the fewest items of such a list."""


class ProgramError(RefusedError):
    """A program that cannot be read, or that fails while it runs."""


def fail(fault: object, message: str) -> None:
    """ProgramError with the message where something counts as true."""
    if fault:
        raise ProgramError(message)


def parse(text: str) -> list[Node]:
    """The statements of a program, in file order; ProgramError for what is no program."""
    return [_statement(item) for item in _items(text)[1:]]


def walk(node: Node) -> Iterator[Node]:
    """The node and all nodes below it, parents first."""
    if node and isinstance(node[0], str):
        yield node
    for part in node[2:] if node[:1] == ("function",) else node:
        if isinstance(part, tuple):
            yield from walk(part)


def _items(text: str) -> list[Item]:
    """The first list of the text."""
    fail(len(text) > MAX_CHARACTERS, f"a program has at most {MAX_CHARACTERS} characters")
    lists: list[list[Item]] = [[]]
    tokens = [token for token in _TOKEN.findall(text) if token[0] not in _BLANK + ";"]
    fail(len(tokens) > MAX_TOKENS, f"a program has at most {MAX_TOKENS} tokens")
    for token in tokens:
        if token == "(":
            lists.append([])
            fail(len(lists) > MAX_DEPTH + 1, f"lists are nested deeper than {MAX_DEPTH}")
        elif token == ")":
            done = lists.pop()
            fail(not lists, "a ')' closes no list")
            lists[-1].append(done)
        elif token == '"':
            raise ProgramError("a string is never closed")
        else:
            lists[-1].append(_ESCAPE.sub(_unescaped, token) if token[0] == '"' else token)
    if len(lists) > 1 or not lists[0] or not isinstance(lists[0][0], list):
        raise ProgramError("a program is a list in balanced parentheses")
    program: list[Item] = lists[0][0]
    return program


def _unescaped(match: re.Match[str]) -> str:
    if match.group(1) not in _ESCAPES:
        raise ProgramError(f"unknown escape {match.group()!r} in a string")
    return _ESCAPES[match.group(1)]


def _statement(item: Item) -> Node:
    if not isinstance(item, list) or not item or not isinstance(item[0], str):
        raise ProgramError(f"a statement is a list that begins with a word, not {clip(item)}")
    head = _first(item[0])
    if head == "object":
        return _object_type(item)
    if head == "on":
        _long_enough(item, 3)
        return ("on", _expression(item[1]), _expression(item[2]))
    if head == "=" and len(item) > 2 and isinstance(item[2], list) and item[2][:1] == ["initnext"]:
        _long_enough(item[2], 3)
        target = _expression(item[1])
        fail(target[0] != "name", "initnext needs a name on its left")
        return ("initnext", target[1], _expression(item[2][1]), _expression(item[2][2]))
    return _expression(item)


def _object_type(item: list[Item]) -> Node:
    """``(object Name (: field Type) ... CELLS)``: of several expressions for the cells the last counts."""
    _long_enough(item, 3)
    parts = [_expression(part) for part in item[2:]]
    cells = [part for part in parts if part[0] != "declare"]
    if not isinstance(item[1], str) or not cells:
        raise ProgramError("an object type has a name and cells")
    return ("object", item[1], tuple(part for part in parts if part[0] == "declare"), cells[-1])


def _first(atom: str) -> str:
    match = _FIRST.match(atom)
    if match is None:
        raise ProgramError(f"unexpected character {atom[0]!r}")
    return match.group()


def _is_word(token: str) -> bool:
    return token[0].isalpha() or token[0] == "_"


def _long_enough(item: list[Item], count: int) -> None:
    if len(item) < count:
        raise ProgramError(f"({clip(item[0])} ...) needs {count - 1} parts")


def _expression(item: Item) -> Node:
    if isinstance(item, str):
        return _atom(item, alone=True)
    fail(not item, "an empty list is no expression; the empty list is (list)")
    if isinstance(item[0], list):
        head = _expression(item[0])
        fail(head[0] not in ("name", "get"), "only a name or a (.. object field) can be called here")
        return ("call", head, _all(item[1:]))
    return _form(item, item[0])


def _all(items: list[Item]) -> tuple[Node, ...]:
    return tuple(_expression(item) for item in items)


def _atom(atom: str, alone: bool) -> Node:
    """A word that stands for a value; ``alone``: it is no list of one word."""
    token = _first(atom)
    if token[0] == '"':
        return ("constant", token[1:-1])
    if token[0].isdigit():
        return ("constant", _number(token))
    if token in ("true", "false"):
        return ("constant", token == "true")
    if token == "list":
        return ("list", ())
    if alone and (signed := _SIGNED.match(atom)):
        return ("unary", atom[0], ("constant", _number(signed.group(1))))
    if not _is_word(token) or token in _RESERVED | _LOGICAL | _FORMS.keys():
        raise ProgramError(f"{clip(atom)} is no expression")
    return ("name", token)


def _number(digits: str) -> int:
    fail(len(digits) > 10 or int(digits) >= 2**31, f"number {digits[:20]} is beyond 31 bits")
    return int(digits)


def _form(item: list[Item], word: str) -> Node:
    """A list that begins with a word."""
    token, size = _first(word), len(item)
    token = "-" if token == "--" else token
    if token in _FORMS:
        _long_enough(item, _FORMS[token])
        return _special(token, item)
    if token in BINARY and size == 3:
        fail(word not in BINARY, f"{clip(word)} is no operator")
        return ("binary", token, *_all(item[1:]))
    if token in _LOGICAL and size == 3:
        # as in the reference implementation, "||" is a conjunction
        return ("logical", word in ("|", "or"), *_all(item[1:]))
    if token in _UNARY and size == 2:
        return ("unary", token, _expression(item[1]))
    fail(token in BINARY | _LOGICAL | _UNARY, f"{clip(word)} does not take {size - 1} operands")
    if not _is_word(token) or token in ("true", "false") or size == 1:
        return _atom(word, alone=False)
    fail(token in _RESERVED, f"{clip(word)} does not begin an expression")
    return ("call", ("name", token), _all(item[1:]))


def _special(token: str, item: list[Item]) -> Node:
    if token == "let":
        return ("let", _all(item[1:]))
    if token == "if":
        return ("if", *(_expression(item[place]) for place in (1, 3, 5)))
    if token == "list":
        return ("list", _all(item[1:]))
    if token == "=":
        target, value = _expression(item[1]), _expression(item[2])
        if target[0] == "name":
            return ("assign", target[1], value)
        if target[0] == "get":
            return ("set", target[1], target[2], value)
        raise ProgramError("the left side of = is a name or a (.. object field)")
    if token == "..":
        if not isinstance(item[2], str):
            raise ProgramError("the name of a field is a word")
        return ("get", _expression(item[1]), item[2].strip('"'))
    if token in ("-->", "fn"):
        listed = [item[1]] if isinstance(item[1], str) else item[1]
        words = [_expression(word) if isinstance(word, str) else ("",) for word in listed]
        if any(word[0] != "name" for word in words) or len(set(words)) < len(words):
            raise ProgramError("the parameters of a function are different names")
        return ("function", tuple(word[1] for word in words), _expression(item[2]))
    if token == ":":
        if not isinstance(item[1], str) or not _is_word(_first(item[1])):
            raise ProgramError("a declared name is a word")
        return ("declare", _first(item[1]), *_type(item[2]))
    raise ProgramError("initnext belongs to the right of = in a statement of the program")


def _type(item: Item) -> tuple[str, int]:
    """The name of a type, and how many times it stands inside of ``(List ...)``."""
    head = item if isinstance(item, str) else item[0] if item else item
    if not isinstance(head, str) or not _first(head)[0].isalpha():
        raise ProgramError("a type is a name or (List TYPE)")
    if _first(head) != "List":
        return head, 0
    if isinstance(item, str) or len(item) < 2:
        raise ProgramError("a list type is (List TYPE)")
    name, lists = _type(item[1])
    return name, lists + 1
