"""The plain interpreter: what expressions are worth, and what it says of those that have no value."""

import pytest

from certwright.domains.gridworld.machine import Machine as Fast
from certwright.domains.gridworld.program import read_program
from certwright.instances.errors import AutumnError
from certwright.verifiers.proofs.gridworld.autumn import machine, running
from certwright.verifiers.proofs.gridworld.autumn.text import ProgramError, parse
from certwright.verifiers.proofs.gridworld.autumn.values import Items

AROUND = """(program (= GRID_SIZE 4) (object Dot (: c String) (Cell 0 0 c))
  (object Pair (: n Number) (list (Cell 0 0 "red") (Cell 1 0 "blue"))) (= x {}))"""
VALUES = [
    ("(at (list 1 2) 1)", 2),
    ("(at (list 1 2) 0)", 1),
    ("(head (list 7 8))", 7),
    ("(tail (list 7 8))", 8),
    ("(arrayEqual (list 1 2) (list 1 3))", [True, False]),
    ("(sqrt 24)", 4),
    ("(sqrt 25)", 5),
    ("(sqrt 0)", 0),
    ("(uniformChoice (list 5))", 5),
    ("(uniformChoice (list 5) 3)", [5, 5, 5]),
    ("(uniformChoice (list 5) 1)", [5]),
    ("(map (--> p (.. p x)) (adjPositions (Position 0 0)))", [1, 0]),
    ("(map (--> p (.. p y)) (adjPositions (Position 0 0)))", [0, 1]),
    ("(map (--> p (.. p x)) (adjPositions (Position 3 2)))", [2, 3, 3]),
    ("(map (--> p (.. p x)) (adjPositions (Position 1 1)))", [0, 2, 1, 1]),
    ("(map (--> p (.. p y)) (adjPositions (Position 4 4)))", []),
    ("(length (allPositions 3))", 9),
    ("(map (--> p (.. p y)) (allPositions 2 3))", [0, 1, 2, 0, 1, 2]),
    ("(length (allPositions 0))", 0),
    ("(length (allPositions 3 0))", 0),
    ("(length (allPositions 250 400))", 100000),
    ("(length (randomPositions 0 0))", 0),
    ("(length (randomPositions 3 2))", 2),
    ("(length (range 3 3))", 0),
    ("(range 2 5)", [2, 3, 4]),
    ("(length (range 5 3))", 0),
    ("(length (range 0 99999))", 99999),
    ("(concat (list (list 1) (list 2 3)))", [1, 2, 3]),
    ('(isWithinBounds (Dot "a" (Position 3 3)))', True),
    ('(isWithinBounds (Dot "a" (Position 4 3)))', False),
    ('(isWithinBounds (Dot "a" (Position 0 -1)))', False),
    ("(isWithinBounds (Pair 1 (Position 3 3)))", False),
    ("(isWithinBounds (Pair 1 (Position 2 3)))", True),
    ("(any (list true false))", True),
    ("(any (list false false))", False),
    ("(any (--> x (> x 2)) (list 1 2))", False),
    ("(any (--> x (> x 1)) (list 1 2))", True),
    ("(foldl (--> (a b) (- a b)) 9 (list 1 2))", 6),
    ("(filter (--> x (> x 1)) (list 1 2 3))", [2, 3]),
    ("(isList (list))", True),
    ("(isList 3)", False),
    ("(length (list 1 1))", 2),
    ('(defined "x")', False),
    ('(defined "GRID_SIZE")', True),
    ('(defined "left")', True),
    ('(length (addObj (list (Dot "a" (Position 0 0))) (list (Dot "b" (Position 1 0)))))', 2),
    ('(length (removeObj (list (Dot "a" (Position 0 0))) (--> o true)))', 0),
    ('(length (removeObj (list (Dot "a" (Position 0 0))) (--> o false)))', 1),
    ("(removeObj (list 1 2 3) (--> o (== o 2)))", [1, 3]),
    ("(removeObj (list 1 2) (list 2))", [1]),
    ("(updateObj (list 1 2) (--> i (+ i 1)))", [2, 3]),
    ("(updateObj (list 1 2) (--> i (+ i 1)) (--> i (== i 2)))", [1, 3]),
    ("(3 4)", 3),
    ("(* 65536 65536)", 0),
    ("(+ 2147483647 1)", -2147483648),
    ("(- -2147483647 2)", 2147483647),
    ("(/ 7 2)", 3),
    ("(/ -7 2)", -3),
    ("(% -7 2)", -1),
    ("(% 7 -2)", 1),
    ("(== 1 true)", True),
    ("(== true 1)", False),
    ('(== "a" "a")', True),
    ("(== (list 1) (list 1))", True),
    ("(== (list 1) (list 2))", False),
    ("(== (list) (list))", True),
    ("(== (Position 1 2) (Position 1 2))", True),
    ('(== (Dot "a" (Position 0 0)) (Dot "a" (Position 0 0)))', True),
    ('(== (Dot "a" (Position 0 0)) (Dot "b" (Position 0 0)))', False),
    ("(!= 1 2)", True),
    ("(< 1 1)", False),
    ("(<= 1 1)", True),
    ("(> 1 1)", False),
    ("(>= 1 1)", True),
    ("(& true false)", False),
    ("(| true false)", True),
    ("(! true)", False),
    ("(- 3)", -3),
    ("(if true then 1 else 2)", 1),
    ("(if 0 then 1 else 2)", 1),
    ("(if (list) then 1 else 2)", 2),
    ("(let (= y 3) (+ y 1))", 4),
    ("(.. (Position 1 2) x)", 1),
    ('(.. (Dot "a" (Position 1 2)) c)', "a"),
    ('(length (addObj (list) (Dot "a" (Position 0 0))))', 1),
    ('(.. (updateObj (Dot "a" (Position 0 0)) "c" "b") c)', "b"),
    ('(.. (Dot "a" (Position 0 0) 7) c)', "a"),
    ('(.. (.. (updateObj (Dot "a" (Position 0 0)) "origin" (Position 2 1)) origin) x)', 2),
    ("(isFreePos (Position 0 0))", True),
    ("(map (--> c (.. c x)) (list (Position 3 1) (Position 2 1)))", [3, 2]),
    ("(- (- 3) 1)", -4),
    ("(/ (- -2147483647 1) 2)", -1073741824),
    ("(/ 0 5)", 0),
    ("(% (- -2147483647 1) 10)", -8),
    ("(/ -2147483647 -1)", 2147483647),
    ('(isWithinBounds (list (Dot "a" (Position 0 0)) (Dot "a" (Position 9 9))))', False),
    ("(isWithinBounds 3)", True),
    ("(any (--> x x) (list))", False),
    ('"a\\tb"', "a\tb"),
    ('"\\n\\\\n"', "\n\\n"),
    ("SpecialConditionTriggered", False),
    ("(left 1 2 3 4 5 6 7 8 9)", False),
    (
        '(let (= a (Dot "a" (Position 0 0))) (= l (list a)) (= a (moveRight a)) (length (removeObj l a)))',
        0,
    ),
    ('(let (= a (Dot "a" (Position 0 0))) (= l (list a)) (length (removeObj l (moveRight a))))', 1),
    ('(length ((.. (Dot "a" (Position 0 0)) render) 1 2 3 4 5 6 7 8 9))', 1),
]
REFUSED = [
    ("(at (list 1 2) 2)", "at: index 2 in a list of 2"),
    ("(at (list 1 2) -1)", "at: index -1 in a list of 2"),
    ("(head (list))", "at: index 0 in a list of 0"),
    ("(tail (list))", "at: index 0 in a list of 0"),
    ("(arrayEqual (list 1 2) (list 1))", "arrayEqual needs lists of one length"),
    ("(sqrt -1)", "sqrt of a negative number"),
    ("(uniformChoice (list))", "uniformChoice from an empty list"),
    ("(uniformChoice (list 5) 0)", "uniformChoice needs a positive number of choices"),
    ("(allPositions -1)", "allPositions needs numbers that are neither negative nor too large"),
    ("(allPositions 2 -1)", "allPositions needs numbers that are neither negative nor too large"),
    ("(allPositions 250 401)", "allPositions needs numbers that are neither negative nor too large"),
    ("(randomPositions 0 1)", "randomPositions needs a grid that is not empty"),
    ("(randomPositions -1 1)", "randomPositions needs a grid that is not empty"),
    ("(randomPositions 3 100001)", "randomPositions needs a grid that is not empty"),
    ("(range 0 100001)", "a list of more than 100000 elements"),
    ("(concat (list 1))", "Number: a value of another type is needed"),
    ("(any 1)", "Number: a value of another type is needed"),
    ("(foldl + 0 (list 1 2))", "'+' is no expression"),
    ('(filter (--> x true) (list 1 "a"))', "a list cannot take an element of another type"),
    ('(prev "y")', "prev: there was no variable y"),
    ("(prev (Position 0 0))", "prev before the first step"),
    ("(prev 3)", "prev before the first step"),
    (
        '(addObj (list (Dot "a" (Position 0 0)) (Pair 1 (Position 0 0))) (Dot "a" (Position 0 0)))',
        "addObj to a list of objects of several types",
    ),
    ('(addObj 3 (Dot "a" (Position 0 0)))', "Number: a value of another type is needed"),
    ("(addObj (list) 3)", "Number: a value of another type is needed"),
    ("(removeObj 3)", "Number: a value of another type is needed"),
    ('(updateObj (Dot "a" (Position 0 0)) "d" "b")', "field d of this value cannot be set"),
    ('(updateObj (Dot "a" (Position 0 0)) "c" 3)', "a cell of Dot needs two numbers and a string"),
    ('(updateObj 3 "c" 3)', "Number: a value of another type is needed"),
    ('(updateObj (Dot "a" (Position 0 0)) 3)', "Number: a value of another type is needed"),
    ("(rotate (Position 0 0))", "rotate needs an object"),
    ("(rotate 3)", "Number: a value of another type is needed"),
    ('(Dot "a")', "Dot takes 1 fields and a Position"),
    ("(Dot 3 (Position 0 0))", "a field of Dot has another type"),
    ('(Dot "a" 3)', "Dot takes 1 fields and a Position"),
    ("(Cell 0 0)", "Cell takes 3 arguments, not 2"),
    ('(Cell 0 0 "a" 1)', "Cell takes 3 arguments, not 4"),
    ("(Position 0)", "Position needs values of other types"),
    ("(f 1)", "f is not defined"),
    ("(length 3)", "Number: a value of another type is needed"),
    ("(length (list) 1)", "length does not take 2 arguments"),
    ("(left 1 2 3 4 5 6 7 8 9 10)", "left does not take 10 arguments"),
    ("((--> (a b) a) 1)", "only a name or a (.. object field) can be called here"),
    ("((--> (a b) a) 1 2 3)", "only a name or a (.. object field) can be called here"),
    ("(+ 1 true)", "+ needs numbers"),
    ('(+ "a" 1)', "+ needs numbers"),
    ('(+ "a" "b")', "+ needs numbers"),
    ('(- "a" "b")', "- needs numbers"),
    ("(/ 1 0)", "division of 1 by 0"),
    ("(% 1 0)", "division of 1 by 0"),
    ("(/ (- -2147483647 1) -1)", "division of -2147483648 by -1"),
    ("(% (- -2147483647 1) -1)", "division of -2147483648 by -1"),
    ('(< "a" "b")', "< needs numbers"),
    ("(! 3)", "Number: a value of another type is needed"),
    ("(.. (Position 1 2) z)", "the value has no field 'z'"),
    ("(.. 3 x)", "the value has no field 'x'"),
    ("(nothing)", "nothing is not defined"),
    ("nothing", "nothing is not defined"),
    ("(length (allObjs))", "AutumnFunc: a value of another type is needed"),
    ("(length (renderAll))", "AutumnFunc: a value of another type is needed"),
]
PROGRAMS = [
    "(program (3 4))",
    "(program (= a 2147483647))",
    "(program (= a (+ 1)))",
    "(program (: a (List (List Number))))",
    "(program (: a (Set Number)))",
    "(program (= a true false))",
    "(program (= a (true 1)))",
    "(program (= background (list)))",
]
NO_PROGRAMS = [
    ("(program (= a 1) (on true (= b (prev (Position 0 0)))))", "prev: no variable holds this value"),
    ('(program (= a 1) (on true (= b (prev "z"))))', "prev: there was no variable z"),
    ("(program (= a 1) (on true (= b (prev 3))))", "Number: a value of another type is needed"),
    (
        '(program (object A (Cell 0 0 "r")) (= a (A (Position 0 0))) (on true (= b (removeObj 3))))',
        "Number: a value of another type is needed",
    ),
    ('(program (on true (removeObj (.. (prev "c") x))))', "prev: there was no variable c"),
    ("", "a program is a list in balanced parentheses"),
    ("program", "a program is a list in balanced parentheses"),
    ("(program", "a program is a list in balanced parentheses"),
    ("(program))", "a ')' closes no list"),
    ("(program 3)", "a statement is a list that begins with a word, not '3'"),
    ("(program ())", "a statement is a list that begins with a word, not []"),
    ("(program ((= a 1)))", "a statement is a list that begins with a word, not [['=', 'a', '1']]"),
    ('(program (= a "b))', "a string is never closed, or escapes a character that needs none"),
    ('(program (= a "\\q"))', "a string is never closed, or escapes a character that needs none"),
    ("(program (= a ()))", "an empty list is no expression; the empty list is (list)"),
    ("(program (= a 'x))", 'unexpected character "\'"'),
    ("(program (= a 2147483648))", "number 2147483648 is beyond 31 bits"),
    ("(program (= a -2147483648))", "number 2147483648 is beyond 31 bits"),
    ("(program (= a 00000000001))", "number 00000000001 is beyond 31 bits"),
    ("(program (= 3 1))", "the left side of = is a name or a (.. object field)"),
    ("(program (= (f x) 1))", "the left side of = is a name or a (.. object field)"),
    ("(program (= a))", "('=' ...) needs 2 parts"),
    ("(program (on true))", "('on' ...) needs 2 parts"),
    ("(program (= a (! 1 2)))", "'!' does not take 2 operands"),
    ("(program (= a (& true)))", "'&' does not take 1 operands"),
    ("(program (= a (=> 1 2)))", "the left side of = is a name or a (.. object field)"),
    ("(program (= a (<> 1 2)))", "'<>' is no operator"),
    ("(program (= a (on true 1)))", "on belongs to a statement of the program"),
    ('(program (= a (object B (Cell 0 0 "r"))))', "object belongs to a statement of the program"),
    ("(program (= a (initnext 1)))", "('initnext' ...) needs 2 parts"),
    ("(program (on true (= a (initnext 1 2))))", "initnext belongs to a statement of the program"),
    ("(program (= a (list (: b Number))))", "a type declaration has no value"),
    ("(program (= a (f (: b Number))))", "a type declaration has no value"),
    ("(program (= f (--> (x x) x)))", "the parameters of a function are different names"),
    ("(program (= f (--> (x 3) x)))", "the parameters of a function are different names"),
    ("(program (= f (--> x)))", "('-->' ...) needs 2 parts"),
    ("(program (object A))", "('object' ...) needs 2 parts"),
    ("(program (object A (: x Number)))", "an object type has a name and cells"),
    ('(program (object (A) (Cell 0 0 "r")))', "an object type has a name and cells"),
    ("(program (: 3 Number))", "a declared name is a word"),
    ("(program (: (a) Number))", "a declared name is a word"),
    ("(program (: a 3))", "a type is a name or (List TYPE)"),
    ("(program (: a (List)))", "a type is a name or (List TYPE)"),
    ("(program (: a List))", "a type is a name or (List TYPE)"),
    (
        '(program (object A (: s Number) (: s Number) (Cell 0 0 "r")))',
        "object type A or one of its fields is defined twice",
    ),
    (
        '(program (object A (Cell 0 0 "r")) (object A (Cell 0 0 "r")))',
        "object type A or one of its fields is defined twice",
    ),
    ("(program (: a (List Foo)))", "type Foo is not known"),
    ('(program (object A (: x (List Foo)) (Cell 0 0 "r")))', "type Foo is not known"),
    ("(program (= a (.. b)))", "('..' ...) needs 2 parts"),
    ("(program (= a (.. b (c))))", "the name of a field is a word"),
    ("(program (= a (if true then 1)))", "('if' ...) needs 5 parts"),
    ("(program (= a (let)))", "('let' ...) needs 1 parts"),
    ("(program (= a (then 1)))", "'then' does not begin an expression"),
    ("(program (= a else))", "'else' is no expression"),
    ("(program (= background 3))", "background cannot become a value of another type"),
    ("(program (on 3 (= a 1)))", "the condition of an on-clause must be a boolean"),
    ('(program (= a (initnext 1 "b")))', "a cannot become a value of another type"),
    ('(program (= a (initnext 1 2)) (on (== a 1) (= a "b")))', "a cannot become a value of another type"),
    (
        "(program (object A (Cell 0 0 3)) (= a (A (Position 0 0))))",
        "a cell of A needs two numbers and a string",
    ),
    (
        "(program (object A 3) (= a (A (Position 0 0))))",
        "the cells of an object must be a Cell or a list of Cells",
    ),
    (
        "(program (object A (list 3)) (= a (A (Position 0 0))))",
        "the cells of an object must be a Cell or a list of Cells",
    ),
    (
        '(program (object A (list (Cell 0 0 "r") 3)) (= a (A (Position 0 0))))',
        "the cells of an object must be a Cell or a list of Cells",
    ),
    (
        '(program (object A (Cell "x" 0 "r")) (= a (A (Position 0 0))))',
        "a cell of A needs two numbers and a string",
    ),
    ("(program (= f (--> x (f x))) (= a (f 1)))", "values or calls are nested too deep"),
    ("(program (: a String) (= a 3))", "the value of a is not of its declared type"),
    ('(program (= a 1) (= a "b"))', "a cannot become a value of another type"),
    ("(program (= f 3) (= a (f 1)))", "only functions can be called"),
]


