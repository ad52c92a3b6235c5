"""A frame of four by four cells with one coloured."""


def cell(x, y, colour="green"):
    return tuple(tuple(colour if (i, j) == (x, y) else None for i in range(4)) for j in range(4))
