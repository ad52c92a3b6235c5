"""Reactive questions: Mealy machines, finite traces, effects, and explanations of them."""
