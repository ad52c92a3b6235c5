"""Agents: from the scene that one sees to its next turn; a run; a person at a terminal; families of agents.

An agent sees instructions, tools, the present observation and the history; never the instance, its truth or
the world's program.  Agents that need more (such as an optimal one) receive it when they are constructed, in
the module of the family in this folder, which has the members of ``AgentFamily``.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields
from importlib import import_module
from importlib.resources import files
from itertools import zip_longest
from typing import Any, Protocol

import msgspec

from ...domains.environment import Call, Environment, Feedback, Tool, Turn, Utterance, digest, turn_json
from ...domains.gridworld.catalog import RGB
from ...domains.gridworld.frames import Grid
from ...generators.rng import Rng
from ...instances.errors import UnsupportedError
from ...instances.names import FAMILIES
from ...instances.records import Episode, Instance, Json, Step, Usage
from ...verifiers.judge import CUT_SHORT


@dataclass(frozen=True)
class Scene:
    """What an agent sees before a turn."""

    instructions: str
    tools: tuple[Tool, ...]
    observation: str
    history: tuple[tuple[Turn, Feedback], ...]


class Agent(Protocol):
    """Plays one episode."""

    @property
    def name(self) -> str:
        """The agent's name in records."""
        ...

    def turn(self, scene: Scene) -> Turn:
        """The next turn."""
        ...


class RandomAgent:
    """Calls a tool drawn uniformly, with arguments drawn uniformly from their choices (or 0 to 9)."""

    def __init__(self, *labels: str | int, name: str = "random", avoid: Iterable[str] = ()):
        self.name = name
        self._rng, self._avoid = Rng("agent", "random", *labels), frozenset(avoid)

    def turn(self, scene: Scene) -> Turn:
        """A call of one of the tools that are not avoided."""
        tool = self._rng.choice([tool for tool in scene.tools if tool.name not in self._avoid])
        drawn = {
            parameter.name: self._rng.choice(parameter.choices) if parameter.choices else self._rng.below(10)
            for parameter in tool.parameters
        }
        return Call(tool.name, drawn)


class ReplayAgent:
    """Plays given turns, then reports that none is left."""

    def __init__(self, turns: Iterable[Turn], name: str = "replay"):
        self.name = name
        self._turns: Iterator[Turn] = iter(turns)

    def turn(self, scene: Scene) -> Turn:
        """The next of the given turns."""
        return next(self._turns, Utterance("nothing is left to replay"))


FEEDBACK = 400  # the most characters of feedback in a record; longer ones (frames) are left to a replay
TURNS = 10_000  # the most turns of an episode; worlds may stop sooner


class EpisodeRun:
    """An episode in progress: its driver reads the scene and takes a turn until it is over."""

    def __init__(self, environment: Environment, turns: int = TURNS):
        self.environment, self._turns = environment, turns
        self._history: list[tuple[Turn, Feedback]] = []
        self._steps: list[Step] = []
        self._seen: str | None = None

    @property
    def history(self) -> tuple[tuple[Turn, Feedback], ...]:
        """The turns so far, and their results."""
        return tuple(self._history)

    @property
    def over(self) -> bool:
        """Whether the world has stopped, or the limit is reached."""
        return self.environment.stop is not None or len(self._steps) >= self._turns

    def scene(self) -> Scene:
        """What the agent sees before its next turn."""
        world = self.environment
        self._seen = world.observe()
        return Scene(world.instructions, world.tools, self._seen, self.history)

    def take(self, turn: Turn) -> Feedback:
        """Take a turn in the present scene."""
        seen = self._seen if self._seen is not None else self.environment.observe()
        feedback = self.environment.act(turn)
        self._history.append((turn, feedback))
        told = feedback.text if len(feedback.text) <= FEEDBACK else ""
        what: Json = {"action": turn_json(turn), "outcome": feedback.outcome, "observation": digest(seen)}
        self._steps.append(Step(**what, feedback=told, metadata=feedback.metadata))
        self._seen = None
        return feedback

    def episode(self, instance: str, agent: str, **fields: Any) -> Episode:
        """The record of what happened so far; ``fields`` are its sample, usage and metadata."""
        steps, stop = tuple(self._steps), self.environment.stop or CUT_SHORT
        return Episode(instance=instance, agent=agent, steps=steps, stop=stop, **fields)


def play(instance: str, world: Environment, agent: Agent, *, sample: int = 0, turns: int = TURNS) -> Episode:
    """Let the agent play until the environment stops."""
    run = EpisodeRun(world, turns)
    while not run.over:
        run.take(agent.turn(run.scene()))
    usage: Usage | None = getattr(agent, "usage", None)
    return run.episode(instance, agent.name, sample=sample, usage=usage)


@dataclass(frozen=True)
class AgentFamily:
    """What a family provides to agents."""

    environment: Callable[[Instance], Environment]
    optimal: Callable[[Instance, Environment], Iterable[Turn]] | None = None  # the turns of a best episode
    greedy: Callable[[Environment, int], Agent] | None = None
    signals: tuple[str, ...] = ()  # tools that end an episode; a random agent does not call them
    random: Callable[[Instance, Environment, int, int], Agent] | None = None  # its own; with seed, sample
    explorer: Callable[[], Agent] | None = None  # an agent that learns the world by trying every action


def environment(instance: Instance) -> Environment:
    """The episode of an instance, at its beginning; UnsupportedError if it is not an episode."""
    if instance.form != "episode":
        raise UnsupportedError(f"{instance.id} is no episode: its form is {instance.form}")
    return family(instance).environment(instance)


def family(instance: Instance) -> AgentFamily:
    """The ``AgentFamily`` module of the instance's family; UnsupportedError if it has none."""
    if not (files(__package__) / f"{instance.family}.py").is_file() or instance.family not in FAMILIES:
        raise UnsupportedError(f"no agent plays the family {instance.family}")
    members = vars(import_module(f".{instance.family}", __package__))
    names = [field.name for field in fields(AgentFamily) if field.name in members]
    return AgentFamily(**{name: members[name] for name in names})


def optimal(instance: Instance, world: Environment) -> Agent:
    """The agent that plays a best episode; UnsupportedError if none is known."""
    best = family(instance).optimal
    if best is None:
        raise UnsupportedError(f"no optimal agent plays {instance.family}")
    return ReplayAgent(best(instance, world), "optimal")


_WORDS = re.compile(r"[^\s(),]+")
FINAL = frozenset({"quit", "STUCK", "DONE"})  # tools that end the game: these cannot be abbreviated


class HumanAgent:
    """A person: shows each scene and reads a line, ``walk brann quay yard`` or ``walk(brann, quay,
    yard)``.  ``?`` lists the tools; a tool may be abbreviated to letters with which no other begins.  A
    line that is no well-formed call is answered here and costs no turn; the end of the input interrupts.
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
    """The text with each matrix of names at the beginning of a line drawn with two characters per cell.

    >>> print(redrawn('[["red", "red"],\\n ["red", "any"]]', lambda rgb, text: "##" if rgb else text))
        0 1
      0 ####
      1 ##??
    ## red  ?? any
    """
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
