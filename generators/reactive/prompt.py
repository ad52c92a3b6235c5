"""What a model is shown: the system, the trace, the question, the form of the answer, limits."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from ...domains.reactive.effect import LtlfEffect, read_effect
from ...domains.reactive.hoa import write_hoa
from ...domains.reactive.labels import Cube, Valuations
from ...domains.reactive.ltlf_syntax import legend
from ...domains.reactive.machine import Machine
from ...domains.reactive.words import letters
from ...instances.records import Instance, Json, Prompt
from ...verifiers.reactive.atoms import atom_text
from ...verifiers.reactive.intervene import environment
from ...verifiers.reactive.question import Question
from . import worlds
from .family import CONTEXTS
from .questions import Words, question_maker
from .scene import Scene
from .worlds import INPUTS, OUTPUTS, beside, side_by_side

MAX_TOKENS = {"gen": 4000, "bool": 2000, "episode": 4000}
STOP = ("\n\n\n\n", "Question:")

INTRODUCTION = (
    "A reactive system reads its inputs and sets its outputs once a step, beginning with step 0 in state 0. "
    "At each step it is in one state; the inputs of the step decide, together with the state, the outputs of "
    "that same step and the state of the next step.\nInputs: {inputs}. Outputs: {outputs}. Each is 0 or 1."
)
HOA = (
    "The system as an automaton in the HOA format; an edge label speaks of the inputs and outputs of a step "
    "(proposition k of the AP line is written k):"
)
LITERALS = (
    "A literal NAME@STEP says that input NAME is 1 at that step of the given inputs, !NAME@STEP that it is 0."
)
YES_NO = "Answer yes or no and nothing else."
EFFECT = "This effect happens with the given inputs:"


def prompt(scene: Scene, task: str, form: str, query: Json, context: str) -> Prompt:
    """The prompt of a question; an episode shows what its environment tells, and no machine."""
    limits: Json = {"max_tokens": MAX_TOKENS[form], "stop": list(STOP)}
    if form == "episode":
        turns: Json = {"max_turns": 3 * len(scene.trace)}
        return Prompt(question=environment(scene.question(query)).instructions, limits=turns)
    words = question_maker(task).words
    question = words.asks.get(query.get("asks", ""), words.question)
    if form == "bool" and words.boolean:
        question = words.boolean
    if "{literal}" in question:
        question = question.format(literal=atom_text(query["literal"]))
    if "{effect}" in question:
        question = _intervene(question, query)
    elif "effect" in query:
        question = f"{EFFECT}\n{effect_text(query['effect'])}\n{question}"
    answer = YES_NO if form == "bool" else _answer(scene, words)
    return Prompt(question, _context(scene, query, context), answer_format=answer, limits=limits)


def effect_text(effect: Json) -> str:
    """An effect in words."""
    read = read_effect(effect)
    if isinstance(read, LtlfEffect):
        return f"The whole run satisfies the formula {read.formula}\n{legend(read.formula)}"
    value = int(read.value)
    if read.first == read.at:
        return f"Output {read.ap} is {value} at step {read.at}."
    return f"Output {read.ap} is {value} at least once in the steps {read.first} to {read.at}."


def _intervene(question: str, query: Json) -> str:
    budget, atoms = query["budget_timestep"], query["budget_atoms"]
    limit = "" if atoms is None else f", and no more than {atoms} single inputs in all"
    steps = "one step" if budget == 1 else f"{budget} different steps"
    return question.format(effect=effect_text(query["effect"]), steps=steps, atoms=limit)


def _context(scene: Scene, query: Json, context: str) -> str:
    machine = scene.machine
    inputs, outputs = (", ".join(names) or "none" for names in (machine.inputs, machine.outputs))
    parts = [INTRODUCTION.format(inputs=inputs, outputs=outputs)]
    if context != "hoa":
        parts.append(f"The transitions of the system:\n\n{table(machine)}")
    if context != "table":
        parts.append(f"{HOA}\n\n{write_hoa(machine).strip()}")
    claimed = letters(query["outputs"], len(machine.outputs)) if "outputs" in query else ()
    what = "inputs and the claimed outputs" if claimed else "given inputs"
    parts.append(f"The {what}:\n\n{steps(scene.trace, machine.inputs, claimed, machine.outputs)}")
    return "\n\n".join(parts)


def _answer(scene: Scene, words: Words) -> str:
    """How the answer is to be given, with examples in the names of the system."""
    inputs, last = scene.machine.inputs or ("a",), len(scene.trace) - 1
    first, other = inputs[0], inputs[-1]
    said = words.answer.format(
        example=f"{first}@0, !{other}@{last}",
        formula=f"({first}@0 | !{other}@{last}) & {other}@{last // 2}",
        changes=f'[[0, "{first}", 1], [{last}, "{other}", 0]]',
        states=len(scene.trace) + 1,
        steps=len(scene.trace),
        outputs=", ".join(scene.machine.outputs),
    )
    return f"{LITERALS}\n{said}" if words.literals else said


def table(machine: Machine) -> str:
    """The transitions, one line for each pair of outputs and target that a state has.

    >>> after, emitted = ((0, 1, 0, 1), (1, 1, 1, 1)), ((0, 1, 0, 1), (1, 1, 1, 1))
    >>> print(table(Machine(("r", "s"), ("o",), 0, after, emitted)))
    State 0:
      if !r: output o=0, go to state 0
      if r: output o=1, go to state 1
    State 1:
      always: output o=1, go to state 1
    """
    lines = []
    for state in range(machine.states):
        lines.append(f"State {state}:")
        for guard, emitted, target in transitions(machine, state):
            lines.append(f"  {guard}: {f'output {emitted}, ' if emitted else ''}go to state {target}")
    return "\n".join(lines)


def transitions(machine: Machine, state: int) -> list[tuple[str, str, int]]:
    """The transitions of a state in words: guard, outputs, target, once for each pair of the last two."""
    space, groups = Valuations(len(machine.inputs)), dict[tuple[int, int], int]()
    for letter, edge in enumerate(zip(machine.successors[state], machine.emitted[state], strict=True)):
        groups[edge] = groups.get(edge, 0) | 1 << letter
    return [
        (_guard(space.cover(letters), machine.inputs), valuation(word, machine.outputs), target)
        for (target, word), letters in groups.items()
    ]


def valuation(mask: int, names: Sequence[str]) -> str:
    """A valuation in words: ``g=1 h=0``."""
    return " ".join(f"{name}={mask >> bit & 1}" for bit, name in enumerate(names))


def steps(trace: Sequence[int], inputs: Sequence[str], outputs: Sequence[int], names: Sequence[str]) -> str:
    """The trace, one line a step; with outputs where some are claimed."""
    claimed = [f" -> {valuation(word, names)}" for word in outputs] or [""] * len(trace)
    lines = enumerate(zip(trace, claimed, strict=True))
    return "\n".join(f"step {step}: {valuation(letter, inputs)}{said}" for step, (letter, said) in lines)


def _guard(cubes: Sequence[Cube], names: Sequence[str]) -> str:
    if tuple(cubes) == ((),):
        return "always"
    parts = [" & ".join(f"{'' if value else '!'}{names[place]}" for place, value in cube) for cube in cubes]
    return f"if {' | '.join(parts)}"


def misplaced(instance: Instance) -> str | None:
    """Why the record's system is not of the family that it names; None when it may be."""
    machine, domain = Question.of(instance).machine, instance.domain
    if domain == worlds.IMPORTED:
        return None
    if domain == worlds.RANDOM:
        fits = machine.inputs == INPUTS[: len(machine.inputs)]
        return None if fits and machine.outputs == OUTPUTS[: len(machine.outputs)] else _foreign(domain)
    if domain == worlds.PRODUCT:
        names = (machine.inputs, machine.outputs)
        for left, right in combinations(worlds.small_systems(), 2):
            if side_by_side(left, right) == names and beside(left, right) == machine:
                return None
        return _foreign(domain)
    if domain not in worlds.domains():
        return f"domain: {domain} is no family of ours"
    return None if machine in worlds.family(domain) else _foreign(domain)


def renderings(instance: Instance) -> Iterator[Prompt]:
    """The prompts of the record's question in all contexts."""
    question = Question.of(instance)
    scene = Scene(instance.domain, "", question.machine, question.trace)
    for context in CONTEXTS if instance.form != "episode" else CONTEXTS[:1]:
        yield prompt(scene, instance.task, instance.form, instance.query, context)


def _foreign(domain: str) -> str:
    return f"domain: the system is not one of {domain}"
