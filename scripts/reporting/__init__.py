"""Reports on the episodes of a results folder: tables and figures."""
