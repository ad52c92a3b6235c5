"""A small local web server: the caller's routes, the files of ``static/``, and a guard in front of them.

Any page open in the same browser can send requests here, and an attacker's domain name can be made to resolve
here (DNS rebinding).  So the guard checks token, method and size, that the Host header names this server, and
that a request that changes something comes from one of its pages.
"""

import asyncio
import hmac
import ipaddress
import os
import secrets
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from http.cookies import CookieError, SimpleCookie
from importlib.resources import files
from typing import Any
from urllib.parse import parse_qs, parse_qsl, quote, urlencode

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request as Received
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ...instances.errors import CertwrightError, MachineError, NameUnknownError, RecordError
from ...instances.faults import sentence
from ...instances.hostile import decode
from ...instances.outputs import printable

PORT = 8570  # the port that is used if it is free and no other is requested
REQUESTS_AT_ONCE = 64


def application(routes: Sequence[BaseRoute], *, host: str = "127.0.0.1", token: str | None = None) -> ASGIApp:
    """The guarded application; every request needs ``token`` unless it is None."""
    return Guard(Starlette(routes=[*routes, static()]), host, token)


def serve(
    routes: Sequence[BaseRoute], say: Callable[[str], None], *, host: str, port: int | None, browser: bool
) -> None:
    """Serve until Ctrl-C: print the address, and open it in a browser if there is one.  Only this machine
    can connect unless ``host`` is given; then it has a token.  MachineError for no such address."""
    token = None if host in LOOPBACK else secrets.token_urlsafe(18)
    listening = listen(host, port)
    address = address_of(listening, "/", token)
    configuration = uvicorn.Config(
        application(routes, host=host, token=token),
        log_level="warning",
        access_log=False,
        lifespan="off",
        ws="none",
        server_header=False,
        proxy_headers=False,
        limit_concurrency=REQUESTS_AT_ONCE,
        timeout_graceful_shutdown=2,
    )
    say(f"{address}   (Ctrl-C ends)")
    if browser and _has_screen():
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    try:
        uvicorn.Server(configuration).run(sockets=[listening])
    except KeyboardInterrupt:
        pass  # the usual way to end a server
    finally:
        listening.close()


def listen(host: str, port: int | None) -> socket.socket:
    """A listening socket; without a port, on the usual one or any that is free."""
    for number in (PORT, 0) if port is None else (port,):
        try:
            family, kind, _, _, address = socket.getaddrinfo(host, number, type=socket.SOCK_STREAM)[0]
            listening = socket.socket(family, kind)
        except OSError as error:
            raise MachineError(f"no server can listen at {host}: {error}") from None
        if os.name == "posix":  # a server that was just killed may be started again
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind(address)
            listening.listen(REQUESTS_AT_ONCE)
        except OSError as error:
            listening.close()
            fault = error
            continue
        return listening
    raise MachineError(
        f"no server can listen at {host}, port {number}: {fault.strerror}; choose another with --port"
    )


def address_of(listening: socket.socket, path: str, token: str | None) -> str:
    """The address to open in a browser."""
    host, port = listening.getsockname()[:2]
    name = socket.gethostname() if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}{path}" + (f"?token={token}" if token else "")


def _has_screen() -> bool:
    """Whether a browser can open a window; a text browser would take over the terminal."""
    if sys.platform in ("darwin", "win32"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


BODY_LIMIT = 256 * 1024  # the most bytes of a body
BODY_SECONDS = 20.0  # seconds within which a body must arrive
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})  # only this machine can reach it


