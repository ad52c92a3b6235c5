"""``support`` {scope}: which options are possible.

Rule.  The *belief support* after a run is the set of states that the world may be in: every successor of
every state, by every outcome of every draw, whose frame agrees with what was seen.  An option is possible
exactly when some state of the last support shows it in the box.  With the scope ``every-realisation`` the
same is found where nothing is regarded as seen.

Sound, since the support is computed in full (Bertoli, Cimatti, Roveri & Traverso, AIJ 170, 2006, call it a
belief state), by the plain interpreter.
"""

from ...fields import Stated, constant, exactly
from ..knowledge import Knowledge
from ..questions import LETTERS, patch

BODY = exactly(scope=constant("every-realisation", "trajectory"))


def check(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """Establish the options that are possible."""
    knowledge.expect("support", "mfp")
    knowledge.letters[True] = _possible(knowledge, seeing=True)
    if stated.scope == "every-realisation":
        knowledge.letters[False] = _possible(knowledge, seeing=False)


def _possible(knowledge: Knowledge, seeing: bool) -> list[str]:
    question = knowledge.question
    world = knowledge.plain(question.program)
    layer = world.start(question.rng_seed)
    if seeing:
        layer = world.showing(layer, question.seen[0])
    for action, seen in zip(question.actions, question.seen[1:], strict=True):
        layer = world.after(layer, action)
        if seeing:
            layer = world.showing(layer, seen)
    patches = {patch(world.frame(*place), question.box) for place in layer.items()}
    return [letter for letter, option in zip(LETTERS, question.options, strict=False) if option in patches]
