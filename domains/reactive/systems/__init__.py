"""Synthesised systems as canonical HOA, one file each, and the index that describes them."""
