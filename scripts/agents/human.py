"""A person at a terminal, who sees what a model sees; with colour support, grids are drawn.

Matrices of colour names in a text become coloured cells, with a legend.

>>> print(redrawn('[["red", "red"],\\n ["red", "any"]]', lambda rgb, text: "##" if rgb else text))
    0 1
  0 ####
  1 ##??
## red  ?? any
"""

import re
from collections.abc import Callable
from itertools import zip_longest
from typing import Any

import msgspec

from ...domains.environment import Call, Tool, Turn, Utterance
from ...domains.gridworld.catalog import RGB
from ...domains.gridworld.frames import Grid
from .agent import Scene

_WORDS = re.compile(r"[^\s(),]+")
FINAL = frozenset({"quit", "STUCK", "DONE"})  # tools that end the game: these cannot be abbreviated


class HumanAgent:
    """Shows each scene and reads a line: ``walk brann quay yard`` or ``walk(brann, quay, yard)``.

    ``?`` lists the tools; a tool may be abbreviated to letters with which no other begins.  A line that is no
    well-formed call is answered here and costs no turn; the end of the input interrupts.
    """

    name = "human"

    def __init__(self, read: Callable[[str], str] = input, write: Callable[[str], None] = print):
        self._read, self._write = read, write

    def turn(self, scene: Scene) -> Turn:
        """The turn that the person enters."""
        if not scene.history:
            hint = "(? lists what you can do; a slip of typing costs no turn)"
            self._write(f"{scene.instructions}\n\n{hint}\n")
        else:
            text = scene.history[-1][1].text
            self._write("\n" if text == scene.observation else f"\n{text}\n")
        self._write(scene.observation)
        while True:
            try:
                line = self._read("> ").strip()
            except EOFError:
                raise KeyboardInterrupt from None
            if line == "?":
                for tool in scene.tools:
                    said = " ".join(f"<{parameter.name}>" for parameter in tool.parameters)
                    self._write(f"{tool.name} {said}  {tool.description}".rstrip())
            elif line:
                turn = turn_of_line(line, scene.tools)
                if isinstance(turn, Call) and turn.tool in FINAL and not line.startswith(turn.tool):
                    slip: str | None = f"{turn.tool} ends the game for good: write it out"
                else:
                    slip = _slip(turn, scene.tools)
                if slip is None:
                    return turn
                self._write(f"{slip}; ? lists what you can do")


def _slip(turn: Turn, tools: tuple[Tool, ...]) -> str | None:
    if not isinstance(turn, Call):
        return "that begins with no tool, or with letters that several begin with"
    tool = next(tool for tool in tools if tool.name == turn.tool)
    fault = tool.fault(turn.arguments)
    return None if fault is None else f"{tool.name}: {fault}"


def turn_of_line(line: str, tools: tuple[Tool, ...]) -> Turn:
    """The call on a line, with positional arguments; plain text if the line names no tool.

    The single text argument of a tool is the rest of the line.

    >>> from certwright.domains.environment import Parameter
    >>> walk = Tool("walk", "", (Parameter("who", "string"), Parameter("steps", "integer")))
    >>> turn_of_line("walk(ann, 3)", (walk,))
    Call(tool='walk', arguments={'who': 'ann', 'steps': 3})
    >>> turn_of_line("w ann", (walk,))
    Call(tool='walk', arguments={'who': 'ann'})
    >>> turn_of_line("note ann is late", (Tool("note", "", (Parameter("text", "string"),)),))
    Call(tool='note', arguments={'text': 'ann is late'})
    """
    words = _WORDS.findall(line)
    begun = [tool for tool in tools if words and tool.name.startswith(words[0])]
    named = [tool for tool in begun if tool.name == words[0]] or begun
    if len(named) != 1:
        return Utterance(line)
    tool = named[0]
    kinds = [(parameter.kind, parameter.choices) for parameter in tool.parameters]
    if len(words) > 2 and kinds == [("string", ())]:
        rest = line[line.index(words[0]) + len(words[0]) :]
        return Call(tool.name, {tool.parameters[0].name: rest.strip()})
    arguments: dict[str, Any] = {}
    for place, (word, parameter) in enumerate(zip_longest(words[1:], tool.parameters), 1):
        if word is not None:
            name, kind = (parameter.name, parameter.kind) if parameter else (f"argument {place}", "string")
            whole = kind == "integer" and re.fullmatch(r"-?[0-9]{1,9}", word)
            arguments[name] = int(word) if whole else word
    return Call(tool.name, arguments)


Tint = Callable[[str | None, str], str]  # puts text on a background: six hex digits, or None for no colour

_MATRIX = re.compile(r"^\[\[.*?\]\]", re.MULTILINE | re.DOTALL)


def redrawn(text: str, tinted: Tint) -> str:
    """The text with each matrix of names at the beginning of a line drawn with two characters per cell."""
    return _MATRIX.sub(lambda match: _drawn(match[0], tinted), text)


def matrices(text: str) -> list[Grid]:
    """The matrices of names at the beginnings of lines of a text, in order.

    >>> matrices('The grid:\\n[["red", "mask"],\\n ["blue", "red"]]\\nThe goal:\\n[["any"]]')
    [(('red', 'mask'), ('blue', 'red')), (('any',),)]
    """
    return [rows for match in _MATRIX.finditer(text) if (rows := _names(match[0])) is not None]


def ansi(rgb: str | None, text: str) -> str:
    """The text on a 24-bit background colour, as an ANSI escape sequence."""
    if rgb is None:
        return text
    red, green, blue = (int(rgb[place : place + 2], 16) for place in (0, 2, 4))
    return f"\x1b[48;2;{red};{green};{blue}m{text}\x1b[0m"


def _drawn(matrix: str, tinted: Tint) -> str:
    """A matrix of names as rows of cells, numbered from 0; anything else unchanged."""
    rows = _names(matrix)
    if rows is None:
        return matrix
    names = list(dict.fromkeys(name for row in rows for name in row))
    cell = {name: tinted(RGB.get(name), "  " if name in RGB else "??") for name in names}
    head = "    " + " ".join(str(place % 10) for place in range(len(rows[0])))
    body = [f"{number:>3} " + "".join(cell[name] for name in row) for number, row in enumerate(rows)]
    return "\n".join((head, *body, "  ".join(f"{cell[name]} {name}" for name in names)))


def _names(matrix: str) -> Grid | None:
    """The rows of a matrix of names, all of one length; None for any other text."""
    try:
        rows = msgspec.json.decode(matrix, type=Grid)
    except msgspec.DecodeError:
        return None
    return rows if rows[0] and len({len(row) for row in rows}) == 1 else None
