"""A level in words for an agent: instructions, state, refusals and what an action brought about.

Three things are told, as EPOCH-Bench tells them.  *Beforehand*: the actions with their typed parameters, the
goal, every causal rule and the window of decay, and the facts that never change.  *Each turn*: the changing
facts, by predicate and as sentences, countdowns, and which rules fired lately.  *After a refusal*: the
literals that are false, and which action or rule brings about each (``ORDER``), or opens a lock (``GATE``).
Nothing warns of a valid action that wastes steps or spoils the level.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from ...instances.errors import WorldError
from ..environment import Parameter, Tool
from ..planning import atoms
from ..planning.conditions import conjuncts
from ..planning.tree import Atom, Condition, Fact, Not, Schema
from ..planning.writer import condition
from .kernel import Firing, Literal, State, Transition, World

STUCK = "STUCK"
DONE = "DONE"
LOGGED = 8  # firings of rules that a state is shown with: the latest ones

_PLACE = re.compile(r"\{([0-9]{1,2})\}")


def shown(fact: Fact | str) -> str:
    """A fact or action as agents read and write it.

    >>> shown("(has laverne safe-key)"), shown(("aligned",))
    ('has(laverne, safe-key)', 'aligned')
    """
    try:
        head, *args = atoms.parse(fact) if isinstance(fact, str) else fact
    except WorldError:
        return str(fact)
    return f"{head}({', '.join(args)})" if args else head


class Telling:
    """The words of one world."""

    def __init__(self, world: World):
        self._world, self._level = world, world.level
        self._domain, self._wording = world.level.problem.domain, world.level.about.wording
        self._locks = {atoms.parse(text) for text in self._level.about.locks}

    def tools(self) -> tuple[Tool, ...]:
        """One tool an action, then the two signals."""
        signals = (
            Tool(DONE, "Say that the goal is reached; it ends the episode."),
            Tool(STUCK, "Say that the goal can no longer be reached; it ends the episode."),
        )
        return (*(self._tool(schema) for schema in self._domain.schemas.values()), *signals)

    def _tool(self, schema: Schema) -> Tool:
        parameters = []
        for name, types in ((parameter.name[1:], parameter.types) for parameter in schema.parameters):
            choices = tuple(sorted(self._level.problem.members(types)))
            parameters.append(Parameter(name, "string", " or ".join(types), choices))
        names = tuple(f"<{parameter.name}>" for parameter in parameters)
        return Tool(schema.name, self._sentence(self._wording.actions, schema.name, names), tuple(parameters))

    def instructions(self, budget: int) -> str:
        """What the agent is told once."""
        about, problem = self._level.about, self._level.problem
        goal = [shown(fact) for fact in problem.goal]
        goal += [f"not {shown(fact)}" for fact in problem.negative_goal]
        parts = [
            f"{about.title}. {' '.join(about.story.split())}",
            f"Act through the tools, one call a turn, until this holds: {' and '.join(goal)}.",
            f"You have {budget} turns; calls that fail count too. Call {STUCK} only if the goal can no "
            f"longer be reached, {DONE} only if it holds.",
            f"Epochs, in the order of time: {', '.join(about.epochs)}. "
            f"Characters: {', '.join(about.characters)}.",
            _block("Actions", (self._signature(schema) for schema in self._domain.schemas.values())),
        ]
        if self._domain.events:
            rules = (self._rule(name, event.schema) for name, event in self._domain.events.items())
            parts.append(_block("Causal effects, which follow by themselves from any valid action", rules))
        if about.decay:
            parts.append(self._decay(about.decay.unstable, about.decay.window))
        static = [atoms.parse(text) for text in self._world.static]
        if static:
            parts.append(_block("Facts that never change", self._grouped(static)))
            parts.append(_block("The same in words", self._sentences(static)))
        return "\n\n".join(parts)

    def _signature(self, schema: Schema) -> str:
        names = [parameter.name[1:] for parameter in schema.parameters]
        types = [" or ".join(parameter.types) for parameter in schema.parameters]
        typed = ", ".join(f"{name}: {kind}" for name, kind in zip(names, types, strict=True))
        said = self._wording.actions.get(schema.name)
        words = f": {_filled(said, [f'<{name}>' for name in names])}" if said else ""
        return f"{schema.name}({typed}){words}"

    def _rule(self, name: str, schema: Schema) -> str:
        effects = [_condition(effect) for effect in schema.add]
        effects += [f"not {_condition(effect)}" for effect in schema.delete]
        causes = " and ".join(_condition(part) for part in conjuncts(schema.precondition))
        said = self._wording.rules.get(name)
        words = f" ({_filled(said, [parameter.name[1:] for parameter in schema.parameters])})" if said else ""
        return f"{name}: {causes} -> {' and '.join(effects)}{words}"

    def _decay(self, unstable: Sequence[str], window: int) -> str:
        return (
            f"Temporal decay: facts of {', '.join(unstable)} are unstable (TTL: {window} valid actions). "
            f"What a valid action creates is still there after {window} more valid actions and expires with "
            "the one after that; the episode fails with the first expiry, unless the goal holds. Causal "
            "effects come before decay: on the last possible action they still see the fact. Calls that fail "
            "do not advance this clock, but do use up turns."
        )

    def state(self, state: State, log: Sequence[tuple[int, Firing]], header: str) -> str:
        """What holds: by predicate, in sentences, with countdowns and the latest causal effects."""
        facts = [atoms.parse(text) for text in self._world.facts(state)]
        parts = [header, _block("State", self._grouped(facts, every=True))]
        parts.append(_block("In words", self._sentences(facts)))
        if countdown := self._world.countdown(state):
            parts.append(_block("Decay", (_remaining(fact, left) for fact, left in countdown.items())))
        if log:
            fired = (f"valid-step {step}: {_firing(firing)}" for step, firing in log[-LOGGED:])
            parts.append(_block("Causal log", fired))
        true, problem = set(facts), self._level.problem
        goal = [f"{shown(fact)} is {_truth(fact in true)}" for fact in problem.goal]
        goal += [f"not {shown(fact)} is {_truth(fact not in true)}" for fact in problem.negative_goal]
        return "\n".join((*parts, _block("Goal", goal)))

    def _grouped(self, facts: Iterable[Fact], *, every: bool = False) -> Iterator[str]:
        """A line a predicate; with ``every``, changing predicates without facts too."""
        groups: defaultdict[str, list[str]] = defaultdict(list)
        for head, *args in facts:
            groups[head].append(f"({', '.join(args)})" if args else "TRUE")
        for name in self._domain.predicates:
            if name in groups or (every and name in self._domain.fluents):
                yield f"{name}: {' '.join(groups[name]) or 'none'}"

    def _sentences(self, facts: Iterable[Fact]) -> Iterator[str]:
        for head, *args in facts:
            yield f"{self._sentence(self._wording.facts, head, args)}."

    def _sentence(self, sentences: dict[str, str], name: str, args: Sequence[str]) -> str:
        said = sentences.get(name)
        return shown((name, *args)) if said is None else _filled(said, args)

    def refusal(self, action: Fact, obstacles: Sequence[Literal]) -> str:
        """Why an action is not valid, and what brings about what it lacks."""
        lacking = "; ".join(f"{shown(each.text)} is {_truth(not each.wanted)}" for each in obstacles)
        hints = (hint for obstacle in obstacles for hint in self._hints(obstacle))
        return "\n".join((f"PRECONDITION_FAILED: {lacking}", *dict.fromkeys(hints)))

    def _hints(self, literal: Literal) -> Iterator[str]:
        try:
            fact = atoms.parse(literal.text)
        except WorldError:
            return
        if fact[0] not in self._domain.predicates:
            return
        if fact[0] not in self._domain.fluents:
            yield f"HINT FIXED: {shown(fact)} -> no action changes this"
            return
        kind = "GATE" if fact in self._locks else "ORDER"
        wanted = shown(fact) if literal.wanted else f"not {shown(fact)}"
        schemas = (*self._domain.schemas.values(), *(event.schema for event in self._domain.events.values()))
        for schema in schemas:
            for effect in schema.add if literal.wanted else schema.delete:
                if (call := _towards(schema, effect, fact)) is not None:
                    by = "it follows from" if schema.name in self._domain.events else "use"
                    key = " with what fits it" if kind == "GATE" and by == "use" else ""
                    yield f"HINT {kind}: {wanted} -> {by} {call}{key}"

    def outcome(self, action: Fact, step: Transition, number: int) -> str:
        """What a valid action led to: its effects, the rules that fired, what changed, what decayed."""
        lines = [f"OK (valid-step {number}): {self._sentence(self._wording.actions, action[0], action[1:])}."]
        lines += [f"CAUSAL EFFECT {_firing(event)}" for event in step.events]
        lines += [f"NOW TRUE: {shown(fact)}" for fact in step.created]
        lines += [f"NOW FALSE: {shown(fact)}" for fact in step.removed]
        left = self._world.countdown(step.state)
        lines += [_remaining(fact, left[fact]) for fact in left if fact in step.created]
        age, ttl = self._world.window + 1, self._world.window
        span = f"created at valid-step {number - age}, expired at valid-step {number}, age={age} > TTL={ttl}"
        lines += [f"DECAYED: {shown(fact)} ({span})" for fact in step.expired]
        return "\n".join(lines)


def _towards(schema: Schema, effect: Atom, fact: Fact) -> str | None:
    """The call of a schema whose effect is a fact, parameters left open by their names; None if none is."""
    if effect.predicate != fact[0]:
        return None
    binding: dict[str, str] = {}
    for term, value in zip(effect.args, fact[1:], strict=True):
        if binding.setdefault(term, value) != value or (term[0] != "?" and term != value):
            return None
    args = tuple(binding.get(parameter.name, f"<{parameter.name[1:]}>") for parameter in schema.parameters)
    return shown((schema.name, *args))


def _condition(part: Condition) -> str:
    """A literal of a rule over its parameters' names; anything else as it is written."""
    if isinstance(part, Atom):
        return shown((part.predicate, *(f"<{term[1:]}>" if term[0] == "?" else term for term in part.args)))
    if isinstance(part, Not) and isinstance(part.part, Atom):
        return f"not {_condition(part.part)}"
    return condition(part)


def _filled(sentence: str, args: Sequence[str]) -> str:
    return _PLACE.sub(lambda match: args[int(match[1])], sentence)


def _firing(event: Firing) -> str:
    changes = [shown(fact) for fact in event.added] + [f"not {shown(fact)}" for fact in event.removed]
    return f"{shown(event.rule)} -> {' and '.join(changes)}"


def _remaining(fact: str, left: int) -> str:
    return f"{shown(fact)}: {left} valid actions remaining"


def _truth(value: bool) -> str:
    return "TRUE" if value else "FALSE"


def _block(title: str, lines: Iterable[str]) -> str:
    return "\n".join((f"{title}:", *(f"- {line}" for line in lines)))
