"""The baselines of the hidden view: they play the commit episode and see nothing but observations.

random   sets a random input now and then until the effect has happened;
greedy   waits for the window, then tries one setting a timestep;
search   spends all but one timestep of the budget on trying settings before the window, then uses the best;
tool     plans with a model that it learns on the way: how often the wished output followed a setting after
         the outputs of the step before (the local planner on that model; the machine is not in it);
oracle   asks the exact oracle of its track and plays what it says.

They are agents of the common protocol (``agents.agent``) and play any episode of the family, formulas too:
there the whole run counts, and the effect "happens" as long as the run so far satisfies the formula.
One run without rehearsal teaches little: the first four mark the floor of the view, the last its ceiling.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...domains.environment import Call, Turn
from ...domains.reactive.columns import PROFILE, read_frame
from ...domains.reactive.environment import UNCHANGED
from ...generators.rng import Rng
from ...verifiers.reactive.cells import members
from ...verifiers.reactive.question import Interventions
from ..agents.agent import Scene
from .toolbox import Toolbox

GOAL = re.compile(
    r"output (?P<ap>.+) is (?P<value>[01]) at (?:timestep|least once in timesteps) (?P<first>\d+)"
)
STEPS = re.compile(r"runs for timesteps 0 to (\d+);")
Setting = tuple[str, str]
"""A parameter of the tool, and "0" or "1"."""


@dataclass(frozen=True)
class Sight:
    """What a scene shows, read."""

    time: int
    outputs: dict[str, int] | None
    triggered: bool
    left: int
    """Timesteps of the budget that are left; 0 when no single setting is."""
    goal: tuple[str, int] | None
    """The output and its value; None for a formula."""
    first: int
    """The first timestep that counts."""
    last: int
    settings: tuple[Setting, ...]

    @classmethod
    def of(cls, scene: Scene) -> Sight:
        """Read observation, goal and tool of a scene."""
        seen = observation_of(scene)
        goal, steps = GOAL.search(scene.instructions), STEPS.search(scene.instructions)
        assert steps is not None
        atoms = seen["budget_a_remaining"]
        settings = tuple(
            (one.name, value)
            for one in scene.tools[0].parameters
            for value in one.choices
            if value != UNCHANGED
        )
        return cls(
            seen["t"],
            seen["y"],
            seen["effect_status"] == "triggered",
            0 if atoms == 0 else seen["budget_t_remaining"],
            None if goal is None else (goal["ap"], int(goal["value"])),
            0 if goal is None else int(goal["first"]),
            int(steps[1]) if goal is None else seen["t_star"],
            settings,
        )

    @property
    def done(self) -> bool:
        """Nothing is to be set any more: it has happened, it is too late, or the budget is used up."""
        return (
            (self.triggered and self.goal is not None)
            or self.time > self.last
            or not self.left
            or not self.settings
        )

    @property
    def hit(self) -> bool:
        """Whether the outputs that were seen last are the wished ones."""
        if self.goal is None:
            return self.triggered
        return self.outputs is not None and self.outputs.get(self.goal[0]) == self.goal[1]


def observation_of(scene: Scene) -> dict[str, Any]:
    """The canonical observation, out of JSON or out of a frame."""
    if scene.observation.startswith(PROFILE):
        return read_frame(scene.observation)
    seen: dict[str, Any] = json.loads(scene.observation)
    return seen


class Player:
    """An agent of the hidden view; subclasses choose one setting a timestep, or none."""

    name = ""

    def __init__(self, rng: Rng, tools: Toolbox | None = None):
        self.rng, self.tools = rng, tools

    def turn(self, scene: Scene) -> Turn:
        """Advance, with a setting or without."""
        sight = Sight.of(scene)
        setting = None if sight.done else self.choose(sight)
        return Call(scene.tools[0].name, dict([setting] if setting else []))

    def choose(self, sight: Sight) -> Setting | None:
        """The setting of this timestep; only asked while there is reason for one."""
        raise AssertionError("a player chooses")


class ByChance(Player):
    """Sets something at every third timestep on average."""

    name = "random"

    def choose(self, sight: Sight) -> Setting | None:
        """A random setting, or none."""
        return self.rng.choice(sight.settings) if self.rng.below(3) == 0 else None


class ByGreed(Player):
    """Tries the settings in order inside the window."""

    name = "greedy"

    def choose(self, sight: Sight) -> Setting | None:
        """The next setting inside the window."""
        if sight.time < sight.first:
            return None
        return sight.settings[(sight.time - sight.first) % len(sight.settings)]


class BySearch(Player):
    """Learns which setting is followed by the wished output, at the price of the budget."""

    name = "search"

    def __init__(self, rng: Rng, tools: Toolbox | None = None):
        super().__init__(rng, tools)
        self._tried: list[Setting | None] = []
        self._hits: Counter[Setting | None] = Counter()

    def choose(self, sight: Sight) -> Setting | None:
        """A new setting before the window while more than one timestep is left, the best one inside it."""
        if self._tried and sight.hit:
            self._hits[self._tried[-1]] += 1
        chosen: Setting | None = None
        if sight.time >= sight.first:
            chosen = max(sight.settings, key=lambda one: self._hits[one])
        elif sight.left > 1:
            chosen = sight.settings[sum(one is not None for one in self._tried) % len(sight.settings)]
        self._tried.append(chosen)
        return chosen


class Explorer(BySearch):
    """The same player, as ``certwright run --agent explorer`` calls it."""

    name = "explorer"


class ByTool(Player):
    """Keeps counts by the outputs of the step before, and acts when they say that acting helps."""

    name = "tool"

    def __init__(self, rng: Rng, tools: Toolbox):
        super().__init__(rng, tools)
        self._planner = tools
        self._before: str | None = None
        self._did: Setting | None = None
        self._hits: Counter[tuple[str, Setting | None]] = Counter()
        self._seen: Counter[tuple[str, Setting | None]] = Counter()

    def choose(self, sight: Sight) -> Setting | None:
        """The setting with the best rate in the present context; an untried one counts one half."""
        context = json.dumps(sight.outputs, sort_keys=True)
        if self._before is not None:
            key = (self._before, self._did)
            self._seen[key] += 1
            self._hits[key] += sight.hit
        explore = sight.time < sight.first and sight.left > 1
        chosen: Setting | None = None
        if explore:
            chosen = min(sight.settings, key=lambda one: self._seen[context, one])
        elif sight.time >= sight.first:
            idle, best = (
                self._rate(context, None),
                max(sight.settings, key=lambda one: self._rate(context, one)),
            )
            chosen = best if self._rate(context, best) >= idle else None
            self._planner.note({"context": context, "result": chosen})
        self._before, self._did = context, chosen
        return chosen

    def _rate(self, context: str, setting: Setting | None) -> float:
        key = (context, setting)
        return (self._hits[key] + 1) / (self._seen[key] + 2)


class ByOracle:
    """Plays the exact oracle's certificate."""

    name = "oracle"

    def __init__(self, tools: Toolbox, question: Interventions):
        self._tools, self._question = tools, question
        self._plan: dict[int, dict[int, int]] | None = None

    def turn(self, scene: Scene) -> Turn:
        """The interventions of this timestep."""
        if self._plan is None:
            self._plan = {}
            for cell in members(self._tools.exact() or 0):
                step, index = divmod(cell, len(self._question.inputs))
                value = 1 - (self._question.trace[step] >> index & 1)
                self._plan.setdefault(step, {})[index] = value
        names = [one.name for one in scene.tools[0].parameters]
        chosen = self._plan.get(observation_of(scene)["t"], {})
        return Call(scene.tools[0].name, {names[index]: str(value) for index, value in chosen.items()})


PLAYERS: dict[str, Callable[[Rng, Toolbox], Player]] = {
    player.name: player for player in (ByChance, ByGreed, BySearch, ByTool)
}
