"""The pictures of a record: its question, what its certificates prove, its answer, its episode."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from ...domains.planning.pddl import parse
from ...domains.planning.tree import Problem
from ...instances.errors import CertwrightError
from ...instances.records import Answer, Episode, Instance, Json, Verdict
from ...verifiers.judge import judge
from ...verifiers.timetravel.judging import environment
from . import grids, states, waves
from .index import Record
from .playback import played_back

PLANS = 4
"""The most plans drawn for one certificate."""


def pictures(record: Record, question: Instance) -> list[Json]:
    """All pictures; if one cannot be made, a note says why."""
    made: list[Json] = []
    for maker in (partial(_of_record, record, question), partial(_of_question, question)):
        try:
            made += maker()
        except CertwrightError as error:
            made.append({"kind": "note", "text": str(error)})
        except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as error:
            made.append({"kind": "note", "text": f"no picture, for the record is malformed: {error!r}"})
    return made


def _of_record(record: Record, question: Instance) -> list[Json]:
    answer = record.answer if isinstance(record, Answer | Verdict) else None
    episode = record if isinstance(record, Episode) else answer
    if isinstance(episode, Episode):
        return [played_back(question, episode)]
    if isinstance(record, Verdict) and question.family == "reactive" and question.form != "bool":
        return waves.of_answer(question, answer)
    if isinstance(record, Verdict) and question.task == "just" and question.form == "gen" and answer:
        return [states.plan("The answer, applied", _problem(question), list(answer))]
    return []


def _of_question(question: Instance) -> list[Json]:
    makers: dict[str, Callable[[Instance], Iterable[Json]]] = {"planning": _planning, "timetravel": _level}
    makers |= {"gridworld": grids.of_question, "reactive": waves.of_question}
    return list(makers[question.family](question)) if question.world else []


def _planning(question: Instance) -> Iterator[Json]:
    """The sequences in the question, and the plans and runs of its certificates."""
    problem, query = _problem(question), question.query
    if "actions" in query:
        yield states.plan("The sequence of the question", problem, query["actions"])
    if "plan" in query:
        yield states.plan("The plan of the question", problem, query["plan"])
    if isinstance(query.get("action"), str) and question.task in ("app", "prog"):
        yield states.plan("The action of the question", problem, [query["action"]])
    for number, option in enumerate(query.get("options", ())):
        if "actions" in option:
            yield states.plan(f"The sequence of option {chr(65 + number)}", problem, option["actions"])
    if question.task == "just" and question.form == "gen" and question.gold is not None:
        gold = judge(question, Answer(id=question.id, response=question.gold)).answer
        yield states.plan("A right answer", problem, list(gold or ()))
    for certificate in question.certificates:
        body = certificate.body
        if certificate.kind == "plans":
            for number, plan in enumerate(body["plans"][:PLANS], 1):
                title = f"Certificate plans: plan {number} of {len(body['plans'])}"
                yield states.plan(title, problem, [body["actions"][action] for action in plan])
        elif certificate.kind == "runs" and body["steps"]:
            yield states.runs("Certificate runs: a tree of states", problem, body["actions"], body["steps"])


def _level(question: Instance) -> list[Json]:
    world, plan = environment(question).world, (question.truth or {}).get("plan") or []
    return [states.level("A shortest plan" if plan else "The level at its beginning", world, plan)]


def _problem(question: Instance) -> Problem:
    return parse(question.world["domain"], question.world["problem"])
