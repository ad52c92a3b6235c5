"""The chosen checks of one time-travel level.

- `gold`: the stored plan is right as text, as data and as an episode record;
- `idle`: nothing, a shrug, DONE, STUCK and turns that the world refuses never score;
- `answers`: spoilt plans score exactly when the proof checker's own simulation reaches the goal by them, and
  episode records that claim what did not happen are refused;
- `proofs`: the checker accepts the record and refuses mutants of truth, gold, grades and certificates;
- `second`: Fast Downward finds the same optimum on the compilation.

In a level of more than ``LARGE`` states, where the checker counts for seconds, one mutant that only counting
refutes is tried.  There is no stored source and no published evaluator to compare with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import msgspec

from ...domains.environment import Call, digest, turn_json
from ...domains.timetravel.kernel import World
from ...domains.timetravel.level import of_world
from ...domains.timetravel.stops import INVALID_STREAK, SOLVED
from ...instances.records import Answer, Certificate, Episode, Grades, Instance, Json, Outcome, Step, Verdict
from ..checking import check, record_of
from ..judge import prepare
from ..proofs.timetravel.simulation import Game
from ..proofs.timetravel.world import read_level
from ..replay import CUT_SHORT
from ..timetravel.episode import environment, turns_of_plan
from .case import Case
from .draw import Draw
from .finding import Result
from .idle import NOTHING
from .options import AuditOptions

LARGE = 10_000
DRAWN = 3
Mutant = tuple[str, Instance]


class LevelSubject:
    """One level under audit."""

    def __init__(self, case: Case):
        self.instance, self.draw = case.instance, Draw(case.instance.id)
        self.truth: Json = case.instance.truth or {}
        self.plan: list[str] = list(self.truth.get("plan") or ())

    @cached_property
    def judge(self) -> Callable[[Answer], Verdict]:
        """The judge of answers."""
        return prepare(self.instance)

    def verdict(self, answer: Any) -> Verdict:
        """The verdict on a text, or on data."""
        if isinstance(answer, str):
            return self.judge(Answer(id=self.instance.id, response=answer))
        return self.judge(Answer(id=self.instance.id, answer=answer))

    def episode(self, plan: list[str]) -> Episode:
        """The record of playing a plan."""
        world, steps = environment(self.instance), list[Step]()
        for turn in turns_of_plan(world, plan):
            if world.stop is not None:
                break
            seen, told = digest(world.observe()), world.act(turn)
            action, figures = turn_json(turn), told.metadata
            steps.append(Step(action=action, outcome=told.outcome, observation=seen, metadata=figures))
        return Episode(
            instance=self.instance.id, agent="audit", steps=tuple(steps), stop=world.stop or CUT_SHORT
        )

    def solves(self, plan: list[str]) -> bool:
        """Whether playing a plan reaches the goal, by the simulation of the proof checker."""
        game = Game(read_level(record_of(self.instance).world))
        situation, refused = game.initial, 0
        for name in plan:
            move = game.named.get(name)
            if move is None or move.pre & ~situation[0]:
                refused += 1
                if refused >= INVALID_STREAK:
                    return False
                continue
            after = game.after(situation, ~move.delete, move.add)
            if after is None:
                return False
            situation, refused = after, 0
            if game.solved(situation[0]):
                return True
        return False


def checks(case: Case) -> Callable[[str, AuditOptions], Result]:
    """The checks of one case, by name."""
    level = LevelSubject(case)

    def made(name: str, options: AuditOptions) -> Result:
        result = Result.of(case.instance, name)
        if name in CHECKS and level.truth.get("kind") == "optimum":
            CHECKS[name](level, result)
        return result

    return made


def _gold(level: LevelSubject, result: Result) -> None:
    if level.instance.gold is None:
        return
    plan = level.instance.gold.splitlines()
    for spelling, answer in (("text", level.instance.gold), ("data", plan), ("episode", level.episode(plan))):
        told = level.verdict(answer)
        right = told.value == 1.0 and told.metadata.get("beyond_optimum") == 0
        result.probe(right)
        if not right:
            result.fault(f"the gold plan as {spelling} is judged {told.outcome.value}: {told.explanation}")


def _idle(level: LevelSubject, result: Result) -> None:
    no_turns = Episode(instance=level.instance.id, agent="audit", steps=(), stop=CUT_SHORT)
    answers: list[Any] = [*NOTHING, [], no_turns, *(_signalled(level, one) for one in ("DONE", "STUCK"))]
    if level.plan:
        answers.append(level.episode([level.plan[-1]] * INVALID_STREAK))
    if level.truth["length"] == 0:
        return
    for answer in answers:
        scored = level.verdict(answer).value == 1.0
        result.probe(not scored)
        if scored:
            result.fault(f"the idle answer {str(answer)[:100]!r} scores")


def _signalled(level: LevelSubject, word: str) -> Episode:
    world = environment(level.instance)
    told = world.act(Call(word))
    step = Step(action={"tool": word, "arguments": {}}, outcome=told.outcome)
    return Episode(instance=level.instance.id, agent="audit", steps=(step,), stop=world.stop or CUT_SHORT)


def _answers(level: LevelSubject, result: Result) -> None:
    plan = level.plan
    places = level.draw.sample(range(len(plan)), DRAWN, "place")
    mutants = [("without the last", plan[:-1]), ("twice the first", plan[:1] + plan)]
    mutants += [("without an action", plan[:place] + plan[place + 1 :]) for place in places]
    mutants += [("first moved to the end", plan[1:] + plan[:1])]
    for name, mutant in mutants:
        deserved = bool(mutant) and level.solves(mutant)
        scored = level.verdict(mutant).value == 1.0
        fate = "killed" if not scored else "equivalent" if deserved else "survived"
        result.probe(scored == deserved, fate, f"{name}: {fate}")
        if scored != deserved:
            result.fault(f"the plan {name} {'scores and fails' if scored else 'solves and does not score'}")
    for name, record in _forged(level):
        refused = level.verdict(record).outcome is Outcome.UNPARSED
        result.probe(refused, "killed" if refused else "survived")
        if not refused:
            result.fault(f"a record that claims {name} is not refused")


def _forged(level: LevelSubject) -> Iterator[tuple[str, Episode]]:
    short = level.episode(level.plan[:-1])
    yield "to have solved the level", msgspec.structs.replace(short, stop=SOLVED)
    if level.plan:
        again = level.episode([*level.plan[:-1], *level.plan[:1]])
        lied = tuple(msgspec.structs.replace(step, outcome="signal") for step in again.steps)
        yield "other outcomes", msgspec.structs.replace(again, steps=lied)
        blind = tuple(msgspec.structs.replace(step, observation="0" * 16) for step in again.steps)
        yield "other observations", msgspec.structs.replace(again, steps=blind)


def _proofs(level: LevelSubject, result: Result) -> None:
    refusal = check(level.instance).failed
    result.probe(refusal is None)
    if refusal is not None:
        result.fault(f"the checker refuses the record: {refusal}")
        return
    counted = list(_counted(level))
    if level.truth["states"] > LARGE:
        counted = level.draw.sample(counted, 1, "counted")
    for name, mutant in (*_plain(level), *counted):
        refusal = check(mutant).failed
        result.probe(refusal is not None, "killed" if refusal else "survived")
        if refusal is None:
            result.fault(f"the checker accepts a mutant: {name}", operator=name)


def _plain(level: LevelSubject) -> Iterator[Mutant]:
    """Mutants that a look, or playing the plan, refutes."""
    one, truth = level.instance, level.truth
    replace = msgspec.structs.replace
    if level.plan:
        yield "another gold", replace(one, gold="\n".join(level.plan[:-1]))
        yield "no gold", replace(one, gold=None)
        yield "a plan without its end", replace(one, truth={**truth, "plan": level.plan[:-1]})
        yield "a longer optimum", replace(one, truth={**truth, "length": truth["length"] + 1})
        yield "no optimum", replace(one, truth={**truth, "length": None})
    yield "a further key", replace(one, truth={**truth, "more": 1})
    for place, certificate in enumerate(one.certificates[:1]):
        odd = Certificate("oath", certificate.body)
        rest = one.certificates[place + 1 :]
        yield "an unknown kind", replace(one, certificates=(*one.certificates[:place], odd, *rest))


def _counted(level: LevelSubject) -> Iterator[Mutant]:
    """Mutants that only counting the states, or the levels without a part, refutes."""
    one, truth = level.instance, level.truth
    replace = msgspec.structs.replace
    for field in ("states", "dead_ends", "expiries"):
        more = {field: truth[field] + 1}
        changed = tuple(
            Certificate(each.kind, {**each.body, **more}) if each.kind == "distances" else each
            for each in one.certificates
        )
        yield f"more {field} in the truth", replace(one, truth={**truth, **more})
        yield f"more {field} everywhere", replace(one, truth={**truth, **more}, certificates=changed)
    for part in level.draw.sample(sorted(truth["without"]), 1, "part"):
        other = {**truth["without"], part: (truth["without"][part] or 0) + 1}
        changed = tuple(
            Certificate(each.kind, {"without": other}) if each.kind == "necessity" else each
            for each in one.certificates
        )
        yield (
            f"another optimum without {part}",
            replace(one, truth={**truth, "without": other}, certificates=changed),
        )
    kinds = [each.kind for each in one.certificates]
    for kind in kinds:
        left = tuple(each for each in one.certificates if each.kind != kind)
        yield f"no certificate {kind}", replace(one, certificates=left)
    fewer = one.grades or Grades()
    yield "a claim more", replace(one, grades=replace(fewer, certified=fewer.certified + 1))


def _second(level: LevelSubject, result: Result) -> None:
    from ..engines.outcome import Proven, Refuted
    from ..timetravel.second import shortest

    answer = shortest(World(of_world(level.instance.world)))
    if not isinstance(answer, Proven) and not (isinstance(answer, Refuted) and answer.optimal):
        result.counts["open"] += 1
        return
    length = None if isinstance(answer, Proven) else answer.cost
    same = length == level.truth["length"]
    result.probe(same, "claims by Fast Downward")
    if not same:
        ours = level.truth["length"]
        result.fault(
            f"EnginesDisagree: we prove {ours}, Fast Downward finds {length}", ours=ours, theirs=length
        )


CHECKS: dict[str, Callable[[LevelSubject, Result], None]] = {
    "gold": _gold,
    "idle": _idle,
    "answers": _answers,
    "proofs": _proofs,
    "second": _second,
}
