"""Autumn grid worlds: the language, its machine, its linter, recorded traces."""
