"""PDDL worlds: reader, grounder, grounded task, legal answers, plans."""
