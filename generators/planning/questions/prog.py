"""Progression: what an action changes; wrong facts are deleted by it, or what it would do to other
objects."""

from collections.abc import Iterator

from ....domains.planning.strips import bits
from ....instances.places import table_beside
from ....instances.records import Json
from ...rng import Rng
from ..distractors import mixed, sibling_facts
from ..states import Scene
from . import OPTIONS, OptionPools, QuestionMaker, Words


def generative(scene: Scene, rng: Rng) -> Json | None:
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


def choice(scene: Scene, rng: Rng) -> OptionPools | None:
    """One conjunction that holds after the action among three that do not."""
    number = _action(scene, rng.fork("action"))
    if number is None:
        return None
    right, wrong = _options(scene, rng, number, True), _options(scene, rng, number, False)
    if not right or len(wrong) < OPTIONS - 1:
        return None
    shared = {"action": scene.name(number)}
    return OptionPools([{"facts": facts} for facts in right], [{"facts": facts} for facts in wrong], shared)


def _options(scene: Scene, rng: Rng, number: int, holds: bool) -> list[list[str]]:
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


MAKER = QuestionMaker(table_beside(__file__, Words), generative, choice)
