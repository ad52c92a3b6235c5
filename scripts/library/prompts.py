"""What a model is sent: a question as a text, chat messages or requests of a batch; a scene as messages.

The history of an episode is kept whole in the record; a model is shown a sliding window of it (``WINDOW``
turns unless told otherwise).  Turns that never came stand in the record only.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypedDict

from ...domains.environment import Call, Fault, Feedback, Turn, Utterance
from ...instances.canonical import encode
from ...instances.errors import RecordError
from ...instances.hostile import shallow
from ...instances.records import Instance, Json

if TYPE_CHECKING:  # a prompt needs no agent
    from ..agents.agent import Scene


class Message(TypedDict):
    """One chat message, as OpenAI-compatible interfaces take it."""

    role: str
    content: str


def prompt(question: Instance) -> str:
    """The text to send: worked examples, context, question, lettered choices, how to answer.

    For an episode this is the task alone; ``play`` tells what the tools are and what is seen.

    >>> import certwright as cw
    >>> cw.prompt(cw.load("reactive/member")[0]).splitlines()[-1]
    'Answer yes or no and nothing else.'
    """
    parts = question.prompt
    choices = [f"{chr(ord('A') + number)}. {text}" for number, text in enumerate(parts.choices)]
    texts = [*parts.shots, parts.context, parts.question, "\n".join(choices), parts.answer_format]
    return "\n\n".join(text for text in texts if text)


def messages(question: Instance, system: str | None = None) -> list[Message]:
    """The prompt as chat messages: an optional system message, then the user's.

    >>> import certwright as cw
    >>> [message["role"] for message in cw.messages(cw.load("planning")[0], system="Be brief.")]
    ['system', 'user']
    """
    first: list[Message] = [] if system is None else [{"role": "system", "content": system}]
    return [*first, {"role": "user", "content": prompt(question)}]


WINDOW = 10  # turns of the history that a model is shown
SAID = 4000  # characters of a plain answer that are kept
ARGUMENTS = 10_000  # bytes that the arguments of a call may take
URL = "/v1/chat/completions"  # of OpenAI's batch interface, which vLLM and others share
OPENING = "The episode is under way. What you did lately follows, then the present state."


@dataclass(frozen=True)
class Said:
    """One message: what the agent called or said, or what it was told."""

    role: str  # ``system``, ``user``, ``assistant`` or ``tool``
    text: str = ""
    call: Call | None = None
    number: int = 0  # joins a call to the feedback on it


def conversation(scene: "Scene", window: int = WINDOW) -> list[Said]:
    """The messages for the next turn."""
    sent = [Said("system", scene.instructions), Said("user", OPENING)]
    seen = [(turn, feedback) for turn, feedback in scene.history if not isinstance(turn, Fault)]
    first = max(0, len(seen) - window)
    for number, (turn, feedback) in enumerate(seen[first:], first):
        sent += exchange(turn, feedback, number)
    return [*sent, Said("user", scene.observation)]


def exchange(turn: Turn, feedback: Feedback, number: int) -> list[Said]:
    """A turn and what came of it."""
    if isinstance(turn, Call):
        call = Said("assistant", call=turn, number=number)
        return [call, Said("tool", feedback.text, call=turn, number=number)]
    said = turn.text.strip() if isinstance(turn, Utterance) else ""
    return [Said("assistant", said or "(nothing)"), Said("user", feedback.text)]


def turn_of_call(tool: str, arguments: Any, parse_error: str | None) -> Turn:
    """The turn of a model that called a tool; plain text when its arguments cannot be kept in a record."""
    if parse_error is not None or not isinstance(arguments, dict):
        return Utterance(f"call of {tool[:100]} with malformed arguments")
    text = encode(arguments)
    if len(text) > ARGUMENTS or not shallow(text):
        return Utterance(f"call of {tool[:100]} with arguments too large or too deep")
    return Call(tool, arguments)


def requests(instance: Instance, samples: int, system: str | None, body: Json) -> Iterator[Json]:
    """A question as chat requests of a batch, one a sample; RecordError for an episode."""
    if instance.form == "episode":
        raise RecordError(f"{instance.id}: an episode is played (certwright run), not asked", field="form")
    content = {**body, "messages": messages(instance, system)}
    for sample in range(samples):
        name = f"{instance.id}#{sample}" if sample else instance.id
        yield {"custom_id": name, "method": "POST", "url": URL, "body": content}
