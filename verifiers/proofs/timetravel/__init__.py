"""The checker of levels: its own simulation of rules and decay, its own count of all states."""
