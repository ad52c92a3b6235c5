"""Foreign file formats, JSON shape only: one file a format."""
