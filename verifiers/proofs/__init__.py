"""The independent checker: it imports itself and the standard library, nothing else.  Read ``core`` first."""
