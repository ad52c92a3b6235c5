"""Grid worlds: exhaustive search, belief support, the three tasks and their judges."""