def plain(value):
    return [plain(item) for item in value.items] if type(value) is Items else value


def runs(text):
    """Whether the fast machine loads the program and plays a step."""
    try:
        Fast(read_program(text), 0)
    except AutumnError:
        return False
    return True


@pytest.mark.parametrize(("expression", "value"), VALUES)
def test_values(expression, value):
    text = AROUND.format(expression)
    found = plain(machine.Machine(text).start(0).names["x"])
    assert found == value and type(found) is type(value)
    assert runs(text)


@pytest.mark.parametrize(("expression", "message"), REFUSED)
def test_expressions_without_a_value(expression, message):
    text = AROUND.format(expression)
    with pytest.raises(ProgramError) as caught:
        machine.Machine(text).start(0)
    assert str(caught.value) == message
    assert not runs(text)


@pytest.mark.parametrize("text", PROGRAMS)
def test_programs(text):
    machine.Machine(text).start(0)
    assert runs(text)


@pytest.mark.parametrize(("text", "message"), NO_PROGRAMS)
def test_texts_that_are_no_program(text, message):
    with pytest.raises(ProgramError) as caught:
        plain_machine = machine.Machine(text)
        plain_machine.step(plain_machine.start(0), "noop")
    assert str(caught.value) == message


DECLARED = ["(list {})", "(+ {} 1)", "(! {})", "(& {} true)", "{}", "(if true then {} else 1)", "(--> x {})"]
DECLARED += ["(initnext {} 1)", "(.. {} x)", "(let {})", "(f {})", "(Cell 0 0 {})", "(if {} then 1 else 1)"]


