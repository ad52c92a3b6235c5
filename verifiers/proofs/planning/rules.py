"""The rules of planning: for each kind of certificate its body, the theorem, and why it is sound.

A body only proposes something; the rule checks it, or computes it again, and enters what follows.
"""

from collections import Counter
from collections.abc import Hashable, Iterable
from functools import reduce
from hashlib import sha256
from operator import or_

from ..fields import Stated, count, digest, listing, name, optional
from ..refused import RefusedError, refuse
from ..search import layers
from ..tasks import rule
from .estimate import Estimate
from .knowledge import NO_PLAN, Cubes, Knowledge
from .model import Move, Moves, ones
from .symmetry import Symmetry

MAX_REFUTED = 2_000_000  # the most states that one search for a lower bound enters at all


@rule()
def evaluation(knowledge: Knowledge, title: str, stated: Stated) -> None:
    """`evaluation`, with an empty body: the truth follows by evaluating its definition in the state.

    Rule: the checker evaluates the definition on the lifted world (its own join for all applicable actions,
    its own instantiation of single ones); nothing is searched, so there is nothing to prove beyond that.
    """
    knowledge.evaluated = title


@rule(actions=listing(name), steps=listing(count))
def runs(knowledge: Knowledge, title: str, stated: Stated) -> None:
    """`runs`: a tree of states.  Pair k of ``steps`` [p0, a0, ...] makes node k+1, by action a_k in node p_k.

    Rule: node 0 is the initial state, and every action is applicable where it is applied.  Then every node is
    a reachable state: its facts can hold together, and actions whose preconditions hold in it be applied.
    """
    parents, taken, nodes = stated.steps[::2], stated.steps[1::2], [knowledge.model.init]
    odd = len(parents) > len(taken)
    refuse(odd, f"{title}: steps are pairs, but there are {len(stated.steps)} numbers")
    for step, (parent, action) in enumerate(zip(parents, taken, strict=True)):
        refuse(parent >= len(nodes), f"{title} step {step}: there is no node {parent} yet")
        nodes.append(knowledge.apply(f"{title} step {step}", stated.actions, action, nodes[parent]))
    _refuse_unless_taken(title, stated.actions, taken)
    for node in nodes:
        knowledge.reached.setdefault(node, title)


@rule(actions=listing(name), plans=listing(listing(count)))
def plans(knowledge: Knowledge, title: str, stated: Stated) -> None:
    """`plans`: runs that lead from the initial state to the goal, as lists of indices into ``actions``.

    Rule: as for `runs`, and the goal holds at the end.  Then a fact true in no state along one of the plans
    is no landmark; the optimal cost is at most the length of the shortest; and an action that starts a plan
    of length d leads to a state from which the goal is d - 1 actions away at most.
    """
    model = knowledge.model
    for number, plan in enumerate(stated.plans):
        states, name = [model.init], f"{title} plan {number}"
        for step, action in enumerate(plan):
            states.append(knowledge.apply(f"{name} step {step}", stated.actions, action, states[-1]))
        if model.goal is None:
            raise RefusedError(f"{name}: the goal lies outside the delete-relaxed closure")
        if lacking := model.goal & ~states[-1]:
            raise RefusedError(f"{name}: the goal {model.first(lacking)} is false at its end")
        for state in states:
            knowledge.reached.setdefault(state, title)
        knowledge.paths.setdefault(reduce(or_, states), title)
        knowledge.at_most("", len(plan), title)
        if plan:
            knowledge.at_most(stated.actions[plan[0]], len(plan) - 1, title)
    _refuse_unless_taken(title, stated.actions, (action for plan in stated.plans for action in plan))


def _refuse_unless_taken(title: str, actions: list[str], steps: Iterable[int]) -> None:
    """Refuse a list of actions in which one occurs twice, or one that no step takes."""
    idle = set(range(len(actions))).difference(steps)
    if idle or len(set(actions)) < len(actions):
        idle_or_twice = actions[min(idle)] if idle else max(actions, key=actions.count)
        raise RefusedError(f"{title}: {idle_or_twice} is listed, but no step takes it")


@rule(facts=count, actions=count, sha256=digest)
def closure(knowledge: Knowledge, title: str, stated: Stated) -> None:
    """`closure`: what delete relaxation reaches from the initial state, by count and digest.

    Counted are fluent facts, complements of negated ones aside, and ground actions, those without effect
    included; ``sha256`` is of the sorted names, one a line, with an empty line between facts and actions.

    Rule: the checker closes the state itself (``model``, where the argument stands) and compares.  Then every
    fluent fact outside is false, and every action outside is inapplicable, in all reachable states.
    """
    facts, actions = knowledge.model.positive, list(knowledge.model.move)
    for noun, number, names in (("facts", stated.facts, facts), ("actions", stated.actions, actions)):
        refuse(number != len(names), f"{title}: {number} {noun} are stated, the closure has {len(names)}")
    listed = "\n".join(facts) + "\n\n" + "\n".join(actions)
    other = sha256(listed.encode()).hexdigest() != stated.sha256
    refuse(other, f"{title}: the digest is not that of the closure")
    knowledge.closed = title


