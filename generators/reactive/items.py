"""One item: drawn, labelled, accepted or drawn again.

Attempt after attempt (``ATTEMPTS`` at most) a system, a trace and an effect are drawn, a query is built, and
the instance is labelled.  It is kept when its truth is complete and certified throughout, its gold answer is
there and scores 1.0, and the truth is the drawn one (yes or no).  Every refusal is counted by its reason.

Two questions are duplicates where they are one question up to the names of propositions.  The propositions
are put into an order that renaming cannot change: inputs by their values along the trace, then by where the
question names them; outputs by what they do on the trace, then likewise.  Where this leaves several orders
(propositions that the question cannot tell apart so far) all of them are tried, ``ORDERS`` at most, and the
smallest digest counts; beyond that names keep the order in which they stand, so a duplicate may be missed,
never the other way. Under the order the machine is made canonical (minimal, breadth-first) and hashed with
the trace and what is asked, names replaced by numbers.
"""

import hashlib
from collections.abc import Iterator, Sequence, Set
from itertools import islice, permutations, product
from typing import Any

from ...domains.environment import Call
from ...domains.reactive.hoa import canonical, read_hoa, write_hoa
from ...domains.reactive.ltlf_syntax import parse
from ...domains.reactive.machine import Machine
from ...domains.reactive.words import letters, rows
from ...instances.canonical import encode
from ...instances.errors import LimitError
from ...instances.records import Instance, Json
from ...verifiers.label import label
from ...verifiers.reactive.intervene import environment
from ..cells import Item, Made
from ..pipeline import bare, certified, first_accepted, signed, unproven
from ..rng import Rng
from .difficulty import difficulty
from .family import Recipe
from .prompt import prompt
from .questions import Wish, question_maker
from .scene import Scene, draw_scene

ATTEMPTS = 320
PATIENCE = (110, 260)  # from these attempts on a target binds less (and the mode is free), and no more
MOST_EDGES = 400  # transitions of a system that is put into a prompt
MOST_BYTES = 200_000  # canonical JSON of an instance


def make_item(item: Item, recipe: Recipe, first: int = 0, avoid: Set[str] = frozenset()) -> Made:
    """The item, beginning with its attempt ``first``."""
    rng, attempts = recipe.rng(item), range(first, ATTEMPTS)
    return first_accepted(item, attempts, lambda number: _attempt(item, recipe, rng, number), digest)


def _attempt(item: Item, recipe: Recipe, rng: Rng, attempt: int) -> Instance | str:
    """The instance of one attempt, or the reason why there is none."""
    maker, draws = question_maker(item.cell.task), rng.fork("attempt", attempt)
    target = recipe.drawn(item, "targets", maker.targets)
    mode = recipe.drawn(item, "modes", recipe.modes)
    patience = 2 - sum(attempt >= bound for bound in PATIENCE)
    if patience < 2:
        mode = recipe.modes[attempt % len(recipe.modes)]
    try:
        scene = draw_scene(item, recipe, draws.fork("scene"))
        if scene.machine.edges > MOST_EDGES:
            return "large_system"
        drawn = maker.draw(scene, Wish(target, mode, recipe.level(item), patience), draws.fork("query"))
        return drawn if isinstance(drawn, str) else _labelled(item, recipe, scene, drawn, target)
    except LimitError:
        return "limit"


def _labelled(item: Item, recipe: Recipe, scene: Scene, query: Json, target: str) -> Instance | str:
    cell = item.cell
    made = label(bare(item, recipe, {"kind": "hoa", "hoa": write_hoa(scene.machine)}, query))
    if (reason := _unproven(made, scene) or _other(made, target)) is not None:
        return reason
    shown = prompt(scene, cell.task, cell.form, query, recipe.context)
    made = signed(made, item, recipe, prompt=shown, difficulty=difficulty(scene, made))
    return made if len(encode(made)) <= MOST_BYTES else "too_large"


def _unproven(made: Instance, scene: Scene) -> str | None:
    if made.form != "episode" or not certified(made):
        return unproven(made)
    return None if _can_be_played(made, scene) else "gold_not_correct"


