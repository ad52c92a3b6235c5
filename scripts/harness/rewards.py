"""Reward functions in the signatures of TRL and verl, for records in a column of a data set.

TRL's trainers call ``reward(completions, **columns)``: a completion is a text, or a list of chat messages.
verl calls ``compute_score(data_source, solution_str, ground_truth, extra_info)`` for one answer.  Either
needs the record of the question as JSON: the column ``record_json`` that ``certwright export hf`` and
``rows`` make.  No clock and no signal is used: threads, processes and event loops may call them.

>>> import certwright as cw
>>> question = cw.load("reactive/accept").filter(form="bool")[0]
>>> row = rows([question])[0]
>>> reward(["The answer is yes.", "Hard to say."], record_json=[row["record_json"]] * 2)
[1.0, 0.0]
>>> compute_score("certwright", "The answer is no.", row["record_json"])
0.0
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypedDict

import msgspec

from ...instances.canonical import encode
from ...instances.errors import RecordError, UndecidedError
from ...instances.records import Instance, Json
from ..library.judging import score
from ..library.prompts import Message, messages

_RECORD = msgspec.json.Decoder(Instance)
Completion = str | Sequence[Mapping[str, Any]]


class RewardRow(TypedDict):
    """A question as a row of a data set: what TRL reads, and beside it what verl reads."""

    prompt: list[Message]
    record_json: str
    data_source: str
    ability: str
    reward_model: Json
    extra_info: Json


def rows(questions: Iterable[Instance]) -> list[RewardRow]:
    """The rows of a training set, for ``datasets.Dataset.from_list``."""
    made: list[RewardRow] = []
    for number, question in enumerate(questions):
        record = record_json(question)
        made.append(
            {
                "prompt": messages(question),
                "record_json": record,
                "data_source": f"certwright/{question.family}/{question.task}",
                "ability": question.family,
                "reward_model": {"style": "rule", "ground_truth": record},
                "extra_info": {"index": number, "id": question.id},
            }
        )
    return made


def record_json(question: Instance) -> str:
    """A question as a text from which answers can be scored."""
    return encode(msgspec.structs.replace(question, certificates=())).decode()


def reward(completions: Sequence[Completion], **columns: Any) -> list[float | None]:
    """The reward of each completion, for TRL's ``reward_funcs``; None, which TRL leaves out, where nobody
    can judge it.  RecordError without the column ``record_json``."""
    records = columns.get("record_json")
    if records is None or len(records) != len(completions):
        message = "TRL hands on the data set's columns: it needs one record_json, as rows() makes it"
        raise RecordError(message, field="record_json")
    texts = map(_text, completions)
    return [score(question_of(one), text).value for one, text in zip(records, texts, strict=True)]


def compute_score(
    data_source: str, solution_str: str, ground_truth: str, extra_info: Json | None = None, **_: Any
) -> float:
    """The score of one answer, for verl's ``custom_reward_function``; ``ground_truth`` is the record.
    UndecidedError where nobody can judge: verl knows no answer without a score."""
    verdict = score(question_of(ground_truth), solution_str)
    if verdict.value is None:
        raise UndecidedError(f"{verdict.id}: {verdict.explanation or verdict.code.value}")
    return verdict.value


def _text(completion: Completion) -> str:
    if isinstance(completion, str):
        return completion
    said = [message.get("content") for message in completion if message.get("role") == "assistant"]
    return said[-1] if said and isinstance(said[-1], str) else ""


@lru_cache(4096)
def question_of(record: str) -> Instance:
    """The question of a record, decoded once; RecordError for what is none."""
    try:
        question: Instance = _RECORD.decode(record)
    except (msgspec.MsgspecError, ValueError) as error:
        raise RecordError(f"this is no record of certwright: {error}", field="record_json") from None
    return question
