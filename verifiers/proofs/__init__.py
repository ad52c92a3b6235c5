"""The independent checker of certificates: it imports itself and the standard library, and nothing else.

Read ``core`` first, which all families share: its text says what a family, a rule and a task offer.
"""
