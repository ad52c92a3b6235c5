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
from collections.abc import Callable, Sequence
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, parse_qsl, quote, urlencode

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, RedirectResponse
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ...instances.errors import MachineError
from .routes import static

PORT = 8570  # the port that is used if it is free and no other is requested
REQUESTS_AT_ONCE = 64


def application(routes: Sequence[BaseRoute], *, host: str = "127.0.0.1", token: str | None = None) -> ASGIApp:
    """The guarded application; every request needs ``token`` unless it is None."""
    return Guard(Starlette(routes=[*routes, static()]), host, token)


def serve(
    routes: Sequence[BaseRoute],
    say: Callable[[str], None],
    *,
    host: str = "127.0.0.1",
    port: int | None = None,
    path: str = "/",
    browser: bool = True,
) -> None:
    """Serve until Ctrl-C: print the address, and open it in a browser if there is one.  Only this machine
    can connect unless ``host`` is given; then it has a token.  MachineError for no such address."""
    token = None if host in LOOPBACK else secrets.token_urlsafe(18)
    listening = listen(host, port)
    address = address_of(listening, path, token)
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
