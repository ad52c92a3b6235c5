"""Tables and pictures of the bundled grid worlds."""
