"""Spot through its adapter: games become machines, claims are checked, real files are read or refused."""

import random
from pathlib import Path

import pytest
from testkit.parity_games import wins

from certwright.domains.reactive.explicit import arranged
from certwright.domains.reactive.hoa import canonical, write_hoa
from certwright.domains.reactive.machine import Machine, Timing
from certwright.domains.reactive.systems import system
from certwright.instances.errors import CertwrightError, EngineFailureError, UnsupportedError, WorldError
from certwright.verifiers.engines import spot
from certwright.verifiers.engines.outcome import Undecided, Why
from certwright.verifiers.engines.registry import present

pytestmark = pytest.mark.skipif(not present("spot"), reason="Spot is not installed")

DATA = Path(__file__).resolve().parents[3].parent / "shared" / "data" / "hoa"
SYNTCOMP = "syntcomp__benchmarks__parity_tlsf_based_"
ENVIRONMENT = UnsupportedError, r":\d+: the environment wins this game"
REAL = {
    "lou1306__hoax__examples_GFA_and_GFb.hoa": ENVIRONMENT,
    "lou1306__hoax__examples_nondet.hoa": (UnsupportedError, "no controllable-AP"),
    "lou1306__hoax__examples_nondet_deadlock.hoa": (UnsupportedError, "no controllable-AP"),
    f"{SYNTCOMP}ActionConverter.tlsf.ehoa": (1, 5, 6),
    f"{SYNTCOMP}GamemodeChooser.tlsf.ehoa": (1, 9, 11),
    f"{SYNTCOMP}MusicAppFeedback.tlsf.ehoa": (4, 5, 3),
    f"{SYNTCOMP}OneCounterInRange.tlsf.ehoa": ENVIRONMENT,
    f"{SYNTCOMP}SPIWriteSdi.tlsf.ehoa": (1, 6, 4),
    f"{SYNTCOMP}TorcsSteeringSimple.tlsf.ehoa": (1, 4, 3),
    f"{SYNTCOMP}amba_decomposed_encode_3.tlsf.ehoa": (3, 4, 2),
    f"{SYNTCOMP}amba_decomposed_lock_3.tlsf.ehoa": (3, 7, 1),
    f"{SYNTCOMP}aut11.ehoa": (UnsupportedError, r":5: several initial states \(0&2, 3\)"),
    f"{SYNTCOMP}lilydemo06.tlsf.ehoa": ENVIRONMENT,
    f"{SYNTCOMP}lilydemo21.tlsf.ehoa": (72, 4, 4),
    f"{SYNTCOMP}ltl2dba01.tlsf.ehoa": (3, 3, 1),
    f"{SYNTCOMP}ltl2dba16.tlsf.ehoa": (3, 2, 1),
    f"{SYNTCOMP}ltl2dba_R.tlsf.ehoa": (2, 1, 1),
    f"{SYNTCOMP}ltl2dpa11.tlsf.ehoa": (2, 3, 2),
    f"{SYNTCOMP}prioritized_arbiter_unreal1.tlsf.ehoa": ENVIRONMENT,
    f"{SYNTCOMP}test2.ehoa": (WorldError, r":6:26: controllable proposition 7 does not exist; there are 7"),
}
"""File -> states, inputs and outputs of its machine, or the error that refuses it."""


def games(names, *slow):
    """Names of files as parameters; the slow ones take seconds each."""
    return [
        pytest.param(
            name,
            id=name.removeprefix(SYNTCOMP),
            marks=[pytest.mark.long] if any(one in name for one in slow) else [],
        )
        for name in names
    ]


def real(name):
    path = DATA / name
    if not path.exists():
        pytest.skip("the real HOA files (../shared/data/hoa) are not on this machine")
    return path.read_text(encoding="utf-8")


def test_every_real_file_is_in_the_table():
    if not DATA.exists():
        pytest.skip("the real HOA files (../shared/data/hoa) are not on this machine")
    assert {path.name for path in DATA.glob("*hoa")} == set(REAL)


