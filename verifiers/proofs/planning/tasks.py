"""What the truth of each task of planning claims, and what proves it; the gold answers."""

from collections.abc import Callable, Sequence
from typing import Any

from ..claims import Ledger
from ..fields import Stated, ascending, boolean, constant, count, integer, listing, name, optional
from ..pddl_tree import read_name, text
from ..record import Record
from ..refused import RefusedError, refuse
from ..tasks import OPEN, Answer, Asked, task
from .join import applicable
from .knowledge import Knowledge
from .world import State, World

_names, _places, _plan = listing(name), listing(count), listing(name, 10_000)
_SIDES = {"items": _names, "undecided": _names, "none": optional(boolean)}
_CLOSED = {"listed": constant("reachable", "unreachable"), **_SIDES}
_LISTS = ("closer", "not_closer", "undecided")
_NEXT = {"h": integer(1, 10**9), **dict.fromkeys(_LISTS, _names)}
_VOID = {"reason": constant("already_solved", "unsolvable_state", "no_plan_known")}


def played(world: World, names: Sequence[str], state: State | None = None) -> tuple[list[State], str]:
    """The states along a sequence of actions, up to the first that is not applicable, and why it is not."""
    states = [world.init if state is None else state]
    for parts in map(read_name, names):
        after = world.after(states[-1], parts)
        if isinstance(after, str):
            return states, after
        states.append(after)
    return states, ""


def _is_plan(world: World, names: Sequence[str], state: State | None = None) -> bool:
    """Whether a sequence of actions leads from a state, else the initial one, to the goal."""
    states, obstacle = played(world, names, state)
    return not obstacle and world.solved(states[-1])


