"""``witness`` {}: the stored actions show the change, as the seed draws, at their last step and not before.

Rule.  The changed world is played on the plain interpreter; the base world's belief support, given the frames
that it shows, becomes empty at the last step.  An empty support means that no draws of the base world give
what was seen.
"""

from collections.abc import Sequence

from ...fields import Stated, exactly
from ...refused import RefusedError, refuse
from ..knowledge import Knowledge
from ..questions import TEST_STEPS

BODY = exactly()


def check(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """Establish that the stored actions show the change."""
    knowledge.expect("witness", "change")
    check_witness(knowledge, knowledge.stored, name)
    knowledge.facts["witness"] = len(knowledge.stored)


def check_witness(knowledge: Knowledge, actions: Sequence[str], what: str) -> None:
    """RefusedError unless, as the seed draws, the last of these steps is the first to show the change."""
    if len(actions) >= TEST_STEPS:
        raise RefusedError(f"{what}: {len(actions)} steps, an episode has fewer than {TEST_STEPS}")
    question = knowledge.question
    base, changed = knowledge.plain(question.program), knowledge.plain(question.changed)
    shown = changed.frames(question.rng_seed, actions)
    for step, layer in enumerate(base.believed(question.rng_seed, actions, shown)):
        if not layer and step < len(actions):
            when = f"at step {step} already" if step else "before the first step"
            raise RefusedError(f"{what}: the change shows {when}")
    refuse(layer, f"{what}: the base world can show all of it")