@rule(together=True, facts=listing(name), cubes=listing(listing(count)), avoiding=listing(name))
def invariant(knowledge: Knowledge, certificates: list[tuple[str, Stated]]) -> None:
    """`invariant`: conjunctions of facts (cubes) that never hold together, as an inductive set.

    Body: ``cubes``, lists of indices into ``facts``; allowed are actions that add no fact of ``avoiding``.
    Certificates with the same ``avoiding`` are checked as one set, for a large set may be split.

    Rule: (1) no cube holds initially; (2) for every cube b and every allowed action a that adds part of b and
    deletes none of it, the regression (b minus add(a)) plus pre(a) contains a cube of the set, or a fact
    outside the closure by the allowed actions.  Then no state reachable by allowed actions contains a cube.
    By induction along a run: if a leads from s to s' and b lies in s', then either a adds nothing of b and b
    lay in s already, or the regression lies in s; it holds another cube, which s does not contain, or a fact
    that no such state contains (Eriksson, Roeger and Helmert, ICAPS 2017; Suda, JAIR 2014, for the form).

    With nothing avoided, every conjunction that contains a cube is unreachable.  With a fact p avoided that
    is false initially, and a cube or a fact outside the closure in the goal, every plan must add p: it is a
    landmark.
    """
    sets: dict[tuple[str, ...], list[tuple[str, list[str]]]] = {}
    for title, stated in certificates:
        for number, cube in enumerate(stated.cubes):
            place, worst = f"{title} cube {number}", max(cube, default=0)
            refuse(worst >= len(stated.facts), f"{place}: there is no fact {worst}")
            listed = sets.setdefault(tuple(sorted(set(stated.avoiding))), [])
            listed.append((place, [stated.facts[fact] for fact in cube]))
    model = knowledge.model
    for avoiding, named in sets.items():
        avoided = model.mask(fact for fact in avoiding if fact in model.bit) or 0
        inside, moves = model.closure(avoided)
        cubes = knowledge.cubes if not avoiding else Cubes()
        for place, facts in named:
            mask = model.mask(facts)
            if mask is not None and not mask & ~inside:  # else it never holds, and needs no proof
                cubes.enter(mask, place)
        _refuse_unless_inductive(cubes, model.init, moves)
        if len(avoiding) == 1 and avoided and not avoided & model.init and model.goal is not None:
            goal = model.goal
            blocking = [place for mask, place in cubes.items() if not mask & ~goal]
            if goal & ~inside or blocking:
                knowledge.landmarks.setdefault(avoided, blocking[0] if blocking else named[0][0])


def _refuse_unless_inductive(cubes: Cubes, init: int, moves: list[Move]) -> None:
    """RefusedError unless the set fulfils (1) and (2); the cubes lie in the closure of the given moves."""
    adders: dict[int, list[Move]] = {}
    for move in moves:
        for bit in ones(move.add):
            adders.setdefault(bit, []).append(move)
    closed: set[int] = set()
    for cube, place in cubes.items():
        refuse(not cube & ~init, f"{place} holds in the initial state")
        for move in (move for bit in ones(cube) for move in adders.get(bit, ())):
            regressed = cube & ~move.add | move.pre
            if not move.delete & cube and regressed not in closed:
                escapes = cubes.within(regressed) is None
                refuse(escapes, f"{place} is not inductive: {move.name} can make it true")
                closed.add(regressed)


@rule(facts=listing(name))
def relaxed(knowledge: Knowledge, title: str, stated: Stated) -> None:
    """`relaxed`, body ``facts``: landmarks of the delete relaxation.

    Rule: for each fact p, false initially, the goal lies outside the closure by the actions that do not add
    p: `invariant` without cubes (Porteous, Sebastia and Hoffmann, 2001).
    """
    model = knowledge.model
    for fact in stated.facts:
        bit = _false_initially(knowledge, title, [fact])
        if bit not in knowledge.landmarks:
            reached = model.goal is not None and not model.goal & ~model.closure(bit)[0]
            refuse(reached, f"{title}: the relaxed goal is reached without {fact}")
            knowledge.landmarks[bit] = title


def _false_initially(knowledge: Knowledge, title: str, facts: list[str]) -> int:
    """The bits of facts of the closure, none of which holds in the initial state."""
    for fact in facts:
        bit = knowledge.model.mask([fact])
        refuse(bit is None, f"{title}: {fact} lies outside the delete-relaxed closure")
        refuse((bit or 0) & knowledge.model.init, f"{title}: {fact} holds in the initial state")
    return knowledge.model.mask(facts) or 0


