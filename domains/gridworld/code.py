"""Python functions built as syntax trees: templates of our own text, filled with parts.

A template is Python written here, never text of a program; names in capitals are its blanks.  A blank takes a
tree, a list of statements, the name of a variable, or a number or truth value as a constant.  Every node gets
one line number, which stands for a place in the program: an error is placed by the innermost generated frame
of its traceback, so that no code is spent on places while nothing fails.

>>> ast.unparse(expression("A + T", 5, A=constant("it's", 5), T="t1"))
'"it\\'s" + t1'
"""

import ast
from functools import lru_cache
from types import TracebackType
from typing import Any

FILE = "<autumn>"  # what tracebacks call generated code
FIRST_LINE = 2  # the line of offset 0; line 1 has no place of its own, and leaves it to the caller


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
    made: ast.expr = _filled(_parsed(text, "eval").body, parts, line)
    return made


def statements(text: str, line: int, /, **parts: Any) -> list[ast.stmt]:
    """A template of statements, filled."""
    made: list[ast.stmt] = _filled(_parsed(text, "exec").body, parts, line)
    return made


@lru_cache(None)
def _parsed(text: str, mode: str) -> Any:
    return ast.parse(text, mode=mode)


def _filled(node: Any, parts: dict[str, Any], line: int) -> Any:
    """A copy of a part of a template, its blanks filled; operators, contexts and plain values are shared."""
    if isinstance(node, ast.Name):
        part = parts[node.id] if node.id.isupper() else node.id
        if type(part) is str:
            return ast.Name(part, node.ctx, lineno=line, col_offset=0)
        return part if isinstance(part, ast.AST | list) else constant(part, line)
    if isinstance(node, list):
        made: list[Any] = []
        for each in node:  # a blank that is a whole statement, or has a star, may become several
            blank = isinstance(each, ast.Expr | ast.Starred) and isinstance(each.value, ast.Name)
            blank = blank and each.value.id.isupper()
            part = _filled(each.value if blank else each, parts, line)
            if blank and not isinstance(part, list):
                part = ast.Expr(part, lineno=line, col_offset=0)
            made += part if blank and isinstance(part, list) else [part]
        return made
    if not isinstance(node, ast.expr | ast.stmt | ast.arguments | ast.arg):
        return node
    fields: dict[str, Any] = {name: _filled(value, parts, line) for name, value in ast.iter_fields(node)}
    if not isinstance(node, ast.arguments):
        fields |= {"lineno": line, "col_offset": 0}
    return type(node)(**fields)
