"""Manifests: how a set was made, and whether its files are unchanged.

Digests are of a file's bytes on disk; ``counts`` counts instances by task, form and domain
(``app/gen/ferry``).
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from .canonical import encode
from .errors import RecordError
from .hostile import FAULTS, decode
from .lines import BUFFER_BYTES, GZIP_FAULTS, open_bytes, read_bytes, read_lines
from .outputs import write_whole
from .records import FileEntry, Json, Manifest
from .store import INSTANCE_BYTES

_MANIFEST = msgspec.json.Decoder(Manifest)
_LARGEST = 2**26


class _Cell(msgspec.Struct, frozen=True):
    task: str
    form: str
    domain: str


def entry(path: str | Path) -> FileEntry:
    """Records, bytes and sha256 of a file's decompressed content; RecordError where it is unreadable."""
    records = sum(1 for _ in read_lines(path, INSTANCE_BYTES))
    sha, size = hashlib.sha256(), 0
    with open_bytes(path) as file:
        try:
            while block := file.read(BUFFER_BYTES):
                sha.update(block)
                size += len(block)
        except GZIP_FAULTS as error:
            raise RecordError(f"broken gzip stream: {error}", file=str(path)) from None
    return FileEntry(records=records, bytes=size, sha256=sha.hexdigest())


def counts(paths: Iterable[str | Path]) -> dict[str, int]:
    """How many instances of each task, form and domain; lines that cannot be read count as ``bad``."""
    decoder = msgspec.json.Decoder(_Cell)
    tally: Counter[str] = Counter()
    for _, line in (numbered for path in paths for numbered in read_lines(path, INSTANCE_BYTES)):
        try:
            cell = decoder.decode(b"" if isinstance(line, RecordError) else line)
        except FAULTS:
            tally["bad"] += 1
        else:
            tally[f"{cell.task}/{cell.form}/{cell.domain}"] += 1
    return dict(sorted(tally.items()))


def build(
    family: str,
    paths: Iterable[str | Path],
    versions: Mapping[str, str],
    *,
    seed: int | None = None,
    arguments: Json | None = None,
    rejected: Mapping[str, int] | None = None,
    guesses: Iterable[Json] = (),
) -> Manifest:
    """The manifest of files of instances; the caller gives the versions of certwright and of all engines
    used."""
    files = sorted((Path(path) for path in paths), key=lambda path: path.name)
    if len({file.name for file in files}) < len(files):
        raise RecordError("two files of a set have the same name")
    return Manifest(
        family=family,
        counts=counts(files),
        files={file.name: entry(file) for file in files},
        versions=dict(versions),
        seed=seed,
        arguments=arguments or {},
        rejected=dict(rejected or {}),
        guesses=tuple(guesses),
    )


def read(path: str | Path) -> Manifest:
    """The manifest in a file; RecordError with file and field when it is malformed."""
    try:
        manifest: Manifest = decode(read_bytes(path, _LARGEST), _MANIFEST)
    except RecordError as error:
        raise error.within(str(path)) from None
    return manifest


def write(manifest: Manifest, path: str | Path) -> None:
    """Write the manifest as canonical JSON and a newline."""
    write_whole(path, encode(manifest) + b"\n")


def compare(expected: Manifest, actual: Manifest) -> list[str]:
    """The differences in seed, arguments, counts and files, one sentence each; versions are not compared."""
    differences = []
    for name in ("family", "seed", "arguments"):
        if (got := getattr(actual, name)) != (wanted := getattr(expected, name)):
            differences.append(f"{name} is {got!r}, not {wanted!r}")
    differences += _count_differences(expected.counts, actual.counts)
    for name in sorted({*expected.files, *actual.files}):
        differences += _file_differences(name, expected.files.get(name), actual.files.get(name))
    return differences


def differences(stated: Manifest, path: Path) -> list[str]:
    """How a file differs from its entry, in sentences; counts too if the manifest has only this file."""
    unlike = _file_differences(path.name, stated.files.get(path.name), entry(path))
    if unlike and list(stated.files) == [path.name]:
        unlike += _count_differences(stated.counts, counts([path]))
    return unlike


def _count_differences(expected: Mapping[str, int], actual: Mapping[str, int]) -> list[str]:
    return [
        f"{actual.get(name, 0)} instances of {name}, not {expected.get(name, 0)}"
        for name in sorted({*expected, *actual})
        if expected.get(name, 0) != actual.get(name, 0)
    ]


def _file_differences(name: str, expected: FileEntry | None, actual: FileEntry | None) -> list[str]:
    if actual is None or expected is None:
        return [f"{name} is {'missing' if actual is None else 'not in the manifest'}"]
    said = [
        f"{each.records} records, {each.bytes} bytes, sha256 {each.sha256}" for each in (actual, expected)
    ]
    return [f"{name} differs: {said[0]}, not {said[1]}"] if actual != expected else []