@pytest.mark.parametrize("name", games(REAL, "GamemodeChooser"))
def test_real_files_are_solved_or_refused_with_a_reason(name):
    text, expected = real(name), REAL[name]
    if isinstance(expected[0], int):
        found = spot.imported(text, file=name)
        machine = found.machine
        assert (machine.states, len(machine.inputs), len(machine.outputs)) == expected
        assert canonical(machine) == machine
        assert "a game of" in found.notes[0]
    else:
        with pytest.raises(expected[0], match=expected[1]) as caught:
            spot.imported(text, file=name)
        assert str(caught.value).startswith(name)


@pytest.mark.parametrize("name", [name for name in REAL if "nondet" in name])
def test_real_nondeterminism_is_named(name):
    with pytest.raises(WorldError, match=r":12: state 0 leads to 0 and to 1 for !b: .*nondeterministic"):
        spot.imported(real(name), file=name, outputs=[])


LEFT_OUT = {"GamemodeChooser", "ActionConverter", "SPIWriteSdi", "aut11", "test2"}
"""Too large for the solver of the tests, or no game at all."""
SMALL = [name for name in REAL if SYNTCOMP in name and name[len(SYNTCOMP) :].split(".")[0] not in LEFT_OUT]


@pytest.mark.parametrize("name", games(SMALL, "lilydemo21"))
def test_who_wins_is_what_an_own_solver_says(name):
    assert wins(real(name)) == isinstance(REAL[name][0], int)


def test_synthesis_and_its_claims():
    wanted = "G(r0 -> F g0) & G(r1 -> F g1) & G!(g0 & g1)"
    machine = spot.synthesise(wanted, ("r0", "r1"), ("g0", "g1"))
    assert machine == system("simple_arbiter_2")
    assert spot.violation(machine, wanted) is None
    assert "cycle{" in spot.violation(machine, "G(r0 -> g0)")
    assert spot.synthesise("G(g <-> X r)", ("r",), ("g",)) is None


def test_synthesis_gives_the_propositions_that_were_asked_for():
    machine = spot.synthesise("G(b <-> y)", ("c", "b"), ("z", "y"))
    assert (machine.inputs, machine.outputs, machine.emitted) == (("c", "b"), ("z", "y"), ((0, 0, 2, 2),))


def test_a_broken_formula_is_undecided():
    answer = spot.synthesise("G(a ->", ("a",), ("b",))
    assert isinstance(answer, Undecided) and answer.why is Why.CRASH


def random_machine(draw, states, inputs, outputs):
    letters = range(1 << inputs)
    return Machine(
        tuple(f"i{place}" for place in range(inputs)),
        tuple(f"o{place}" for place in range(outputs)),
        draw.randrange(states),
        tuple(tuple(draw.randrange(states) for _ in letters) for _ in range(states)),
        tuple(tuple(draw.randrange(1 << outputs) for _ in letters) for _ in range(states)),
    )


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 6))]
)
def test_canonical_machines_are_equivalent_for_spot(seed):
    draw = random.Random(seed)
    machine = random_machine(draw, 6, draw.randint(1, 3), draw.randint(1, 2))
    small = canonical(machine)
    assert spot.same_runs(write_hoa(machine), write_hoa(small)) is True
    assert spot.same_runs(write_hoa(small), write_hoa(machine)) is True
    other = tuple(tuple(word ^ 1 for word in row) for row in small.emitted[:1]) + small.emitted[1:]
    assert (
        spot.same_runs(
            write_hoa(machine), write_hoa(Machine(small.inputs, small.outputs, 0, small.successors, other))
        )
        is False
    )


def test_foreign_text_means_for_us_what_it_means_for_spot():
    text = """HOA: v1 Start: 1 AP: 3 "y" "i" "x" controllable-AP: 2 0 Alias: @both 0&2 Acceptance: 0 t
    --BODY-- State: [@both & !1 | !0 & 1 & !2] 0 1 State: 1 [!@both & 1 & 0] 0 [!1 & @both] 1 --END--"""
    machine = spot.import_hoa(text)
    assert (machine.inputs, machine.outputs) == (("i",), ("y", "x"))
    assert spot.same_runs(text, write_hoa(machine)) is True


