"""One step: order, identity, occupancy, input, initialisation, drawing, as the reference was measured."""

# ruff: noqa: E501 -- programs as texts

import pytest

from certwright.instances.errors import AutumnError
from certwright.verifiers.search.grid_states import state_key

DOT = '(object Dot (Cell 0 0 "red"))'


def held(machine, name):
    return machine.runtime.g[name]


def test_initialisers_run_in_hash_order(machine):
    with pytest.raises(AutumnError, match="not defined"):
        machine("(= a (initnext 5 (prev a))) (= b (initnext (+ a 1) (prev b)))")
    found = machine("(= b (initnext (+ a 1) (prev b))) (= a (initnext 5 (prev a)))")
    assert held(found, "b") == 6


def test_next_sees_what_was_assigned_before_it(machine):
    after = "(= b (initnext 0 a)) (= a (initnext 0 (+ (prev a) 1)))"
    before = "(= a (initnext 0 (+ (prev a) 1))) (= b (initnext 0 a))"
    assert held(machine(after, "noop"), "b") == 1
    assert held(machine(before, "noop"), "b") == 0


def test_clauses_see_earlier_clauses_and_stop_next(machine):
    text = """(= a (initnext 0 (+ (prev a) 10)))
    (on left (= a (+ a 1))) (on (== a 1) (= a (+ a 1))) (on right (= a (prev a)))"""
    assert held(machine(text, "left"), "a") == 2
    assert held(machine(text, "noop"), "a") == 10
    assert held(machine(text, "right"), "a") == 0, "assigning the same value also keeps NEXT from running"


def test_an_assignment_inside_a_function_counts(machine):
    text = "(= a (initnext 0 (+ (prev a) 10))) (= set (--> v (= a v))) (on left (set 3))"
    assert held(machine(text, "left"), "a") == 3


def test_a_condition_must_be_a_boolean(machine):
    with pytest.raises(AutumnError, match="boolean"):
        machine("(= a (initnext 0 (prev a))) (on (list 1) (= a 1))", "noop")


def test_a_third_part_of_a_clause_is_ignored(machine):
    text = "(= a (initnext 0 (prev a))) (on left (= a 1) (= a 2))"
    assert held(machine(text, "left"), "a") == 1


def test_a_failed_step_changes_nothing(machine):
    found = machine(
        "(= a (initnext 0 (+ (prev a) (uniformChoice (list 1 2))))) (on left (= a (head (list))))"
    )
    found.step(_action("noop"))
    before = state_key(found), found.rng_state, found.time
    with pytest.raises(AutumnError):
        found.step(_action("left"))
    assert (state_key(found), found.rng_state, found.time) == before


def _action(text):
    from certwright.domains.gridworld.actions import Action

    return Action.parse(text)


def test_occupancy_is_that_of_the_last_drawing(machine):
    text = f"""(= GRID_SIZE 4) {DOT}
    (= dots (initnext (list (Dot (Position 0 0)) (Dot (Position 2 0))) (prev dots)))
    (on left (= dots (updateObj dots (--> d (if (== (.. (.. d origin) x) 0)
        then (moveRightNoCollision d) else (moveLeftNoCollision d))))))"""
    found = machine(text, "left")
    assert [(e.x, e.y) for e in found.elements()] == [(1, 0), (1, 0)], "two objects enter one cell"
    found.step(_action("left"))
    assert [(e.x, e.y) for e in found.elements()] == [(0, 0), (0, 0)], "each may leave its own cell"


def test_drawing_order_and_hidden_cells(machine):
    text = f"""(= GRID_SIZE 2) {DOT} (object Blue (Cell 0 0 "blue"))
    (= wall (Blue (Position 0 0)))
    (= dot (initnext (Dot (Position 0 0)) (moveRight (prev dot))))
    (= far (initnext (list (Blue (Position 5 5)) (Dot (Position -1 0))) (prev far)))"""
    found = machine(text)
    assert [(e.variable, e.x, e.y, e.colour, e.type) for e in found.elements()] == [
        ("dot", 0, 0, "red", "Dot"),
        ("far", 5, 5, "blue", "Blue"),
        ("far", -1, 0, "red", "Dot"),
        ("wall", 0, 0, "blue", "Blue"),
    ]
    assert found.frame() == (("blue", "black"), ("black", "black"))
    found.step(_action("noop"))
    assert found.frame()[0] == ("blue", "red")


def test_click_is_a_global_that_stays(machine):
    text = f"{DOT} (= at (initnext (Position 0 0) (prev at))) (on clicked (= p click)) (on left (= p click))"
    found = machine(text, "click 3 99")
    assert (held(found, "p").x, held(found, "p").y) == (3, 99)
    found.step(_action("left"))
    assert held(found, "p").x == 3
    with pytest.raises(AutumnError, match="click is not defined"):
        machine(text, "left")


def test_clicked_object(machine):
    text = f"{DOT} (= d (initnext (Dot (Position 1 1)) (prev d))) (= n (initnext 0 (prev n))) " + (
        "(on (clicked d) (= n (+ n 1)))"
    )
    assert held(machine(text, "click 1 1", "click 0 0", "noop"), "n") == 1


