"""Reward functions as TRL and verl call them: by callers written after their sources, and by TRL itself."""

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec

import pytest
from msgspec.structs import replace

import certwright as cw
from certwright.instances.errors import RecordError, UndecidedError
from certwright.scripts.harness import rewards
from certwright.scripts.harness.rewards import compute_score, reward, rows


@pytest.fixture
def questions():
    every = cw.load("reactive/accept").filter(form="bool")
    yes, no = (next(one for one in every if one.gold == gold) for gold in ("yes", "no"))
    return [yes, no, cw.load("planning/reach").filter(form="gen")[0]]


def after_trl(function, inputs, completions):
    """What ``GRPOTrainer._calculate_rewards`` of TRL 1.16 does around a function without a model."""
    keys = [key for key in inputs[0] if key not in ("prompt", "completion", "completion_ids")]
    columns = {key: [example[key] for example in inputs] for key in keys}
    columns["trainer_state"], columns["log_extra"], columns["log_metric"] = object(), print, print
    prompts = [example["prompt"] for example in inputs]
    given = function(prompts=prompts, completions=completions, completion_ids=[[1]] * len(prompts), **columns)
    values = [one if one is not None else float("nan") for one in given]
    assert len(values) == len(prompts)
    return values


def chat(text):
    return [{"role": "assistant", "content": text}]


def test_trl_with_messages_and_with_texts(questions):
    inputs = [row for row in rows(questions) for _ in range(2)]
    said = [text for one in questions for text in (f"Final answer: {one.gold}", "Hard to say.")]
    assert after_trl(reward, inputs, said) == [1.0, 0.0] * 3
    assert after_trl(reward, inputs, [chat(text) for text in said]) == [1.0, 0.0] * 3


def test_of_a_conversation_the_last_thing_said_counts(questions):
    record = rows(questions)[0]["record_json"]
    said = [*chat("The answer is no."), {"role": "tool", "content": "no"}, *chat("The answer is yes.")]
    assert reward([said, [], [{"role": "user", "content": "yes"}]], record_json=[record] * 3) == [
        1.0,
        0.0,
        0.0,
    ]


def undecided(question):
    return replace(question, truth={**question.truth, "answer": None}, gold=None)


def test_an_undecided_answer_has_no_reward(questions):
    record = rows([undecided(questions[0])])[0]["record_json"]
    assert reward(["yes"], record_json=[record]) == [None]
    with pytest.raises(UndecidedError, match=questions[0].id):
        compute_score("certwright", "yes", record)


@pytest.mark.parametrize("columns", [{}, {"record_json": ["x"]}], ids=["no column", "too short"])
def test_a_set_without_records_is_refused(columns):
    with pytest.raises(RecordError, match="it needs one record_json, as rows\\(\\) makes it"):
        reward(["yes", "no"], **columns)


def test_what_is_no_record_is_refused():
    with pytest.raises(RecordError, match="this is no record of certwright"):
        compute_score("x", "yes", "42")


def after_verl(function, row, said):
    """What ``NaiveRewardManager`` of verl 0.9 does with one item, and ``get_custom_reward_fn`` before it."""
    extra = {**row["extra_info"], "num_turns": None, "rollout_reward_scores": {}}
    truth = row["reward_model"]["ground_truth"]
    return function(data_source=row["data_source"], solution_str=said, ground_truth=truth, extra_info=extra)


def test_verl(questions):
    for row, question in zip(rows(questions), questions, strict=True):
        assert after_verl(compute_score, row, f"Final answer: {question.gold}") == 1.0
        assert after_verl(compute_score, row, "Hard to say.") == 0.0
        assert row["data_source"] == f"certwright/{question.family}/{question.task}"
    assert compute_score("x", "yes", rows(questions)[0]["record_json"], None, reward_kwarg=1) == 1.0


