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
from ..world import World

BODY = exactly()


def check(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """Establish that the stored actions show the change."""
    knowledge.expect("witness", "change")
    question = knowledge.question
    base, changed = knowledge.plain(question.program), knowledge.plain(question.changed)
    check_witness(base, changed, question.rng_seed, knowledge.stored, name)
    knowledge.facts["witness"] = len(knowledge.stored)


def check_witness(base: World, changed: World, seed: int, actions: Sequence[str], what: str) -> None:
    """RefusedError unless, as the seed draws, the last of these steps is the first to show the change."""
    if len(actions) >= TEST_STEPS:
        raise RefusedError(f"{what}: {len(actions)} steps, an episode has fewer than {TEST_STEPS}")
    ((_, state),) = changed.start(seed).items()
    layer = base.showing(base.start(seed), changed.machine.frame(state))
    refuse(not layer, f"{what}: the change shows before the first step")
    for number, action in enumerate(actions, 1):
        state = changed.machine.step(state, action)
        layer = base.showing(base.after(layer, action), changed.machine.frame(state))
        refuse(not layer and number < len(actions), f"{what}: the change shows at step {number} already")
    refuse(layer, f"{what}: the base world can show all of it")
