"""Python functions built as syntax trees: templates of our own text, filled with parts.

A template is Python written here, never text of a program; names in capitals are its blanks.  A blank takes a
tree, a list of statements, the name of a variable, or a number or truth value as a constant.  Every node gets
one line number, which stands for a place in the program: an error is placed by the innermost generated frame
of its traceback, so that no code is spent on places while nothing fails.

>>> ast.unparse(expression("A + T", 5, A=constant("it's", 5), T="t1"))
'"it\\'s" + t1'
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import lru_cache
from types import TracebackType
from typing import Any

FILE = "<autumn>"
"""What tracebacks call generated code."""
FIRST_LINE = 2
"""The line of offset 0; line 1 has no place of its own, and leaves it to the caller."""
Builder = Callable[[dict[str, Any], int], Any]


def line_of(offset: int) -> int:
    """The line number that stands for an offset in a program's text; 1 for nodes outside of it."""
    return max(offset, -1) + FIRST_LINE


def offset_of(trace: TracebackType | None) -> int | None:
    """The offset that the innermost generated frame with a place stands at; None without such a frame."""
    offset = None
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == FILE and trace.tb_lineno >= FIRST_LINE:
            offset = trace.tb_lineno - FIRST_LINE
        trace = trace.tb_next
    return offset


def constant(value: Any, line: int) -> ast.expr:
    """A constant."""
    return ast.Constant(value, lineno=line, col_offset=0)


def expression(text: str, line: int, /, **parts: Any) -> ast.expr:
    """A template of one expression, filled."""
    made: ast.expr = _expression(text)(parts, line)
    return made


def statements(text: str, line: int, /, **parts: Any) -> list[ast.stmt]:
    """A template of statements, filled."""
    made: list[ast.stmt] = _statements(text)(parts, line)
    return made


@lru_cache(None)
def _expression(text: str) -> Builder:
    return _builder(ast.parse(text, mode="eval").body)


@lru_cache(None)
def _statements(text: str) -> Builder:
    return _sequence(ast.parse(text).body)


def _builder(node: ast.AST) -> Builder:
    if isinstance(node, ast.Name):
        return _name(node.id, node.ctx)
    made = type(node)
    if not isinstance(node, ast.expr | ast.stmt | ast.arguments | ast.arg):
        return lambda parts, line: node  # operators and contexts are shared
    fixed: dict[str, Any] = {}
    built: list[tuple[str, Builder]] = []
    for field, value in ast.iter_fields(node):
        if isinstance(value, list):
            built.append((field, _sequence(value)))
        elif isinstance(value, ast.AST):
            built.append((field, _builder(value)))
        else:
            fixed[field] = value

    def build(parts: dict[str, Any], line: int) -> ast.AST:
        return made(**fixed, **{field: b(parts, line) for field, b in built}, **place(line))

    def place(line: int) -> dict[str, int]:
        return {} if made is ast.arguments else {"lineno": line, "col_offset": 0}

    return build


def _name(name: str, ctx: ast.expr_context) -> Builder:
    """A name, or what fills it where it is a blank."""
    if not name.isupper():
        return lambda parts, line: ast.Name(name, ctx, lineno=line, col_offset=0)

    def fill(parts: dict[str, Any], line: int) -> Any:
        part = parts[name]
        if type(part) is str:
            return ast.Name(part, ctx, lineno=line, col_offset=0)
        return part if isinstance(part, ast.AST | list) else constant(part, line)

    return fill


def _sequence(nodes: list[Any]) -> Builder:
    """A list of nodes; a blank that is a whole statement, or an argument with a star, may become several."""
    many = [isinstance(node, ast.Expr | ast.Starred) and _is_blank(node.value) for node in nodes]
    builders = [_builder(node.value if several else node) for node, several in zip(nodes, many, strict=True)]

    def build(parts: dict[str, Any], line: int) -> list[Any]:
        made: list[Any] = []
        for builder, several in zip(builders, many, strict=True):
            part = builder(parts, line)
            if several and isinstance(part, list):
                made += part
            elif several:
                made.append(ast.Expr(part, lineno=line, col_offset=0))
            else:
                made.append(part)
        return made

    return build


def _is_blank(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id.isupper()
