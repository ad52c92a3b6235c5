"""Systems side by side, effects that happen, and how propositions, steps and guards are written."""

import random
from dataclasses import replace
from types import SimpleNamespace

import pytest

from certwright.domains.reactive.ltlf_syntax import parse
from certwright.domains.reactive.machine import Machine
from certwright.generators.reactive import prompt, scene, worlds
from certwright.generators.reactive.scene import Scene
from certwright.generators.rng import Rng
from certwright.instances.errors import LimitError

LATCH = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))
TWO = Machine(
    ("r", "s"),
    ("p",),
    2,
    ((0, 1, 2, 0), (1, 1, 0, 2), (2, 0, 1, 1)),
    ((0, 1, 0, 1), (1, 0, 0, 1), (0, 0, 1, 1)),
)


@pytest.mark.parametrize(("left", "right"), [(LATCH, TWO), (TWO, LATCH), (TWO, TWO), (LATCH, LATCH)])
def test_two_systems_side_by_side_run_at_once(left, right):
    """Also where they do not begin in their first state."""
    both, rng, width = worlds.beside(left, right), random.Random(1), len(left.inputs)
    for _ in range(30):
        trace = [rng.randrange(1 << width + len(right.inputs)) for _ in range(8)]
        near = left.run([letter & (1 << width) - 1 for letter in trace]).outputs
        far = right.run([letter >> width for letter in trace]).outputs
        shown = tuple(a | b << len(left.outputs) for a, b in zip(near, far, strict=True))
        assert both.run(trace).outputs == shown
    assert both.initial == 0 and both.states <= left.states * right.states


def test_names_that_occur_in_both_are_told_apart():
    assert worlds.side_by_side(LATCH, TWO) == (("r_1", "r_2", "s"), ("o", "p"))
    assert worlds.side_by_side(TWO, LATCH) == (("r_1", "s", "r_2"), ("p", "o"))
    crossed = Machine(("o",), ("x",), 0, ((0, 0),), ((0, 1),))
    assert worlds.side_by_side(LATCH, crossed) == (("r", "o_2"), ("o_1", "x"))


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("go", "go"),
        ("true", '"true"'),
        ("false", '"false"'),
        ("xor", '"xor"'),
        ("truth", "truth"),
        ("a b", '"a b"'),
        ("G", '"G"'),
    ],
)
def test_propositions_that_might_be_operators_are_quoted(name, written):
    assert scene._name(name) == written
    assert parse(f"F({scene._name(name)})").aps == (name,)


def at(machine, trace):
    return Scene("random", "", machine, trace)


@pytest.mark.parametrize(
    ("effect", "happens"),
    [
        ({"ap": "o", "value": 1, "at": 1, "window": 0}, True),
        ({"ap": "o", "value": 1, "at": 0, "window": 0}, False),
        ({"ap": "o", "value": 0, "at": 0, "window": 0}, True),
        ({"ap": "o", "value": 0, "at": 1, "window": 0}, False),
        ({"ap": "o", "value": 0, "at": 1, "window": 1}, True),
        ({"ap": "o", "value": 0, "at": 2, "window": 1}, False),
        ({"ap": "o", "value": 0, "at": 2, "window": 2}, True),
        ({"ap": "o", "value": 0, "at": 2, "window": 9}, True),
    ],
)
def test_whether_an_output_effect_happens(effect, happens):
    one = at(LATCH, (0, 1, 0))
    assert scene._happens(one, {"kind": "output", **effect}) is happens
    assert one.product({"kind": "output", **effect}).happens(one.trace) is happens


@pytest.mark.parametrize(
    ("formula", "happens"), [("F(o)", True), ("G(o)", False), ("G(!o | F r)", False), ("!o", True)]
)
def test_whether_a_formula_happens(formula, happens):
    assert scene._happens(at(LATCH, (0, 1, 0)), {"kind": "ltlf", "formula": formula}) is happens


