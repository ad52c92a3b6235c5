"""The shell, one file a command."""
