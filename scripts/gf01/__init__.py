"""GF-01 on the command line: imports, freezes, campaigns, releases, studies, and play."""
