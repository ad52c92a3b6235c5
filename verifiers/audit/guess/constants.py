"""Guessers that always say the same: fixed words, the commonest gold answer of the task or of its domain.

The commonest gold is taken over the other questions, so nobody guesses by a question's own answer.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence

from ....instances.records import Answer, Instance
from ...judge import prepare

WORDS = ("None", "[]", "[] []", "0", "true", "false", "{}")
"""Of questions that are answered freely."""
CLOSED: Mapping[str, Sequence[str]] = {"bool": ("yes", "no"), "mcq": tuple("ABCD")}


def constants(instances: Sequence[Instance]) -> dict[str, list[float]]:
    """What each of them earns on each question of one task and form."""
    judged = [_judge(one) for one in instances]
    found = {
        f"always {word}": [judge(word) for judge in judged] for word in CLOSED.get(instances[0].form, WORDS)
    }
    for name, key in (("task", ""), ("task and domain", "domain")):
        golds: dict[str, Counter[str]] = defaultdict(Counter)
        kinds = [getattr(one, key) if key else "" for one in instances]
        for one, kind in zip(instances, kinds, strict=True):
            golds[kind][one.gold or ""] += 1
        found[f"commonest gold of the {name}"] = [
            judge(_commonest(golds[kind], one.gold or ""))
            for one, kind, judge in zip(instances, kinds, judged, strict=True)
        ]
    return found


def _commonest(golds: Counter[str], own: str) -> str:
    """The commonest answer once one of a question's own is taken away; the first by name of several."""
    return min(golds, key=lambda gold: (-(golds[gold] - (gold == own)), gold))


def _judge(instance: Instance) -> Callable[[str], float]:
    judged, known = prepare(instance), dict[str, float]()

    def value(text: str) -> float:
        if text not in known:
            known[text] = judged(Answer(id=instance.id, response=text)).value or 0.0
        return known[text]

    return value
