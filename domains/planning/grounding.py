"""The grounder: from a problem to the positive STRIPS task that search and proofs work on.

The task holds what delete relaxation reaches from the initial state (``reachability``), initial facts
included.  Negation is compiled away: an atom of a predicate that occurs negated gets a complement fact,
``(not (p a))``, that holds when the atom does not (Gazen and Knoblock, "Combining the expressivity of UCPOP
with the efficiency of Graphplan", 1997).  An atom that is never reached is false for good, so its negation
is dropped.  Actions that change nothing are kept.  Adding wins over deleting, and what no state ever holds is
not deleted.

Where actions are matters of cases (ADL: see ``cases``), which rows of arguments a schema may have comes from
the same relaxation, run on what a schema takes for sure and on all that it may add.  Each row is taken apart,
and the delete relaxation of the cases is closed.  Every fluent has a complement then, for a case may ask for
a fact to be false where the text does not.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, product

from ...instances.errors import LimitError, WorldError
from . import atoms
from .cases import Case, Divider, Known, Now, chosen
from .conditions import conjuncts, holds, plain, predicates
from .formulas import Grounder
from .joins import Row
from .reachability import LIMIT, Reached, SchemaRule, reach
from .strips import Operator, Task
from .tree import And, Atom, Condition, Fact, Not, Problem, Schema

NOT = "not"  # stands before a fact's tuple to make its complement's; no predicate bears this name
MAX_ADDED = 100_000  # instances of the effects of one schema over the objects of its quantifiers

Named = tuple[str, int, Case]


def ground(problem: Problem, *, limit: int = LIMIT) -> Task:
    """The grounded task; LimitError beyond ``limit``, WorldError for a cost without a value."""
    held = _chosen(problem)
    if problem.domain.cased or problem.choices:
        cases = _cases(problem, limit)
        facts, deletable, kept = _closed(problem, held, cases)
        fluent = [fact for fact in facts if fact[0] != NOT]
        facts.update((NOT, *fact) for fact in fluent if fact not in problem.init or fact in deletable)
        names, bit = _numbered(facts)
        operators = tuple(_case_operator(named, bit) for named in kept)
    else:
        reached = reach(problem, limit=limit)
        names, bit = _numbered(_facts(problem, reached))
        every = chain.from_iterable(_operators(problem, rule, reached, bit) for rule in reached.rules)
        operators = tuple(sorted(every, key=lambda operator: operator.name))
    init = sum(mask for fact, mask in bit.items() if _initial(problem, held, fact))
    return Task(names, operators, init, *goal_of(problem, bit))


def grounded(problem: Problem) -> Task:
    """The grounded task of a problem, made at the first call and kept with the problem."""
    return problem.kept(ground)


def _numbered(facts: Iterable[Fact]) -> tuple[tuple[str, ...], dict[Fact, int]]:
    names = {
        atoms.negation(atoms.text(fact[1:])) if fact[0] == NOT else atoms.text(fact): fact for fact in facts
    }
    ordered = sorted(names)
    return tuple(ordered), {names[name]: 1 << position for position, name in enumerate(ordered)}


def _facts(problem: Problem, reached: Reached) -> Iterator[Fact]:
    for predicate, rows in reached.facts.items():
        complemented = predicate in reached.complemented
        for row in rows:
            fact = (predicate, *row)
            yield fact
            if complemented and (fact not in problem.init or fact in reached.deletable):
                yield (NOT, *fact)


def _chosen(problem: Problem) -> dict[Fact, bool]:
    """For each conjunct of the goal that leaves a choice its fact, and whether that holds initially."""
    grounder, now = problem.kept(Grounder), Now.of(problem, problem.init)
    choices = enumerate(problem.choices)
    return {chosen(number): now.true(grounder.formula(part, {})) for number, part in choices}


def _initial(problem: Problem, held: dict[Fact, bool], fact: Fact) -> bool:
    if fact in held:
        return held[fact]
    return fact[1:] not in problem.init if fact[0] == NOT else fact in problem.init


def _operators(
    problem: Problem, rule: SchemaRule, reached: Reached, bit: dict[Fact, int]
) -> Iterator[Operator]:
    schema, get = rule.schema, bit.get
    literals = [part for part in conjuncts(schema.precondition) if isinstance(part, Atom)]
    pre = rule.grounds(atom for atom in literals if atom.predicate in problem.domain.fluents)
    negative, adds, deletes = map(rule.grounds, (rule.negative, schema.add, schema.delete))
    opposite = any(name in reached.complemented for name, _ in chain(adds, deletes))
    for row in rule.instances:
        needed = added = deleted = 0
        for name, arguments in pre:
            fact = (name, *arguments(row))
            needed |= bit[fact]
        for name, arguments in negative:
            needed |= get((NOT, name, *arguments(row)), 0)
        for name, arguments in adds:
            fact = (name, *arguments(row))
            added |= bit[fact]
        for name, arguments in deletes:
            deleted |= get((name, *arguments(row)), 0)
        deleted &= ~added
        if opposite:
            gone = [fact for name, arguments in deletes if get(fact := (name, *arguments(row)), 0) & deleted]
            for name, arguments in adds:
                deleted |= get((NOT, name, *arguments(row)), 0)
            for fact in gone:
                added |= get((NOT, *fact), 0)
        yield Operator(atoms.text((schema.name, *row)), needed, added, deleted, cost(problem, rule, row))


def cost(problem: Problem, rule: SchemaRule, row: Row) -> int:
    """The cost of an instance: 1 unless the metric is total-cost."""
    stated = rule.schema.cost
    if not problem.minimize_cost:
        return 1
    if not isinstance(stated, Atom):
        return stated or 0
    term = (stated.predicate, *rule.arguments(stated)(row))
    if term not in problem.values:
        raise WorldError(f"the initial state gives {atoms.text(term)} no value")
    return problem.values[term]


def goal_of(problem: Problem, bit: dict[Fact, int]) -> tuple[int, bool]:
    """The goal's bits, and whether every conjunct is reached, or static and true."""
    goal, fluents = 0, problem.domain.fluents
    possible = all(holds(part, problem.init.__contains__) for part in problem.static_goal)
    for fact in problem.goal:
        goal |= bit.get(fact, 0)
        possible &= fact in bit or (fact[0] not in fluents and fact in problem.init)
    for fact in problem.negative_goal:
        complement = (NOT, *fact)
        goal |= bit.get(complement, 0)
        possible &= complement in bit or fact not in problem.init
    for number in range(len(problem.choices)):
        goal |= bit.get(chosen(number), 0)
        possible &= chosen(number) in bit
    return goal, possible


