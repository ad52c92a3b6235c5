"""The meaning of expressions, as the reference interpreter was measured."""

import pytest

from certwright.instances.errors import AutumnError

DOT = '(object Dot (Cell 0 0 "red"))'
TWO = DOT + ' (object Twin (Cell 0 0 "red")) (object Kin (: age Int) (Cell 0 0 "red"))'


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("(/ -7 2)", -3),
        ("(% -7 3)", -1),
        ("(% 7 -3)", 1),
        ("(* 100000 100000)", 1410065408),
        ("(+ 2147483647 1)", -2147483648),
        ("1.9", 1),
        ("-3", -3),
        ("(- (- 4))", 4),
        ("foo-bar", 5),
        ("(|| true false)", False),
        ("(&& true true)", True),
        ("(| false true)", True),
        ("(or 0 false)", True),
        ("(and (list) true)", False),
        ("(& left true)", False),
        ("(if left then 1 else 2)", 1),
        ("(if 0 then 1 else 2)", 1),
        ("(if (list) yes 1 no 2)", 2),
        ("(== 1 true)", True),
        ("(== true 1)", False),
        ('(== "a" "a")', True),
        ("(== (Position 1 2) (Position 1 2))", True),
        ("(== (map (--> x x) (list 1 2)) (list 1 2))", False),
        ("(== (list 1 2) (list 1 2))", True),
        ("(tail (list 1 2 3))", 3),
        ("(sqrt 8)", 2),
        ("(range 2 5)", [2, 3, 4]),
        ("(rect (Position 0 1) (Position 2 3))", [(0, 1), (1, 1), (0, 2), (1, 2)]),
        ("(allPositions 2)", [(0, 0), (0, 1), (1, 0), (1, 1)]),
        ("(allPositions 1 2)", [(0, 0), (0, 1)]),
        ("(adjPositions (Position 0 15))", [(1, 15), (0, 14)]),
        ("(foldl (--> (acc x) (- acc x)) 10 (list 1 2))", 7),
        ("(concat (list (list 1) (list 2 3)))", [1, 2, 3]),
        ("(arrayEqual (list 1 2) (list 1 3))", [True, False]),
        ("(any (list false true))", True),
        ("(at (list 5 6) 1)", 6),
        ("(unitVectorSinglePos (Position -4 9))", (-1, 1)),
        ("(deltaPos (Position 1 2) (Position 4 1))", (3, -1)),
        ("(displacement (Position 1 2) (Position 4 1))", (3, -1)),
        ("(adjacentPoss (Position 1 1) (Position 1 1) 1)", True),
        ("(closestPos (Dot (Position 2 0)) (list (Position 1 0) (Position 3 0)))", (3, 0)),
        ("(unitVector (Dot (Position 0 0)) (Dot (Position 3 3)))", (1, 0)),
        ("(max 1 2)", 2),
        ("((--> x x))", None),
        ("(let (= a 1) (= a (+ a 1)) a)", 2),
        ("(f 3)", 4),
        ("(f 3 99)", 4),
        ("((f) 3)", 4),
        ("(vcat (list (list 1) (list 2)))", [1, 2]),
        ("(in 2 (list 1 2))", True),
        ("(sum (list 1 2 3))", 6),
        ('(.. (updateObj (Kin 3 (Position 0 0)) "age" 4) age)', 4),
        ("(== (Dot (Position 1 1)) (Twin (Position 1 1)))", True),
        ("(== (Dot (Position 1 1)) (Kin 1 (Position 1 1)))", False),
        ('(defined "f")', True),
        ('(defined "g")', False),
        ('(defined "map")', True),
        ("(isFreePos (Position 3 3))", True),
    ],
)
def test_expressions(value, expression, expected):
    before = f"{TWO} (= foo 5) (= f (--> x (+ x 1)))"
    if expected is None:
        with pytest.raises(AutumnError):
            value(expression, before)
    else:
        found = value(expression, before)
        assert found == expected
        assert type(found) is type(expected)


