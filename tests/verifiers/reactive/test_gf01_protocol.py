"""GF-01's policies, splits, complexity, diagnostics and coverage: tables against the specification's text."""

import random
from collections import Counter
from fractions import Fraction

import pytest
from testkit import kernel_worlds

from certwright.verifiers.reactive.check import smaller
from certwright.verifiers.reactive.gf01.diagnostics import Caps, Cost, caps, cost, diagnose, quantile
from certwright.verifiers.reactive.gf01.figures import Factors, identifiability, window
from certwright.verifiers.reactive.gf01.policies import (
    PANELS,
    TRACK_OF_BASELINE,
    Member,
    coverage,
    overlap_violations,
    panel_gaps,
    ratio_violations,
    rotation_violations,
    violations,
)

HASH = "0" * 64
RECORD = {
    "eval_track": "EVAL-CB",
    "tool_allowlist_id": "none",
    "tool_log_hash": "",
    "renderer_track": "json",
    "renderer_profile_id": "canonical-json-v1",
    "renderer_policy_version": "gf01.renderer_policy.v1",
    "play_protocol": "commit_only",
    "scored_commit_episode": True,
    "adaptation_policy_version": "gf01.adaptation_policy.v1",
    "adaptation_condition": "no_adaptation",
    "adaptation_budget_tokens": 0,
    "adaptation_data_scope": "none",
    "adaptation_protocol_id": "none",
}
TA = {"eval_track": "EVAL-TA", "tool_allowlist_id": "local-planner-v1", "tool_log_hash": HASH}
OC = {"eval_track": "EVAL-OC", "tool_allowlist_id": "oracle-exact-search-v1", "tool_log_hash": HASH}
TUNED = {
    "adaptation_condition": "weight_finetune",
    "adaptation_budget_tokens": 5,
    "adaptation_data_scope": "public_only",
    "adaptation_protocol_id": "lora-7",
}

KEPT = [{}, TA, OC, TUNED, {**TUNED, "adaptation_condition": "prompt_adaptation"}, {"view": "hidden"}]
KEPT += [{"renderer_track": "visual", "renderer_profile_id": "GF-01-R1"}]

