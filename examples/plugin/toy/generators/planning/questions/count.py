"""Questions of the task ``count``: any state will do."""

from __future__ import annotations

from certwright.generators.planning.questions import QuestionMaker, Words

WORDS = Words(
    generative="How many actions are applicable in the current state?",
    listing="actions",
    answer="Answer with one number and nothing else.",
)

MAKER = QuestionMaker(WORDS, lambda scene, rng: {})