@pytest.mark.parametrize(
    "expression",
    [
        "(/ 1 0)",
        "(% 1 0)",
        "(+ 1 true)",
        '(+ "a" "b")',
        "(! left)",
        "(! 3)",
        "(head (list))",
        "(at (list 1) 1)",
        "(f)",
        "((f))",
        "(g 1)",
        "(Dot 1)",
        "(Position 1)",
        "(arrayEqual (list 1) (list 1 2))",
        "(filter (--> x true) (list 1 true))",
        "(addObj (list (Dot (Position 0 0)) (Kin 1 (Position 0 0))) (Dot (Position 0 0)))",
        "(prev result)",
        "(uniformChoice (list))",
        "(.. 3 x)",
        "(.. (Position 0 0) z)",
        "(let (= a 1) (= a true))",
        "Dot",
        "click",
        "(Kin true (Position 0 0))",
        "(range 0 1000000000)",
        "(allPositions 100000)",
        "(((--> x (--> y (+ x y))) 1) 2)",
    ],
)
def test_faults_name_file_line_and_column(value, expression):
    with pytest.raises(AutumnError) as error:
        value(expression if expression != "(f)" else "(+ 1 (f))", f"{TWO}\n(= f (--> (x y) (+ x y)))\n")
    assert error.value.file == "program.sexp"
    assert error.value.line == 3


def test_a_list_of_one_name_is_the_name(value):
    assert value("(f)", "(= f 3)") == 3


def test_scope_is_dynamic(value):
    functions = "(= f (--> a (+ a q))) (= g (--> q (f 1)))"
    assert value("(g 10)", functions) == 11


def test_a_callee_overwrites_its_callers_local(value):
    functions = "(= f (--> a (let (= q 99) a))) (= g (--> q (let (f 1) q)))"
    assert value("(g 10)", functions) == 99


def test_curried_functions_do_not_capture(value):
    with pytest.raises(AutumnError, match="not defined"):
        value("(let (= add (mk 3)) (add 4))", "(= mk (--> a (--> b (+ a b))))")


def test_recursion_has_its_own_parameters(value):
    assert value("(fact 5)", "(= fact (--> n (if (== n 0) then 1 else (* n (fact (- n 1))))))") == 120


def test_recursion_shares_lets(value):
    # the inner call's let finds the outer call's variable and overwrites it
    text = "(= f (--> n (let (= seen n) (if (> n 0) then (f (- n 1)) else 0) seen)))"
    assert value("(f 3)", text) == 0


def test_a_library_function_overwrites_its_callers_local(value):
    kept = value("(g 7)", "(= g (--> other (let (= mine other) (unitVectorSinglePos (Position 5 5)) mine)))")
    lost = value(
        "(g 7)", "(= g (--> other (let (= sign_x other) (unitVectorSinglePos (Position 5 5)) sign_x)))"
    )
    assert (kept, lost) == (7, 1)


def test_a_rebound_library_function_is_used_by_the_library(value):
    assert value("(adjacentPoss (Position 0 0) (Position 5 5) 1)", "(= abs (--> x 0))") is True


def test_rebinding_a_function_by_another_type_fails(value):
    with pytest.raises(AutumnError, match="cannot become"):
        value("1", "(= head 3)")


def test_generator_draws_as_the_reference():
    from certwright.domains.gridworld.runtime import RandomGenerator

    generator = RandomGenerator(42)
    assert [generator.next(1000) for _ in range(4)] == [382, 363, 533, 939]
    assert {RandomGenerator(0).next(7) for _ in range(5)} == {0}


def test_random_positions_draw_x_before_y(value):
    assert value("(randomPositions 1000 2)") == [(382, 363), (533, 939)]


def test_choices_are_with_replacement(value):
    assert value("(uniformChoice (range 0 1000) 2)") == [382, 363]
