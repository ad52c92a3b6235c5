"""Results of time-travel episodes: rows, traces and the folder that keeps them."""
