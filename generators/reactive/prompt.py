"""What a model is shown: the system, the trace, the question, the form of the answer, limits."""

from __future__ import annotations

from ...domains.reactive.effect import LtlfEffect, read_effect
from ...domains.reactive.hoa import write_hoa
from ...domains.reactive.ltlf_syntax import legend
from ...domains.reactive.words import letters
from ...instances.records import Json, Prompt
from ...verifiers.reactive.atoms import atom_text
from ...verifiers.reactive.intervene import environment
from .scene import Scene
from .system_text import steps, table

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
QUESTIONS = {
    "simulate": "In which state is the system before each step and after the last one, and which outputs "
    "does it give at each step?",
    "accept": "A log claims that the system gave these outputs on these inputs. Are all of them the outputs "
    "that the system gives? If not, what is the first step at which they are not?",
    "accept bool": "A log claims that the system gave these outputs on these inputs. Are all of them the "
    "outputs that the system gives?",
    "butfor": "Which single inputs are but-for causes: each of them such that, had this one input had the "
    "other value at its step and all other inputs been as given, the effect would not have happened? Name "
    "all of them. There may be none; then say none (an empty list is no answer).",
    "sufficient": "Name a minimal sufficient set of literals: whatever values all other inputs have at all "
    "steps, the effect happens as long as these literals hold, and no literal can be left out of the set.",
    "breaking": "Name a minimal breaking set of literals: if all of these inputs have the other value at "
    "their steps, and all others are as given, the effect does not happen; and no smaller part of the set "
    "has this property. Write the literals as they hold in the given inputs, before the change.",
    "cause": "What is the full cause of the effect? It is the formula over literals of the given inputs that "
    "holds for a choice of inputs exactly when the effect happens under it and under every choice of inputs "
    "that differs from the given ones in fewer places only (a subset of its differences). Write it with & "
    "(and), | (or) and parentheses, or write true if nothing can prevent the effect.",
    "member butfor": "Is the literal {literal} a but-for cause: had this one input had the other value at "
    "its step and all other inputs been as given, would the effect not have happened?",
    "member relevant": "Does the literal {literal} belong to at least one minimal sufficient set? A set of "
    "literals is sufficient if the effect happens as long as they hold, whatever values all other inputs "
    "have at all steps, and minimal if no literal can be left out of it.",
    "intervene": "With the given inputs this effect does not happen:\n{effect}\nChange inputs so that it "
    "happens. You may change inputs at no more than {steps}{atoms}. Every change must be "
    "needed: if any single one of them is left out and the others are kept, the effect must not happen.",
}
FORMATS = {
    "simulate": 'End with a JSON object {{"states": [...], "outputs": [...]}}: {states} state numbers and '
    '{steps} strings over "01", one a step, whose characters are the values of {outputs} in this order.',
    "accept": 'End with a JSON object {{"accepted": true or false, "first_bad_step": a step or null}}.',
    "literals": "End with a line such as: Final answer: {example}",
    "butfor": "End with a line such as: Final answer: {example} (or: Final answer: none)",
    "cause": "End with a line such as: Final answer: {formula}",
    "intervene": 'End with the changes as a JSON list of [step, "input", new value], such as: '
    "Final answer: {changes}",
    "bool": "Answer yes or no and nothing else.",
}
EFFECT = "This effect happens with the given inputs:"


def prompt(here: Scene, task: str, form: str, query: Json, context: str) -> Prompt:
    """The prompt of a question; an episode shows what its environment tells, and no machine."""
    limits: Json = {"max_tokens": MAX_TOKENS[form], "stop": list(STOP)}
    if form == "episode":
        turns: Json = {"max_turns": 3 * len(here.trace)}
        return Prompt(question=environment(here.question(query)).instructions, limits=turns)
    key = f"accept {form}" if (task, form) == ("accept", "bool") else task
    if task == "member":
        key = f"member {query['asks']}"
    question = QUESTIONS[key]
    if task == "member":
        question = question.format(literal=atom_text(query["literal"]))
    if task == "intervene":
        question = _intervene(question, query)
    elif "effect" in query:
        question = f"{EFFECT}\n{effect_text(query['effect'])}\n{question}"
    return Prompt(
        question=question,
        context=_context(here, query, context),
        answer_format=_format(here, task, form),
        limits=limits,
    )


def effect_text(effect: Json) -> str:
    """An effect in words."""
    found = read_effect(effect)
    if isinstance(found, LtlfEffect):
        return f"The whole run satisfies the formula {found.formula}\n{legend(found.formula)}"
    value = int(found.value)
    if found.first == found.at:
        return f"Output {found.ap} is {value} at step {found.at}."
    return f"Output {found.ap} is {value} at least once in the steps {found.first} to {found.at}."


def _intervene(question: str, query: Json) -> str:
    budget, atoms = query["budget_timestep"], query["budget_atoms"]
    limit = "" if atoms is None else f", and no more than {atoms} single inputs in all"
    steps = "one step" if budget == 1 else f"{budget} different steps"
    return question.format(effect=effect_text(query["effect"]), steps=steps, atoms=limit)


def _context(here: Scene, query: Json, context: str) -> str:
    machine = here.machine
    parts = [
        INTRODUCTION.format(
            inputs=", ".join(machine.inputs) or "none", outputs=", ".join(machine.outputs) or "none"
        )
    ]
    if context != "hoa":
        parts.append(f"The transitions of the system:\n\n{table(machine)}")
    if context != "table":
        parts.append(f"{HOA}\n\n{write_hoa(machine).strip()}")
    claimed = letters(query["outputs"], len(machine.outputs)) if "outputs" in query else ()
    what = "inputs and the claimed outputs" if claimed else "given inputs"
    shown = steps(here.trace, machine.inputs, claimed, machine.outputs)
    parts.append(f"The {what}:\n\n{shown}")
    return "\n\n".join(parts)


def _format(here: Scene, task: str, form: str) -> str:
    if form == "bool":
        return FORMATS["bool"]
    inputs, last = here.machine.inputs or ("a",), len(here.trace) - 1
    first, other = inputs[0], inputs[-1]
    examples = {
        "example": f"{first}@0, !{other}@{last}",
        "formula": f"({first}@0 | !{other}@{last}) & {other}@{last // 2}",
        "changes": f'[[0, "{first}", 1], [{last}, "{other}", 0]]',
        "states": len(here.trace) + 1,
        "steps": len(here.trace),
        "outputs": ", ".join(here.machine.outputs),
    }
    key = task if task in FORMATS else "literals"
    return (
        f"{LITERALS}\n{_filled(key, examples)}"
        if key in ("literals", "butfor", "cause")
        else _filled(key, examples)
    )


def _filled(key: str, examples: Json) -> str:
    return FORMATS[key].format(**examples)
