"""What the server refuses before any page sees it, and what its answers say to the browser."""

import re

import pytest
from starlette.testclient import TestClient

from certwright.instances.errors import MachineError, NameUnknownError, RecordError
from certwright.scripts.web import server
from certwright.scripts.web.pages import page
from certwright.scripts.web.server import Request, change, data, document, static_files

TOKEN = "t0ken-of-the-test"
HOME = "http://127.0.0.1:8570"
ORIGIN = {"origin": HOME}


def absent(request):
    raise NameUnknownError(f"no game {request.path['name']}")


ROUTES = [
    document("/", page("A <title>", "play.js")),
    data("/api/echo", lambda request: dict(request.query)),
    data("/api/absent/{name}", absent),
    change(
        "/api/put", lambda request: {"said": request.text("text", 5), "number": request.integer("number")}
    ),
]


def client(host="127.0.0.1", token=None, base=HOME):
    return TestClient(
        server.application(ROUTES, host=host, token=token), base_url=base, follow_redirects=False
    )


@pytest.fixture(scope="module")
def local():
    return client()


def test_answers_carry_the_policy(local):
    for path in ("/", "/static/base.css", "/static/dom.js", "/api/echo", "/nowhere"):
        headers = local.get(path).headers
        assert headers["content-security-policy"].startswith(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect"
        )
        assert headers["cache-control"] == "no-store"
        assert headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in headers


def test_a_title_is_text(local):
    said = local.get("/")
    assert said.headers["content-type"] == "text/html; charset=utf-8"
    assert '<h1 id="title">A &lt;title&gt;</h1>' in said.text
    assert "<!--" not in said.text


@pytest.mark.parametrize(
    "path",
    [
        "/static/../server.py",
        "/static/..%2fserver.py",
        "/static/%2e%2e/server.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/..\\server.py",
        "/static/dom.js%00.css",
        "/static/",
        "/server.py",
    ],
)
def test_no_path_reaches_the_file_system(local, path):
    said = local.get(path)
    assert said.status_code == 404
    assert "import" not in said.text


def test_static_files_have_their_kind(local):
    kinds = {name: local.get(f"/static/{name}").headers["content-type"] for name in ("base.css", "dom.js")}
    assert kinds == {"base.css": "text/css; charset=utf-8", "dom.js": "text/javascript; charset=utf-8"}


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8570", "127.0.0.1.evil.example", "[::2]:8570", ""]
)
def test_another_name_is_refused(local, host):
    said = local.get("/", headers={"host": host})
    assert (said.status_code, said.json()) == (421, {"error": "this server has another name"})


@pytest.mark.parametrize("host", ["localhost:8570", "127.0.0.1", "[::1]:99", "LOCALHOST"])
def test_names_of_this_machine_are_known(local, host):
    assert local.get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "http://127.0.0.1:8570.evil"]
)
def test_changes_come_from_our_pages_only(local, origin):
    body = {"text": "a", "number": 1}
    said = local.post("/api/put", json=body, headers={"origin": origin})
    assert (said.status_code, said.json()["error"]) == (403, "only pages of this server may change something")
    assert local.post("/api/put", json=body).status_code == 403
    assert local.post("/api/put", json=body, headers=ORIGIN).json() == {"said": "a", "number": 1}


def test_a_change_is_json(local):
    said = local.post("/api/put", content=b"text=a", headers=ORIGIN)
    assert (said.status_code, said.json()["error"]) == (415, "the body must be application/json")
    headers = {**ORIGIN, "content-type": "application/json"}
    for body, error in {b"{": "the body is no JSON: ", b"[1]": "the body is no JSON object"}.items():
        said = local.post("/api/put", content=body, headers=headers)
        assert said.status_code == 400
        assert said.json()["error"].startswith(error)
    assert local.post("/api/put", content=b"[" * 5000, headers=headers).status_code == 400


