"""Reactive systems from a seed: families, traces, effects, questions."""
