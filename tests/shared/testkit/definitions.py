"""What ACPBench Hard (Kokel, Katz, Srinivas, Sohrabi, 2025, sections 4 and 5) calls a right answer.

Nothing of the package is used: a reader of typed STRIPS of its own, grounding by types and static facts, and
the whole state space as a graph. States are ints, bit by fact; the numbers of the paper's sections stand
beside the definitions.
"""

import re
from itertools import product
from typing import Any


def tree(text: str) -> Any:
    """The nested lists of an s-expression, comments left out."""
    stack: list[list[Any]] = [[]]
    for word in re.findall(r"[()]|[^\s()]+", re.sub(r";.*", "", text.lower())):
        if word == "(":
            stack.append([])
        elif word == ")":
            stack[-2].append(stack.pop())
        else:
            stack[-1].append(word)
    return stack[0][0]


def typed(words: list[Any]) -> list[tuple[str, str]]:
    """The pairs of name and type in a typed list."""
    found, waiting = [], []
    rest = iter(words)
    for word in rest:
        if word == "-":
            kind = next(rest)
            found += [(name, kind) for name in waiting]
            waiting = []
        else:
            waiting.append(word)
    return found + [(name, "object") for name in waiting]


def conjuncts(part: list[Any]) -> list[Any]:
    return part[1:] if part and part[0] == "and" else [part] if part else []


def written(parts: tuple[str, ...]) -> str:
    return f"({' '.join(parts)})"


class TooLargeError(Exception):
    """More states than asked for."""


