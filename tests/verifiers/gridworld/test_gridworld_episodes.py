"""WorldTest episodes: what the protocol allows, what an agent sees, and how each task is scored."""

import msgspec
import pytest
from testkit.playable import DOT, FLY, STUCK_FLY, question, said

from certwright.domains.environment import Call, Fault, Utterance
from certwright.instances.canonical import encode
from certwright.instances.errors import RecordError
from certwright.instances.hostile import decode
from certwright.instances.records import Answer, Outcome
from certwright.verifiers.gridworld.judging import environment
from certwright.verifiers.judge import judge

LOOK = ("go-to-test", "step", "step", "step")
PLAY = ("go-to-test", "right", "left", "right", "right", "right", "found the change")


def verdict(instance, *texts):
    return judge(instance, Answer(id=instance.id, answer=said(instance, *texts)))


def outcomes(world, *texts):
    return [world.act(Utterance(text)).outcome for text in texts]


def test_the_type_of_the_task_is_told_and_nothing_of_its_content():
    told = {task: environment(question(task)) for task in ("mfp", "planning", "change")}
    assert len({one.instructions for one in told.values()}) == 3
    assert len({one.observe() for one in told.values()}) == 1
    assert "initnext" not in "".join(one.instructions + one.observe() for one in told.values())


def test_reset_and_test_begin_again_with_the_same_seed():
    world = environment(question("planning", program=FLY, rng_seed=7))
    grids = []
    for _ in range(2):
        outcomes(world, "noop", "noop", "noop")
        grids.append(world.observe().split("grid:")[1])
        outcomes(world, "reset")
    outcomes(world, "go-to-test", "noop", "noop", "noop")
    grids.append(world.observe().split("grid:")[1].split("\nThe goal")[0])
    assert grids == [grids[0]] * 3


def test_a_turn_that_is_not_understood_costs_no_step():
    world = environment(question("planning"))
    before = world.observe()
    assert outcomes(world, "jump", "click 9 9", "choose_option_1", "what is this?") == ["invalid"] * 4
    assert world.act(Call("click", {"x": "1", "y": 1})).outcome == "invalid"
    assert world.exploration.steps == 0 and world.observe() == before
    assert world.stop == "MAX_INVALID_STREAK"


def test_exploration_ends_when_its_steps_are_spent():
    instance = question("planning")
    limited = msgspec.structs.replace(
        instance, prompt=msgspec.structs.replace(instance.prompt, limits={"max_interaction_steps": 2})
    )
    world = environment(limited)
    assert outcomes(world, "noop", "reset") == ["stepped", "reset"]
    assert world.phase == "test" and "The goal" in world.observe()


def test_the_scratchpad_is_shown_until_it_is_written_anew():
    world = environment(question("mfp"))
    assert world.act(Call("scratchpad", {"text": "red goes right"})).outcome == "noted"
    outcomes(world, "go-to-test")
    assert world.observe().endswith("Scratchpad:\nred goes right")
    world.act(Call("scratchpad", {"text": ""}))
    assert "Scratchpad" not in world.observe() and world.exploration.steps == 0
    assert world.act(Call("scratchpad", {"text": "x" * 10_001})).outcome == "invalid"
    assert outcomes(world, "scratchpad: Blue goes left.", "scratchpad " + "x" * 10_001) == [
        "noted",
        "invalid",
    ]
    assert world.observe().endswith("Scratchpad:\nBlue goes left.")


def test_faults_end_the_episode_and_leave_it_undecided():
    world = environment(question("mfp"))
    assert [world.act(Fault("no network")).outcome for _ in range(5)] == ["fault"] * 5
    assert world.stop == "API_FAILURE"


def test_a_masked_run_is_looked_through_before_an_option_is_chosen():
    world = environment(question("mfp"))
    assert outcomes(world, "go-to-test", "choose_option_2", "rewind") == ["to-test", "invalid", "invalid"]
    assert outcomes(world, "step", "rewind", "step", "step", "step", "step") == ["looked"] * 5 + ["invalid"]
    assert "mask" in world.observe() and "Option 3" in world.observe()
    assert outcomes(world, "rewind", "choose_option_2") == ["looked", "chosen"]
    assert world.completed and world.act(Utterance("step")).outcome == "over"


@pytest.mark.parametrize(("option", "value"), [("choose_option_2", 1.0), ("choose_option_0", 0.0)])
def test_the_chosen_option_scores(option, value):
    assert verdict(question("mfp"), *LOOK, option).value == value


@pytest.mark.parametrize(
    ("turns", "value", "steps"),
    [
        (("right", "right"), 1.0, 2),
        (("right", "noop", "left", "right", "right"), 1.0, 5),
        (("left",) * 6, 0.0, 6),
        (("right", "quit"), 0.0, None),
        (("right",), 0.0, None),
    ],
    ids=["optimal", "roundabout", "spent", "quit", "cut-short"],
)
def test_planning_scores_the_goal_alone(turns, value, steps):
    found = verdict(question("planning"), "right", "go-to-test", *turns)
    assert found.value == value and found.metadata.get("steps") == steps
    assert found.metadata["completed"] is (steps is not None)
    if steps is not None:
        assert (found.metadata["optimal_steps"], found.metadata["optimal_actions"]) == (2, 2)


