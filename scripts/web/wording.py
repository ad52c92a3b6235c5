"""Small words of the pages."""


def counted(count: int, noun: str) -> str:
    """So many of something.

    >>> counted(1, "turn"), counted(2, "turn")
    ('1 turn', '2 turns')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
