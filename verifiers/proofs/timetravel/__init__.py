"""The checker of time-travel levels: a planning world with causal rules that fire by themselves, and decay.

Reading order: ``world`` (the level, and the level without a part), ``simulation`` (one step), ``knowledge``,
then one file a certificate in ``rules`` with its search, and ``level``: what the truth claims.
"""
