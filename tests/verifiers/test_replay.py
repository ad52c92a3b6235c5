"""Episodes played again in a world of three steps: where a record tells otherwise than the world, and how."""

import pytest

from certwright.domains.environment import Call, Feedback, digest
from certwright.instances.errors import RecordError
from certwright.instances.records import Episode, Step
from certwright.verifiers.replay import CUT_SHORT, episode_of, replay


class Stairs:
    """Steps up to the third, where it stops."""

    def __init__(self):
        self.height, self.turns = 0, []

    @property
    def stop(self):
        return "TOP" if self.height == 3 else None

    def observe(self):
        return f"step {self.height}"

    def act(self, turn):
        self.turns.append(turn)
        self.height += 1
        return Feedback("climbed", f"now {self.height}")


def step(height, **changes):
    told = {"action": {"tool": "up"}, "outcome": "climbed", "observation": digest(f"step {height}")}
    return Step(**{**told, **changes})


def episode(*steps, stop="TOP"):
    return Episode(instance="q", agent="a", steps=steps, stop=stop)


def test_an_episode_that_tells_what_happened():
    world = Stairs()
    told = replay(episode(step(0), step(1, observation=None), step(2)), world)
    assert [feedback.outcome for feedback in told] == ["climbed"] * 3 and world.turns == [Call("up", {})] * 3
    assert len(replay(episode(step(0), stop=CUT_SHORT), Stairs())) == 1
    assert replay(episode(stop=CUT_SHORT), Stairs()) == ()


@pytest.mark.parametrize(
    ("told", "field", "message"),
    [
        (episode(*map(step, range(4))), "steps[3]", "the world stopped before (TOP)"),
        (
            episode(step(0), step(0)),
            "steps[1].observation",
            "the observation is not what the world showed",
        ),
        (
            episode(step(0, action={"tool": 3})),
            "steps[0].action",
            "an action is {tool, arguments}, {text} or {fault}",
        ),
        (
            episode(step(0), step(1, outcome="fell" * 20)),
            "steps[1].outcome",
            f"the outcome is {('fell' * 15)!r}, the world says 'climbed'",
        ),
        (
            episode(step(0), stop="T" * 61),
            "stop",
            f"the stop reason is {'T' * 60!r}, the world says 'CUT_SHORT'",
        ),
        (
            episode(*map(step, range(3)), stop=CUT_SHORT),
            "stop",
            "the stop reason is 'CUT_SHORT', the world says 'TOP'",
        ),
    ],
)
def test_the_first_difference_is_named(told, field, message):
    with pytest.raises(RecordError) as caught:
        replay(told, Stairs())
    assert (caught.value.field, caught.value.message) == (field, message)


def test_an_answer_holds_an_episode():
    told = episode(step(0), stop=CUT_SHORT)
    data = {
        "schema": "certwright.episode/1",
        "instance": "q",
        "agent": "a",
        "steps": [{"action": {"tool": "up"}, "outcome": "climbed", "observation": digest("step 0")}],
        "stop": CUT_SHORT,
    }
    assert episode_of(told) is told and episode_of(data) == told
    with pytest.raises(RecordError) as caught:
        episode_of({**data, "stop": 3})
    assert caught.value.field == "answer"
    assert caught.value.message == "the answer is no episode: Expected `str`, got `int` - at `$.stop`"
