"""GF-01's instances and their files: bundles, the older plain lists, single instances; JSON in and out.

An instance is an explicit Mealy automaton, a base trace, an effect (an output proposition, a step, a mode and
a window) and budgets (specification, definition 9).  Fields that the public loader ignores are ignored here
too; everything that it lets pass unread (bits that are booleans, rows that are missing, steps outside the
trace) is refused, with the field's name.

A bundle states the sha256 of its instances (compact JSON with sorted keys), an instance that of its content.
The public loader replaces a wrong hash without a word; here each is compared and reported, as is each
instance that cannot be read, while the others go on.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from ..canonical import encode
from ..errors import LimitError, RecordError
from ..hostile import convert, decode
from ..lines import read_bytes
from ..places import PACKAGE
from ..records import Json
from . import Format

Bit = Literal[0, 1]

INPUT_LIMIT = 16
BUNDLE_SCHEMA: Final = "gf01.instance_bundle.v1"
FAMILY_ID: Final = "GF-01"
FILE_BYTES: Final = 256 * 2**20
CONTENT: Final = ("automaton", "base_trace", "effect_ap", "t_star", "mode", "window_size", "budget_timestep")
"""The fields that make up what an instance asks; ``content_hash`` is over these."""
OPTIONAL: Final = frozenset(
    ("seed", "budget_atoms", "complexity", "identifiability", "provenance", "normalization_version")
)
"""Fields that a bundle leaves out where they say nothing."""


class Gf01Target(msgspec.Struct, frozen=True):
    """Where a transition leads and what it emits; an output that is not named is 0."""

    next_state: str
    output: dict[str, Bit]


class Gf01Automaton(msgspec.Struct, frozen=True):
    """``transitions[state]["a=0|b=1"]``, the inputs in the order of ``input_aps``."""

    states: tuple[str, ...]
    initial_state: str
    input_aps: tuple[str, ...]
    output_aps: tuple[str, ...]
    transitions: dict[str, dict[str, Gf01Target]]


class Gf01Instance(msgspec.Struct, frozen=True, kw_only=True):
    """One GF-01 instance; ``read_instance`` has checked that its parts fit."""

    automaton: Gf01Automaton
    base_trace: tuple[dict[str, Bit], ...]
    effect_ap: str
    t_star: int
    mode: Literal["normal", "hard"]
    window_size: int
    budget_timestep: int
    instance_id: str = ""
    budget_atoms: int | None = None
    seed: int | None = None
    complexity: dict[str, float] = {}
    identifiability: dict[str, Any] = {}
    split_id: str = "public_dev"
    renderer_track: str = "json"
    normalization_version: str = ""
    content_hash: str = ""
    provenance: dict[str, Any] = {}

    @property
    def window(self) -> int:
        """How many steps before ``t_star`` count as well: none in hard mode."""
        return self.window_size if self.mode == "normal" else 0


def read_instance(value: Any, *, file: str | None = None) -> Gf01Instance:
    """The instance in decoded JSON; RecordError with file and field for any fault."""
    instance = convert(value, Gf01Instance, file=file)
    for at, message in _faults(instance):
        raise RecordError(message, field=at, file=file)
    return instance


def transition_keys(inputs: tuple[str, ...]) -> list[str]:
    """The keys of a state's transitions: place i is the letter whose bit k is the value of ``inputs[k]``.

    >>> transition_keys(("a", "b"))
    ['a=0|b=0', 'a=1|b=0', 'a=0|b=1', 'a=1|b=1']
    """
    if len(inputs) > INPUT_LIMIT:
        raise LimitError(f"an explicit automaton with more than {INPUT_LIMIT} inputs")
    bits = (bits[::-1] for bits in product((0, 1), repeat=len(inputs)))
    return ["|".join(f"{ap}={bit}" for ap, bit in zip(inputs, row, strict=True)) for row in bits]


def _faults(instance: Gf01Instance) -> Any:
    """(field, message) for each fault, the first of which is reported."""
    yield from _automaton_faults(instance.automaton)
    steps = len(instance.base_trace)
    if not steps:
        yield "base_trace", "the base trace has no step"
    inputs = set(instance.automaton.input_aps)
    for step, valuation in enumerate(instance.base_trace):
        if set(valuation) != inputs:
            yield f"base_trace[{step}]", "does not give one value to each input proposition"
    if instance.effect_ap not in instance.automaton.output_aps:
        yield "effect_ap", f"{instance.effect_ap!r} is no output proposition"
    bounds = {"t_star": (0, steps - 1), "window_size": (1, ""), "budget_timestep": (1, steps)}
    for name, (least, most) in {**bounds, "budget_atoms": (0, "")}.items():
        number = getattr(instance, name)
        if number is not None and not least <= number <= (number if most == "" else most):
            yield name, f"{number} is not in {least}..{most}"


def _automaton_faults(automaton: Gf01Automaton) -> Any:
    names = (*automaton.input_aps, *automaton.output_aps)
    if len(set(names)) != len(names) or "" in names:
        yield "automaton", "propositions are named, and each once"
    if len(automaton.input_aps) > INPUT_LIMIT:
        yield "automaton.input_aps", f"more than {INPUT_LIMIT} input propositions"
        return
    states = set(automaton.states)
    if len(states) != len(automaton.states):
        yield "automaton.states", "a state occurs twice"
    if automaton.initial_state not in states:
        yield "automaton.initial_state", f"{automaton.initial_state!r} is no state"
    if set(automaton.transitions) != states:
        yield "automaton.transitions", "there is not one table for each state"
    keys = set(transition_keys(automaton.input_aps))
    outputs = set(automaton.output_aps)
    for state, rows in automaton.transitions.items():
        field = f"automaton.transitions[{state}]"
        if odd := sorted(keys ^ set(rows)):
            what = "is missing" if odd[0] in keys else "is no valuation of the inputs"
            yield field, f"{odd[0]!r} {what}"
        for key, target in rows.items():
            if target.next_state not in states:
                yield f"{field}[{key}].next_state", f"{target.next_state!r} is no state"
            if not outputs.issuperset(target.output):
                yield f"{field}[{key}].output", "names what is no output proposition"


@dataclass(frozen=True)
class Bundle:
    """The instances of a file with the JSON they came from, what stands beside them, and what is wrong."""

    instances: tuple[Gf01Instance, ...]
    raw: tuple[Json, ...]
    header: Json = field(default_factory=dict)
    faults: tuple[RecordError, ...] = ()


def read_bundle(path: str | Path) -> Bundle:
    """A bundle, a list of instances, or one instance; RecordError when the file is none of them."""
    value = read_json(path)
    if isinstance(value, list) or (isinstance(value, dict) and "automaton" in value):
        return _read(value if isinstance(value, list) else [value], {}, str(path))
    if not isinstance(value, dict) or not isinstance(value.get("instances"), list):
        raise RecordError("neither a bundle, nor a list of instances, nor an instance", file=str(path))
    header = {name: part for name, part in value.items() if name != "instances"}
    if header.get("schema_version") != BUNDLE_SCHEMA:
        schema = str(header.get("schema_version"))[:100]
        raise RecordError(f"{schema!r} is not {BUNDLE_SCHEMA}", file=str(path), field="schema_version")
    return _read(value["instances"], header, str(path))


def read_json(path: str | Path) -> Any:
    """The JSON of a file; RecordError when it is none or too deep, LimitError when it is too large."""
    try:
        return decode(read_bytes(path, FILE_BYTES))
    except RecordError as error:
        raise error.within(str(path)) from None


def content_hash(raw: Json) -> str:
    """The sha256 over what an instance asks, in hex; the states count in the order of their names."""
    content = {name: raw.get(name) for name in CONTENT}
    automaton = content["automaton"]
    if isinstance(automaton, dict) and isinstance(automaton.get("states"), (list, tuple)):
        content["automaton"] = {**automaton, "states": sorted(automaton["states"])}
    return digest(content)


def instances_hash(raws: Sequence[Json]) -> str:
    """The sha256 over the instances of a bundle, in hex."""
    return digest(list(raws))


def digest(value: Any) -> str:
    """The sha256 of compact JSON with sorted keys, escaped to ASCII as GF-01's files are."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def bundle(raws: Iterable[Json], *, split: str, versions: Json) -> Json:
    """A bundle of these instances; it holds no seed, for the generator is public."""
    listed = list(raws)
    return {
        "schema_version": BUNDLE_SCHEMA,
        "family_id": FAMILY_ID,
        "split_id": split,
        "count": len(listed),
        "instances_hash": instances_hash(listed),
        "instances": listed,
        **versions,
    }


