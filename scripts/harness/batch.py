"""Questions as requests of a batch, in the shape of OpenAI's batch interface, which vLLM and others share."""

from __future__ import annotations

from collections.abc import Iterator

from ...instances.errors import RecordError
from ...instances.records import Instance, Json
from ..library.prompts import messages

URL = "/v1/chat/completions"


def requests(instance: Instance, samples: int, system: str | None, body: Json) -> Iterator[Json]:
    """The chat requests for one question, one a sample; RecordError for an episode."""
    if instance.form == "episode":
        raise RecordError(f"{instance.id}: an episode is played (certwright run), not asked", field="form")
    content = {**body, "messages": messages(instance, system)}
    for sample in range(samples):
        name = f"{instance.id}#{sample}" if sample else instance.id
        yield {"custom_id": name, "method": "POST", "url": URL, "body": content}
