"""Runs as pictures: plans state by state, traces of systems line by line; state spaces as layered graphs.

A layer is a distance from the initial state; within it, states are ordered by the mean position of their
neighbours (Sugiyama, Tagawa and Toda, 1981); one with many states takes several columns.
"""

from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from ...domains.planning import atoms
from ...domains.planning.grounding import ground
from ...domains.planning.lifted import ActionModel
from ...domains.planning.pddl import parse
from ...domains.planning.tree import Problem
from ...domains.reactive.effect import Effect, OutputEffect
from ...domains.reactive.machine import Machine, breadth_first
from ...domains.timetravel.kernel import State, World
from ...generators.reactive.prompt import transitions
from ...instances.errors import IllegalItemError, LimitError, RecordError, WorldError
from ...instances.records import Instance, Json
from ...verifiers.reactive.question import Question, read_machine
from ...verifiers.timetravel.judging import environment

STEPS, TRACE = 1000, 2000  # the most states of one picture, and steps drawn of a trace
Atoms = Sequence[Sequence[Any]]  # ``[step, input, value]`` each


@dataclass
class States:
    """A picture being built: names of facts, and for each state which hold, were added and were deleted."""

    title: str
    goal: Sequence[str] = ()
    _names: dict[str, int] = field(default_factory=dict)
    _steps: list[Json] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self._steps)

    def add(
        self, caption: str, facts: Iterable[str], before: Iterable[str] | None = None, note: str = ""
    ) -> None:
        """Add a state, with the one it is compared with (None: no changes are marked)."""
        now, then = set(facts), set(facts if before is None else before)
        sets = {"facts": now, "added": now - then, "removed": then - now}
        known = self._names
        numbers = {key: [known.setdefault(x, len(known)) for x in sorted(some)] for key, some in sets.items()}
        self._steps.append({"caption": caption, **numbers, "note": note})

    def json(self) -> Json:
        """The picture."""
        head = {"kind": "states", "title": self.title}
        return {**head, "names": list(self._names), "goal": sorted(self.goal), "steps": self._steps}


def plan(title: str, problem: Problem, actions: Sequence[str]) -> Json:
    """The states along some actions, up to the first that cannot be applied, with the reason."""
    moves = ((place, action, f"{place + 1}. {action}") for place, action in enumerate(actions))
    return _walked(title, problem, moves)


def runs(title: str, problem: Problem, actions: Sequence[str], steps: Sequence[int]) -> Json:
    """The tree of states of a certificate ``runs``: pairs of the parent state and the action."""

    def moves() -> Iterator[tuple[int, str, str]]:
        for number, (parent, action) in enumerate(zip(steps[::2], steps[1::2], strict=False), 1):
            if parent >= number or action >= len(actions):
                return
            name = actions[action]
            yield parent, name, f"state {number}: from state {parent} by {name}"

    return _walked(title, problem, moves())


def _walked(title: str, problem: Problem, moves: Iterable[tuple[int, str, str]]) -> Json:
    """The states that moves lead to: the state that each is made in, its action and its caption."""
    states, nodes = States(title, _texts(problem.goal)), [frozenset(problem.fluent_init)]
    states.add("at the beginning", _texts(problem.fluent_init))
    for parent, action, caption in moves:
        after, why = _after(problem, nodes[parent], action)
        states.add(caption, _texts(after or nodes[parent]), _texts(nodes[parent]), why)
        if after is None or len(states) >= STEPS:
            break
        nodes.append(after)
    return states.json()


def level(title: str, world: World, actions: Sequence[str]) -> Json:
    """The states of a level of time travel along some actions, with the rules that fire."""
    states, state = level_states(title, world), world.initial
    for number, action in enumerate(actions[:STEPS], 1):
        try:
            operator = world.operator(action)
        except (IllegalItemError, WorldError) as error:
            states.add(f"{number}. {action}", world.facts(state), note=str(error))
            break
        if operator.pre & ~state.facts:
            states.add(f"{number}. {action}", world.facts(state), note="a precondition is false")
            break
        step = world.step(state, operator)
        countdown = world.countdown(step.state).items()
        decay = [f"{fact} decays after {left} more actions" for fact, left in countdown]
        note = "; ".join([*(f"rule {event.rule}" for event in step.events), *decay])
        states.add(f"{number}. {action}", world.facts(step.state), world.facts(state), note)
        state = step.state
    return states.json()


def level_states(title: str, world: World) -> States:
    """A picture of a level that shows its first state."""
    goal = [world.task.facts[bit] for bit in range(len(world.task.facts)) if world.goal_mask >> bit & 1]
    states = States(title, goal)
    states.add("at the beginning", world.facts(world.initial))
    return states


def _after(
    problem: Problem, facts: frozenset[tuple[str, ...]], action: str
) -> tuple[frozenset[tuple[str, ...]] | None, str]:
    model = problem.kept(ActionModel)
    try:
        parts = atoms.parse(action)
        ground = model.instantiate(parts)
    except (IllegalItemError, WorldError) as error:
        return None, str(error)
    if not ground.applicable(facts):
        return None, f"cannot be applied: {model.failing(parts, facts)} is false"
    return ground.apply(facts), ""


def _texts(facts: Iterable[tuple[str, ...]]) -> list[str]:
    return [atoms.text(fact) for fact in facts]


