"""The gold answer of a grid world, which its task checks; nothing is proven where the truth is undecided."""

from ..core import task_of
from ..record import Record
from ..refused import RefusedError
from .knowledge import Knowledge


def check(knowledge: Knowledge, record: Record) -> None:
    """RefusedError for a gold answer that is not right."""
    if (record.truth or {}).get("kind") != "undecided":
        task_of(record).gold(knowledge, record)
    elif record.gold is not None or record.certificates:
        raise RefusedError("gold: nothing is proven where the truth is undecided")
