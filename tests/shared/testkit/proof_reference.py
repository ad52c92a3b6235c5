"""Brute force for the tests of the checker: all states of a tiny world, hence every truth and every
certificate.

Nothing here is shared with the checker but the PDDL reader: groundings are enumerated, conditions are
evaluated on the syntax tree, states are sets of texts, and everything is looked up in the list of all
reachable states.
"""

import hashlib
from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import product
from typing import Any

from certwright.domains.planning import pddl, tree
from certwright.instances.canonical import seal
from certwright.instances.formats.pddl import domain_key
from certwright.instances.records import Certificate, Grades, Instance, Prompt

State = frozenset[str]
Json = dict[str, Any]


def text(parts: Iterable[str]) -> str:
    return f"({' '.join(parts)})"


class Action:
    """A well-typed grounding; ``holds(literal)`` evaluates its precondition from literals."""

    def __init__(self, schema: tree.Schema, row: tuple[str, ...]):
        self.binding = dict(zip((p.name for p in schema.parameters), row, strict=True))
        self.name = text((schema.name, *row))
        self.schema = schema
        self.add = frozenset(self.fact(atom) for atom in schema.add)
        self.delete = frozenset(self.fact(atom) for atom in schema.delete) - self.add

    def fact(self, atom: tree.Atom) -> str:
        return text((atom.predicate, *(self.binding.get(term, term) for term in atom.args)))

    def holds(self, literal: Callable[[str, bool], bool]) -> bool:
        return self._holds(self.schema.precondition, True, literal)

    def _holds(self, condition: Any, sign: bool, literal: Callable[[str, bool], bool]) -> bool:
        if isinstance(condition, tree.Atom):
            return literal(self.fact(condition), sign)
        if isinstance(condition, tree.Equal):
            left, right = (self.binding.get(term, term) for term in (condition.left, condition.right))
            return (left == right) is sign
        if isinstance(condition, tree.Not):
            return self._holds(condition.part, not sign, literal)
        parts = [self._holds(part, sign, literal) for part in condition.parts]
        return all(parts) if isinstance(condition, tree.And) is sign else any(parts)


