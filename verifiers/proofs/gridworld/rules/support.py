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
    """Establish the options that are possible: given what was seen and, if so stated, given nothing."""
    knowledge.expect("support", "mfp")
    seeing = (True, False) if stated.scope == "every-realisation" else (True,)
    knowledge.facts["support"] = [_possible(knowledge, each) for each in seeing]


def _possible(knowledge: Knowledge, seeing: bool) -> list[str]:
    question = knowledge.question
    world = knowledge.plain(question.program)
    layer = world.start(question.rng_seed)
    for action, seen in zip((None, *question.actions), question.seen, strict=True):
        layer = layer if action is None else world.after(layer, action)
        layer = world.showing(layer, seen) if seeing else layer
    patches = {patch(world.frame(*place), question.box) for place in layer.items()}
    return [letter for letter, option in zip(LETTERS, question.options, strict=False) if option in patches]
