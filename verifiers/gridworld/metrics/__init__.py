"""Figures of grid-world episodes: scores, exploration, perplexity, meetings, cost."""
