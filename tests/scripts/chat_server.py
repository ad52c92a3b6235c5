"""A small chat-completions server with a script, which counts what it is asked.

    python chat_server.py COUNTS [MODE]

It prints its port.  Each request is appended to the file COUNTS as a line: the model and the sha256 of the
last message.  Modes: ``ok``; ``slow`` (a fifth of a second a reply); ``garbage`` (no JSON); ``refused``
(401); ``down`` (503); ``busy`` (429 for the first request of each prompt); ``varied`` (what is
said depends on the model and the last message: all words and tools, the last turn in one case of eight).
"""

import contextlib
import hashlib
import json
import os
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

SEEN = set()


class Quiet(ThreadingHTTPServer):
    def handle_error(self, request, client_address):
        """Nothing: the asker was killed."""


class Server(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        said = json.dumps(request["messages"][-1], sort_keys=True)
        name = f"{request['model']} {hashlib.sha256(said.encode()).hexdigest()[:16]}"
        with Path(sys.argv[1]).open("a") as counts:
            counts.write(name + "\n")
        mode = sys.argv[2] if len(sys.argv) > 2 else "ok"
        if mode == "slow":
            time.sleep(0.2)
        status = {"refused": 401, "down": 503}.get(mode, 200)
        if mode == "busy" and name not in SEEN:
            SEEN.add(name)
            status = 429
        if mode == "garbage":
            return self.send(200, b"<html>not JSON")
        body = (
            {"error": {"message": "no sk-secret", "type": "x", "code": "x"}}
            if status != 200
            else reply(
                request, int(hashlib.sha256(name.encode()).hexdigest(), 16) if mode == "varied" else None
            )
        )
        return self.send(status, json.dumps(body).encode())

    def send(self, status, body):
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        if status == 429:
            self.send_header("Retry-After", "0")
        self.end_headers()
        with contextlib.suppress(BrokenPipeError):  # the asker was killed
            self.wfile.write(body)

    def log_message(self, *_):
        pass


def reply(request, drawn):
    """The last tool of all called where there are tools, else one word; with thoughts, as vLLM tells them.

    With a number ``drawn`` other tools and words, too.
    """
    words = ["yes", "no", "A", "B", "[]", "I cannot tell"]
    word = words[(drawn or 0) % (2 * len(request["model"])) % len(words)]
    message = {"role": "assistant", "content": f"Final answer: {word}", "reasoning_content": "I thought."}
    if tools := [tool["function"] for tool in request.get("tools", ())]:
        last = next((tool for tool in tools if tool["name"] in ("STUCK", "quit")), tools[0])
        called = last if drawn is None or drawn % 8 == 0 else tools[drawn // 8 % len(tools)]
        given = {} if drawn is None else arguments(called, drawn // 97)
        call = {"name": called["name"], "arguments": json.dumps(given)}
        message |= {"content": None, "tool_calls": [{"id": "c1", "type": "function", "function": call}]}
    return {
        "id": "r", "object": "chat.completion", "created": 0, "model": request["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls" if tools else "stop"}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 3, "total_tokens": 13},
    }  # fmt: skip


def arguments(tool, drawn):
    """A value for each parameter: one of its choices, or a small number."""
    given = {}
    for name, schema in tool.get("parameters", {}).get("properties", {}).items():
        choices = schema.get("enum") or list(range(5))
        given[name] = choices[drawn % len(choices)]
        drawn //= len(choices)
    return given


if __name__ == "__main__":
    server = Quiet(("127.0.0.1", 0), Server)
    print(server.server_address[1], flush=True)
    parent = os.getppid()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    while os.getppid() == parent:
        time.sleep(0.2)
