"""The pages of ``certwright view``: a list of records with filters, a record; and questions to be answered.

Addresses identify records by number, and the files are those of the command line: no path comes from outside.

A question stands as a model sees it.  A person's first readable answer counts: before the verdict is shown it
is appended to a file that ``score`` reads.  Unreadable ones do not count; later ones are judged, not kept.
"""

import threading
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from starlette.routing import Route

from ...instances.errors import CertwrightError, NameUnknownError, RecordError, UnsupportedError
from ...instances.names import tasks
from ...instances.records import Answer, Episode, Instance, Json, Outcome, Reply, Usage, Verdict
from ...instances.store import read_answers
from ...verifiers.judge import judge
from ...verifiers.scoring import labelled
from ..library.prompts import prompt
from ..viewing import runs
from ..viewing.content import claims, content, misses, quick, verdict_json
from ..viewing.index import FACETS, Record, Shelf, name_of
from ..viewing.pictures import pictures
from .games import CONSENT, LONGEST, anonymous, append_unless, player_name
from .pages import page
from .server import Request, change, data, document

ANSWERS = "answers.jsonl"  # the file of answers in the folder of games
FORMS = {"gen": "free answers", "bool": "yes or no", "mcq": "multiple choice"}
ANSWER = 100_000  # the most characters of an answer
NAMED = 12  # claims shown with a verdict


class Sheet:
    """A file of answers, each written before anything else happens; RecordError if it holds anything else."""

    def __init__(self, path: Path):
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)

    def first(self, question: str, player: str) -> Answer | None:
        """The person's answer to a question that counts; None if there is none yet."""
        return next((row for row in self._rows() if (row.id, row.agent) == (question, player)), None)

    def players(self) -> list[str]:
        """The names of the people who answered, the latest first."""
        named = [row.agent for row in self._rows() if row.agent]
        return list(dict.fromkeys(filter(anonymous, reversed(named))))

    def _rows(self) -> Iterator[Answer]:
        rows = read_answers(self.path) if self.path.exists() else ()
        return (row for row in rows if not isinstance(row, RecordError))

    def append(self, reply: Reply) -> bool:
        """Keep an answer; False when an earlier one of the same person counts."""
        counts = (str(reply.id), str(reply.agent))
        return append_unless(self.path, reply, lambda _: self.first(*counts) is not None)


def groups(questions: Sequence[Instance]) -> list[Json]:
    """Adjacent questions of one family, task and form: description, the first one's number, count."""
    blocks: list[Json] = []
    for number, question in enumerate(questions):
        title = tasks(question.family)[question.task].title
        name = {"family": question.family, "task": title, "form": FORMS[question.form]}
        if not blocks or {key: blocks[-1][key] for key in name} != name:
            blocks.append({**name, "first": number, "count": 0})
        blocks[-1]["count"] += 1
    return blocks


class QuestionRoutes:
    """The pages of some questions, which are identified by number."""

    def __init__(self, question: Callable[[int], Instance], count: int, sheet: Sheet):
        """``question`` gives the question with a number below ``count``."""
        self._question, self._count, self._sheet = question, count, sheet

    def routes(self) -> list[Route]:
        """All addresses of the pages."""
        return [
            document("/question/{number}", page("Question", "question.js", "view.css")),
            data("/api/questions/{number}", self.show),
            change("/api/questions/{number}/answer", self.answer),
        ]

    def show(self, request: Request) -> Json:
        """A question to be answered, without its truth."""
        number, question = self._named(request)
        player = request.query.get("player", "")
        if not anonymous(player):
            player = next(iter(self._sheet.players()), None) or player_name()
        counted = self._sheet.first(question.id, player)
        return {
            "number": number,
            "count": self._count,
            "id": question.id,
            "form": question.form,
            "prompt": prompt(question),
            "letters": [chr(65 + place) for place in range(len(question.prompt.choices))],
            "player": player,
            "consent": CONSENT,
            "file": str(self._sheet.path),
            "counted": None if counted is None else counted.response,
        }

    def answer(self, request: Request) -> Json:
        """Judge an answer; keep it if it is readable and the first."""
        _, question = self._named(request)
        player, text = request.text("player", 40), request.text("answer", ANSWER)
        if not anonymous(player):
            raise RecordError("a player's name is human- and six letters or digits", field="player")
        verdict = judge(question, Answer(id=question.id, response=text))
        if verdict.outcome is Outcome.UNPARSED:
            return {**verdict_json(verdict), "counts": False, "claims": []}
        usage = Usage(seconds=round(min(max(request.seconds(), 0.0), LONGEST), 1))
        counts = self._sheet.append(Reply(id=question.id, response=text, agent=player, usage=usage))
        told = {"counts": counts, "gold": question.gold or "", "claims": concerning(question, verdict)}
        return {**verdict_json(verdict), **told}

    def _named(self, request: Request) -> tuple[int, Instance]:
        text = request.path["number"]
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1
        if not 0 <= number < self._count:
            raise NameUnknownError("there is no such question")
        question = self._question(number)
        if question.form == "episode":
            raise UnsupportedError(f"{question.id} is an episode: `certwright play` plays it")
        if not labelled(question):
            raise UnsupportedError(f"{question.id} has no truth to judge by: `certwright label` finds it")
        return number, question


def concerning(question: Instance, verdict: Verdict) -> list[tuple[str, str, bool]]:
    """The claims about the given answer with their support, else the first; empty if checking takes long."""
    if not quick(question):
        return []
    listed: list[tuple[str, str, bool]] = claims(question)["claims"]
    items = [verdict.answer] if isinstance(verdict.answer, str) else verdict.answer
    words = [item for item in items if isinstance(item, str)] if isinstance(items, list | tuple) else []
    if question.form == "mcq":
        words = [f"option {word}:" for word in words]
    named = [claim for claim in listed if any(word in claim[0] for word in words)]
    return (named or listed)[:NAMED]


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


def _sound(answer: Callable[..., T], *given: object) -> T:
    """The result of a function; RecordError if an unverified record makes it fail."""
    try:
        return answer(*given)
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
