"""The policies that GF-01's specification locks, as tables, and what runs and releases violate of them.

* tracks and tools: DEC-001, DEC-053 (``gf01.tool_policy.v1``), section 7.1;
* adaptation: DEC-055 (``gf01.adaptation_policy.v1``), section 7.1;
* renderers: DEC-057 (``gf01.renderer_policy.v1``), section 11.1;
* play protocol: DEC-045, DEC-046;
* baseline panels: DEC-056 (``gf01.baseline_panel_policy.v1``), section 7.4;
* splits: DEC-054 (``gf01.split_policy.v1``).  Ratios are compared as exact fractions, so that a split that
  lies on the edge of the tolerance is decided by arithmetic and not by rounding.  Overlap is decided by
  content (the hash over machine, trace, effect and budgets), not by id, and across splits as well as against
  a previous release.

>>> violations({"eval_track": "EVAL-CB", "tool_allowlist_id": "none", "tool_log_hash": "f00"}, ("tools",))
["tool_log_hash: EVAL-CB asks for '', not 'f00'"]
>>> gaps([("greedy", "i1"), ("greedy", "i2"), ("oracle", "i1")], ["i1", "i2"])
['oracle: 1 of 2 instances has no row, the first is i2']
>>> ratio_violations({"public_dev": 2, "public_val": 1, "private_eval": 2})[0]
'public_dev: 2 of 5 instances, 0.400; the policy asks for 0.200 within 0.050'
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

TOOL_POLICY: Final = "gf01.tool_policy.v1"
ADAPTATION_POLICY: Final = "gf01.adaptation_policy.v1"
RENDERER_POLICY: Final = "gf01.renderer_policy.v1"
PANEL_POLICY: Final = "gf01.baseline_panel_policy.v1"

ALLOWLISTS: Final[Mapping[str, str]] = {
    "EVAL-CB": "none",
    "EVAL-TA": "local-planner-v1",
    "EVAL-OC": "oracle-exact-search-v1",
}  # track -> the only list of tools that it allows
RENDERERS: Final[Mapping[str, str]] = {"json": "canonical-json-v1", "visual": "GF-01-R1"}  # track -> profile
CONDITIONS: Final = ("no_adaptation", "prompt_adaptation", "weight_finetune")
SCOPES: Final = ("none", "public_only", "public_plus_external")
UNADAPTED: Final[Mapping[str, Any]] = {
    "adaptation_budget_tokens": 0,
    "adaptation_data_scope": "none",
    "adaptation_protocol_id": "none",
}
PANELS: Final[Mapping[str, frozenset[str]]] = {
    "full": frozenset({"random", "greedy", "search", "tool", "oracle"}),
    "core": frozenset({"random", "greedy", "oracle"}),
}  # panel level -> the baselines that it needs; a full panel has no others
VERSIONS: Final[Mapping[str, str]] = {
    "adaptation_policy_version": ADAPTATION_POLICY,
    "renderer_policy_version": RENDERER_POLICY,
}  # the policies that a run record says it keeps
PLAY: Final[Mapping[str, Any]] = {"play_protocol": "commit_only", "scored_commit_episode": True}
OPEN, HIDDEN = VIEWS = ("open", "hidden")
"""Whether an agent was shown the machine, or played a commit episode against it; by itself ``open``."""
TRACK_OF_BASELINE: Final[Mapping[str, str]] = {
    **dict.fromkeys(("random", "greedy", "search"), "EVAL-CB"),
    "tool": "EVAL-TA",
    "oracle": "EVAL-OC",
}  # the track under which each baseline reports; nothing is pooled across them (DEC-001)

SPLIT_POLICY: Final = "gf01.split_policy.v1"
TARGETS: Final[Mapping[str, Fraction]] = {
    "public_dev": Fraction(1, 5),
    "public_val": Fraction(1, 5),
    "private_eval": Fraction(3, 5),
}
TOLERANCE: Final = Fraction(1, 20)
MIN_NOVELTY: Final = Fraction(1, 10)  # the least share of new ones among a release's public instances
PRIVATE: Final = "private_eval"

_MEANINGLESS: Final = frozenset({"", "none", "unknown"})

Record = Mapping[str, Any]


def _wants(record: Record, field: str, required: Any, why: str) -> list[str]:
    stated = record.get(field)
    same = type(stated) is type(required) and stated == required
    return [] if same else [f"{field}: {why} asks for {required!r}, not {stated!r}"]


def _tools(record: Record) -> list[str]:
    track = record.get("eval_track")
    if not isinstance(track, str) or track not in ALLOWLISTS:
        return [f"eval_track: {track!r} is not one of {', '.join(ALLOWLISTS)}"]
    faults = _wants(record, "tool_allowlist_id", ALLOWLISTS[track], track)
    if track == "EVAL-CB":
        return faults + _wants(record, "tool_log_hash", "", track)
    digest = record.get("tool_log_hash")
    if not isinstance(digest, str) or not re.fullmatch("[0-9a-f]{64}", digest):
        faults.append(f"tool_log_hash: {track} asks for the sha256 of the tool log, 64 hex digits")
    return faults


def _adaptation(record: Record) -> list[str]:
    condition, scope = record.get("adaptation_condition"), record.get("adaptation_data_scope")
    tokens, protocol = record.get("adaptation_budget_tokens"), record.get("adaptation_protocol_id")
    if condition not in CONDITIONS:
        return [f"adaptation_condition: {condition!r} is not one of {', '.join(CONDITIONS)}"]
    if condition == "no_adaptation":
        return _all_of(record, UNADAPTED, condition)
    faults = []
    if type(tokens) is not int or tokens <= 0:
        faults.append(f"adaptation_budget_tokens: {condition} asks for a positive number, not {tokens!r}")
    if scope not in SCOPES[1:]:
        faults.append(f"adaptation_data_scope: {condition} asks for {' or '.join(SCOPES[1:])}, not {scope!r}")
    if not isinstance(protocol, str) or protocol.lower() in _MEANINGLESS:
        faults.append(f"adaptation_protocol_id: {condition} asks for a protocol, not {protocol!r}")
    return faults


def _renderer(record: Record) -> list[str]:
    track = record.get("renderer_track")
    if not isinstance(track, str) or track not in RENDERERS:
        return [f"renderer_track: {track!r} is not one of {', '.join(RENDERERS)}"]
    return _wants(record, "renderer_profile_id", RENDERERS[track], f"renderer track {track}")


def _all_of(record: Record, table: Mapping[str, Any], why: str) -> list[str]:
    return [fault for field, required in table.items() for fault in _wants(record, field, required, why)]


def _play(record: Record) -> list[str]:
    faults, view = _all_of(record, PLAY, "DEC-046"), record.get("view", OPEN)
    return faults if view in VIEWS else [*faults, f"view: {view!r} is not one of {', '.join(VIEWS)}"]


CHECKS: Final[Mapping[str, Callable[[Record], list[str]]]] = {
    "tools": _tools,
    "adaptation": _adaptation,
    "renderer": _renderer,
    "play": _play,
    "versions": lambda record: _all_of(record, VERSIONS, "the policy"),
}


def violations(record: Record, checks: Iterable[str] = tuple(CHECKS)) -> list[str]:
    """What a run record violates, each as ``field: what the policy asks for``."""
    return [fault for name in checks for fault in CHECKS[name](record)]


def gaps(pairs: Iterable[tuple[str, str]], names: Iterable[str]) -> list[str]:
    """The agents that lack a row for some instance; ``pairs`` are (agent, instance)."""
    listed, done = list(names), defaultdict[str, set[str]](set)
    for agent, name in pairs:
        done[agent].add(name)
    faults = []
    for agent in sorted(done):
        if missing := [name for name in listed if name not in done[agent]]:
            lack = f"{'has' if len(missing) == 1 else 'have'} no row, the first is {missing[0]}"
            faults.append(f"{agent}: {len(missing)} of {len(listed)} instances {lack}")
    return faults


def coverage(rows: Iterable[Record], names: Iterable[str]) -> list[str]:
    """The gaps of each agent on each track and renderer that it has rows of; tracks are not mixed."""

    def agent(row: Record) -> str:
        track = f"{row['eval_track']}, {row['renderer_track']}, {row.get('view', OPEN)}"
        return f"{row['agent_name']} ({track})"

    return gaps(((agent(row), row["instance_id"]) for row in rows), names)


def panel_gaps(rows: Iterable[Record], names: Iterable[str], level: str = "full") -> list[str]:
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


@dataclass(frozen=True, slots=True)
class Member:
    """An instance of a release: its id, its split, the hash of its content."""

    name: str
    split: str
    content: str


def ratio_violations(
    counts: Mapping[str, int], targets: Mapping[str, Fraction] = TARGETS, tolerance: Fraction = TOLERANCE
) -> list[str]:
    """The splits whose share of all instances is off by more than the tolerance, and unknown splits."""
    faults = [f"{split}: no split of the policy" for split in sorted(counts.keys() - targets.keys())]
    total = sum(counts.values())
    if not total:
        return [*faults, "there is no instance"]
    whole = sum(targets.values())
    for split, target in targets.items():
        count, wanted = counts.get(split, 0), target / whole
        if abs(Fraction(count, total) - wanted) > tolerance:
            required = f"{float(wanted):.3f} within {float(tolerance):.3f}"
            actual = f"{count} of {total} instances, {count / total:.3f}"
            faults.append(f"{split}: {actual}; the policy asks for {required}")
    return faults


def overlap_violations(members: Iterable[Member]) -> list[str]:
    """Instances that occur twice, by id or by content, in one split or in two."""
    faults, names, contents = list[str](), dict[str, Member](), dict[str, Member]()
    for member in members:
        if (other := names.setdefault(member.name, member)) is not member:
            faults.append(f"{member.name}: twice, in {other.split} and {member.split}")
        elif (other := contents.setdefault(member.content, member)) is not member:
            faults.append(f"{member.name} ({member.split}) has the content of {other.name} ({other.split})")
    return faults


def rotation_violations(
    release: Iterable[Member], previous: Iterable[Member], *, novelty: Fraction = MIN_NOVELTY
) -> list[str]:
    """What a release may not take over: old private instances in public splits, too many old public ones."""
    public = [member for member in release if member.split != PRIVATE]
    before = {member.content: member for member in previous}
    faults = [
        f"{member.name} ({member.split}) was private before"
        for member in public
        if member.content in before and before[member.content].split == PRIVATE
    ]
    new = sum(member.content not in before for member in public)
    if public and Fraction(new, len(public)) < novelty:
        share = f"{new} of {len(public)} public instances are new"
        faults.append(f"{share}; the policy asks for a share of {float(novelty):.3f}")
    return faults
