"""The released levels by brute force: optima, what each part is good for, and that no two are one game.

Nothing of the product takes part but the reader of records: the PDDL is read here, facts are tuples, a state
is a set of them with the ages of unstable ones, every action is tried everywhere.
"""

import itertools
import re
from collections import Counter
from functools import lru_cache
from pathlib import Path

import pytest

from certwright.instances.store import read_instances

FILE = Path(__file__).resolve().parents[3] / "instances" / "timetravel" / "generated.jsonl"
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not FILE.exists(), reason="instances/timetravel is not there: make data"),
]
LEVELS = list(read_instances(FILE)) if FILE.exists() else []


def parsed(text):
    stack = [[]]
    for token in re.findall(r"[()]|[^\s()]+", re.sub(r";.*", "", text)):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    (whole,) = stack[0]
    return whole


def typed(words):
    """``a b - t c - u`` as pairs of name and type."""
    pairs, names, words = [], [], iter(words)
    for word in words:
        if word == "-":
            kind = next(words)
            pairs += [(name, kind) for name in names]
            names = []
        else:
            names.append(word)
    return pairs + [(name, "object") for name in names]


def literals(formula):
    """The atoms of a conjunction: those that are wanted, and those that are negated."""
    parts = formula[1:] if formula and formula[0] == "and" else [formula] if formula else []
    return [part for part in parts if part[0] != "not"], [part[1] for part in parts if part[0] == "not"]


class Game:
    """A level, ground over its objects; ``part`` is taken away from it."""

    def __init__(self, world, part=None):
        kind, _, name = (part or "").partition(" ")
        domain, problem, about = parsed(world["domain"]), parsed(world["problem"]), world["level"]
        sections = {one[0]: one[1:] for one in problem[2:]}
        schemas = [one for one in domain if one[0] in (":action", ":event")]
        objects = dict(typed(sections[":objects"]))
        changing = {
            atom[0] for one in schemas for atoms in literals(one[one.index(":effect") + 1]) for atom in atoms
        }
        init = {tuple(one) for one in sections[":init"]}
        if kind == "lock":
            init.add(tuple(name.strip("()").split()))
        if kind == "epoch":
            near = {word for fact in init if fact[0] not in changing and name in fact for word in fact[1:]}
            init = {fact for fact in init if not (near | {name}) & set(fact[1:])}
        if kind == "rule":
            schemas = [one for one in schemas if one[:2] != [":event", name]]
        decay = about.get("decay", {"unstable": [], "window": 0})
        self.unstable = set(decay["unstable"]) - ({name} if kind == "decay" else set())
        self.window = decay["window"]
        static = {fact for fact in init if fact[0] not in changing}
        self.init = frozenset(init - static)
        wanted, unwanted = literals(sections[":goal"][0])
        assert not unwanted
        self.target = frozenset(map(tuple, wanted))
        ground = [
            (one[0], one[1], *each) for one in schemas for each in grounded(one, objects, static, changing)
        ]
        self.actions = [(name, *rest) for kind, name, *rest in ground if kind == ":action"]
        self.rules = [rest for kind, _, *rest in ground if kind == ":event"]

    def propagated(self, facts):
        """Rules fire one at a time, each time the first that changes anything."""
        while True:
            for need, ban, add, delete in self.rules:
                if need <= facts and not ban & facts and (after := (facts - delete) | add) != facts:
                    facts = after
                    break
            else:
                return facts

    def after(self, state, action):
        """The state after an action, "expired" when something decays."""
        facts, ages = state
        _, need, ban, add, delete = action
        if not (need <= facts and not ban & facts):
            return None
        new = self.propagated((facts - delete) | add)
        old = dict(ages)
        now = {fact: old[fact] + 1 if fact in facts else 0 for fact in new if fact[0] in self.unstable}
        if not self.target <= new and any(age > self.window for age in now.values()):
            return "expired"
        return new, frozenset(now.items())

    def explored(self, whole=True):
        """Successors of every state, goal states without; the sizes of the layers; expiries; the optimum."""
        start = (self.init, frozenset((fact, 0) for fact in self.init if fact[0] in self.unstable))
        graph, layer, layers, expiries, optimum = {}, [start], [], 0, None
        known = {start}
        while layer:
            if optimum is None and any(self.target <= facts for facts, _ in layer):
                optimum = len(layers)
                if not whole:
                    return graph, layers, expiries, optimum
            layers.append(len(layer))
            fresh = []
            for state in layer:
                graph[state] = []
                if self.target <= state[0]:
                    continue
                for action in self.actions:
                    then = self.after(state, action)
                    if then == "expired":
                        expiries += 1
                    elif then is not None:
                        graph[state].append(then)
                        if then not in known:
                            known.add(then)
                            fresh.append(then)
            layer = fresh
        return graph, layers, expiries, optimum


