"""Levels from a seed: blueprints are drawn, told in the words of a scenario, lengthened, proven, kept."""
