"""A small local web server: the caller's routes, the files of ``static/``, and a guard in front of them."""

import os
import secrets
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Sequence

import uvicorn
from starlette.applications import Starlette
from starlette.routing import BaseRoute
from starlette.types import ASGIApp

from ...instances.errors import MachineError
from .guard import LOOPBACK, Guard
from .routes import static

PORT = 8570
"""The port that is used if it is free and no other is requested."""
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
    """Serve until Ctrl-C: print the address, and open it in a browser if there is one.

    Only this machine can connect unless ``host`` is given; then the address contains a token.  MachineError
    if the address is not available.
    """
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
