"""Questions of ours as instances of GF-01, and files of them.

A bundle can say an explicit machine of up to 16 inputs, one output that is to be 1, and hard or normal mode.
Formulas, outputs that are to be 0, and seeds have no place in it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import msgspec

from ...domains.reactive.effect import OutputEffect
from ...domains.reactive.explicit import automaton_of
from ...instances.errors import CertwrightError, RecordError, UnsupportedError
from ...instances.formats.gf01 import Gf01Instance
from ...instances.formats.gf01_bundle import bundle, content_hash, instance_json
from ...instances.outputs import write_whole
from ...instances.records import Instance, Json
from ...verifiers.reactive.gf01.figures import METRIC, POLICY, Factors, identifiability
from ...verifiers.reactive.question import Question
from .provenance import versions

NORMALIZATION = "gf01.normalization.v1"
DIGITS = 6
"""Of the figures that stand beside an instance."""


def gf01_instance(instance: Instance) -> Gf01Instance:
    """The GF-01 instance of a question; UnsupportedError for what a bundle cannot say."""
    if (instance.family, instance.task) != ("reactive", "intervene"):
        raise UnsupportedError(f"{instance.id}: no question about interventions")
    question = Question.of(instance)
    machine, query, effect = question.machine, question.query, question.effect
    if not isinstance(effect, OutputEffect) or not effect.value:
        raise UnsupportedError(f"{instance.id}: a bundle says no formula, and no output that is to be 0")
    stated = instance.source.fields.get("window_size") if instance.source else None
    found = Gf01Instance(
        automaton=automaton_of(machine),
        base_trace=tuple(
            {ap: 1 if word >> bit & 1 else 0 for bit, ap in enumerate(machine.inputs)}
            for word in question.trace
        ),
        effect_ap=effect.ap,
        t_star=effect.at,
        mode=query["mode"],
        window_size=effect.window or (stated if query["mode"] == "hard" and isinstance(stated, int) else 1),
        budget_timestep=query["budget_timestep"],
        budget_atoms=query.get("budget_atoms"),
        split_id=instance.split or "public_dev",
    )
    return completed(found)


def completed(instance: Gf01Instance) -> Gf01Instance:
    """The instance with its figures, its hash and the id that its content gives it; without its seed.

    An id that it had before stays in its provenance.
    """
    factors = Factors.of_instance(instance)
    named = {
        "state_count_norm": factors.state_count,
        "effect_depth_norm": factors.effect_depth,
        "transition_count_norm": factors.transition_count,
        "input_count_norm": factors.input_count,
    }
    own = content_hash(instance_json(instance))
    name = f"gf01-{own[:12]}"
    before = instance.provenance.get("source_id") if instance.instance_id == name else instance.instance_id
    return msgspec.structs.replace(
        instance,
        instance_id=name,
        content_hash=own,
        normalization_version=NORMALIZATION,
        seed=None,
        complexity={name: round(float(factor), DIGITS) for name, factor in named.items()},
        identifiability=identifiable(instance),
        provenance={"source_id": before} if isinstance(before, str) and before else {},
    )


def identifiable(instance: Gf01Instance) -> Json:
    """The figures of identifiability, under the names that GF-01 has for them."""
    from .importing import Asked

    asked = Asked.of(instance)
    found = identifiability(asked.machine, asked.trace, asked.effect)
    return {
        "policy_version": POLICY,
        "metric_id": METRIC,
        "candidate_atom_count": found.cells,
        "response_atom_count": found.responding,
        "response_ratio": round(found.response_ratio, DIGITS),
        "unique_signature_count": found.signatures,
        "effective_atom_count": found.effective,
        "passes_threshold": found.passes(),
    }


def write(instances: Iterable[Instance | RecordError], folder: str | Path) -> list[RecordError]:
    """Write ``instance_bundle.json``; returns the errors put in and one for each question left out."""
    refused: list[RecordError] = []
    kept: list[Json] = []
    for one in instances:
        if isinstance(one, RecordError):
            refused.append(one)
            continue
        try:
            kept.append(instance_json(gf01_instance(one)))
        except CertwrightError as error:
            refused.append(RecordError(str(error)))
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    splits = sorted({str(raw["split_id"]) for raw in kept})
    made = bundle(kept, split=splits[0] if len(splits) == 1 else "mixed", versions=versions({}))
    write_json(target / "instance_bundle.json", made)
    return refused


def write_json(path: Path, value: Json) -> None:
    """Write a file of JSON for reading: sorted keys, one space a level, the last line ends."""
    text = json.dumps(value, indent=1, sort_keys=True, ensure_ascii=False)
    write_whole(path, text + "\n")
