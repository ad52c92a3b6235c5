"""The checker's plain interpreter against the fast machine: frames, draws, states and errors."""

import gzip
import json
import random
from pathlib import Path

import pytest
from testkit.drawn_programs import senseless, with_made_cells
from testkit.sampling import every

from certwright.domains.gridworld.actions import Action
from certwright.domains.gridworld.catalog import world, worlds
from certwright.domains.gridworld.machine import Machine
from certwright.domains.gridworld.program import read_program
from certwright.domains.gridworld.standard import FIRST_GLOBALS, texts
from certwright.domains.gridworld.tree import spell
from certwright.instances.errors import AutumnError
from certwright.verifiers.proofs.gridworld.autumn import machine as plain
from certwright.verifiers.proofs.gridworld.autumn.library import TEXT
from certwright.verifiers.proofs.gridworld.autumn.program import walked
from certwright.verifiers.proofs.gridworld.autumn.text import ProgramError
from certwright.verifiers.proofs.gridworld.world import World
from certwright.verifiers.search.grid_states import state_key, successors

DATA = Path(__file__).resolve().parents[3].parent / "shared" / "data" / "autumnbench"
ACTIONS = ["noop", "left", "click 1 1", "right", "left", "click 2 2", "noop", "right", "click 4 2"]


def fast_run(text, seed, actions):
    """Frame and generator after each step, ``error`` where the run ends with one."""
    seen = []
    try:
        machine = Machine(read_program(text), seed)
        seen.append((machine.frame(), machine.rng_state))
        for action in actions:
            machine.step(Action.parse(action))
            seen.append((machine.frame(), machine.rng_state))
    except AutumnError:
        seen.append("error")
    return seen


def plain_run(text, seed, actions):
    seen = []
    try:
        machine = plain.Machine(text)
        state = machine.start(seed)
        seen.append((machine.frame(state), state.rng_state))
        for action in actions:
            state = machine.step(state, action)
            seen.append((machine.frame(state), state.rng_state))
    except ProgramError:
        seen.append("error")
    return seen


@pytest.mark.parametrize("key", every(4, worlds()))
def test_every_world_plays_alike(key):
    told = world(key)
    for number, text in enumerate((told.program, *told.changed)):
        dice = random.Random(f"{key} {number}")
        size = read_program(text).grid_size
        kinds = dice.choices(["noop", "left", "right", "up", "down", "click"], k=16)
        actions = [
            f"click {dice.randrange(size)} {dice.randrange(size)}" if k == "click" else k for k in kinds
        ]
        seed = dice.choice([0, 1, dice.randrange(2**31)])
        assert plain_run(text, seed, actions) == fast_run(text, seed, actions)


@pytest.mark.parametrize("name", ["ice", "ice_change_detection_wrong_program"])
def test_the_reference_s_own_traces(name):
    if not DATA.is_dir():
        pytest.skip("the AutumnBench example (../shared/data/autumnbench) is not beside this checkout")
    text = (DATA / "example_benchmark" / "programs" / f"{name}.sexp").read_text()
    with gzip.open(DATA / "traces" / f"mara_{name}.jsonl.gz", "rt") as file:
        recorded = [json.loads(line) for line in file]
    assert len(recorded) == 7
    machine = plain.Machine(text)
    for one in recorded:
        state = machine.start(one["rng_seed"])
        for action, frame in zip([None, *one["actions"]], one["frames"], strict=True):
            state = state if action is None else machine.step(state, action)
            rows = machine.frame(state)
            code = "0123456789abcdefghijklmnopqrstuvwxyz"
            assert "".join(code[one["palette"].index(colour)] for row in rows for colour in row) == frame


@pytest.mark.parametrize("seed", every(6, range(6)))
def test_cells_made_in_functions_and_by_other_objects(seed):
    whole = 0
    for number in range(25):
        text = with_made_cells(random.Random(f"{seed} {number}"))
        seen = fast_run(text, number, ACTIONS)
        assert plain_run(text, number, ACTIONS) == seen, text
        whole += seen[-1] != "error"
    assert whole > 3


@pytest.mark.parametrize("seed", every(4, range(4)))
def test_senseless_programs_fail_alike(seed):
    for number in range(40):
        text = senseless(random.Random(f"{seed} {number}"))
        assert plain_run(text, number, ACTIONS) == fast_run(text, number, ACTIONS), text


