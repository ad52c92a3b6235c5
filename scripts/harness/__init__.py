"""Bindings to other harnesses."""
