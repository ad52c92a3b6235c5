"""The rules of the house, checked on the tree: floors, packages, sizes, exceptions."""

import ast
import builtins
import inspect
from functools import cache
from pathlib import Path

import pytest

from certwright.instances import errors

try:
    import tomllib
except ImportError:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parent.parent
FLOORS = ("instances", "domains", "verifiers", "generators", "scripts")
"""From the ground upwards; a floor may import itself and those before it."""
MAX_LINES = 400
NAMESAKES = ("verifiers.v1",)
"""Modules of other packages that begin like a floor of ours."""
OWN_DOORS = {"click"}
"""Libraries whose exceptions the shell may raise: they are its way to say what was typed wrongly."""
RAISABLE = {
    *("SystemExit", "KeyboardInterrupt", "StopIteration", "AttributeError", "AssertionError"),
}
"""Builtins that may be raised: control flow, the module protocol, broken invariants, abstract methods."""

SOURCES = sorted(path for floor in FLOORS for path in (ROOT / floor).rglob("*.py"))


@cache
def tree_of(path):
    """The syntax tree of a file, parsed once for all rules."""
    return ast.parse(path.read_text())


def name_of(path):
    return str(path.relative_to(ROOT))


def imports(path):
    """The modules that a file imports, absolute, with the line of each."""
    package = ("certwright", *path.relative_to(ROOT).parts[:-1])
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = list(package[: len(package) - node.level + 1]) if node.level else []
            module = ".".join(base + ([node.module] if node.module else []))
            yield module, node.lineno
            yield from ((f"{module}.{alias.name}", node.lineno) for alias in node.names)


def floor_of(module):
    parts = module.split(".")
    return parts[1] if parts[0] == "certwright" and len(parts) > 1 and parts[1] in FLOORS else None


def test_imports_run_downward():
    upward, bare = [], []
    for path in SOURCES:
        own = FLOORS.index(path.relative_to(ROOT).parts[0])
        for module, line in imports(path):
            where, floor = f"{name_of(path)}:{line}: {module}", floor_of(module)
            if floor is not None and FLOORS.index(floor) > own:
                upward.append(where)
            if module.split(".")[0] in FLOORS and not module.startswith(NAMESAKES):
                bare.append(where)
    assert not upward
    assert not bare, "imports inside the product are relative"


def test_upward_imports_would_be_seen(tmp_path, monkeypatch):
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    path = tmp_path / "instances" / "formats" / "wrong.py"
    path.parent.mkdir(parents=True)
    path.write_text("def f():\n    from ...verifiers.judge import judge\n    from ... import scripts\n")
    assert {floor_of(module) for module, _ in imports(path)} == {None, "verifiers", "scripts"}


def test_the_package_list_is_the_tree():
    configuration = tomllib.loads((ROOT / "pyproject.toml").read_text())
    listed = configuration["tool"]["setuptools"]["packages"]
    folders = {path.parent.relative_to(ROOT) for path in SOURCES}
    found = {"certwright"} | {".".join(("certwright", *folder.parts)) for folder in folders}
    assert sorted(listed) == sorted(found)
    without = [str(folder) for folder in folders if not (ROOT / folder / "__init__.py").exists()]
    assert not without, "every package has an __init__.py"


def test_tests_are_not_packages():
    """But for what several of them share, beside which no folder hides a library of its name."""
    packages = [path.parent.name for path in (ROOT / "tests").rglob("__init__.py")]
    assert packages == ["testkit"]


def test_no_file_is_longer_than_the_limit():
    sizes = {path: len(path.read_text().splitlines()) for path in [*SOURCES, *(ROOT / "tests").rglob("*.py")]}
    assert not {name_of(path): size for path, size in sizes.items() if size > MAX_LINES}


def test_every_module_says_what_it_is_about():
    silent = [
        name_of(path) for path in SOURCES if tree_of(path).body and not ast.get_docstring(tree_of(path))
    ]
    assert not silent


ERRORS = [value for value in vars(errors).values() if inspect.isclass(value) and issubclass(value, Exception)]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.__name__)
def test_every_error_is_ours_and_a_builtin(error):
    assert issubclass(error, errors.CertwrightError)
    assert error.exit_code in (1, 2, 3, 4)
    if error is not errors.CertwrightError:
        bases = [base for base in error.__mro__ if vars(builtins).get(base.__name__) is base]
        assert set(bases) - {Exception, BaseException, object}


def raised(tree):
    """The names of the classes in raise statements: ``Name(...)``, ``Name`` or ``module.Name``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and node.exc is not None:
            error = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            if isinstance(error, ast.Name):
                yield error.id, node.lineno
            elif isinstance(error, ast.Attribute) and isinstance(error.value, ast.Name):
                yield f"{error.value.id}.{error.attr}", node.lineno


def test_only_the_errors_of_the_house_are_raised():
    foreign = [
        f"{name_of(path)}:{line}: {name}"
        for path in SOURCES
        for name, line in raised(tree_of(path))
        if name.split(".")[0] not in OWN_DOORS and name in vars(builtins) and name not in RAISABLE
    ]
    assert not foreign


ERROR_FILES = {"instances/errors.py", "verifiers/proofs/refused.py", "verifiers/search/compiling.py"}
"""The folder of the checker is copied as it is and has an exception of its own; that of the kernels never
leaves its file, and is none that a kernel's ``except Exception`` may catch."""


def test_error_classes_live_in_one_file():
    known = {error.__name__ for error in ERRORS} | {
        name
        for name, value in vars(builtins).items()
        if inspect.isclass(value) and issubclass(value, BaseException)
    }
    elsewhere = [
        f"{name_of(path)}: {node.name}"
        for path in SOURCES
        if name_of(path) not in ERROR_FILES
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.ClassDef)
        for base in node.bases
        if isinstance(base, ast.Name) and base.id in known
    ]
    assert not elsewhere
