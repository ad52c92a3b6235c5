"""The content of a record's page: facts, prompt, truth, answer and verdict, claims, near misses."""

import json
from itertools import islice
from typing import Any

import msgspec

from ...instances.errors import CertwrightError, RecordError
from ...instances.records import Answer, Episode, Instance, Json, Verdict
from ...verifiers.audit.answers import near_misses
from ...verifiers.audit.audit import subject_of
from ...verifiers.audit.subject import AuditInput
from ...verifiers.checking import check
from ...verifiers.judge import judge
from ...verifiers.scoring import labelled
from ..agents.agent import environment
from ..library.prompts import prompt
from ..verifying import backing, rule_of
from .index import Record, answer_of

MISSES = 8  # near misses of the gold answer that are shown
TEXT = 50_000  # characters of one text on a page
LINE = 76  # characters of a line of JSON
MISSING = "What was judged stands in the file of answers, which was not given beside the verdicts."
"""The note with a verdict that has no answer."""
QUICK = 2000  # states that a checker searches in negligible time


def content(record: Record, question: Instance | None, judged: Record | None = None) -> Json:
    """The texts of a record's page; ``judged`` is the answer that a verdict judged."""
    sizes, world = ({}, {}) if question is None else (question.difficulty, question.world)
    return {
        "facts": _facts(record, question),
        "prompt": "" if question is None else cut(prompt(question)),
        "told": _told(question),
        "truth": "" if question is None or question.truth is None else pretty(question.truth),
        "gold": "" if question is None or question.gold is None else question.gold,
        "difficulty": [(name, f"{size:g}") for name, size in sorted(sizes.items())],
        "world": [(name, pretty(value)) for name, value in world.items() if name != "kind"],
        "query": "" if question is None else pretty(question.query),
        "answer": _judged(record, question, judged),
        "answerable": question is not None and question.form != "episode" and labelled(question),
        "quick": question is not None and quick(question),
    }


def _facts(record: Record, question: Instance | None) -> list[tuple[str, str]]:
    facts: list[tuple[str, Any]] = []
    if question is not None:
        names = ("family", "task", "domain", "form", "level", "split")
        facts += [(name, getattr(question, name)) for name in names]
        if question.generator is not None:
            facts.append(("made by", f"{question.generator.name} {question.generator.version}"))
        if question.source is not None:
            facts.append(("source", question.source.key))
        if question.grades is not None:
            counts = msgspec.to_builtins(question.grades).items()
            counted = [f"{count} {grade.replace('_', '-')}" for grade, count in counts if count]
            facts.append(("claims", ", ".join(counted) or "none"))
    if not isinstance(record, Instance):
        facts += [("agent", record.agent), ("sample", record.sample)]
    if isinstance(record, Episode):
        facts += [("turns", len(record.steps)), ("stop", record.stop)]
        if record.usage is not None:
            facts.append(("seconds", f"{record.usage.seconds:g}"))
    return [(name, str(value)) for name, value in facts if value is not None]


def _told(question: Instance | None) -> Json | None:
    if question is None or question.form != "episode":
        return None
    try:
        world = environment(question)
    except CertwrightError as error:
        return {"instructions": f"The episode cannot begin: {error}", "tools": [], "observation": ""}
    named = ((tool, [parameter.name for parameter in tool.parameters]) for tool in world.tools)
    tools = [(tool.name, names, tool.description) for tool, names in named]
    return {"instructions": world.instructions, "tools": tools, "observation": cut(world.observe())}


def _judged(record: Record, question: Instance | None, judged: Record | None) -> Json | None:
    """An answer with its verdict: the stored one, or ours if the question is known and labelled."""
    if isinstance(record, Instance):
        return None
    if isinstance(record, Verdict):
        text = cut(judged.response or "") if isinstance(judged, Answer) else ""
        missing = MISSING if judged is None else ""
        return {"text": text, "missing": missing, "stored": True, **verdict_json(record)}
    answer = answer_of(record)
    played, text = isinstance(answer.answer, Episode), cut(answer.response or "")
    if not text and answer.answer is not None:
        text = pretty(answer.answer) if not played else ""
    if question is None or not labelled(question):
        why = "the question is not known here" if question is None else "the question has no truth"
        return {"text": "" if played else text, "stored": False, "explanation": f"not judged: {why}"}
    if not played:  # it may bear the id of a source
        answer = msgspec.structs.replace(answer, id=question.id)
    return {"text": "" if played else text, "stored": False, **verdict_json(judge(question, answer))}


