"""Random LTLf formulas, in our syntax and in Spot's."""

UNARY = ("!", "X ", "WX ", "F ", "G ")
BINARY = ("&", "|", "->", "<->", "^", "U", "R", "W", "M")


def random_formula(draw, size, aps=("a", "b")):
    """Formula text with ``size`` operators, fully in brackets."""
    if size == 0:
        return draw.choice([*aps, *aps, *aps, "true", "false"])
    if size == 1 or draw.random() < 0.4:
        return f"{draw.choice(UNARY)}({random_formula(draw, size - 1, aps)})"
    left = draw.randrange(size)
    parts = random_formula(draw, left, aps), random_formula(draw, size - 1 - left, aps)
    return f"({parts[0]} {draw.choice(BINARY)} {parts[1]})"


def in_spot(formula):
    """The same formula for Spot, whose X is the weak next and whose X[!] is the strong one."""
    text = formula.replace("WX ", "?").replace("X ", "X[!] ").replace("?", "X ")
    return text.replace("^", "xor")
