"""How GF-01-R1 grows with complexity: the half of HYP-017 that can be measured while GF-01-R3 is deferred.

The oracle plays each instance of a sweep; every frame that it is shown is measured beside the canonical
observation, and read back.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from ...domains.reactive.columns import Columns, read_frame
from ...domains.reactive.environment import CommitEpisode as Episode
from ...instances.records import Json
from ..agents.runner import Run
from .observing import Observation
from .players import ByOracle
from .toolbox import Toolbox

HEADS = 3
"""Lines above the columns."""


@dataclass(frozen=True)
class Frame:
    """A frame and the observation that it shows."""

    width: int
    """Of the columns; the goal above them is a sentence."""
    lines: int
    characters: int
    canonical: int
    """Characters of the observation as canonical JSON."""
    parity: bool
    """Whether the observation can be read back out of the frame."""


def frames(one: Observation) -> list[Frame]:
    """The frames of an instance, played by the oracle."""
    drawn, question = one.drawn, one.question
    world = Episode(drawn.machine, drawn.trace, drawn.effect, drawn.mode, budget_timestep=drawn.budget)
    run, agent = Run(Columns(world)), ByOracle(Toolbox("EVAL-OC", question, ""), question)
    shown = []
    while not run.over:
        scene = run.scene()
        text, lines = scene.observation, scene.observation.splitlines()
        same = read_frame(text) == world.observation()
        shown.append(Frame(max(map(len, lines[HEADS:])), len(lines), len(text), len(world.observe()), same))
        run.take(agent.turn(scene))
    return shown


def frame_sizes(seen: Sequence[Observation]) -> list[Json]:
    """HYP-017: how large frames of GF-01-R1 are, by slice; with GF-01-R3 they cannot be compared yet."""
    groups: dict[str, list[Observation]] = defaultdict(list)
    for one in seen:
        groups[one.slice].append(one)
    rows = []
    for slice_, members in sorted(groups.items()):
        shown = [frame for one in members for frame in frames(one)]
        rows.append(
            {
                "slice": slice_,
                "instances": len(members),
                "frames": len(shown),
                "width_max": max(frame.width for frame in shown),
                "lines_max": max(frame.lines for frame in shown),
                "frame_characters_mean": round(sum(frame.characters for frame in shown) / len(shown), 3),
                "json_characters_mean": round(sum(frame.canonical for frame in shown) / len(shown), 3),
                "parity": round(sum(frame.parity for frame in shown) / len(shown), 6),
            }
        )
    return rows
