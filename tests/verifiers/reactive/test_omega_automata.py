"""Effects given as automata: acceptance by Spot and by us, causes by Spot and by search, refusals."""

import json
import random
import re

import pytest
from testkit.mutations import COUNTS, survive
from testkit.sampling import sampled
from testkit.table_machines import random_machine

from certwright.domains.reactive.hoa import write_hoa
from certwright.domains.reactive.ltl import read_ltl, satisfied, spot_text
from certwright.domains.reactive.machine import Machine
from certwright.domains.reactive.recogniser import read_recogniser
from certwright.instances.errors import LimitError, UnsupportedError, WorldError
from certwright.scripts.cli import run
from certwright.verifiers.engines import spot_tasks
from certwright.verifiers.engines.outcome import Undecided, Why
from certwright.verifiers.engines.registry import present
from certwright.verifiers.reactive.omega import InfiniteTrace, automaton_effect, has_effect

needs_spot = pytest.mark.skipif(not present("spot"), reason="Spot is not installed")
LATCH = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))
WIRE = Machine(("r",), ("o",), 0, ((0, 0),), ((0, 1),))
EVEN = """HOA: v1
AP: 1 "o"
Start: 0
Acceptance: 1 Inf(0) | Fin(0)
--BODY--
State: 0
[0] 1
State: 1
[t] 0 {0}
--END--
"""
"""o holds at every even position: no formula of LTL says so."""
FORMULAS = (
    "G F o0",
    "F G o0",
    "o0 U o1",
    "G(i0 -> F o1)",
    "G F o0 -> G F o1",
    "F(o0 & X o1)",
    "X !o0 | G o1",
)


def word(letters, loop, names):
    cubes = [
        "&".join(("" if letter >> bit & 1 else "!") + name for bit, name in enumerate(names))
        for letter in letters
    ]
    return "; ".join([*cubes[:loop], f"cycle{{{'; '.join(cubes[loop:])}}}"])


def cause(machine, trace, source):
    """What the child of `temporal_cause` returns, without a child."""
    asked = {"hoa": write_hoa(machine), "inputs": list(machine.inputs), **source}
    return spot_tasks.temporal_cause({**asked, "letters": list(trace.letters), "loop": trace.loop})


def random_trace(draw, width, longest=4):
    letters = tuple(draw.randrange(1 << width) for _ in range(draw.randint(1, longest)))
    return InfiniteTrace(letters, draw.randrange(len(letters)))


def random_automaton(draw, names, *, deterministic):
    """HOA text over two names with an acceptance condition of up to three sets."""
    sets, states = draw.randint(0, 3), draw.randint(1, 4)

    def marks():
        chosen = [str(number) for number in range(sets) if draw.random() < 0.4]
        return f" {{{' '.join(chosen)}}}" if chosen else ""

    def condition(depth):
        if not sets or not depth:
            sign = "!" if draw.random() < 0.2 else ""
            return f"{draw.choice(['Inf', 'Fin'])}({sign}{draw.randrange(sets)})" if sets else "t"
        return f"(({condition(depth - 1)}) {draw.choice('&|')} ({condition(depth - 1)}))"

    lines = ["HOA: v1", f"States: {states}", "Start: 0", f'AP: 2 "{names[0]}" "{names[1]}"']
    lines += ["Start: 1"] if states > 1 and not deterministic else []
    lines += [f"Acceptance: {sets} {condition(draw.randint(0, 2))}", "--BODY--"]
    for state in range(states):
        lines.append(f"State: {state}{marks()}")
        for label in ("0&1", "0&!1", "!0&1", "!0&!1"):
            for _ in range(1 if deterministic else draw.randint(0, 2)):
                lines.append(f"[{label}] {draw.randrange(states)}{marks()}")
    return "\n".join([*lines, "--END--", ""])