def verdict_json(verdict: Verdict) -> Json:
    """A verdict as a page displays it."""
    judged = {"value": verdict.value, "outcome": verdict.outcome.value, "code": verdict.code.value}
    metadata = pretty(verdict.metadata) if verdict.metadata else ""
    return {**judged, "explanation": verdict.explanation, "read": _read(verdict.answer), "metadata": metadata}


def _read(answer: Any) -> str:
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    return "" if answer is None else pretty(answer)


def quick(question: Instance) -> bool:
    """Whether checking the certificates is fast enough to do it when the page is loaded."""
    sizes = [proof.body.get(name, 0) for proof in question.certificates for name in ("states", "nodes")]
    return question.family != "gridworld" and all(isinstance(size, int) and size <= QUICK for size in sizes)


def claims(question: Instance) -> Json:
    """The checker's result for a question: its state, each claim with its support, each certificate."""
    report = check(question)
    return {
        "state": report.state,
        "failed": report.failed or "",
        "trusted": report.trusted,
        "claims": [(claim.text, backing(claim), claim.proven) for claim in report.claims],
        "certificates": [
            {"kind": proof.kind, "rule": rule_of(question.family, proof.kind), "body": pretty(proof.body)}
            for proof in question.certificates
        ],
    }


def misses(question: Instance) -> list[Json]:
    """Near misses of the gold answer, each with its verdict; none where there is no gold answer."""
    if not labelled(question) or question.gold is None:
        return []
    missed = islice(near_misses(subject_of(AuditInput(question))), MISSES)
    return [{"sort": sort, "text": _answer_text(said), **verdict_json(given)} for sort, said, given in missed]


def _answer_text(answer: Any) -> str:
    if isinstance(answer, Episode):
        return "\n".join(action_text(step.action) for step in answer.steps)
    if isinstance(answer, list) and all(isinstance(line, str) for line in answer):
        return "\n".join(answer)
    return answer if isinstance(answer, str) else pretty(answer)


def action_text(action: Any) -> str:
    """A stored turn of an episode in one line: the tool with its arguments, or the text."""
    if isinstance(action, dict) and isinstance(arguments := action.get("arguments", {}), dict):
        if isinstance(tool := action.get("tool"), str):
            return " ".join([tool, *(f"{name}={value}" for name, value in arguments.items())])
        return str(action.get("text", action.get("fault", action)))
    return str(action)


def pretty(value: Any) -> str:
    """A text unchanged; everything else as readable JSON, with short values on one line."""
    if isinstance(value, str):
        return cut(value)
    try:
        return cut(_spread(msgspec.to_builtins(value), ""))
    except (TypeError, ValueError, RecursionError) as error:
        raise RecordError(f"cannot be shown: {error}") from None


def _spread(data: Any, indent: str) -> str:
    line = json.dumps(data, ensure_ascii=False)
    if len(indent) + len(line) <= LINE or not isinstance(data, dict | list) or not data:
        return line
    deeper = f"{indent}  "
    first, last = "{}" if isinstance(data, dict) else "[]"
    parts = [_spread(part, deeper) for part in (data.values() if isinstance(data, dict) else data)]
    if isinstance(data, dict):
        names = (json.dumps(key, ensure_ascii=False) for key in data)
        parts = [f"{name}: {part}" for name, part in zip(names, parts, strict=True)]
    inside = f",\n{deeper}".join(parts)
    return f"{first}\n{deeper}{inside}\n{indent}{last}"


def cut(text: str, most: int = TEXT) -> str:
    """A text, truncated for the page if it is very long."""
    return text if len(text) <= most else f"{text[:most]} ... ({len(text) - most} characters more)"