@pytest.mark.parametrize("happens", [True, False])
@pytest.mark.parametrize("mode", ["hard", "normal", "ltlf"])
def test_effects_are_different_and_happen_or_do_not(mode, happens):
    one = at(worlds.random_machine(Rng("machine"), 5, 2, 2), (1, 0, 3, 2, 1, 0, 2, 3, 1))
    found = list(scene.effects(one, mode, Rng("effects"), happens=happens))
    assert len(found) == len({str(each) for each in found})
    assert len(found) > 2 or (mode, happens) == ("normal", False)  # in a window nearly all does
    for effect in found:
        assert one.product(effect).happens(one.trace) is happens
        if mode != "ltlf":
            assert len(one.trace) // 3 <= effect["at"] < len(one.trace)
            assert (effect["window"] > 0) <= (mode == "normal")
    positive = list(scene.effects(one, mode, Rng("effects"), happens=happens, positive=True))
    assert mode == "ltlf" or all(effect["value"] == 1 for effect in positive)
    mute = at(Machine(("r",), (), 0, ((0, 0),), ((0, 0),)), (0, 1))
    assert list(scene.effects(mute, mode, Rng("effects"), happens=happens)) == []


def test_a_random_machine_has_just_so_many_states(monkeypatch):
    for states in (1, 2, 5):
        assert worlds.random_machine(Rng("any", states), states, 2, 1).states == states
    monkeypatch.setattr(worlds, "DRAWS", 0)
    with pytest.raises(LimitError) as caught:
        worlds.random_machine(Rng("any"), 4, 2, 1)
    assert str(caught.value) == "no random machine with 4 states and 2 inputs was drawn"


def misplaced(monkeypatch, domain, machine):
    monkeypatch.setattr(prompt.Question, "of", lambda instance: SimpleNamespace(machine=machine))
    return prompt.misplaced(SimpleNamespace(domain=domain))


def test_systems_are_of_the_family_that_is_named(monkeypatch):
    small = worlds.small_systems()
    product, other = worlds.beside(small[0], small[3]), worlds.beside(small[0], LATCH)
    assert misplaced(monkeypatch, "product", product) is None
    assert misplaced(monkeypatch, "product", other) == "domain: the system is not one of product"
    drawn = worlds.random_machine(Rng("machine"), 4, 2, 2)
    assert misplaced(monkeypatch, "random", drawn) is None
    for inputs, outputs in ((("r", "q"), drawn.outputs), (drawn.inputs, ("p", "q"))):
        wrong = replace(drawn, inputs=inputs, outputs=outputs)
        assert misplaced(monkeypatch, "random", wrong) == "domain: the system is not one of random"
    assert misplaced(monkeypatch, "imported", LATCH) is None
    assert misplaced(monkeypatch, "chess", LATCH) == "domain: chess is no family of ours"
    family = worlds.domains()[0]
    assert misplaced(monkeypatch, family, worlds.family(family)[0]) is None
    assert misplaced(monkeypatch, family, LATCH) == f"domain: the system is not one of {family}"


@pytest.mark.parametrize(
    ("cubes", "written"),
    [
        ([()], "always"),
        ([((0, 1),)], "if r"),
        ([((0, 0), (1, 1))], "if !r & s"),
        ([((0, 1),), ((1, 0),)], "if r | !s"),
    ],
)
def test_guards(cubes, written):
    assert prompt._guard(cubes, ("r", "s")) == written


def test_steps_of_a_trace_with_and_without_claimed_outputs():
    plain = prompt.steps((0, 1, 3), ("r", "s"), (), ("o",)).splitlines()
    claimed = prompt.steps((0, 1, 3), ("r", "s"), (1, 0, 1), ("o",)).splitlines()
    assert [line.partition(":")[0] for line in plain] == ["step 0", "step 1", "step 2"]
    assert [line.partition(" -> ")[0] for line in claimed] == plain and all(
        " -> " in line for line in claimed
    )