@needs_spot
def test_acceptance_is_that_of_spot():
    draw, names = random.Random(5), ("a", "b")
    seen = set()
    for _ in range(60):
        text = random_automaton(draw, names, deterministic=False)
        traces = [random_trace(draw, 2, 6) for _ in range(10)]
        words = [word(trace.letters, trace.loop, names) for trace in traces]
        recogniser = read_recogniser(text)
        for trace, theirs in zip(traces, spot_tasks.accepted({"hoa": text, "words": words}), strict=True):
            steps = [{name for bit, name in enumerate(names) if one >> bit & 1} for one in trace.letters]
            assert recogniser.accepts(steps, trace.loop) is theirs, (text, trace)
            seen.add(theirs)
    assert seen == {True, False}


@needs_spot
def test_a_formula_and_its_automata_have_the_same_cause():
    import spot

    draw, compared = random.Random(6), 0
    kinds = (("buchi",), ("deterministic", "parity"), ("generic", "deterministic"), ("buchi", "sbacc"))
    while compared < 100:
        machine = random_machine(draw.randrange(10**6), states=3)
        formula = read_ltl(draw.choice(FORMULAS))
        text = str(spot.translate(spot_text(formula), *draw.choice(kinds)).to_str("hoa"))
        trace, effect = random_trace(draw, 2), automaton_effect(text)
        steps = run_of(machine, trace)
        assert has_effect(machine, trace, effect) is satisfied(formula, *steps)
        if satisfied(formula, *steps):
            left = cause(machine, trace, {"formula": spot_text(formula)})
            right = cause(machine, trace, effect.source)
            assert spot_tasks.equivalent({"left": left, "right": right}), (text, trace)
            compared += 1


def run_of(machine, trace):
    """The lasso of propositions over a trace, unrolled until the state comes again."""
    names = (*machine.inputs, *machine.outputs)
    steps, seen, state, place = [], {}, machine.initial, 0
    while (state, place) not in seen:
        seen[state, place] = len(steps)
        letter = trace.letters[place]
        mask = letter | machine.emitted[state][letter] << len(machine.inputs)
        steps.append({name for bit, name in enumerate(names) if mask >> bit & 1})
        state, place = machine.successors[state][letter], place + 1
        place = trace.loop if place == len(trace.letters) else place
    return steps, seen[state, place]


def opposite(text):
    """The automaton with the negated condition (all in brackets): of a deterministic one the complement."""
    line = next(line for line in text.splitlines() if line.startswith("Acceptance:"))
    swapped = {"Inf": "Fin", "Fin": "Inf", "&": "|", "|": "&", "t": "f"}
    return text.replace(line, re.sub(r"Inf|Fin|[&|]|\bt\b", lambda found: swapped[found[0]], line))


def avoids(machine, far, base, effect):
    """Whether a sequence that differs from ``base`` at most where ``far`` does is not in the effect.

    The runs over all sequences in between are those of one nondeterministic automaton without propositions.
    """
    assert len(far.letters) == len(base.letters)
    assert far.loop == base.loop
    recogniser = read_recogniser(opposite(effect))
    places, order, lines = {}, [(0, machine.initial, recogniser.starts[0])], []
    places[order[0]] = 0
    for step, state, other in order:
        lines.append(f"State: {places[step, state, other]}")
        following = step + 1 if step + 1 < len(base.letters) else base.loop
        for letter in range(1 << len(machine.inputs)):
            if (letter ^ base.letters[step]) & ~(far.letters[step] ^ base.letters[step]):
                continue
            names = (*machine.inputs, *machine.outputs)
            mask = letter | machine.emitted[state][letter] << len(machine.inputs)
            held = {name for bit, name in enumerate(names) if mask >> bit & 1}
            value = sum((ap in held) << bit for bit, ap in enumerate(recogniser.aps))
            for table, after, sets in recogniser.edges[other]:
                if table >> value & 1:
                    node = (following, machine.successors[state][letter], after)
                    if node not in places:
                        places[node] = len(order)
                        order.append(node)
                    lines.append(f"[t] {places[node]} {{{' '.join(map(str, sorted(sets)))}}}")
    head = (
        f"HOA: v1\nStart: 0\nAP: 0\nAcceptance: {recogniser.acceptance.sets} {recogniser.acceptance.text}\n"
    )
    return read_recogniser("\n".join([head + "--BODY--", *lines, "--END--"])).accepts([set()], 0)


