"""Masked frames: which patches can have stood in the box, given all that was seen?

An option is possible when some realisation of the world's draws shows every cell that was seen, step for
step, and ends with that patch.  A question is sound when one option alone is possible.  It is sound *for
every realisation* when the other options are impossible whatever was drawn, also where another run would have
been seen; otherwise for its trajectory.
"""

from __future__ import annotations

from ...domains.gridworld.frames import Partial, patch
from ...domains.gridworld.questions import MaskedFrame
from .support import SUPPORT_LIMIT, Support


def possible_patches(question: MaskedFrame, *, seeing: bool, limit: int = SUPPORT_LIMIT) -> set[Partial]:
    """The patches that may stand in the box at the end, with or without regard to what was seen before.

    Raises LimitError where more states are possible than the limit.
    """
    support = Support(question.program, question.rng_seed, limit=limit)
    if seeing:
        support = support.seeing(question.seen[0])
    for action, seen in zip(question.actions, question.seen[1:], strict=True):
        support = support.after(action)
        if seeing:
            support = support.seeing(seen)
    return {patch(frame, question.box) for frame in support.frames()}


def possible_options(question: MaskedFrame, *, seeing: bool, limit: int = SUPPORT_LIMIT) -> list[int]:
    """The numbers of the options that are possible."""
    patches = possible_patches(question, seeing=seeing, limit=limit)
    return [place for place, option in enumerate(question.options) if option in patches]
