"""The folders of the small worlds and of the drawn programs are importable by the tests here."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2] / "domains" / "gridworld"))
