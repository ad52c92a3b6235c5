"""The policies that GF-01's specification locks, as tables, and what a run record violates of them.

* tracks and tools: DEC-001, DEC-053 (``gf01.tool_policy.v1``), section 7.1;
* adaptation: DEC-055 (``gf01.adaptation_policy.v1``), section 7.1;
* renderers: DEC-057 (``gf01.renderer_policy.v1``), section 11.1;
* play protocol: DEC-045, DEC-046;
* baseline panels: DEC-056 (``gf01.baseline_panel_policy.v1``), section 7.4.

>>> violations({"eval_track": "EVAL-CB", "tool_allowlist_id": "none", "tool_log_hash": "f00"}, ("tools",))
["tool_log_hash: EVAL-CB asks for '', not 'f00'"]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

TOOL_POLICY: Final = "gf01.tool_policy.v1"
ADAPTATION_POLICY: Final = "gf01.adaptation_policy.v1"
RENDERER_POLICY: Final = "gf01.renderer_policy.v1"
PANEL_POLICY: Final = "gf01.baseline_panel_policy.v1"

ALLOWLISTS: Final[Mapping[str, str]] = {
    "EVAL-CB": "none",
    "EVAL-TA": "local-planner-v1",
    "EVAL-OC": "oracle-exact-search-v1",
}
"""Track -> the only list of tools that it allows."""
RENDERERS: Final[Mapping[str, str]] = {"json": "canonical-json-v1", "visual": "GF-01-R1"}
"""Renderer track -> the only profile that it allows."""
CONDITIONS: Final = ("no_adaptation", "prompt_adaptation", "weight_finetune")
SCOPES: Final = ("none", "public_only", "public_plus_external")
PANELS: Final[Mapping[str, frozenset[str]]] = {
    "full": frozenset({"random", "greedy", "search", "tool", "oracle"}),
    "core": frozenset({"random", "greedy", "oracle"}),
}
"""Panel level -> the baselines that it needs; a full panel has no others."""
VERSIONS: Final[Mapping[str, str]] = {
    "adaptation_policy_version": ADAPTATION_POLICY,
    "renderer_policy_version": RENDERER_POLICY,
}
"""The policies that a run record says it keeps."""
PLAY: Final[Mapping[str, Any]] = {"play_protocol": "commit_only", "scored_commit_episode": True}
OPEN: Final = "open"
HIDDEN: Final = "hidden"
VIEWS: Final = (OPEN, HIDDEN)
"""Whether an agent was shown the machine, or played a commit episode against it; rows that do not say are
of the public code, where everything is shown."""
TRACK_OF_BASELINE: Final[Mapping[str, str]] = {
    "random": "EVAL-CB",
    "greedy": "EVAL-CB",
    "search": "EVAL-CB",
    "tool": "EVAL-TA",
    "oracle": "EVAL-OC",
}
"""The track under which each baseline reports; nothing is pooled across them (DEC-001)."""

_MEANINGLESS: Final = frozenset({"", "none", "unknown"})

Record = Mapping[str, Any]


def _wants(record: Record, field: str, wanted: Any, why: str) -> list[str]:
    found = record.get(field)
    same = type(found) is type(wanted) and found == wanted
    return [] if same else [f"{field}: {why} asks for {wanted!r}, not {found!r}"]


def _tools(record: Record) -> list[str]:
    track = record.get("eval_track")
    if not isinstance(track, str) or track not in ALLOWLISTS:
        return [f"eval_track: {track!r} is none of {', '.join(ALLOWLISTS)}"]
    faults = _wants(record, "tool_allowlist_id", ALLOWLISTS[track], track)
    if track == "EVAL-CB":
        return faults + _wants(record, "tool_log_hash", "", track)
    if not _is_digest(record.get("tool_log_hash")):
        faults.append(f"tool_log_hash: {track} asks for the sha256 of the tool log, 64 hex digits")
    return faults


def _is_digest(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 64 and set(value) <= set("0123456789abcdef")


def _adaptation(record: Record) -> list[str]:
    condition, scope = record.get("adaptation_condition"), record.get("adaptation_data_scope")
    tokens, protocol = record.get("adaptation_budget_tokens"), record.get("adaptation_protocol_id")
    if condition not in CONDITIONS:
        return [f"adaptation_condition: {condition!r} is none of {', '.join(CONDITIONS)}"]
    if condition == "no_adaptation":
        return [
            *_wants(record, "adaptation_budget_tokens", 0, condition),
            *_wants(record, "adaptation_data_scope", "none", condition),
            *_wants(record, "adaptation_protocol_id", "none", condition),
        ]
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
        return [f"renderer_track: {track!r} is none of {', '.join(RENDERERS)}"]
    return _wants(record, "renderer_profile_id", RENDERERS[track], f"renderer track {track}")


def _play(record: Record) -> list[str]:
    faults = [fault for field, wanted in PLAY.items() for fault in _wants(record, field, wanted, "DEC-046")]
    view = record.get("view", OPEN)
    return faults if view in VIEWS else [*faults, f"view: {view!r} is none of {', '.join(VIEWS)}"]


def _versions(record: Record) -> list[str]:
    return [
        fault for field, policy in VERSIONS.items() for fault in _wants(record, field, policy, "the policy")
    ]


CHECKS: Final[Mapping[str, Callable[[Record], list[str]]]] = {
    "tools": _tools,
    "adaptation": _adaptation,
    "renderer": _renderer,
    "play": _play,
    "versions": _versions,
}


def violations(record: Record, checks: Iterable[str] = tuple(CHECKS)) -> list[str]:
    """What a run record violates, each as ``field: what the policy asks for``."""
    return [fault for name in checks for fault in CHECKS[name](record)]


def panel_violations(agents: Iterable[str], level: str = "full") -> list[str]:
    """What is missing from, or too many in, a panel of baselines at a level (``full`` or ``core``)."""
    present, wanted = set(agents), PANELS[level]
    faults = [f"the {level} panel lacks {name}" for name in sorted(wanted - present)]
    extra = sorted(present - wanted) if level == "full" else []
    return faults + [f"the full panel has no {name}" for name in extra]
