"""The random faults of ``mutants``: each is a small change of one expression or statement in a function.

A comparison, an "and", a sign, a number, a condition or a truth value is inverted, a text is replaced, a call
is dropped.  What has no effect is left out: docstrings, annotations, the sizes of caches.
"""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from .house import functions

_COMPARED: Mapping[type[ast.cmpop], str] = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip
_COMBINED: Mapping[type[ast.operator], str] = {
    ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.BitAnd: "|", ast.BitOr: "&",
    ast.LShift: ">>", ast.RShift: "<<",
}  # fmt: skip
_CACHES = ("cache", "lru_cache", "cached_property")


@dataclass(frozen=True)
class Mutant:
    """A change of one expression or statement on one line of a file."""

    path: Path
    line: int
    start: int
    end: int
    after: str
    kind: str

    def text(self, source: str) -> str:
        """The file's text with the change."""
        lines = source.splitlines(keepends=True)
        whole = lines[self.line - 1].encode()
        lines[self.line - 1] = (whole[: self.start] + self.after.encode() + whole[self.end :]).decode()
        return "".join(lines)

    def before(self, source: str) -> str:
        """What stands there in the file's text without the change."""
        return source.splitlines()[self.line - 1].encode()[self.start : self.end].decode()


def mutants(path: Path, tree: ast.Module) -> Iterator[Mutant]:
    """Every mutant inside the functions of a file; ``path`` is kept as it is."""
    for function in functions(tree):
        idle = set(_idle(function))
        for node in ast.walk(function):
            after = _changed(node)
            if (
                after is not None
                and node not in idle
                and isinstance(node, (ast.expr, ast.stmt))
                and node.lineno == node.end_lineno
            ):
                start, end = node.col_offset, node.end_col_offset or 0
                yield Mutant(path, node.lineno, start, end, after, type(node).__name__)


def _idle(function: ast.AST) -> Iterator[ast.AST]:
    """The nodes that have no effect, or whose places are not known: parts of texts with expressions."""
    for node in ast.walk(function):
        for field in ("annotation", "returns"):
            if isinstance(hint := getattr(node, field, None), ast.AST):
                yield from ast.walk(hint)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value
        if isinstance(node, ast.JoinedStr):
            yield from (part for value in node.values for part in ast.walk(value))
        for decorator in getattr(node, "decorator_list", ()):
            if ast.unparse(decorator).partition("(")[0].rpartition(".")[2] in _CACHES:
                yield from ast.walk(decorator)


def _changed(node: ast.AST) -> str | None:
    """The text of a node with one element inverted; None if there is none."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _COMPARED:
        left, right = ast.unparse(node.left), ast.unparse(node.comparators[0])
        return f"({left} {_COMPARED[type(node.ops[0])]} {right})"
    if isinstance(node, ast.BoolOp):
        word = " or " if isinstance(node.op, ast.And) else " and "
        return f"({word.join(f'({ast.unparse(value)})' for value in node.values)})"
    if isinstance(node, ast.BinOp) and type(node.op) in _COMBINED and not _texts(node):
        return f"(({ast.unparse(node.left)}) {_COMBINED[type(node.op)]} ({ast.unparse(node.right)}))"
    if isinstance(node, ast.Constant):
        return _constant(node.value)
    if isinstance(node, ast.JoinedStr):
        return "'X'"
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return f"({ast.unparse(node.operand)})"
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return "pass"
    return None


def _constant(value: object) -> str | None:
    if isinstance(value, bool):
        return repr(not value)
    if isinstance(value, int):
        return repr(value + 1)
    return "'X'" if isinstance(value, str) else None


def _texts(node: ast.BinOp) -> bool:
    return any(
        isinstance(part, ast.JoinedStr) or (isinstance(part, ast.Constant) and isinstance(part.value, str))
        for part in ast.walk(node)
    )
