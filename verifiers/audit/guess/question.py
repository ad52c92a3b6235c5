"""What a guesser chooses among: the answers to one question, and what each is worth.

Options of a choice, and the patches of a masked frame; of a yes/no question the one item; of generative tasks
the indices (`val`), removals (`just`), applicable actions (`nexta`), facts about objects of the goal
(`land`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from ....domains.planning import atoms
from ....domains.planning.tree import Problem
from ....instances.records import Instance, Json
from ...planning.items import LETTERS
from ...planning.world import read_world

MOST = 150  # answers of one generative question that are looked at, spread evenly over all of them


@dataclass(frozen=True)
class Question:
    """One question with its possible answers."""

    instance: Instance
    options: tuple[Json, ...]  # what each answer says, as the query has it; of a yes/no question the one item
    texts: tuple[str, ...]  # the same as the prompt words it
    worth: tuple[float, ...]  # what each answer scores; of a yes/no question yes and no

    @property
    def yes_no(self) -> bool:
        """Whether one item is asked about."""
        return len(self.options) == 1

    @property
    def chance(self) -> float:
        """What an answer drawn evenly earns; or more, where the record states what one may know blindly."""
        return max(sum(self.worth) / len(self.worth), self.instance.difficulty.get("blind", 0.0))

    @cached_property
    def problem(self) -> Problem | None:
        """The planning problem whose initial state is asked about."""
        return read_world(self.instance.world).problem if self.instance.family == "planning" else None


def group_of(instance: Instance) -> str:
    """Family, task and form; of time travel the level too, since its bounds go by level."""
    level = f"/level {instance.level}" if instance.family == "timetravel" else ""
    return f"{instance.family}/{instance.task}/{instance.form}{level}"


def question_of(instance: Instance) -> Question | None:
    """The question with its answers; None where there is no list of them, or no complete truth."""
    truth = instance.truth or {}
    if truth.get("kind") == "option":
        options = tuple({"picture": rows} for rows in instance.query["options"])
        return _lettered(instance, options, tuple("\n".join(option["picture"]) for option in options))
    if truth.get("answer") is None and instance.form in ("bool", "mcq"):
        return None
    if instance.form == "mcq":
        shared = {key: value for key, value in instance.query.items() if key != "options"}
        options = tuple({**shared, **option} for option in instance.query["options"])
        return _lettered(instance, options, instance.prompt.choices or tuple(map(str, options)))
    if instance.form == "bool":
        yes = float(truth["answer"] is True)
        return Question(instance, (instance.query,), (instance.prompt.question,), (yes, 1 - yes))
    maker = _GENERATIVE.get(f"{instance.family}/{instance.task}/{instance.form}/{truth.get('kind')}")
    return maker(instance, truth) if maker else None


def _lettered(instance: Instance, options: tuple[Json, ...], texts: tuple[str, ...]) -> Question:
    right = LETTERS.index((instance.truth or {})["answer"])
    return Question(instance, options, texts, tuple(float(place == right) for place in range(len(options))))


def _indices(instance: Instance, truth: Json) -> Question:
    actions = instance.query["actions"]
    worth = tuple(float(place == truth["index"]) for place in range(len(actions)))
    return Question(instance, tuple({"action": action} for action in actions), tuple(actions), worth)


def _removals(instance: Instance, truth: Json) -> Question:
    plan = instance.query["plan"]
    removed = [[start, count] for count in (1, 2) for start in range(len(plan) - count + 1)]
    fine = {1: set(truth["singles"]), 2: set(truth["pairs"])}
    return Question(
        instance,
        tuple({"plan": plan, "remove": each} for each in removed),
        tuple(" ".join(plan[start : start + count]) for start, count in removed),
        tuple(float(start in fine[count]) for start, count in removed),
    )


def _next_actions(instance: Instance, truth: Json) -> Question | None:
    names = sorted(truth["closer"] + truth["not_closer"])
    if truth["undecided"] or not names:
        return None
    worth = tuple(float(name in truth["closer"]) for name in names)
    return Question(instance, tuple({"action": name} for name in names), tuple(names), worth)


def _landmarks(instance: Instance, truth: Json) -> Question | None:
    if truth["undecided"]:
        return None
    world = read_world(instance.world)
    goal = {name for fact in world.problem.goal for name in fact[1:]}
    trivial = {atoms.text(fact) for fact in (*world.problem.init, *world.problem.goal)}
    legal = (fact for fact in world.legal_items(actions=False) if fact not in trivial)
    facts = [fact for fact in legal if goal.intersection(atoms.parse(fact)[1:])]
    names = [*facts[:: 1 + len(facts) // MOST], "None"]
    worth = tuple(float(truth["none"] if name == "None" else name in truth["items"]) for name in names)
    options = tuple({"text": name} if name == "None" else {"fact": name} for name in names)
    return Question(instance, options, tuple(names), worth)


_GENERATIVE: dict[str, Callable[[Instance, Json], Question | None]] = {
    "planning/val/gen/index": _indices,
    "planning/just/gen/subsequence": _removals,
    "planning/nexta/gen/next_action": _next_actions,
    "planning/land/gen/landmarks": _landmarks,
}
