"""The pages of ``certwright play`` and ``view``: one local server, one frame, one family a file."""
