"""Run records of ours (``gf01.run_record.v1``): a certificate, what it measures, and under which terms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...instances.formats.gf01_bundle import FAMILY_ID
from ...instances.formats.gf01_run import RUN_SCHEMA
from ...instances.records import Json
from ...verifiers.reactive.gf01 import policies
from ...verifiers.reactive.gf01.diagnostics import Caps, diagnosed
from ...verifiers.reactive.gf01.validation import Known, figures_of
from ...verifiers.reactive.metrics import measure


@dataclass(frozen=True)
class Terms:
    """Under which terms an agent ran: the same for all rows of a campaign's agent."""

    agent: str
    track: str
    view: str
    renderer: str = "json"
    adaptation: Json | None = None
    """The four adaptation fields; None for no adaptation."""

    def json(self) -> Json:
        """The fields of a row that say so."""
        none: Json = {
            "adaptation_condition": "no_adaptation",
            "adaptation_budget_tokens": 0,
            "adaptation_data_scope": "none",
            "adaptation_protocol_id": "none",
        }
        return {
            "agent_name": self.agent,
            "eval_track": self.track,
            "view": self.view,
            "renderer_track": self.renderer,
            "renderer_profile_id": policies.RENDERERS[self.renderer],
            "renderer_policy_version": policies.RENDERER_POLICY,
            "tool_allowlist_id": policies.ALLOWLISTS[self.track],
            "adaptation_policy_version": policies.ADAPTATION_POLICY,
            **policies.PLAY,
            **(self.adaptation or none),
        }


def row(
    one: Known, certificate: Any, terms: Terms, log_hash: str, stamps: Json, limits: Caps | None = None
) -> Json:
    """The record of one run; ``certificate`` is whatever was submitted, [] where there was nothing."""
    submitted = certificate if isinstance(certificate, list) else []
    metrics = measure(one.question, submitted)
    figures = figures_of(metrics)
    found = diagnosed(one.question, submitted, limits)
    if found.status != "exact":
        figures.pop("subset_minimal")
    instance = one.instance
    return {
        "schema_version": RUN_SCHEMA,
        "family_id": FAMILY_ID,
        **stamps,
        **terms.json(),
        "tool_log_hash": log_hash,
        "instance_id": instance.instance_id,
        "content_hash": instance.content_hash,
        "split_id": instance.split_id,
        "mode": instance.mode,
        "t_star": instance.t_star,
        "window_size": instance.window_size,
        "budget_timestep": instance.budget_timestep,
        "certificate": submitted,
        **figures,
        "diagnostic_status": found.status,
        "diagnostic_visits": found.cost.visits,
        "diagnostic_peak": found.cost.peak,
    }
