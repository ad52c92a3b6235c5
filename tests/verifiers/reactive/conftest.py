"""Modules that several tests of reactive systems share, here and among the tests of the domains."""

import sys
from pathlib import Path

OWN = Path(__file__).parent
sys.path[:0] = [str(OWN), str(OWN.parents[1] / "domains" / "reactive")]
