"""Run records of ours (``gf01.run_record.v1``): a certificate, what it measures, and under which terms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...instances.formats.gf01_bundle import FAMILY_ID
from ...instances.formats.gf01_run import RUN_SCHEMA
from ...instances.records import Json
from ...verifiers.reactive.gf01 import policies
from ...verifiers.reactive.gf01.diagnostics import Caps, Diagnostic, diagnose
from ...verifiers.reactive.gf01.validation import Known, figures_of
from ...verifiers.reactive.metrics import Metrics, measure
from ...verifiers.reactive.structure import flips_in, structure


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
    figures = {name: value for name, value in figures_of(metrics).items() if value is not None}
    found = diagnostic(one, submitted, metrics, limits)
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
        "ap_f1": 0.0,
        "ts_f1": 0.0,
        **figures,
        "structure_ok": metrics.structure_ok,
        "reason": metrics.reason,
        "diagnostic_status": found.status,
        "diagnostic_visits": found.cost.visits,
        "diagnostic_peak": found.cost.peak,
    }


def diagnostic(one: Known, certificate: Sequence[Any], metrics: Metrics, limits: Caps | None) -> Diagnostic:
    """The subset-minimality diagnostic of a submitted certificate; not run for one that is none."""
    from ...verifiers.reactive.gf01.diagnostics import Cost

    read = structure(list(certificate), one.question.inputs, len(one.question.trace))
    if not read.ok or metrics.eff_t is None:
        return Diagnostic("not-run", None, Cost(0, 0))
    return diagnose(one.question.product, flips_in(set(read.atoms), one.question.trace), limits)
