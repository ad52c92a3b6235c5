"""Progression: what an action changes; wrong facts are deleted by it, or what it would do to other
objects."""

from __future__ import annotations

from dataclasses import dataclass

from ....domains.planning.strips import bits
from ....instances.records import Json
from ....instances.toml import beside
from ...rng import Rng
from ..distractors import mixed, sibling_facts
from ..states import Scene
from .maker import OPTIONS, OptionPools, QuestionMaker, Words


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


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts around one application of an action."""

    added: list[str]
    kept: list[str]
    deleted: list[str]
    others: list[str]
    """Neighbours of the added and kept facts that hold neither before nor after."""

    @classmethod
    def of(cls, scene: Scene, number: int, rng: Rng) -> Facts:
        """All four, each in drawn order."""
        task, before = scene.task, scene.task.init
        after = task.operators[number].apply(before)
        both = before | after
        added, kept, deleted = (
            [task.facts[bit] for bit in bits(mask & scene.spoken)]
            for mask in (after & ~before, before & after, before & ~after)
        )
        near = [
            fact
            for base in (*added, *deleted, *rng.fork("near").shuffle(kept)[:4])
            for fact in list(sibling_facts(scene, rng.fork("sibling", base), base))[:4]
            if not both >> task.index[fact] & 1
        ]
        parts = (added, kept, deleted, near)
        return cls(*(mixed(rng.fork("facts", place), part) for place, part in enumerate(parts)))


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
    facts = Facts.of(scene, number, rng.fork("around"))
    singles, pairs = (
        (facts.added, facts.kept),
        [(facts.added, facts.kept), (facts.kept, facts.added[1:]), (facts.kept[:1], facts.kept[1:])],
    )
    if not holds:
        singles = (facts.deleted, facts.others)
        pairs = [
            (facts.kept, facts.deleted),
            (facts.added, facts.deleted),
            (facts.kept, facts.others),
            (facts.added, facts.others),
        ]
    made = [[fact] for fact in mixed(rng.fork("singles", holds), *singles)[:8]]
    for group, (one, other) in enumerate(pairs):
        draw = rng.fork("pairs", holds, group)
        if one and other:
            made += [draw.shuffle([draw.choice(one), draw.choice(other)]) for _ in range(2)]
    distinct: list[list[str]] = []
    for option in rng.fork("order", holds).shuffle(made):
        if sorted(option) not in [sorted(known) for known in distinct]:
            distinct.append(option)
    return distinct


MAKER = QuestionMaker(beside(__file__, Words), generative, choice)