@needs_spot
def test_the_cause_is_what_the_definition_says():
    """A lasso is in the cause exactly when nothing between it and the trace avoids the effect."""
    draw, asked, inside = random.Random(7), 0, 0
    while asked < sampled(16, of=40):
        machine = random_machine(draw.randrange(10**6), states=3)
        text = random_automaton(draw, ("o0", "i1"), deterministic=True)
        trace, effect = random_trace(draw, 2, 3), automaton_effect(text)
        if not has_effect(machine, trace, effect):
            assert avoids(machine, trace, trace, text)
            continue
        found = cause(machine, trace, effect.source)
        changed = [
            InfiniteTrace(
                tuple(letter ^ draw.choice((0, 0, 1, 2, 3)) for letter in trace.letters), trace.loop
            )
            for _ in range(8)
        ]
        words = [word(far.letters, far.loop, machine.inputs) for far in changed]
        answers = spot_tasks.accepted({"hoa": found, "words": words})
        for far, answer in zip(changed, answers, strict=True):
            assert answer is not avoids(machine, far, trace, text), (text, trace, far)
            inside += answer
        asked += 1
    assert 40 < inside < 280


@needs_spot
@pytest.mark.parametrize(
    ("trace", "expected"),
    [
        (InfiniteTrace((1, 0), 0), EVEN.replace('"o"', '"r"')),
        (InfiniteTrace((1,), 0), EVEN.replace('"o"', '"r"')),
    ],
)
def test_o_at_every_even_position(trace, expected):
    effect = automaton_effect(EVEN)
    assert has_effect(WIRE, trace, effect)
    assert not has_effect(WIRE, InfiniteTrace((1, 1, 0), 0), effect)
    assert spot_tasks.equivalent({"left": cause(WIRE, trace, effect.source), "right": expected})


