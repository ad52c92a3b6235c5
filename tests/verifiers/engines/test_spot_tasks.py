"""What Spot is asked, called in this process: each answer against the machine's own runs."""

import json
import random
import re

import pytest

from certwright.domains.reactive.hoa import read_hoa, write_hoa
from certwright.domains.reactive.machine import Machine
from certwright.domains.reactive.systems import system
from certwright.verifiers.engines.registry import present

if not present("spot"):
    pytest.skip("Spot is not installed", allow_module_level=True)

from certwright.verifiers.engines import spot_tasks

ECHO = Machine(("r", "s"), ("g",), 0, ((0,) * 4,), ((0, 1, 0, 0),))
"""Grants where there is a request and no stop."""
GAME = """HOA: v1 States: 3 Start: 0 AP: 2 "i" "o" controllable-AP: 1
Acceptance: {acceptance} --BODY-- State: 0 {mark} [!0&!1] 0 [0&1] 1 [!0&1] 2 [0&!1] 2
State: 1 {mark} [!1] 0 [1] 2 State: 2 [t] 2 --END--"""


def asked(function, payload):
    """What a function says of plain JSON data, which is plain JSON data."""
    answer = function(json.loads(json.dumps(payload)))
    assert json.loads(json.dumps(answer)) == answer
    return answer


def test_a_formula_becomes_a_deterministic_complete_parity_automaton():
    text = asked(spot_tasks.translate, "G(a -> F b) & F G !c")
    assert re.search(r"properties:.* deterministic", text) and re.search(r"properties:.* complete", text)
    assert spot_tasks.spot.automaton(f"{text}\n").acc().is_parity()[0]
    words = [
        "cycle{a&!c; b&!c}",
        "cycle{a&b&!c}",
        "a&!b; cycle{!a&!b&!c}",
        "cycle{a&c; b}",
        "b; cycle{a&!b&!c}",
    ]
    expected = [True, True, False, False, False]
    assert asked(spot_tasks.accepted, {"hoa": text, "words": words}) == expected


def test_machines_are_made_for_what_can_be_satisfied():
    wanted = "G(r -> F g) & G!(g & X g)"
    text = asked(spot_tasks.synthesise, {"formula": wanted, "outputs": ["g"]})
    machine = read_hoa(text, file="made", choose=True)
    assert (machine.inputs, machine.outputs) == (("r",), ("g",)) and machine.states <= 3
    assert asked(spot_tasks.violation, {"hoa": write_hoa(machine), "formula": wanted}) is None
    assert asked(spot_tasks.synthesise, {"formula": "G(g <-> X r)", "outputs": ["g"]}) is None


@pytest.mark.parametrize(
    ("acceptance", "mark"),
    [("1 Inf(0)", "{0}"), ("2 Inf(0) & Inf(1)", "{0 1}"), ("2 Inf(0) & Fin(1)", "{0}"),
     ("3 Inf(0) & (Fin(1) | Inf(2))", "{0 1 2}")],
)  # fmt: skip
def test_games_are_solved_and_checked(acceptance, mark):
    text = GAME.format(acceptance=acceptance, mark=mark)
    found = asked(spot_tasks.solve, {"text": text, "outputs": ["o"]})
    assert found["states"] == 3
    machine = read_hoa(found["hoa"], file="strategy", choose=True)
    assert machine.states == 2
    run = machine.run([0, 1, 1, 1, 0, 0])
    assert run.outputs == (0, 1, 0, 1, 0, 0)


def test_games_that_the_environment_wins_or_that_are_none_are_refused():
    lost = {"refused": "the environment wins this game: no machine satisfies it"}
    text = GAME.format(acceptance="1 Fin(0)", mark="{0}")
    assert asked(spot_tasks.solve, {"text": text.replace("[t] 2", "[t] 2 {0}"), "outputs": ["o"]}) == lost
    assert "hoa" in asked(spot_tasks.solve, {"text": text, "outputs": ["o"]})
    for edge, said in (("[0] 2", "1 and to 2 for i & o"), ("[0&1] 0", "1 and to 0 for i & o")):
        clash = asked(spot_tasks.solve, {"text": text.replace("[0&!1] 2", edge), "outputs": ["o"]})
        assert clash == {"fault": f"state 0 leads to {said}: the automaton is nondeterministic"}
    second = text.replace("[1] 2", "[t] 2")
    assert asked(spot_tasks.solve, {"text": second, "outputs": ["o"]})["fault"].startswith(
        "state 1 leads to 0"
    )


