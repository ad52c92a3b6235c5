"""The claim of a masked frame: the stored option alone is possible."""

from typing import Any

from ..claims import Ledger
from ..fields import Stated, constant, count, exactly, integer, listing
from ..record import Record
from ..refused import RefusedError
from ..tasks import episodes
from .knowledge import Knowledge
from .questions import LETTERS, MAX_SIZE, MAX_STEPS, frame, frames, pictures, read, recorded, rows


def question(whole: Record) -> Stated:
    """The frames that were seen, the hidden box and the options."""
    picture = read(
        whole,
        actions=listing(recorded, MAX_STEPS),
        pictures=pictures,
        masked=count,
        box=listing(integer(0, MAX_SIZE), 4),
        options=listing(rows, len(LETTERS)),
    )
    seen = frames(picture)
    if len(seen) != len(picture.actions) + 1 or len(picture.box) != 4 or len(picture.options) < 2:
        raise RefusedError("query: one frame more than actions, four numbers of a box, two options")
    left, top, width, height = picture.box
    if min(width, height) < 1 or max(left + width, top + height) > len(seen[-1]):
        raise RefusedError("query.box: it lies outside the frame")
    picture.seen, palette = seen, picture.pictures.palette
    picture.options = [
        frame(f"query.options[{at}]", shown, palette) for at, shown in enumerate(picture.options)
    ]
    return picture


def _whole(knowledge: Knowledge, query: Any, truth: Stated, ledger: Ledger) -> None:
    everywhere, supports = truth.scope == "every-realisation", knowledge.facts.get("support", [])
    known = all(letters == [truth.answer] for letters in supports[: 1 + everywhere])
    sentence = f"option {truth.answer} alone is possible"
    sentence += ", whatever was drawn" if everywhere else ""
    ledger.claim(sentence, True, known if len(supports) > everywhere else None, "support")


def gold(knowledge: Knowledge, record: Record) -> bool:
    """Whether the gold answer is the proven option."""
    return bool(record.gold == (record.truth or {})["answer"])


_SCOPE = constant("every-realisation", "trajectory")
_TRUTH = exactly(kind=constant("option"), answer=constant(*LETTERS), scope=_SCOPE)
discharge = episodes(_whole, option=_TRUTH)
