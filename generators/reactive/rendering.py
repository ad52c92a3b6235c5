"""The prompts that the makers of reactive questions give a record's world and query."""

from collections.abc import Iterator
from itertools import combinations

from ...instances.records import Instance, Prompt
from ...verifiers.reactive.question import Question
from . import worlds
from .family import CONTEXTS
from .prompt import prompt
from .random_machines import INPUTS, OUTPUTS, beside, side_by_side
from .scene import Scene


def misplaced(instance: Instance) -> str | None:
    """Why the record's system is not of the family that it names; None when it may be."""
    machine, domain = Question.of(instance).machine, instance.domain
    if domain == worlds.IMPORTED:
        return None
    if domain == worlds.RANDOM:
        fits = machine.inputs == INPUTS[: len(machine.inputs)]
        return None if fits and machine.outputs == OUTPUTS[: len(machine.outputs)] else _foreign(domain)
    if domain == worlds.PRODUCT:
        names = (machine.inputs, machine.outputs)
        for left, right in combinations(worlds.small_systems(), 2):
            if side_by_side(left, right) == names and beside(left, right) == machine:
                return None
        return _foreign(domain)
    if domain not in worlds.domains():
        return f"domain: {domain} is no family of ours"
    return None if machine in worlds.family(domain) else _foreign(domain)


def renderings(instance: Instance) -> Iterator[Prompt]:
    """The prompts of the record's question in all contexts."""
    question = Question.of(instance)
    scene = Scene(instance.domain, "", question.machine, question.trace)
    for context in CONTEXTS if instance.form != "episode" else CONTEXTS[:1]:
        yield prompt(scene, instance.task, instance.form, instance.query, context)


def _foreign(domain: str) -> str:
    return f"domain: the system is not one of {domain}"