@pytest.mark.parametrize("expression", DECLARED)
def test_a_declaration_has_no_value(expression):
    text = f"(program (= a {expression.format('(: b Number)')}))"
    with pytest.raises(ProgramError, match=r"^a type declaration has no value$"):
        parse(text)
    assert not runs(text)


def test_the_work_of_a_step_is_bounded(monkeypatch):
    text = "(program (= a (initnext 1 (length (range 0 {})))))"
    monkeypatch.setattr(machine, "MAX_WORK", 1000)
    for length, message in ((900, None), (1000, "a step takes more than 5000000 calls and list elements")):
        started = machine.Machine(text.format(length))
        state = started.start(0)
        if message is None:
            assert started.step(state, "noop").names["a"] == length
            continue
        with pytest.raises(ProgramError) as caught:
            started.step(state, "noop")
        assert str(caught.value) == message


def test_calls_are_work(monkeypatch):
    monkeypatch.setattr(machine, "MAX_WORK", 100)
    for calls in (80, 101):
        text = f"(program (= f (--> x x)) (= a (initnext 1 (let {'(f 1) ' * calls}))))"
        made = machine.Machine(text)
        state = made.start(0)
        if calls == 80:
            assert made.step(state, "noop").names["a"] == 1
            continue
        with pytest.raises(ProgramError, match=r"^a step takes more than 5000000 calls and list elements$"):
            made.step(state, "noop")


def test_all_of_the_work_may_be_spent():
    made = machine.Machine("(program)")
    made.work = 3
    made.spend(3)
    with pytest.raises(ProgramError):
        made.spend(1)


@pytest.mark.parametrize("size", [1, running.MAX_GRID])
def test_grids_of_the_least_and_the_largest_size(size):
    made = machine.Machine(f"(program (= GRID_SIZE {size}))")
    assert made.size(made.start(0).names) == size


@pytest.mark.parametrize("size", [0, running.MAX_GRID + 1])
def test_grids_that_are_too_small_or_too_large(size):
    made = machine.Machine(f"(program (= GRID_SIZE {size}))")
    with pytest.raises(ProgramError) as caught:
        made.frame(made.start(0))
    assert str(caught.value) == f"GRID_SIZE must be a number from 1 to {running.MAX_GRID}"
