"""GF-01-R1, the side-scroller in text: a column a timestep, interventions above, outputs below.

    GF-01-R1  hard  output g is 1 at timestep 2.
    left: 1 timesteps, 3 settings
    effect: not-triggered
           |  0  1 2*  3
    in  a  |  1  >
    in  b  |  .  >
    out g  |  0

``>`` marks the timestep to be played next, ``.`` an input that was left alone, ``*`` timesteps that count.
The frame is a function of what has been observed, the visible goal and the names of inputs and outputs, all
of which the player has anyway; ``read_frame`` gets the canonical observation back out of it, so neither
says more nor less than the other (DEC-016, section 11.1).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from ...instances.errors import RecordError
from ..environment import Feedback, Tool, Turn
from .environment import CommitEpisode, Panel

PROFILE: Final = "GF-01-R1"
NEXT, UNTOUCHED, COUNTS, EDGE = ">", ".", "*", "|"

Observation = Mapping[str, Any]

_LEFT = re.compile(r"left: (-?\d+) timesteps(?:, (-?\d+) settings)?")


@dataclass(frozen=True)
class Film:
    """The panel, and the outputs of the timesteps so far."""

    panel: Panel
    shown: tuple[Mapping[str, int], ...] = ()

    def after(self, observation: Observation) -> Film:
        """The film with what a new observation shows."""
        if observation["y"] is None or observation["t"] <= len(self.shown):
            return self
        return replace(self, shown=(*self.shown, observation["y"]))


def frame(film: Film, observation: Observation) -> str:
    """The text of a frame; the last line ends."""
    panel, now = film.panel, observation["t"]
    atoms = observation["budget_a_remaining"]
    settings = "" if atoms is None else f", {atoms} settings"
    labels = [f"in  {_name(ap)}" for ap in panel.inputs] + [f"out {_name(ap)}" for ap in panel.outputs]
    first, last = panel.first, observation["t_star"]
    heads = [
        f"{step}{COUNTS if first is not None and last is not None and first <= step <= last else ''}"
        for step in range(panel.steps)
    ]
    size = (max(map(len, labels), default=0) + 2, max(map(len, heads)) + 1)
    chosen = {(step, ap): str(value) for step, ap, value in observation["history_atoms"]}
    lines = [
        f"{PROFILE}  {observation['mode']}  {' '.join(panel.goal.split())}",
        f"left: {observation['budget_t_remaining']} timesteps{settings}",
        f"effect: {observation['effect_status']}",
        _line("", size, heads),
    ]
    for label, ap in zip(labels, panel.inputs, strict=False):
        cells = [chosen.get((step, ap), UNTOUCHED) for step in range(now)]
        lines.append(_line(label, size, [*cells, NEXT]))
    for label, ap in zip(labels[len(panel.inputs) :], panel.outputs, strict=True):
        lines.append(_line(label, size, [str(seen[ap]) for seen in film.shown]))
    return "\n".join(lines) + "\n"


def read_frame(text: str) -> dict[str, Any]:
    """The canonical observation that a frame shows; RecordError for what is no frame."""
    lines = text.splitlines()
    left = _LEFT.fullmatch(lines[1]) if len(lines) > 3 else None
    if left is None or not lines[0].startswith(f"{PROFILE}  ") or not lines[2].startswith("effect: "):
        raise RecordError(f"no frame of {PROFILE}")
    heads = lines[3].partition(EDGE)[2].split()
    counted = [int(head[:-1]) for head in heads if head.endswith(COUNTS)]
    rows = [_row(line, lines[3]) for line in lines[4:]]
    ins = [(name, cells) for kind, name, cells in rows if kind == "in"]
    outs = [(name, cells) for kind, name, cells in rows if kind == "out"]
    now = len(ins[0][1]) - 1 if ins else len(outs[0][1]) if outs else 0
    atoms = [
        [step, name, int(cells[step])]
        for step in range(now)
        for name, cells in ins
        if cells[step] in ("0", "1")
    ]
    return {
        "t": now,
        "y": {name: int(cells[now - 1]) for name, cells in outs} if now else None,
        "effect_status": lines[2].removeprefix("effect: "),
        "budget_t_remaining": int(left[1]),
        "budget_a_remaining": None if left[2] is None else int(left[2]),
        "history_atoms": atoms,
        "mode": lines[0].split("  ")[1],
        "t_star": max(counted, default=None),
    }


class Columns:
    """An episode seen through frames: the same tools, rules and outcomes; implements ``Environment``."""

    def __init__(self, episode: CommitEpisode):
        self._episode = episode
        self._film = Film(episode.panel)

    @property
    def tools(self) -> tuple[Tool, ...]:
        """Those of the episode."""
        return self._episode.tools

    @property
    def instructions(self) -> str:
        """Those of the episode."""
        return self._episode.instructions

    @property
    def stop(self) -> str | None:
        """That of the episode."""
        return self._episode.stop

    def observe(self) -> str:
        """The present frame."""
        return frame(self._film, self._episode.observation())

    def act(self, turn: Turn) -> Feedback:
        """Take one turn; the answer to one that moves is the next frame."""
        before = self._episode.observation()["t"]
        feedback = self._episode.act(turn)
        now = self._episode.observation()
        if now["t"] == before:
            return feedback
        self._film = self._film.after(now)
        return replace(feedback, text=self.observe())


def _name(ap: str) -> str:
    """A name as a row has it: in quotes where it might be taken for something else."""
    return ap if re.fullmatch(r"[A-Za-z0-9_.\[\]-]+", ap) else json.dumps(ap)


def _line(label: str, size: tuple[int, int], cells: Sequence[str]) -> str:
    return (label.ljust(size[0]) + EDGE + "".join(cell.rjust(size[1]) for cell in cells)).rstrip()


def _row(line: str, heads: str) -> tuple[str, str, list[str]]:
    """Kind, name and cells of a row; its label ends at the edge, which is where that of the heads is."""
    width = heads.index(EDGE)
    label, cells = line[:width].rstrip(), line[width + 1 :].split()
    kind, _, name = label.partition(" ")
    name = name.strip()
    return kind, str(json.loads(name)) if name.startswith('"') else name, cells
