"""Check `second`: other engines, asked the same, do not say otherwise.  One file a family, found by its name,
unless its ``Subject`` asks itself.

Where another sound engine says otherwise than the record, that is a fault (``EnginesDisagree``), with what
both say.  What an engine cannot decide within its bounds is counted as open.
"""
