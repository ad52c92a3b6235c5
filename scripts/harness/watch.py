"""Whether a model's provider still answers: when a run waits, when it ends, and what is said of it.

Asking a model ends at once when its key is refused, or a record cannot be kept, and when no reply came for
``patience`` seconds though calls were made.  Messages of providers are not repeated, for they may quote a
key: a failure is named by its class.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

REFUSED = frozenset({401, 403})  # HTTP codes by which a provider refuses a key
KEYS = {"grok": "XAI_API_KEY", "hf": "HF_TOKEN"}  # of providers whose variable is not PROVIDER_API_KEY
TICK = 0.5


def key_variable(model: str) -> str:
    """The environment variable with the key of a model's provider.

    >>> key_variable("anthropic/claude"), key_variable("openai-api/my-server/qwen"), key_variable("groq/x")
    ('ANTHROPIC_API_KEY', 'MY_SERVER_API_KEY', 'GROQ_API_KEY')
    """
    provider, _, rest = model.partition("/")
    if provider == "openai-api":
        provider = rest.partition("/")[0]
    return KEYS.get(provider, f"{provider.upper().replace('-', '_')}_API_KEY")


@dataclass
class ProviderState:
    """What is known of a model's provider; ``remind``: seconds without a reply after which ``say`` prints."""

    model: str
    patience: float
    say: Callable[[str], None]
    remind: float = 30.0
    stopped: str | None = None  # why nothing is asked any more; None while the run goes on
    failures: dict[str, int] = field(default_factory=dict)
    _waiting: int = 0
    _last: float = field(default_factory=time.monotonic)
    _said: float = field(default_factory=time.monotonic)
    _end: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> ProviderState:
        self._last = self._said = time.monotonic()
        threading.Thread(target=self._remind, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """While a call is under way."""
        if not self._waiting:
            self._last = self._said = time.monotonic()
        self._waiting += 1
        try:
            yield
        finally:
            self._waiting -= 1

    def answered(self) -> None:
        """A call came back with a reply."""
        self._last = self._said = time.monotonic()

    def failed(self, error: BaseException) -> None:
        """A call came back with an error, all retries made."""
        name = type(error).__name__
        self.failures[name] = self.failures.get(name, 0) + 1
        if status(error) in REFUSED:
            self.stop(f"{self.model} refuses the key: look at {key_variable(self.model)}")
        elif time.monotonic() - self._last >= self.patience:
            self.stop(f"no reply of {self.model} for {self.patience:g} seconds: {name}")

    def stop(self, why: str) -> None:
        """Ask nothing more; the first reason counts, and is said at once."""
        if self.stopped is None:
            self.stopped = why
            self.say(why)

    def _remind(self) -> None:
        while not self._end.wait(TICK):
            now = time.monotonic()
            if self._waiting and now - self._said >= self.remind:
                self._said = now
                waits = f"no reply for {now - self._last:.0f} seconds, {self._waiting} calls wait"
                self.say(f"{self.model}: {waits}; the run ends after {self.patience:g}")


def status(error: BaseException | None) -> int | None:
    """The HTTP status that an error, or what caused it, bears."""
    for _ in range(10):
        for name in ("status_code", "code", "status"):
            value = getattr(error, name, None)
            if isinstance(value, int) and 100 <= value < 600:
                return value
        if error is not None:
            error = error.__cause__ or error.__context__
    return None
