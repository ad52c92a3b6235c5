"""Causes over infinite words: known ones, the definition on small lassos, and what is refused."""

import random

import pytest

from certwright.domains.reactive.hoa import write_hoa
from certwright.domains.reactive.machine import Machine
from certwright.domains.reactive.words import read_lasso
from certwright.instances.errors import EnginesDisagreeError, RecordError, WorldError
from certwright.scripts.cli import run
from certwright.verifiers.engines import spot
from certwright.verifiers.engines.registry import present
from certwright.verifiers.reactive.omega import (
    InfiniteTrace,
    checked,
    formula_effect,
    has_effect,
    temporal_cause,
)

LATCH = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))
ALL = (
    'HOA: v1\nStates: 1\nStart: 0\nAP: 1 "r"\nAcceptance: 1 Inf(0)\n--BODY--\nState: 0 {0}\n[t] 0\n--END--\n'
)
needs_spot = pytest.mark.skipif(not present("spot"), reason="Spot is not installed")


def trace(text, inputs=("r",)):
    return InfiniteTrace(*read_lasso(text, inputs))


@pytest.mark.parametrize(
    ("text", "effect", "value"),
    [
        ("!r; cycle{r}", "F G o", True),
        ("cycle{!r}", "F o", False),
        ("!r; r; cycle{!r}", "X o & !o & G F o", True),
        ("cycle{r; !r}", "G(r -> X !r) & G F r", True),
    ],
)
def test_the_run_of_a_lasso(text, effect, value):
    assert has_effect(LATCH, trace(text), formula_effect(effect)) is value
    assert has_effect(LATCH, trace(text).unrolled(3), formula_effect(effect)) is value


@needs_spot
@pytest.mark.parametrize(
    ("text", "effect", "cause"),
    [
        ("cycle{!r}", "G !o", "G !r"),
        ("r; r; cycle{!r}", "F o", "r | X r"),
        ("!r; cycle{r}", "F G o", "X F r"),
    ],
)
def test_known_causes(text, effect, cause):
    found = temporal_cause(LATCH, trace(text), formula_effect(effect))
    assert 'AP: 1 "r"' in found
    assert spot.same_runs(found, spot.automaton(cause)) is True


@needs_spot
def test_the_definition_on_lassos_of_one_shape():
    """A sequence below which one of the same shape avoids the effect is not in the cause."""
    draw = random.Random(4)
    machine = Machine(("a",), ("o",), 0, ((1, 0), (2, 0), (2, 1)), ((0, 1), (1, 0), (1, 1)))
    base = InfiniteTrace((0, 1, 0), 1)
    formula = next(
        text for text in ("G F o", "F G o", "F !o") if has_effect(machine, base, formula_effect(text))
    )
    found = temporal_cause(machine, base, formula_effect(formula))
    words = [tuple(draw.randrange(2) for _ in range(3)) for _ in range(20)]
    shown = ["; ".join("a" if bit else "!a" for bit in word).split("; ") for word in words]
    answers = spot.accepted(found, [f"{one[0]}; cycle{{{one[1]}; {one[2]}}}" for one in shown])
    for word, inside in zip(words, answers, strict=True):
        flips = [step for step in range(3) if word[step] != base.letters[step]]
        below = [
            tuple(
                word[step] if step in flips and chosen >> flips.index(step) & 1 else base.letters[step]
                for step in range(3)
            )
            for chosen in range(1 << len(flips))
        ]
        if not all(has_effect(machine, InfiniteTrace(each, 1), formula_effect(formula)) for each in below):
            assert not inside


@needs_spot
def test_an_automaton_that_accepts_too_much_or_too_little_is_found_out():
    formula = formula_effect("G !o")
    with pytest.raises(EnginesDisagreeError, match="which avoids the effect"):
        checked(ALL, LATCH, trace("cycle{!r}"), formula, 60)
    with pytest.raises(EnginesDisagreeError, match="does not accept the trace itself"):
        checked(ALL.replace("[t]", "[0]"), LATCH, trace("cycle{!r}"), formula, 60)


def test_refusals():
    with pytest.raises(WorldError, match="the effect does not happen on the trace"):
        temporal_cause(LATCH, trace("cycle{!r}"), formula_effect("F o"))
    with pytest.raises(WorldError, match="the effect speaks of 'q', which is no proposition of the machine"):
        temporal_cause(LATCH, trace("cycle{!r}"), formula_effect("F q"))
    for text in ("r; !r", "r; cycle{}", "cycle{r} !r", "cycle{r; }{", "cycle{1}"):
        with pytest.raises(RecordError, match=r"infinite trace|leaves 'r' open"):
            trace(text)


@needs_spot
def test_the_shell(tmp_path, capsys):
    file = tmp_path / "latch.hoa"
    file.write_text(write_hoa(LATCH))
    asked = ["cause", "--system", str(file), "--ltl", "F o"]
    assert run([*asked, "--trace", "r; cycle{!r}"]) == 0
    assert capsys.readouterr().out.startswith("HOA: v1\nStates: ")
    assert run([*asked, "--trace", "r; !r"]) == 3
    assert "r; !r: an infinite trace is steps" in capsys.readouterr().err
    assert run([*asked, "--trace", "cycle{r}", "--at", "1"]) == 2
    assert run([*asked, "--trace", "cycle{r}", "--effect", "o"]) == 2
    assert "give one of --effect, --ltlf, --ltl and --effect-hoa" in capsys.readouterr().err
