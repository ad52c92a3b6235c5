"""Validation: where a sequence of actions first fails, or whether it is a plan.

A sequence whose first inapplicable action is asked for is a plan after up to three edits, drawn so that the
index of the first failure is spread evenly.  Most edits only use what the plan itself holds: an action comes
earlier or later, or two objects are exchanged all through some steps.  So the action that fails is one of
many that look the same, and most of what looks odd is applicable, or comes later.  Where it is asked whether
a sequence is a plan, the others are the same steps with some arguments exchanged.
"""

from collections.abc import Callable, Sequence

from ....domains.planning import atoms
from ....instances.places import table_beside
from ....instances.records import Instance, Json, Prompt
from ....verifiers.audit.guess.features.sequences import of_plans
from ....verifiers.audit.guess.features.words import context
from ....verifiers.audit.guess.question import Question
from ...rng import Rng
from ..distractors import other_arguments
from ..states import Scene
from ..walks import variants
from . import OptionPools, QuestionMaker, Words

LONGEST = 160  # actions in a sequence
STOPS = (1, 2, 2, 3, 3, 4, 5, 40)
"""Facts that a plan makes true on its way to the goal: most plans are short, a few are long."""
WAY_STATES = 300  # states evaluated to find the way to one of them
LONGEST_OPTION = 24  # actions in one of four sequences
SQUARES = 60  # pairs of exchanges that are looked at
TRIALS = 40  # edited plans that are looked at for one that fails at the drawn index


def plan_of(scene: Scene, rng: Rng, longest: int = LONGEST) -> list[int] | None:
    """A plan from the state, one of several, or by way of facts drawn on the way (``STOPS``). None when none
    was found or all are too long or a single step."""
    stops = rng.fork("stops").choice(STOPS)
    plans = variants(scene.task, rng, 2, scene.plan_states)
    if stops and longest == LONGEST:
        plans = [by_way_of(scene, rng.fork("way"), stops) or each for each in plans[:1]]
    fitting = [plan for plan in plans if 2 <= len(plan) <= longest]
    return rng.fork("which").choice(fitting) if fitting else None


def by_way_of(scene: Scene, rng: Rng, stops: int) -> list[int] | None:
    """A plan that first makes facts true, one after the other, that do not hold when their turn comes."""
    task, state, steps = scene.task, scene.task.init, list[int]()
    for stop in [*range(stops), None]:
        goal = task.goal
        if stop is not None:
            absent = [bit for bit in range(len(task.facts)) if not state >> bit & 1]
            goal = 1 << rng.fork("stop", stop).choice(absent) if absent else 0
        way = scene.searcher.search(goal, states=[state], limit=WAY_STATES).plan
        if way is None and stop is None:
            return None
        for number in way or ():
            steps.append(number)
            state = task.operators[number].apply(state)
    return steps


def named(scene: Scene, numbers: list[int]) -> list[str]:
    """The texts of a sequence."""
    return [scene.name(number) for number in numbers]


def generative(scene: Scene, rng: Rng) -> Json | None:
    """A plan after some edits, that first fails as close as may be to an index drawn evenly."""
    if (plan := plan_of(scene, rng.fork("plan"))) is None:
        return None
    names = named(scene, plan)
    wanted = rng.fork("index").below(len(names))
    tried = [edited(scene, names, rng.fork("edited", trial)) for trial in range(TRIALS)]
    failing = [(abs(n - wanted), each) for each in tried if (n := first_failing(scene, each)) is not None]
    return {"actions": min(failing, key=lambda pair: pair[0])[1]} if failing else None


def boolean(scene: Scene, rng: Rng, answer: bool) -> Json | None:
    """Whether a sequence is applicable, or a plan: a corner of a square of sequences."""
    plan = plan_of(scene, rng.fork("plan"), longest=LONGEST_OPTION)
    made = squares(scene, rng.fork("squares"), plan) if plan else []
    if not made:
        return None
    sequences = made[0]
    asks = rng.fork("asks").choice(["valid", "applicable", "plan"])
    options = sequences[:1] if answer else sequences[1:]
    if asks == "applicable":
        options = [each for each in sequences if (first_failing(scene, each) is None) == answer]
    return {"actions": rng.fork("corner").choice(options), "asks": asks} if options else None


def choice(scene: Scene, rng: Rng) -> OptionPools | None:
    """A plan among sequences of the same steps with objects exchanged (``squares``)."""
    plan = plan_of(scene, rng.fork("plan"), longest=LONGEST_OPTION)
    squares_drawn = squares(scene, rng.fork("squares"), plan) if plan else []
    fours = [[{"actions": actions} for actions in square] for square in squares_drawn]
    return OptionPools([], [], {"asks": "plan"}, fours=fours) if fours else None


