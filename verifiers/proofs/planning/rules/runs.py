"""`runs`: a tree of states, grown from the initial state one applicable action at a time.

Body: ``actions`` (texts) and ``steps`` [p0, a0, p1, a1, ...]: node 0 is the initial state, and pair k makes
node k+1 by applying ``actions[a_k]`` in node p_k.

Rule: every action is applicable in the state it is applied in.  Then every node is a reachable state (the
run from the root reaches it), so its facts can hold together, and actions whose preconditions hold in it
can be applied.
"""

from collections.abc import Iterable

from ...fields import Stated, count, exactly, listing, name
from ...refused import RefusedError, refuse
from ..knowledge import Knowledge

BODY = exactly(actions=listing(name), steps=listing(count))


def check(knowledge: Knowledge, name: str, tree: Stated) -> None:
    """Replay the tree and record its states."""
    refuse(len(tree.steps) % 2, f"{name}: steps are pairs, but there are {len(tree.steps)} numbers")
    nodes = [knowledge.model.init]
    for step, (parent, action) in enumerate(zip(tree.steps[::2], tree.steps[1::2], strict=True)):
        refuse(parent >= len(nodes), f"{name} step {step}: there is no node {parent} yet")
        refuse(action >= len(tree.actions), f"{name} step {step}: there is no action {action}")
        nodes.append(knowledge.apply(f"{name} step {step}", tree.actions[action], nodes[parent]))
    all_taken(name, tree.actions, tree.steps[1::2])
    for node in nodes:
        knowledge.reached.setdefault(node, name)


def all_taken(name: str, actions: list[str], steps: Iterable[int]) -> None:
    """Refuse a list of actions in which one occurs twice, or one that no step takes."""
    idle = set(range(len(actions))).difference(steps)
    if idle or len(set(actions)) < len(actions):
        idle_or_twice = actions[min(idle)] if idle else max(actions, key=actions.count)
        raise RefusedError(f"{name}: {idle_or_twice} is listed, but no step takes it")