FAULTS = {
    "another proposition": (
        '"o"',
        '"q"',
        WorldError,
        r"^e\.hoa:2: the effect speaks of 'q', which is no prop",
    ),
    "conjunction": ("[0] 1", "[0] 0&1", UnsupportedError, r"^e\.hoa:7: a conjunction of states: alternating"),
    "conjunction at first": ("Start: 0", "Start: 0&1", UnsupportedError, r"^e\.hoa:3: a conjunction of"),
    "no such state": ("[0] 1", "[0] 2", WorldError, r"^e\.hoa:7: state 2 is reached but not defined"),
    "no first state": ("Start: 0", "Start: 7", WorldError, r"^e\.hoa:3: state 7 is reached but not defined"),
    "too many sets": ("1 Inf(0)", "33 Inf(0)", LimitError, r"^e\.hoa:4: 33 acceptance sets; at most 32"),
    "no such set": ("Fin(0)", "Fin(1)", WorldError, r"^e\.hoa:4:28: acceptance set 1 does not exist"),
    "negation": ("Inf(0)", "!Inf(0)", WorldError, r"^e\.hoa:4:15: an acceptance condition cannot have '!'"),
    "no operator": ("| Fin", "Fin", WorldError, r"^e\.hoa:4:22: expected a section mark|expected '--BODY--'"),
    "not closed": ("Inf(0)", "Inf(0", WorldError, r"^e\.hoa:4:21: expected '\)', found '\|'"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named_with_its_place(fault):
    old, new, error, message = FAULTS[fault]
    assert old in EVEN
    with pytest.raises(error, match=message):
        has_effect(LATCH, InfiniteTrace((0,), 0), automaton_effect(EVEN.replace(old, new, 1), file="e.hoa"))


def test_conditions_that_divide_too_often_are_given_up(monkeypatch):
    loops = " ".join(f"State: {n} {{{n}}} [t] {(n + 1) % 3} [t] {n}" for n in range(3))
    head = 'HOA: v1 AP: 1 "o" Start: 0 Acceptance: 4'
    text = f"{head} (Fin(0) & Fin(1) & Fin(2)) | Inf(3) --BODY-- {loops} --END--"
    assert not read_recogniser(text).accepts([set()], 0)
    monkeypatch.setattr("certwright.domains.reactive.recogniser.SPLIT_LIMIT", 1)
    with pytest.raises(LimitError, match="a condition that divides one product into more than 1 parts"):
        read_recogniser(text).accepts([set()], 0)


@pytest.mark.parametrize("count", COUNTS)
def test_mutated_automata(count):
    """HOA as machine, game or effect is read or refused, and an effect that is read can be decided."""

    def read(text):
        read_recogniser(text, file="m.hoa").accepts([{"o"}, set()], 0)

    taken = survive(read, [EVEN, write_hoa(LATCH), write_hoa(random_machine(1))], count)
    assert count // 20 < taken < count


@needs_spot
def test_the_shell(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wire.hoa").write_text(write_hoa(WIRE))
    (tmp_path / "even.hoa").write_text(EVEN)
    asked = ["cause", "--system", "wire.hoa", "--effect-hoa"]
    assert run([*asked, "even.hoa", "--trace", "cycle{r; !r}", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["effect"] == EVEN
    assert spot_tasks.equivalent({"left": printed["hoa"], "right": EVEN.replace('"o"', '"r"')})
    assert run([*asked, "even.hoa", "--trace", "cycle{!r; r}"]) == 3
    assert "the effect does not happen on the trace: it has no cause there" in capsys.readouterr().err
    (tmp_path / "odd.hoa").write_text(EVEN.replace("[0] 1", "[0] 0&1"))
    assert run([*asked, "odd.hoa", "--trace", "cycle{r}"]) == 3
    assert "error: odd.hoa:7: a conjunction of states" in capsys.readouterr().err
    assert run([*asked, "even.hoa", "--ltl", "F o", "--trace", "cycle{r}"]) == 2
    assert run([*asked, "none.hoa", "--trace", "cycle{r}"]) == 2
    assert "none.hoa" in capsys.readouterr().err


@needs_spot
def test_what_properties_claim_is_not_believed():
    """A file on one line, which claims to be deterministic and is not."""
    text = (
        'HOA: v1 AP: 1 "o" Start: 0 Acceptance: 1 Inf(0) properties: deterministic complete --BODY-- '
        "State: 0 [t] 0 [0] 1 State: 1 [0] 1 {0} --END--"
    )
    effect = automaton_effect(text)
    trace = InfiniteTrace((1,), 0)
    assert has_effect(WIRE, trace, effect)
    found = cause(WIRE, trace, effect.source)
    assert spot_tasks.equivalent({"left": found, "right": spot_tasks.translate("F G r")})


@pytest.mark.parametrize(
    ("why", "told"),
    [
        (Why.TIME, "undecided: no automaton: it stopped; --deadline gives it more time\n"),
        (Why.MEMORY, "undecided: no automaton: it stopped\n"),
    ],
)
def test_why_there_is_no_automaton_is_said(why, told, tmp_path, capsys, monkeypatch):
    (tmp_path / "wire.hoa").write_text(write_hoa(WIRE))
    (tmp_path / "even.hoa").write_text(EVEN)
    stopped = Undecided("spot", why, "it stopped")
    monkeypatch.setattr("certwright.verifiers.engines.spot.temporal_cause", lambda *_, **__: stopped)
    files = ["--system", str(tmp_path / "wire.hoa"), "--effect-hoa", str(tmp_path / "even.hoa")]
    assert run(["cause", *files, "--trace", "cycle{r}"]) == 5
    assert capsys.readouterr().err == told