BROKEN = [
    (
        {"tool_log_hash": HASH},
        "tool_log_hash",
        "EVAL-CB asks for '', not '0000000000000000000000000000000000000000000000000000000000000000'",
    ),
    ({"tool_allowlist_id": "NONE"}, "tool_allowlist_id", "EVAL-CB asks for 'none', not 'NONE'"),
    (
        {"tool_allowlist_id": "local-planner-v1"},
        "tool_allowlist_id",
        "EVAL-CB asks for 'none', not 'local-planner-v1'",
    ),
    (
        {**TA, "tool_log_hash": ""},
        "tool_log_hash",
        "EVAL-TA asks for the sha256 of the tool log, 64 hex digits",
    ),
    (
        {**TA, "tool_log_hash": "x"},
        "tool_log_hash",
        "EVAL-TA asks for the sha256 of the tool log, 64 hex digits",
    ),
    (
        {**TA, "tool_log_hash": "unknown"},
        "tool_log_hash",
        "EVAL-TA asks for the sha256 of the tool log, 64 hex digits",
    ),
    (
        {**TA, "tool_allowlist_id": "oracle-exact-search-v1"},
        "tool_allowlist_id",
        "EVAL-TA asks for 'local-planner-v1', not 'oracle-exact-search-v1'",
    ),
    (
        {**OC, "tool_log_hash": None},
        "tool_log_hash",
        "EVAL-OC asks for the sha256 of the tool log, 64 hex digits",
    ),
    ({"eval_track": "EVAL"}, "eval_track", "'EVAL' is not one of EVAL-CB, EVAL-TA, EVAL-OC"),
    ({"eval_track": ["EVAL-CB"]}, "eval_track", "['EVAL-CB'] is not one of EVAL-CB, EVAL-TA, EVAL-OC"),
    (
        {"renderer_track": "visual"},
        "renderer_profile_id",
        "renderer track visual asks for 'GF-01-R1', not 'canonical-json-v1'",
    ),
    (
        {"renderer_profile_id": "GF-01-R3"},
        "renderer_profile_id",
        "renderer track json asks for 'canonical-json-v1', not 'GF-01-R3'",
    ),
    ({"renderer_track": "puzzle"}, "renderer_track", "'puzzle' is not one of json, visual"),
    (
        {"renderer_policy_version": "v0"},
        "renderer_policy_version",
        "the policy asks for 'gf01.renderer_policy.v1', not 'v0'",
    ),
    ({"play_protocol": "explore"}, "play_protocol", "DEC-046 asks for 'commit_only', not 'explore'"),
    ({"scored_commit_episode": False}, "scored_commit_episode", "DEC-046 asks for True, not False"),
    ({"scored_commit_episode": 1}, "scored_commit_episode", "DEC-046 asks for True, not 1"),
    (
        {"adaptation_policy_version": "v0"},
        "adaptation_policy_version",
        "the policy asks for 'gf01.adaptation_policy.v1', not 'v0'",
    ),
    (
        {"adaptation_condition": "other"},
        "adaptation_condition",
        "'other' is not one of no_adaptation, prompt_adaptation, weight_finetune",
    ),
    ({"adaptation_budget_tokens": 1}, "adaptation_budget_tokens", "no_adaptation asks for 0, not 1"),
    ({"adaptation_budget_tokens": False}, "adaptation_budget_tokens", "no_adaptation asks for 0, not False"),
    (
        {"adaptation_data_scope": "public_only"},
        "adaptation_data_scope",
        "no_adaptation asks for 'none', not 'public_only'",
    ),
    ({"adaptation_protocol_id": ""}, "adaptation_protocol_id", "no_adaptation asks for 'none', not ''"),
    (
        {**TUNED, "adaptation_budget_tokens": 0},
        "adaptation_budget_tokens",
        "weight_finetune asks for a positive number, not 0",
    ),
    (
        {**TUNED, "adaptation_data_scope": "none"},
        "adaptation_data_scope",
        "weight_finetune asks for public_only or public_plus_external, not 'none'",
    ),
    (
        {**TUNED, "adaptation_data_scope": "private"},
        "adaptation_data_scope",
        "weight_finetune asks for public_only or public_plus_external, not 'private'",
    ),
    (
        {**TUNED, "adaptation_protocol_id": "None"},
        "adaptation_protocol_id",
        "weight_finetune asks for a protocol, not 'None'",
    ),
    ({"view": "both"}, "view", "'both' is not one of open, hidden"),
]


@pytest.mark.parametrize("change", KEPT, ids=str)
def test_records_that_keep_the_policies(change):
    assert violations({**RECORD, **change}) == []


@pytest.mark.parametrize(("change", "field", "why"), BROKEN, ids=str)
def test_records_that_break_one_name_its_field_and_what_it_asks_for(change, field, why):
    assert violations({**RECORD, **change}) == [f"{field}: {why}"]


@pytest.mark.parametrize("name", RECORD)
def test_a_record_without_a_field_breaks_a_policy(name):
    faults = violations({key: value for key, value in RECORD.items() if key != name})
    assert [fault.split(":")[0] for fault in faults] == [name]


@pytest.mark.parametrize(
    ("dev", "val", "private", "faulty"),
    [
        (20, 20, 60, []),
        (25, 20, 55, []),
        (15, 15, 70, ["private_eval"]),
        (26, 19, 55, ["public_dev"]),
        (15, 25, 60, []),
        (14, 26, 60, ["public_dev", "public_val"]),
        (0, 0, 0, ["there is no instance"]),
        (1, 0, 0, ["public_dev", "public_val", "private_eval"]),
    ],
)
def test_ratios_at_and_beyond_the_edge_of_the_tolerance(dev, val, private, faulty):
    counts = {"public_dev": dev, "public_val": val, "private_eval": private}
    assert [fault.split(":")[0] for fault in ratio_violations(counts)] == faulty


def test_a_split_outside_the_policy_is_told():
    assert ratio_violations({"public_dev": 1, "public_val": 1, "private_eval": 3, "extra": 0})[0] == (
        "extra: no split of the policy"
    )


