"""The command line of the copied folder, and the rules by which many records come to one exit code."""

import argparse
import gzip
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from hashlib import sha256

from .core import Report, check
from .record import MAX_RECORD, decode
from .refused import RefusedError

_LESS = ("engine_proven", "undecided", "unverified")
REQUIREMENTS = {"certified": _LESS, "engine-proven": _LESS[1:], "any": ()}
"""What may be required of a record, and the grades of which it must then have no claim."""
CODES = {"refused": 1, "unreadable": 3, "unlabelled": 3, "unknown": 3, "duplicate": 3, "less": 5, "open": 5}
"""The exit code of each state but ``holds``: 1 where something is false or unproven, 3 where nothing is
proven either way, 5 where less is proven than is required, or labelling or the check was cut short."""


@dataclass
class Tally:
    """What became of the records of a run; its memory is 8 bytes of digest an id."""

    require: str = "certified"
    states: Counter[str] = field(default_factory=Counter)
    _ids: set[bytes] = field(default_factory=set)

    def add(self, report: Report) -> Report:
        """Count a record; its report, in which it may be less than required or a duplicate by now."""
        if report.state not in ("unreadable", "refused", "unlabelled"):
            digest = sha256(report.id.encode("utf-8", "replace")).digest()[:8]
            lack = self._lack(report) if report.state == "holds" else ""
            if digest in self._ids:
                report = replace(report, state="duplicate", failed="an earlier record has this id")
            elif lack:
                report = replace(report, state="less", failed=lack)
            self._ids.add(digest)
        self.states[report.state] += 1
        return report

    @property
    def code(self) -> int:
        """The exit code of the run: of several the first of 1, 3 and 5; without any record 3."""
        codes = {CODES.get(state, 0) for state, count in self.states.items() if count}
        return next((code for code in (1, 3, 5) if code in codes), 0 if codes else 3)

    def _lack(self, report: Report) -> str:
        numbers = {grade.replace("_", "-"): getattr(report, grade) for grade in REQUIREMENTS[self.require]}
        missing = ", ".join(f"{number} {grade}" for grade, number in numbers.items() if number)
        if missing:
            return f"not every claim is {self.require}: {missing}"
        return "it makes no claim" if numbers and not report.certified + report.engine_proven else ""


def check_line(line: bytes, plain: bool = False) -> Report:
    """Check the record on one line of a file; never raises."""
    try:
        return check(decode(line), plain)
    except RefusedError as error:
        return Report("?", "unreadable", str(error)[:2000])


def printable(text: object) -> str:
    """A foreign text in one line, with control characters and signs that turn the text around as escapes."""
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in str(text))


def main(arguments: list[str]) -> int:
    """Check the files; the exit code is 2 for wrong usage."""
    parser = argparse.ArgumentParser(prog="python3 -I proofs", description="Check every record of the files.")
    parser.add_argument("--require", choices=list(REQUIREMENTS), default="certified", help="the least grade")
    parser.add_argument("--plain", action="store_true", help="use the slow interpreter for everything")
    parser.add_argument("files", nargs="+", metavar="FILE", help="JSON Lines, .gz too, - for stdin")
    try:
        options = parser.parse_args(arguments)
    except SystemExit as stop:
        return int(stop.code or 0)
    code = 0
    for path in options.files:
        tally = Tally(options.require)
        try:
            for number, line in enumerate(_lines(path), 1):
                report = tally.add(check_line(line, options.plain)) if line.strip() else None
                if report is not None and not report.ok:
                    print(f"{path}:{number}: {printable(f'{report.id}: {report.state}: {report.failed}')}")
        except (OSError, EOFError) as error:
            print(f"{path}: cannot be read: {error}", file=sys.stderr)
            tally.states["unreadable"] += 1
        counts = ", ".join(f"{state} {count}" for state, count in sorted(tally.states.items()))
        print(f"{path}: {counts or 'no records'}")
        code = next(status for status in (1, 3, 5, 0) if status in (code, tally.code))
    return code


def _lines(path: str) -> Iterator[bytes]:
    """The lines of a file, each cut off soon after the size that a record may have."""
    opened = gzip.open if path.endswith(".gz") else open
    with sys.stdin.buffer if path == "-" else opened(path, "rb") as file:
        while line := file.readline(MAX_RECORD + 1):
            yield line
