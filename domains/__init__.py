"""The worlds: syntax, semantics and the data that defines them."""
