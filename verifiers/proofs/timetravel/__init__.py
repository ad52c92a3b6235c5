"""The checker of time-travel levels: a planning world with causal rules that fire by themselves and decay.

Reading order: ``world`` (the level, and the level without one of its parts), ``grounding`` (its actions and
rules over objects), ``simulation`` (one step, and the search of all situations), then one file a certificate
in ``rules`` and ``level``, which says what the truth claims.
"""
