"""Certificates and the independent checker: nothing of ours above domains, no engine."""
