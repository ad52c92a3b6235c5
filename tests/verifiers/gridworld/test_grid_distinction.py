"""Shortest distinctions of random little worlds: search, checker and plain search over every click agree."""

import random
from collections import Counter, deque

import pytest
from testkit.sampling import sampled
from testkit.small_worlds import program

from certwright.domains.gridworld.actions import Action, click
from certwright.domains.gridworld.machine import Machine
from certwright.verifiers.gridworld.change import distinguishes, shortest_distinction
from certwright.verifiers.proofs.gridworld.autumn.machine import Machine as PlainMachine
from certwright.verifiers.proofs.gridworld.rules import check_shortest
from certwright.verifiers.proofs.gridworld.world import World
from certwright.verifiers.proofs.refused import RefusedError
from certwright.verifiers.search.grid_states import state_key, successors

SIZE = 3
EVERY = [Action(name) for name in ("noop", "left", "right", "up", "down")]
EVERY += [click(x, y) for y in range(SIZE) for x in range(SIZE)]
HEAD = """(program (= GRID_SIZE 3)
  (object Lamp (: lit Bool) (Cell 0 0 (if lit then "gold" else "gray")))
  (: first Lamp) (= first (initnext (Lamp false (Position 0 1)) (prev first)))
  (: second Lamp) (= second (initnext (Lamp false (Position 2 1)) (prev second)))
  (: armed Bool) (= armed (initnext false (prev armed)))
  (: primed Bool) (= primed (initnext false (prev primed)))
"""
TRIGGERS = ("left", "right", "down", "(clicked first)", "(clicked second)", "(& clicked (isFreePos click))")
GUARDS = ("true", "armed", "primed", "(! armed)", "(! primed)", "(.. first lit)", "(! (.. second lit))")
EFFECTS = (
    "(= armed (! armed))",
    "(= primed (! primed))",
    "(= armed (.. first lit))",
    '(= first (updateObj first "lit" (! (.. first lit))))',
    '(= second (updateObj second "lit" (! (.. second lit))))',
    "(= primed (uniformChoice (list true false)))",
    "(= first (moveDownNoCollision first))",
)


def world_and_changed(seed):
    """The texts of a random world and of one with one rule changed, mostly behind a guard."""
    dice = random.Random(seed)
    rules = [[dice.choice(TRIGGERS), dice.choice(GUARDS), dice.choice(EFFECTS)] for _ in range(5)]
    place = dice.randrange(5)
    other = [list(rule) for rule in rules]
    other[place][2] = dice.choice([effect for effect in EFFECTS if effect != rules[place][2]])
    return tuple(
        HEAD + "".join(f"  (on (& {guard} {trigger}) {effect})\n" for trigger, guard, effect in listed) + ")"
        for listed in (rules, other)
    )


def plainly(base, changed):
    """The least number of steps by search over every action, the base world's states as a plain set."""
    acting, machine = Machine(changed), Machine(base)

    def seeing(places, frame):
        kept = {}
        for key, place in places.items():
            machine.restore(place)
            if machine.frame() == frame:
                kept[key] = place
        return kept

    belief = seeing({state_key(machine): machine.snapshot()}, acting.frame())
    met, queue = set(), deque([(acting.snapshot(), belief, 0)])
    while queue:
        here, belief, depth = queue.popleft()
        for action in EVERY:
            after = {}
            for place in belief.values():
                machine.restore(place)
                for _, outcome in successors(machine, action):
                    machine.restore(outcome)
                    after[state_key(machine)] = outcome
            acting.restore(here)
            for _, outcome in successors(acting, action):
                acting.restore(outcome)
                left = seeing(after, acting.frame())
                if not left:
                    return depth + 1
                pair = (state_key(acting), frozenset(left))
                if pair not in met:
                    met.add(pair)
                    queue.append((outcome, left, depth + 1))
    return None


def check_distinction(base, changed, told):
    worlds = [World(PlainMachine(one.text), one.text) for one in (base, changed)]
    check_shortest(*worlds, 0, told, 10_000)


def test_search_checker_and_plain_search_agree():
    lengths = Counter()
    for seed in range(sampled(16, of=40)):
        base, changed = map(program, world_and_changed(seed))
        expected = plainly(base, changed)
        found = shortest_distinction(base, changed, 0)
        assert (None if found is None else len(found.actions)) == expected, seed
        if found is not None:
            told = [str(action) for action in found.actions]
            check_distinction(base, changed, told)
            with pytest.raises(RefusedError, match=f"{expected} steps show the change already"):
                check_distinction(base, changed, [*told, "noop"])
        lengths[expected] += 1
    assert len([length for length in lengths if length]) >= 2, lengths
    assert lengths[None] < lengths.total() / 2, lengths


LAMP = """(program (= GRID_SIZE 3)
  (object Lamp (: lit Bool) (Cell 0 0 (if lit then "gold" else "gray")))
  (: lamp Lamp) (= lamp (initnext (Lamp false (Position 1 1)) (prev lamp)))
  (: armed Bool) (= armed (initnext true (prev armed)))
  (on down (= armed (! armed)))
  %s)"""
LIT = '(on (& armed (clicked lamp)) (= lamp (updateObj lamp "lit" true)))'


def test_clicks_are_told_apart_in_the_state_where_they_are_made():
    base, other = program(LAMP % ""), program(LAMP % LIT)
    found = shortest_distinction(base, other, 0)
    assert found is not None and found.actions == (click(1, 1),)
    assert distinguishes(base, other, found.actions, 0) == 1


@pytest.mark.parametrize("told", ["noop", "click 0 0", "down"])
def test_a_sequence_that_does_not_show_the_change_is_refused(told):
    with pytest.raises(RefusedError, match="do not show"):
        check_distinction(program(LAMP % ""), program(LAMP % LIT), [told])