def test_overlap_is_seen_by_id_and_by_content():
    members = [
        Member("a", "public_dev", "1"),
        Member("a", "private_eval", "2"),
        Member("b", "private_eval", "1"),
    ]
    assert overlap_violations(members) == [
        "a: twice, in public_dev and private_eval",
        "b (private_eval) has the content of a (public_dev)",
    ]


def test_rotation():
    before = [Member("p", "private_eval", "1"), Member("q", "public_dev", "2")]
    leaked = [Member("x", "public_val", "1"), Member("y", "public_dev", "3")]
    assert rotation_violations(leaked, before) == ["x (public_val) was private before"]
    stale = [Member(f"s{n}", "public_dev", "2") for n in range(10)]
    assert rotation_violations(stale, before) == [
        "0 of 10 public instances are new; the policy asks for a share of 0.100"
    ]
    assert rotation_violations([*stale[:9], Member("n", "public_dev", "9")], before) == []
    assert rotation_violations([Member("z", "private_eval", "1")], before) == []


@pytest.mark.parametrize(
    ("sizes", "composite", "slice_"),
    [
        ({"states": 5, "inputs": 3, "steps": 8, "target": 3}, Fraction(27, 64), "Q2"),
        ({"states": 100, "inputs": 9, "steps": 4, "target": 3}, Fraction(1), "Q4"),
        ({"states": 1, "inputs": 1, "steps": 100, "target": 0}, Fraction(401, 6400), "Q1"),
    ],
)
def test_complexity(sizes, composite, slice_):
    factors = Factors.of(**sizes)
    assert factors.exact == composite and factors.slice == slice_


@pytest.mark.parametrize(
    ("composite", "width"),
    [
        (0, 1),
        (Fraction(1, 4), 2),
        (Fraction(24, 100), 1),
        (Fraction(1, 2), 2),
        (Fraction(3, 4), 2),
        (1, 3),
        (9, 6),
    ],
)
def test_the_window_rounds_to_even_and_is_clamped(composite, width):
    assert window(10, composite) == width


# -- the diagnostic and its caps


@pytest.mark.parametrize("kind", kernel_worlds.KINDS)
@pytest.mark.parametrize("seed", range(25))
def test_the_cost_counts_what_the_pass_visits(seed, kind):
    world = kernel_worlds.product(seed, kind)
    rng = random.Random(seed)
    chosen = [cell for cell in kernel_worlds.all_cells(world) if rng.random() < 0.5]
    flips = kernel_worlds.flips(world, chosen)
    masks = Counter(step for step, _ in chosen)
    visits = peak = 0
    for step in range(world.horizon):
        before = [cell for cell in chosen if cell[0] < step]
        main = frozenset(before)
        nodes = set()
        for part in kernel_worlds.subsets(before):
            if frozenset(part) != main:
                nodes.add(end(world, part, step))
        visits += (len(nodes) + 1) * 2 ** masks[step] - 1
        peak = max(peak, len(nodes))
    last = {
        end(world, part, world.horizon) for part in kernel_worlds.subsets(chosen) if len(part) < len(chosen)
    }
    assert cost(world, flips) == Cost(visits, max(peak, len(last)))
    found = diagnose(world, flips, None)
    assert found.status == "exact" and found.subset_minimal == (smaller(world, flips) is None)
    assert found.subset_minimal == (
        not any(
            kernel_worlds.happens(world, part)
            for part in kernel_worlds.subsets(chosen)
            if len(part) < len(chosen)
        )
    )
    tight = diagnose(world, flips, Caps(visits - 1, 10**6))
    assert tight.status == "infeasible" and tight.subset_minimal is None
    assert diagnose(world, flips, Caps(visits, 10**6)).status == "exact"


def end(world, chosen, steps):
    letters = list(world.base)
    for step, index in chosen:
        letters[step] ^= 1 << index
    node = 0
    for table, letter in zip(world.tables[:steps], letters[:steps], strict=True):
        node = table[node][letter]
    return node


@pytest.mark.parametrize(
    ("values", "p", "expected"),
    [
        ([], "0.9", 0),
        ([7], "0.9", 7),
        (range(1, 11), "0.9", 9),
        (range(1, 12), "0.9", 10),
        ([3, 1, 2], "0", 1),
    ],
)
def test_quantiles_by_nearest_rank(values, p, expected):
    assert quantile(list(values), Fraction(p)) == expected


