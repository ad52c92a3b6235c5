"""TLSF: what the basic format says, and where faults are."""

import pytest
from testkit.mutations import COUNTS, survive

from certwright.domains.reactive.ltl import satisfied
from certwright.domains.reactive.tlsf import looks_like_tlsf, read_tlsf
from certwright.instances.errors import UnsupportedError, WorldError

ARBITER = """INFO {
  TITLE:       "Simple arbiter"   // two clients
  DESCRIPTION: "INPUTS { in a string; }"
  SEMANTICS:   Mealy
  TARGET:      Mealy
}
/* MAIN { } */
MAIN {
  INPUTS { Grab; r1; }
  OUTPUTS { g0; g1; }
  INITIALLY { !Grab; }
  PRESET { !g0; }
  REQUIRE { !(Grab && r1); }
  ASSERT { !g0 || !g1; }
  ASSUME { G F Grab; }
  GUARANTEE { G (Grab -> F g0); G (r1 -> F g1); }
}
"""


def test_the_sections_of_the_standard_semantics():
    spec = read_tlsf(ARBITER)
    assert (spec.inputs, spec.outputs, spec.moore) == (("Grab", "r1"), ("g0", "g1"), False)
    idle, both = set(), {"g0", "g1"}
    assert satisfied(spec.formula, [idle], 0)  # GF Grab does not hold
    assert satisfied(spec.formula, [{"Grab"}, both], 1)  # INITIALLY does not hold
    assert not satisfied(spec.formula, [{"g0"}], 0)  # PRESET is owed whatever comes
    assert not satisfied(spec.formula, [idle, {"Grab"}], 0)
    assert satisfied(spec.formula, [idle, {"Grab", "g0"}], 0)
    assert not satisfied(spec.formula, [idle, {"Grab", *both}], 0)
    assert satisfied(spec.formula, [idle, both, {"Grab", "r1"}, {"Grab"}], 0)  # REQUIRE is broken later


def test_the_strict_semantics_owes_invariants_as_long_as_requirements_hold():
    spec = read_tlsf(ARBITER.replace("Mealy\n  T", "Mealy, Strict\n  T"))
    both, broken = {"g0", "g1"}, {"Grab", "r1"}
    assert not satisfied(spec.formula, [set(), both, broken, {"Grab"}], 0)
    assert satisfied(spec.formula, [set(), broken, both, {"Grab"}], 0)


def test_moore():
    assert read_tlsf(ARBITER.replace("Mealy", "Moore")).moore


FAULTS = {
    "no INFO": ("INFO {", "INFOS {", r"^a:1:1: expected 'INFO', found 'INFOS'"),
    "semantics": ("SEMANTICS:   Mealy", "SEMANTICS:   Finite", r"^a:4:16: the semantics Finite is not read"),
    "target": ("TARGET:      Mealy", "TARGET:      Mail", r"^a:5:16: the target is Mealy or Moore"),
    "both": (
        "TARGET:      Mealy",
        "TARGET:      Moore",
        r"^a:5:16: the semantics is mealy, the target moore",
    ),
    "parameters": ("INFO {", "GLOBAL { PARAMETERS { n = 2; } } INFO {", r"^a:1:1: GLOBAL belongs to"),
    "bus": ("INPUTS { Grab;", "INPUTS { Grab[2];", r"^a:9:12: 'Grab': buses"),
    "index": ("F g0", "F g0[1]", r"^a:16:30: '\[' in a formula belongs to"),
    "name": ("F g0", "F g7", r"^a:16:28: 'g7' is neither input nor output"),
    "section": ("ASSUME", "ASUME", r"^a:15:3: MAIN holds INPUTS, .*; found 'ASUME'"),
    "operand": ("G (Grab -> F g0)", "G (Grab -> )", r"^a:16:26: an operand expected"),
    "open": ("G (Grab -> F g0);", "G (Grab -> F g0;", r"^a:16:17: a bracket is not closed"),
    "semicolon": ("!g0 || !g1;", "!g0 || !g1", r"^a:14:23: expected ';', found '}'"),
    "comment": ("/* MAIN { } */", "/* MAIN { }", r"^a:7:1: a comment is not closed"),
    "end": ("(r1 -> F g1); }\n}", "(r1 -> F g1); }", r"expected '}' of MAIN, found 'the end of the file'"),
    "after": ("(r1 -> F g1); }\n}", "(r1 -> F g1); }\n} x", r"^a:17:3: 'x' follows MAIN"),
    "outputs": ("OUTPUTS { g0; g1; }", "OUTPUTS { }", r"'g0' is neither input nor output"),
    "twice": ("INPUTS { Grab;", "INPUTS { Grab; Grab;", r"'Grab' is declared twice"),
}


@pytest.mark.parametrize(("old", "new", "message"), FAULTS.values(), ids=FAULTS)
def test_faults_have_their_place(old, new, message):
    assert old in ARBITER
    with pytest.raises((WorldError, UnsupportedError), match=message):
        read_tlsf(ARBITER.replace(old, new, 1), file="a")


def test_what_looks_like_it():
    assert looks_like_tlsf("// a\n/* b */ INFO {")
    assert not looks_like_tlsf("HOA: v1")
    assert not looks_like_tlsf("")


@pytest.mark.parametrize("count", COUNTS)
def test_mutated_files(count):
    assert 0 < survive(read_tlsf, [ARBITER], count) < count
