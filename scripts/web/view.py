"""The pages of ``certwright view``: a list of records with filters, and a record.

Addresses identify records by number, and the files are those of the command line: no path comes from outside.
"""

import threading
from bisect import bisect_left
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from starlette.routing import Route

from ...instances.errors import CertwrightError, NameUnknownError, RecordError
from ...instances.records import Episode, Instance, Json
from ..viewing import runs
from ..viewing.content import claims, content, misses
from ..viewing.index import FACETS, Record, Shelf, name_of
from ..viewing.pictures import pictures
from .pages import page
from .questions import QuestionRoutes, Sheet
from .server import Request, data, document

P = ParamSpec("P")
T = TypeVar("T")
PAGE = 100  # records on a page of the list
SAME = 50  # the most further records about the same question that a page lists


class ViewRoutes:
    """The routes of ``view`` for some files; answers entered in the browser go to ``sheet``."""

    def __init__(self, shelf: Shelf, sheet: Sheet):
        self._shelf, self._index = shelf, shelf.index
        self._questions = QuestionRoutes(lambda row: self._both(row)[1], len(self._index), sheet)
        self._checking = threading.Lock()
        self._claims: dict[str, Json] = {}

    def routes(self) -> list[Route]:
        """All addresses of the pages."""
        return [
            document("/", page("Records", "view.js", "view.css")),
            document("/record/{row}", page("Record", "record.js", "view.css", "pictures.css")),
            data("/api/records", self.records),
            data("/api/records/{row}", self.record),
            data("/api/records/{row}/pictures", self.pictures),
            data("/api/records/{row}/claims", lambda request: self._about(request, self._checked)),
            data("/api/records/{row}/misses", lambda request: self._about(request, misses)),
            data("/api/records/{row}/graph", lambda request: self._about(request, runs.state_space)),
            *self._questions.routes(),
        ]

    def records(self, request: Request) -> Json:
        """A page of the records that pass the filters, and the number of records with each value."""
        index, (wanted, text) = self._index, _filters(request)
        rows = index.select(wanted, text)
        start = _number(request.query.get("start", "0"), "start")
        return {
            "rows": [
                {"row": row, "id": index.ids[row], **{name: index.columns[name][row] for name in FACETS}}
                for row in rows[start : start + PAGE]
            ],
            "start": start,
            "found": len(rows),
            "page": PAGE,
            "all": len(index),
            "counts": index.counts(wanted, text),
            "files": [lines.path for lines in index.files],
            "damaged": index.damaged,
            "faults": [str(fault) for fault in index.faults],
        }

    def record(self, request: Request) -> Json:
        """One record, its neighbours among those that pass the filters, others about the same question."""
        index, row = self._index, self._row(request)
        wanted, text = _filters(request)
        rows = index.select(wanted, text)
        place = bisect_left(rows, row)
        listed = place < len(rows) and rows[place] == row
        head = {
            "row": row,
            "id": index.ids[row],
            "kind": index.columns["kind"][row],
            "where": index.where(row),
            "place": place + 1 if listed else None,
            "found": len(rows),
            "previous": rows[place - 1] if place > 0 else None,
            "next": rows[place + listed] if place + listed < len(rows) else None,
        }
        try:
            record = index.record(row)
            shown = _sound(content, record, self._shelf.about(record), self._shelf.judged(record))
            return {**head, **shown, "same": self._same(row, name_of(record)), "fault": ""}
        except CertwrightError as error:
            return {**head, "fault": str(error)}

    def pictures(self, request: Request) -> object:
        """The pictures of a record, or of the episode that a verdict judges."""
        record, question = self._both(self._row(request))
        judged = self._shelf.judged(record)
        return _sound(pictures, judged if isinstance(judged, Episode) else record, question)

    def _same(self, row: int, name: str) -> list[Json]:
        index = self._index
        rows = [other for other, one in enumerate(index.ids) if one == name and other != row][:SAME]
        columns = ("kind", "agent", "outcome", "code")
        return [{"row": other, **{name: index.columns[name][other] for name in columns}} for other in rows]

    def _row(self, request: Request) -> int:
        row = _number(request.path["row"], "row")
        if row >= len(self._index):
            raise NameUnknownError(f"there is no record {row}")
        return row

    def _both(self, row: int) -> tuple[Record, Instance]:
        record = self._index.record(row)
        question = self._shelf.about(record)
        if question is None:
            raise NameUnknownError("the question of this record is in none of the files")
        return record, question

    def _about(self, request: Request, answer: Callable[[Instance], object]) -> object:
        return _sound(answer, self._both(self._row(request))[1])

    def _checked(self, question: Instance) -> Json:
        """The checker's result; checks run one at a time, since some take long."""
        with self._checking:
            if question.id not in self._claims:
                self._claims[question.id] = claims(question)
            return self._claims[question.id]


def _sound(answer: Callable[P, T], *given: P.args, **options: P.kwargs) -> T:
    """The result of a function; RecordError if an unverified record makes it fail."""
    try:
        return answer(*given, **options)
    except CertwrightError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError, OverflowError) as error:
        raise RecordError(f"the record is malformed: {error!r}"[:500]) from error


def _filters(request: Request) -> tuple[dict[str, str], str]:
    wanted = {name: request.query[name] for name in FACETS if name in request.query}
    return wanted, request.query.get("text", "")[:200]


def _number(text: str, field: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise RecordError("a number is expected", field=field)
    return int(text)
