"""Studies of benchmarks: curves over sweeps, loaded on demand; no other part of the product uses them."""
