"""The command line of the copied folder: records in, a line for each that does not hold, then counts."""

from __future__ import annotations

import gzip
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from .core import Report, check
from .record import MAX_RECORD, decode
from .refused import RefusedError

USAGE = "usage: python3 -I proofs FILE...    (JSON Lines, .gz too, - for stdin)"


def main(arguments: list[str]) -> int:
    """Check the files; 0 when all records hold, 1 when one is refused, 3 when one cannot be read."""
    if not arguments or any(text.startswith("-") and text != "-" for text in arguments):
        print(USAGE, file=sys.stderr)
        return 2
    counts: Counter[str] = Counter()
    for path in arguments:
        for number, report in _reports(path):
            counts[report.state] += 1
            if not report.ok:
                print(f"{path}:{number}: {report.id}: {report.state}: {report.failed}")
    print(", ".join(f"{state} {count}" for state, count in sorted(counts.items())) or "no records")
    if counts["refused"]:
        return 1
    return 0 if counts["holds"] and set(counts) <= {"holds", "refused"} else 3


def _reports(path: str) -> Iterator[tuple[int, Report]]:
    for number, line in enumerate(_lines(path), 1):
        if not line.strip():
            continue
        try:
            yield number, check(decode(line))
        except RefusedError as error:
            yield number, Report("?", "unreadable", str(error))


def _lines(path: str) -> Iterator[bytes]:
    """The lines of a file, each cut off soon after the size that a record may have."""
    with _open(path) as file:
        while line := file.readline(MAX_RECORD + 1):
            yield line


def _open(path: str) -> IO[bytes] | gzip.GzipFile:
    if path == "-":
        return sys.stdin.buffer
    return gzip.open(path) if path.endswith(".gz") else Path(path).open("rb")
