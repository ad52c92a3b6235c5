"""Tables and pictures of the grid worlds that come along."""
