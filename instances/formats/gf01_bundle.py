"""GF-01's files of instances: bundles, the older plain lists, and single instances; out again as bundles.

A bundle states the sha256 of its instances (compact JSON with sorted keys), an instance that of its content.
The public loader replaces a wrong hash without a word; here each is compared and reported, as is each
instance that cannot be read, while the others go on.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from ..canonical import encode
from ..errors import RecordError
from ..hostile import decode
from ..lines import read_bytes
from .gf01 import Gf01Instance, read_instance

BUNDLE_SCHEMA: Final = "gf01.instance_bundle.v1"
FAMILY_ID: Final = "GF-01"
FILE_BYTES: Final = 256 * 2**20
CONTENT: Final = (
    "automaton",
    "base_trace",
    "effect_ap",
    "t_star",
    "mode",
    "window_size",
    "budget_timestep",
)
"""The fields that make up what an instance asks; ``content_hash`` is over these."""

Json = dict[str, Any]


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
    if isinstance(value, list):
        return _read(value, {}, str(path))
    if isinstance(value, dict) and "automaton" in value:
        return _read([value], {}, str(path))
    if not isinstance(value, dict) or not isinstance(value.get("instances"), list):
        raise RecordError("neither a bundle, nor a list of instances, nor an instance", file=str(path))
    header = {name: part for name, part in value.items() if name != "instances"}
    if header.get("schema_version") != BUNDLE_SCHEMA:
        found = str(header.get("schema_version"))[:100]
        raise RecordError(f"{found!r} is not {BUNDLE_SCHEMA}", file=str(path), field="schema_version")
    return _read(value["instances"], header, str(path))


def read_json(path: str | Path) -> Any:
    """The JSON of a file; RecordError when it is none or too deep, LimitError when it is too large."""
    try:
        return decode(read_bytes(path, FILE_BYTES))
    except RecordError as error:
        raise error.within(str(path)) from None


def content_hash(raw: Json) -> str:
    """The sha256 over what an instance asks, in hex."""
    return digest({name: raw.get(name) for name in CONTENT})


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
    optional = (
        "seed",
        "budget_atoms",
        "complexity",
        "identifiability",
        "provenance",
        "normalization_version",
    )
    decoded: Json = json.loads(encode(instance))
    raw = {name: part for name, part in decoded.items() if name not in optional or part}
    raw.pop("seed", None)
    raw["content_hash"] = content_hash(raw)
    raw["instance_id"] = f"gf01-{raw['content_hash'][:12]}"
    return raw


def _read(values: list[Any], header: Json, file: str) -> Bundle:
    kept: list[tuple[Gf01Instance, Json]] = []
    faults: list[RecordError] = []
    stored = header.get("instances_hash")
    if stored is not None and stored != (found := instances_hash(values)):
        faults.append(
            RecordError(
                f"{stored!r} is stored, the instances give {found}", file=file, field="instances_hash"
            )
        )
    if "count" in header and header["count"] != len(values):
        faults.append(
            RecordError(f"{header['count']!r} is stored, {len(values)} are there", file=file, field="count")
        )
    for place, value in enumerate(values):
        try:
            instance = read_instance(value, file=file)
        except RecordError as error:
            at = f"instances[{place}].{error.field}" if error.field else f"instances[{place}]"
            faults.append(RecordError(error.message, file=file, field=at))
            continue
        if instance.content_hash and instance.content_hash != (found := content_hash(value)):
            message = f"{instance.content_hash!r} is stored, the content gives {found}"
            faults.append(RecordError(message, file=file, field=f"instances[{place}].content_hash"))
        kept.append((instance, value))
    return Bundle(tuple(one for one, _ in kept), tuple(raw for _, raw in kept), header, tuple(faults))
