"""Runs as pictures: plans state by state, with the changed facts marked; traces of systems line by line."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...domains.planning import atoms
from ...domains.planning.lifted import ActionModel
from ...domains.planning.tree import Problem
from ...domains.reactive.effect import Effect, OutputEffect
from ...domains.reactive.machine import Machine
from ...domains.timetravel.kernel import World
from ...instances.errors import IllegalItemError, RecordError, WorldError
from ...instances.records import Instance, Json
from ...verifiers.reactive.question import Question

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
