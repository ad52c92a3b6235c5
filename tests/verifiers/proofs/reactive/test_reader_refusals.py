"""What the checker says of machines and formulas that it does not read: the line or word, and the reason."""

import pytest

from certwright.verifiers.proofs.reactive import hoa, ltlf
from certwright.verifiers.proofs.refused import RefusedError

ONE = (
    'HOA: v1\nStates: 1\nStart: 0\nAP: 2 "r" "o"\ncontrollable-AP: 1\nacc-name: all\nAcceptance: 0 t\n'
    "properties: deterministic\n--BODY--\nState: 0\n[0&1] 0\n[!0&!1] 0\n--END--\n"
)
PARTS = "hoa: a header, --BODY--, the states and --END-- were expected"
NO_ITEM = "is no item that the header of a machine has here"
NO_EDGE = "is no edge [label] target of a state"
LABEL = "hoa:11: the label is too large, or speaks of no proposition"
NAMES = "hoa: AP must name {} propositions, at most 20"
MANY = " ".join(f'"p{number}"' for number in range(21))
REFUSED = {
    "a state that is missing": ("States: 1", "States: 2", "hoa: state 1 has no edge for some letter"),
    "a start that is not there": ("Start: 0", "Start: 1", "hoa: no run reaches state 0, or it is not there"),
    "a state twice": ("--END--", "State: 0\n--END--", "hoa:13: state 0 occurs twice, or States: is less"),
    "a state too many": ("--END--", "State: 1\n--END--", "hoa:13: state 1 occurs twice, or States: is less"),
    "an edge before any state": ("State: 0\n", "", f"hoa:10: '[0&1] 0' {NO_EDGE}"),
    "an edge to no state": ("[0&1] 0", "[0&1] 1", f"hoa:11: '[0&1] 1' {NO_EDGE}"),
    "an alias": ("--BODY--", "Alias: @a 0\n--BODY--", f"hoa:9: 'Alias: @a 0' {NO_ITEM}"),
    "a remark": ("States: 1", "States: 1 /* 1 */", f"hoa:2: 'States: 1 /* 1 */' {NO_ITEM}"),
    "another version": ("HOA: v1", "HOA: v2", f"hoa:1: 'HOA: v2' {NO_ITEM}"),
    "the version later": ("HOA: v1\nStates: 1", "States: 1\nHOA: v1", f"hoa:1: 'States: 1' {NO_ITEM}"),
    "no start": ("Start: 0\n", "", "hoa: the header has no Start"),
    "no acceptance": ("Acceptance: 0 t\n", "", "hoa: the header has no Acceptance"),
    "another acceptance": (
        "Acceptance: 0 t",
        "Acceptance: 1 Inf(0)",
        f"hoa:7: 'Acceptance: 1 Inf(0)' {NO_ITEM}",
    ),
    "two starts": ("Start: 0", "Start: 0\nStart: 0", f"hoa:4: 'Start: 0' {NO_ITEM}"),
    "outputs before inputs": (
        "controllable-AP: 1",
        "controllable-AP: 0",
        "hoa: controllable-AP: the outputs must be the last propositions, in their order",
    ),
    "a name less": ('AP: 2 "r" "o"', 'AP: 2 "r"', NAMES.format(2)),
    "a name twice": ('AP: 2 "r" "o"', 'AP: 2 "r" "r"', NAMES.format(2)),
    "more names than are read": ('AP: 2 "r" "o"', f"AP: 21 {MANY}", NAMES.format(21)),
    "a label on the state": ("State: 0", "State: [t] 0", f"hoa:10: 'State: [t] 0' {NO_EDGE}"),
    "an item hidden in another": (
        "acc-name: all",
        "acc-name: all Start: 1",
        f"hoa:6: 'acc-name: all Start: 1' {NO_ITEM}",
    ),
    "an output left open": ("[0&1] 0", "[0] 0", "hoa:11: a letter has two edges"),
    "a letter left out": ("[0&1] 0\n", "", "hoa: state 0 has no edge for some letter"),
    "two edges for a letter": ("[0&1] 0", "[0&1 | 0&!1] 0", "hoa:11: a letter has two edges"),
    "a label too deep": (
        "[0&1]",
        "[" + "(" * 151 + "0&1" + ")" * 151 + "]",
        "hoa:11: formula: nested deeper than 150",
    ),
    "a label that ends too soon": (
        "[0&1]",
        "[0&]",
        "hoa:11: formula: word 2 is 'end', which cannot stand here",
    ),
    "a proposition too many": ("[0&1]", "[0&1&2]", LABEL),
    "a proposition of three digits": ("[0&1]", "[0&001]", LABEL),
    "no end": ("--END--", "", PARTS),
    "no body": ("--BODY--\n", "", PARTS),
    "text after the end": ("--END--\n", "--END--\n\n", PARTS),
    "no newline at the end": ("--END--\n", "--END--", PARTS),
}


