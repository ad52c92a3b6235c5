"""The baseline panel: solvers of the open view, players of the hidden view, and the tools of their tracks.

A solver receives machine, base trace, effect and budget; beyond its count it gives the empty certificate:

random   flips drawn at random within the budget;
greedy   repeatedly the atom that helps most (``generators.reactive.questions.tasks``);
search   flip sets by (timesteps, atoms, cells), up to a count of rollouts, without a tool;
tool     for each first timestep asks the local planner for a last one, up to a count of calls;
oracle   asks for the exact cheapest certificate.

A player sees only observations: random, greedy and search are those of ``agents.reactive``; tool plans with a
model that it learns, of how often the target output followed a setting after the previous outputs (the local
planner on that model); oracle plays the exact oracle's certificate.

Tools (DEC-053): EVAL-CB has none; EVAL-TA ``local-planner-v1``, which knows only what its caller knows (in
the open view, the machine); EVAL-OC ``oracle-exact-search-v1``, which has the machine.  A call that the track
does not allow is refused; the hash of an instance's log is in its run record.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import combinations, islice, product
from typing import Any

from ...domains.environment import Call, Turn
from ...domains.reactive.effect import effect_json
from ...generators.reactive.prompt import effect_text
from ...generators.reactive.questions.tasks import greedily
from ...generators.rng import Rng
from ...instances.errors import UnsupportedError
from ...instances.formats.gf01 import digest
from ...instances.records import Json
from ...verifiers.reactive.cells import Cells, by_step, steps_of
from ...verifiers.reactive.check import cheapest, check
from ...verifiers.reactive.gf01.policies import ALLOWLISTS, TRACK_OF_BASELINE
from ...verifiers.reactive.question import Interventions
from ..agents.agent import Agent, Scene
from ..agents.reactive import (
    Player,
    Setting,
    Sight,
    chance_player,
    greedy_player,
    observation_of,
    searching_player,
)

LOCAL, EXACT = "local-planner-v1", "oracle-exact-search-v1"
ROLLOUTS = 2_000  # flip sets that the search examines
CALLS = 64  # the most calls of the local planner


class Toolbox:
    """The tools of one track for one instance."""

    def __init__(self, track: str, question: Interventions, name: str):
        self._allowed, self.question, self._name = ALLOWLISTS[track], question, name
        self.calls: list[Json] = []

    @property
    def log(self) -> Json:
        """The calls, with arguments and results."""
        effect = effect_text(effect_json(self.question.effect))
        return {"instance_id": self._name, "effect": effect, "calls": self.calls}

    @property
    def log_hash(self) -> str:
        """The sha256 of the log; "" for a track without tools."""
        return "" if self._allowed == "none" else digest(self.log)

    def last_step(self, kept: Cells) -> Cells | None:
        """The local planner: ``kept`` and the first least flips at one more step that suffice, or None."""
        self._check(LOCAL)
        world = self.question.product
        taken = steps_of(kept, world.inputs)
        free = [step for step in range(world.horizon) if not taken >> step & 1]
        masks = range(1, 1 << world.inputs)
        tried = (kept | mask << step * world.inputs for step in free for mask in masks)
        left = taken.bit_count() < self.question.budget
        cells = next((cells for cells in tried if check(world, cells).sufficient), None) if left else None
        self.note({"flips": self._json(kept), "result": self._json(cells)})
        return cells

    def exact(self) -> Cells | None:
        """The oracle: a cheapest certificate within the budget of timesteps."""
        self._check(EXACT)
        cells = cheapest(self.question.product, self.question.budget, self.question.budget_atoms)
        self.calls.append({"tool": EXACT, "result": self._json(cells)})
        return cells

    def note(self, call: Json) -> None:
        """Log a call of the local planner, here on the caller's own model."""
        self._check(LOCAL)
        self.calls.append({"tool": LOCAL, **call})

    def _check(self, tool: str) -> None:
        if tool != self._allowed:
            raise UnsupportedError(f"the track allows {self._allowed}, not {tool}")

    def _json(self, flips: Cells | None) -> list[list[int]] | None:
        return None if flips is None else list(map(list, by_step(flips, self.question.product.inputs)))


# -- the open view


