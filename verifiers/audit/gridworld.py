"""Grid-world questions under audit: episodes of them, plain play, and what an answer deserves.

Plain play is the machine and nothing else: no classes of clicks, no belief support, no enumerated outcomes.
Its other realisations come of draws that are uniform and independent, as the reference's generator's are not.
There is no published evaluator to compare with.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, ClassVar

from ...domains.environment import Call, Turn
from ...domains.gridworld.actions import KEYS, Action
from ...domains.gridworld.environment import Question
from ...domains.gridworld.frames import Grid, agrees
from ...domains.gridworld.machine import Machine
from ...domains.gridworld.program import Program
from ...domains.gridworld.questions import LETTERS, Change, Planning
from ...instances.canonical import encode
from ...instances.errors import CertwrightError
from ...instances.records import Episode, Json, Verdict
from ..checking import fast_world
from ..gridworld.judging import environment, question_of
from ..judge import JudgeOptions
from ..proofs.gridworld.autumn.machine import Machine as PlainMachine
from ..proofs.gridworld.autumn.program import Program as PlainProgram
from ..proofs.gridworld.world import World
from . import answers, subject
from .mutator import Draw, Path

CHANCES = 200  # realisations that are played
WAITED = 30
KINDS = ("option", "goal", "change")
SCOPES = ("every-realisation", "trajectory")


class Dice:
    """Uniform and independent draws of one play."""

    def __init__(self, draw: Draw, play: int):
        self._draw, self._play, self.state = draw, play, 0

    def next(self, bound: int) -> int:
        """A number from 0 to bound - 1."""
        self.state += 1
        return self._draw.rank("play", self._play, self.state) % bound


class Subject(subject.Subject):
    """One question.  The value of an answer: a letter, lines, or of a change lines and the chosen frame."""

    answers: ClassVar[int] = 12
    costly = True
    formal_fields: ClassVar[tuple[str, ...]] = ("world", "query", "domain")

    def __init__(self, case: subject.AuditInput):
        super().__init__(case)
        self.decided = self.truth.get("kind") in KINDS
        # rules for what is seen of stored actions and plans read the truth; none reads the prompt
        seen = {proof.kind for proof in self.instance.certificates} <= {"support", "search", "actions"}
        self.settled = frozenset({"gold", "grades", "prompt", "domain", *(("truth",) if seen else ())})

    @cached_property
    def question(self) -> Question:
        """What is asked."""
        return question_of(self.instance)

    def blank(self, data: Json) -> Any:
        """What the checker knows before any certificate; it searches on the fast machine."""
        knowledge = super().blank(data)
        knowledge.use(fast_world)
        return knowledge

    def formal(self, data: Json) -> Any:
        """The programs as they are parsed, and the query but for the run that a label starts from."""
        query = {key: part for key, part in data["query"].items() if key != "witness"}
        texts = [data["world"]["program"], *([query.pop("changed")] if "changed" in query else ())]
        return repr([PlainProgram(text).statements for text in texts]), encode(query)

    def near(self, path: Path, item: str) -> Iterator[tuple[str, str]]:
        """Other letters, actions and scopes."""
        options = LETTERS[: len(self.instance.query.get("options", ()))]
        if item in options:
            yield from (("another letter", letter) for letter in options if letter != item)
        elif item in SCOPES:
            yield "another scope", SCOPES[1 - SCOPES.index(item)]
        elif item in ("noop", *KEYS):
            yield "another action", self.draw.choice([key for key in ("noop", *KEYS) if key != item], item)
        elif item.startswith("click "):
            yield "no action", "noop"

    def more(self, path: Path, items: Sequence[Any]) -> Iterator[Any]:
        """Numbers, and a step more where there are steps."""
        yield from super().more(path, items)
        if items and isinstance(items[0], str) and items[0] in ("noop", *KEYS):
            yield "noop"

    def excused(self, mutant: Json, field: str) -> bool:
        """How many states a search has met proves nothing, and what every draw shows the seed's shows too.

        A change may be shown by other actions that are as good.
        """
        if super().excused(mutant, field):
            return True
        if field == "truth" and self.instance.task == "change":
            other = {**mutant["truth"], "actions": self.truth["actions"]} != self.truth
            return not other and self._shows(mutant["truth"]["actions"])
        weaker = {"scope": SCOPES[1]} if mutant["truth"].get("scope") == SCOPES[1] else {}
        same = {**weaker, "states": 0}

        def said(record: Json) -> tuple[Json, list[Any]]:
            proofs = [(proof["kind"], {**proof["body"], **same}) for proof in record["certificates"]]
            return {**record["truth"], **weaker}, proofs

        return said(mutant) == said(self.data)

    @staticmethod
    def statement(truth: Json) -> Json:
        """The truth without the actions of a change, of which there are many."""
        return {key: part for key, part in truth.items() if (truth["kind"], key) != ("change", "actions")}

    def _shows(self, lines: Sequence[str]) -> bool:
        """Whether these actions show the change at their end: as the seed draws, or first of all that may."""
        question, actions = self.question, [Action.parse(line) for line in lines]
        assert isinstance(question, Change)
        if self.truth["shortest"]:
            return len(actions) == self.truth["steps"] and _may_show(question, actions)
        return _shown_at(question, actions) == len(actions)

    # answers

    def value(self, text: str) -> Any:
        """The lines of an answer."""
        lines = text.splitlines()
        if self.instance.task == "mfp":
            return lines[0] if lines else None
        return {"frame": len(lines), "lines": lines} if self.instance.task == "change" else lines

    def write(self, value: Any) -> Any:
        """The episode that plays a value; None for what no turns say."""
        try:
            return self.recorded(environment(self.instance), self._turns(value))
        except (CertwrightError, TypeError, ValueError, KeyError, AttributeError):
            return None

    def _turns(self, value: Any) -> list[Turn]:
        turns: list[Turn] = [Call("go-to-test")]
        if self.instance.task == "mfp":
            choice = Call("choose_option_i", {"i": LETTERS.index(value)})
            return [*turns, *[Call("step")] * len(self.instance.query["actions"]), choice]
        lines = value["lines"] if self.instance.task == "change" else value
        turns += (Action.parse(line).call() for line in lines)
        if self.instance.task == "change":
            choice = Call("choose_grid_i", {"i": value["frame"]})
            turns += [Call("found-the-change"), choice, Call("submit")]
        return turns

    def spellings(self) -> Iterator[tuple[str, Any, JudgeOptions | None]]:
        """As text, as data and as an episode."""
        gold = self.instance.gold or ""
        yield "as text", gold, None
        yield "as data", gold.splitlines(), None
        yield "as an episode", self.write(self.gold_value), None

    def idle(self) -> Iterator[Any]:
        """Nothing, a shrug, walking about and out."""
        yield from (*answers.NOTHING, [])
        explored = [Call("noop")] * 3
        for walk in ([], explored, [*explored, Call("quit")], [Call("go-to-test")]):
            yield self.recorded(environment(self.instance), walk)

    def strategies(self) -> Iterator[tuple[str, Any]]:
        """Every letter; waiting for a step, and for many."""
        query = self.instance.query
        if self.instance.task == "mfp":
            yield from (("a letter", letter) for letter in LETTERS[: len(query["options"])])
            return
        for steps in (1, min(WAITED, query.get("budget", WAITED))):
            yield "waiting", self.value("\n".join(["noop"] * steps))

    def wrong(self) -> Iterator[tuple[str, Any]]:
        """A wait before all, a wait in the place of an action, frames about the defect."""
        if self.instance.task == "mfp" or self.instance.gold is None:
            return
        lines = self.instance.gold.splitlines()
        yield "waiting first", self.value("\n".join(["noop", *lines]))
        yield "the first moved to the end", self.value("\n".join([*lines[1:], lines[0]]))
        for place in self.draw.sample(range(len(lines)), 3, "place"):
            yield "an action left out", self.value("\n".join([*lines[:place], "noop", *lines[place + 1 :]]))
        if self.instance.task == "change":
            for frame in sorted({0, *range(max(0, len(lines) - 2), len(lines))}):
                yield "another frame", {"frame": frame, "lines": lines}

    def played(self) -> Episode | None:
        """The episode that plays the gold answer."""
        return self.write(self.gold_value) if self.instance.gold else None

    def deserves(self, value: Any, verdict: Verdict) -> float | None:
        """What an answer is worth.

        The stored option; whether plain play shows the goal; the distance of the chosen frame from the
        defect time, which the proof checker's own walk finds.
        """
        if self.instance.task == "mfp":
            return float(value == self.truth["answer"])
        question = self.question
        if isinstance(question, Planning):
            actions = [Action.parse(line) for line in value][: question.budget]
            shown = frames_of(Machine(question.program, question.rng_seed), actions)
            return float(any(agrees(frame, question.goal) for frame in shown[1:]))
        assert isinstance(question, Change)
        actions, chosen = [Action.parse(line) for line in value["lines"]], value["frame"]
        time = _shown_at(question, actions) if type(chosen) is int else None
        if time is None or chosen < time - 1 or chosen > len(actions):
            return 0.0
        ratio = chosen / time
        late = 1.377 / (1.0 - ratio * math.exp(-ratio)) - 1.178
        return 1.0 if chosen <= time else min(1.0, max(0.0, late))

    def realisations(self, program: Program, actions: Sequence[Action]) -> Iterable[list[Grid]]:
        """The frames of these actions in play after play, the draws of each step others than the seed's."""
        machine = Machine(program, self.question.rng_seed)
        start = machine.snapshot()
        for play in range(CHANCES):
            machine.restore(start)
            machine.draw_from(Dice(self.draw, play))
            yield frames_of(machine, actions)


