"""Size and structure of the code outside tests: lines, files, small files, import cycles, late imports.

python -m certwright.scripts.bench.house [ROOT]
"""

import ast
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from ...instances.places import FLOORS

SMALL, LARGE = 60, 400  # a file with fewer lines is small, one with more is large
LONG = 50  # a function with more lines is long
NUMERIC = {"numba", "numpy", "scipy", "networkx"}
ENGINES = {"fast_downward", "kstar_planner", "pysat", "spot", "unified_planning", "up_fast_downward", "z3"}


@dataclass(frozen=True)
class SourceFile:
    """A file: its module name, its text, and the modules that it imports."""

    name: str
    lines: int
    tree: ast.Module
    package: tuple[str, ...]

    def imported(self, node: ast.AST) -> Iterator[str]:
        """The absolute names that an import statement may bind; nothing for other nodes."""
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = self.package[: len(self.package) - node.level + 1] if node.level else ()
            module = ".".join((*base, *([node.module] if node.module else [])))
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)

    def every(self) -> set[str]:
        """All names that the file imports, inside functions too."""
        return {name for node in ast.walk(self.tree) for name in self.imported(node)}

    def late(self) -> list[str]:
        """The first name of each import inside a function, except engines and numeric libraries."""
        return [
            names[0]
            for function in functions(self.tree)
            for node in ast.walk(function)
            if (names := list(self.imported(node))) and names[0].split(".")[0] not in NUMERIC | ENGINES
        ]


def functions(tree: ast.Module) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The functions and methods of a file, nested ones only inside their own."""
    nodes: list[ast.FunctionDef | ast.AsyncFunctionDef] = []
    waiting: list[ast.AST] = [tree]
    while waiting:
        for child in ast.iter_child_nodes(waiting.pop()):
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                nodes.append(child)
            else:
                waiting.append(child)
    return nodes


def sources(root: Path) -> list[SourceFile]:
    """The files of the product, in name order."""
    modules = []
    for path in sorted([*root.glob("*.py"), *chain(*((root / floor).rglob("*.py") for floor in FLOORS))]):
        parts = path.relative_to(root).with_suffix("").parts
        package = ("certwright", *parts[:-1])
        module, text = ".".join(("certwright", *parts)).removesuffix(".__init__"), path.read_text("utf-8")
        modules.append(SourceFile(module, len(text.splitlines()), ast.parse(text), package))
    return modules


def circles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """The strongly connected components of two modules or more (Tarjan, 1972, by repeated reachability)."""

    def reachable(start: str) -> set[str]:
        seen, waiting = set[str](), [start]
        while waiting:
            for following in graph[waiting.pop()] - seen:
                seen.add(following)
                waiting.append(following)
        return seen

    reach = {module: reachable(module) for module in graph}
    parts = {frozenset(other for other in seen if module in reach[other]) for module, seen in reach.items()}
    return sorted(sorted(part) for part in parts if len(part) > 1)


def figures(root: Path) -> dict[str, object]:
    """All figures, by name."""
    files = sources(root)
    names = {file.name for file in files}
    graph = {file.name: (file.every() & names) - {file.name} for file in files}
    lengths = [
        (node.end_lineno or node.lineno) - node.lineno + 1 for file in files for node in functions(file.tree)
    ]
    floors = Counter[str]()
    for file in files:
        floors[file.name.split(".")[1] if "." in file.name else "certwright"] += file.lines
    return {
        "lines outside tests": sum(file.lines for file in files),
        "files": len(files),
        f"files under {SMALL} lines": sum(file.lines < SMALL for file in files),
        f"files over {LARGE} lines": sum(file.lines > LARGE for file in files),
        f"functions over {LONG} lines": sum(length > LONG for length in lengths),
        "imports in functions, but of engines and numeric libraries": sum(len(file.late()) for file in files),
        "import circles": len(circles(graph)),
        **{f"lines of {floor}": lines for floor, lines in sorted(floors.items())},
        "lines of tests": sum(
            len(path.read_text(encoding="utf-8").splitlines()) for path in (root / "tests").rglob("*.py")
        ),
        "circles": [", ".join(part) for part in circles(graph)],
    }


def main(arguments: list[str]) -> None:
    """Print the figures."""
    root = Path(arguments[0]) if arguments else Path(__file__).resolve().parents[2]
    for name, value in figures(root).items():
        for line in value if isinstance(value, list) else [f"{value:>7,}"]:
            print(f"{line}  {name}")


if __name__ == "__main__":
    main(sys.argv[1:])
