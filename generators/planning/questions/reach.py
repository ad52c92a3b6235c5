"""Reachability: facts that can hold together, facts that cannot.

Conjunctions of the boolean and multiple-choice forms are pairs of facts, drawn predicate by predicate: right
ones out of one real state, wrong ones out of two, excluded by h2 where that is known.  Options agree in
whether both facts are about one object, as two facts that exclude each other mostly are.  Single wrong facts
lie outside the relaxation or, where the relaxation is loose, inside it by turns.
"""

from ....domains.planning import atoms
from ....domains.planning.strips import bits
from ....instances.places import table_beside
from ....instances.records import Json
from ...rng import Rng
from ..distractors import foreign_facts, mixed
from ..states import Scene
from ..walks import states_along, walk
from . import OPTIONS, POOL, Draft, OptionPools, QuestionMaker, Words

PATIENCE = {1: 9, 2: 36, 3: 36, 4: 24, 5: 12}
"""Tries that insist on hard negatives, by level: the smallest worlds often have none."""
TRIALS = 160  # sets of four that are looked at
NAMES, SCALE = 200, 100  # how alike lists of the same predicates are, beside lists of the same words
Lists = list[list[str]]
BASES = 12  # facts that are tried as the first of a pair
OWN_PATIENCE = 6  # the same in domains of somebody's own, which may have none at all


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
    task, now, kept = scene.task, scene.task.init, list[list[str]]()
    for number, state in enumerate(visited(scene, rng.fork("visited"))):
        draw = rng.fork("facts", number)
        fresh = list(bits(state & ~now & scene.spoken))
        if not fresh:
            continue
        pair = _pair(scene, draw.fork("pair"), state, state)
        single = [task.facts[drawn(scene, draw.fork("single"), fresh)]]
        options = [single] if pair is None or set(pair) <= set(task.names(now)) else [single, pair]
        kept += [option for option in options if option not in kept]
    return kept[:count]


def wrong_facts(scene: Scene, rng: Rng, count: int) -> list[list[str]]:
    """Up to ``count`` lists of one or two facts that probably never hold together."""
    task, kept = scene.task, list[list[str]]()
    hard = scene.never[0] if scene.loose else []
    foreign = list(foreign_facts(scene, rng.fork("foreign"), list(bits(task.init & scene.spoken))))
    singles = mixed(rng.fork("singles"), hard, foreign)[::-1]
    states = [*visited(scene, rng.fork("visited")), task.init]
    for number, state in enumerate(states):
        draw = rng.fork("facts", number)
        pair = _pair(scene, draw.fork("pair"), state, draw.fork("later").choice(states) & ~state)
        kept += [pair] if pair and pair not in kept else []
        if singles:
            single = singles.pop()
            beside = task.facts[drawn(scene, draw.fork("beside"), list(bits(state & scene.spoken)))]
            kept += [[single], draw.fork("order").shuffle([single, beside])]
    return kept[:count]


def drawn(scene: Scene, rng: Rng, facts: list[int]) -> int:
    """One of some facts (bits): first the predicate, then the fact, so that rare ones occur as often."""
    head = rng.fork("predicate").choice(sorted({scene.task.facts[bit].split()[0] for bit in facts}))
    return rng.fork("fact").choice([bit for bit in facts if scene.task.facts[bit].split()[0] == head])


def _pair(scene: Scene, rng: Rng, state: int, later: int) -> list[str] | None:
    """A fact of one state and a fact of another, a mutex pair if known; or two facts of one and the same."""
    task, mutexes = scene.task, scene.mutexes
    bases = list(bits(state & scene.spoken))
    for trial in range(BASES):
        draw = rng.fork("base", trial)
        base = drawn(scene, draw, bases)
        others = [bit for bit in bits(later & scene.spoken) if bit != base]
        if state != later and mutexes is not None:
            others = [bit for bit in others if mutexes.excludes(1 << base | 1 << bit)]
        if others:
            near = linked(scene, base, others) if draw.fork("linked").below(2) or mutexes is None else []
            pair = [base, drawn(scene, draw.fork("other"), near or others)]
            return [task.facts[bit] for bit in draw.fork("order").shuffle(pair)]
    return None


