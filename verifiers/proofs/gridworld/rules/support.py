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
    question = knowledge.question
    world, options = knowledge.plain(question.program), list(zip(LETTERS, question.options, strict=False))
    possible = knowledge.facts["support"] = []
    for seen in (question.seen, ()) if stated.scope == "every-realisation" else (question.seen,):
        *_, last = world.believed(question.rng_seed, question.actions, seen)
        patches = {patch(world.frame(*place), question.box) for place in last.items()}
        possible.append([letter for letter, option in options if option in patches])
