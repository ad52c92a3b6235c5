"""Snapshots, keys and the enumeration of what may come next."""

import random
from fractions import Fraction

import pytest

from certwright.domains.gridworld.actions import DOWN, LEFT, NOOP, RIGHT, UP, Action
from certwright.domains.gridworld.machine import Machine
from certwright.domains.gridworld.program import read_program
from certwright.instances.errors import LimitError
from certwright.verifiers.search.grid_states import state_key, successors

WALKERS = """(= GRID_SIZE 6) (object Dot (: hue String) (Cell 0 0 hue))
(= dots (initnext (list) (updateObj (prev dots) walk))) (= count (initnext 0 (prev count)))
(= inside (--> (was now) (if (isWithinBounds now) then now else was)))
(= walk (--> dot (inside dot (move dot (uniformChoice (list (Position 0 1) (Position 1 0) (Position 0 0)))))))
(on (& clicked (< (length dots) 3)) (= dots (addObj dots (Dot (uniformChoice (list "red" "blue")) click))))
(on left (= count (% (+ count 1) 3)))
(on right (= dots (addObj dots (map (--> p (Dot "gold" p)) (randomPositions 2 1)))))
(on up (= dots (removeObj dots (--> d (== (.. d hue) "gold")))))"""
MUTABLE = """(= GRID_SIZE 6) (object Bar (: age Int) (list (Cell 0 0 "red") (Cell 1 0 "blue")))
(= bars (initnext (list (Bar 0 (Position 1 1)) (Bar 0 (Position 3 3))) (prev bars)))
(= chosen (initnext (Bar 0 (Position 5 5)) (prev chosen)))
(on clicked (let (= (.. (head bars) age) 7) (rotate (head bars)) true))
(on left (= chosen (head bars))) (on right (= chosen (at bars (- (length bars) 1))))
(on down (= bars (removeObj bars chosen))) (on up (= bars (addObj bars (Bar 1 (Position 2 2)))))"""
STAR = """(= GRID_SIZE 3) (object Star (Cell 0 0 (uniformChoice (list "red" "blue"))))
(= s (initnext (Star (Position 1 1)) (prev s)))"""


def actions(seed, length):
    rng = random.Random(seed)
    return [
        rng.choice([NOOP, LEFT, RIGHT, UP, DOWN, Action("click", rng.randrange(6), rng.randrange(6))])
        for _ in range(length)
    ]


def view(machine):
    return machine.frame(), machine.elements(), state_key(machine), machine.time, machine.rng_state


def play(machine, todo):
    seen = []
    for action in todo:
        try:
            machine.step(action)
        except Exception as error:
            seen.append(str(error))
        seen.append(view(machine))
    return seen


@pytest.mark.parametrize("text", [WALKERS, MUTABLE, STAR], ids=["walkers", "mutable", "star"])
@pytest.mark.parametrize("seed", range(6))
def test_going_back_changes_nothing(text, seed):
    program = read_program(f"(program {text})")
    machine = Machine(program, seed + 1)
    play(machine, actions(seed, 15))
    here, seen = machine.snapshot(), view(machine)
    first = play(machine, actions(seed + 100, 15))
    play(machine, actions(seed + 200, 5))
    machine.restore(here)
    assert view(machine) == seen
    assert play(machine, actions(seed + 100, 15)) == first
    other = Machine(program, 99)
    other.restore(here)
    assert play(other, actions(seed + 100, 15)) == first


@pytest.mark.parametrize("seed", range(4))
def test_equal_keys_have_equal_futures(seed):
    program = read_program(f"(program {WALKERS})")
    machine, known = Machine(program, seed + 1), {}
    for action in actions(seed, 60):
        machine.step(action)
        known.setdefault(state_key(machine), []).append(machine.snapshot())
    for group in known.values():
        futures = []
        for snapshot in group[:3]:
            machine.restore(snapshot)
            machine.rng_state = 5
            futures.append(
                [(frame, elements, key) for frame, elements, key, _, _ in play(machine, actions(1, 6))]
            )
        assert all(future == futures[0] for future in futures)


@pytest.mark.parametrize("text", [WALKERS, STAR], ids=["walkers", "star"])
def test_the_outcomes_of_a_step(text):
    program = read_program(f"(program {text})")
    for action in actions(3, 8):
        machine = Machine(program, 7)
        play(machine, actions(4, 5))
        before = view(machine)
        outcomes = successors(machine, action)
        assert view(machine) == before
        assert sum(share for share, _ in outcomes) == 1
        keys = {}
        for share, snapshot in outcomes:
            machine.restore(snapshot)
            keys[state_key(machine), machine.frame()] = share
        start = Machine(program, 7)
        play(start, actions(4, 5))
        here = start.snapshot()
        for state in range(1, 200):
            start.restore(here)
            start.rng_state = state * 7919
            start.step(action)
            assert text == STAR or (state_key(start), start.frame()) in keys


def test_two_draws_are_four_branches(machine):
    text = "(= n (initnext 0 (+ (uniformChoice (list 0 1)) (uniformChoice (list 0 1)))))"
    found = machine(text)
    shares = {}
    for share, snapshot in successors(found, NOOP):
        shares[snapshot.globals["n"]] = share
    assert shares == {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}
    with pytest.raises(LimitError, match="more than 3"):
        successors(found, NOOP, limit=3)


def test_seed_zero_always_takes_the_first(machine):
    text = "(= n (initnext 5 (uniformChoice (list 0 1 2))))"
    found = machine(text, "noop", "noop", seed=0)
    assert found.runtime.g["n"] == 0


def test_click_stands_in_the_key_only_where_it_is_live(machine):
    base = '(object Dot (Cell 0 0 "red")) (= p (initnext (Position 0 0) (prev p)))'
    guarded = machine(base + "(on (& clicked (isFreePos click)) (= p (Position 1 1)))", "click 2 2")
    other = machine(base + "(on (& clicked (isFreePos click)) (= p (Position 1 1)))", "click 3 3")
    assert state_key(guarded) == state_key(other)
    live = base + "(on left (= p click)) (on clicked (= p (Position 1 1)))"
    assert state_key(machine(live, "click 2 2")) != state_key(machine(live, "click 3 3"))


def test_true_and_one_have_different_keys(machine):
    text = "(= a (initnext VALUE (prev a)))"
    assert state_key(machine(text.replace("VALUE", "1"))) != state_key(machine(text.replace("VALUE", "true")))
