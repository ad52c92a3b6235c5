"""Files of users, mutated: each is read or refused, and nothing else happens.

AIGER, LTL, TLSF, PDDL with ADL, Autumn, automata of effects, themes and levels have such tests of their own.
"""

import json

import pytest
from testkit.mutations import COUNTS, survive

from certwright.domains.planning.pddl import parse_domain
from certwright.domains.planning.wording_load import load
from certwright.domains.reactive.hoa import canonical, read_hoa
from certwright.domains.reactive.words import read_lasso, read_trace
from certwright.instances.errors import RecordError
from certwright.instances.formats.gf01 import bundle, instance_json, read_instance, transition_keys
from certwright.scripts.gf01.bundles import read
from certwright.scripts.systems import load as load_system

DOMAIN = """(define (domain toy) (:requirements :typing) (:types doll)
 (:predicates (near ?a ?b - doll) (held ?a - doll))
 (:action take :parameters (?a - doll) :precondition (and) :effect (held ?a)))"""
WORDING = """title = "Toy"
introduction = ["Dolls are taken."]
lead = ["now,"]
goal = ["Reach that {facts}."]
[objects]
doll = ["doll", "dolls"]
[facts.near]
one = ["doll {a} is near doll {b}"]
group = "b"
many = ["doll {a} is near dolls {b}"]
[facts.held]
one = ["doll {a} is held"]
[actions]
take = ["take doll {a}", "from the floor, take doll {a}"]
"""
HOA = """HOA: v1
States: 2
Start: 0
AP: 2 "r" "o"
Alias: @a 0 & 1
controllable-AP: 1
Acceptance: 0 t
--BODY--
State: 0 "idle" /* first */
[!0&!1] 0
[@a] 1
State: [1] 1 "busy"
1
--END--
"""
SYNTHESISED = """REALIZABLE
aag 3 1 1 1 1
2
4 7
5
6 3 5
i0 r
o0 g
"""
ROWS = {
    key: {"next_state": "s1" if "r=1" in key else "s0", "output": {"o": int("r=1" in key)}}
    for key in transition_keys(("r", "q"))
}
INSTANCE = {
    "automaton": {
        "states": ["s0", "s1"],
        "initial_state": "s0",
        "input_aps": ["r", "q"],
        "output_aps": ["o"],
        "transitions": {"s0": ROWS, "s1": ROWS},
    },
    "base_trace": [{"r": 0, "q": 0}, {"r": 0, "q": 1}],
    "effect_ap": "o",
    "t_star": 1,
    "mode": "hard",
    "window_size": 1,
    "budget_timestep": 1,
    "instance_id": "i1",
}


@pytest.mark.parametrize("count", COUNTS)
def test_wordings(count):
    domain = parse_domain(DOMAIN)
    assert 0 < survive(lambda text: load(text, domain, file="w.toml"), [WORDING], count) < count


@pytest.mark.parametrize("count", COUNTS)
def test_machines(count):
    def read_machine(text):
        canonical(read_hoa(text, file="m.hoa"))

    assert 0 < survive(read_machine, [HOA], count) < count


@pytest.mark.parametrize("count", COUNTS)
def test_what_ltlsynt_prints(count, tmp_path):
    file = tmp_path / "raw.txt"

    def read_system(text):
        file.write_text(text, errors="surrogatepass")
        load_system(str(file))

    texts = [SYNTHESISED, SYNTHESISED.replace("REALIZABLE", "UNREALIZABLE")]
    assert 0 < survive(read_system, texts, count) < count


@pytest.mark.parametrize("count", COUNTS)
def test_bundles(count, tmp_path):
    file = tmp_path / "instance_bundle.json"
    whole = bundle([instance_json(read_instance(INSTANCE))], split="public_dev", versions={})
    refused = []

    def read_questions(text):
        file.write_text(text, errors="surrogatepass")
        refused.extend(entry for entry in read(file) if isinstance(entry, RecordError))

    texts = [json.dumps(whole), json.dumps(INSTANCE, indent=1)]
    assert survive(read_questions, texts, count) == count
    assert count // 2 < len(refused)
    assert all(str(error).startswith(str(file)) for error in refused)


@pytest.mark.parametrize("count", COUNTS)
def test_traces(count):
    texts = [
        "a&!b; !a&b; cycle{1}",
        "10 01",
        "step,a,b\n0,1,0\n1,0,1",
        '[{"a": 1, "b": 0}, {"a": 0, "b": 1}]',
    ]
    assert 0 < survive(lambda text: read_trace(text, ("a", "b")), texts, count) < count
    assert 0 < survive(lambda text: read_lasso(text, ("a", "b")), ["a&b; cycle{!a&b; a&!b}"], count) < count


def test_long_runs_of_blanks_in_traces():
    """A step of 200,000 blanks, which took hours when they were tried in every division."""
    blanks = " " * 200_000
    with pytest.raises(RecordError, match=r"^step 1: a literal expected, found ''$"):
        read_trace(f"a&!b;{blanks}; cycle{{1}}", ("a", "b"))
    assert read_lasso(f"a&b;{blanks}!a&b {blanks} cycle {{ a&b }}", ("a", "b")) == ((3, 2, 3), 2)
    with pytest.raises(RecordError, match=r"^an infinite trace is steps between semicolons"):
        read_lasso(f"a&b{blanks}; cyle{{!a&b}}", ("a", "b"))
