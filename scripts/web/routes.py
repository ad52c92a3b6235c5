"""Routes of the pages: addresses, and the functions that answer them with JSON.

An answering function takes a ``Request`` and returns plain data; it runs on its own thread, so it may block.
CertwrightError becomes the status 400 (404 for an unknown name) with its message, a disk error 507.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request as Received
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ...instances.errors import CertwrightError, NameUnknownError, RecordError
from ...instances.faults import sentence
from ...instances.hostile import decode
from ...instances.outputs import printable

TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}  # of ``static/``


@dataclass(frozen=True)
class Request:
    """A request of the browser."""

    path: Mapping[str, str] = field(default_factory=dict)  # those named in the route; no path of files
    query: Mapping[str, str] = field(default_factory=dict)
    body: dict[str, Any] = field(default_factory=dict)

    def text(self, name: str, limit: int = 10_000) -> str:
        """A text of the body; RecordError if it is missing, not a text, or too long."""
        value = self.body.get(name)
        if not isinstance(value, str):
            raise RecordError("a text is expected", field=name)
        if len(value) > limit:
            raise RecordError(f"the text is longer than {limit} characters", field=name)
        return value

    def seconds(self) -> float:
        """The number ``seconds`` of the body, 0 if it is missing; RecordError if it is of another type."""
        value = self.body.get("seconds", 0.0)
        if type(value) not in (int, float):
            raise RecordError("a number is expected", field="seconds")
        return float(value)

    def integer(self, name: str) -> int:
        """An integer of the body; RecordError if it is missing or of another type."""
        value = self.body.get(name)
        if type(value) is not int:
            raise RecordError("a whole number is expected", field=name)
        return value


Answer = Callable[[Request], Any]


def data(path: str, answer: Answer) -> Route:
    """A GET route that answers with JSON and changes nothing."""

    async def respond(received: Received) -> Response:
        return await _answered(answer, Request(received.path_params, dict(received.query_params)))

    return Route(path, respond, methods=["GET"])


def change(path: str, answer: Answer) -> Route:
    """A POST route that takes a JSON object, answers with JSON and may change something."""

    async def respond(received: Received) -> Response:
        try:
            body = decode(await received.body())
        except (RecordError, UnicodeError) as error:
            return _fault(f"the body is no JSON: {error}", 400)
        if not isinstance(body, dict):
            return _fault("the body is no JSON object", 400)
        return await _answered(answer, Request(received.path_params, dict(received.query_params), body))

    return Route(path, respond, methods=["POST"])


def document(path: str, text: str) -> Route:
    """A GET route that answers with a page (``pages.page``)."""

    async def respond(_: Received) -> Response:
        return Response(text, media_type="text/html")

    return Route(path, respond, methods=["GET"])


def static() -> Route:
    """The files of ``static/``, from a table that is read once: addresses are looked up, never opened."""

    async def respond(received: Received) -> Response:
        kind, content = static_files().get(received.path_params["name"], ("", b""))
        return Response(content, media_type=kind) if kind else _fault("there is no such file", 404)

    return Route("/static/{name}", respond, methods=["GET"])


@cache
def static_files() -> dict[str, tuple[str, bytes]]:
    """The content type and content of every file of ``static/``, by name."""
    entries = sorted((files(__package__) / "static").iterdir(), key=lambda file: file.name)
    kinds = {file: TYPES.get(file.name.rpartition(".")[2]) for file in entries}
    return {file.name: (kind, file.read_bytes()) for file, kind in kinds.items() if kind}


async def _answered(answer: Answer, request: Request) -> Response:
    try:
        return JSONResponse(await run_in_threadpool(answer, request))
    except CertwrightError as error:
        return _fault(str(error), 404 if isinstance(error, NameUnknownError) else 400)
    except OSError as error:
        return _fault(f"nothing can be kept on this machine: {sentence(error)}", 507)


def _fault(message: str, status: int) -> Response:
    return JSONResponse({"error": printable(message)}, status)
