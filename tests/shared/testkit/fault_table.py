"""Faults in our own code, from ``faults.jsonl``: a file, a piece of its text, and what stands there instead.

``tasks`` says on which questions a fault is tried: with ``how`` "label" the released records of these tasks
(``TASK-FORM`` for one form) are labelled anew, with "generate" questions of these cells are made.
"""

import json
from pathlib import Path
from typing import NamedTuple


class Fault(NamedTuple):
    """One fault; its number is its place in ``FAULTS``."""

    file: str
    what: str
    family: str
    tasks: str
    old: str
    new: str
    how: str

    @property
    def floor(self) -> str:
        """The floor of the house, and on the third one its room."""
        parts = self.file.split("/")
        return "/".join(parts[:2]) if parts[0] == "verifiers" else parts[0]


FAULTS = tuple(
    Fault(**json.loads(line)) for line in Path(__file__).with_name("faults.jsonl").read_text().splitlines()
)
