"""Agents of the commit episode through the common protocol: `certwright run` on reactive episodes."""

import json

import pytest

from certwright.domains.reactive.environment import COMMITTED
from certwright.instances.canonical import encode
from certwright.instances.store import read_instances
from certwright.scripts.agents.agent import EpisodeRun, environment
from certwright.scripts.agents.reactive import Sight, searching_player
from certwright.verifiers.reactive.intervene import rendered


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.fixture(scope="module")
def questions(tmp_path_factory):
    return tmp_path_factory.mktemp("episodes") / "e.jsonl"


@pytest.fixture
def episodes(questions, certwright):
    """A dozen labelled episodes, formulas among them, made once."""
    if not questions.exists():
        done = certwright(
            *["generate", "reactive/intervene", "--seed", "9", "-n", "6", "--form", "episode", "--jobs", "1"],
            *["--domain", "random,patrol,product", "-o", questions, "-q"],
        )
        assert done.code == 0, done.err
        assert len({one["query"]["effect"]["kind"] for one in lines(questions)}) == 2
    return questions


@pytest.mark.parametrize("agent", ["random", "greedy", "explorer", "optimal"])
def test_every_agent_plays_every_episode_to_its_end(certwright, episodes, tmp_path, agent):
    played, verdicts = tmp_path / "p.jsonl", tmp_path / "v.jsonl"
    assert certwright("run", episodes, "--agent", agent, "-o", played, "-q").code == 0
    made = lines(played)
    assert {one["stop"] for one in made} == {COMMITTED} and {one["agent"] for one in made} == {agent}
    assert not any(step["outcome"] != "advanced" for one in made for step in one["steps"])
    assert certwright("score", played, "--truth", episodes, "-o", verdicts, "-q").code == 0
    values = [one["value"] for one in lines(verdicts)]
    assert all(values) if agent == "optimal" else len(values) == len(made)


def test_agents_play_alike_for_the_same_seed(certwright, episodes):
    runs = [certwright("run", episodes, "--agent", "random", "--seed", seed, "-q").out for seed in (1, 1, 2)]
    assert runs[0] == runs[1] != runs[2]


def test_an_agent_sees_the_same_in_both_renderers(episodes):
    for instance in read_instances(episodes):
        plain, frames = (
            EpisodeRun(rendered(environment(instance), {"renderer": name})) for name in ("json", "visual")
        )
        players = searching_player(), searching_player()
        while not plain.over:
            scenes = plain.scene(), frames.scene()
            if instance.query["effect"]["kind"] == "output":
                assert Sight.of(scenes[0]) == Sight.of(scenes[1])
            turns = [player.turn(scene) for player, scene in zip(players, scenes, strict=True)]
            assert encode(turns[0]) == encode(turns[1])
            plain.take(turns[0])
            frames.take(turns[1])
        assert frames.over


def test_an_agent_of_the_protocol_is_shown_no_machine(episodes):
    for instance in read_instances(episodes):
        scene = EpisodeRun(environment(instance)).scene()
        shown = "".join((scene.instructions, scene.observation, *(str(tool) for tool in scene.tools)))
        assert "HOA" not in shown and instance.world["hoa"] not in shown
        assert set(json.loads(scene.observation)) <= {
            *("t", "y", "effect_status", "budget_t_remaining", "budget_a_remaining"),
            *("history_atoms", "mode", "t_star"),
        }
