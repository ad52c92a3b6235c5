"""Modules that several tests of the reader share."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
