"""The limits within which an Autumn program is read and run: counts, never seconds.

A program comes from outside.  Whatever its text, reading it and running a step of it ends, within these
counts, with a result or with an AutumnError.
"""

from __future__ import annotations

MAX_CHARACTERS = 200_000
"""Length of a program's text."""
MAX_TOKENS = 40_000
"""Atoms and parentheses of a program."""
MAX_DEPTH = 64
"""Nesting of lists in a program's text."""
MAX_ANALYSIS = 1_000_000
"""Nodes, and pairs of functions one of which may run in the other, over all rounds of the scope analysis."""
MAX_GRID = 256
"""Largest GRID_SIZE that is drawn."""
MAX_LIST = 100_000
"""Elements of one list."""
MAX_ELEMENTS = 100_000
"""Coloured cells of one frame, hidden ones included."""
MAX_WORK = 2_000_000
"""Calls, list elements touched and cells drawn in one step (or in loading a program)."""
FAILURE_WORK = 10
"""What a cell's expression that fails when its object is made takes of MAX_WORK: failures are slow."""
MAX_CALL_COST = 2_500
"""Sum over the open calls of the nesting depth of their bodies: bounds recursion, and Python's stack."""
