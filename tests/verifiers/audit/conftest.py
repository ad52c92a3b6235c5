"""The folders of the records and worlds that tests of the audit share are importable here."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
TESTS = HERE.parents[1]
for folder in (
    HERE,
    HERE.parent,
    HERE.parent / "gridworld",
    HERE.parent / "reactive",
    TESTS / "domains" / "gridworld",
):
    sys.path.insert(0, str(folder))
