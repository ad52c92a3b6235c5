"""The same instances in both views: how often each baseline's certificate is valid in either."""

from __future__ import annotations

from collections.abc import Sequence

from ...domains.reactive.environment import CommitEpisode as Episode
from ...generators.rng import Rng
from ...instances.records import Json
from ...verifiers.reactive.check import check
from ...verifiers.reactive.gf01.policies import TRACK_OF_BASELINE
from ...verifiers.reactive.metrics import measure
from ...verifiers.reactive.question import Interventions
from ..agents.runner import play
from .players import PLAYERS, ByOracle
from .solvers import SOLVERS
from .toolbox import Toolbox


def matched(questions: Sequence[Interventions], modes: Sequence[str]) -> list[Json]:
    """One row a baseline: valid and sufficient shares in the two views, and how often both agree."""
    rows = []
    for agent in SOLVERS:
        shown = [_open(agent, question, number) for number, question in enumerate(questions)]
        hidden = [
            _hidden(agent, question, mode, number)
            for number, (question, mode) in enumerate(zip(questions, modes, strict=True))
        ]
        count = len(questions) or 1
        rows.append(
            {
                "agent": agent,
                "instances": len(questions),
                "open_valid": round(sum(shown) / count, 6),
                "hidden_valid": round(sum(valid for valid, _ in hidden) / count, 6),
                "hidden_sufficient": round(sum(happens for _, happens in hidden) / count, 6),
                "agree": round(
                    sum(one == valid for one, (valid, _) in zip(shown, hidden, strict=True)) / count, 6
                ),
            }
        )
    return rows


def _open(agent: str, question: Interventions, number: int) -> bool:
    tools = Toolbox(TRACK_OF_BASELINE[agent], question, str(number))
    flips = SOLVERS[agent](question, tools, Rng("gf01", "study", agent, "open", number))
    return check(question.product, flips).valid


def _hidden(agent: str, question: Interventions, mode: str, number: int) -> tuple[bool, bool]:
    tools = Toolbox(TRACK_OF_BASELINE[agent], question, str(number))
    rng = Rng("gf01", "study", agent, "hidden", number)
    world = Episode(question.machine, question.trace, question.effect, mode, budget_timestep=question.budget)
    play(str(number), world, ByOracle(tools, question) if agent == "oracle" else PLAYERS[agent](rng, tools))
    found = measure(question, [list(atom) for atom in world.committed])
    return found.valid, found.sufficient