def instance_json(instance: Gf01Instance) -> Json:
    """An instance as bundles hold it, with id and content hash made from its content and without its seed."""
    decoded: Json = json.loads(encode(instance))
    raw = {name: part for name, part in decoded.items() if name not in OPTIONAL or part}
    raw.pop("seed", None)
    raw["automaton"]["states"].sort()
    raw["content_hash"] = content_hash(raw)
    raw["instance_id"] = f"gf01-{raw['content_hash'][:12]}"
    return raw


def _read(values: list[Any], header: Json, file: str) -> Bundle:
    kept: dict[int, Gf01Instance] = {}
    faults: list[RecordError] = []

    def fault(message: str, field: str) -> None:
        faults.append(RecordError(message, file=file, field=field))

    stored = header.get("instances_hash")
    if stored is not None and stored != (computed := instances_hash(values)):
        fault(f"{stored!r} is stored, the instances give {computed}", "instances_hash")
    if "count" in header and header["count"] != len(values):
        fault(f"{header['count']!r} is stored, {len(values)} are there", "count")
    for place, value in enumerate(values):
        try:
            instance = read_instance(value, file=file)
        except RecordError as error:
            fault(error.message, f"instances[{place}]" + (f".{error.field}" if error.field else ""))
            continue
        if instance.content_hash and instance.content_hash != (computed := content_hash(value)):
            message = f"{instance.content_hash!r} is stored, the content gives {computed}"
            fault(message, f"instances[{place}].content_hash")
        kept[place] = instance
    return Bundle(tuple(kept.values()), tuple(values[place] for place in kept), header, tuple(faults))


ROW = Format(
    "gf01",
    "GF-01 bundles, lists, single instances and formal tasks",
    read=f"{PACKAGE}.scripts.gf01.bundles:read",
    write=f"{PACKAGE}.scripts.gf01.bundles:write",
    forms=("gen", "episode"),
)
