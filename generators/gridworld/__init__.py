"""Grid-world questions from a seed: masked frames, goals, changes."""
