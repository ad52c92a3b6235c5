"""What a model is sent: one text, or chat messages."""

from typing import TypedDict

from ...instances.records import Instance


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
