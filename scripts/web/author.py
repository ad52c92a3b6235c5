"""``certwright play --author``: an Autumn program, which any editor writes, next to its world.

It is reloaded on each save; while the text is not a valid program, the last valid world stays.
"""

import threading
from pathlib import Path
from typing import Any

from starlette.routing import Route

from ...domains.gridworld.actions import Action
from ...domains.gridworld.lint import Finding, lint
from ...domains.gridworld.machine import Machine
from ...domains.gridworld.parser import MAX_CHARACTERS
from ...domains.gridworld.program import Program, read_program
from ...instances.errors import AutumnError, CertwrightError
from ...instances.lines import read_bytes
from ...instances.records import Json
from .gridworld import packed
from .pages import page
from .server import Request, change, data, document

KEPT = 30  # latest actions that a page lists


class Author:
    """A program file, and the world that it describes."""

    def __init__(self, path: Path):
        self._path, self._guard = path, threading.Lock()
        self._version, self._seed, self._text = 0, 0, ""
        self._stamp: tuple[int, int] | None = None
        self._program: Program | None = None
        self._machine: Machine | None = None
        self._actions = list[str]()
        self._faults, self._findings = list[Json](), list[Json]()
        self._failure: Json | None = None

    def routes(self) -> list[Route]:
        """All addresses of the page."""
        return [
            document("/", page("Author", "author.js", "author.css")),
            data("/api/author", self.show),
            change("/api/author/act", self.act),
            change("/api/author/reset", self.reset),
        ]

    def show(self, request: Request) -> Json:
        """The program and the world; the text of the program only if the page has another version."""
        with self._guard:
            self._refresh()
            return self._state(with_text=request.query.get("version") != str(self._version))

    def act(self, request: Request) -> Json:
        """One step of the world, unless the program has changed in the meantime."""
        action = Action.parse(request.text("action", 40))
        with self._guard:
            self._refresh()
            same = request.body.get("version") == self._version
            if same and self._machine is not None:
                try:
                    self._machine.step(action)
                    self._actions.append(str(action))
                    self._failure = None
                except AutumnError as error:
                    self._failure = _fault(error, f"the step {action} fails: ")
            return self._state(with_text=not same)

    def reset(self, request: Request) -> Json:
        """The world at its beginning, with another random seed if one is given."""
        seed = request.integer("seed")
        with self._guard:
            self._refresh()
            self._seed = min(max(seed, 0), 2**31 - 1)
            self._begin()
            return self._state(with_text=False)

    def _refresh(self) -> None:
        try:
            status = self._path.stat()
            if (stamp := (status.st_mtime_ns, status.st_size)) == self._stamp:
                return
            text = read_bytes(self._path, 4 * MAX_CHARACTERS).decode("utf-8")
        except (OSError, UnicodeDecodeError, CertwrightError) as error:
            self._stamp = None
            self._faults = [{"line": 0, "column": 0, "message": f"cannot be read: {error}"}]
            return
        self._stamp, self._text, self._version = stamp, text, self._version + 1
        self._findings = []
        try:
            program = read_program(text, file=self._path.name)
            self._findings = [_fault(finding, f"{finding.rule}: ") for finding in lint(program)]
        except AutumnError as error:
            self._faults = [_fault(error)]
            return
        self._faults, self._program = [], program
        self._begin()

    def _begin(self) -> None:
        if self._program is None:
            return
        self._actions, self._failure = [], None
        try:
            self._machine = Machine(self._program, self._seed)
        except AutumnError as error:
            self._machine, self._failure = None, _fault(error, "the world cannot begin: ")

    def _state(self, *, with_text: bool) -> Json:
        machine = self._machine
        state: Json = {
            "file": str(self._path),
            "version": self._version,
            "seed": self._seed,
            "step": len(self._actions),
            "actions": self._actions[-KEPT:],
            "grid": None if machine is None else packed(machine.frame()),
            "faults": [*self._faults, *([self._failure] if self._failure else [])],
            "findings": self._findings,
            "stale": bool(self._faults) and machine is not None,
        }
        return {**state, "text": self._text} if with_text else state


def _fault(error: AutumnError | Finding, before: str = "") -> dict[str, Any]:
    """An error or a finding with its position in the text; line 0 if it has none."""
    return {"line": error.line or 0, "column": error.column or 0, "message": before + error.message}
