"""Write the page on the library from its docstrings: ``python -m certwright.scripts.api_page FILE``."""

import inspect
import re
import sys
from pathlib import Path
from typing import Any

import certwright

from ..instances.outputs import write_whole

OPENING = """# The library

`import certwright as cw`: everything that a program needs is here; all other modules may move. Importing
it loads nothing, each function its own modules when it is first called. Errors are `cw.CertwrightError`, each
also the builtin that it is (a `RecordError` is a `ValueError`), and say how to mend what is wrong. All of it
is typed. [`examples/`](../examples) holds six short programs. This page is written by `make api`.
"""


def page() -> str:
    """The page as Markdown."""
    parts = [OPENING]
    for name in certwright.__all__:
        value = getattr(certwright, name)
        parts.append(f"## {name}\n\n{_described(name, value)}")
        if inspect.isclass(value) and not issubclass(value, Exception):
            parts += [f"### {name}.{member}\n\n{text}" for member, text in _members(value)]
    return "\n".join(parts)


def _described(name: str, value: Any) -> str:
    shown = _fields(value) if inspect.isclass(value) else f"{name}{_signature(value)}"
    head = f"```text\n{shown}\n```\n\n" if shown else ""
    return head + _markdown(inspect.getdoc(value) or "")


def _members(kind: type) -> list[tuple[str, str]]:
    """The public methods, properties and fields of a class, in the order in which they are defined."""
    members = []
    for name, value in vars(kind).items():
        described = value.fget if isinstance(value, property) else value
        if not name.startswith("_") and inspect.isfunction(described) and described.__doc__:
            text = _markdown(inspect.getdoc(value) or "")
            members.append((name, text if isinstance(value, property) else _described(name, value)))
    return members


def _signature(function: Any) -> str:
    signature = inspect.signature(function)
    parts, starred = [], False
    for parameter in signature.parameters.values():
        if parameter.name == "self":
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and not starred:
            parts.append("*")
            starred = True
        default = "" if parameter.default is parameter.empty else f" = {parameter.default!r}"
        parts.append(f"{parameter.name}: {_kind(parameter.annotation)}{default}")
    result = _kind(signature.return_annotation)
    text = f"({', '.join(parts)}) -> {result}"
    if len(text) < 90:
        return text
    return "(\n    " + ",\n    ".join(parts) + f",\n) -> {result}"


def _kind(annotation: Any) -> str:
    """An annotation by the bare names of its types."""
    shown = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return re.sub(r"\b(?:\w+\.)+(?=\w)", "", shown)


def _fields(kind: type) -> str:
    if names := getattr(kind, "__struct_fields__", ()):
        return "\n".join(f"{name}: {_kind(kind.__annotations__[name])}" for name in names)
    return "\n".join(f"{one.name} = {one.value!r}" for one in getattr(kind, "__members__", {}).values())


def _markdown(text: str) -> str:
    """A docstring as Markdown: code in backticks, examples in blocks."""
    paragraphs = []
    for paragraph in text.split("\n\n"):
        before, prompt, example = paragraph.partition(">>> ")
        block = f"```pycon\n{prompt}{example}\n```\n" if prompt else ""
        paragraphs.append(before.replace("``", "`") + block)
    return "\n\n".join(paragraphs).replace("```\n\n\n", "```\n\n").rstrip("\n") + "\n"


if __name__ == "__main__":
    write_whole(Path(sys.argv[1]), page().encode())
