"""Programs from outside: whatever their text, there is a result or an AutumnError, soon."""

# ruff: noqa: E501 -- programs as texts

import random
import sys

import pytest
from testkit.sampling import every

from certwright.domains.gridworld.actions import Action
from certwright.domains.gridworld.lint import lint
from certwright.domains.gridworld.machine import Machine
from certwright.domains.gridworld.parser import MAX_DEPTH
from certwright.domains.gridworld.program import read_program
from certwright.instances.errors import AutumnError
from certwright.verifiers.search.grid_states import state_key

WORLD = """(program (= GRID_SIZE 8) (= background "white")
  (object Dot (: hue String) (: size Int) (list (Cell 0 0 hue) (Cell size 0 (if (> size 1) then "red" else hue))))
  (: dot Dot) (= dot (initnext (Dot "blue" 1 (Position 2 2)) (nextLiquid (prev dot))))
  (= all (initnext (list) (updateObj (prev all) (--> d (moveNoCollision d (uniformChoice (list -1 0 1)) 0)))))
  (= n (initnext 0 (+ (prev n) 1)))
  (= grow (--> (d k) (let (= bigger (updateObj d "size" (+ (.. d size) k))) (if (intersects bigger dot) then d else bigger))))
  (= fact (--> k (if (< k 1) then 1 else (* k (fact (- k 1))))))
  (on clicked (= all (addObj all (Dot "green" (% n 3) click))))
  (on left (= all (removeObj all (--> d (clicked d)))))
  (on right (= all (map (--> d (grow d (fact 2))) all)))
  (on (& up (! (isFree dot))) (= dot (closest dot (addObj all dot))))
  (on down (let (= dot (moveDown dot)) (= n (foldl (--> (a d) (+ a (.. d size))) 0 all)))))"""
ACTIONS = [Action.parse(a) for a in ("click 3 3", "left", "right", "click 1 7", "up", "down", "noop")]


def survives(text, steps=ACTIONS):
    try:
        program = read_program(text)
        lint(program)
        machine = Machine(program, 1)
        for action in steps:
            machine.step(action)
            machine.frame()
            state_key(machine)
    except AutumnError as error:
        assert error.file == "program.sexp"
        return error.message
    return None


def test_the_world_itself_runs():
    assert survives(WORLD) is None


def mutants(seed, count):
    rng = random.Random(seed)
    tokens = WORLD.replace("(", " ( ").replace(")", " ) ").split()
    words = [
        *set(tokens),
        "2147483647",
        "-5",
        "(list)",
        "((",
        "))",
        '"',
        "initnext",
        "||",
        "rotate",
        "tail",
        "prev",
    ]
    for _ in range(count):
        changed = list(tokens)
        for _ in range(rng.randint(1, 4)):
            place = rng.randrange(len(changed))
            kind = rng.randrange(4)
            if kind == 0:
                changed[place] = rng.choice(words)
            elif kind == 1:
                del changed[place]
            elif kind == 2:
                changed.insert(place, rng.choice(words))
            else:
                other = rng.randrange(len(changed))
                changed[place], changed[other] = changed[other], changed[place]
        yield " ".join(changed)


@pytest.mark.parametrize("seed", every(2, range(12)))
def test_mutated_tokens(seed):
    outcomes = [survives(text) for text in mutants(seed, 25)]
    assert len(outcomes) == 25


