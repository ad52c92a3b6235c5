"""A domain in plain English, and the way back from the text to the facts.

A ``Wording`` (``wording.toml`` in a domain's folder, read by ``wording_load``) says a domain's rules, the
objects, static facts, state and goal of a problem, and single facts and actions.  Facts that agree in all
arguments but one may be told together ("Cars c1 and c2 are at location l0.").  ``choose(key, options)`` gives
the paraphrase to use, 0 to ``options - 1``; ``Wording.options`` lists all keys.  Within a question it must
answer equal keys equally.

Reading (``wording_reader``) is the exact inverse.  Predicates that hold of all pairs of different objects are
not told; the reader restores them from the objects.  What is not told is false.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ...instances.errors import UnsupportedError, WorldError
from . import atoms
from .tree import Domain, Fact, Problem
from .wording_text import Template, clip, conjunction, is_name, listing, sentence

Choose = Callable[[str, int], int]

CLOSED_WORLD = (
    "Anything that is not stated is false. An action changes only what is described here, and different "
    "names stand for different things.",
    "Everything that is true of the situation is stated; everything else is false. No action has effects "
    "other than those described, and no two names stand for the same thing.",
)


@dataclass(frozen=True)
class FactWording:
    """How the facts of a predicate are told."""

    parameters: tuple[str, ...]
    one: tuple[Template, ...]
    many: tuple[Template, ...] = ()
    """For two or more facts that agree in all arguments but one, the group; in pairs with ``one``."""
    group: int | None = None  # the position of that argument
    different: bool = False
    """Whether the predicate holds of the ordered pairs of different objects, always, and is not told."""


@dataclass(frozen=True)
class ActionWording:
    """How the actions of a schema are told."""

    parameters: tuple[str, ...]
    one: tuple[Template, ...]


@dataclass(frozen=True)
class Wording:
    """The wording of a domain; ``wording_load.load`` makes it and checks it."""

    domain: Domain
    title: str
    introductions: tuple[str, ...]
    goals: tuple[tuple[str, str], ...]  # what stands before and after the facts of the goal
    leads: tuple[str, ...]  # what opens the first sentence about the state, say "currently,"
    nouns: dict[str, tuple[str, str]]
    """Singular and plural of the objects declared with a type, in the order of telling."""
    facts: dict[str, FactWording]
    actions: dict[str, ActionWording]
    words: frozenset[str] = field(repr=False)  # words of all templates: no object may bear one as its name

    @cached_property
    def options(self) -> dict[str, int]:
        """The keys of ``choose`` with the number of paraphrases of each."""
        counts = {"introduction": len(self.introductions), "closed world": len(CLOSED_WORLD)}
        counts |= {"goal": len(self.goals), "lead": len(self.leads)}
        counts |= {f"fact {name}": len(each.one) for name, each in self.facts.items()}
        return counts | {f"action {name}": len(each.one) for name, each in self.actions.items()}

    def templates(self, actions: bool) -> tuple[tuple[str, str], ...]:
        """The name of each action, or of each fact, with a text that tells it: {0} for its first object."""
        told: Mapping[str, ActionWording | FactWording] = self.actions if actions else self.facts
        return tuple(
            (name, template.fill({place: f"{{{n}}}" for n, place in enumerate(each.parameters)}))
            for name, each in told.items()
            for template in each.one
        )

    def introduction(self, choose: Choose) -> str:
        """The rules of the world: paragraphs, one a line."""
        closed = CLOSED_WORLD[choose("closed world", len(CLOSED_WORLD))]
        return f"{self.introductions[choose('introduction', len(self.introductions))]}\n{closed}"

    def context(self, problem: Problem, choose: Choose) -> str:
        """Objects, static facts and state, a paragraph each; WorldError for what the wording cannot tell."""
        self._check(problem)
        fluents = self.domain.fluents
        static = self._sentences(problem, (each for each in problem.init if each[0] not in fluents), choose)
        state = self._sentences(problem, problem.fluent_init, choose)
        if state:
            state[0] = f"{self.leads[choose('lead', len(self.leads))]} {state[0]}"
        paragraphs = filter(None, (self._objects(problem), static, state))
        return "\n".join(" ".join(sentence(each, self.words) for each in told) for told in paragraphs)

    def goal(self, problem: Problem, choose: Choose) -> str:
        """The goal, as one sentence; UnsupportedError unless it is a conjunction of facts."""
        if problem.negative_goal or problem.static_goal or problem.choices or not problem.goal:
            raise UnsupportedError("the wording language tells goals that are conjunctions of facts")
        before, after = self.goals[choose("goal", len(self.goals))]
        facts = conjunction(self._sentences(problem, problem.goal, choose), self.words)
        return f"{before}{facts}{after}"

    def fact(self, parts: Sequence[str], choose: Choose) -> str:
        """One fact, without capital letter and full stop; WorldError for what the domain does not have."""
        return self._tell("fact", self.facts, tuple(parts), choose)

    def action(self, parts: Sequence[str], choose: Choose) -> str:
        """One action, in the infinitive, without capital letter and full stop."""
        return self._tell("action", self.actions, tuple(parts), choose)

    def available_actions(self, choose: Choose) -> str:
        """The schemas, one a line: ``(sail ?from ?to) - sail from location ?from to location ?to``."""
        return self._available("action", self.actions, choose)

    def available_facts(self, choose: Choose) -> str:
        """The fluent predicates, one a line, as ``available_actions``."""
        shown = {name: each for name, each in self.facts.items() if name in self.domain.fluents}
        return self._available("fact", shown, choose)

    def _check(self, problem: Problem) -> None:
        for name, types in problem.objects.items():
            self._name(name)
            if len(types) != 1 or types[0] not in self.nouns:
                typed = f"{name} - {'/'.join(types)}"
                raise WorldError(f"the wording of {self.domain.name} has no noun for {typed}")
        for name in (name for name, wording in self.facts.items() if wording.different):
            if {fact for fact in problem.init if fact[0] == name} != different(problem, name):
                raise WorldError(f"{name} must hold of exactly the ordered pairs of different objects")

    def _name(self, name: str) -> None:
        if name in self.words or not is_name(name):
            raise WorldError(f"the wording of {self.domain.name} cannot tell an object named {clip(name)!r}")

    def _objects(self, problem: Problem) -> list[str]:
        sentences = []
        for kind, (singular, plural) in self.nouns.items():
            names = [name for name, types in problem.objects.items() if types == (kind,)]
            if names:
                count = f"is one {singular}" if len(names) == 1 else f"are {len(names)} {plural}"
                sentences.append(f"there {count}: {listing(names)}")
        return sentences

    def _sentences(self, problem: Problem, facts: Iterable[Fact], choose: Choose) -> list[str]:
        rank = {name: place for place, name in enumerate(problem.objects)}
        order = {name: place for place, name in enumerate(self.facts)}
        by_predicate: dict[str, list[Fact]] = {}
        for fact in sorted(facts, key=lambda each: (order[each[0]], *(rank[name] for name in each[1:]))):
            by_predicate.setdefault(fact[0], []).append(fact)
        sentences: list[str] = []
        for predicate, alike in by_predicate.items():
            wording = self.facts[predicate]
            if wording.group is not None:
                sentences += self._grouped(predicate, wording, alike, choose)
            elif not wording.different:
                sentences += [self.fact(each, choose) for each in alike]
        return sentences

    def _grouped(
        self, predicate: str, wording: FactWording, facts: list[Fact], choose: Choose
    ) -> Iterable[str]:
        assert wording.group is not None
        groups: dict[Fact, list[str]] = {}
        for each in facts:
            rest = each[: wording.group + 1] + each[wording.group + 2 :]
            groups.setdefault(rest, []).append(each[wording.group + 1])
        template = wording.many[choose(f"fact {predicate}", len(wording.many))]
        for rest, names in groups.items():
            fact = [*rest[1 : wording.group + 1], listing(names), *rest[wording.group + 1 :]]
            if len(names) == 1:
                yield self.fact((predicate, *fact), choose)
            else:
                yield template.fill(dict(zip(wording.parameters, fact, strict=True)))

    def _tell(
        self, what: str, wordings: Mapping[str, FactWording | ActionWording], parts: Fact, choose: Choose
    ) -> str:
        wording = wordings.get(parts[0]) if parts else None
        if wording is None or len(parts) != len(wording.parameters) + 1:
            raise WorldError(f"{self.domain.name} has no {what} {clip(atoms.text(parts))}")
        for name in parts[1:]:
            self._name(name)
        template = wording.one[choose(f"{what} {parts[0]}", len(wording.one))]
        return template.fill(dict(zip(wording.parameters, parts[1:], strict=True)))

    def _available(
        self, what: str, wordings: Mapping[str, FactWording | ActionWording], choose: Choose
    ) -> str:
        lines = []
        for name, wording in wordings.items():
            variables = {each: f"?{each}" for each in wording.parameters}
            template = wording.one[choose(f"{what} {name}", len(wording.one))]
            lines.append(f"{atoms.text((name, *variables.values()))} - {template.fill(variables)}")
        return "\n".join(lines)


def different(problem: Problem, predicate: str) -> frozenset[Fact]:
    """A binary predicate's facts if it holds of all ordered pairs of different objects of its types."""
    first, second = (problem.members(each.types) for each in problem.domain.predicates[predicate].parameters)
    return frozenset((predicate, left, there) for left in first for there in second if left != there)
