"""Metrics by hand-counted episodes, judging by replay, forged records, regret."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from certwright.domains.environment import Call, Fault, Utterance
from certwright.domains.timetravel.kernel import World
from certwright.domains.timetravel.level import shipped
from certwright.instances.canonical import encode
from certwright.instances.errors import RecordError, UnsupportedError
from certwright.instances.records import Answer, Code, Episode, Outcome, Step
from certwright.scripts.agents.agent import ReplayAgent, play
from certwright.verifiers.judge import judge
from certwright.verifiers.timetravel.judging import environment, turns_of_plan
from certwright.verifiers.timetravel.level import shipped_instances
from certwright.verifiers.timetravel.metrics import Metrics, course, measure, pattern
from certwright.verifiers.timetravel.optimum import solve

L01, L02, _, L04, _, L06 = shipped_instances()
TEXT, FAULT, STUCK = Utterance("hm"), Fault("TimeoutError"), Call("STUCK")


def episode(instance, *turns, limit=10_000):
    """Turns are calls, or actions in PDDL."""
    world = environment(instance)
    turns = [turns_of_plan(world, [one])[0] if isinstance(one, str) else one for one in turns]
    most = min(limit, len(turns))
    return play(instance.id, world, ReplayAgent(turns, "scripted"), turns=most)


def verdict(instance, answer):
    return judge(instance, Answer(id=instance.id, answer=answer))


TAKE, BAD = "(take brann lens yard-past)", "(take noor lens quay-future)"
GO, POST = "(walk brann yard-past quay-past)", "(post brann lens quay-past quay-future)"
WON = "(take noor lens quay-future)"


def test_figures_of_a_solved_episode_with_errors():
    """Three rows of invalid turns: [text, bad] recovered, [bad] across a fault, [text] recovered."""
    played = episode(L01, TEXT, BAD, TAKE, BAD, FAULT, GO, TEXT, POST, WON)
    one = measure(played)
    assert one.solved and one.stop_reason == "SOLVED" and pattern(one) == "solved"
    assert (one.total_steps, one.world_valid_steps, one.world_invalid_steps) == (9, 4, 2)
    assert (one.steps_to_solve_total, one.plan_length, one.error_overhead, one.overhead_ratio) == (
        8,
        4,
        4,
        2.0,
    )
    assert (one.tool_calls_total, one.tool_calls_ok, one.tool_call_validity_rate) == (8, 6, 0.75)
    assert one.world_action_accuracy == pytest.approx(4 / 6) and one.invalid_rate == 0.5
    assert (one.format_errors, one.precondition_errors, one.api_errors, one.control_signals) == (2, 2, 1, 0)
    assert (one.max_invalid_streak, one.recovered_streaks, one.total_invalid_streaks) == (2, 3, 3)
    assert one.recovery_rate == 1.0 and one.unique_states == 5
    assert one.milestones_total == 0 and one.milestone_progress is None and one.causal_efficiency is None


def test_figures_of_a_failed_episode():
    one = measure(episode(L01, TAKE, TEXT, STUCK))
    assert not one.solved and one.stop_reason == "LLM_STUCK" and pattern(one) == "gave up"
    assert one.plan_length is one.overhead_ratio is one.steps_to_solve_total is one.error_overhead is None
    assert (one.tool_calls_total, one.control_signals, one.total_steps) == (2, 1, 3)
    assert (one.recovered_streaks, one.total_invalid_streaks, one.recovery_rate) == (0, 1, 0.0)


def test_milestones_are_counted():
    plan = solve(World(shipped("L02"))).plan
    one = measure(episode(L02, *plan))
    total = len(shipped("L02").milestones)
    assert (one.milestones_reached, one.milestones_total, one.milestone_progress) == (total, total, 1.0)
    assert one.causal_efficiency == total / len(plan)


def test_ratios_without_denominator_do_not_exist():
    one = measure(episode(L01, STUCK))
    assert one.tool_call_validity_rate is one.world_action_accuracy is one.recovery_rate is None


@pytest.mark.parametrize(
    ("turns", "name"),
    [
        ([TEXT] * 5, "format failure"),
        ([BAD] * 5, "lost"),
        ([FAULT] * 3, "infrastructure"),
        ([Call("DONE")], "premature"),
        ([TAKE], "cut short"),
        (["(walk noor quay-future ridge-future)", "(walk noor ridge-future quay-future)"] * 3, "stagnation"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_failure_patterns(turns, name):
    assert pattern(measure(episode(L01, *turns))) == name


# --- judging


def test_a_gold_plan_is_right_as_text_as_list_and_as_episode():
    plan = solve(World(shipped("L04"))).plan
    told = judge(L04, Answer(id=L04.id, response="\n".join(plan)))
    assert told.outcome is Outcome.CORRECT and told.metadata["plan_length"] == 10
    calls = [f'{{"name": "act", "arguments": {{"action": "{action}"}}}}' for action in plan]
    for text in (
        f"Final answer: {', '.join(plan)}",
        "\n".join(calls),
        "\n".join(["My plan:", "", *(f"- {action}" for action in plan)]),
    ):
        assert judge(L04, Answer(id=L04.id, response=text)).value == 1.0, text
    doubted = judge(L04, Answer(id=L04.id, response=f"{', '.join(plan)} - but I am not sure."))
    assert (doubted.outcome, doubted.code) == (Outcome.UNPARSED, Code.CONFLICTING)
    assert verdict(L04, list(plan)).value == 1.0
    assert verdict(L04, episode(L04, *plan)).value == 1.0
    assert verdict(L04, list(plan)[:-1]).code is Code.GOAL_NOT_REACHED
    assert verdict(L04, [plan[1], *plan]).value == 1.0, "a failed action costs a turn, not the episode"


def test_length_beyond_the_optimum_is_told_where_the_truth_is_known():
    labelled = msgspec.structs.replace(L01, truth={"kind": "optimum", "length": 4})
    detour = ["(walk noor quay-future ridge-future)", "(walk noor ridge-future quay-future)"]
    told = verdict(labelled, [*detour, TAKE, GO, POST, WON])
    assert told.metadata["beyond_optimum"] == 2


@pytest.mark.parametrize(
    "answer", ["STUCK", "", "(fly brann)", "(take", 7, {"instance": 3}, [1], ["(take brann)"]]
)
def test_what_is_no_episode_is_unparsed(answer):
    row = Answer(id=L01.id, response=answer) if isinstance(answer, str) else Answer(id=L01.id, answer=answer)
    told = judge(L01, row)
    assert told.value == 0.0 and told.outcome is Outcome.UNPARSED


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ([], "no action is given (at answer)"),
        ([3], "a plan is a list of at most 100000 actions (at answer)"),
        ([GO] * 100_001, "a plan is a list of at most 100000 actions (at answer)"),
        ([GO, "(fly brann)"], "(fly brann) is no action of this level (at answer[1])"),
        (["(take brann)"], "(take brann) is no action of this level (at answer[0])"),
    ],
    ids=["none", "number", "long", "unknown", "short"],
)
def test_what_is_wrong_with_a_plan_is_said(answer, text):
    told = verdict(L01, answer)
    assert (told.outcome, told.code, told.explanation) == (Outcome.UNPARSED, Code.MALFORMED, text)
    assert verdict(L01, [GO] * 100_000).outcome is Outcome.INCORRECT


def test_an_episode_that_the_infrastructure_ended_is_undecided():
    told = verdict(L01, episode(L01, TAKE, FAULT, FAULT, FAULT))
    assert (told.outcome, told.code, told.value) == (Outcome.UNDECIDED, Code.API_FAILURE, None)


def test_levels_have_no_other_form():
    with pytest.raises(UnsupportedError):
        verdict(msgspec.structs.replace(L01, form="gen"), [])


def forged():
    honest = episode(L01, TAKE, GO, POST, TEXT)
    steps = honest.steps
    won = Step(action=steps[0].action, outcome="valid")
    yield "claimed stop", msgspec.structs.replace(honest, stop="SOLVED")
    yield (
        "claimed outcome",
        msgspec.structs.replace(honest, steps=(*steps[:3], Step(action=steps[3].action, outcome="valid"))),
    )
    yield "other action", msgspec.structs.replace(honest, steps=(won, *steps))
    yield (
        "other observation",
        msgspec.structs.replace(
            honest, steps=(msgspec.structs.replace(steps[0], observation="0" * 16), *steps[1:])
        ),
    )
    yield (
        "no turn",
        msgspec.structs.replace(honest, steps=(msgspec.structs.replace(steps[0], action="take"), *steps[1:])),
    )


@pytest.mark.parametrize("record", [pytest.param(one, id=name) for name, one in forged()])
def test_forged_records_are_refused(record):
    assert verdict(L01, record).outcome is Outcome.UNPARSED


def test_figures_that_a_record_claims_are_not_believed():
    honest = episode(L02, TEXT)
    claimed = msgspec.structs.replace(honest.steps[0], metadata={"state": 99, "milestones": [7, 7]})
    told = verdict(L02, msgspec.structs.replace(honest, steps=(claimed,)))
    assert told.metadata["unique_states"] == 1 and told.metadata["milestones_reached"] == 0


def test_records_that_cannot_be_measured_name_the_field():
    with pytest.raises(RecordError, match="outcome"):
        measure(Episode(instance="x", agent="a", stop="SOLVED", steps=(Step(action={}, outcome="fine"),)))
    with pytest.raises(RecordError, match="milestones"):
        measure(Episode(instance="x", agent="a", stop="SOLVED", steps=(Step(action={}, outcome="valid"),)))


# --- regret


def test_regret_of_a_wasted_key():
    found = solve(World(shipped("L04")))
    waste = (
        "(post brann brass-key quay-past quay-present)",
        "(take ilse brass-key quay-present)",
        "(unlock ilse quay-present bank-present brass-key)",
        "(walk brann quay-past yard-past)",
    )
    one = course(episode(L04, *waste), found)
    assert one.irrecoverable == 3 and one.curve[2] is not None and one.curve[3:] == (None, None)
    assert one.regrets[2] is None and one.regrets[3] == 0
    best = course(episode(L04, *found.plan), found)
    assert best.curve == tuple(range(10, -1, -1)) and best.total == 0 and best.irrecoverable is None


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(0, 10**6), max_size=18))
def test_distance_after_is_distance_before_plus_regret_minus_one(numbers):
    found = solve_l02()
    world, state, names = found.world, found.world.initial, []
    for number in numbers:
        if world.goal(state):
            break
        options = world.applicable(state)
        names.append(options[number % len(options)].name)
        state = world.step(state, world.operator(names[-1])).state
    played = episode(L02, *names)
    one = course(played, found)
    assert len(one.regrets) == len(one.curve) - 1 == measure(played).world_valid_steps
    for before, after, regret in zip(one.curve, one.curve[1:], one.regrets, strict=False):
        if before is not None and after is not None:
            assert after == before + regret - 1


def solve_l02(kept=[]):  # noqa: B006
    if not kept:
        kept.append(solve(World(shipped("L02"))))
    return kept[0]


def test_a_record_reads_back_as_it_was_written():
    played = episode(L01, TEXT, FAULT, TAKE)
    assert msgspec.json.decode(encode(played), type=Episode) == played


def test_figures_come_back_from_the_metadata_of_a_verdict():
    one = measure(episode(L01, TAKE, GO, POST, WON))
    assert Metrics.of(one.json()) == one
    assert Metrics.of({**one.json(), "reading": "more"}) == one
    for name in one.json():
        assert Metrics.of({key: value for key, value in one.json().items() if key != name}) is None
