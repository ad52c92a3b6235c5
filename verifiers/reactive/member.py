"""The task ``member``: literal in a cause."""

from __future__ import annotations

from ..task import Task
from .labelling import member_item

TASK = Task(
    key="member",
    family="reactive",
    number=7,
    title="literal in a cause",
    paper="TCE",
    groups={"bool": "reactive_member_bool"},
    decide=member_item,
)
