"""LTLf formulas: random ones in our syntax and in Spot's, and what they say by the definition."""

from certwright.domains.reactive.ltlf_syntax import parse

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


def evaluate(formula, word):
    """Whether the word (true propositions step by step) satisfies the formula, by the definition."""
    nodes, steps = parse(formula).nodes, range(len(word))
    holds = []
    for node in nodes:
        parts = [holds[child] for child in node.children]
        holds.append([_holds(node, parts, word, step) for step in steps])
    return holds[-1][0]


def _holds(node, parts, word, now):
    """The definition of each operator at step ``now``; ``parts`` are the values of its operands."""
    later = range(now, len(word))
    match node.operator:
        case "true" | "false":
            return node.operator == "true"
        case "ap":
            return node.ap in word[now]
        case "!":
            return not parts[0][now]
        case "X":
            return now + 1 < len(word) and parts[0][now + 1]
        case "WX":
            return now + 1 == len(word) or parts[0][now + 1]
        case "F":
            return any(parts[0][step] for step in later)
        case "G":
            return all(parts[0][step] for step in later)
    left, right = parts
    match node.operator:
        case "&":
            return left[now] and right[now]
        case "|":
            return left[now] or right[now]
        case "^":
            return left[now] != right[now]
        case "->":
            return not left[now] or right[now]
        case "<->":
            return left[now] == right[now]
        case "U":
            return any(right[step] and all(left[now:step]) for step in later)
        case "W":
            return all(left[now:]) or any(right[step] and all(left[now:step]) for step in later)
        case "R":
            return all(right[now:]) or any(left[step] and all(right[now : step + 1]) for step in later)
        case _:  # M
            return any(left[step] and all(right[now : step + 1]) for step in later)