def test_a_goal_that_holds_at_first_is_not_reached_yet():
    shown = {"palette": ["red"], "frames": [["???", "0??", "???"]]}
    world = environment(question("planning", pictures=shown))
    assert outcomes(world, "go-to-test", "noop") == ["to-test", "stepped"]
    assert world.stop == "GOAL_REACHED"


@pytest.mark.parametrize(("frame", "value"), [(2, 0.0), (3, 1.0), (4, 1.0), (5, 0.967)])
def test_the_chosen_frame_counts_and_not_the_steps_taken(frame, value):
    found = verdict(question("change"), *PLAY, "choose_grid_0", f"choose_grid_{frame}", "submit")
    assert found.metadata["defect_time"] == 4 and found.metadata["choice"] == frame
    assert found.value == pytest.approx(value, abs=5e-4)
    assert (found.outcome is Outcome.CORRECT) == (value == 1)


def test_the_defect_time_is_that_of_the_very_run():
    found = verdict(question("change"), "go-to-test", "left", "found the change", "choose_grid_1", "submit")
    assert found.value == 0 and found.metadata["defect_time"] is None
    later = (
        "go-to-test",
        *["right"] * 2,
        *["left"] * 5,
        "right",
        "found the change",
        "choose_grid_8",
        "submit",
    )
    found = verdict(question("change"), *later)
    assert found.value == 1 and found.metadata["defect_time"] == 8


def test_chance_of_the_base_world_is_no_change():
    instance = question("change", program=FLY, changed=STUCK_FLY, rng_seed=3)
    run = ("go-to-test", *["noop"] * 40)
    world = environment(instance)
    outcomes(world, *run)
    middle = [frame[1][1] == "green" for frame in world.test.played.frames]
    stayed = next(k for k in range(1, 41) if middle[k - 1] and middle[k])
    found = verdict(instance, *run, "found the change", f"choose_grid_{stayed}", "submit")
    assert found.value == 1 and found.metadata["defect_time"] == stayed


def test_submit_needs_a_choice_and_there_is_no_reset_in_a_test():
    world = environment(question("change"))
    assert outcomes(world, "go-to-test", "reset", "right", "found the change", "submit", "right") == [
        *("to-test", "invalid", "stepped", "found", "invalid", "invalid")
    ]
    assert outcomes(world, "choose_grid_2", "choose_grid_1", "submit") == ["invalid", "chosen", "submitted"]


@pytest.mark.parametrize(
    ("task", "answer", "value"),
    [
        ("mfp", "C", 1.0),
        ("mfp", "The answer is (b).", 0.0),
        ("mfp", "Final answer: C", 1.0),
        ("mfp", "The answer is option (c).", 1.0),
        ("planning", "right\nnoop\nright", 1.0),
        ("planning", "left", 0.0),
        ("planning", "Final answer: right, noop, right", 1.0),
        ("planning", '{"name": "submit", "arguments": {"steps": ["right", "noop", "right"]}}', 1.0),
        ("planning", "Right, here is my plan:\n\n1. `right`\n2. `noop`\n3. `right`\n\nGood luck!", 1.0),
        ("planning", "right, noop, right or left", 0.0),
        ("change", "right\nleft\nright\nright", 1.0),
        ("change", "Answer: right -> left -> right x2", 1.0),
        ("change", "left\nright", 0.0),
    ],
)
def test_short_answers(task, answer, value):
    asked = question(task)
    assert judge(asked, Answer(id=asked.id, response=answer)).value == value


@pytest.mark.parametrize("answer", ["maybe", "click", "right\njump", "", "{}", "{"])
@pytest.mark.parametrize("task", ["mfp", "planning", "change"])
def test_what_is_no_answer_is_unparsed(task, answer):
    asked = question(task)
    found = judge(asked, Answer(id=asked.id, response=answer))
    if answer or task == "mfp":
        assert found.outcome is Outcome.UNPARSED
    assert found.value == 0


def test_a_record_that_tells_otherwise_is_not_believed():
    instance = question("planning")
    true = decode(encode(said(instance, "go-to-test", "right", "right")))
    assert judge(instance, Answer(id=instance.id, answer=true)).value == 1
    for place, key, lie in (
        (1, "observation", "0" * 16),
        (2, "outcome", "chosen"),
        (1, "action", {"text": "left"}),
    ):
        forged = decode(encode(true))
        forged["steps"][place][key] = lie
        assert judge(instance, Answer(id=instance.id, answer=forged)).outcome is Outcome.UNPARSED


def test_malformed_questions_are_refused():
    asked = question("planning", budget=0)
    with pytest.raises(RecordError, match="budget"):
        judge(asked, Answer(id=asked.id, response="right"))
    with pytest.raises(RecordError):
        environment(question("mfp", box=[2, 2, 2, 2]))
    assert "dot" in DOT