def test_fields_are_checked(local):
    for body, error in [
        ({"text": "a"}, "a whole number is expected (at number)"),
        ({"text": "a", "number": True}, "a whole number is expected (at number)"),
        ({"text": 7, "number": 1}, "a text is expected (at text)"),
        ({"text": "abcdef", "number": 1}, "the text is longer than 5 characters (at text)"),
    ]:
        said = local.post("/api/put", json=body, headers=ORIGIN)
        assert (said.status_code, said.json()) == (400, {"error": error})
    with pytest.raises(RecordError, match="a text is expected"):
        Request().text("name")


def test_a_body_is_bounded(local):
    headers = {**ORIGIN, "content-type": "application/json"}
    large = b" " * (server.BODY_LIMIT + 1)
    said = local.post("/api/put", content=large, headers=headers)
    assert (said.status_code, said.json()["error"]) == (
        413,
        f"a request has at most {server.BODY_LIMIT} bytes and comes within 20 s",
    )
    pieces = (large[:100_000] for _ in range(4))  # without a length
    assert local.post("/api/put", content=pieces, headers=headers).status_code == 413
    assert local.post("/api/put", content=b"", headers={**headers, "content-length": "x"}).status_code == 413


def test_other_methods_are_refused(local):
    assert local.delete("/").status_code == 405
    assert local.options("/api/put").status_code == 405
    assert local.post("/api/echo", json={}, headers=ORIGIN).status_code == 405
    assert local.get("/api/put").status_code == 405


def test_an_unknown_name_is_404_and_its_text_is_harmless(local):
    said = local.get("/api/absent/%1b[31m<script>")
    assert said.status_code == 404
    assert "\x1b" not in said.text
    assert said.headers["content-type"] == "application/json"


def test_another_host_needs_the_token():
    base = "http://192.0.2.7:9000"
    remote = client("192.0.2.7", TOKEN, base)
    for path in ("/", "/static/dom.js", "/api/echo", "/?token=wrong", "/?token="):
        said = remote.get(path)
        assert (said.status_code, said.json()["error"].partition(":")[0]) == (
            403,
            "the address lacks the token",
        )
    said = remote.get(f"/api/echo?a=1&token={TOKEN}")
    assert (said.status_code, said.headers["location"]) == (303, "/api/echo?a=1")
    assert re.fullmatch(
        rf"certwright-9000={TOKEN}; HttpOnly; Path=/; SameSite=lax", said.headers["set-cookie"]
    )
    assert remote.get("/api/echo?a=1").json() == {"a": "1"}
    assert remote.post("/api/put", json={}, headers={"origin": "http://evil.example"}).status_code == 403
    assert remote.get("/", headers={"host": "evil.example"}).status_code == 421


def test_a_server_on_all_addresses_is_known_by_them_and_not_by_foreign_names():
    remote = client("0.0.0.0", TOKEN, "http://192.0.2.7:9000")
    assert remote.get("/").status_code == 403
    assert (
        remote.get(f"http://192.0.2.7:9000//evil.example/?token={TOKEN}").headers["location"]
        == "/evil.example/"
    )
    assert remote.get("/", headers={"host": "rebound.example"}).status_code == 421


def test_a_port_that_is_taken_is_named():
    with server.listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        assert server.address_of(taken, "/play", None) == f"http://127.0.0.1:{port}/play"
        with pytest.raises(MachineError, match=rf"port {port}: .*; choose another with --port"):
            server.listen("127.0.0.1", port)
    with pytest.raises(MachineError, match=r"no server can listen at no\.such\.host\.invalid"):
        server.listen("no.such.host.invalid", 0)


def test_no_script_writes_html_or_reaches_outside():
    assert {"dom.js", "base.css", "icon.svg"} <= static_files().keys()
    for name, (_, content) in static_files().items():
        text = content.decode().replace('"http://www.w3.org/2000/svg"', "").replace("url(#", "")
        for word in (
            *(
                "innerHTML",
                "outerHTML",
                "insertAdjacentHTML",
                "document.write",
                "DOMParser",
                "setHTML",
                "srcdoc",
            ),
            *(
                "eval(",
                "new Function",
                "createContextualFragment",
                "http:",
                "https:",
                "//cdn",
                "@import",
                "url(",
            ),
        ):
            assert word not in text, f"{name} says {word}"
