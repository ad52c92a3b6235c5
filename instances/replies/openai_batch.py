"""The output file of an OpenAI-style batch: one line a request, the model's reply in ``response.body``.

https://platform.openai.com/docs/guides/batch; vLLM's ``run_batch`` writes the same.  The replies of
several choices (``n``) are samples.  A request that the provider failed is an error of its row.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from ..errors import RecordError
from ..hostile import FAULTS, refused
from ..lines import Lines, decoded
from ..records import Answer, Json
from . import named, named_model


class Response(msgspec.Struct):
    """What the provider answered to one request."""

    body: Json | None = None
    status_code: int = 200


class Line(msgspec.Struct):
    """One line of the file."""

    custom_id: str
    response: Response | None = None
    error: Any = None


_LINE = msgspec.json.Decoder(Line)
TEXTS = ("text", "output_text", "refusal")
"""The types of parts of a reply that are words of the model to its reader, under a key of the same end."""


def recognises(line: bytes) -> bool:
    """Whether the line names a request by its ``custom_id``.

    >>> recognises(b'{"custom_id": "q", "response": null}'), recognises(b'{"id": "q", "response": "yes"}')
    (True, False)
    """
    try:
        _LINE.decode(line)
    except FAULTS:
        return line.startswith(b'{"custom_id"')
    return True


def answers(path: str, lines: Lines) -> Iterator[Answer | RecordError]:
    """The replies to the requests, in file order."""
    return decoded(path, lines, lambda line, _: _replies(line))


def _replies(line: bytes) -> list[Answer]:
    try:
        row = _LINE.decode(line)
    except FAULTS as error:
        raise refused(error) from None
    response = row.response
    if row.error or response is None or response.body is None or response.status_code != 200:
        body = response.body if response is not None else None
        fault = row.error or (body or {}).get("error") or f"status {response and response.status_code}"
        shown = str(fault.get("message", fault) if isinstance(fault, dict) else fault)[:200]
        raise RecordError(f"{row.custom_id}: the provider gave no reply: {shown}", field="response")
    question, sample = named(row.custom_id)
    texts = _texts(response.body)
    if not texts:
        raise RecordError(f"{row.custom_id}: the body holds no choices and no output", field="response.body")
    first = sample * len(texts)
    agent = named_model(response.body.get("model"))
    return [
        Answer(id=question, response=text, sample=first + number, agent=agent)
        for number, text in enumerate(texts)
    ]


def _texts(body: Json) -> list[str]:
    choices, output = body.get("choices"), body.get("output")
    if isinstance(choices, list):
        texts = []
        for choice in (choice if isinstance(choice, dict) else {} for choice in choices):
            message = choice.get("message")
            said = message if isinstance(message, dict) else {"content": choice.get("text")}
            texts.append(spoken(said.get("content")) or spoken(said.get("refusal")))
        return texts
    if isinstance(output, list):
        messages = [part for part in output if isinstance(part, dict) and part.get("type") == "message"]
        return ["".join(spoken(message.get("content")) for message in messages)]
    return []


def spoken(content: Any) -> str:
    """The words of a content that is a text or a list of parts; thoughts, calls and pictures are left out.

    >>> spoken([{"type": "reasoning", "reasoning": "no?"}, {"type": "text", "text": "Yes."}])
    'Yes.'
    """
    if isinstance(content, str):
        return content
    parts = [part for part in content if isinstance(part, dict)] if isinstance(content, list) else []
    said = [part.get(part["type"].removeprefix("output_")) for part in parts if part.get("type") in TEXTS]
    return "".join(text for text in said if isinstance(text, str))
