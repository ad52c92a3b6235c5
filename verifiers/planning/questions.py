"""From a question in words to the formal query: the plan it quotes, or the action it describes.

The action of a progression question is described in natural language ("debark car c2 to location l0 from the
ferry"), so it is looked for among the applicable actions over just the objects named.  Where several remain
whose effects differ, those whose effects the source stored are taken, else those whose schema's name
resembles the description most; what is then still open is refused rather than guessed.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from math import prod
from typing import Any

import msgspec

from ...domains.planning import atoms
from ...domains.planning.lifted import ActionModel, GroundAction
from ...domains.planning.pddl import parse
from ...domains.planning.tree import Problem
from ...instances.canonical import seal
from ...instances.errors import CertwrightError, RecordError
from ...instances.records import Instance, Json
from ..task import task_of

ROWS = 200_000  # ways to give the named objects to one schema; one with more is passed over
DESCRIPTION = 2_000  # how many characters the description of an action may have
_GROUP = re.compile(r"\(([^()]*)\)")
_BETWEEN = re.compile(r"(?:[\s,]*|([\"'])\s*,\s*\1|[\s,]*\d{1,6}[.:)]\s*)\Z")
_QUOTED = re.compile(r"[\"“]([^\"“”]*)[\"”]")
_NAME = r"[a-z0-9_-]"

Effects = tuple[frozenset[tuple[str, ...]], frozenset[tuple[str, ...]]]


def formal_query(instance: Instance) -> Instance:
    """The instance with ``query`` filled from its question, if that holds anything formal, under the id this
    gives. RecordError when the plan or action cannot be found, or not without doubt."""
    if instance.family != "planning" or instance.form != "gen" or instance.query:
        return seal(instance)
    state = task_of("planning", instance.task).formal
    return seal(instance if state is None else msgspec.structs.replace(instance, query=state(instance)))


def formal_queries(instances: Iterable[Instance | RecordError]) -> Iterator[Instance | RecordError]:
    """``formal_query`` of each instance of a stream; what fails comes as a RecordError in its place."""
    for instance in instances:
        try:
            yield instance if isinstance(instance, RecordError) else formal_query(instance)
        except RecordError as error:
            assert isinstance(instance, Instance)
            yield error.within(instance.source.key if instance.source else instance.id)


def quoted_actions(text: str) -> list[str]:
    """The longest run of ground actions in a text, canonical.

    Between the actions of a run there may be blanks, commas and numbers, and each may stand in quotes of its
    own.

    >>> quoted_actions('What of "[(SAIL l0 l1), (board c0  l1)]"?')
    ['(sail l0 l1)', '(board c0 l1)']
    """
    return max(_runs(text), key=len)


def _runs(text: str) -> list[list[str]]:
    runs: list[list[str]] = [[]]
    end = 0
    for match in _GROUP.finditer(text):
        parts = match.group(1).lower().split()
        if not parts or not _BETWEEN.match(text, end, match.start()):
            runs.append([])
        if parts:
            runs[-1].append(atoms.text(parts))
        end = match.end()
    return runs


def actions_of(field: str) -> Callable[[Instance], Json]:
    """What reads the sequence that a question quotes into a field of the query."""

    def fill(instance: Instance) -> Json:
        runs = _runs(instance.prompt.question)
        actions = max(runs, key=len)
        if not actions:
            raise RecordError("the question quotes no sequence of actions", field="question")
        if any(len(run) == len(actions) and run != actions for run in runs):
            raise RecordError("the question quotes several sequences of actions", field="question")
        return {field: actions}

    return fill


def described_action(instance: Instance) -> Json:
    """The ground action that a progression question describes."""
    question = instance.prompt.question
    quoted = _QUOTED.search(question)
    only = quoted_actions(question) if quoted is None else []
    if quoted is None and len(only) != 1:
        raise RecordError("the question quotes no action", field="question")
    text = only[0] if quoted is None else quoted.group(1).strip().lower()
    if len(text) > DESCRIPTION:
        raise RecordError(f"the description is longer than {DESCRIPTION} characters", field="question")
    try:
        problem = parse(instance.world["domain"], instance.world["problem"])
    except CertwrightError as error:
        raise RecordError(f"the world cannot be read: {error}", field="world") from None
    if actions := quoted_actions(text):
        over = applicable_over(problem, Counter(atoms.parse(actions[0])[1:]))
        fitting = [action for action in over if atoms.text(action.parts) == actions[0]]
    else:
        fitting = applicable_over(problem, mentions(text, problem.objects))
    stored = instance.source.answer if instance.source else None
    if (action := choose(fitting, text, problem, stored_effects(stored))) is None:
        why = "several applicable actions fit" if fitting else "no applicable action fits"
        raise RecordError(f"{why} the description {text[:100]!r}", field="question")
    return {"action": atoms.text(action.parts)}


def mentions(text: str, objects: Iterable[str]) -> Counter[str]:
    """How often each object is named in a text: the longest name at each place, as a whole word.

    >>> sorted(mentions("move c1 from l1-2 to l1-10 (c10's)", ["c1", "c10", "l1", "l1-1", "l1-10", "l1-2"]))
    ['c1', 'c10', 'l1-10', 'l1-2']
    """
    names = "|".join(map(re.escape, sorted(objects, key=lambda name: (-len(name), name))))
    if not names:
        return Counter()
    return Counter(re.findall(f"(?<!{_NAME})(?:{names})(?!{_NAME})", text.lower()))


def applicable_over(problem: Problem, named: Counter[str]) -> list[GroundAction]:
    """The actions applicable in the initial state over the named objects, by name.

    Actions that take each object as often as it is named come alone if there are any; next those that take
    each at least once; last those that leave out as few as possible.
    """
    model = problem.kept(ActionModel)
    ranked: dict[int, list[GroundAction]] = {}
    for schema in sorted(problem.domain.schemas.values(), key=lambda schema: schema.name):
        places = [sorted(problem.members(parameter.types) & named.keys()) for parameter in schema.parameters]
        if prod(map(len, places)) > ROWS:
            continue
        for row in product(*places):
            left_out = len(named) - len(set(row))
            rank = -1 if not left_out and Counter(row) == named else left_out
            if rank <= min(ranked, default=rank):
                action = model.instantiate((schema.name, *row))
                if action.applicable(problem.init):
                    ranked.setdefault(rank, []).append(action)
    best = min(ranked, default=None)
    return [] if best is None or (named and best == len(named)) else ranked[best]


def choose(
    actions: list[GroundAction], text: str, problem: Problem, stored: Effects | None
) -> GroundAction | None:
    """The one action meant, or None: equal effects, else the stored effects, else the likest name."""
    if not actions:
        return None
    by_effects: dict[Effects, list[GroundAction]] = {}
    for action in actions:
        by_effects.setdefault(effects(action, problem), []).append(action)
    if stored in by_effects:
        group = by_effects[stored]
    elif len(by_effects) == 1:
        group = actions
    else:
        groups = list(by_effects.values())
        likeness = [max(_likeness(action, text) for action in group) for group in groups]
        if likeness.count(max(likeness)) > 1:
            return None
        group = groups[likeness.index(max(likeness))]
    return min(group, key=lambda action: (-_likeness(action, text), action.parts))


def effects(action: GroundAction, problem: Problem) -> Effects:
    """What an action makes true and what it makes false in the initial state."""
    before = problem.fluent_init
    after = action.apply(before)
    return after - before, before - after


def stored_effects(answer: Any) -> Effects | None:
    """The effects that a source stored, or None when it stored none that can be read."""
    if not isinstance(answer, dict):
        return None
    try:
        pos, neg = (frozenset(atoms.parse(str(text)) for text in answer[key]) for key in ("pos", "neg"))
    except (CertwrightError, KeyError, TypeError):
        return None
    return pos, neg


def _likeness(action: GroundAction, text: str) -> float:
    """The share of the words of the schema's name that begin where a word of the description begins."""
    words = re.split(r"[-_]", action.parts[0])
    own = [word for word in re.findall(rf"{_NAME}+", text) if word not in action.parts[1:]]
    tails = ["".join(own[place:]) for place in range(len(own))]
    return sum(any(tail.startswith(word) for tail in tails) for word in words) / len(words)
