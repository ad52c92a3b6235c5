"""One level: ordered, drawn, lengthened to its optimum, proven, and kept only if every part of it matters.

Attempt after attempt (``ATTEMPTS`` at most) a blueprint is drawn and told in the scenario's words.  It is
kept when exhaustive search finds exactly the optimum that was ordered, when taking away any lock, rule,
epoch or decay changes that optimum or leaves no plan, and when Fast Downward, on the compilation, finds the
same length.  Every refusal is counted by its reason.

A level that is too short is lengthened: the ways that its plan walks get more cells.  Each way counts how
often the plan walks it, and lengths are chosen that add up.  Another plan may then be shorter, so the level
is searched again.

Levels are duplicates where their games are isomorphic, whatever their words.  The game is a graph: facts,
actions and rules are its nodes, and preconditions, additions and deletions its edges; a fact's first colour
says whether it holds initially, is a goal, decays.  Colours are refined by the colours of the neighbours
until nothing splits any more (Weisfeiler and Leman, 1968), and the digest is that of the colours' history.
Isomorphic games have equal digests, so a set without equal digests holds no two isomorphic levels; now and
then it refuses a level that is none.
"""

import dataclasses
from collections import Counter
from collections.abc import Sequence, Set
from typing import Any

from ...domains.planning.strips import bits
from ...domains.timetravel.kernel import World
from ...domains.timetravel.level import Level, of_world, parts, without
from ...instances.canonical import digest
from ...instances.errors import EngineFailureError, EnginesDisagreeError, LimitError
from ...instances.records import Instance
from ...verifiers.timetravel.level import instance_of, labelled
from ...verifiers.timetravel.optimum import lengths_without, load_bearing, solve
from ...verifiers.timetravel.second import agreed, look
from ..cells import Item, Made
from ..pipeline import first_accepted, signed
from ..rng import Rng
from .blueprint import Blueprint, draw
from .family import Recipe
from .render import Names, render
from .scenario import Scenario
from .wanted import Order, order

ATTEMPTS = 400
LOOK = 150_000  # states of the compilation of a candidate, and of the candidate without one of its parts
STATES = 40_000  # states that a level may have
WITHOUT = 80_000  # states that may be searched for the optimum of a level without one of its parts
TRIES = 4  # how often a blueprint is lengthened
MOST_CELLS = 3  # cells that one way is lengthened by at a time
BUDGET = 2  # an agent may take this many times as many turns as the optimum


def make_item(item: Item, recipe: Recipe, first: int = 0, avoid: Set[str] = frozenset()) -> Made:
    """The item, beginning with its attempt ``first``; LimitError when no level can be as it is wished for."""
    rng, scenario = recipe.rng(item), recipe.scenario(item.cell.domain)

    def attempt(number: int) -> Instance | str:
        draws = rng.fork("attempt", number)
        wanted = order(recipe.wanted, recipe.level(item), draws.fork("order"))
        candidate = _candidate(wanted, scenario, draws)
        if isinstance(candidate, str):
            return candidate
        return _proven(*candidate, wanted.dead_ends, item, recipe)

    return first_accepted(item, range(first, ATTEMPTS), attempt, mark)


def _candidate(wanted: Order, scenario: Scenario, rng: Rng) -> tuple[Level, int] | str:
    """A drawn level with an optimum as ordered, and that; or the reason why there is none."""
    if (blueprint := draw(wanted, scenario.post, rng.fork("blueprint"))) is None:
        return "idle_zone"
    for attempt in range(TRIES):
        names = Names(blueprint, scenario, rng.fork("names"))
        if (optimum := look(World(render(blueprint, scenario, names)), limit=LOOK)) is None:
            return "too_large"
        if optimum.length is None:
            return "unsolvable"
        if optimum.length > wanted.longest:
            return "too_long"
        if optimum.length >= wanted.shortest:
            return render(blueprint, scenario, names, budget=BUDGET * optimum.length), optimum.length
        draws, more = rng.fork("lengthen", attempt), wanted.shortest - optimum.length
        if (longer := lengthened(blueprint, names, scenario, optimum.plan, more, draws)) is None:
            break
        blueprint = longer
    return "too_short"


def _idle(level: Level, length: int) -> str | None:
    """The kind of the first part without which the optimum is the same; None when all matter."""
    for part in reversed(parts(level)):
        optimum = look(World(without(level, part)), limit=LOOK, whole=False)
        if optimum is None or optimum.length == length:
            return "too_large" if optimum is None else "idle_" + part.split(" ")[0]
    return None


