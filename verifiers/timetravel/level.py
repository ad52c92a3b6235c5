"""Levels as records, and their labels: the optimum, proven by search and confirmed by Fast Downward.

The truth holds ``length`` (null where no plan exists), a shortest ``plan``, ``states``, ``dead_ends``,
``expiries`` (pairs of a state and an action that end in a decay), and ``without``, the optimum of the level
without each of its parts.  Certificates: ``plan``, ``distances`` and ``necessity``.  The gold answer is the
plan, where the turns of an episode suffice for it.
"""

from collections.abc import Callable

from ...domains.planning import atoms
from ...domains.timetravel.environment import AGENT_FAULT, API_FAILURE, BUDGET, SOLVED
from ...domains.timetravel.kernel import World
from ...domains.timetravel.level import NAMES, Level, of_world, shipped
from ...instances.canonical import seal
from ...instances.errors import LimitError
from ...instances.records import CANARY, Certificate, Code, Grades, Instance, Json, Outcome, Prompt
from ..reading.kinds import AnswerKind
from ..task import Judgement, Labelled, Task, correct, incorrect
from .metrics import Metrics
from .optimum import MAX_STATES, Optimum, lengths_without, solve

SHIPPED_DOMAIN = "saltmere"  # the scenario in which the six levels of the package play


def instance_of(level: Level, *, domain: str, difficulty: int | None = None) -> Instance:
    """The unlabelled record of a level; ``domain`` is the scenario that it plays in."""
    literals = [atoms.text(fact) for fact in level.problem.goal]
    literals += [atoms.negation(atoms.text(fact)) for fact in level.problem.negative_goal]
    shown = Prompt(f"Act until this holds: {' and '.join(literals)}", context=level.about.story)
    asked: Json = {"task": "level", "form": "episode", "domain": domain, "world": level.world(), "query": {}}
    made = Instance(id="", family="timetravel", **asked, prompt=shown, level=difficulty, canary=CANARY)
    return seal(made)


def shipped_instances() -> list[Instance]:
    """The unlabelled records of the six levels, L01 first; their difficulty is their number."""
    return [instance_of(shipped(key), domain=SHIPPED_DOMAIN, difficulty=n) for n, key in enumerate(NAMES, 1)]


def label(world: Json) -> Labelled:
    """The truth of a level as a record holds it, undecided beyond ``MAX_STATES`` states. RecordError or
    WorldError when the world is no level, EnginesDisagreeError when the two searches differ."""
    from .second import agreed

    try:
        level = of_world(world)
        optimum = solve(World(level), limit=MAX_STATES)
        lengths = lengths_without(level, limit=MAX_STATES)
    except LimitError:
        return Labelled({"kind": "undecided"}, grades=Grades(undecided=1))
    agreed(optimum)
    return labelled(optimum, lengths)


def labelled(optimum: Optimum, lengths: dict[str, int | None]) -> Labelled:
    """The label that an exhaustive search, and those of the level without each of its parts, give."""
    budget = optimum.world.level.about.budget or BUDGET
    gold = "\n".join(optimum.plan) if optimum.length is not None and optimum.length <= budget else None
    proofs = (*certificates(optimum), Certificate("necessity", {"without": lengths}))
    claims = Grades(certified=1 + len(lengths))
    return Labelled({**truth(optimum), "without": lengths}, proofs, claims, gold, difficulty(optimum))


def truth(optimum: Optimum) -> Json:
    """The part of the truth record that one search gives."""
    return {
        "kind": "optimum",
        "length": optimum.length,
        "plan": list(optimum.plan),
        "states": len(optimum.states),
        "dead_ends": optimum.dead_ends,
        "expiries": optimum.expiries,
    }


def certificates(optimum: Optimum) -> tuple[Certificate, ...]:
    """What proves it to the checker."""
    shared = {key: value for key, value in truth(optimum).items() if key not in ("kind", "plan")}
    distances = Certificate("distances", {**shared, "layers": list(optimum.layers)})
    if optimum.length is None:
        return (distances,)
    return Certificate("plan", {"actions": list(optimum.plan)}), distances


def difficulty(optimum: Optimum) -> dict[str, float]:
    """Figures that tell how hard a level is."""
    world, total = optimum.world, len(optimum.states)
    return {
        "length": float(optimum.length or 0),
        "states": float(total),
        "actions": float(len(world.operators)),
        "rules": float(len(world.rules)),
        "unstable": float(len(world.unstable)),
        "dead_end_share": optimum.dead_ends / total,
    }


def judge(truth: Json) -> Callable[[Metrics], Judgement]:
    """Solved or not, with all figures; undecided where the infrastructure failed."""

    def judged(metrics: Metrics) -> Judgement:
        figures, optimum = metrics.json(), truth.get("length")
        if metrics.stop_reason == SOLVED:
            if isinstance(optimum, int) and metrics.plan_length is not None:
                figures["beyond_optimum"] = metrics.plan_length - optimum
            return correct(f"solved with {metrics.plan_length} valid actions", **figures)
        if metrics.stop_reason == API_FAILURE:
            explanation = "the infrastructure failed before the episode was over"
            return Judgement(Outcome.UNDECIDED, Code.API_FAILURE, explanation, figures)
        figures["agent_fault"] = AGENT_FAULT.get(metrics.stop_reason)
        return incorrect(Code.GOAL_NOT_REACHED, f"the episode ended with {metrics.stop_reason}", **figures)

    return judged


TASK = Task(
    number=1,
    title="level to be solved",
    paper="Episode",
    groups={"episode": "timetravel_level"},
    shape=AnswerKind.PLAN,
    label=label,
    judge=judge,
)
