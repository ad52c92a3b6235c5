"""Who wins a deterministic parity game of a file: Zielonka's algorithm on explicit positions (1998)."""

from certwright.domains.reactive.hoa_syntax import parse


def holds(label, valuation):
    stack = []
    for one in label:
        if isinstance(one, int):
            stack.append(bool(valuation >> one & 1))
        elif one in "tf":
            stack.append(one == "t")
        elif one == "!":
            stack.append(not stack.pop())
        else:
            right, left = stack.pop(), stack.pop()
            stack.append(left and right if one == "&" else left or right)
    return stack[0]


def arena(text):
    """Positions with owner (1 environment, 0 system), priority and moves; max even wins for the system."""
    game = parse(text, "game")
    count = len(game.propositions)
    outputs = sum(1 << place for place in game.controllable)
    owner, priority, moves = {}, {}, {}
    for state in game.states:
        owner["state", state.number], priority["state", state.number] = 1, 0
        after = {}
        for valuation in range(1 << count):
            for edge in state.edges:
                if holds(edge.label, valuation):
                    seen = (*edge.sets, *state.sets)
                    target = "edge", edge.targets[0], max(seen, default=-1) + 2
                    owner[target], priority[target] = 0, target[2]
                    moves[target] = [("state", edge.targets[0])]
                    after.setdefault(valuation & ~outputs, set()).add(target)
        # letters that offer the system the same choices are one position
        moves["state", state.number] = []
        for choices in {frozenset(choices) for choices in after.values()}:
            position = "choice", choices
            owner[position], priority[position], moves[position] = 0, 0, sorted(choices)
            moves["state", state.number].append(position)
    return ("state", game.starts[0][0]), owner, priority, moves


def attract(region, goal, player, owner, moves):
    """The positions of the region from which the player forces the goal."""
    found = set(goal)
    while True:
        more = {
            one
            for one in region - found
            if (any if owner[one] == player else all)(
                after in found for after in moves[one] if after in region
            )
        }
        if not more:
            return found
        found |= more


def even_region(region, owner, priority, moves):
    """Where the system wins, the highest priority seen for ever being even."""
    if not region:
        return set()
    highest = max(priority[one] for one in region)
    player = highest % 2
    top = attract(region, {one for one in region if priority[one] == highest}, player, owner, moves)
    won = even_region(region - top, owner, priority, moves)
    lost = won if player == 1 else region - top - won
    if not lost:
        return set(region) if player == 0 else set()
    pulled = attract(region, lost, 1 - player, owner, moves)
    rest = even_region(region - pulled, owner, priority, moves)
    return rest if player == 0 else rest | pulled


def wins(text):
    """Whether the system wins from the initial state."""
    start, owner, priority, moves = arena(text)
    return start in even_region(set(owner), owner, priority, moves)
