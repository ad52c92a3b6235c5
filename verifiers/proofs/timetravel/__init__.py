"""Time travel: a planning world with causal rules that fire by themselves, and decay."""
