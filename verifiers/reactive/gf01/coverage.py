"""Which instances the rows of a campaign cover, and whether a panel of baselines is whole (DEC-056).

>>> from certwright.verifiers.reactive.gf01.coverage import gaps
>>> gaps([("greedy", "i1"), ("greedy", "i2"), ("oracle", "i1")], ["i1", "i2"])
['oracle: 1 of 2 instances has no row, the first is i2']
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from .policies import PANELS, TRACK_OF_BASELINE

Row = Mapping[str, Any]


def gaps(pairs: Iterable[tuple[str, str]], names: Iterable[str]) -> list[str]:
    """The agents that lack a row for some instance; ``pairs`` are (agent, instance)."""
    wanted, done = list(names), defaultdict[str, set[str]](set)
    for agent, name in pairs:
        done[agent].add(name)
    faults = []
    for agent in sorted(done):
        missing = [name for name in wanted if name not in done[agent]]
        if missing:
            have = "has" if len(missing) == 1 else "have"
            faults.append(
                f"{agent}: {len(missing)} of {len(wanted)} instances {have} no row, the first is {missing[0]}"
            )
    return faults


def coverage(rows: Iterable[Row], names: Iterable[str]) -> list[str]:
    """The gaps of each agent on each track and renderer that it has rows of; tracks are not mixed."""
    return gaps(
        (
            (
                f"{row['agent_name']} ({row['eval_track']}, {row['renderer_track']}, "
                f"{row.get('view', 'open')})",
                row["instance_id"],
            )
            for row in rows
        ),
        names,
    )


def panel_gaps(rows: Iterable[Row], names: Iterable[str], level: str = "full") -> list[str]:
    """What a release lacks of its panel: baselines, or rows of one, or the right track."""
    listed = list(rows)
    faults = []
    for agent in sorted(PANELS[level]):
        own = [row for row in listed if row["agent_name"] == agent]
        if not own:
            faults.append(f"the {level} panel lacks {agent}")
            continue
        track = TRACK_OF_BASELINE[agent]
        if strays := {row["eval_track"] for row in own} - {track}:
            faults.append(f"{agent}: reports under {', '.join(sorted(strays))}, not {track}")
    return faults + coverage([row for row in listed if row["agent_name"] in PANELS[level]], names)