def wave(
    title: str,
    machine: Machine,
    letters: Sequence[int],
    *,
    marks: Iterable[Sequence[Any]] = (),
    effect: Effect | None = None,
    claimed: Sequence[int] = (),
) -> Json:
    """The run over some letters; ``marks`` are highlighted pairs of a step and a line, ``claimed`` outputs
    stated by an answer, marked where they differ from the machine's."""
    shown = letters[:TRACE]
    run = machine.run(shown)
    lines = [_line(name, "input", shown, bit) for bit, name in enumerate(machine.inputs)]
    lines += [_line(name, "output", run.outputs, bit) for bit, name in enumerate(machine.outputs)]
    lines.append({"name": "state", "role": "state", "values": list(run.states)})
    marked = [[step, name] for step, name, *_ in marks if step < len(shown)]
    for bit, name in enumerate(machine.outputs if claimed else ()):
        lines.append(_line(f"{name} as claimed", "claimed", claimed[: len(shown)], bit))
        pairs = enumerate(zip(claimed, run.outputs, strict=False))
        differing = (step for step, (stated, emitted) in pairs if (stated ^ emitted) >> bit & 1)
        marked += [[step, f"{name} as claimed"] for step in differing]
    output = effect if isinstance(effect, OutputEffect) else None
    return {
        "kind": "wave",
        "title": title,
        "steps": len(shown),
        "lines": lines,
        "marks": marked,
        "window": None if output is None else [output.ap, output.first, output.at, output.value],
    }


def of_question(question: Instance) -> list[Json]:
    """The pictures of a question and its truth; RecordError or WorldError for a malformed one."""
    problem, truth = Question.of(question), question.truth or {}
    effect = problem.effect if "effect" in problem.query else None
    run = problem.machine, problem.trace
    if "outputs" in problem.query:
        return [wave("The inputs, and the outputs that are claimed", *run, claimed=problem.outputs)]
    literal = [problem.query["literal"]] if "literal" in problem.query else []
    shown = [wave("The run on the given inputs", *run, effect=effect, marks=literal)]
    if question.task == "intervene":
        if truth.get("example"):
            shown.append(intervened("With a right certificate", problem, truth["example"]))
    elif literals := _literals(truth):
        shown.append(wave("Marked: the inputs of a right answer", *run, effect=effect, marks=literals))
    return shown


def of_answer(question: Instance, answer: Any) -> list[Json]:
    """An answer as a picture, if it consists of inputs at steps; else none."""
    problem = Question.of(question)
    if not (isinstance(answer, list) and answer and all(_atom(atom, problem) for atom in answer)):
        return []
    if question.task == "intervene":
        return [intervened("With the settings of the answer", problem, answer)]
    effect = problem.effect if "effect" in problem.query else None
    title = "Marked: the inputs that the answer names"
    return [wave(title, problem.machine, problem.trace, effect=effect, marks=answer)]


def intervened(title: str, problem: Question, atoms: Atoms) -> Json:
    """The run with some inputs set, which are marked."""
    return wave(title, problem.machine, flipped(problem, atoms), marks=atoms, effect=problem.effect)


def flipped(problem: Question, atoms: Atoms) -> list[int]:
    """The letters of a question's trace with some inputs set."""
    letters = list(problem.trace)
    for step, name, value in atoms:
        bit = 1 << problem.machine.inputs.index(name)
        letters[step] = letters[step] | bit if value else letters[step] & ~bit
    return letters


def _line(name: str, role: str, words: Sequence[int], bit: int) -> Json:
    return {"name": name, "role": role, "values": [word >> bit & 1 for word in words]}


def _literals(truth: Json) -> list[Sequence[Any]]:
    """The atoms of a truth: its items, its example, or all atoms of its formula."""
    clauses = truth.get("cnf") or []
    atoms = truth.get("items") or truth.get("example") or [atom for clause in clauses for atom in clause]
    if not all(isinstance(atom, list) and len(atom) == 3 for atom in atoms):
        raise RecordError("the truth is no list of [step, input, value]", field="truth")
    return list(atoms)


def _atom(atom: Any, problem: Question) -> bool:
    return (
        isinstance(atom, list | tuple)
        and len(atom) == 3
        and type(atom[0]) is int
        and 0 <= atom[0] < len(problem.trace)
        and atom[1] in problem.machine.inputs
        and atom[2] in (0, 1)
    )


STATES = 200  # the most states of a graph
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


def state_space(question: Instance) -> Json:
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
    """The reachable states in breadth-first order, and the edges; None beyond ``STATES`` states."""
    order, number, edges = [initial], {initial: 0}, dict[tuple[int, int], list[str]]()
    for state in order:
        for label, after in successors(state):
            if number.setdefault(after, len(order)) == len(order):
                order.append(after)
                if len(order) > STATES:
                    return None
            edges.setdefault((number[state], number[after]), []).append(label)
    return order, [(one, other, "\n".join(labels)) for (one, other), labels in edges.items()]


MANY = {"none": f"More than {STATES} states can be reached: too many for a picture."}


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
    if machine.states > STATES:
        return {"none": f"The system has {machine.states} states: too many for a picture."}
    order, number = breadth_first(machine.initial, machine.successors)
    labels: dict[tuple[int, int], list[str]] = {}
    for state in order:
        for guard, emitted, target in transitions(machine, state):
            text = f"{guard}: {emitted}" if emitted else guard
            labels.setdefault((number[state], number[target]), []).append(text)
    edges = [(one, other, "\n".join(texts)) for (one, other), texts in labels.items()]
    return graph([str(state) for state in order], [[]] * len(order), edges)
