"""The checker of claims about reactive systems: tables, replays and one small dynamic programme."""
