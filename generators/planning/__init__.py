"""Planning questions from a seed: worlds, states along plans, questions and their near misses, prompts."""
