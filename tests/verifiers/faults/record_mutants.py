"""Mutants of released records under new ids, and what becomes of each.

A mutant is ``noticed`` when verify does not let it hold.  One that holds must be harmless:

- ``unread``: what was changed is read by no judge (``UNREAD``);
- ``superfluous``: only certificates were changed, so a truth that was true still stands, and still proven;
- ``right``: another gold answer, which the judge of the original calls correct;
- ``another question``: world or query were changed, and labelling the mutant afresh gives the same truth.

Any other is an ``escape``.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import msgspec

from certwright.generators.rendering import tie
from certwright.instances.canonical import seal
from certwright.instances.errors import CertwrightError
from certwright.instances.records import Answer, Instance, Outcome
from certwright.scripts.verifying import VerifySummary, check_line
from certwright.verifiers.audit.draw import Draw
from certwright.verifiers.audit.json_mutants import mutants
from certwright.verifiers.judge import judge
from certwright.verifiers.label import label
from certwright.verifiers.planning.effort import Effort

INSTANCES = Path(__file__).parents[3] / "instances"
FILES = {
    "planning": ("planning/gen.jsonl", "planning/bool.jsonl", "planning/mcq.jsonl"),
    "reactive": ("reactive/gen.jsonl", "reactive/bool.jsonl", "reactive/episode.jsonl"),
    "timetravel": ("timetravel/generated.jsonl",),
    "gridworld": ("gridworld/problems.jsonl",),
}
UNREAD = (
    "level",
    "split",
    "seed",
    "index",
    "generator",
    "difficulty",
    "canary",
    "commitment",
    "source",
)
"""Fields of a record that say where it comes from; no judge and no prompt reads them."""
EACH = 12
"""Records of each task and form, the smallest, of which mutants are made."""


def sample(family: str, count: int, seed: str) -> list[tuple[dict, str, dict]]:
    """``count`` mutants, each with the record it was made of and its name, spread over tasks and forms."""
    draw, groups = Draw(f"{seed} {family}"), {}
    for name in FILES[family]:
        with (INSTANCES / name).open() as file:
            for line in sorted(file, key=len):
                record = json.loads(line)
                groups.setdefault((record["task"], record["form"]), []).append(record)
    records = [group for _, group in sorted(groups.items())]
    turns = [one for turn in range(EACH) for group in records for one in group[turn : turn + 1]]
    share, chosen = -(-count // len(turns)), []
    if count < len(turns):
        turns, share = draw.sample(turns, count, "turns"), 1
    for record in turns:
        made = [one for one in mutants(record) if not one[0].startswith(("id: ", "schema: "))]
        chosen += [(record, *one) for one in draw.sample(made, share, record["id"])]
    return chosen[:count]


def fate(record: dict, name: str, mutant: dict) -> str:
    """What becomes of a mutant under the id that its content gives it."""
    try:
        changed = seal(msgspec.convert(mutant, Instance))
    except (msgspec.ValidationError, CertwrightError):
        return "noticed" if _state(mutant) != "holds" else "escape"
    if tie(changed).state == "refused" or _state(msgspec.to_builtins(changed)) != "holds":
        return "noticed"
    field = name.partition(":")[0].partition(".")[0].partition("[")[0]
    original = msgspec.convert(record, Instance)
    if field in UNREAD:
        return "unread"
    if field == "certificates":
        return "superfluous"
    if field == "gold":
        if changed.gold is None or record["form"] == "episode":
            return "right"
        verdict = judge(original, Answer(id=original.id, response=changed.gold))
        return "right" if verdict.outcome is Outcome.CORRECT else "escape"
    if field in ("world", "query", "domain"):
        fresh = label(changed, Effort(engine="search"))
        return "another question" if fresh.truth == changed.truth else "escape"
    return "escape"


def _state(record: dict) -> str:
    """The state of a record under the default requirement, its prompt included."""
    line = json.dumps({**record, "schema": record.get("schema", "certwright.instance/1")}).encode()
    return VerifySummary().add(check_line(line)).report.state


def fates(family: str, count: int, seed: str = "mutants") -> tuple[Counter[str], list[str]]:
    """How many mutants met which fate, and the names of those that escaped."""
    met, escaped = Counter(), []
    for record, name, mutant in sample(family, count, seed):
        what = fate(record, name, mutant)
        met[what] += 1
        if what == "escape":
            escaped.append(f"{record['id']}: {name}")
    return met, escaped