@pytest.mark.parametrize(("same", "left"), [("(head l)", 1), ("(head (addObj l (Dot (Position 3 3))))", 2)])
def test_removal_is_by_identity(machine, same, left):
    text = f"""{DOT} (= l (initnext (list (Dot (Position 0 0)) (Dot (Position 0 0))) (prev l)))
    (on left (= l (removeObj l {same})))"""
    assert len(held(machine(text, "left"), "l").items) == left


def test_add_obj_gives_all_elements_new_identities(machine):
    text = f"""{DOT} (= l (initnext (list (Dot (Position 0 0))) (prev l)))
    (on left (= l (removeObj (addObj l (Dot (Position 1 1))) (head l))))"""
    assert len(held(machine(text, "left"), "l").items) == 2


def test_an_assigned_value_takes_over_the_variables_identity(machine):
    text = f"""{DOT} (= l (initnext (list (Dot (Position 0 0)) (Dot (Position 1 0))) (prev l)))
    (= s (initnext (Dot (Position 9 9)) (prev s)))
    (on left (= s (head l))) (on right (= s (at l 1))) (on up (= l (removeObj l s)))"""
    assert len(held(machine(text, "left", "up"), "l").items) == 1
    assert len(held(machine(text, "left", "right", "up"), "l").items) == 0, "both carry the identity of s"


def test_removal_of_a_variable(machine):
    text = f'{DOT} (= p (initnext (Dot (Position 1 1)) (prev p))) (= n (initnext 0 (if (defined "p") then 1 else 2)))'
    gone = machine(text + "(on left (let (= p (removeObj p)) true))", "left")
    assert "p" not in gone.runtime.g and held(gone, "n") == 2 and not gone.elements()
    again = machine(text + "(on left (= p (removeObj p)))", "left")
    assert "p" in again.runtime.g


def test_numbers_in_cells_are_frozen_at_construction(machine):
    text = """(= s 1) (object Bar (: lit Bool) (list (Cell s 0 (if lit then "red" else "blue"))))
    (= bar (initnext (Bar true (Position 0 0)) (prev bar)))
    (on left (= s 5)) (on right (= bar (updateObj bar "lit" false)))"""
    found = machine(text, "left", "right")
    assert [(e.x, e.colour) for e in found.elements()] == [(1, "blue")]


def test_a_field_named_like_a_variable_is_captured(machine):
    text = """(object Lamp (: tint String) (Cell 0 0 tint)) (= make (--> tint (Lamp tint (Position 0 0))))
    (= lamp (initnext (make "red") (prev lamp))) (on left (= lamp (updateObj lamp "tint" "blue")))"""
    assert machine(text, "left").frame()[0][0] == "red"
    assert machine(text.replace("(--> tint (Lamp tint", "(--> t (Lamp t"), "left").frame()[0][0] == "blue"


def test_colours_that_draw_numbers_draw_them_at_each_drawing(machine):
    text = '(object Star (Cell 0 0 (uniformChoice (list "red" "blue")))) (= s (initnext (Star (Position 0 0)) (prev s)))'
    colours = []
    found = machine(text)
    for _ in range(30):
        found.step(_action("noop"))
        colours.append(found.frame()[0][0])
    assert set(colours) == {"red", "blue"}


def test_fields_set_in_place_are_seen_through_prev(machine):
    text = """(object Kin (: age Int) (Cell 0 0 "red")) (= k (initnext (Kin 1 (Position 0 0)) (prev k)))
    (= n (initnext 0 (prev n))) (on left (= (.. k age) 7)) (on left (= n (.. (prev k) age)))"""
    assert held(machine(text, "left"), "n") == 7


def test_rotate_turns_the_shared_cells(machine):
    text = """(object Bar (list (Cell 0 0 "red") (Cell 2 1 "red"))) (= b (initnext (Bar (Position 5 5)) (prev b)))
    (on left (let (rotate b) true))"""
    assert [(e.x, e.y) for e in machine(text, "left").elements()] == [(5, 5), (4, 7)]


def test_types_are_checked_at_assignment(machine):
    with pytest.raises(AutumnError, match="cannot become"):
        machine("(= a (initnext 0 (prev a))) (on left (= a true))", "left")
    found = machine("(= a (initnext 0 (prev a))) (on left (= a (list 1)))", "left")
    assert held(found, "a").items == (1,), "a list may stand for anything"


def test_the_declared_type_is_checked(machine):
    with pytest.raises(AutumnError, match="declared"):
        machine("(: a Bool) (= a (initnext 0 (prev a))) (on left (= a 2))", "left")


def test_objects_of_all_variables_come_in_hash_order(machine):
    text = f"""{DOT} (= aa (initnext (Dot (Position 0 0)) (prev aa))) (= bb (initnext (Dot (Position 1 0)) (prev bb)))
    (= n (initnext (list) (map (--> o (.. (.. o origin) x)) ((allObjs)))))"""
    assert sorted(held(machine(text, "noop"), "n").items) == [0, 1]