@task(set={"items": _names})
def app(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    """The actions that are applicable in the state, in name order."""
    now = [action.name for action in applicable(knowledge.world, knowledge.world.init)]
    ledger.evaluated("the applicable actions", stated.items, now, knowledge.evaluated)


@app.item(action=name)
def _is_applicable(knowledge: Knowledge, query: Stated) -> Asked:
    return f"{query.action} is applicable", not played(knowledge.world, [query.action])[1]


@task({"action": name}, effects={"pos": _names, "neg": _names})
def prog(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    """The facts that an action makes true and false."""
    before, after = knowledge.world.init, _after(knowledge, query.action)
    effects = (sorted(map(text, after - before)), sorted(map(text, before - after)))
    ledger.evaluated(f"the effects of {query.action}", (stated.pos, stated.neg), effects, knowledge.evaluated)


@prog.item(action=name, facts=_plan)
def _holds_after(knowledge: Knowledge, query: Stated) -> Asked:
    after = _after(knowledge, query.action) | knowledge.world.static
    sentence = f"{' and '.join(query.facts)} after {query.action}"
    return sentence, all(read_name(fact) in after for fact in query.facts)


def _after(knowledge: Knowledge, action: str) -> State:
    states, obstacle = played(knowledge.world, [action])
    refuse(obstacle, f"query: {action} is not applicable: {obstacle}")
    return states[-1]


@task({"actions": _plan}, index={"index": count})
def val(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    """The index of the first inapplicable action of a sequence."""
    states, obstacle = played(knowledge.world, query.actions)
    index = len(states) - 1 if obstacle else None
    ledger.evaluated("the index of the first inapplicable action", stated.index, index, knowledge.evaluated)


@val.item(actions=_plan, asks=constant("applicable", "plan", "valid"))
def _is_valid(knowledge: Knowledge, query: Stated) -> Asked:
    if query.asks == "applicable":
        return "the sequence is applicable", not played(knowledge.world, query.actions)[1]
    return "the sequence is a plan", _is_plan(knowledge.world, query.actions)


@task({"plan": _plan}, subsequence={"singles": _places, "pairs": _places})
def just(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    """Which actions of a plan, alone or with the next one, can be removed."""
    last, removable = len(query.plan), _removable(knowledge.world, query.plan)
    right = tuple([k for k in range(last + 1 - number) if removable(k, number)] for number in (1, 2))
    truth = (stated.singles, stated.pairs)
    ledger.evaluated("the removable positions", truth, right, knowledge.evaluated)


@just.item(plan=_plan, remove=listing(count, 2))
def _is_removable(knowledge: Knowledge, query: Stated) -> Asked:
    removable = _removable(knowledge.world, query.plan)
    start, number = query.remove if len(query.remove) == 2 else (0, 0)
    possible = 0 < number <= len(query.plan) - start
    refuse(not possible, f"query: cannot remove {number} actions from position {start}")
    return f"the plan without {number} actions from {start} on is a plan", removable(start, number)


def _removable(world: World, plan: Sequence[str]) -> Callable[[int, int], bool]:
    """Whether a plan without so many actions from a position on still is one; RefusedError if it is none."""
    states, obstacle = played(world, plan)
    refuse(obstacle, f"query: step {len(states) - 1} of the plan is not applicable: {obstacle}")
    refuse(not world.solved(states[-1]), "query: the sequence to be simplified is not a plan")
    return lambda start, number: _is_plan(world, plan[start + number :], states[start])


@task(closed_world=_CLOSED)
def reach(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    """On which side each legal fact is (``_sides``)."""
    _sides(knowledge, stated, "fact", ledger)


@reach.item(facts=listing(name, 1000))
def _can_hold(knowledge: Knowledge, query: Stated) -> Asked:
    world, sentence, fluent = knowledge.world, f"{' and '.join(query.facts)} can hold", []
    for fact in map(read_name, query.facts):
        if fact and fact[0] in world.fluents:
            fluent.append(text(fact))
        elif fact not in world.static:  # static facts keep their value
            return sentence, (False, "evaluation")
    mask = knowledge.model.mask(fluent)
    return sentence, knowledge.outside() if mask is None else knowledge.can_hold(mask)


@task(closed_world=_CLOSED)
def areach(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    """On which side each legal action is (``_sides``)."""
    _sides(knowledge, stated, "action", ledger)


@areach.item(action=name)
def _can_apply(knowledge: Knowledge, query: Stated) -> Asked:
    action = text(read_name(query.action))
    known = action in knowledge.model.move
    return f"{action} can be applied", knowledge.can_apply(action) if known else knowledge.outside()


def _sides(knowledge: Knowledge, stated: Stated, noun: str, ledger: Ledger) -> None:
    """Closed worlds: a legal item that is neither listed nor undecided is on the other side.

    Items inside the delete-relaxed closure are discharged one by one.  Those outside are unreachable by the
    `closure` certificate; there may be too many to enumerate, so they are counted: legal minus inside.
    """
    (items, undecided), bits = _disjoint(stated), knowledge.model.bit
    if noun == "fact":
        inside = {fact: knowledge.can_hold(1 << bits[fact]) for fact in knowledge.model.positive}
    else:
        inside = {action: knowledge.can_apply(action) for action in knowledge.model.move}
    outside, lie = (items | undecided) - inside.keys(), knowledge.world.count(noun) - len(inside)
    for item in sorted(outside):
        refuse(not legal_item(knowledge.world, item, noun), f"truth: {item} is no legal {noun}")
    reachable = stated.listed == "reachable"
    for item, answer in inside.items():
        if item not in undecided:
            ledger.claim(f"{item} is reachable", (item in items) is reachable, *answer)
    if reachable and items & outside:
        raise RefusedError(f"truth: {min(items & outside)} is listed as reachable, but lies outside")
    few = not reachable and len(outside) < lie
    refuse(few, f"truth: {lie} legal {noun}s lie outside the closure, {len(outside)} are listed")
    ledger.backed(f"{noun}s outside the closure are unreachable", knowledge.outside()[1])
    others = len(inside) + lie - len(items) - len(undecided)
    _close(stated, others > 0 if reachable else bool(items), ledger)


def _disjoint(stated: Stated) -> tuple[frozenset[str], frozenset[str]]:
    """The items listed and those undecided: both sorted, and none on both sides."""
    items = frozenset(ascending("truth items", stated.items))
    undecided = frozenset(ascending("truth undecided", stated.undecided))
    for item in sorted(items & undecided):
        raise RefusedError(f"truth: {item} is both listed and undecided")
    return items, undecided


def _close(stated: Stated, exists: bool, ledger: Ledger) -> None:
    """ "None" is wrong when some item is right, right when none is and nothing is open, else undecided."""
    ledger.undecided += len(stated.undecided)
    expected = False if exists else None if stated.undecided else True
    other = stated.none is not expected
    refuse(other, f"truth none: {stated.none} is stated, {expected} follows from the lists")


def legal_item(world: World, item: str, noun: str) -> bool:
    """Whether a name is the canonical text of a legal fact or action."""
    parts = read_name(item)
    return item == text(parts) and world.legal(parts, noun)


@task(landmarks=_SIDES, degenerate=_VOID)
def land(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    """Landmarks: facts that every plan makes true at some time (Porteous, Sebastia and Hoffmann, 2001).

    A non-trivial one is true neither initially nor in the goal.  Any other non-trivial fact of the closure
    needs a plan that never makes it true; facts outside are true in no state of any plan.  Where there is no
    plan every fact is a landmark and the question is void: each claim presupposes a plan.
    """
    if _degenerate(knowledge, stated, ledger):
        return
    model = knowledge.model
    items, undecided = _disjoint(stated)
    trivial = model.init | (model.goal or 0)
    candidates = {fact: 1 << model.bit[fact] for fact in model.positive if not trivial >> model.bit[fact] & 1}
    for fact in (*stated.items, *stated.undecided):
        refuse(fact not in candidates, f"truth: {fact} is no non-trivial fact of the closure")
    solvable = _solvable(knowledge)
    ledger.claim("facts outside the closure are no landmarks, for there is a plan", True, *solvable)
    for fact, bit in candidates.items():
        if fact not in undecided:
            answer = knowledge.landmark(bit) if solvable[0] else OPEN
            ledger.claim(f"{fact} is a landmark", fact in items, *answer)
    _close(stated, bool(items), ledger)


@land.item(fact=name)
def _is_landmark(knowledge: Knowledge, query: Stated) -> Asked:
    fact, (solvable, plan) = read_name(query.fact), _solvable(knowledge)
    bit, answer = knowledge.model.mask([text(fact)]), OPEN
    if solvable and fact in knowledge.world.static:
        answer = (True, "evaluation")
    elif solvable:
        answer = (False, plan) if bit is None else knowledge.landmark(bit)
    return f"{text(fact)} is a landmark", answer


def _solvable(knowledge: Knowledge) -> Answer:
    """Whether there is a plan; RefusedError when it is proven that there is none."""
    answer = knowledge.solvable()
    refuse(answer[0] is False, "truth: landmarks of a state from which the goal is proven to be unreachable")
    return answer


@task(next_action=_NEXT, degenerate=_VOID)
def nexta(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    """The length h* of a shortest plan, and for each applicable action whether h* falls.

    h* = d needs a plan of d actions and a proof that there is none shorter.  An action is closer when it
    starts a plan of d actions (then h* of its successor is d - 1: no less, for d is optimal), and not closer
    when no plan from its successor is shorter than d: by `lower_bound`, or by the distance table.  The sides
    speak of h*, so nothing is proven of them unless h* is.
    """
    if _degenerate(knowledge, stated, ledger):
        return
    listed = sorted(item for side in _LISTS for item in ascending(f"truth {side}", getattr(stated, side)))
    now = list(knowledge.applicable_now)
    if listed != now:
        odd = sorted(set(listed) ^ set(now)) or [item for item in listed if listed.count(item) > 1]
        raise RefusedError(f"truth: {odd[0]}: the lists together are not the applicable actions, each once")
    optimal = knowledge.optimal(stated.h)
    ledger.claim(f"h* = {stated.h}", True, *optimal)
    for action in stated.closer + stated.not_closer:
        answer = knowledge.closer(stated.h, action) if optimal[0] else OPEN
        ledger.claim(f"{action} leads closer", action in stated.closer, *answer)
    ledger.undecided += len(stated.undecided)


def _degenerate(knowledge: Knowledge, stated: Stated, ledger: Ledger) -> bool:
    """Whether the state is no question: its goal holds, or can never hold, or nobody knows. One claim."""
    if stated.kind != "degenerate":
        return False
    if stated.reason == "already_solved":
        solved = knowledge.world.solved(knowledge.world.init)
        ledger.claim("the goal holds in the state", True, solved, "evaluation")
    elif stated.reason == "unsolvable_state":
        ledger.claim("the goal is reachable", False, *knowledge.solvable())
    else:
        ledger.undecided += 1
    return True


def gold(knowledge: Knowledge, record: Record) -> bool:
    """Whether the gold answer is canonical text that the truth, once discharged, judges right, or is missing.

    Forms: ``[(a), (b)]`` for lists, two such lists for effects, one item or ``None``, a number, ``yes`` or
    ``no``, a letter.
    """
    truth, gold = record.truth or {}, record.gold
    if gold is None:
        return True
    kind, answer = truth["kind"], truth.get("answer")
    if kind == "subsequence":
        names, plan = gold[1:-1].split(", ") if gold != "[]" else [], record.query["plan"]
        canonical = gold == f"[{', '.join(names)}]" and all(each == text(read_name(each)) for each in names)
        rest = iter(plan)
        shorter = len(names) < len(plan) and all(each in rest for each in names)
        return canonical and shorter and _is_plan(knowledge.world, names)
    if "none" in truth and gold == "None":
        return truth["none"] is True
    if kind == "closed_world":
        legal = legal_item(knowledge.world, gold, "fact" if record.task == "reach" else "action")
        unreachable = (gold in truth["items"]) is (truth["listed"] == "unreachable")
        return legal and gold not in truth["undecided"] and unreachable
    lists = [" ".join(f"[{', '.join(truth[key])}]" for key in ("items", "pos", "neg") if key in truth)]
    right: dict[str, list[Any]] = {"set": lists, "effects": lists, "mcq": [answer], "degenerate": []}
    right |= {"bool": ["yes" if answer else "no"], "index": [str(truth.get("index"))]}
    right |= {"landmarks": truth.get("items", []), "next_action": truth.get("closer", [])}
    return gold in right[kind]