class Definitions:
    """A planning task and, on demand, all of its reachable states."""

    def __init__(self, domain: str, problem: str):
        sections = {part[0]: part[1:] for part in tree(domain)[1:] if part[0] != ":action"}
        schemas = [part for part in tree(domain)[1:] if part[0] == ":action"]
        task = {part[0]: part[1:] for part in tree(problem)[1:]}
        above = dict(typed(sections.get(":types", [])))
        self.members: dict[str, list[str]] = {}
        for name, kind in [*typed(task[":objects"]), *typed(sections.get(":constants", []))]:
            while kind != "object":
                self.members.setdefault(kind, []).append(name)
                kind = above[kind]
            self.members.setdefault("object", []).append(name)
        effects = [effect for part in schemas for effect in conjuncts(part[part.index(":effect") + 1])]
        changed = {effect[1][0] if effect[0] == "not" else effect[0] for effect in effects}
        init = {tuple(fact) for fact in task[":init"]}
        self.static = {fact for fact in init if fact[0] not in changed}
        self.facts = [
            written((name, *arguments))
            for name, *parameters in sections[":predicates"]
            if name in changed
            for arguments in self.bindings(parameters)
        ]
        self.bit = {fact: 1 << place for place, fact in enumerate(self.facts)}
        self.state = self.mask(written(fact) for fact in init - self.static)
        self.goal = self.mask(written(tuple(fact)) for fact in conjuncts(task[":goal"][0]))
        self.changed, self.schemas = changed, schemas
        self.actions: dict[str, tuple[int, int, int]] = {}
        for schema in schemas:
            self.ground(schema)

    def bindings(self, parameters: list[Any]) -> Any:
        return product(*(self.members.get(kind, []) for _, kind in typed(parameters)))

    def mask(self, facts: Any) -> int:
        return sum(self.bit[fact] for fact in set(facts))

    def ground(self, schema: list[Any]) -> None:
        """Every binding of an action schema whose static preconditions hold: pre, add, del."""
        head, body = schema[1], {schema[at]: schema[at + 1] for at in range(2, len(schema), 2)}
        parameters = typed(body[":parameters"])
        needs, effects = conjuncts(body[":precondition"]), conjuncts(body[":effect"])
        names, partial = [name for name, _ in parameters], [()]
        for place, (_, kind) in enumerate(parameters, 1):
            bound = set(names[:place])
            checks = [need for need in needs if need[0] not in self.changed and bound.issuperset(need[1:])]
            longer = [(*one, name) for one in partial for name in self.members.get(kind, [])]
            partial = [one for one in longer if self.holds(checks, dict(zip(names, one, strict=False)))]
        for one in partial:
            value = dict(zip(names, one, strict=True))

            def atoms(parts: list[Any], value: dict[str, str] = value) -> int:
                named = [(part[0], *(value.get(each, each) for each in part[1:])) for part in parts]
                return self.mask(written(each) for each in named if each[0] in self.changed)

            adds = atoms([effect for effect in effects if effect[0] != "not"])
            deletes = atoms([effect[1] for effect in effects if effect[0] == "not"])
            self.actions[written((head, *one))] = (atoms(needs), adds, deletes)

    def holds(self, checks: list[Any], value: dict[str, str]) -> bool:
        return all(
            (check[0], *(value.get(each, each) for each in check[1:])) in self.static for check in checks
        )

    def legal_actions(self) -> Any:
        """All well-typed ground actions, also those that static facts rule out."""
        for schema in self.schemas:
            for arguments in self.bindings(schema[schema.index(":parameters") + 1]):
                yield written((schema[1], *arguments))

    def applicable(self, state: int) -> set[str]:
        """Section 4.1: the actions a with pre(a) a subset of s."""
        return {name for name, (pre, _, _) in self.actions.items() if pre & ~state == 0}

    def after(self, state: int, name: str) -> int:
        """Section 4.2: t = (s minus del(a)) with add(a)."""
        _, adds, deletes = self.actions[name]
        return (state & ~deletes) | adds

    def names(self, state: int) -> set[str]:
        return {fact for fact in self.facts if self.bit[fact] & state}

    def run(self, names: list[str]) -> tuple[int, int]:
        """How many actions of a sequence can be applied, and the state then."""
        state = self.state
        for place, name in enumerate(names):
            if name not in self.actions or self.actions[name][0] & ~state:
                return place, state
            state = self.after(state, name)
        return len(names), state

    def is_plan(self, names: list[str]) -> bool:
        """Section 4.5: applicable from s on, and achieving the goal."""
        done, state = self.run(names)
        return done == len(names) and self.goal & ~state == 0

    def explore(self, most: int) -> None:
        """All reachable states with their transitions; TooLargeError when there are more."""
        self.edges: dict[int, list[tuple[str, int]]] = {}
        fringe, known = [self.state], {self.state}
        while fringe:
            state = fringe.pop()
            self.edges[state] = [(name, self.after(state, name)) for name in self.applicable(state)]
            for _, successor in self.edges[state]:
                if successor not in known:
                    known.add(successor)
                    fringe.append(successor)
            if len(known) > most:
                raise TooLargeError
        self.back: dict[int, set[int]] = {}
        for state, steps in self.edges.items():
            for _, successor in steps:
                self.back.setdefault(successor, set()).add(state)
        self.distance = self.distances()
        self.possible = set().union(*(dict(steps) for steps in self.edges.values()))

    def distances(self) -> dict[int, int]:
        """h* of every state that has one."""
        layer = [state for state in self.edges if self.goal & ~state == 0]
        found = dict.fromkeys(layer, 0)
        while layer:
            layer = [before for state in layer for before in self.back.get(state, ()) if before not in found]
            for before in layer:
                found.setdefault(
                    before, 1 + min(found[after] for _, after in self.edges[before] if after in found)
                )
            layer = sorted(set(layer))
        return found

    def reachable(self, facts: list[str]) -> bool:
        """Section 5.3: whether the task with these facts as its goal has a plan."""
        wanted = self.mask(facts) if all(fact in self.bit for fact in facts) else None
        return wanted is not None and any(wanted & ~state == 0 for state in self.edges)

    def landmark(self, fact: str) -> bool:
        """Section 5.7: no plan is left when whatever achieves the fact deletes what the goal needs."""
        bit = self.bit[fact]
        if bit & (self.state | self.goal):
            return True
        fringe, known = [self.state], {self.state}
        while fringe:
            state = fringe.pop()
            if self.goal & ~state == 0:
                return False
            for name, successor in self.edges[state]:
                if successor not in known and not self.actions[name][1] & bit:
                    known.add(successor)
                    fringe.append(successor)
        return True