def squares(scene: Scene, rng: Rng, plan: list[int]) -> list[list[list[str]]]:
    """Sets of four: the plan, and what two exchanges make of it, each alone and both, which is no plan.

    The four are the corners of a square: each is one exchange away from two others, both away from the
    fourth, whichever of them is the plan.  The squares come first whose corners are most alike in what a
    guesser measures of a sequence.
    """
    names = named(scene, plan)
    made = list[tuple[int, int, list[list[str]]]]()
    for trial in range(SQUARES):
        draw = rng.fork(trial)
        pair = [exchange(scene, names, draw.fork(side)) for side in ("first", "second")]
        if not all(pair) or pair[0].keys() & pair[1].keys():
            continue
        square = [names]
        for changed in pair:
            square += [_with(changed, each) for each in square]
        ends = [run(scene, sequence) for sequence in square[1:]]
        if not any(many == len(names) and scene.task.satisfied(end) for many, end in ends):
            made.append((_unlike(scene, square), trial, square))
    return [square for _, _, square in sorted(made)]


def _unlike(scene: Scene, square: list[list[str]]) -> int:
    """In how many measures of sequences, and how far, the corners differ: ranks, summed."""
    asked: Json = {"domain": scene.domain, "world": scene.record, "query": {}, "prompt": Prompt(question="")}
    bare = Instance(id="", family="planning", task="val", form="mcq", **asked)
    options = tuple({"actions": sequence} for sequence in square)
    question = Question(bare, options, tuple(map(" ".join, square)), ())
    measures = [*of_plans(question).items(), *context(question).items()]
    return sum(len(set(numbers)) - 1 for _, numbers in measures)


MAKER = QuestionMaker(
    table_beside(__file__, Words), generative, choice, boolean=boolean, solvable=True, quick=True
)


MOST = 3  # edits of one sequence
THROUGH = 4  # out of so many exchanges one concerns two steps alone


def edited(scene: Scene, names: Sequence[str], rng: Rng) -> list[str]:
    """The sequence after one to three drawn edits, as long as before."""
    sequence = list(names)
    for number in range(1 + rng.fork("many").below(MOST)):
        draw = rng.fork("edit", number)
        sequence = draw.choice(EDITS)(scene, sequence, draw)
    return sequence


def run(scene: Scene, names: Sequence[str]) -> tuple[int, int]:
    """How many of the actions apply, each in its turn, and the state that these lead to."""
    state = scene.task.init
    for index, name in enumerate(names):
        if (operator := scene.task.named(name, state)) is None:
            return index, state
        state = operator.apply(state)
    return len(names), state


def first_failing(scene: Scene, names: Sequence[str]) -> int | None:
    """The index of the first action that is not applicable in its turn; None where all are."""
    index, _ = run(scene, names)
    return index if index < len(names) else None


def moved(scene: Scene, names: list[str], rng: Rng) -> list[str]:
    """One action earlier or later."""
    start, end = rng.fork("moved").sample(range(len(names)), 2)
    rest = [*names[:start], *names[start + 1 :]]
    return [*rest[:end], names[start], *rest[end:]]


def exchanged(scene: Scene, names: list[str], rng: Rng) -> list[str]:
    """Two objects exchanged in some steps."""
    return _with(exchange(scene, names, rng.fork("exchanged")), names)


def _with(changed: dict[int, str], names: Sequence[str]) -> list[str]:
    return [changed.get(place, name) for place, name in enumerate(names)]


def altered(scene: Scene, names: list[str], rng: Rng) -> list[str]:
    """Another object in one action."""
    place = rng.fork("altered").below(len(names))
    other = next(other_arguments(scene.problem, atoms.parse(names[place]), rng.fork("argument")), None)
    return [*names[:place], atoms.text(other) if other else names[place], *names[place + 1 :]]


def exchange(scene: Scene, names: Sequence[str], rng: Rng) -> dict[int, str]:
    """The steps that are different when two objects are exchanged, all through some steps or in two of them.
    Exchanged all through, the steps still follow from each other as those of a plan do."""
    rows = [atoms.parse(name) for name in names]
    first, last = sorted(rng.fork("steps").sample(range(len(rows)), 2))
    spanned = range(first, last + 1) if rng.fork("through").below(THROUGH) else (first, last)
    types = scene.problem.objects
    words = sorted({word for n in spanned for word in rows[n][1:] if word in types})
    pairs = [(a, b) for a in words for b in words if a < b and types[a] == types[b]]
    if not pairs:
        return {}
    a, b = rng.fork("objects").choice(pairs)
    other = {a: b, b: a}
    changed = {n: atoms.text(tuple(other.get(word, word) for word in rows[n])) for n in spanned}
    return {n: text for n, text in changed.items() if text != names[n]}


EDITS: tuple[Callable[[Scene, list[str], Rng], list[str]], ...] = (moved, exchanged, altered)
