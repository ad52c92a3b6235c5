"""The problem makers: one file a domain, named by the domain's key, ending with its ``MAKER``."""
