"""Search over grounded tasks: explicit, novelty, h2, property-directed reachability, lower bounds."""
