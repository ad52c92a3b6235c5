"""A person plays a commit episode in the terminal, in GF-01-R1 or in canonical JSON."""

from __future__ import annotations

from typing import TextIO

import msgspec

from ...domains.environment import Call, Fault, Turn, Utterance
from ...instances.errors import NameUnknownError
from ...instances.printable import printable
from ...instances.records import Episode, Json
from ...verifiers.reactive.gf01.policies import HIDDEN
from ...verifiers.reactive.gf01.validation import Known
from ...verifiers.reactive.intervene import rendered
from ..agents.agent import Scene
from ..agents.runner import play
from .provenance import versions
from .rows import Terms, row
from .runs import committed_in, episode_of


class Person:
    """Reads a line a turn: ``r=1 q=0``, or an empty line to leave everything as it is."""

    name = "person"

    def __init__(self, source: TextIO, screen: TextIO):
        self._source, self._screen = source, screen

    def turn(self, scene: Scene) -> Turn:
        """The turn that a line says; the end of the input is a fault."""
        if not scene.history:
            self._screen.write(printable(scene.instructions + "\n"))
        elif scene.history[-1][1].outcome != "advanced":
            self._screen.write(printable(scene.history[-1][1].text + "\n"))
        names = ", ".join(one.name for one in scene.tools[0].parameters)
        self._screen.write(printable(f"\n{scene.observation}\nset ({names}), as in NAME=1 > "))
        self._screen.flush()
        line = self._source.readline()
        if not line:
            return Fault("the input ended")
        words = line.replace(",", " ").split()
        pairs = [word.partition("=") for word in words]
        if not all(sign for _, sign, _ in pairs):
            return Utterance(line.strip())
        return Call(scene.tools[0].name, {name: value for name, _, value in pairs})


def chosen(instances: dict[str, Known], name: str | None) -> Known:
    """The instance of an id or of its beginning, the first one for None; NameUnknownError for another."""
    if name is None and instances:
        return next(iter(instances.values()))
    found = [one for key, one in instances.items() if name is not None and key.startswith(name)]
    if len(found) != 1:
        raise NameUnknownError(f"{len(found)} instances begin with {name!r}")
    return found[0]


def played(one: Known, source: TextIO, screen: TextIO, renderer: str) -> tuple[Episode, Json]:
    """The episode, and the run record of what it committed (none of it when it was not played to its end)."""
    world = episode_of(one)
    how = {"renderer": renderer}
    episode = play(one.instance.instance_id, rendered(world, how), Person(source, screen))
    screen.write(printable(f"\n{rendered(world, {}).observe()}\n"))
    certificate = committed_in(world)
    terms = Terms(Person.name, "EVAL-CB", HIDDEN, renderer)
    return msgspec.structs.replace(episode, metadata=how), row(one, certificate, terms, "", versions({}))
