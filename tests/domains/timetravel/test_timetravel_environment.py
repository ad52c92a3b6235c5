"""Levels as environments: the nine stops, the counting rule of decay, what feedback says and never says."""

import re

import pytest

from certwright.domains.environment import Call, Fault, Utterance
from certwright.domains.timetravel import environment
from certwright.domains.timetravel.environment import TimeTravel
from certwright.domains.timetravel.kernel import World
from certwright.domains.timetravel.level import NAMES, shipped
from certwright.verifiers.timetravel.optimum import solve

WORLDS = {name: World(shipped(name)) for name in NAMES}
TEXT = Utterance("I would rather talk.")


def call(world, text):
    head, *args = text.strip("()").split()
    parameters = world.level.problem.domain.schemas[head].parameters
    return Call(head, {one.name[1:]: arg for one, arg in zip(parameters, args, strict=True)})


def play(name, *texts):
    world = WORLDS[name]
    play = TimeTravel(world)
    told = [play.act(call(world, one) if isinstance(one, str) else one) for one in texts]
    return play, told


FORTH, BACK = "(walk brann yard-past meadow-past)", "(walk brann meadow-past yard-past)"
TO_QUAY, FROM_QUAY = "(walk brann yard-past quay-past)", "(walk brann quay-past yard-past)"
ILSE, ILSE_BACK = "(walk ilse street-present quay-present)", "(walk ilse quay-present street-present)"
NOOR, NOOR_BACK = "(walk noor quay-future ridge-future)", "(walk noor ridge-future quay-future)"
REFUSED = "(take noor lens quay-future)"
TOUR = (FORTH, ILSE, NOOR, BACK, ILSE_BACK, NOOR_BACK)
"""Six steps through six states: the sixth leads back to the first."""
DECAY = (
    "(take brann flint yard-past)",
    "(walk brann yard-past quay-past)",
    "(walk brann quay-past tower-past)",
    "(light brann flint tower-past)",
    *("(walk brann tower-past quay-past)", "(walk brann quay-past tower-past)") * 3,
)
SLOW = [turn for step in (TO_QUAY, ILSE, NOOR, FROM_QUAY) for turn in (step, *(REFUSED,) * 4)]

EPISODES = {
    environment.SOLVED: ("L01", solve(WORLDS["L01"]).plan),
    environment.MAX_STEPS: ("L01", SLOW),
    environment.MAX_INVALID_STREAK: ("L01", (TEXT, REFUSED, TEXT, REFUSED, TEXT)),
    environment.LOOP_DETECTED: ("L01", (FORTH, BACK) * 3),
    environment.STAGNATION: ("L01", (TOUR * 3)[:-1]),
    environment.LLM_STUCK: ("L01", (FORTH, Call("STUCK"))),
    environment.LLM_DONE_EARLY: ("L01", (FORTH, Utterance(" DONE\n"))),
    environment.API_FAILURE: ("L01", (FORTH, *(Fault("no route"),) * 3)),
    environment.TEMPORAL_DECAY: ("L06", DECAY),
}


@pytest.mark.parametrize("reason", environment.AGENT_FAULT)
def test_each_reason_to_stop_is_met(reason):
    name, turns = EPISODES[reason]
    played, told = play(name, *turns)
    assert played.stop == reason
    over = [number for number, one in enumerate(told) if "EPISODE OVER" in one.text]
    assert over == [len(told) - 1], "it stops with its last turn and not before"
    assert played.act(TEXT).outcome == "over" and played.stop == reason


def test_there_are_nine_reasons():
    assert len(environment.AGENT_FAULT) == 9
    assert [reason for reason, fault in environment.AGENT_FAULT.items() if not fault] == [
        environment.SOLVED,
        environment.LLM_STUCK,
        environment.API_FAILURE,
    ]


@pytest.mark.parametrize("name", NAMES[:5])
def test_a_shortest_plan_solves_the_level_within_the_budget(name):
    plan = solve(WORLDS[name]).plan
    played, told = play(name, *plan)
    assert played.stop == environment.SOLVED and all(one.outcome == "valid" for one in told)
    assert len(plan) <= played.budget
    assert told[-1].metadata["milestones"] == [len(WORLDS[name].milestones)] * 2


@pytest.mark.parametrize(
    ("count", "stop"),
    [(environment.FAULTS - 1, None), (environment.FAULTS, environment.API_FAILURE)],
    ids=["fewer", "enough"],
)
def test_faults_neither_count_as_invalid_nor_break_a_streak(count, stop):
    played, _ = play("L01", *(TEXT,) * 4, *(Fault("x"),) * count)
    assert played.stop == stop
    if stop is None:
        played.act(TEXT)
        assert played.stop == environment.MAX_INVALID_STREAK


