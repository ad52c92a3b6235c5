"""Masked frames: which patches can have stood in the box, given all that was seen?

An option is possible when some realisation of the world's draws shows every cell that was seen and ends with
that patch; a question is sound when one option alone is.  It is sound *for every realisation* when the others
are impossible whatever was drawn, else for its trajectory: the certificate ``support`` {scope} says which.
"""

from collections.abc import Callable

from ...domains.environment import Call
from ...domains.gridworld.environment import WorldTest
from ...domains.gridworld.frames import Partial, patch
from ...domains.gridworld.phases import MaskedFrameTest
from ...domains.gridworld.questions import LETTERS, MaskedFrame, masked_frame
from ...instances.errors import LimitError, RecordError
from ...instances.records import Certificate, Code, Json
from ..reading.kinds import AnswerKind
from ..reading.scanner import read
from ..task import Labelled, correct, incorrect, undecided
from .judging import UNDECIDED, GridTask, Judged, certified
from .support import SUPPORT_LIMIT, Support

UNSEEN_STATES = 2000
"""The states that may be possible where nothing is seen, for an option to be proven for every realisation."""


def possible_patches(question: MaskedFrame, *, seeing: bool, limit: int = SUPPORT_LIMIT) -> set[Partial]:
    """The patches that may stand in the box at the end, whatever (or as) was seen before; or LimitError."""
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


def label(question: MaskedFrame, query: Json) -> Labelled:
    """The one option that is possible."""
    possible = possible_options(question, seeing=True)
    if len(possible) != 1:
        return UNDECIDED
    try:
        everywhere = possible_options(question, seeing=False, limit=UNSEEN_STATES) == possible
    except LimitError:
        everywhere = False
    scope = "every-realisation" if everywhere else "trajectory"
    answer = LETTERS[possible[0]]
    truth = {"kind": "option", "answer": answer, "scope": scope}
    return certified(truth, [Certificate("support", {"scope": scope})], answer)


def judge(truth: Json) -> Callable[[WorldTest, Json], Judged]:
    """Right when the chosen option is the true one; RecordError for a truth that names no option."""
    known = truth.get("kind") == "option"
    if known and truth.get("answer") not in list(LETTERS):
        raise RecordError(f"the answer of a masked frame is one of {LETTERS}", field="truth.answer")

    def judged(world: WorldTest, figures: Json) -> Judged:
        assert isinstance(world.test, MaskedFrameTest) and world.test.choice is not None
        chosen = LETTERS[world.test.choice]
        if not known:
            return undecided("the truth is not known"), chosen
        if chosen == truth["answer"]:
            return correct("", **figures), chosen
        return incorrect(Code.WRONG, f"option {chosen} is not what stood there", **figures), chosen

    return judged


def calls(lines: list[str], world: WorldTest) -> list[Call]:
    """Watch the run to its end, then choose the option whose letter is the answer."""
    reading = read("\n".join(lines), AnswerKind.LETTER, choices=("",) * len(LETTERS))
    if reading.code is not None:
        raise RecordError(f"the answer is the letter of an option: {reading.note}", field="answer")
    watching = [Call("step")] * len(getattr(world.question, "actions", ()))
    return [*watching, Call("choose_option_i", {"i": LETTERS.index(reading.value)})]


TASK = GridTask(
    number=1,
    title="what stood behind a mask",
    paper="Masked Frame Prediction",
    groups={"episode": "gridworld_mfp"},
    shape=AnswerKind.LETTER,
    read=masked_frame,
    calls=calls,
    label=label,
    judge=judge,
)