def _shown_at(question: Change, actions: Sequence[Action]) -> int | None:
    """The first step whose frame the base world cannot show, found by the proof checker's walk."""
    shown = frames_of(Machine(question.changed, question.rng_seed), actions)
    world = World(PlainMachine(question.program.text), question.program.text)
    layer = {world.start(question.rng_seed)}
    for step, action in enumerate(actions, 1):
        layer = world.showing(world.after(layer, str(action)), shown[step])
        if not layer:
            return step
    return None


def _may_show(question: Change, actions: Sequence[Action]) -> bool:
    """Whether under some draws the base world cannot show what is seen by the end, and never before."""
    texts = question.program.text, question.changed.text
    base, changed = (World(PlainMachine(text), text) for text in texts)
    pairs = {(changed.start(question.rng_seed), frozenset((base.start(question.rng_seed),)))}
    for step, action in enumerate(map(str, actions), 1):
        pairs = {
            (end, frozenset(base.showing(base.after(layer, action), changed.frame(end))))
            for state, layer in pairs
            for end in changed.taken(state, action)
        }
        if not all(layer for _, layer in pairs):
            return step == len(actions)
    return False


def frames_of(machine: Machine, actions: Iterable[Action]) -> list[Grid]:
    """The present frame, and those after each action."""
    frames = [grid_of(machine)]
    for action in actions:
        machine.step(action)
        frames.append(grid_of(machine))
    return frames


def grid_of(machine: Machine) -> Grid:
    """The frame as a value."""
    return tuple(map(tuple, machine.frame()))
