"""Truth of levels: shortest plans, distances, dead ends; labelling."""
