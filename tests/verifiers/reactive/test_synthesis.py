"""Synthesis: machines that satisfy, counter-strategies that violate, and both checks of them."""

import hashlib

import pytest

from certwright.domains.reactive.ltl import satisfied, specification
from certwright.domains.reactive.machine import Machine, Timing
from certwright.instances.errors import EngineFailureError, EnginesDisagreeError
from certwright.verifiers.engines import spot
from certwright.verifiers.engines.outcome import Undecided, Why
from certwright.verifiers.engines.registry import present
from certwright.verifiers.reactive.synthesis import WALKS, Lasso, lassos, synthesised, violation

LATCH = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))
needs_spot = pytest.mark.skipif(not present("spot"), reason="Spot is not installed")


def play(machine, letters):
    """What a machine gives, letter by letter."""
    return machine.run(letters).outputs


def test_lassos_are_runs_of_the_machine():
    seen = list(lassos(LATCH, 50))
    for lasso in seen:
        twice = [*lasso.steps, *lasso.steps[lasso.loop :]]
        letters, outputs = ([int(name in step) for step in twice] for name in "ro")
        assert list(LATCH.run(letters).outputs) == outputs
    assert Lasso((frozenset(),), 0) in seen
    assert Lasso((frozenset("ro"), frozenset("o")), 1) in seen


def test_a_lasso_is_a_word_of_spot():
    lasso = Lasso((frozenset("ro"), frozenset(), frozenset("o"), frozenset("r")), 2)
    assert lasso.text(("r", "o")) == "r&o; !r&!o; cycle{!r&o; r&!o}"
    assert lasso.text(()) == "; ; cycle{; }"


def line(length):
    """A machine that closes no lasso before its last state, where it stays."""
    states = [min(state + 1, length - 1) for state in range(length)]
    return Machine(("r",), ("o",), 0, tuple((state,) * 2 for state in states), ((0, 1),) * length)


def test_short_words_are_tried_in_order_as_long_as_they_are_few():
    every = list(lassos(line(9), WALKS + 100))[:100]
    assert [sum(("r" in step) << 8 - at for at, step in enumerate(lasso.steps)) for lasso in every] == list(
        range(100)
    )
    assert {(len(lasso.steps), lasso.loop) for lasso in every} == {(9, 8)}
    assert len(list(lassos(line(9), WALKS + 100))) == 100 + WALKS
    late = line(12)  # 2 ** 11 words do not close
    assert len(list(lassos(late, WALKS + 100))) == WALKS
    assert list(lassos(late)) == list(lassos(late))


def test_walks_are_drawn_alike_each_time_and_close_where_a_state_comes_again():
    late = line(12)
    for lasso in lassos(late):
        assert 11 <= lasso.loop < len(lasso.steps) <= 25
    texts = "\n".join(lasso.text(("r", "o")) for lasso in [*lassos(late), *lassos(LATCH), *lassos(ring(5))])
    assert hashlib.sha256(texts.encode()).hexdigest()[:16] == WALKED
    walked = list(lassos(ring(5)))[-WALKS:]
    assert {len(lasso.steps) - lasso.loop for lasso in walked} == {5, 10}


WALKED = "84308d6d28d20923"


def ring(length):
    """A machine that goes round, whatever it reads."""
    states = [(state + 1) % length for state in range(length)]
    return Machine(("r",), ("o",), 0, tuple((state,) * 2 for state in states), ((0, 1),) * length)


@pytest.mark.parametrize("moore", [False, True])
def test_where_neither_side_is_found_to_win_there_is_an_error(monkeypatch, moore):
    asked = []

    def synthesise(text, reads, gives, *, deadline):
        asked.append((tuple(reads), tuple(gives), deadline))

    monkeypatch.setattr(spot, "synthesise", synthesise)
    with pytest.raises(EngineFailureError) as caught:
        synthesised(specification("G(o -> r)", ["r"], ["o"], moore=moore), deadline=3.0)
    assert str(caught.value) == "Spot finds that neither the system nor its environment wins"
    assert asked == [(("r",), ("o",), 3.0), (("o",), ("r",), 3.0)]


def test_the_check_by_lassos_finds_violations():
    broken = violation(LATCH, specification("G(o -> r)", ["r"], ["o"]).formula)
    assert broken is not None
    assert broken.text(("r", "o")) == "r&o; cycle{!r&o}"
    assert violation(LATCH, specification("G(r -> X G o)", ["r"], ["o"]).formula) is None


@needs_spot
@pytest.mark.parametrize(
    ("text", "moore", "timing", "realisable"),
    [
        ("G(r -> F g) & G(g -> r)", False, Timing.MEALY, True),
        ("G(X g <-> r)", True, Timing.MOORE, True),
        ("G(g <-> X r)", False, Timing.MOORE, False),
        ("(G F r) <-> (G F g)", True, Timing.MOORE, True),
    ],
)
def test_either_side_wins(text, moore, timing, realisable):
    wanted = specification(text, ["r"], ["g"], moore=moore)
    found = synthesised(wanted)
    assert found.realisable is realisable
    reads, gives = (["r"], ["g"]) if realisable else (["g"], ["r"])
    assert (list(found.machine.inputs), list(found.machine.outputs)) == (reads, gives)
    assert found.machine.timing is timing
    assert all(
        satisfied(wanted.formula, lasso.steps, lasso.loop) is realisable for lasso in lassos(found.machine)
    )


@needs_spot
def test_a_delayed_reading_is_undone():
    found = synthesised(specification("!g & G(X g <-> r)", ["r"], ["g"], moore=True))
    assert play(found.machine, [1, 0, 1, 1]) == (0, 1, 0, 1)


@needs_spot
def test_a_machine_that_does_not_satisfy_is_never_handed_out(monkeypatch):
    monkeypatch.setattr(spot, "synthesise", lambda *_, **__: LATCH)
    with pytest.raises(EnginesDisagreeError, match=r"violates G\(o -> r\): r&o; cycle\{!r&o\}"):
        synthesised(specification("G(o -> r)", ["r"], ["o"]))
    monkeypatch.setattr(spot, "violation", lambda *_, **__: None)
    with pytest.raises(EnginesDisagreeError, match="violates"):
        synthesised(specification("G(o -> r)", ["r"], ["o"]))


def test_a_deadline_is_no_verdict(monkeypatch):
    out = Undecided("spot", Why.TIME, "no answer within 1 seconds")
    monkeypatch.setattr(spot, "synthesise", lambda *_, **__: out)
    assert synthesised(specification("G(o -> r)", ["r"], ["o"])) == out
    monkeypatch.setattr(spot, "synthesise", lambda *_, **__: LATCH)
    monkeypatch.setattr(spot, "violation", lambda *_, **__: out)
    assert synthesised(specification("G(o -> r)", ["r"], ["o"])) == out
