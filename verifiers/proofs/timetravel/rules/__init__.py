"""The rules: one kind of certificate a file, each with its theorem and the argument why it is sound."""
