"""Families of specifications in linear temporal logic; each is synthesised once, into a table."""