def test_two_texts_have_the_same_runs_or_not():
    arbiter, other = write_hoa(system("simple_arbiter_2")), write_hoa(ECHO)
    louder = write_hoa(Machine(("r", "s"), ("g",), 0, ((0,) * 4,), ((0, 1, 0, 1),)))
    assert asked(spot_tasks.equivalent, {"left": arbiter, "right": arbiter}) is True
    assert asked(spot_tasks.equivalent, {"left": other, "right": louder}) is False


def test_a_violation_is_a_run_of_the_machine():
    word = asked(spot_tasks.violation, {"hoa": write_hoa(ECHO), "formula": "G(r -> g)"})
    assert "cycle{" in word
    assert asked(spot_tasks.accepted, {"hoa": write_hoa(ECHO), "words": [word]}) == [True]
    assert asked(spot_tasks.violation, {"hoa": write_hoa(ECHO), "formula": "G(g -> r & !s)"}) is None


@pytest.mark.parametrize("seed", range(3))
def test_a_walk_ends_where_the_machine_does(seed):
    draw = random.Random(seed)
    rows = [[draw.randrange(5) for _ in range(8)] for _ in range(5)]
    machine = Machine(("a", "b", "c"), ("o",), 0, tuple(map(tuple, rows)), ((0, 1) * 4,) * 5)
    for length in (0, 1, 17):
        letters = [draw.randrange(8) for _ in range(length)]
        payload = {"hoa": write_hoa(machine), "inputs": ["a", "b", "c"], "letters": letters, "rounds": 2}
        found = asked(spot_tasks.walk, payload)
        assert found["end"] == (machine.run(letters).states[-1] if letters else 0)
        assert 0 <= found["seconds"] < 60


CAUSES = [
    ([1, 0], 1, {"formula": "g"}, "r & !s"),
    ([1, 0, 0], 2, {"formula": "F g"}, "r & !s"),
    ([1, 1, 0], 2, {"formula": "F g"}, "(r & !s) | X(r & !s)"),
    ([1, 1, 0], 2, {"formula": "g & X g"}, "(r & !s) & X(r & !s)"),
    ([3, 1, 0], 2, {"formula": "!g"}, "s"),
    ([0, 1], 1, {"formula": "G F g"}, None),
    ([1, 0], 0, {"formula": "G F g"}, None),
]


@pytest.mark.parametrize(("letters", "loop", "effect", "cause"), CAUSES)
def test_causes_of_an_effect_on_a_lasso(letters, loop, effect, cause):
    payload = {"hoa": write_hoa(ECHO), "inputs": ["r", "s"], "letters": letters, "loop": loop}
    found = asked(spot_tasks.temporal_cause, {**payload, **effect})
    automaton = asked(spot_tasks.translate, effect["formula"])
    assert asked(spot_tasks.equivalent, {
        "left": found, "right": asked(spot_tasks.temporal_cause, {**payload, "automaton": automaton})
    })  # fmt: skip
    assert 'AP: 2 "r" "s"' in found or 'AP: 1 "' in found
    if cause is not None:
        assert asked(spot_tasks.equivalent, {"left": found, "right": asked(spot_tasks.translate, cause)})
        return
    held = ["cycle{r&!s}", "cycle{r&!s; !r&!s; !r&!s; !r&!s}"]
    lost = ["cycle{!r&!s}", "r&!s; r&!s; cycle{r&s}"]
    assert asked(spot_tasks.accepted, {"hoa": found, "words": held + lost}) == [True, True, False, False]
