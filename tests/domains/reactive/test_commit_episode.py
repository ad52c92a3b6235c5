"""The commit episode and GF-01-R1: what is shown, what it costs, and that nothing else leaks."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from testkit.table_machines import random_machine

from certwright.domains.environment import Call, Fault, Utterance
from certwright.domains.reactive.columns import Columns, read_frame
from certwright.domains.reactive.effect import LtlfEffect, OutputEffect, Product
from certwright.domains.reactive.environment import COMMITTED, CommitEpisode
from certwright.domains.reactive.ltlf import monitor
from certwright.domains.reactive.machine import Machine
from certwright.instances.errors import RecordError

LATCH = Machine(("r", "q"), ("o",), 0, ((0, 1, 0, 1), (1,) * 4), ((0, 1, 0, 1), (1,) * 4))
KEYS = {
    "t",
    "y",
    "effect_status",
    "budget_t_remaining",
    "budget_a_remaining",
    "history_atoms",
    "mode",
    "t_star",
}


def episode(machine=LATCH, trace=(0, 0, 0), at=2, mode="hard", window=0, steps=1, atoms=None):
    effect = OutputEffect(machine.outputs[0], at, True, window)
    return CommitEpisode(machine, trace, effect, mode, budget_timestep=steps, budget_atoms=atoms)


def advance(world, **settings):
    return world.act(Call("advance", settings))


def test_the_observation_has_the_keys_of_definition_7_and_no_more():
    world = episode(atoms=3)
    assert set(world.observation()) == KEYS
    assert world.observation()["y"] is None
    advance(world, r="1")
    assert json.loads(world.observe()) == {
        "t": 1,
        "y": {"o": 1},
        "effect_status": "not-triggered",
        "budget_t_remaining": 0,
        "budget_a_remaining": 2,
        "history_atoms": [[0, "r", 1]],
        "mode": "hard",
        "t_star": 2,
    }


def test_an_intervention_works_at_its_own_step():
    world = episode(at=0)
    advance(world, r="1")
    assert world.triggered and world.observation()["y"] == {"o": 1}


@pytest.mark.parametrize(
    ("turn", "outcome", "says"),
    [
        (Utterance("r=1"), "invalid", "Call the tool advance"),
        (Call("set", {"r": "1"}), "invalid", "There is no tool 'set'"),
        (Call("advance", {"r": "2"}), "invalid", "not one of unchanged, 0, 1"),
        (Call("advance", {"r": 1}), "invalid", "is no string"),
        (Call("advance", {"o": "1"}), "invalid", "unknown argument 'o'"),
        (Call("query", {}), "invalid", "There is no tool 'query'"),
        (Fault("timeout"), "fault", "timeout"),
        (Call("advance", {"r": "1", "q": "1"}), "invalid", "Only 1 single settings"),
    ],
)
def test_what_is_refused_moves_nothing(turn, outcome, says):
    world = episode(atoms=1)
    before = world.observe()
    feedback = world.act(turn)
    assert feedback.outcome == outcome and says in feedback.text
    assert world.observe() == before


def test_budgets_are_enforced_before_advancing():
    world = episode(steps=1)
    assert advance(world, q="1").outcome == "advanced"
    assert "No timestep is left" in advance(world, r="1").text
    assert advance(world).outcome == "advanced"
    assert advance(world, r="unchanged").outcome == "advanced"
    assert world.stop == COMMITTED and advance(world).outcome == "over"


def test_five_refusals_in_a_row_end_the_run():
    world = episode()
    for _ in range(4):
        world.act(Utterance("?"))
    advance(world)
    for _ in range(5):
        assert world.stop is None
        world.act(Utterance("?"))
    assert world.stop == "MAX_INVALID_STREAK" and world.committed == ()


def test_a_setting_that_repeats_the_base_value_is_listed_and_paid_for():
    """The public code drops it, which tells the hidden base trace."""
    idle, flip = episode(trace=(0, 0, 0)), episode(trace=(1, 0, 0))
    for world in (idle, flip):
        advance(world, r="0")
    assert idle.observation()["history_atoms"] == flip.observation()["history_atoms"] == [[0, "r", 0]]
    assert idle.observation()["budget_t_remaining"] == 0


def turns(draw, machine, steps):
    chosen = []
    for _ in range(steps):
        settings = {ap: draw.choice(["unchanged", "0", "1"]) for ap in machine.inputs}
        chosen.append(Call("advance", settings) if draw.random() < 0.9 else Utterance("?"))
    return chosen


def shown(world):
    """All that an agent is ever given at this point."""
    return world.instructions, [tool.schema() for tool in world.tools], world.observe(), world.stop


@given(seed=st.integers(0, 10**6), visual=st.booleans())
def test_twins_that_look_alike_so_far_are_shown_byte_for_byte_alike(seed, visual):
    """Two hidden machines and base traces; while their outputs agree nothing else may differ."""
    draw = random.Random(seed)
    steps, at = draw.randint(2, 7), 0
    at = draw.randrange(steps)
    worlds = []
    for twin in range(2):
        machine = random_machine(f"{seed} {twin}", states=draw.randint(1, 4), outputs=1)
        trace = [draw.randrange(4) for _ in range(steps)]
        world = episode(machine, trace, at, "normal", window=2, steps=2, atoms=3)
        worlds.append(Columns(world) if visual else world)
    left, right = worlds
    assert shown(left) == shown(right)
    for turn in turns(draw, random_machine(0), steps):
        feedback = left.act(turn), right.act(turn)
        seen = [world.observe() for world in worlds]
        if not visual and json.loads(seen[0])["y"] != json.loads(seen[1])["y"]:
            return
        if visual and read_frame(seen[0])["y"] != read_frame(seen[1])["y"]:
            return
        assert feedback[0] == feedback[1] and shown(left) == shown(right)


@given(seed=st.integers(0, 10**6))
def test_a_frame_says_just_what_the_canonical_observation_says(seed):
    draw = random.Random(seed)
    machine = random_machine(seed, states=4, inputs=draw.randint(1, 3), outputs=draw.randint(1, 3))
    steps = draw.randint(1, 12)
    trace = [draw.randrange(1 << len(machine.inputs)) for _ in range(steps)]
    if draw.random() < 0.3:
        effect = LtlfEffect("F o0", monitor("F o0"))
    else:
        effect = OutputEffect("o0", draw.randrange(steps), True, draw.randint(0, 3))
    atoms = draw.choice([None, 4])
    plain, other = (
        CommitEpisode(machine, trace, effect, "normal", budget_timestep=3, budget_atoms=atoms) for _ in "ab"
    )
    columns = Columns(other)
    assert columns.instructions == plain.instructions and columns.tools == plain.tools
    for turn in turns(draw, machine, steps + 3):
        assert read_frame(columns.observe()) == json.loads(plain.observe())
        assert columns.act(turn).outcome == plain.act(turn).outcome
    assert other.committed == plain.committed and columns.stop == plain.stop


def test_a_frame_of_odd_names_and_many_steps_can_be_read():
    machine = Machine(("in put", '"q"|'), ("o  1",), 0, ((0,) * 4,), ((0, 1, 0, 1),))
    world = CommitEpisode(machine, (0,) * 1200, OutputEffect("o  1", 1100), "hard", budget_timestep=2)
    columns = Columns(world)
    columns.act(Call("advance", {"input_0": "1"}))
    assert read_frame(columns.observe()) == json.loads(world.observe())
    assert world.observation()["history_atoms"] == [[0, "in put", 1]]


@pytest.mark.parametrize(
    "text", ["", "GF-01-R1", "GF-01-R1  hard  x\nleft: many\neffect: x\n|\n", "a\nb\nc\nd\n"]
)
def test_what_is_no_frame_is_refused(text):
    with pytest.raises(RecordError):
        read_frame(text)


@given(seed=st.integers(0, 10**6))
def test_the_effect_of_the_episode_is_that_of_the_product(seed):
    draw = random.Random(seed)
    machine = random_machine(seed)
    steps = draw.randint(1, 6)
    trace = [draw.randrange(4) for _ in range(steps)]
    effect = OutputEffect("o0", draw.randrange(steps), bool(draw.randrange(2)), draw.randint(0, 2))
    world = CommitEpisode(machine, trace, effect, "normal", budget_timestep=steps)
    letters = list(trace)
    for turn in turns(draw, machine, steps):
        if isinstance(turn, Utterance):
            turn = Call("advance", {})
        time = world.observation()["t"]
        for bit, ap in enumerate(machine.inputs):
            if (value := turn.arguments.get(ap, "unchanged")) != "unchanged":
                letters[time] = letters[time] & ~(1 << bit) | int(value) << bit
        world.act(turn)
    assert world.stop == COMMITTED
    assert world.triggered is Product.of(machine, trace, effect).happens(letters)
