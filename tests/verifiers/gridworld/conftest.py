"""The folder of the small worlds is importable by the tests here."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
