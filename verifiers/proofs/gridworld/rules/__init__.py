"""One certificate kind a file."""
