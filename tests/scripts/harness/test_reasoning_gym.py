"""Our datasets in reasoning-gym itself: made, scored, composed, made harder, the same in every process."""

import hashlib
import json
import os
import subprocess
import sys

import pytest

import certwright as cw
from certwright.instances.errors import LimitError, NameUnknownError

reasoning_gym = pytest.importorskip("reasoning_gym", reason="needs the extra reasoning-gym")
from certwright.scripts.harness import reasoning_gym as ours  # noqa: E402

NAMES = [name for name in reasoning_gym.factory.DATASETS if name.startswith("certwright_")]


def test_all_tasks_asked_in_text_are_registered():
    assert len(NAMES) == 16
    assert {"certwright_planning_reach", "certwright_reactive_member"} <= set(NAMES)
    assert all(reasoning_gym.factory.has_curriculum(name) for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_gold_scores_one_and_silence_nothing(name):
    dataset = reasoning_gym.create_dataset(name, size=2, seed=42, level=1)
    items = list(dataset)
    assert len(items) == len(dataset) == 2
    for place, item in enumerate(items):
        assert dataset.score_answer(item["answer"], item) == 1.0
        assert dataset.score_answer(None, item) == dataset.score_answer("Hard to say.", item) == 0.0
        assert item["metadata"]["source_dataset"] == name
        assert item["metadata"]["source_index"] == place
        assert item["metadata"]["difficulty"] == {"level": 1}
        assert item == json.loads(json.dumps(item))
    assert dataset[1] == items[1]
    assert reasoning_gym.get_score_answer_fn(name)(items[0]["answer"], items[0]) == 1.0


def test_an_item_is_our_question():
    dataset = reasoning_gym.create_dataset("certwright_planning_val", size=3, seed=7, level=2, form="bool")
    question = cw.generate("planning/val", seed=7, size=3, level=2, form="bool")[2]
    item = dataset[2]
    assert (item["question"], item["answer"]) == (cw.prompt(question), question.gold)
    assert item["metadata"]["id"] == question.id


def test_where_no_question_exists_the_next_place_is_taken(monkeypatch):
    dataset = reasoning_gym.create_dataset("certwright_planning_val", size=2, seed=7)
    made = []

    class Failing:
        def __getitem__(self, place):
            made.append(place)
            if len(made) < 3:
                raise LimitError("no attempt was accepted")
            return cw.load("planning/val")[0]

    monkeypatch.setitem(dataset.__dict__, "_questions", Failing())
    assert dataset[1]["metadata"]["id"] == cw.load("planning/val")[0].id
    assert made == [1, 3, 5]


def test_the_curriculum_goes_through_the_levels():
    curriculum = reasoning_gym.factory.create_curriculum("certwright_planning_app")
    assert curriculum.generate_configuration({"size": 1, "seed": 1}) == ours.Config(1, 1, level=1)
    assert curriculum.increment_attr_level("level")
    assert curriculum.generate_configuration({"size": 1, "seed": 1}).level == 2
    for _ in range(3):
        assert curriculum.increment_attr_level("level")
    assert not curriculum.increment_attr_level("level")


def test_ours_among_others_in_a_composite():
    from reasoning_gym.composite import CompositeConfig, CompositeDataset, DatasetSpec

    names = ["certwright_reactive_accept", "certwright_planning_app", "chain_sum"]
    specs = [DatasetSpec(name, 1.0, {"level": 1} if "certwright" in name else {}) for name in names]
    dataset = CompositeDataset(CompositeConfig(size=8, seed=3, datasets=specs))
    items = list(dataset)
    assert {item["metadata"]["source_dataset"] for item in items} == set(names)
    assert [dataset.score_answer(item["answer"], item) for item in items] == [1.0] * 8


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"size": 0}, LimitError, "size is 0; it must be positive"),
        ({"level": 6}, NameUnknownError, "unknown level 6; known: 1 to 5"),
        ({"form": "essay"}, NameUnknownError, "unknown form 'essay'; known: gen, bool, mcq"),
    ],
    ids=str,
)
def test_wrong_configurations_are_refused(wrong, error, message):
    with pytest.raises(error, match=message):
        reasoning_gym.create_dataset("certwright_planning_app", **wrong)


@pytest.mark.long
def test_items_are_the_same_in_every_process():
    program = (
        "import reasoning_gym, json, hashlib, certwright.scripts.harness.reasoning_gym\n"
        "items = list(reasoning_gym.create_dataset('certwright_planning_app', size=2, seed=42, level=1))\n"
        "print(hashlib.sha256(json.dumps(items, sort_keys=True).encode()).hexdigest())"
    )
    items = list(reasoning_gym.create_dataset("certwright_planning_app", size=2, seed=42, level=1))
    expected = hashlib.sha256(json.dumps(items, sort_keys=True).encode()).hexdigest()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        done = subprocess.run(
            [sys.executable, "-c", program],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
            cwd="/",
        )
        assert done.stdout.strip() == expected
