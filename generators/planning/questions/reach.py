"""Reachability: facts that can hold together, facts that cannot.

Conjunctions of the boolean and multiple-choice forms are pairs of facts about a common object: right ones out
of one real state, wrong ones out of two, excluded by h2 where that is known.  Single wrong facts lie outside
the relaxation or, where the relaxation is loose, inside it by turns.
"""

from __future__ import annotations

from ....domains.planning import atoms
from ....domains.planning.strips import bits
from ....instances.records import Json
from ...rng import Rng
from ..distractors import foreign_facts, mixed
from ..states import Scene
from ..walks import states_along, walk
from .maker import OPTIONS, PLAIN, POOL, Choice, Draft, QuestionMaker, Words

PATIENCE = {1: 9, 2: 36, 3: 36, 4: 24, 5: 12}
"""Tries that insist on hard negatives, by level: the smallest worlds often have none."""
OWN_PATIENCE = 6
"""The same in domains of somebody's own, which may have none at all."""


def generative(scene: Scene, rng: Rng) -> Json | None:
    """Any unreachable fact; not asked where the relaxation reaches every legal fact."""
    return {} if scene.loose or not may_be_none(scene) else None


def may_be_none(scene: Scene) -> bool:
    """Whether the relaxation reaches every legal fact."""
    return scene.spoken.bit_count() >= scene.world.language.fact_count()


def visited(scene: Scene, rng: Rng) -> list[int]:
    """Reachable states other than the first: along a plan and two random walks, in drawn order."""
    states = states_along(scene.task, scene.plan or [])
    for number in range(2):
        states += walk(scene.task, rng.fork("walk", number), 12)[1]
    return rng.fork("order").shuffle(sorted({state for state in states if state != scene.task.init}))


def right_facts(scene: Scene, rng: Rng, count: int) -> list[list[str]]:
    """Up to ``count`` lists of one or two facts that hold together in a reachable state, not now."""
    task, found = scene.task, []
    for number, state in enumerate(visited(scene, rng.fork("visited"))):
        draw = rng.fork("facts", number)
        fresh = list(bits(state & ~task.init & scene.spoken))
        if not fresh:
            continue
        facts = [draw.choice(fresh)]
        others = [bit for bit in bits(state & scene.spoken) if bit != facts[0]]
        if others and draw.below(3):
            facts.append(draw.choice(linked(scene, draw, facts[0], others) or others))
        names = [task.facts[bit] for bit in draw.shuffle(facts)]
        if names not in found:
            found.append(names)
        if len(found) == count:
            break
    return found


def wrong_facts(scene: Scene, rng: Rng, count: int) -> list[list[str]]:
    """Up to ``count`` lists of one or two facts that probably never hold together."""
    task, found = scene.task, []
    hard = scene.never[0] if scene.loose else []
    foreign = list(foreign_facts(scene, rng.fork("foreign"), list(bits(task.init & scene.spoken))))
    singles = mixed(rng.fork("singles"), hard, foreign)[::-1]
    states = [*visited(scene, rng.fork("visited")), task.init]
    for number, state in enumerate(states):
        draw = rng.fork("facts", number)
        names = _clash(scene, draw, state, draw.fork("later").choice(states))
        if draw.below(3) == 0 and singles:
            names = [singles.pop()]
        if names and names not in found:
            found.append(names)
        if len(found) == count:
            break
    return found


def linked(scene: Scene, rng: Rng, bit: int, others: list[int]) -> list[int]:
    """Those of the other facts that have an object in common with one, and by turns its predicate too."""
    first = atoms.parse(scene.task.facts[bit])
    rows = [(other, atoms.parse(scene.task.facts[other])) for other in others]
    found = [(other, row) for other, row in rows if set(first[1:]) & set(row[1:])]
    alike = [other for other, row in found if row[0] == first[0]]
    return alike if alike and rng.below(2) else [other for other, _ in found]


def _clash(scene: Scene, rng: Rng, state: int, later: int) -> list[str] | None:
    """A fact of one state and a fact of another: a mutex pair where known, made as right pairs are."""
    task, mutexes = scene.task, scene.mutexes
    for bit in rng.fork("base").shuffle(list(bits(state & scene.spoken))):
        others = linked(scene, rng.fork("linked", bit), bit, list(bits(later & ~state & scene.spoken)))
        for other in rng.fork("other", bit).shuffle(others):
            if mutexes is None or mutexes.excludes(1 << bit | 1 << other):
                return rng.fork("order").shuffle([task.facts[bit], task.facts[other]])
    return None


def choice(scene: Scene, rng: Rng) -> Choice | None:
    """Facts that can hold among three lists that cannot."""
    right = right_facts(scene, rng.fork("right"), POOL)
    wrong = wrong_facts(scene, rng.fork("wrong"), POOL)
    if sum(len(facts) == 1 for facts in wrong) < OPTIONS - 1:  # one fact among pairs would stand out
        right = [facts for facts in right if len(facts) > 1]
    if not right or len(wrong) < OPTIONS - 1:
        return None
    return Choice([{"facts": facts} for facts in right], [{"facts": facts} for facts in wrong], even=PLAIN)


def unfit(draft: Draft) -> str | None:
    """Wish for facts that are unreachable beyond the relaxation."""
    return lacks_hard(draft) if draft.instance.form == "gen" else None


def lacks_hard(draft: Draft) -> str | None:
    """Refuse a question without hard negatives where some are wished for, as long as patience lasts."""
    if draft.truth["none"]:
        return None
    wished = draft.scene.loose and draft.rng.fork("hard").below(4) > 0
    patience = OWN_PATIENCE if draft.scene.own else PATIENCE[draft.instance.level or 3]
    return "no_hard_negative" if wished and draft.tries < patience and not hard_negatives(draft) else None


def hard_negatives(draft: Draft) -> int:
    """How many items the relaxation reaches that no state holds."""
    numbers = draft.instance.difficulty
    return int(numbers["unreachable"] - (numbers["legal"] - numbers["relaxed_reachable"]))


WORDS = Words(
    generative="Name one fact that is false in every state reachable from the current one{none}.",
    listing="facts",
    answer="Answer with one fact, (name object ...){none}, and nothing else.",
    none=", or say None if every fact can become true",
    boolean="Is there a state, reachable from the current one, in which the following holds?\n{item}",
    choice="Which of these holds in some state that is reachable from the current one?",
)

MAKER = QuestionMaker(WORDS, generative, choice, unfit, none=may_be_none)