SAFETY = """HOA: v1 States: 3 Start: 0 AP: 2 "i" "o" controllable-AP: 1
Acceptance: {acceptance} --BODY-- State: 0 [!0&!1] 0 [0&1] 1 [!0&1] 2 [0&!1] 2
State: 1 {mark} [!1] 0 [1] 2 State: 2 [t] 2 --END--"""


def test_a_buchi_game_is_solved_with_the_least_outputs():
    text = SAFETY.format(acceptance="1 Inf(0)", mark="{0}").replace("[!0&!1] 0", "[!0&!1] 0 {0}")
    found = spot.imported(text)
    assert write_hoa(found.machine) == write_hoa(
        canonical(Machine(("i",), ("o",), 0, ((0, 1), (0, 0)), ((0, 1), (0, 0))))
    )
    assert "a game of 3 states was solved to a strategy of 2" in found.notes


def test_a_nondeterministic_game_is_refused():
    text = SAFETY.format(acceptance="1 Inf(0)", mark="{0}").replace("[0&!1] 2", "[0] 2")
    with pytest.raises(WorldError, match=r"state 0 leads to 1 and to 2 for i & o: .*nondeterministic"):
        spot.imported(text)


def test_spot_that_does_not_answer_is_a_failure_of_the_engine():
    with pytest.raises(EngineFailureError, match="within"):
        spot.imported(real(f"{SYNTCOMP}GamemodeChooser.tlsf.ehoa"), deadline=0.05)


def test_machines_need_no_spot(monkeypatch):
    monkeypatch.setattr(spot, "require", lambda key: pytest.fail("Spot was asked"))
    machine = system("simple_arbiter_2")
    assert spot.import_hoa(write_hoa(machine)) == machine
    with pytest.raises(CertwrightError):
        spot.import_hoa("HOA: v1")


def test_moore_machines_say_so():
    moore = Machine(("r",), ("o",), 0, ((0, 1), (1, 0)), ((0, 0), (1, 1)))
    entered = Machine(("r",), ("o",), 0, ((0, 1), (1, 0)), ((0, 1), (1, 0)))
    assert moore.run([1, 0, 1]).outputs == (0, 1, 1)
    assert entered.run([1, 0, 1]).outputs == (1, 1, 0)
    assert (moore.timing, entered.timing) == (Timing.MOORE, Timing.MOORE_ENTERED)


def test_arranged_machines_behave_alike():
    machine = random_machine(random.Random(5), 4, 2, 2)
    turned = arranged(machine, ("x", "i1", "i0"), ("o1", "z", "o0"))
    for letter in range(4):
        other = (letter >> 1 & 1) << 1 | (letter & 1) << 2
        run, same = machine.run([letter] * 5), turned.run([other] * 5)
        assert run.states == same.states
        assert [(word & 1) << 2 | word >> 1 for word in run.outputs] == list(same.outputs)
    with pytest.raises(WorldError, match="'i1' would be lost"):
        arranged(machine, ("i0",), machine.outputs)


def test_a_game_gives_the_same_machine_each_time():
    name = f"{SYNTCOMP}MusicAppFeedback.tlsf.ehoa"
    assert write_hoa(spot.import_hoa(real(name))) == write_hoa(spot.import_hoa(real(name)))


OPEN = """HOA: v1 Start: 0 AP: 3 "i" "x" "y" controllable-AP: 1 2 Acceptance: 0 t
--BODY-- State: 0 "wait" [0 & !(1&2) & (1|2)] 0 [!0] 1 State: 1 [1 | 2] 0 --END--"""


def test_outputs_that_are_left_open_are_chosen_and_that_is_noted():
    found = spot.imported(OPEN, file="open.hoa")
    assert found.machine.emitted == ((0b00, 0b10), (0b10, 0b10))
    (note,) = found.notes
    assert "state 0 leaves the outputs open for i" in note
    assert note.endswith("; the first valuation over 01 was taken")
    assert found.names == ("wait", None)
    closed = OPEN.replace("[0 & !(1&2) & (1|2)]", "[0 & 1 & !2]").replace("[!0]", "[!0 & 1 & 2]")
    assert spot.imported(closed.replace("[1 | 2]", "[1 & 2]")).notes == ()
