"""The environment of an instance of each family, and the family's agents.

Each family has a module in this folder with the members of ``AgentFamily``.  An agent that needs more than a
scene is constructed there, from the instance and the environment; the agents that models are compared with
see only scenes.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from functools import cache
from importlib import import_module
from importlib.resources import files

from ...domains.environment import Environment, Turn
from ...instances.errors import UnsupportedError
from ...instances.names import FAMILIES
from ...instances.records import Instance
from .agent import Agent, ReplayAgent


@dataclass(frozen=True)
class AgentFamily:
    """What a family provides to agents."""

    environment: Callable[[Instance], Environment]
    optimal: Callable[[Instance, Environment], Iterable[Turn]] | None = None
    """The turns of a best episode; they may be generated during play."""
    greedy: Callable[[Environment, int], Agent] | None = None
    signals: tuple[str, ...] = ()
    """Tools that end an episode; a random agent does not call them."""
    random: Callable[[Instance, Environment, int, int], Agent] | None = None
    """The family's own random agent, with seed and sample."""
    explorer: Callable[[], Agent] | None = None
    """An agent that learns the world by trying every action."""


def environment(instance: Instance) -> Environment:
    """The episode of an instance, at its beginning; UnsupportedError if it is not an episode."""
    if instance.form != "episode":
        raise UnsupportedError(f"{instance.id} is no episode: its form is {instance.form}")
    return family(instance).environment(instance)


def family(instance: Instance) -> AgentFamily:
    """The ``AgentFamily`` module of the instance's family; UnsupportedError if it has none."""
    if not (files(__package__) / f"{instance.family}.py").is_file() or instance.family not in FAMILIES:
        raise UnsupportedError(f"no agent plays the family {instance.family}")
    return _family(instance.family)


@cache
def _family(name: str) -> AgentFamily:
    members = vars(import_module(f".{name}", __package__))
    return AgentFamily(
        **{field.name: members[field.name] for field in fields(AgentFamily) if field.name in members}
    )


def optimal(instance: Instance, world: Environment) -> Agent:
    """The agent that plays a best episode; UnsupportedError if none is known."""
    best = family(instance).optimal
    if best is None:
        raise UnsupportedError(f"no optimal agent plays {instance.family}")
    return ReplayAgent(best(instance, world), "optimal")