@pytest.mark.parametrize(("before", "after", "why"), REFUSED.values(), ids=REFUSED)
def test_machines_that_records_do_not_hold(before, after, why):
    assert hoa.read(ONE).emitted == ((0, 1),) and before in ONE
    with pytest.raises(RefusedError) as caught:
        hoa.read(ONE.replace(before, after, 1))
    assert str(caught.value) == why


def test_a_state_that_no_run_reaches():
    text = ONE.replace("States: 1", "States: 2").replace("--END--", "State: 1\n[1] 0\n--END--")
    with pytest.raises(RefusedError, match=r"^hoa: no run reaches state 1, or it is not there$"):
        hoa.read(text)


@pytest.mark.parametrize(
    ("bound", "least", "why"),
    [
        ("MAX_PROPOSITIONS", 2, "hoa: AP must name 2 propositions, at most 1"),
        ("MAX_TABLE", 2, "hoa: 1 states over 1 inputs, more than 1 entries"),
        ("MAX_BITS", (3 + 5) << 2, "hoa:12: the label is too large, or speaks of no proposition"),
    ],
)
def test_machines_are_bounded(monkeypatch, bound, least, why):
    hoa.read.cache_clear()
    monkeypatch.setattr(hoa, bound, least)
    assert hoa.read(ONE).inputs == ("r",)
    hoa.read.cache_clear()
    monkeypatch.setattr(hoa, bound, least - 1)
    with pytest.raises(RefusedError) as caught:
        hoa.read(ONE)
    assert str(caught.value) == why


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a &", "word 2 is 'end', which cannot stand here"),
        ("a b", "word 1 is 'b', which cannot stand here"),
        ("a)", "word 1 is ')', which cannot stand here"),
        ("(a", "word 2 is 'end', which cannot stand here"),
        ("!", "word 1 is 'end', which cannot stand here"),
        ("", "word 0 is 'end', which cannot stand here"),
        ("a # b", "unexpected ' # b'"),
        ("X " * 151 + "a", "nested deeper than 150"),
        ("(" * 151 + "a" + ")" * 151, "nested deeper than 150"),
        (
            " & ".join(f"p{i}" for i in range(9)),
            "9 propositions, 0 temporal operators; at most 8 and 11 are read",
        ),
        ("X " * 12 + "a", "1 propositions, 12 temporal operators; at most 8 and 11 are read"),
    ],
)
def test_formulas_that_are_not_read(text, why):
    with pytest.raises(RefusedError) as caught:
        ltlf.Rest(text)
    assert str(caught.value) == f"formula: {why}"


def test_formulas_at_the_bounds_are_read(monkeypatch):
    assert len(ltlf.Rest(" & ".join(f"p{i}" for i in range(8))).propositions) == 8
    assert len(ltlf.Rest("X " * 11 + "a").promised) == 12
    assert ltlf.Rest("(" * 150 + "a" + ")" * 150).propositions == ["a"]
    assert ltlf.Rest("a" * 20_000).propositions == ["a" * 20_000]
    words = [("proposition", "a"), ("&", ""), ("proposition", "b")]
    assert len(ltlf.Formula(words, 3).nodes) == 3
    with pytest.raises(RefusedError, match=r"^formula: more than 2 subformulas$"):
        ltlf.Formula(words, 2)
