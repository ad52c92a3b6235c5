"""Tasks about actions: which can be applied now, what one changes, which ever can, which starts a best plan.

A maker stands here under the key of its task.

- ``app``: wrong actions miss a single precondition.
- ``prog``: wrong facts are deleted by the action, or what it would do to other objects.
- ``areach``: every domain has legal actions that no state allows (a way from a place to itself), so None is
  never right.  Wrong actions: those of the delete relaxation that no state allows (hard negatives), and those
  one argument away from an action that is possible.  Right ones are not applicable yet.
- ``nexta``: some applicable action must not do, and neither the action first in name order nor the last must
  do more often than chance.
"""

from collections.abc import Iterator

from ....domains.planning.strips import bits
from ....instances.places import table_beside
from ....instances.records import Json
from ...rng import Rng
from ..distractors import by_schema, foreign_actions, mixed, sibling_facts
from ..states import Scene
from ..walks import near_misses
from . import OPTIONS, PLAIN, POOL, Draft, OptionPools, QuestionMaker, Words, chosen
from .reach import lacks_hard, visited

WORDS = table_beside(__file__, dict[str, Words])
BASES = 30  # operators whose arguments are exchanged, for ``areach``
LEAST = {1: 2, 2: 2, 3: 3, 4: 3, 5: 3}  # the shortest distance that ``nexta`` asks about, by level
PATIENCE = 10  # tries of ``nexta`` that insist on drawn sides for the first and the last action


def _applicable(scene: Scene, rng: Rng) -> OptionPools | None:
    """An applicable action among near misses; actions that no state allows where there are too few."""
    right = by_schema(scene, rng.fork("right"), scene.applicable)
    near = by_schema(scene, rng.fork("near"), near_misses(scene.task, scene.task.init))
    few = len(near) < POOL // 2
    foreign = list(foreign_actions(scene, rng.fork("foreign"), scene.applicable)) if few else []
    return chosen(right, [*near, *mixed(rng.fork("rest"), foreign)], "action")


def _changing(scene: Scene, rng: Rng) -> Json | None:
    """An applicable action, the one with more effects out of two."""
    number = _action(scene, rng)
    return {"action": scene.name(number)} if number is not None else None


def _action(scene: Scene, rng: Rng) -> int | None:
    state = scene.task.init
    heads: dict[str, list[int]] = {}
    for number in scene.applicable:
        if scene.task.operators[number].apply(state) != state:
            heads.setdefault(scene.name(number).split()[0], []).append(number)
    if not heads:
        return None
    drawn = [rng.choice(heads[rng.choice(sorted(heads))]) for _ in range(4)]
    return max(drawn, key=lambda number: (scene.task.operators[number].apply(state) ^ state).bit_count())


def _around(scene: Scene, number: int, rng: Rng) -> Iterator[list[str]]:
    """The facts around an action, in drawn order: added, kept, deleted; neighbours that hold at no time."""
    task, before = scene.task, scene.task.init
    after = task.operators[number].apply(before)
    added, kept, deleted = (
        [task.facts[bit] for bit in bits(mask & scene.spoken)]
        for mask in (after & ~before, before & after, before & ~after)
    )
    others = [
        fact
        for base in (*added, *deleted, *rng.fork("near").shuffle(kept)[:4])
        for fact in list(sibling_facts(scene, rng.fork("sibling", base), base))[:4]
        if not (before | after) >> task.index[fact] & 1
    ]
    for place, facts in enumerate((added, kept, deleted, others)):
        yield mixed(rng.fork("facts", place), facts)


def _after(scene: Scene, rng: Rng) -> OptionPools | None:
    """One conjunction that holds after the action among three that do not."""
    if (number := _action(scene, rng.fork("action"))) is None:
        return None
    right, wrong = (
        [{"facts": facts} for facts in _conjunctions(scene, rng, number, holds)] for holds in (True, False)
    )
    few = not right or len(wrong) < OPTIONS - 1
    return None if few else OptionPools(right, wrong, {"action": scene.name(number)})


def _conjunctions(scene: Scene, rng: Rng, number: int, holds: bool) -> list[list[str]]:
    """Conjunctions that hold after the action, or do not, of several makes by turns."""
    added, kept, deleted, others = _around(scene, number, rng.fork("around"))
    singles, pairs = (added, kept), [(added, kept), (kept, added[1:]), (kept[:1], kept[1:])]
    if not holds:
        singles = (deleted, others)
        pairs = [(one, other) for other in singles for one in (kept, added)]
    made = [[fact] for fact in mixed(rng.fork("singles", holds), *singles)[:8]]
    for group, (one, other) in enumerate(pairs):
        draw = rng.fork("pairs", holds, group)
        if one and other:
            made += [draw.shuffle([draw.choice(one), draw.choice(other)]) for _ in range(2)]
    distinct: dict[tuple[str, ...], list[str]] = {}
    for option in rng.fork("order", holds).shuffle(made):
        distinct.setdefault(tuple(sorted(option)), option)
    return list(distinct.values())


def right_actions(scene: Scene, rng: Rng) -> list[str]:
    """Actions applicable in some reachable state, not in this one, in drawn order."""
    task = scene.task
    now = set(scene.applicable)
    states = visited(scene, rng.fork("visited"))[:12]
    later = {n for state in states for n, op in enumerate(task.operators) if op.applicable(state)} - now
    return by_schema(scene, rng, sorted(later))


def wrong_actions(scene: Scene, rng: Rng) -> list[str]:
    """Actions that are probably never applicable: where the relaxation is loose mostly hard ones."""
    task = scene.task
    hard = scene.never[1] if scene.loose else []
    if scene.loose and not hard and rng.fork("wish").below(4):
        return []
    base = rng.fork("base").sample(range(len(task.operators)), min(BASES, len(task.operators)))
    foreign = list(foreign_actions(scene, rng.fork("foreign"), base))
    first = mixed(rng.fork("hard"), hard) if rng.fork("mix").below(3) else []
    return [*first, *mixed(rng, hard, foreign, without=set(first))]


def _possible(scene: Scene, rng: Rng) -> OptionPools | None:
    """A possible action among impossible ones."""
    right, wrong = right_actions(scene, rng.fork("right")), wrong_actions(scene, rng.fork("wrong"))
    return chosen(right, wrong, "action", even=PLAIN)


def _closer(scene: Scene, rng: Rng) -> Json | None:
    """Any action that brings the goal closer."""
    return {} if len(scene.applicable) > 1 else None


def _unfit_next(draft: Draft) -> str | None:
    """Refuse states that are no question, too close to the goal, or where every action does."""
    truth = draft.truth
    if truth["kind"] != "next_action":
        return str(truth["reason"])
    if truth["h"] < LEAST[draft.instance.level or 3]:
        return "too_close_to_goal"
    closer, farther = truth["closer"], truth["not_closer"]
    if not farther:
        return "every_action_does"
    many = len(closer) + len(farther)
    actions = sorted(closer + farther)
    wanted = draft.rng.fork("first").below(many) < len(closer)
    unwanted = actions[-1] in closer and draft.rng.fork("last").below(many) >= len(closer)
    if ((actions[0] in closer) != wanted or unwanted) and draft.tries < PATIENCE:
        return "ends_balanced"
    return None


app = QuestionMaker(WORDS["app"], choice=_applicable)
prog = QuestionMaker(WORDS["prog"], _changing, _after)
areach = QuestionMaker(WORDS["areach"], choice=_possible, unfit=lacks_hard)
nexta = QuestionMaker(WORDS["nexta"], _closer, unfit=_unfit_next, solvable=True)