class Guard:
    """Wraps an application; every request needs ``token`` unless it is None."""

    def __init__(self, application: ASGIApp, host: str = "127.0.0.1", token: str | None = None):
        self._application, self._host, self._token = application, host, token
        self._names = LOOPBACK | {host, socket.gethostname().lower()} if token else LOOPBACK

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a refusal, or pass the request on."""
        if scope["type"] != "http":
            await self._application(scope, receive, send) if scope["type"] == "lifespan" else None
            return

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        headers = Headers(scope=scope)
        refusal = self._refused(scope, headers)
        if refusal is None and self._token is not None:
            if self._in_address(scope):
                await self._into_cookie(scope)(scope, receive, dressed)
                return
            if not self._in_cookie(headers):
                refusal = 403, "the address lacks the token: open the address that the server printed"
        if refusal is None and scope["method"] == "POST":
            body = await _body(receive, headers)
            if body is None:
                refusal = 413, f"a request has at most {BODY_LIMIT} bytes and comes within {BODY_SECONDS:g} s"
            else:
                receive = _again(body, receive)
        if refusal is None:
            await self._application(scope, receive, dressed)
        else:
            await JSONResponse({"error": refusal[1]}, refusal[0])(scope, receive, dressed)

    def _refused(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._known(hosts[0]):
            return 421, "this server has another name"
        if scope["method"] not in ("GET", "HEAD", "POST"):
            return 405, "only GET, HEAD and POST are answered"
        if scope["method"] == "POST":
            if headers.get("origin") not in (f"http://{hosts[0]}", f"https://{hosts[0]}"):
                return 403, "only pages of this server may change something"
            if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
                return 415, "the body must be application/json"
        return None

    def _known(self, host: str) -> bool:
        """Whether a Host header names this server (any address of the machine if it listens on all)."""
        name = (host.partition("]")[0][1:] if host.startswith("[") else host.partition(":")[0]).lower()
        if name in self._names:
            return True
        try:
            return self._host in ("0.0.0.0", "::") and bool(ipaddress.ip_address(name))
        except ValueError:
            return False

    def _in_address(self, scope: Scope) -> bool:
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        return scope["method"] == "GET" and self._right(given)

    def _in_cookie(self, headers: Headers) -> bool:
        try:
            cookie = SimpleCookie(headers.get("cookie", "")).get(self._cookie(headers))
        except CookieError:
            return False
        return cookie is not None and self._right(cookie.value)

    def _right(self, given: str) -> bool:
        return hmac.compare_digest(given.encode(), (self._token or "").encode())

    def _cookie(self, headers: Headers) -> str:
        """The cookie's name, which contains the port, since cookies are sent to every port of a host."""
        return f"certwright-{headers['host'].rpartition(':')[2]}".replace("]", "")

    def _into_cookie(self, scope: Scope) -> RedirectResponse:
        """Redirect to the same address without the token, which is set as a cookie."""
        query = parse_qsl(scope["query_string"].decode("latin-1"))
        rest = urlencode([(name, value) for name, value in query if name != "token"])
        target = "/" + quote(scope["path"].lstrip("/")) + (f"?{rest}" if rest else "")
        response = RedirectResponse(target, 303)
        cookie = self._cookie(Headers(scope=scope))
        response.set_cookie(cookie, self._token or "", httponly=True, samesite="lax")
        return response


async def _body(receive: Receive, headers: Headers) -> bytes | None:
    length = headers.get("content-length", "0")
    if not length.isdecimal() or int(length[:20]) > BODY_LIMIT:
        return None

    async def collected() -> bytes | None:
        body, more = b"", True
        while more:
            message = await receive()
            body += message.get("body", b"")
            if len(body) > BODY_LIMIT or message["type"] == "http.disconnect":
                return None
            more = message.get("more_body", False)
        return body

    try:
        return await asyncio.wait_for(collected(), BODY_SECONDS)
    except asyncio.TimeoutError:
        return None


def _again(body: bytes, receive: Receive) -> Receive:
    given = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def receive_again() -> Message:
        return next(given, None) or await receive()

    return receive_again


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
    """Its data as JSON; 400 for CertwrightError, 404 for an unknown name, 507 for a disk error."""
    try:
        return JSONResponse(await run_in_threadpool(answer, request))
    except CertwrightError as error:
        return _fault(str(error), 404 if isinstance(error, NameUnknownError) else 400)
    except OSError as error:
        return _fault(f"nothing can be kept on this machine: {sentence(error)}", 507)


def _fault(message: str, status: int) -> Response:
    return JSONResponse({"error": printable(message)}, status)
