"""Reactive systems: judging, oracles and labels of the questions about them."""
