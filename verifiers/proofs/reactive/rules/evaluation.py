"""`evaluation`, with an empty body: the truth is what one pass over the run shows.

Rule: nothing is searched; the task's own definition is evaluated by the checker (the run, the first step at
which claimed outputs differ, the but-for set).  The certificate only says that this is enough.
"""

from ...planning.rules.evaluation import BODY, check

__all__ = ["BODY", "check"]
