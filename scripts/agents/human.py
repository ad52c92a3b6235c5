"""A person at a terminal, who sees what a model sees; with colour support, grids are drawn."""

import re
from collections.abc import Callable
from itertools import zip_longest
from typing import Any

from ...domains.environment import Call, Tool, Turn, Utterance
from .agent import Scene

_WORDS = re.compile(r"[^\s(),]+")
FINAL = frozenset({"quit", "STUCK", "DONE"})
"""Tools that end the game: these cannot be abbreviated."""


class HumanAgent:
    """Shows each scene and reads a line: ``walk brann quay yard`` or ``walk(brann, quay, yard)``.

    ``?`` lists the tools; a tool may be abbreviated to letters with which no other tool begins.  A line that
    is not a well-formed call is answered here and does not count as a turn.  The end of the input interrupts.
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
    """Why a turn is not a well-formed call; None if it is."""
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