@pytest.mark.parametrize("seed", every(4, range(4)))
def test_mutated_names(seed):
    """Mutations that keep the parentheses: a word becomes another word."""
    rng = random.Random(seed)
    tokens = WORLD.replace("(", " ( ").replace(")", " ) ").split()
    places = [i for i, token in enumerate(tokens) if token not in "()"]
    ran = 0
    for _ in range(60):
        changed = list(tokens)
        for place in rng.sample(places, 1):
            changed[place] = tokens[rng.choice(places)]
        ran += survives(" ".join(changed)) is None
    assert ran


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(" * 5000, "deeper"),
        ("(program " + "(let " * (MAX_DEPTH + 5) + ")" * (MAX_DEPTH + 6), "deeper"),
        ("(program " + "(= a 1)" * 20000 + ")", "tokens"),
        ("(program (= a " + "9" * 400 + "))", "beyond"),
        ("(program (= a -99999999999))", "beyond"),
        ("x" * 300_000, "characters"),
        ("(program (= a 'x))", "unexpected"),
        ('(program (= a "x))', "never closed"),
        ('(program (= a "\\q"))', "escape"),
        ("(program", "never closed"),
        ("(program))", "closes no list"),
        ("", "a program is a list"),
        ("program", "a program is a list"),
        ("(program 3)", "statement"),
        ("(program (object A))", "expected"),
        ("(program (object A (: x Int)))", "no cells"),
        ("(program (: x (List Nope)))", "not known"),
        ("(program (= a (initnext 1)))", "expected"),
        ("(program (on true (= a (initnext 1 2))))", "initnext belongs"),
        ("(program (= f (--> x (f x))) (= a (f 1)))", "deep"),
        ("(program (= f (--> x (+ 1 (f x)))) (= a (initnext 1 (f 1))))", "deep"),
        (
            "(program (= f (--> n (if (< n 1) then 1 else (+ (f (- n 1)) (f (- n 1)))))) (= a (f 60)))",
            "more than",
        ),
        ("(program (= l (initnext (list 1) (concat (list (prev l) (prev l))))))", "100000 elements"),
        ("(program (= l (initnext (list) (list (prev l) (prev l)))))", "too large"),
        ("(program (= a (allPositions 999999)))", "100000 elements"),
        (
            "(program (= a (map (--> x (map (--> y (map (--> z z) (range 0 999))) (range 0 999))) (range 0 999))))",
            "more",
        ),
        ("(program (= GRID_SIZE 999999))", "GRID_SIZE"),
        ('(program (= GRID_SIZE "a"))', "GRID_SIZE"),
        ("(program (= background 3))", "cannot become"),
        (
            '(program (object A (Cell 0 0 "r")) (= l (initnext (list (A (Position 0 0))) (addObj (prev l) (prev l)))))',
            "el",
        ),
    ],
)
def test_hostile_programs(text, message):
    found = survives(text, [Action("noop")] * 40)
    assert found is not None and message in found


def test_the_stack_limit_of_python_is_given_back():
    before = sys.getrecursionlimit()
    survives("(program (= f (--> x (f x))) (= a (f 1)))")
    assert sys.getrecursionlimit() == before


def test_recursion_that_is_deep_but_bounded_runs():
    assert (
        survives("(program (= f (--> n (if (< n 1) then 0 else (+ 1 (f (- n 1)))))) (= a (f 150)))") is None
    )


CELLS_THAT_MAKE_OBJECTS = '(object A (Cell 0 0 (let (= q (A (Position 0 0))) "red")))'


def test_looking_at_cells_that_make_objects_of_their_own_type_ends():
    program = read_program(
        f"(program {CELLS_THAT_MAKE_OBJECTS} (= a (initnext (A (Position 0 0)) (prev a))))"
    )
    machine = Machine(program)
    assert [element.colour for element in machine.elements()] == ["red"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (
            "(program\n (object A (: c Int) (Cell 0 0 c))\n (= a (initnext (A 3 (Position 1 1)) (prev a))))",
            "3:2",
        ),
        ("(program\n (= GRID_SIZE 3)\n (on left (= GRID_SIZE 100000)))", "2:2"),
        ("(program\n (= background 3))", "2:2"),
        (
            '(program (object A (Cell 0 0 "red"))\n (= a (initnext (A (Position 0 0)) (prev a)))\n'
            " (on left (= (.. a origin) 5)))",
            "2:2",
        ),
        (
            '(program (object A (: o Int) (Cell 0 0 "red"))\n (= a (initnext (A 1 (Position 0 0)) (prev a)))\n'
            " (on left (= (.. a o) a)))",
            "1:1",
        ),
        (
            "(program (= f (list 1))\n "
            + " ".join("(= f (list f f))" for _ in range(40))
            + "\n (= b (== f f)))",
            "1:10",
        ),
        (
            '(program (= delta 3)\n (= f (--> o (unitVector o 3)))\n (object A (Cell 0 0 "red"))\n'
            " (= a (initnext (A (Position 0 0)) (prev a)))\n (on left (= delta (f a))))",
            "2:14",
        ),
    ],
    ids=["cell", "grid", "background", "origin", "cycle", "drawing", "library text"],
)
def test_faults_without_a_place_of_their_own_get_that_of_what_runs(text, place):
    with pytest.raises(AutumnError) as caught:
        machine = Machine(read_program(text))
        machine.step(Action("left"))
        machine.frame()
        state_key(machine)
    assert f"{caught.value.line}:{caught.value.column}" == place


@pytest.mark.long
def test_names_that_become_dynamic_one_after_the_other_end_in_an_error():
    """Each round of the analysis finds one more name; without a bound this takes an hour."""
    links = " ".join(
        f"(= g{i} (--> (z) (let (= y{i + 1} 3) (map (--> (y{i}) (+ y{i + 1} y{i})) (list 1)))))"
        for i in range(850)
    )
    found = survives(f"(program (= k (--> (q) (let (= y0 1) (f0 q)))) (= f0 (--> (z) (+ y0 z))) {links})")
    assert found is not None and "too many functions" in found
