"""HOA files that are no machines: each is refused with its reason and place."""

import random

import pytest
from testkit.table_machines import random_machine

from certwright.domains.reactive.hoa import canonical, read_hoa, write_hoa
from certwright.instances.errors import CertwrightError, LimitError, UnsupportedError, WorldError

GOOD = """HOA: v1
States: 2
Start: 0
AP: 2 "r" "o"
controllable-AP: 1
Acceptance: 0 t
--BODY--
State: 0
[!0&!1] 0
[0&1] 1
State: 1
[1] 1
--END--
"""

FAULTS = {
    "empty": ("", "", WorldError, r"^s\.hoa:1:1: a HOA file begins"),
    "no version": ("HOA: v1\n", "", WorldError, r"^s\.hoa:1:1: a HOA file begins"),
    "version 2": ("v1", "v2", WorldError, r"^s\.hoa:1:6: version v2"),
    "unknown capital item": ("States: 2", "Weights: 2", UnsupportedError, r"^s\.hoa:2: header item Weights:"),
    "States twice": ("States: 2", "States: 2 States: 2", WorldError, r":2:11: States: occurs twice"),
    "no acceptance": ("Acceptance: 0 t\n", "", WorldError, r":7:1: the header has no Acceptance"),
    "no start": ("Start: 0\n", "", UnsupportedError, r"no initial state"),
    "start out of range": ("Start: 0", "Start: 2", WorldError, r":3:8: state 2 does not exist"),
    "two starts": ("Start: 0", "Start: 0\nStart: 1", UnsupportedError, r"several initial states \(0, 1\)"),
    "conjunction": ("Start: 0", "Start: 0&1", UnsupportedError, r"alternating"),
    "alternating edge": ("[0&1] 1", "[0&1] 0&1", UnsupportedError, r"alternating"),
    "fewer names": ('AP: 2 "r" "o"', 'AP: 2 "r"', WorldError, r":5:1: expected a string, found"),
    "more names": ('AP: 2 "r" "o"', 'AP: 2 "r" "o" "p"', WorldError, r":4:15: more propositions"),
    "name twice": ('AP: 2 "r" "o"', 'AP: 2 "r" "r"', WorldError, r":4:11: proposition 'r' is declared twice"),
    "controllable out of range": ("AP: 1\n", "AP: 2\n", WorldError, r":5:18: controllable proposition 2"),
    "controllable twice": ("AP: 1\n", "AP: 1 1\n", WorldError, r":5:20: .* twice"),
    "not controllable": ("controllable-AP: 1\n", "", UnsupportedError, r"no controllable-AP"),
    "game": ("0 t", "1 Inf(0)", UnsupportedError, r":6: acceptance 'Inf\(0\)' makes this a game"),
    "state out of range": ("[0&1] 1", "[0&1] 2", WorldError, r":10:7: state 2 does not exist"),
    "state twice": ("State: 1", "State: 0", WorldError, r":11:1: state 0 is defined twice"),
    "state missing": ("State: 1\n[1] 1\n", "", WorldError, r"state 1 is reached but not defined"),
    "nondeterministic": ("[0&1] 1", "[1] 1\n[0&1] 0", WorldError, r":11: state 0 leads to 1 and to 0 for r"),
    "incomplete": ("[0&1] 1\n", "", WorldError, r":8: state 0 has no edge for r: .*incomplete"),
    "label of an unknown proposition": ("[0&1]", "[0&2]", WorldError, r":10:4: proposition 2 does not exist"),
    "label open": ("[0&1]", "[(0&1]", WorldError, r":10:6: expected '\)'"),
    "label empty": ("[0&1]", "[]", WorldError, r":10:2: a label cannot have '\]' here"),
    "label without operator": ("[0&1]", "[0 1]", WorldError, r":10:4: expected '\]', found '1'"),
    "label of nothing": ("[0&1]", "[0&]", WorldError, r":10:4: a label cannot have"),
    "alias unknown": ("[0&1]", "[@a]", WorldError, r":10:2: alias @a is not defined"),
    "mixed labels": ("[0&1] 1", "[0&1] 1\n1", WorldError, r":11:1: edges with and without labels"),
    "set out of range": ("[0&1] 1", "[0&1] 1 {0}", WorldError, r":10:10: acceptance set 0 does not exist"),
    "text in the body": ("[0&1] 1", "nonsense", WorldError, r":10:1: expected '--END--', found 'nonsense'"),
    "strange sign": ("[0&1]", "[0%1]", WorldError, r":10:3: unexpected '%'"),
    "string open": ('"r"', '"r', WorldError, r":4:11: expected a string"),
    "string without end": ('"o"', '"o', WorldError, r":4:11: a string that does not end"),
    "late count": ("States: 2\nStart: 0", "Start: 2\nStates: 2", WorldError, r":2: initial state 2 does not"),
    "comment open": ("State: 1", "/* State: 1", WorldError, r":11:1: a comment that does not end"),
    "aborted": ("State: 1", "--ABORT--", WorldError, r":11:1: the automaton is aborted"),
    "no end": ("--END--\n", "", WorldError, r":13:1: expected '--END--', found end of file"),
    "second automaton": ("--END--", "--END-- HOA: v1", WorldError, r":13:9: a second automaton"),
    "huge count": ("States: 2", "States: 99999999999999999999", LimitError, r":2: number of states 9999"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named_with_its_place(fault):
    old, new, error, message = FAULTS[fault]
    assert not old or old in GOOD
    text = GOOD.replace(old, new, 1) if old else ""
    with pytest.raises(error, match=message):
        read_hoa(text, file="s.hoa")


def test_the_good_text_is_good():
    assert read_hoa(GOOD).states == 2


@pytest.mark.parametrize(
    "label",
    ["(" * 50_000 + "0" + ")" * 50_000, "!" * 50_001 + "0", "0&" * 50_000 + "0"],
    ids=["brackets", "negations", "conjuncts"],
)
def test_deep_labels_are_read_without_recursion(label):
    with pytest.raises((WorldError, UnsupportedError), match=r"nondeterministic|outputs open"):
        read_hoa(GOOD.replace("[0&1]", f"[{label}]"))


def test_aliases_cannot_blow_up():
    lines = ["Alias: @a0 0 & 1"] + [f"Alias: @a{n} @a{n - 1} & @a{n - 1}" for n in range(1, 60)]
    with pytest.raises(LimitError, match="operations"):
        read_hoa(GOOD.replace("Acceptance:", "\n".join(lines) + "\nAcceptance:"))


def test_many_propositions_are_refused():
    names = " ".join(f'"p{place}"' for place in range(30))
    with pytest.raises(LimitError, match="at most 20"):
        read_hoa(GOOD.replace('AP: 2 "r" "o"', f"AP: 30 {names}"))


@pytest.mark.parametrize("seed", range(300))
def test_broken_text_never_crashes(seed):
    draw = random.Random(seed)
    text = write_hoa(canonical(random_machine(seed)))
    for _ in range(draw.randint(1, 4)):
        place, size = draw.randrange(len(text)), draw.randint(0, 3)
        text = (
            text[:place]
            + draw.choice(["", "[", "]", "0", '"', "&", "!", "\n", "State: 1", "9"])
            + text[place + size :]
        )
    try:
        machine = read_hoa(text)
    except CertwrightError as error:
        assert str(error)
    else:
        assert read_hoa(write_hoa(machine)) == machine
