"""The eight planning tasks."""
