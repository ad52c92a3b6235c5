"""Worlds of several epochs: actions, causal rules that carry facts through time, facts that decay."""
