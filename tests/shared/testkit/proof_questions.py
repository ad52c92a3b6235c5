"""Small random reactive questions of every task and form, labelled."""

import random
from contextlib import suppress

import msgspec

from certwright.domains.reactive.hoa import canonical, write_hoa
from certwright.domains.reactive.words import rows
from certwright.instances.canonical import seal
from certwright.instances.errors import WorldError
from certwright.instances.records import Instance, Prompt
from certwright.verifiers.label import label
from testkit import kernel_worlds as worlds

TASKS = (
    ("simulate", "gen"),
    ("accept", "gen"),
    ("accept", "bool"),
    ("butfor", "gen"),
    ("sufficient", "gen"),
    ("breaking", "gen"),
    ("cause", "gen"),
    ("member", "bool"),
    ("intervene", "gen"),
    ("intervene", "episode"),
)
FORMULAS = ("F(out0 & in0)", "G(out0 -> F in0)", "!out0 U in0", "F(out0 & X !out0)")


def question(seed, task, form, *, steps=(1, 6), inputs=(1, 3)):
    """An instance without truth; its effect happens on the trace, or does not, as chance has it."""
    rng = random.Random(f"{seed} {task} {form}")
    system = canonical(worlds.machine(rng, rng.randint(2, 5), rng.randint(*inputs), rng.randint(1, 2)))
    trace = [rng.randrange(1 << len(system.inputs)) for _ in range(rng.randint(*steps))]
    query = {"trace": rows(trace, len(system.inputs))}
    outputs = list(system.run(trace).outputs)
    if task == "accept":
        if rng.random() < 0.5:
            outputs[rng.randrange(len(trace))] ^= 1
        query["outputs"] = rows(outputs, len(system.outputs))
    elif task != "simulate":
        query["effect"] = _effect(rng, outputs, avoid=task == "intervene")
    if task == "intervene":
        query |= {
            "mode": "hard",
            "budget_timestep": rng.randint(0, 3),
            "budget_atoms": rng.choice((None, 0, 1, 2, 3)),
        }
    if task == "member":
        step, index = rng.randrange(len(trace)), rng.randrange(len(system.inputs))
        query["literal"] = [step, system.inputs[index], trace[step] >> index & 1]
        query["asks"] = rng.choice(("butfor", "relevant"))
    world = {"kind": "hoa", "hoa": write_hoa(system)}
    return seal(
        Instance(
            id="",
            family="reactive",
            task=task,
            form=form,
            domain="random",
            world=world,
            query=query,
            prompt=Prompt(question="?"),
        )
    )


def _effect(rng, outputs, *, avoid):
    if rng.random() < 0.3:
        return {"kind": "ltlf", "formula": rng.choice(FORMULAS)}
    at = rng.randrange(len(outputs))
    value = outputs[at] & 1 ^ int(avoid)
    return {"kind": "output", "ap": "out0", "value": value, "at": at, "window": rng.choice((0, 0, 2))}


def labelled(task, form, count, *, start=0, **sizes):
    """So many labelled questions of a task; those whose effect does not happen are passed over."""
    found, seed = [], start
    while len(found) < count:
        with suppress(WorldError):
            found.append(label(question(seed, task, form, **sizes)))
        seed += 1
    return found


def named(pair):
    return f"{pair[0]}-{pair[1]}"


def with_truth(instance, **changes):
    """A record with some keys of its truth exchanged."""
    return msgspec.structs.replace(instance, truth={**instance.truth, **changes})
