"""Agents, and the runner that lets them play any environment."""