def _proven(level: Level, length: int, dead_ends: float, item: Item, recipe: Recipe) -> Instance | str:
    if (fault := _idle(level, length)) is not None:
        return fault
    try:
        optimum = solve(World(level), limit=STATES)
        lengths = lengths_without(level, limit=WITHOUT)
    except LimitError:
        return "too_large"
    if optimum.dead_ends < dead_ends * len(optimum.states):
        return "few_dead_ends"
    if optimum.length != length or not load_bearing(length, lengths):
        raise EnginesDisagreeError(f"{item.name}: two searches of ours disagree")
    if not agreed(optimum):
        raise EngineFailureError(f"{item.name}: Fast Downward does not decide a level that our search does")
    label = labelled(optimum, lengths)
    made = instance_of(level, domain=item.cell.domain, difficulty=recipe.level(item))
    told = {"gold": label.gold, "certificates": label.certificates, "difficulty": label.difficulty}
    return signed(made, item, recipe, truth=label.truth, grades=label.grades, **told)


def lengthened(
    blueprint: Blueprint, names: Names, scenario: Scenario, plan: Sequence[str], more: int, rng: Rng
) -> Blueprint | None:
    """The blueprint with longer ways, on which ``plan`` takes ``more`` steps more; None when none fits."""
    walked = walks(blueprint, names, scenario, plan)
    added = _summing([place for place in rng.shuffle(sorted(walked)) if walked[place]], walked, more)
    if added is None:
        return None
    places = list(blueprint.places)
    for place, cells in added.items():
        places[place] = dataclasses.replace(places[place], length=places[place].length + cells)
    return dataclasses.replace(blueprint, places=tuple(places))


def walks(blueprint: Blueprint, names: Names, scenario: Scenario, plan: Sequence[str]) -> dict[int, int]:
    """For each place how often a plan walks the way between it and its parent, there or back."""
    home = {cell: place for place, cells in enumerate(names.cells) for cell in cells}
    walk, steps = scenario.word("walk"), dict.fromkeys(range(len(blueprint.places)), 0)
    for action in plan:
        head, *arguments = action[1:-1].split(" ")
        if head == walk:
            one, other = (home[cell] for cell in arguments[1:3])
            steps[other if blueprint.places[other].parent == one else one] += 1
    return {place: count // blueprint.places[place].length for place, count in steps.items()}


def _summing(places: Sequence[int], walked: dict[int, int], more: int) -> dict[int, int] | None:
    """How many cells to add to which place so that the steps sum up to ``more``; places come first served."""
    best: dict[int, dict[int, int]] = {0: {}}
    for place in places:
        for total, chosen in list(best.items()):
            for cells in range(1, MOST_CELLS + 1):
                reached = total + cells * walked[place]
                if reached <= more and reached not in best:
                    best[reached] = {**chosen, place: cells}
    return best.get(more)


Signature = tuple[Any, ...]


def fingerprint(world: World) -> str:
    """The digest of a level's game, 64 hex digits."""
    facts = len(world.task.facts)
    unstable = sum(world.unstable)
    neighbours: list[list[tuple[int, int]]] = [[] for _ in range(facts)]
    colours: list[Signature] = [
        (0, world.initial.facts >> bit & 1, world.goal_mask >> bit & 1, unstable >> bit & 1)
        for bit in range(facts)
    ]
    for kind, operators in ((1, world.operators), (2, world.rules)):
        for operator in operators:
            node = len(neighbours)
            neighbours.append([])
            colours.append((kind,))
            for label, mask in enumerate((operator.pre, operator.add, operator.delete)):
                for bit in bits(mask):
                    neighbours[node].append((label, bit))
                    neighbours[bit].append((label, node))
    return digest([world.window, world.solvable, _refined(colours, neighbours)])


def mark(instance: Instance) -> str:
    """The fingerprint of a record's level; RecordError or WorldError when its world is no level."""
    return fingerprint(World(of_world(instance.world)))


def _refined(first: Sequence[Signature], neighbours: Sequence[Sequence[tuple[int, int]]]) -> list[Any]:
    """The colours with their frequencies, round after round, until none splits."""
    signatures, known, history = list(first), 0, []
    while True:
        counts = sorted(Counter(signatures).items())
        history.append([[list(signature), count] for signature, count in counts])
        if len(counts) == known:
            return history
        known = len(counts)
        number = {signature: place for place, (signature, _) in enumerate(counts)}
        colours = [number[signature] for signature in signatures]
        signatures = [
            (colours[node], *sorted((label, colours[other]) for label, other in around))
            for node, around in enumerate(neighbours)
        ]
