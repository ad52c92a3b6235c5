"""The audit of grid-world questions."""
