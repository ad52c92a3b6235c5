"""Numbers that say how hard a reactive question is.

TempoBench's factors: ``effect_depth`` (the step of the effect; the last one for a formula), ``states``,
``transitions``, ``trace_length``, ``causal_inputs`` (steps at which some input matters, as its code counts),
``unique_inputs`` (inputs that are on at some step).  Ours, beside ``inputs`` and ``outputs``:

- of a cause ``relevant_literals``, ``explanations`` (minimal sufficient sets), ``breaking_sets``,
  ``overdetermination`` (the size of the smallest minimal breaking set: so many literals must change at once),
  ``forced``, ``last_relevant_step`` and the ``distance`` from it to the effect;
- of interventions ``budget``, ``min_steps`` and ``min_atoms`` (the cheapest certificate), ``greedy`` (1 when
  the greedy solver of ``questions`` solves it), ``certificates_log10``.
"""

from functools import reduce
from math import log10
from operator import or_

from ...domains.reactive.effect import OutputEffect, Product, read_effect
from ...instances.records import Instance, Json
from ...verifiers.reactive.cells import cost, members, steps_of
from ...verifiers.reactive.check import cheapest
from ...verifiers.reactive.explanations import cause
from ...verifiers.reactive.question import Interventions
from .questions.tasks import CAP, falls
from .scene import Scene


def difficulty(scene: Scene, instance: Instance) -> dict[str, float]:
    """The numbers of a labelled instance."""
    machine, query = scene.machine, instance.query
    numbers: dict[str, float] = {
        **instance.difficulty,
        "states": machine.states,
        "transitions": machine.edges,
        "inputs": len(machine.inputs),
        "outputs": len(machine.outputs),
        "trace_length": len(scene.trace),
        "unique_inputs": reduce(or_, scene.trace, 0).bit_count(),
    }
    if "effect" in query:
        effect = read_effect(query["effect"])
        depth = effect.at if isinstance(effect, OutputEffect) else len(scene.trace) - 1
        numbers["effect_depth"] = depth
        product = scene.product(query["effect"])
        if instance.task == "intervene":
            numbers |= _of_intervention(scene, product, instance)
        else:
            numbers |= _of_cause(product, depth)
    return {name: float(numbers[name]) for name in sorted(numbers)}


def _of_cause(product: Product, depth: int) -> Json:
    if (causes := cause(product, CAP)) is None:
        return {}
    steps = members(steps_of(causes.relevant, product.inputs))
    numbers: Json = {
        "causal_inputs": len(steps),
        "relevant_literals": causes.relevant.bit_count(),
        "explanations": len(causes.sufficient),
        "breaking_sets": len(causes.breaking),
        "forced": int(not causes.breaking),
    }
    if steps:
        numbers["overdetermination"] = causes.breaking[0].bit_count()
        numbers["last_relevant_step"] = steps[-1]
        numbers["distance"] = depth - steps[-1]
    return numbers


def _of_intervention(scene: Scene, product: Product, instance: Instance) -> Json:
    best, query, truth = cheapest(product), instance.query, instance.truth or {}
    budget, effect = query["budget_timestep"], read_effect(query["effect"])
    solved = falls(Interventions(scene.machine, scene.trace, effect, budget))
    numbers: Json = {"greedy": int(solved), "budget": budget}
    if best is not None:
        numbers["min_steps"], numbers["min_atoms"] = cost(best, product.inputs)
    if truth.get("count"):
        numbers["certificates_log10"] = round(log10(int(truth["count"])), 6)
    return numbers