def grounded(schema, objects, static, changing):
    """The instances of a schema whose static conditions hold: need, ban, add, delete."""
    fields = dict(zip(schema[2::2], schema[3::2], strict=True))
    parameters = typed(fields[":parameters"])
    pools = [[name for name, kind in objects.items() if kind == wanted] for _, wanted in parameters]
    need, ban = literals(fields[":precondition"])
    add, delete = literals(fields[":effect"])
    assert not any(atom[0] in ("or", "=", "forall", "exists") for atom in (*need, *ban, *add, *delete))
    for values in itertools.product(*pools):
        binding = {name: value for (name, _), value in zip(parameters, values, strict=True)}
        told = [
            {tuple(binding.get(word, word) for word in atom) for atom in atoms}
            for atoms in (need, ban, add, delete)
        ]
        needs, bans, adds, deletes = map(frozenset, told)
        fixed = {fact for fact in needs if fact[0] not in changing}
        if fixed <= static and not bans & static:
            yield needs - fixed, bans, adds, deletes - adds


def dead_ends(graph, target):
    """How many states lead to no goal."""
    back = {}
    for state, following in graph.items():
        for then in following:
            back.setdefault(then, []).append(state)
    alive = {state for state in graph if target <= state[0]}
    front = list(alive)
    while front:
        for state in back.get(front.pop(), ()):
            if state not in alive:
                alive.add(state)
                front.append(state)
    return len(graph) - len(alive)


@lru_cache(None)
def explored(number):
    game = Game(LEVELS[number].world)
    return game.target, *game.explored()


NUMBERS = pytest.mark.parametrize("number", range(len(LEVELS)), ids=lambda n: LEVELS[n].id.rpartition("/")[2])


@NUMBERS
def test_every_figure_of_a_level_is_found_again(number):
    truth, (target, graph, layers, expiries, optimum) = LEVELS[number].truth, explored(number)
    assert optimum == truth["length"] and sum(layers) == len(graph) == truth["states"]
    assert expiries == truth["expiries"] and dead_ends(graph, target) == truth["dead_ends"]


@NUMBERS
def test_every_lock_rule_epoch_and_decay_is_load_bearing(number):
    one = LEVELS[number]
    about, rules = one.world["level"], re.findall(r"\(:event (\S+)", one.world["domain"])
    parts = {f"lock {fact}" for fact in about.get("locks", ())} | {f"rule {name}" for name in rules}
    parts |= {f"epoch {name}" for name in about["epochs"]}
    parts |= {f"decay {name}" for name in about.get("decay", {"unstable": ()})["unstable"]}
    found = {part: Game(one.world, part).explored(whole=False)[-1] for part in parts}
    assert found == one.truth["without"]
    assert one.truth["length"] not in found.values()


def test_no_two_levels_are_one_game():
    """Isomorphic games have state spaces of one shape: as many states a layer, with as many ways out."""
    shapes = set()
    for number in range(len(LEVELS)):
        _, graph, layers, expiries, _ = explored(number)
        ways = Counter(len(following) for following in graph.values())
        shapes.add((tuple(layers), expiries, tuple(sorted(ways.items()))))
    assert len(shapes) == len(LEVELS) >= 24