def _cases(problem: Problem, limit: int) -> list[Named]:
    domain = problem.domain
    sure = {name: _sure(problem, schema) for name, schema in domain.schemas.items()}
    relaxed = replace(domain, schemas=sure, axioms={}, cased=False)
    reached = reach(replace(problem, domain=relaxed, goal=(), negative_goal=(), choices=()), limit=limit)
    divider = Divider(problem, _known(problem, reached))
    cases: list[Named] = []
    for rule in reached.rules:
        schema = domain.schemas[rule.schema.name]
        for row in sorted(rule.instances):
            paid, name = cost(problem, rule, row), atoms.text((schema.name, *row))
            cases += [(name, paid, case) for case in divider.cases(schema, row)]
            if len(cases) > limit:
                raise LimitError(f"grounding needs more than {limit} cases of actions")
    return sorted(cases, key=lambda named: (named[0], sorted(named[2].pre), sorted(named[2].not_pre)))


def _known(problem: Problem, reached: Reached) -> Known:
    """What is false in all states, for the relaxation does not reach it, or true, for nothing deletes it."""
    gone: set[str] = set()
    for schema in problem.domain.schemas.values():
        deleted = chain(schema.delete, *(each.delete for each in schema.conditional))
        gone.update(atom.predicate for atom in deleted)

    def known(fact: Fact) -> bool | None:
        if fact[1:] not in reached.facts[fact[0]]:
            return False
        return True if fact[0] not in gone and fact in problem.init else None

    return known


def _sure(problem: Problem, schema: Schema) -> Schema:
    """What a schema takes in every case, without what must be false, and all that it adds in some."""
    domain, grounder = problem.domain, problem.kept(Grounder)
    changing = domain.fluents | domain.axioms.keys()
    taken: list[Condition] = []
    for part in conjuncts(schema.precondition):
        hindering = changing if isinstance(part, Not) else domain.axioms.keys()
        if hindering.isdisjoint(predicates(part)) and plain(part, changing):
            taken.append(part)
    added = dict.fromkeys(schema.add)
    for each in schema.conditional:
        names = [parameter.name for parameter in each.parameters]
        for row in product(*(grounder.members(parameter) for parameter in each.parameters)):
            bound = dict(zip(names, row, strict=True))
            for atom in each.add:
                added[Atom(atom.predicate, tuple(bound.get(term, term) for term in atom.args))] = None
            if len(added) > MAX_ADDED:
                raise LimitError(f"action {schema.name} may add more than {MAX_ADDED} facts")
    return replace(schema, precondition=And(tuple(taken)), add=tuple(added), delete=(), conditional=())


def _closed(
    problem: Problem, held: dict[Fact, bool], cases: list[Named]
) -> tuple[set[Fact], set[Fact], list[Named]]:
    """The facts that the relaxation reaches, those that it can delete, and the cases that it can apply."""
    reached, deletable = set(problem.fluent_init), set[Fact]()
    reached.update(fact for fact, holds in held.items() if holds)
    waiting, kept = list(enumerate(cases)), set[int]()
    while True:
        blocked = []
        for number, named in waiting:
            case = named[2]
            lasting = any(fact in problem.init and fact not in deletable for fact in case.not_pre)
            if lasting or not case.pre <= reached:
                blocked.append((number, named))
            else:
                kept.add(number)
                reached |= case.add
                deletable |= case.delete
        if len(blocked) == len(waiting):
            return reached, deletable, [cases[number] for number in sorted(kept)]
        waiting = blocked


def _case_operator(named: Named, bit: dict[Fact, int]) -> Operator:
    name, paid, case = named
    needed = sum(bit[fact] for fact in case.pre)
    needed |= sum(bit.get((NOT, *fact), 0) for fact in case.not_pre)
    added = sum(bit[fact] for fact in case.add)
    deleted = sum(bit.get(fact, 0) for fact in case.delete)
    added |= sum(bit.get((NOT, *fact), 0) for fact in case.delete if fact in bit)
    deleted |= sum(bit.get((NOT, *fact), 0) for fact in case.add)
    return Operator(name, needed, added, deleted, paid)