def test_rows_are_json(questions):
    made = rows(questions)
    assert json.loads(json.dumps(made)) == made
    assert made[1]["prompt"] == cw.messages(questions[1])
    assert made[1]["extra_info"] == {"index": 1, "id": questions[1].id}
    assert json.loads(made[2]["record_json"]).get("certificates") is None


def test_threads_and_event_loops(questions):
    record = rows(questions)[0]["record_json"]
    with ThreadPoolExecutor(4) as pool:
        told = list(pool.map(lambda text: compute_score("x", text, record), ["yes", "no"] * 50))
    assert told == [1.0, 0.0] * 50
    assert threading.current_thread() is threading.main_thread()

    async def all_of_them():
        return await asyncio.gather(*(asyncio.to_thread(compute_score, "x", "yes", record) for _ in range(8)))

    assert asyncio.run(all_of_them()) == [1.0] * 8


def test_a_record_is_decoded_once(questions):
    record = rows(questions)[2]["record_json"]
    rewards.question_of.cache_clear()
    reward(["None"] * 20, record_json=[record] * 20)
    assert rewards.question_of.cache_info().misses == 1


@pytest.mark.skipif(
    find_spec("trl") is None or find_spec("torch") is None,
    reason="needs trl and torch (no extra: they are large)",
)
def test_trl_itself(questions):
    from types import SimpleNamespace

    import torch
    from accelerate import Accelerator
    from trl.trainer.grpo_trainer import GRPOTrainer

    # all that the method reads of a trainer; a real one wants a model and a tokenizer
    trainer = SimpleNamespace(
        accelerator=Accelerator(cpu=True),
        args=SimpleNamespace(report_to=[]),
        reward_funcs=[reward],
        reward_func_names=["certwright"],
        reward_processing_classes=[None],
        environments=None,
        state=SimpleNamespace(global_step=0),
        _log_completion_extra=None,
        _log_metric=None,
    )
    inputs = [*rows(questions), *rows([undecided(questions[0])])]
    prompts = [one["prompt"] for one in inputs]
    said = [chat("The answer is yes."), chat("The answer is yes."), chat("Hard to say."), chat("yes")]
    calculate = GRPOTrainer._calculate_rewards
    values = calculate(trainer, inputs, prompts, said, [[1]] * 4)
    assert values.flatten().tolist()[:3] == [1.0, 0.0, 0.0]
    assert torch.isnan(values[3, 0])


@pytest.mark.skipif(
    find_spec("verl") is None or find_spec("torch") is None,
    reason="needs verl and torch (no extra: they are large)",
)
def test_verl_itself(questions):
    from types import SimpleNamespace

    import numpy
    import torch
    from omegaconf import OmegaConf
    from verl import DataProto
    from verl.trainer.ppo.reward import get_custom_reward_fn
    from verl.workers.reward_manager.naive import NaiveRewardManager

    function = {"path": f"pkg://{rewards.__name__}", "name": "compute_score"}
    loaded = get_custom_reward_fn(OmegaConf.create({"reward": {"custom_reward_function": function}}))
    tokens = SimpleNamespace(decode=lambda ids, skip_special_tokens: "".join(map(chr, ids.tolist())))
    said = [f"The answer is {questions[0].gold}.", "The answer is yes.", "Hard to say."]
    longest = max(map(len, said))
    responses = torch.tensor([[*map(ord, text.ljust(longest))] for text in said])
    batch = {
        "prompts": torch.full((3, 1), ord("?")),
        "responses": responses,
        "attention_mask": torch.ones(3, 1 + longest, dtype=torch.long),
    }
    columns = {
        key: numpy.array([row[key] for row in rows(questions)], dtype=object)
        for key in ("data_source", "reward_model", "extra_info")
    }
    manager = NaiveRewardManager(tokens, num_examine=0, compute_score=loaded)
    scores = manager(DataProto.from_dict(tensors=batch, non_tensors=columns))
    assert scores.sum(dim=-1).tolist() == [1.0, 0.0, 0.0]
