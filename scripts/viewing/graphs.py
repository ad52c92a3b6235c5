"""State spaces of up to 200 states as layered graphs: the distance from the initial state is the layer.

Within a layer, states are ordered by the mean position of their neighbours (Sugiyama, Tagawa and Toda, 1981);
a layer with many states takes several columns.
"""

from collections.abc import Callable, Container, Hashable, Iterable
from typing import TypeVar

from ...domains.planning.grounding import ground
from ...domains.planning.pddl import parse
from ...domains.reactive.machine import breadth_first
from ...domains.timetravel.kernel import State
from ...generators.reactive.prompt import transitions
from ...instances.errors import LimitError
from ...instances.records import Instance, Json
from ...verifiers.reactive.question import read_machine
from ...verifiers.timetravel.judging import environment

LIMIT = 200  # the most states of a graph
EDGES = 4000
GROUNDED = 50_000  # the most rows and actions of a grounded world for which a graph is attempted
COLUMN = 12  # the most states in one column
WIDTH, HEIGHT = 130, 46  # pixels between columns, and between the states of a column
SWEEPS = 4

S = TypeVar("S", bound=Hashable)
Edge = tuple[int, int, str]  # from, to, label


def graph(names: list[str], details: list[list[str]], edges: list[Edge], goals: Container[int] = ()) -> Json:
    """The picture of states in breadth-first order from the initial one, with the text of each."""
    nodes = [
        {"x": x, "y": y, "name": name, "detail": detail, "goal": number in goals}
        for number, ((x, y), name, detail) in enumerate(
            zip(layout(len(names), edges), names, details, strict=True)
        )
    ]
    drawn = [{"from": one, "to": other, "label": label} for one, other, label in edges[:EDGES]]
    return {"kind": "graph", "title": "The states that can be reached", "nodes": nodes, "edges": drawn}


def layout(states: int, edges: Iterable[Edge]) -> list[tuple[int, int]]:
    """A position for each state, the first of which is initial.

    >>> layout(3, [(0, 1, ""), (0, 2, ""), (1, 2, "")])
    [(0, 23), (130, 0), (130, 46)]
    """
    after: list[list[int]] = [[] for _ in range(states)]
    near: list[list[int]] = [[] for _ in range(states)]
    for one, other, _ in edges:
        after[one].append(other)
        near[one].append(other)
        near[other].append(one)
    layers, seen = [[0]] if states else [], {0}
    while layers and layers[-1]:
        layers.append([])
        for state in layers[-2]:
            fresh = [other for other in dict.fromkeys(after[state]) if other not in seen]
            seen.update(fresh)
            layers[-1] += fresh
    layers[-1:] = [rest] if (rest := [state for state in range(states) if state not in seen]) else []
    for sweep in range(SWEEPS):
        place = {state: k / max(1, len(layer) - 1) for layer in layers for k, state in enumerate(layer)}
        for layer in layers if sweep % 2 == 0 else reversed(layers):
            around = {state: [place[other] for other in near[state] or [state]] for state in layer}
            means = {state: sum(places) / len(places) for state, places in around.items()}
            layer.sort(key=means.__getitem__)
            place |= {state: k / max(1, len(layer) - 1) for k, state in enumerate(layer)}
    columns = [layer[k : k + COLUMN] for layer in layers for k in range(0, len(layer), COLUMN)]
    tallest = max(map(len, columns), default=1)
    places: dict[int, tuple[int, int]] = {}
    for number, column in enumerate(columns):
        top = (tallest - len(column)) * HEIGHT // 2
        places |= {state: (number * WIDTH, top + k * HEIGHT) for k, state in enumerate(column)}
    return [places[state] for state in range(states)]


def of_question(question: Instance) -> Json:
    """The graph of a question's world, or the reason why there is none, under ``none``."""
    makers = {"planning": _planning, "timetravel": _level, "reactive": _machine}
    if question.family not in makers or not question.world:
        return {"none": "No state space is drawn for this kind of world."}
    try:
        return makers[question.family](question)
    except LimitError as error:
        return {"none": f"The world is too large for a picture of its states: {error}"}


def explored(
    initial: S, successors: Callable[[S], Iterable[tuple[str, S]]]
) -> tuple[list[S], list[Edge]] | None:
    """The reachable states in breadth-first order, and the edges; None beyond ``LIMIT`` states."""
    order, number, edges = [initial], {initial: 0}, dict[tuple[int, int], list[str]]()
    for state in order:
        for label, after in successors(state):
            if number.setdefault(after, len(order)) == len(order):
                order.append(after)
                if len(order) > LIMIT:
                    return None
            edges.setdefault((number[state], number[after]), []).append(label)
    return order, [(one, other, "\n".join(labels)) for (one, other), labels in edges.items()]


MANY = {"none": f"More than {LIMIT} states can be reached: too many for a picture."}


def _planning(question: Instance) -> Json:
    task = ground(parse(question.world["domain"], question.world["problem"]), limit=GROUNDED)
    space = explored(task.init, lambda state: ((a.name, a.apply(state)) for a in task.applicable(state)))
    if space is None:
        return MANY
    order, edges = space
    goals = frozenset(number for number, state in enumerate(order) if task.satisfied(state))
    # the grounder adds complements
    facts = [[name for name in task.names(state) if not name.startswith("(not ")] for state in order]
    return graph([str(number) for number in range(len(order))], facts, edges, goals)


def _level(question: Instance) -> Json:
    world = environment(question).world
    failed = State(-1, ())

    def successors(state: State) -> Iterable[tuple[str, State]]:
        if state is failed or world.goal(state):
            return ()
        moves = ((action, world.successor(state, action)) for action in world.applicable(state))
        return ((action.name, failed if after is None else after) for action, after in moves)

    space = explored(world.initial, successors)
    if space is None:
        return MANY
    order, edges = space
    names = ["decayed" if state is failed else str(number) for number, state in enumerate(order)]
    details = [["something decayed"] if state is failed else world.facts(state) for state in order]
    goals = frozenset(k for k, state in enumerate(order) if state is not failed and world.goal(state))
    return graph(names, details, edges, goals)


def _machine(question: Instance) -> Json:
    """The graph of a system, with inputs and outputs on each edge."""
    machine = read_machine(question.world["hoa"])
    if machine.states > LIMIT:
        return {"none": f"The system has {machine.states} states: too many for a picture."}
    order, number = breadth_first(machine.initial, machine.successors)
    labels: dict[tuple[int, int], list[str]] = {}
    for state in order:
        for guard, emitted, target in transitions(machine, state):
            text = f"{guard}: {emitted}" if emitted else guard
            labels.setdefault((number[state], number[target]), []).append(text)
    edges = [(one, other, "\n".join(texts)) for (one, other), texts in labels.items()]
    return graph([str(state) for state in order], [[]] * len(order), edges)
