"""Private splits: what is published of them, and how the rest is committed to.

Generators are public and seeds are small, so anyone could make a split again; a secret of 128 bits, mixed
into every draw (HMAC, see ``rng``), prevents that.  The public file of such a split holds what a model is
shown and nothing that tells the answer: no seed, index, truth, gold, certificates or telling difficulty
figures.  It carries a commitment instead, the sha256 over a salt and the canonical truth; whoever keeps the
private file and the secret can show later that the truth was not changed.

>>> secret = bytes.fromhex("00112233445566778899aabbccddeeff")
>>> commitment(secret, "planning/app/ferry/0", {"kind": "bool", "answer": True})[:8]
'f2127dca'
"""

import hashlib
import hmac
from pathlib import Path

from msgspec.structs import replace

from ..instances.canonical import encode
from ..instances.errors import RecordError
from ..instances.records import Instance, Json

SECRET_BYTES = 16
TELLING_NOTHING = frozenset(
    {"objects", "facts", "operators", "true_facts", "sequence_length"}  # of planning
    | {"states", "transitions", "inputs", "outputs", "trace_length", "effect_depth", "unique_inputs"}
)
"""Difficulty figures that stay in public files."""


def read_secret(path: str | Path) -> bytes:
    """The secret in a file, 32 hex digits; RecordError for anything else."""
    try:
        secret = bytes.fromhex(Path(path).read_text(encoding="ascii").strip())
    except ValueError:
        secret = b""
    if len(secret) != SECRET_BYTES:
        raise RecordError(f"a secret is {2 * SECRET_BYTES} hex digits", file=str(path))
    return secret


def commitment(secret: bytes, name: str, truth: Json) -> str:
    """The sha256, in hex, over the instance's salt (32 bytes that only the secret gives away) and truth."""
    salt = hmac.new(secret, b"salt\n" + name.encode(), hashlib.sha256).digest()
    return hashlib.sha256(salt + encode(truth)).hexdigest()


def public(instance: Instance, secret: bytes) -> Instance:
    """What is published of an instance of a private split; the id stays, and joins the two files."""
    kept = {name: value for name, value in instance.difficulty.items() if name in TELLING_NOTHING}
    hidden = instance.family == "reactive" and instance.form == "episode"
    if hidden:  # such an episode is played against a machine and a trace that are not disclosed
        instance = replace(instance, world={}, query={})
    promise = commitment(secret, instance.id, instance.truth or {})
    untold = dict.fromkeys(("seed", "index", "truth", "gold", "grades"))
    return replace(instance, **untold, certificates=(), difficulty=kept, commitment=promise)


def opens(published: Instance, private: Instance, secret: bytes) -> bool:
    """Whether the private instance holds the truth that was committed to."""
    wanted = commitment(secret, private.id, private.truth or {})
    return published.id == private.id and published.commitment == wanted
