"""Reactive systems: finite machines over atomic propositions, traces, effects."""
