"""Judges of answers, oracles that compute truth, proofs and their checker, engine adapters."""