def test_fields_in_cells_of_a_lambda_and_of_a_named_helper_are_read_when_drawn():
    made = '(map (--> (i) (Cell i 0 (if (<= i h) then "blue" else "red"))) (range 0 4))'
    helped = "(map made (range 0 4))"
    for cells in (made, helped):
        text = f"""(program (= GRID_SIZE 4) (object P (: h Int) {cells})
          (= made (--> (i) (Cell i 0 (if (<= i h) then "blue" else "red"))))
          (= p (initnext (P 0 (Position 0 1)) (prev p)))
          (on left (= p (updateObj p "h" (+ (.. p h) 1)))))"""
        for run in (fast_run, plain_run):
            rows = [frame[1] for frame, _ in run(text, 0, ["left", "left"])]
            assert rows == [("blue",) * n + ("red",) * (4 - n) for n in (1, 2, 3)]


def test_an_object_made_by_another_one_s_cells_keeps_what_it_was_made_with():
    text = """(program (= GRID_SIZE 4) (object Q (: h Int) (Cell h 0 (if (< h 2) then "blue" else "red")))
      (object P (: h Int) (.. (Q h (Position 0 0)) elems))
      (= p (initnext (P 1 (Position 0 1)) (prev p)))
      (on left (= p (updateObj p "h" (+ (.. p h) 1)))))"""
    for run in (fast_run, plain_run):
        assert [frame[1] for frame, _ in run(text, 0, ["left"])] == [("black", "blue", "black", "black")] * 2


def test_the_library_is_the_reference_s_in_text_and_in_order():
    program = read_program(TEXT)
    mine = {node.name: spell(node) for node in program.statements}
    assert {name: spell(node) for name, node in texts().items()} == {
        name: text for name, text in mine.items() if name not in ("FRAME_RATE", "background")
    }
    assert tuple(plain.Machine("(program)").predefined)[: len(FIRST_GLOBALS)] == FIRST_GLOBALS


def test_the_order_of_a_table_of_names():
    from certwright.domains.gridworld.hashing import in_hash_order

    dice = random.Random(5)
    for _ in range(40):
        names = [
            "".join(dice.choices("abcdefgh_", k=dice.randrange(1, 20))) for _ in range(dice.randrange(300))
        ]
        assert walked(tuple(names)) == in_hash_order(names)


def test_states_that_the_fast_machine_tells_apart_are_told_apart():
    for key in ("lever", "fever", "hedgehog", "warren"):
        text = world(key).program
        fast, machine = Machine(read_program(text), 5), plain.Machine(text)
        state, dice, known = machine.start(5), random.Random(key), {}
        for _ in range(60):
            assert known.setdefault(machine.state_key(state), state_key(fast)) == state_key(fast)
            action = dice.choice(["noop", "left", "right", "up", "down"])
            fast.step(Action.parse(action))
            state = machine.step(state, action)


def test_every_outcome_of_a_step_with_its_probability():
    for key in ("fever", "bees", "sailing"):
        text = world(key).program
        fast, machine = Machine(read_program(text), 3), plain.Machine(text)
        state, checked = machine.start(3), World(machine, text)
        for action in ("noop", "click 2 2", "left", "noop"):
            mine, _ = checked.ends(checked._met(state), action)
            theirs = successors(fast, Action.parse(action))
            assert sorted(mine.values()) == sorted(share for share, _ in theirs)
            assert sum(mine.values()) == 1
            state = machine.step(state, action)
            fast.step(Action.parse(action))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a program is a list"),
        ("(program", "balanced"),
        ("(program))", "closes no list"),
        ('(program (= a "b))', "never closed"),
        ("(program (= a 99999999999))", "beyond 31 bits"),
        ("(program (on true))", "needs 2 parts"),
        ("(program (= a (initnext 1)))", "needs 2 parts"),
        ("(program (= f (--> (x x) x)))", "different names"),
        ("(program (= f (--> x (f x))) (= a (f 1)))", "nested too deep"),
        ("(program (= a (/ 1 0)))", "division of 1 by 0"),
        ("(program (object A (: s Int) (: s Int) (Cell 0 0 1)))", "defined twice"),
        (
            "(program (= a (foldl (--> (x y) (concat (list x x))) (range 0 9) (range 0 99))))",
            "more than 100000",
        ),
        ("(program (= a " + "(- " * 70 + "1" + ")" * 70 + "))", "nested deeper than 64"),
    ],
)
def test_what_is_no_program_is_refused(text, message):
    with pytest.raises(ProgramError, match=message):
        plain.Machine(text).start(0)
