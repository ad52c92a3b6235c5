"""The checker of claims about grid worlds: replays, and searches of its own."""
