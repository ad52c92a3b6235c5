"""The rules of reactive questions: for each kind of certificate its body, and why the rule is sound."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import reduce
from itertools import chain, zip_longest
from operator import or_

from ..fields import Stated, count, listing, optional
from ..planning.model import ones
from ..refused import RefusedError, clip, refuse
from ..tasks import rule
from .knowledge import Knowledge, atoms, number
from .product import Product, Table

MAX_SETS = 8192  # the most minimal hitting sets, final or on the way
Cost = tuple[int, int]  # timesteps and atoms
State = tuple[int, frozenset[int]]  # the node of the run, and those of its shadows
ACCEPTED, REJECTED = 1, 2


@rule()
def evaluation(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """`evaluation`, with an empty body: the truth is what one pass over the run shows.

    Rule: the checker evaluates the task's own definition (the run, the first step at which claimed outputs
    differ, the but-for set).  The certificate only says that this is enough.
    """
    knowledge.evaluated = name


@rule(atoms=atoms)
def intervention(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """`intervention`, body ``atoms``: a valid certificate of GF-01 (Suff and Min1).

    Rule: the definition; the run under these atoms shows the effect, the run without any one does not.
    """
    cells = knowledge.minimal(name, stated.atoms, knowledge.product.happens_under, actual=False)
    knowledge.valid[cells] = name


@rule(atoms=atoms)
def sufficient(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """`sufficient`, body ``atoms``: a minimal sufficient set of literals of the trace.

    A set of cells *suffices* when flips of all the other cells cannot avoid the effect.  A larger set does so
    too, so one is minimal when no single cell can be left out.  Rule: the definition, by passes over nodes.
    """
    knowledge.sufficient[knowledge.minimal(name, stated.atoms, knowledge.product.unavoidable)] = name


@rule(atoms=atoms)
def breaking(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """`breaking`, body ``atoms``: a minimal breaking set of literals of the trace.

    A set of cells *breaks* the effect when flips within it can avoid it.  Rule: the definition, as above.
    """
    knowledge.breaking[knowledge.minimal(name, stated.atoms, knowledge.product.avoidable)] = name


@rule(together=True, breaking=listing(atoms, MAX_SETS))
def causes(knowledge: Knowledge, certificates: list[tuple[str, Stated]]) -> None:
    """`causes`, body ``breaking``: all minimal breaking sets; several certificates of the kind are one list.

    Rule: each set must be a minimal breaking set, and every minimal hitting set of the list must suffice.

    Then the list is complete.  Suppose a minimal breaking set B is not on it.  B contains no set of the list,
    for two minimal sets do not contain each other, so the complement of B meets them all, hence contains a
    minimal hitting set h, and h suffices.  But flips outside h, namely those within B, avoid the effect: a
    contradiction.  By the same duality the h are all the minimal sufficient sets (Reiter, "A theory of
    diagnosis from first principles", 1987).
    """
    product = knowledge.product
    listed: dict[int, str] = {}
    for name, stated in certificates:
        for place, literals in enumerate(stated.breaking):
            listed[knowledge.minimal(f"{name} set {place}", literals, product.avoidable)] = name
    hitting = minimal_hitting_sets(knowledge, "causes", list(listed))
    for held in hitting:
        missed = f"causes: not complete: {knowledge.text(held)} does not suffice"
        refuse(not product.unavoidable(held), missed)
    knowledge.breaking, knowledge.complete = listed, "causes"
    knowledge.sufficient = dict.fromkeys(hitting, certificates[0][0])


def minimal_hitting_sets(knowledge: Knowledge, what: str, family: list[int]) -> list[int]:
    """The minimal sets that meet every set of a family, by extending partial ones (Berge, 1989).

    Extended by an element e, a set h stays minimal unless one that already met the new member lies within it;
    no other extension can lie within it, for that would lie within h.
    """
    partial = [0]
    for member in sorted(family, key=int.bit_count):
        met, extended = [one for one in partial if one & member], []
        for one in partial:
            for cell in ones(member) if not one & member else ():
                more = one | 1 << cell
                knowledge.spend(what, 1 + len(met) // 8)
                if all(other & ~more for other in met):
                    extended.append(more)
        partial = met + extended
        refuse(len(partial) > MAX_SETS, f"{what}: more than {MAX_SETS} minimal hitting sets")
    return partial


@rule(timesteps=optional(count), atoms=optional(count))
def cheapest(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """`cheapest`, body ``timesteps`` and ``atoms``, null when nothing works: the least cost.

    Costs are compared by timesteps, then by atoms, among sets of at most as many atoms as the query allows.
    Rule: forward, step by step, the checker computes for each node, over all flips so far that lead to it,
    the pairs (timesteps, atoms) that no other one equals or betters in both; those with too many atoms are
    dropped, for atoms never become fewer.  The least pair of an accepting node at the end must be the stated
    one.  Sound, since each set of flips is one way through the nodes and a pair that is bettered in both
    stays so whatever follows (Bellman).  A cheapest set is valid: every part costs less.
    """
    product, (_, most) = knowledge.product, knowledge.budget
    fronts: dict[int, list[Cost]] = {0: [(0, 0)]}
    for table, letter in zip(product.tables, product.base, strict=True):
        after = defaultdict[int, set[Cost]](set)
        for node, front in fronts.items():
            knowledge.spend(name, (1 + len(front)) << knowledge.inputs)
            for flips in range(1 << knowledge.inputs):
                reached, taken, changed = after[table[node][letter ^ flips]], flips > 0, flips.bit_count()
                reached.update([(steps + taken, flipped + changed) for steps, flipped in front])
        fronts = {node: _thinned(costs, most) for node, costs in after.items()}
    ends = (front for node, front in fronts.items() if product.accepting[node])
    cost, said = min(chain(*ends), default=None), (stated.timesteps, stated.atoms)
    if said != (cost or (None, None)):
        raise RefusedError(f"{name}: {said} is stated, the least (timesteps, atoms) is {cost}")
    knowledge.bounded, knowledge.cost = name, cost


def _thinned(costs: set[Cost], most: int) -> list[Cost]:
    """The costs of at most so many atoms that no other one equals or betters in both."""
    kept = []
    for steps, flipped in sorted(costs):
        if flipped <= most:
            kept.append((steps, flipped))
            most = flipped - 1
    return kept


@rule(by_timesteps=listing(number, 10_000))
def counting(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """`counting`, body ``by_timesteps``, decimal texts: how many valid certificates are within the budgets.

    Number k of the list counts those with exactly k timesteps.  Rule: the checker counts them anew.
    A certificate is valid when its run is accepted and the run without any one of its flips is rejected.
    Those other runs, the *shadows*, read the same letters from there on, so what the future holds depends on
    the node of the run and the set of nodes of its shadows alone (GF-01's Min1 as a regular condition).
    A run that can no longer be accepted, a shadow that can no longer be rejected, and a shadow where the run
    is, end the count; a shadow that can no longer be accepted is forgotten.
    Forward over the steps, ``ways[state][k, a]`` is the number of choices so far with k timesteps and a flips
    that lead to the state, both within the budgets.  Where there are more flips to spend than cells within
    the budget of timesteps, a stays 0.
    """
    product, (timesteps, settings) = knowledge.product, knowledge.budget
    budget = min(timesteps, product.horizon)
    bounded = settings < budget * knowledge.inputs
    ways: dict[State, Counter[Cost]] = {(0, frozenset()): Counter({(0, 0): 1})}
    knowledge.spend(name, sum(map(len, product.tables)) << knowledge.inputs)
    for table, letter, fates in zip(product.tables, product.base, _fates(product), strict=True):
        after = defaultdict[State, Counter[Cost]](Counter)
        for state, counts in ways.items():
            knowledge.spend(name, (1 + len(state[1])) << knowledge.inputs)
            for flips, target in _moves(table, letter, state, fates):
                knowledge.spend(name, len(counts))
                for (steps, flipped), many in counts.items():
                    cost = steps + (flips > 0), flipped + (flips.bit_count() if bounded else 0)
                    if cost[0] <= budget and cost[1] <= settings:
                        after[target][cost] += many
        ways = after
    totals = [0] * (budget + 1)
    for counts in ways.values():
        for (steps, _), many in counts.items():
            totals[steps] += many
    for steps, (given, counted) in enumerate(zip_longest(stated.by_timesteps, map(str, totals))):
        shown = f"{clip(given, 40)} are stated, {clip(counted, 40)} are counted"
        refuse(given != counted, f"{name}: of {steps} timesteps {shown}")
    knowledge.number = str(sum(totals))


def _moves(table: Table, letter: int, state: State, fates: bytes) -> Iterator[tuple[int, State]]:
    """The choices of flips that are not lost, each with the state that it leads to."""
    row, shadows = table[state[0]], state[1]
    for flips in range(len(row)):
        read = letter ^ flips
        if fates[row[read]] & ACCEPTED:
            others = {table[shadow][read] for shadow in shadows}
            others.update([row[read ^ 1 << index] for index in ones(flips)])
            if row[read] not in others and all(fates[other] & REJECTED for other in others):
                yield flips, (row[read], frozenset([one for one in others if fates[one] & ACCEPTED]))


def _fates(product: Product) -> list[bytes]:
    """For each step and node after it, whether acceptance and rejection can still be reached, as bits."""
    fates = [bytes(ACCEPTED if good else REJECTED for good in product.accepting)]
    for table in reversed(product.tables[1:]):
        fates.append(bytes(reduce(or_, [fates[-1][target] for target in row]) for row in table))
    return fates[::-1]