def linked(scene: Scene, bit: int, others: list[int]) -> list[int]:
    """Those of the other facts that have an object in common with one."""
    words = set(atoms.parse(scene.task.facts[bit])[1:])
    return [other for other in others if words & set(atoms.parse(scene.task.facts[other])[1:])]


def choice(scene: Scene, rng: Rng) -> OptionPools | None:
    """Facts that can hold among three lists that cannot: sets of four (``_four``) that are most alike. How
    much the right one resembles the others, next to what they resemble each other, is drawn."""
    right = right_facts(scene, rng.fork("right"), POOL)
    wrong = wrong_facts(scene, rng.fork("wrong"), 2 * POOL)
    if not right or len(wrong) < OPTIONS - 1:
        return None
    wanted = rng.fork("rank").below(OPTIONS)
    known = {word for fact in scene.problem.init for word in fact[1:]}
    fours = [_four(right, wrong, known, rng.fork("four", trial)) for trial in range(TRIALS)]
    costs = [(_unlike(four, known), _missed(four, wanted)) for four in fours]
    best = [four for cost, four in zip(costs, fours, strict=True) if cost == min(costs)]
    return OptionPools([], [], fours=[[{"facts": facts} for facts in four] for four in best])


def _four(right: Lists, wrong: Lists, known: set[str], rng: Rng) -> Lists:
    """A right list and three wrong ones, drawn predicates first, that look like it where there are such."""
    first = rng.fork("right").choice(right)
    looks, four, left = _looks(first, known), [first], list(wrong)
    for many in (len(looks), len(looks) - 1):
        alike = [facts for facts in wrong if _looks(facts, known)[:many] == looks[:many]]
        if len(alike) >= OPTIONS - 1:
            left = alike
            break
    for number in range(1, OPTIONS):
        draw = rng.fork("wrong", number)
        names = draw.fork("names").choice(sorted({_names(facts) for facts in left}))
        four.append(draw.choice([facts for facts in left if _names(facts) == names]))
        left = [facts for facts in left if sorted(facts) != sorted(four[-1])] or left
    return four


def _names(facts: list[str]) -> tuple[str, ...]:
    return tuple(sorted(fact.split()[0] for fact in facts))


def _looks(facts: list[str], known: set[str]) -> tuple[int, ...]:
    """How many facts, how many about unknown objects, about the same first object, about the same object."""
    rows = [atoms.parse(fact) for fact in facts]
    firsts, words = [row[1] for row in rows if len(row) > 1], [word for row in rows for word in row[1:]]
    unknown = sum(not known.issuperset(row[1:]) for row in rows)
    return len(rows), unknown, len(firsts) - len(set(firsts)), len(words) - len(set(words))


def _unlike(four: Lists, known: set[str]) -> int:
    """How many wrong lists look otherwise than the right one, or stand there twice."""
    first, *others = (_looks(facts, known) for facts in four)
    twice = OPTIONS - len({frozenset(facts) for facts in four})
    return twice + sum(a != b for each in others for a, b in zip(first, each, strict=True))


def _missed(four: Lists, wanted: int) -> int:
    """How far the first's rank by likeness to the others is from the wanted one."""
    words = [frozenset(word for fact in facts for word in atoms.parse(fact)) for facts in four]

    def near(one: int, other: int) -> int:
        shared, whole = len(words[one] & words[other]), len(words[one] | words[other])
        return (_names(four[one]) == _names(four[other])) * NAMES + SCALE * shared // whole

    first, *others = (sum(near(one, two) for two in range(OPTIONS) if two != one) for one in range(OPTIONS))
    low, high = sum(each < first for each in others), sum(each <= first for each in others)
    return max(low - wanted, wanted - high, 0)


def lacks_hard(draft: Draft) -> str | None:
    """Refuse a free question without hard negatives where some are wished for, as long as patience lasts."""
    if draft.instance.form != "gen" or draft.truth["none"]:
        return None
    wished = draft.scene.loose and draft.rng.fork("hard").below(4) > 0
    patience = OWN_PATIENCE if draft.scene.own else PATIENCE[draft.instance.level or 3]
    numbers = draft.instance.difficulty
    hard = numbers["unreachable"] - (numbers["legal"] - numbers["relaxed_reachable"])
    return "no_hard_negative" if wished and draft.tries < patience and not int(hard) else None


MAKER = QuestionMaker(table_beside(__file__, Words), generative, choice, lacks_hard, none=may_be_none)
