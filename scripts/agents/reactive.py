"""Agents of commit episodes: they see only observations, and advance one timestep per turn.

random     sets a random input at some timesteps until the effect has happened;
greedy     waits for the window, then tries one setting per timestep;
search     spends all but one timestep of the budget on trying settings before the window, then uses the best.

They are lower bounds for the hidden view of GF-01.  With a formula the whole run counts, and the effect
"happens" while the run so far satisfies it.  ``Person`` reads one line per turn.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TextIO

from ...domains.environment import Call, Environment, Fault, Turn, Utterance
from ...domains.reactive.columns import PROFILE, read_frame
from ...domains.reactive.environment import UNCHANGED
from ...generators.rng import Rng
from ...instances.errors import UnsupportedError
from ...instances.hostile import decode
from ...instances.outputs import printable
from ...instances.records import Instance
from ...verifiers.reactive import intervene
from ...verifiers.reactive.question import Question
from .agent import Agent, Scene

GOAL = re.compile(
    r"output (?P<ap>.+) is (?P<value>[01]) at (?:timestep|least once in timesteps) (?P<first>\d+)"
)
STEPS = re.compile(r"runs for timesteps 0 to (\d+);")
Setting = tuple[str, str]  # a parameter of the tool, and "0" or "1"


def environment(instance: Instance) -> Environment:
    """The commit episode of a question."""
    return intervene.environment(Question.of(instance))


def optimal(instance: Instance, world: Environment) -> list[Turn]:
    """The stored certificate, timestep by timestep; UnsupportedError where none is stored."""
    if instance.gold is None:
        raise UnsupportedError(f"{instance.id}: no certificate is stored, so none can be played")
    inputs = Question.of(instance).machine.inputs
    plain = {ap: parameter.name for ap, parameter in zip(inputs, world.tools[0].parameters, strict=True)}
    turns: list[Turn] = []
    for step in range(len(instance.query["trace"])):
        atoms = [atom for atom in decode(instance.gold.encode()) if atom[0] == step]
        turns.append(Call("advance", {plain[name]: str(value) for _, name, value in atoms}))
    return turns


def random(instance: Instance, world: Environment, seed: int, sample: int) -> Agent:
    """The agent that sets random inputs."""
    return chance_player(Rng("agent", "random", instance.id, seed, sample))


def greedy(world: Environment, seed: int) -> Agent:
    """The agent that tries one setting at a time inside the window."""
    return greedy_player()


def explorer() -> Agent:
    """The agent that spends its budget on trying settings."""
    return searching_player("explorer")


@dataclass(frozen=True)
class Sight:
    """The parsed content of a scene."""

    time: int
    outputs: dict[str, int] | None
    triggered: bool
    left: int  # timesteps of the budget that are left; 0 when no single setting is
    goal: tuple[str, int] | None  # the output and its value; None for a formula
    first: int
    last: int
    settings: tuple[Setting, ...]

    @classmethod
    def of(cls, scene: Scene) -> Sight:
        """Parse observation, goal and tool of a scene."""
        seen = observation_of(scene)
        goal, steps = GOAL.search(scene.instructions), STEPS.search(scene.instructions)
        assert steps is not None
        choices = ((one.name, value) for one in scene.tools[0].parameters for value in one.choices)
        settings = tuple(choice for choice in choices if choice[1] != UNCHANGED)
        return cls(
            seen["t"],
            seen["y"],
            seen["effect_status"] == "triggered",
            0 if seen["budget_a_remaining"] == 0 else seen["budget_t_remaining"],
            None if goal is None else (goal["ap"], int(goal["value"])),
            0 if goal is None else int(goal["first"]),
            int(steps[1]) if goal is None else seen["t_star"],
            settings,
        )

    @property
    def done(self) -> bool:
        """Whether no setting is useful: the effect has happened, it is too late, or the budget is used up."""
        reached = self.triggered and self.goal is not None
        return reached or self.time > self.last or not self.left or not self.settings

    @property
    def hit(self) -> bool:
        """Whether the last outputs are the target's."""
        if self.goal is None:
            return self.triggered
        return self.outputs is not None and self.outputs.get(self.goal[0]) == self.goal[1]


def observation_of(scene: Scene) -> dict[str, Any]:
    """The canonical observation, from JSON or from a frame."""
    if scene.observation.startswith(PROFILE):
        return read_frame(scene.observation)
    seen: dict[str, Any] = json.loads(scene.observation)
    return seen


@dataclass(frozen=True)
class Player:
    """An agent of the hidden view, which chooses one setting a timestep, or none, while one is useful."""

    name: str
    choose: Callable[[Sight], Setting | None]

    def turn(self, scene: Scene) -> Turn:
        """Advance, with a setting or without."""
        sight = Sight.of(scene)
        setting = None if sight.done else self.choose(sight)
        return Call(scene.tools[0].name, dict([setting] if setting else []))


def chance_player(rng: Rng) -> Player:
    """Sets something at every third timestep on average."""
    return Player("random", lambda sight: rng.choice(sight.settings) if rng.below(3) == 0 else None)


def greedy_player() -> Player:
    """Tries the settings in order inside the window."""

    def choose(sight: Sight) -> Setting | None:
        inside = sight.time - sight.first
        return None if inside < 0 else sight.settings[inside % len(sight.settings)]

    return Player("greedy", choose)


def searching_player(name: str = "search") -> Player:
    """Learns which setting the target output follows: a new one before the window while more than one
    timestep is left, the best one inside it."""
    tried = list[Setting | None]()
    hits = Counter[Setting | None]()

    def choose(sight: Sight) -> Setting | None:
        if tried and sight.hit:
            hits[tried[-1]] += 1
        chosen: Setting | None = None
        if sight.time >= sight.first:
            chosen = max(sight.settings, key=lambda setting: hits[setting])
        elif sight.left > 1:
            made = sum(setting is not None for setting in tried)
            chosen = sight.settings[made % len(sight.settings)]
        tried.append(chosen)
        return chosen

    return Player(name, choose)


class Person:
    """Reads one line per turn: ``r=1 q=0``, or an empty line to leave everything unchanged."""

    name = "person"

    def __init__(self, source: TextIO, screen: TextIO):
        self._source, self._screen = source, screen

    def turn(self, scene: Scene) -> Turn:
        """The turn on a line; the end of the input is a fault."""
        if not scene.history:
            self._screen.write(printable(scene.instructions + "\n"))
        elif scene.history[-1][1].outcome != "advanced":
            self._screen.write(printable(scene.history[-1][1].text + "\n"))
        names = ", ".join(parameter.name for parameter in scene.tools[0].parameters)
        self._screen.write(printable(f"\n{scene.observation}\nset ({names}), as in NAME=1 > "))
        self._screen.flush()
        line = self._source.readline()
        if not line:
            return Fault("the input ended")
        pairs = [word.partition("=") for word in line.replace(",", " ").split()]
        if not all(sign for _, sign, _ in pairs):
            return Utterance(line.strip())
        return Call(scene.tools[0].name, {name: value for name, _, value in pairs})