def by_chance(tools: Toolbox, rng: Rng) -> Cells:
    """A flip set drawn at random."""
    world = tools.question.product
    timesteps = 1 + rng.below(max(1, min(tools.question.budget, world.horizon)))
    steps = sorted(rng.sample(range(world.horizon), timesteps))
    return sum(1 + rng.below((1 << world.inputs) - 1) << step * world.inputs for step in steps)


def by_search(tools: Toolbox, rng: Rng) -> Cells:
    """The first valid set within the count of rollouts."""
    tried = islice(_sets(tools.question), ROLLOUTS)
    return next((flips for flips in tried if check(tools.question.product, flips).valid), 0)


def by_tool(tools: Toolbox, rng: Rng) -> Cells:
    """The result of the local planner, without redundant flips."""
    completed = map(tools.last_step, islice(_sets(tools.question), CALLS))
    flips = next((cells for cells in completed if cells is not None), 0)
    while removable := check(tools.question.product, flips).removable if flips else 0:
        flips &= ~(removable & -removable)
    return flips


SOLVERS: dict[str, Callable[[Toolbox, Rng], Cells]] = {
    "random": by_chance,
    "greedy": lambda tools, rng: greedily(tools.question) or 0,
    "search": by_search,
    "tool": by_tool,
    "oracle": lambda tools, rng: tools.exact() or 0,
}


def _sets(question: Interventions) -> Iterator[Cells]:
    """The flip sets of at most ``budget`` timesteps, the empty one first, by timesteps, atoms and cells."""
    world = question.product
    masks = sorted(range(1, 1 << world.inputs), key=lambda mask: (mask.bit_count(), mask))
    for used in range(question.budget + 1):
        for atoms in range(used, used * world.inputs + 1):
            for steps in combinations(range(world.horizon), used):
                for chosen in product(masks, repeat=used):
                    if sum(mask.bit_count() for mask in chosen) == atoms:
                        yield sum(mask << at * world.inputs for at, mask in zip(steps, chosen, strict=True))


# -- the hidden view


def planning_player(planner: Toolbox) -> Player:
    """Counts by the outputs of the previous step, and acts, with the setting of the best rate in the
    present context, when that indicates that acting helps; an untried one counts one half."""
    hits, seen = Counter[tuple[str, Setting | None]](), Counter[tuple[str, Setting | None]]()
    last: list[tuple[str, Setting | None]] = []  # the previous step's context and setting

    def choose(sight: Sight) -> Setting | None:
        context = json.dumps(sight.outputs, sort_keys=True)
        for key in last:
            seen[key] += 1
            hits[key] += sight.hit

        def rate(setting: Setting | None) -> float:
            return (hits[context, setting] + 1) / (seen[context, setting] + 2)

        chosen: Setting | None = None
        if sight.time < sight.first and sight.left > 1:
            chosen = min(sight.settings, key=lambda setting: seen[context, setting])
        elif sight.time >= sight.first:
            best = max(sight.settings, key=rate)
            chosen = best if rate(best) >= rate(None) else None
            planner.note({"context": context, "result": chosen})
        last[:] = [(context, chosen)]
        return chosen

    return Player("tool", choose)


class ByOracle:
    """Plays the exact oracle's certificate."""

    name = "oracle"

    def __init__(self, tools: Toolbox):
        self._tools = tools

    @cached_property
    def _atoms(self) -> list[list[Any]]:
        return self._tools.question.flipped(self._tools.exact() or 0)

    def turn(self, scene: Scene) -> Turn:
        """The interventions of this timestep."""
        tool, now = scene.tools[0], observation_of(scene)["t"]
        names = dict(zip(self._tools.question.inputs, tool.parameters, strict=True))
        return Call(tool.name, {names[ap].name: str(value) for step, ap, value in self._atoms if step == now})


def player(name: str, rng: Rng, tools: Toolbox) -> Agent:
    """The baseline of that name as a player of the hidden view."""
    if name == "oracle":
        return ByOracle(tools)
    if name == "tool":
        return planning_player(tools)
    if name == "random":
        return chance_player(rng)
    return greedy_player() if name == "greedy" else searching_player()


def toolbox(name: str, question: Interventions, instance: str) -> Toolbox:
    """The tools of a baseline's track."""
    return Toolbox(TRACK_OF_BASELINE[name], question, instance)