class Reference:
    """Everything about one world whose state space is tiny."""

    def __init__(self, domain: str, problem: str):
        self.world = {"kind": "pddl", "domain": domain, "problem": problem}
        self.problem = pddl.parse(domain, problem)
        self.fluents = self.problem.domain.fluents
        true = {text(fact) for fact in self.problem.init}
        self.static = {fact for fact in true if not self.fluent(fact)}
        self.init: State = frozenset(true - self.static)
        self.actions = {action.name: action for action in self._groundings()}
        self.goal = frozenset(map(text, self.problem.goal))
        self.never = frozenset(map(text, self.problem.negative_goal))
        self.legal_facts = sorted(
            text((name, *row))
            for name, predicate in self.problem.domain.predicates.items()
            if name in self.fluents
            for row in product(*(self._members(p.types) for p in predicate.parameters))
        )
        self.states, self.parent = self._explore(None)
        self.number = {state: k for k, state in enumerate(self.states)}

    def fluent(self, fact: str) -> bool:
        return fact.strip("()").split()[0] in self.fluents

    def _members(self, types: tuple[str, ...]) -> list[str]:
        return sorted(self.problem.members(types))

    def _groundings(self) -> Iterable[Action]:
        for schema in self.problem.domain.schemas.values():
            for row in product(*(self._members(p.types) for p in schema.parameters)):
                yield Action(schema, row)

    def applicable(self, state: State) -> list[str]:
        everything = state | self.static
        return sorted(
            n for n, a in self.actions.items() if a.holds(lambda f, sign: (f in everything) is sign)
        )

    def apply(self, state: State, name: str) -> State:
        return (state - self.actions[name].delete) | self.actions[name].add

    def is_goal(self, state: State) -> bool:
        return self.goal <= state | self.static and not self.never & (state | self.static)

    def _explore(self, avoid: str | None) -> tuple[list[State], list[tuple[int, str]]]:
        states, known, parent = [self.init], {self.init}, [(0, "")]
        for number, state in enumerate(states):
            for name in self.applicable(state):
                successor = self.apply(state, name)
                if avoid not in self.actions[name].add and successor not in known:
                    known.add(successor)
                    states.append(successor)
                    parent.append((number, name))
        return states, parent

    @cached_property
    def closure(self) -> tuple[list[str], list[str], list[str]]:
        """The relaxed-reachable facts, actions, and complements of negated facts."""
        facts, deletable, names = set(self.init), set[str](), set[str]()

        def possible(fact: str, sign: bool) -> bool:
            if not self.fluent(fact):
                return (fact in self.static) is sign
            return fact in facts if sign else fact not in self.init or fact in deletable

        size = -1
        while size != len(facts) + len(deletable) + len(names):
            size = len(facts) + len(deletable) + len(names)
            for name, action in self.actions.items():
                if action.holds(possible):
                    names.add(name)
                    facts |= action.add
                    deletable |= action.delete
        negated = {fact.split()[0].strip("()") for fact in self.never} | set(self._negated())
        complements = [
            f"(not {fact})"
            for fact in facts
            if fact.strip("()").split()[0] in negated and (fact not in self.init or fact in deletable)
        ]
        return sorted(facts), sorted(names), sorted(complements)

    def _negated(self) -> Iterable[str]:
        for action in self.actions.values():
            found: list[str] = []
            action.holds(lambda fact, sign, found=found: bool(sign or found.append(fact)) or True)  # type: ignore[misc]
            yield from (fact.strip("()").split()[0] for fact in found if self.fluent(fact))

    # truths

    @cached_property
    def reachable_facts(self) -> set[str]:
        return set().union(*self.states)

    @cached_property
    def reachable_actions(self) -> set[str]:
        return {name for state in self.states for name in self.applicable(state)}

    @cached_property
    def distance(self) -> dict[State, int]:
        """Distances to the goal; states without a plan are absent."""
        found = {state: 0 for state in self.states if self.is_goal(state)}
        for depth in range(1, len(self.states) + 1):
            layer = {
                state: depth
                for state in self.states
                if state not in found
                and any(found.get(self.apply(state, n)) == depth - 1 for n in self.applicable(state))
            }
            found.update(layer)
        return found

    def plan_from(self, state: State) -> list[str]:
        plan: list[str] = []
        while self.distance[state]:
            name = next(
                n
                for n in self.applicable(state)
                if self.distance.get(self.apply(state, n)) == self.distance[state] - 1
            )
            plan.append(name)
            state = self.apply(state, name)
        return plan

    def plan_avoiding(self, fact: str) -> list[str] | None:
        """A plan none of whose actions adds the fact, or None."""
        states, parent = self._explore(fact)
        goal = next((k for k, state in enumerate(states) if self.is_goal(state)), None)
        if goal is None:
            return None
        plan = []
        while goal:
            goal, name = parent[goal]
            plan.append(name)
        return plan[::-1]

    @cached_property
    def candidates(self) -> list[str]:
        return [fact for fact in self.closure[0] if fact not in self.init | self.goal]

    @cached_property
    def landmarks(self) -> list[str]:
        return [fact for fact in self.candidates if self.plan_avoiding(fact) is None]

    # certificates

    def closure_proof(self) -> Certificate:
        facts, actions, _ = self.closure
        digest = hashlib.sha256(("\n".join(facts) + "\n\n" + "\n".join(actions)).encode()).hexdigest()
        return Certificate("closure", {"facts": len(facts), "actions": len(actions), "sha256": digest})

    def runs_proof(self) -> Certificate:
        names = sorted({name for _, name in self.parent[1:]})
        steps = [number for parent, name in self.parent[1:] for number in (parent, names.index(name))]
        return Certificate("runs", {"actions": names, "steps": steps})

    def cubes(self, avoid: str | None = None) -> list[list[str]]:
        """The minimal conjunctions that hold in no state reachable without adding ``avoid``."""
        names = self.closure[0] + self.closure[2]
        states = [self.complete(state) for state in self._explore(avoid)[0]]
        where = [sum(1 << k for k, state in enumerate(states) if name in state) for name in names]
        minimal: list[int] = []
        held = [(0, -1, (1 << len(states)) - 1)]
        while held:  # conjunctions of one size that hold somewhere, their last name, and the states
            longer = []
            for cube, last, there in held:
                for k in range(last + 1, len(names)):
                    extended = cube | 1 << k
                    if there & where[k]:
                        longer.append((extended, k, there & where[k]))
                    elif not any(small & extended == small for small in minimal):
                        minimal.append(extended)
            held = longer
        return [sorted(name for k, name in enumerate(names) if cube >> k & 1) for cube in minimal]

    def complete(self, state: State) -> State:
        """The state with its complement facts."""
        return state | {name for name in self.closure[2] if name[5:-1] not in state}

    def invariant_proof(self, avoid: str | None = None) -> Certificate:
        cubes = self.cubes(avoid)
        facts = sorted({fact for cube in cubes for fact in cube})
        body = {"facts": facts, "cubes": [[facts.index(f) for f in cube] for cube in cubes]}
        return Certificate("invariant", {**body, "avoiding": [avoid] if avoid else []})

    def exploration_proof(self, avoid: str | None = None) -> Certificate:
        facts, _, complements = self.closure
        states = [self.complete(state) for state in self._explore(avoid)[0]]
        lines = [f"{fact} {sum(fact in state for state in states)}" for fact in sorted(facts + complements)]
        digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()
        return Certificate(
            "exploration", {"states": len(states), "sha256": digest, "avoiding": [avoid] if avoid else []}
        )

    def plans_proof(self, plans: list[list[str]]) -> Certificate:
        names = sorted({name for plan in plans for name in plan})
        return Certificate(
            "plans", {"actions": names, "plans": [[names.index(n) for n in plan] for plan in plans]}
        )

    # labelled instances

    def instance(
        self,
        task: str,
        form: str,
        query: Json,
        truth: Json,
        proofs: list[Certificate],
        claims: int = 1,
        **more: Any,
    ) -> Instance:
        made = Instance(
            id="", family="planning", task=task, form=form, query=query, world=self.world,
            domain=domain_key(self.world["domain"]),
            prompt=Prompt(question="?"), truth=truth, certificates=tuple(proofs), gold=more.pop("gold", None),
            grades=Grades(**{"certified": claims, **more}),
        )  # fmt: skip
        return seal(made)

    def unreachable_proofs(self, by: str) -> list[Certificate]:
        proof = self.exploration_proof() if by == "exploration" else self.invariant_proof()
        return [self.closure_proof(), self.runs_proof(), proof]

    def closed_world(self, task: str, listed: str, by: str = "invariant") -> Instance:
        facts = task == "reach"
        legal = set(self.legal_facts) if facts else set(self.actions)
        inside = set(self.closure[0]) & legal if facts else set(self.closure[1])
        reachable = self.reachable_facts & legal if facts else self.reachable_actions
        items = sorted(reachable if listed == "reachable" else legal - reachable)
        truth = {
            "kind": "closed_world",
            "listed": listed,
            "items": items,
            "undecided": [],
            "none": legal == reachable,
        }
        gold = min(legal - reachable, default="None")
        return self.instance(task, "gen", {}, truth, self.unreachable_proofs(by), len(inside) + 1, gold=gold)

    def land(self, by: str = "invariant") -> Instance:
        proof = self.exploration_proof if by == "exploration" else self.invariant_proof
        avoiding = [self.plan_avoiding(fact) for fact in self.candidates]
        plans = [plan for plan in avoiding if plan is not None] or [self.plan_from(self.init)]
        truth = {"kind": "landmarks", "items": self.landmarks, "undecided": [], "none": not self.landmarks}
        proofs = [self.plans_proof(plans), *(proof(fact) for fact in self.landmarks)]
        gold = self.landmarks[0] if self.landmarks else "None"
        return self.instance("land", "gen", {}, truth, proofs, len(self.candidates) + 1, gold=gold)

    def nexta(self, by: str = "lower_bound") -> Instance:
        h = self.distance[self.init]
        now = self.applicable(self.init)
        closer = [n for n in now if self.distance.get(self.apply(self.init, n)) == h - 1]
        rest = [n for n in now if n not in closer]
        truth = {"kind": "next_action", "h": h, "closer": closer, "not_closer": rest, "undecided": []}
        proofs = [Certificate("distances", {"states": len(self.states), "h": h})]
        if by == "lower_bound":
            plans = [[name, *self.plan_from(self.apply(self.init, name))] for name in closer]
            body = {"bound": h, "after": rest, "nodes": len(self.states)}
            proofs = [self.plans_proof(plans), Certificate("lower_bound", body)]
        return self.instance("nexta", "gen", {}, truth, proofs, len(now) + 1, gold=closer[0])

    def unsolvable(self, by: str = "invariant") -> Instance:
        proof = self.exploration_proof() if by == "exploration" else self.invariant_proof()
        truth = {"kind": "degenerate", "reason": "unsolvable_state"}
        return self.instance("nexta", "gen", {}, truth, [self.closure_proof(), proof])

    EVALUATION = Certificate("evaluation", {})

    def app(self) -> Instance:
        items = self.applicable(self.init)
        return self.instance(
            "app", "gen", {}, {"kind": "set", "items": items}, [self.EVALUATION], gold=listing(items)
        )

    def prog(self, name: str) -> Instance:
        after = self.apply(self.init, name)
        pos, neg = sorted(after - self.init), sorted(self.init - after)
        truth = {"kind": "effects", "pos": pos, "neg": neg}
        gold = f"{listing(pos)} {listing(neg)}"
        return self.instance("prog", "gen", {"action": name}, truth, [self.EVALUATION], gold=gold)

    def failing(self, names: list[str]) -> int | None:
        state = self.init
        for position, name in enumerate(names):
            if name not in self.applicable(state):
                return position
            state = self.apply(state, name)
        return None if self.is_goal(state) else len(names)

    def val(self, names: list[str]) -> Instance:
        index = self.failing(names)
        truth = {"kind": "index", "index": index}
        return self.instance("val", "gen", {"actions": names}, truth, [self.EVALUATION], gold=str(index))

    def just(self, plan: list[str]) -> Instance:
        singles, pairs = (
            [k for k in range(len(plan) + 1 - n) if self.failing(plan[:k] + plan[k + n :]) is None]
            for n in (1, 2)
        )
        gold = [plan[:k] + plan[k + 1 :] for k in singles] + [plan[:k] + plan[k + 2 :] for k in pairs]
        truth = {"kind": "subsequence", "singles": singles, "pairs": pairs}
        more = {"gold": listing(gold[0])} if gold else {}
        return self.instance("just", "gen", {"plan": plan}, truth, [self.EVALUATION], **more)

    def item(self, task: str, query: Json, answer: bool, proofs: list[Certificate]) -> Instance:
        truth, gold = {"kind": "bool", "answer": answer}, "yes" if answer else "no"
        return self.instance(task, "bool", query, truth, proofs, gold=gold)


def listing(items: list[str]) -> str:
    return f"[{', '.join(items)}]"