def test_the_dual_threshold_rule():
    assert caps(Cost(n, 100 - n) for n in range(1, 101)) == Caps(a_ref=270, p_ref=267)
    assert Caps(10, 10).allow(Cost(10, 10)) and not Caps(10, 10).allow(Cost(1, 11))


# -- identifiability and coverage


@pytest.mark.parametrize("seed", range(20))
def test_identifiability_is_that_of_single_flips(seed):
    rng = random.Random(seed)
    machine = kernel_worlds.machine(rng, 3, 2)
    trace = [rng.randrange(4) for _ in range(4)]
    effect = kernel_worlds.effect(rng, machine, 4, "hard")
    found = identifiability(machine, trace, effect)
    base, outputs = machine.run(trace).outputs, []
    for step in range(4):
        for bit in range(2):
            letters = list(trace)
            letters[step] ^= 1 << bit
            outputs.append(machine.run(letters).outputs)
    assert (found.cells, found.responding) == (8, sum(one != base for one in outputs))
    assert found.signatures == len(set(outputs))
    assert found.passes() == (found.responding / 8 >= 0.6 and found.signatures >= 8)


def run_of(agent, name, track=None, **more):
    return {
        "agent_name": agent,
        "instance_id": name,
        "eval_track": track or TRACK_OF_BASELINE.get(agent, "EVAL-CB"),
        "renderer_track": "json",
        **more,
    }


def test_violations_of_splits_are_told_in_full():
    assert ratio_violations({"public_dev": 26, "public_val": 19, "private_eval": 55, "other": 1}) == [
        "other: no split of the policy",
        "public_dev: 26 of 101 instances, 0.257; the policy asks for 0.200 within 0.050",
        "private_eval: 55 of 101 instances, 0.545; the policy asks for 0.600 within 0.050",
    ]
    assert ratio_violations({}) == ["there is no instance"]
    members = [
        Member("a", "public_dev", "x"),
        Member("a", "private_eval", "y"),
        Member("b", "public_val", "x"),
    ]
    assert overlap_violations(members) == [
        "a: twice, in public_dev and private_eval",
        "b (public_val) has the content of a (public_dev)",
    ]
    now = [Member("a", "public_dev", "x"), Member("b", "public_dev", "y"), Member("c", "private_eval", "z")]
    before = [Member("q", "private_eval", "x"), Member("r", "public_dev", "y")]
    assert rotation_violations(now, before) == [
        "a (public_dev) was private before",
        "0 of 2 public instances are new; the policy asks for a share of 0.100",
    ]


def test_coverage_does_not_let_one_track_stand_in_for_another():
    rows = [run_of("m", "i1", "EVAL-CB"), run_of("m", "i2", "EVAL-TA")]
    assert coverage(rows, ["i1", "i2", "i3"]) == [
        "m (EVAL-CB, json, open): 2 of 3 instances have no row, the first is i2",
        "m (EVAL-TA, json, open): 2 of 3 instances have no row, the first is i1",
    ]
    assert coverage([run_of("m", "i1"), run_of("m", "i2")], ["i1", "i2"]) == []
    assert len(coverage([run_of("m", "i1"), run_of("m", "i2", view="hidden")], ["i1", "i2"])) == 2


def test_a_panel_is_whole_when_every_baseline_reports_on_its_track():
    whole = [run_of(agent, name) for agent in PANELS["full"] for name in ("i1", "i2")]
    assert panel_gaps(whole, ["i1", "i2"]) == []
    assert panel_gaps([row for row in whole if row["agent_name"] != "tool"], ["i1", "i2"]) == [
        "the full panel lacks tool"
    ]
    strayed = [{**row, "eval_track": "EVAL-CB"} for row in whole]
    assert panel_gaps(strayed, ["i1", "i2"]) == [
        "oracle: reports under EVAL-CB, not EVAL-OC",
        "tool: reports under EVAL-CB, not EVAL-TA",
    ]
    (agent,) = {row["agent_name"] for row in whole[:1]}
    assert panel_gaps(whole[1:], ["i1", "i2"]) == [
        f"{agent} ({TRACK_OF_BASELINE[agent]}, json, open): 1 of 2 instances has no row, the first is i1"
    ]
