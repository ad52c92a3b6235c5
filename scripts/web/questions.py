"""Questions answered in the browser: the prompt as a model sees it, an answer, the verdict with its reasons.

A person's first readable answer to a question counts: before the verdict is shown it is appended to a file
that ``score`` reads.  An unreadable one does not count; later ones are judged but not kept.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from starlette.routing import Route

from ...instances.errors import NameUnknownError, RecordError, UnsupportedError
from ...instances.names import tasks
from ...instances.records import Answer, Instance, Json, Outcome, Reply, Usage, Verdict
from ...instances.store import read_answers
from ...verifiers.judge import judge
from ...verifiers.scoring import labelled
from ..library.prompts import prompt
from ..viewing.content import claims, quick, verdict_json
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
