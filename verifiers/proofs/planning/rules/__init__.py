"""One certificate kind a file: the rule, why it is sound, and its source."""
