"""Time-travel levels under audit: plans are held against the proof checker's own simulation.

There is no stored source and no published evaluator to compare with.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, ClassVar

from ...domains.environment import Call
from ...domains.timetravel.environment import IDLE, INVALID_STREAK, VISITS
from ...domains.timetravel.kernel import World
from ...domains.timetravel.level import of_world
from ...instances.records import Episode, Json, Verdict
from ..engines.outcome import Proven, Refuted
from ..judge import CUT_SHORT, JudgeOptions
from ..proofs.record import read
from ..proofs.timetravel.world import Game, read_level
from ..timetravel.judging import environment, turns_of_plan
from ..timetravel.second import shortest
from . import answers, subject
from .finding import AuditOptions, CheckResult
from .mutator import Path

LARGE = 10_000  # states of a level beyond which counting them takes the checker seconds


class Subject(subject.Subject):
    """One level."""

    answers: ClassVar[int] = 12

    def __init__(self, case: subject.AuditInput):
        super().__init__(case)
        self.decided = self.truth.get("kind") == "optimum"  # whether the length of a shortest plan is known

    @property
    def costly(self) -> bool:  # type: ignore[override]
        """Whether the level is large."""
        return bool(self.truth["states"] > LARGE)

    @cached_property
    def game(self) -> Game:
        """The level as the proof checker plays it."""
        return Game(read_level(read(self.data).world))

    def formal(self, data: Json) -> Any:
        """The level."""
        return read_level(data["world"])

    def near(self, path: Path, item: str) -> Iterator[tuple[str, str]]:
        """Other actions of the level."""
        if item in self.game.named:
            others = self.draw.sample(sorted(self.game.named.keys() - {item}), 2, item)
            yield from (("another action", other) for other in others)

    def more(self, path: Path, items: Sequence[Any]) -> Iterator[Any]:
        """Numbers, and actions where there are some."""
        yield from super().more(path, items)
        if items and isinstance(items[0], str) and items[0] in self.game.named:
            yield from self.draw.sample(sorted(self.game.named), 2, "more")

    def second(self, options: AuditOptions, result: CheckResult) -> None:
        """Ask Fast Downward for the length of a shortest plan of the compilation."""
        answer = shortest(World(of_world(self.instance.world)))
        if not isinstance(answer, Proven) and not (isinstance(answer, Refuted) and answer.optimal):
            result.counts["open"] += 1
            return
        theirs, ours = None if isinstance(answer, Proven) else answer.cost, self.truth["length"]
        text = f"we prove {ours}, Fast Downward finds {theirs}"
        result.claim(theirs == ours, "claims by Fast Downward", text, ours=ours, theirs=theirs)

    def value(self, text: str) -> Any:
        """The actions of a plan, which stand on lines."""
        return text.splitlines()

    def write(self, value: Any) -> Any:
        """The episode that plays a plan; None for what is no list of names of actions."""
        named = isinstance(value, list) and all(isinstance(name, str) for name in value)
        return self._episode(value) if named and self.game.named.keys() >= set(value) else None

    def _episode(self, plan: Sequence[str]) -> Episode:
        world = environment(self.instance)
        return self.recorded(world, turns_of_plan(world, plan))

    def spellings(self) -> Iterator[tuple[str, Any, JudgeOptions | None]]:
        """The plan as text, as data and as an episode."""
        yield "as text", self.instance.gold, None
        yield "as data", self.gold_value, None
        yield "as an episode", self._episode(self.gold_value), None

    def idle(self) -> Iterator[Any]:
        """Nothing, a shrug, DONE, STUCK and turns that the world refuses."""
        if self.truth["length"] == 0:
            return
        yield from (*answers.NOTHING, [])
        yield Episode(instance=self.instance.id, agent="audit", steps=(), stop=CUT_SHORT)
        for word in ("DONE", "STUCK"):
            yield self.recorded(environment(self.instance), [Call(word)])
        if self.truth["plan"]:
            yield self._episode([self.truth["plan"][-1]] * INVALID_STREAK)

    def played(self) -> Episode | None:
        """The episode that plays the stored plan."""
        return self._episode(self.gold_value) if self.gold_value else None

    def deserves(self, value: Any, verdict: Verdict) -> float | None:
        """Whether playing a plan reaches the goal before the world stops it."""
        game = self.game
        situation, refused, idle = game.initial, 0, 0
        visits = Counter([situation])
        for name in value[: environment(self.instance).budget]:
            move = game.named.get(name)
            if move is None or move.pre & ~situation[0]:
                refused, idle = refused + 1, idle + 1
            else:
                after = game.after(situation, move)
                if after is None:
                    return 0.0
                situation, refused = after, 0
                if game.solved(situation):
                    return 1.0
                visits[situation] += 1
                idle = 0 if visits[situation] == 1 else idle + 1
            if refused >= INVALID_STREAK or visits[situation] >= VISITS or idle >= IDLE:
                return 0.0
        return 0.0