def test_only_valid_actions_advance_the_clock_of_decay():
    """Created at valid-step 4, so 9 is the last that sees it and 10 lets it expire, whatever is refused."""
    played, told = play("L06", *DECAY[:4])
    assert "lit(tower-past): 5 valid actions remaining" in told[-1].text
    for number, text in enumerate(DECAY[4:], 5):
        for turn in (
            TEXT,
            Call("light", {}),
            Fault("x"),
            call(played.world, "(take noor flint quay-future)"),
        ):
            assert played.act(turn).outcome != "valid"
        feedback = played.act(call(played.world, text))
        if number < 10:
            assert f"lit(tower-past): {9 - number} valid actions remaining" in played.observe()
            assert played.stop is None
    assert played.stop == environment.TEMPORAL_DECAY
    assert "(created at valid-step 4, expired at valid-step 10, age=6 > TTL=5)" in feedback.text
    assert feedback.metadata["expired"] == ["(lit tower-past)"]


REFUSALS = {
    "plain text": (TEXT, "format_error", "moves nothing; call one of the tools"),
    "unknown tool": (Call("fly", {"c": "brann"}), "format_error", "there is no tool 'fly'"),
    "missing argument": (Call("walk", {"c": "brann"}), "format_error", "argument 'from' is missing"),
    "unknown argument": (Call("walk", {"who": "brann"}), "format_error", "unknown argument 'who'"),
    "unknown object": (
        Call("walk", {"c": "zoe", "from": "yard-past", "to": "quay-past"}),
        "format_error",
        "not one of brann, ilse, noor",
    ),
    "no string": (
        Call("walk", {"c": ["brann"], "from": "yard-past", "to": "quay-past"}),
        "format_error",
        "is no string",
    ),
    "false fluent": (
        Call("walk", {"c": "brann", "from": "quay-past", "to": "yard-past"}),
        "precondition_failed",
        "PRECONDITION_FAILED: at(brann, quay-past) is FALSE\n"
        "HINT ORDER: at(brann, quay-past) -> use walk(brann, <from>, quay-past)",
    ),
    "false static": (
        Call("walk", {"c": "brann", "from": "yard-past", "to": "quay-future"}),
        "precondition_failed",
        "HINT FIXED: path(yard-past, quay-future) -> no action changes this",
    ),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_refusals_say_what_is_wrong_and_change_nothing(case):
    turn, outcome, text = REFUSALS[case]
    played, told = play("L01", turn)
    assert told[0].outcome == outcome and text in told[0].text
    assert played.state == played.world.initial


def test_gates_and_negative_literals_have_hints():
    world = WORLDS["L05"]
    lock = world.level.about.locks[0].strip("()").split()[1]
    around = next(one for one in world.static if one.startswith("(path ") and one.endswith(f" {lock})"))
    start = around.strip("()").split()[1]
    _, told = play("L05", f"(walk noor {start} {lock})")
    assert (
        f"HINT GATE: open({lock}) -> use unlock(<c>, <from>, {lock}, <key>) with what fits it" in told[0].text
    )
    _, told = play("L06", "(unlock brann quay-past yard-past bronze-key)")
    assert "open(yard-past) is TRUE" in told[0].text


def test_causal_effects_are_told_beforehand_and_when_they_happen():
    plan = solve(WORLDS["L02"]).plan
    played, told = play("L02", *plan[:2])
    fired = [one for one in told if "CAUSAL EFFECT" in one.text]
    assert fired and "Causal log:" in played.observe()
    assert fired[-1].metadata["rules"]
    for rule in WORLDS["L02"].level.problem.domain.events:
        assert f"- {rule}: " in played.instructions


@pytest.mark.parametrize("name", NAMES)
def test_the_prompt_has_state_goal_signatures_rules_and_no_truth(name):
    world = WORLDS[name]
    played = TimeTravel(world)
    shown = played.instructions + played.observe()
    for schema in world.level.problem.domain.schemas.values():
        assert f"- {schema.name}(" in shown
    for fact in (*world.static, *world.facts(world.initial)):
        assert f"({', '.join(fact.strip('()').split()[1:])})" in shown
    assert ("TTL: 5 valid actions" in shown) == (name == "L06")
    assert not re.search(r"optim|regret|dead.end|milestone|shortest", shown, re.IGNORECASE)


def test_wasteful_valid_actions_are_never_warned_of():
    """The brass key of L04 in the wrong lock: a dead end, and feedback like any other."""
    played, told = play(
        "L04",
        "(post brann brass-key quay-past quay-present)",
        "(take ilse brass-key quay-present)",
        "(unlock ilse quay-present bank-present brass-key)",
    )
    assert solve(WORLDS["L04"]).distance(played.state) is None
    assert told[-1].outcome == "valid" and played.stop is None
    assert {line.split(":")[0].split(" (")[0] for line in told[-1].text.splitlines()} == {
        "OK",
        "NOW TRUE",
        "NOW FALSE",
    }


def test_tools_are_typed():
    tools = {tool.name: tool for tool in TimeTravel(WORLDS["L01"]).tools}
    assert list(tools)[-2:] == ["DONE", "STUCK"]
    schema = tools["post"].schema()["function"]["parameters"]
    assert schema["required"] == ["c", "i", "from", "to"]
    assert schema["properties"]["c"]["enum"] == ["brann", "ilse", "noor"]
