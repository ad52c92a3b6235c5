"""An engine: our own exhaustive search under another name."""

from __future__ import annotations

from dataclasses import replace

from certwright.verifiers.engines import own_search
from certwright.verifiers.engines.outcome import Answer
from certwright.verifiers.engines.query import Query
from certwright.verifiers.engines.registry import PLAN, TASK, Engine, expect


def plan(query: Query) -> Answer:
    """The answer of the search, on this engine's word."""
    return replace(own_search.plan(query), engine="patience")


def trial(deadline: float) -> str:
    """A shortest plan of the trial task."""
    answer = plan(Query(TASK, optimal=True, deadline=deadline))
    return expect(getattr(answer, "witness", answer), PLAN)


ENGINE = Engine(
    key="patience",
    title="Patience",
    distribution="toy",
    requirement="toy>=1",
    module="toy",
    licence="Apache-2.0",
    trial=trial,
    plan=plan,
)