@rule(states=count, sha256=digest, avoiding=listing(name, 1))
def exploration(knowledge: Knowledge, title: str, stated: Stated) -> None:
    """`exploration`: the whole reachable state space, without actions that add a fact of ``avoiding``.

    ``sha256`` is of lines "fact count", in fact order: in how many of the states the fact holds.

    Rule: the checker explores the space itself and compares count and digest.  With nothing avoided, what
    holds in none of the states never holds.  With a fact p avoided that is false initially, and no goal state
    among them, every plan adds p: it is a landmark.
    """
    model = knowledge.model
    avoided = _false_initially(knowledge, title, stated.avoiding)
    states, _ = knowledge.explore(title, stated.states, avoided, edges=False)
    counts = Counter(bit for state in states for bit in ones(state))
    lines = "\n".join(f"{fact} {counts[bit]}" for bit, fact in enumerate(model.facts))
    other = sha256(lines.encode()).hexdigest() != stated.sha256
    refuse(other, f"{title}: the digest is not that of the explored space")
    if avoided and model.goal is not None and all(model.goal & ~state for state in states):
        knowledge.landmarks.setdefault(avoided, title)


@rule(states=count, h=optional(count), without=listing(name))
def pruned_distances(knowledge: Knowledge, title: str, stated: Stated) -> None:
    """`pruned_distances`: the optimal cost ``h`` (null: no plan) of the state, and that of each successor.

    ``states`` counts those that are reachable without the actions that add a fact of ``without``.

    Rule: the checker explores the space itself and computes the distance of every state to the nearest goal
    state by breadth-first search against the edges; no plan leaves the space, so these are the optimal costs.
    Each of the facts is false initially, and every action that adds one adds only facts that no precondition
    and no goal asks for.  A plan that takes such a step is a plan without it: by induction, every fact asked
    for later holds there too (Haslum, Helmert and Jonsson, ICAPS 2013, prune such actions).  So the shortest
    plans stay within the space that is left, and after such a step none is shorter than before it.
    """
    model = knowledge.model
    without = _false_initially(knowledge, title, stated.without)
    needed = reduce(or_, (move.pre for move in model.moves), model.goal or 0)
    for move in model.moves:
        useful = move.add & without and move.add & needed
        refuse(useful, f"{title}: {move.name}, which adds {model.first(move.add & without)}, may be of use")
    states, entering = knowledge.explore(title, stated.states, without, edges=True)
    goals = [n for n, state in enumerate(states) if model.goal is not None and not model.goal & ~state]
    by_depth = enumerate(layers(entering, goals))
    distance = {states[place]: depth for depth, layer in by_depth for place in layer}
    h = distance.get(model.init)
    refuse(stated.h != h, f"{title}: h* = {stated.h} is stated, {h} is right")
    for action, move in {"": Move("", 0, 0, 0), **knowledge.applicable_now}.items():
        pruned, after = move.add & without, model.init if move.add & without else move.after(model.init)
        knowledge.at_least(action, distance.get(after, NO_PLAN), title)
        if after in distance and not pruned:
            knowledge.at_most(action, distance[after], title)


@rule(states=count, h=optional(count))
def distances(knowledge: Knowledge, title: str, stated: Stated) -> None:
    """`distances`: as `pruned_distances`, in the space of all actions.  Body: ``states`` and ``h``."""
    pruned_distances.check(knowledge, title, Stated(**vars(stated), without=[]))


@rule(bound=count, after=listing(name), nodes=count)
def lower_bound(knowledge: Knowledge, title: str, stated: Stated) -> None:
    """`lower_bound`: no plan is shorter than ``bound``, now or after an action of ``after``.

    Rule: the checker proves it again by its own search.  A state with k actions left is refuted when it is no
    goal state and either its landmark-cut estimate (admissible: ``estimate``) exceeds k or all its successors
    are refuted with k - 1 left.  The roots have d - 1 actions left.  States are taken by falling k, so each
    is entered once, with the largest k that it is reached with; one that is reached again with no more, or
    whose image under interchanging objects was (``symmetry``), needs no second refutation: the distance to
    the goal is the same.  Layers end at the latest with k = 0: only goal states have an estimate of 0.

    Effort: at most 20 * nodes + 10000 states, where the prover entered so many ``nodes``.
    """
    model = knowledge.model
    roots, left = {model.init: None}, stated.bound - 1 if model.goal is not None else -1
    for action in stated.after:
        absent = action not in knowledge.applicable_now
        refuse(absent, f"{title}: {action} is not applicable in the initial state")
        roots[knowledge.applicable_now[action].after(model.init)] = None
    estimate, symmetry = Estimate(model, model.closure()[1]), Symmetry(knowledge.world, model)
    moves, goal, entered = Moves(model.moves), model.goal or 0, set[Hashable]()
    budget, layer = min(20 * stated.nodes + 10_000, MAX_REFUTED), roots if left >= 0 else {}
    while layer:
        successors: dict[int, None] = {}
        for state in layer:
            key = symmetry.key(state)
            if key in entered:
                continue
            entered.add(key)
            many = len(entered) > budget
            refuse(many, f"{title}: not proven again within the stated effort ({budget} states)")
            solved, depth = not goal & ~state, stated.bound - 1 - left
            refuse(solved, f"{title}: there is a plan of {depth} actions from a listed state")
            if not estimate.exceeds(state, left):
                successors.update((move.after(state), None) for move in moves.applicable(state))
        left, layer = left - 1, successors
    knowledge.spend(title, len(entered))
    for action in ("", *stated.after):
        knowledge.at_least(action, stated.bound, title)