def _can_be_played(made: Instance, scene: Scene) -> bool:
    """Whether the example certificate, played as an episode, brings the effect about."""
    played = environment(scene.question(made.query))
    shown = (parameter.name for parameter in played.tools[0].parameters)
    names = dict(zip(scene.machine.inputs, shown, strict=True))
    for step in range(len(scene.trace)):
        atoms = {names[ap]: str(value) for at, ap, value in (made.truth or {})["example"] if at == step}
        if played.act(Call("advance", atoms)).outcome != "advanced":
            return False
    return played.triggered


def _other(made: Instance, target: str) -> str | None:
    if made.form != "bool":
        return None
    wanted = target.split()[-1] in ("yes", "accepted")
    return None if (made.truth or {}).get("answer") is wanted else "other_answer"


ORDERS = 24
Order = tuple[int, ...]  # the bits of propositions in a new order


def digest(instance: Instance) -> str:
    """The digest of a reactive question with a machine, 32 hex digits."""
    machine = read_hoa(instance.world["hoa"])
    trace = letters(instance.query["trace"], len(machine.inputs))
    named = _named(instance.query)
    ins = _orders(machine.inputs, trace, named)
    tried = islice(product(ins, _orders(machine.outputs, machine.run(trace).outputs, named)), ORDERS)
    return min(_digest(instance, machine, trace, one, other) for one, other in tried)


def _named(query: Json) -> list[str]:
    """The propositions that a question names, in order."""
    effect = query.get("effect", {})
    names = [effect.get("ap", ""), *(parse(effect["formula"]).aps if "formula" in effect else ())]
    return [*names, *([query["literal"][1]] if "literal" in query else [])]


def _orders(names: Sequence[str], masks: Sequence[int], named: Sequence[str]) -> list[Order]:
    """The orders that values along the trace and the question leave open, at most ``ORDERS`` of them."""
    looks: dict[Any, list[int]] = {}
    for bit, name in enumerate(names):
        column = tuple(mask >> bit & 1 for mask in masks)
        places = tuple(place for place, other in enumerate(named) if other == name)
        looks.setdefault((column, places), []).append(bit)
    classes = [permutations(looks[look]) for look in sorted(looks)]
    return [sum(parts, ()) for parts in islice(product(*classes), ORDERS)]


def _digest(instance: Instance, machine: Machine, trace: Sequence[int], ins: Order, outs: Order) -> str:
    inverse = sorted(range(len(ins)), key=lambda place: ins[place])
    back = [_permuted(letter, inverse) for letter in range(1 << len(ins))]
    renamed = canonical(
        Machine(
            tuple(f"i{place}" for place in range(len(ins))),
            tuple(f"o{place}" for place in range(len(outs))),
            machine.initial,
            tuple(tuple(row[letter] for letter in back) for row in machine.successors),
            tuple(tuple(_permuted(row[letter], outs) for letter in back) for row in machine.emitted),
        )
    )
    name = {machine.inputs[bit]: f"i{place}" for place, bit in enumerate(ins)}
    name |= {machine.outputs[bit]: f"o{place}" for place, bit in enumerate(outs)}
    question = dict(_asked(instance.query, name, ins, outs))
    parts = [instance.task, instance.form, renamed.successors, renamed.emitted, question]
    return hashlib.blake2b(encode(parts), digest_size=16).hexdigest()


def _asked(query: Json, name: dict[str, str], ins: Order, outs: Order) -> Iterator[tuple[str, Any]]:
    """The query with its propositions renamed and its rows reordered."""
    for key, value in query.items():
        if key == "effect" and "formula" in value:
            nodes = parse(value["formula"]).nodes
            yield key, [[node.operator, list(node.children), name.get(node.ap or "")] for node in nodes]
        elif key == "effect":
            yield key, {**value, "ap": name[value["ap"]]}
        elif key == "literal":
            yield key, [value[0], name[value[1]], value[2]]
        elif key in ("trace", "outputs"):
            order = ins if key == "trace" else outs
            yield key, rows((_permuted(letter, order) for letter in letters(value, len(order))), len(order))
        else:
            yield key, value


def _permuted(mask: int, order: Sequence[int]) -> int:
    """Bit ``place`` of the result is bit ``order[place]`` of the mask."""
    return sum((mask >> bit & 1) << place for place, bit in enumerate(order))
