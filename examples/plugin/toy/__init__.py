"""A package that adds one thing of each kind to certwright; its files stand in the same places as ours."""
