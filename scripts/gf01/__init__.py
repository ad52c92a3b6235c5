"""GF-01 in the shell: imports, freezes, campaigns, releases, studies, and play."""
