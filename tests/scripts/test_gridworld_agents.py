"""Agents of grid worlds play all three tasks, and their episodes score as they should."""

import pytest
from testkit.playable import FLY, STUCK_FLY, question

from certwright.domains.environment import turn_of
from certwright.instances.canonical import encode
from certwright.instances.hostile import decode
from certwright.instances.records import Answer
from certwright.scripts.agents.gridworld import matrices, worth_trying
from certwright.scripts.running import Casting, played
from certwright.verifiers.judge import judge

TASKS = ("mfp", "planning", "change")


def verdicts(casting, instances, runs=1):
    return [judge(one, Answer(id=one.id, answer=made)) for one, made in played(instances, runs, casting)]


@pytest.mark.parametrize("task", TASKS)
def test_the_optimal_agent_and_the_explorer_score_full(task):
    for agent in ("optimal", "explorer"):
        (found,) = verdicts(Casting(agent), [question(task)])
        assert found.value == 1, (agent, found)


def test_the_optimal_agent_watches_chance():
    flies = [question("change", program=FLY, changed=STUCK_FLY, rng_seed=seed) for seed in range(1, 5)]
    assert [one.value for one in verdicts(Casting("optimal"), flies)] == [1.0] * 4


def test_the_optimal_agent_follows_a_sure_policy():
    """Two chances to fly off; a policy that waits reaches the goal whatever is drawn."""
    goal = {"palette": ["green", "black"], "frames": [["???", "?1?", "???"]]}
    bare = question("planning", program=FLY, pictures=goal)
    import msgspec

    (found,) = verdicts(
        Casting("optimal"), [msgspec.structs.replace(bare, truth={"kind": "goal", "plan": None})]
    )
    assert found.value == 1


@pytest.mark.parametrize("task", TASKS)
def test_the_random_agent_completes_every_test(task):
    found = verdicts(Casting("random", 3), [question(task)], runs=6)
    assert all(one.metadata["completed"] and one.metadata["explored"] == 100 for one in found)
    assert {one.value for one in found} != {1.0} or task == "planning"


def test_stored_episodes_are_played_again():
    made = list(played([question(task) for task in TASKS], 2, Casting("random", 1)))
    replays = {(one.instance, one.sample): one for _, one in made}
    again = list(played([question(task) for task in TASKS], 2, Casting("replay", 0, replays)))
    assert [one for _, one in again] == [one for _, one in made]
    assert turn_of(decode(encode(made[0][1]))["steps"][0]["action"])


def test_what_the_explorer_reads_and_tries():
    assert matrices('Grid:\n[["a", "b"],\n ["b", "b"]]\nGoal:\n[["any"]]') == [
        (("a", "b"), ("b", "b")),
        (("any",),),
    ]
    tried = [str(action) for action in worth_trying((("a", "b"), ("b", "b")))]
    assert tried == ["noop", "left", "right", "up", "down", "click 0 0", "click 1 0"]
