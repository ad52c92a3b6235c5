"""Reachability: facts that can hold together, facts that cannot.

Wrong conjunctions of the boolean and multiple-choice forms are pairs out of a real state in which one fact
got another argument: each fact can hold, and most such pairs cannot.  Single wrong facts lie outside the
relaxation or, in the domains of ``HARD``, inside it by turns.  Right ones are pairs out of a real state, of
the same make.  Both keep away from the state of the question, so that copying from it teaches
nothing.
"""

from __future__ import annotations

from ....domains.planning.strips import bits
from ....instances.records import Json
from ...rng import Rng
from ..distractors import foreign_facts, mixed, sibling_facts
from ..states import Scene
from ..walks import states_along, walk
from .maker import OPTIONS, POOL, Choice, Draft, QuestionMaker

NONE_ONE_IN = 20
"""How rarely "None" may be the answer: in the domains where it often is, about this share."""
HARD = frozenset({"blocksworld", "grid", "floortile", "depot", "goldminer"})
"""Domains whose delete relaxation reaches facts and actions that no state allows."""
PATIENCE = {1: 9, 2: 36, 3: 36, 4: 24, 5: 12}
"""Tries that insist on hard negatives, by level: the smallest worlds often have none."""


def generative(scene: Scene, rng: Rng) -> Json | None:
    """Any unreachable fact; seldom asked where the relaxation reaches every legal fact."""
    language_full = len(scene.task.facts) >= scene.world.language.fact_count()
    if language_full and scene.domain not in HARD and rng.fork("none").below(NONE_ONE_IN):
        return None
    return {}


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
        fresh = list(bits(state & ~task.init))
        if not fresh:
            continue
        facts = [draw.choice(fresh)]
        others = [bit for bit in bits(state) if bit != facts[0]]
        if others and draw.below(3):
            facts.append(draw.choice(others))
        names = [task.facts[bit] for bit in draw.shuffle(facts)]
        if names not in found:
            found.append(names)
        if len(found) == count:
            break
    return found


def wrong_facts(scene: Scene, rng: Rng, count: int) -> list[list[str]]:
    """Up to ``count`` lists of one or two facts that probably never hold together."""
    task, found = scene.task, []
    hard = scene.never[0] if scene.domain in HARD else []
    foreign = list(foreign_facts(scene, rng.fork("foreign"), list(bits(task.init))))
    singles = mixed(rng.fork("singles"), hard, foreign)[::-1]
    for number, state in enumerate([*visited(scene, rng.fork("visited")), task.init]):
        draw = rng.fork("facts", number)
        names = _clash(scene, draw, state)
        if draw.below(3) == 0 and singles:
            names = [singles.pop()]
        if names and names not in found:
            found.append(names)
        if len(found) == count:
            break
    return found


def _clash(scene: Scene, rng: Rng, state: int) -> list[str] | None:
    """A fact of the state and a neighbour of it that the state does not hold: a mutex pair where known."""
    task, mutexes = scene.task, scene.mutexes
    for bit in rng.fork("base").shuffle(list(bits(state))):
        for other in sibling_facts(scene, rng.fork("sibling", bit), task.facts[bit]):
            pair = 1 << bit | 1 << task.index[other]
            if pair & ~state and (mutexes is None or mutexes.excludes(pair)):
                return rng.fork("order").shuffle([task.facts[bit], other])
    return None


def boolean(scene: Scene, rng: Rng, answer: bool) -> Json | None:
    """One or two facts that may hold together."""
    options = (right_facts if answer else wrong_facts)(scene, rng, 1)
    return {"facts": options[0]} if options else None


def choice(scene: Scene, rng: Rng) -> Choice | None:
    """Facts that can hold among three lists that cannot."""
    right = right_facts(scene, rng.fork("right"), OPTIONS)
    wrong = wrong_facts(scene, rng.fork("wrong"), POOL)
    if sum(len(facts) == 1 for facts in wrong) < OPTIONS - 1:  # one fact among pairs would stand out
        right = [facts for facts in right if len(facts) > 1]
    if not right or len(wrong) < OPTIONS - 1:
        return None
    return Choice({"facts": right[0]}, [{"facts": facts} for facts in wrong])


def unfit(draft: Draft) -> str | None:
    """Refuse "None" but rarely, and wish for facts that are unreachable beyond the relaxation."""
    if draft.instance.form != "gen":
        return None
    if draft.truth["none"]:
        return "answer_none" if draft.rng.fork("none").below(NONE_ONE_IN) else None
    return lacks_hard(draft)


def lacks_hard(draft: Draft) -> str | None:
    """Refuse a question without hard negatives where some are wished for, as long as patience lasts."""
    wished = draft.scene.domain in HARD and draft.rng.fork("hard").below(4) > 0
    patience = PATIENCE[draft.instance.level or 3]
    return "no_hard_negative" if wished and draft.tries < patience and not hard_negatives(draft) else None


def hard_negatives(draft: Draft) -> int:
    """How many items the relaxation reaches that no state holds."""
    numbers = draft.instance.difficulty
    return int(numbers["unreachable"] - (numbers["legal"] - numbers["relaxed_reachable"]))


MAKER = QuestionMaker(generative, boolean, choice, unfit)
