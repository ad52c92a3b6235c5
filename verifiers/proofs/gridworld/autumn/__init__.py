"""A plain interpreter of Autumn, written for clarity: the checker's own reading of a grid world's program."""
