"""The eight planning tasks, one file a task."""
