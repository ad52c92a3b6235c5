"""The pages of ``certwright play`` and ``view``: one local server, one frame, one file per family."""
