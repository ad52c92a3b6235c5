"""Random faults in the code of verifiers/ and generators/, and how many the nearest test files detect.

python -m certwright.scripts.bench.mutants [--count 300] [--seed 7] [--files 4] [--under verifiers/planning]

A mutant is one small change: a comparison, an "and", a sign, a number or a condition inverted, or a call
dropped.  A copy of the repository with the mutant runs the test files nearest to its module: those of the
same name, then those that import it in the fewest steps.  A mutant that no file detects may be equivalent to
the original; a person has to check.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from .house import Source, functions, sources

MUTATED = ("verifiers", "generators")
DEADLINE = 300
"""Time limit in seconds for one test file; exceeding it counts as detection."""
NOTHING = 5
"""What pytest ends with where all tests of a file are left out."""
FAR = 6
"""The distance of a test file that reaches a module only by discovery, as for tasks and rules."""
_COMPARED: Mapping[type[ast.cmpop], str] = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip
_COMBINED: Mapping[type[ast.operator], str] = {
    ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.BitAnd: "|", ast.BitOr: "&",
    ast.LShift: ">>", ast.RShift: "<<",
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """A change of one expression or statement on one line of a file."""

    path: Path
    line: int
    start: int
    end: int
    after: str

    def text(self, source: str) -> str:
        """The file's text with the change."""
        lines = source.splitlines(keepends=True)
        whole = lines[self.line - 1].encode()
        lines[self.line - 1] = (whole[: self.start] + self.after.encode() + whole[self.end :]).decode()
        return "".join(lines)


def mutants(path: Path, tree: ast.Module) -> Iterator[Mutant]:
    """Every mutant inside the functions of a file; ``path`` is kept as it is."""
    for function in functions(tree):
        hints = set(_hints(function))
        for node in ast.walk(function):
            after = _changed(node)
            if (
                after is not None
                and node not in hints
                and isinstance(node, (ast.expr, ast.stmt))
                and node.lineno == node.end_lineno
            ):
                yield Mutant(path, node.lineno, node.col_offset, node.end_col_offset or 0, after)


def _hints(function: ast.AST) -> Iterator[ast.AST]:
    """The nodes of type annotations, which have no effect."""
    for node in ast.walk(function):
        for field in ("annotation", "returns"):
            if isinstance(hint := getattr(node, field, None), ast.AST):
                yield from ast.walk(hint)


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
    if isinstance(node, ast.Constant) and isinstance(node.value, (bool, int)):
        return repr(not node.value if isinstance(node.value, bool) else node.value + 1)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return f"({ast.unparse(node.operand)})"
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return "pass"
    return None


def _texts(node: ast.BinOp) -> bool:
    return any(
        isinstance(part, ast.JoinedStr) or (isinstance(part, ast.Constant) and isinstance(part.value, str))
        for part in ast.walk(node)
    )


def nearest(module: str, files: Mapping[str, set[str]], tests: Mapping[Path, set[str]]) -> list[Path]:
    """The test files by distance: same name first, then import steps minus shared words of the path.

    What a module of one family does is not the concern of the tests of another.
    """
    steps, front = {module: 0}, [module]
    for name in front:
        for importer in sorted(file for file, imported in files.items() if name in imported):
            if importer not in steps:
                steps[importer] = steps[name] + 1
                front.append(importer)
    parts = module.split(".")[1:]
    concepts = {word.rstrip("s") for part in parts for word in part.split("_")}
    families = {"planning", "timetravel", "gridworld", "reactive"}
    foreign = families - concepts if families & concepts else set[str]()

    def distance(test: Path) -> tuple[bool, int, int, str]:
        words = {word.rstrip("s") for part in test.with_suffix("").parts for word in part.split("_")}
        own = test.stem == f"test_{parts[-1]}" and parts[1] in test.parts
        away = min((steps[name] for name in tests[test] if name in steps), default=FAR)
        return not own, away - 2 * len(concepts & words) + FAR * len(foreign & words), len(words), str(test)

    return sorted(tests, key=distance)


def noticed(mutant: Mutant, copy: Path, tests: list[Path]) -> bool:
    """Whether one of the test files, tried in this order, fails in a copy that has the change."""
    path = copy / mutant.path
    original = path.read_text(encoding="utf-8")
    path.write_text(mutant.text(original), encoding="utf-8")
    try:
        return any(fails(copy, test) for test in tests)
    finally:
        path.write_text(original, encoding="utf-8")


def fails(copy: Path, test: Path) -> bool:
    """Whether a test file fails or takes too long; compiled kernels of mutants are kept beside the copy."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", str(test)]
    kernels = str(copy.parent / "kernels")
    own = {"PYTHONPATH": str(copy.parent), "PYTHONSAFEPATH": "1", "NUMBA_CACHE_DIR": kernels}
    try:
        done = subprocess.run(
            command, cwd=copy, env={**os.environ, **own}, capture_output=True, timeout=DEADLINE
        )
    except subprocess.TimeoutExpired:
        return True
    return done.returncode not in (0, NOTHING)


def test_imports(root: Path) -> dict[Path, set[str]]:
    """The modules that each test file imports."""
    imports = {}
    for path in sorted((root / "tests").rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        source = Source("", 0, tree, ("tests",))
        imports[path.relative_to(root)] = source.every()
    return imports


def candidates(files: Iterable[Source], under: str) -> Iterator[tuple[str, Mutant]]:
    """Each mutant of the files of MUTATED below a folder, with the name of its module."""
    for file in files:
        parts = tuple(file.name.split("."))
        path = (
            Path(*parts[1:], "__init__.py") if parts == file.package else Path(*parts[1:]).with_suffix(".py")
        )
        if path.parts[0] in MUTATED and path.as_posix().startswith(under):
            for mutant in mutants(path, file.tree):
                yield file.name, mutant


def main(arguments: list[str]) -> None:
    """Try mutants one at a time; print those that no test file detects, and the detection rate."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--files", type=int, default=4, help="test files that a mutant is tried on")
    parser.add_argument("--under", default="", help="only files below this folder")
    chosen = parser.parse_args(arguments)
    root = Path(__file__).resolve().parents[2]
    files = sources(root)
    graph = {file.name: file.every() for file in files}
    every = list(candidates(files, chosen.under))
    drawn = random.Random(chosen.seed).sample(every, min(chosen.count, len(every)))
    tests, killed = test_imports(root), 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "certwright"
        shutil.copytree(
            root, copy, symlinks=True, ignore=shutil.ignore_patterns(".git", ".venv", "out", ".*cache")
        )
        for module, mutant in drawn:
            seen = noticed(mutant, copy, nearest(module, graph, tests)[: chosen.files])
            killed += seen
            line = (root / mutant.path).read_text(encoding="utf-8").splitlines()[mutant.line - 1].encode()
            before = line[mutant.start : mutant.end].decode()
            outcome = "noticed" if seen else "ESCAPED"
            print(f"{outcome}  {mutant.path}:{mutant.line}  {before}  ->  {mutant.after}", flush=True)
    print(f"{killed} of {len(drawn)} noticed")


if __name__ == "__main__":
    main(sys.argv[1:])
