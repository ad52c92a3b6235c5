"""Studies of benchmarks: curves over sweeps, loaded on demand and by no part of the product."""
