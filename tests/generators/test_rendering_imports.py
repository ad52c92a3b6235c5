"""Imported records, format by format: held as they were imported, refused when a field has changed since."""

import json
from functools import cache
from pathlib import Path

import msgspec
import pytest
from testkit.causal_worlds import LATCH

import certwright
from certwright.domains.reactive.hoa import write_hoa
from certwright.generators.rendering import Tie, stamped, tie
from certwright.instances.canonical import digest, seal
from certwright.instances.formats import acpbench, tempobench
from certwright.instances.formats.acpbench_writer import row_of
from certwright.instances.records import Instance, Prompt, Source
from certwright.instances.store import read_instances
from certwright.verifiers.gridworld.imports import QUESTIONS
from certwright.verifiers.planning import questions
from certwright.verifiers.reactive.imports import formal_query

RELEASED = Path(certwright.__path__[0], "instances")
RUN = {
    "hoa": write_hoa(LATCH),
    "aps": ["r", "o"],
    "trace": "o&r;o&r;o&!r;cycle{1}",
    "hoax": "",
    "accepted": True,
    "effects": ["X o"],
    "causality": {"X o": {"0": ["r"], "1": ["no constraints"]}},
}


def released(file: str, task: str, domain: str = "") -> Instance:
    return next(
        one for one in read_instances(RELEASED / file) if one.task == task and domain in ("", one.domain)
    )


def of_acpbench(form: str, task: str = "app") -> Instance:
    row = row_of(released(f"planning/{form}.jsonl.gz", task, "ferry"))
    read = msgspec.convert(json.loads(json.dumps(row)), acpbench.Row)
    return stamped(questions.formal_query(acpbench.instance_of(read, "app.json")))


def of_tempobench(row: dict[str, object]) -> Instance:
    (one,) = tempobench.instances_of(row, "f:1")
    return stamped(formal_query(one))


def sourced(one: Instance, format_: str, key: str = "k", **fields: object) -> Instance:
    return seal(msgspec.structs.replace(one, generator=None, source=Source(format_, key), **fields))


@cache
def imported(name: str) -> Instance:
    prompt = f"{RUN['hoa']}\nTrace: {RUN['trace']}"
    steps = {"step_0": {"current state": 0, "defining inputs": "o and r", "next state": 1}}
    grid = released("gridworld/problems.jsonl", "planning")
    makers = {
        "acpbench": lambda: of_acpbench("gen"),
        "plan": lambda: of_acpbench("gen", "val"),
        "choice": lambda: of_acpbench("mcq"),
        "tempobench": lambda: of_tempobench(RUN),
        "prompt": lambda: of_tempobench({"prompt": f"{prompt}\nWhy X o?", "label": RUN["causality"]}),
        "run": lambda: of_tempobench({"prompt": prompt, "label": steps}),
        "gf01": lambda: sourced(released("reactive/gen.jsonl.gz", "intervene"), "gf01", domain="imported"),
        "autumnbench": lambda: sourced(
            grid, "autumnbench", f"autumnbench:{grid.domain}/1", prompt=Prompt(question=QUESTIONS["planning"])
        ),
    }
    return makers[name]()


NAMES = ("acpbench", "plan", "choice", "tempobench", "prompt", "run", "gf01", "autumnbench")


@pytest.mark.parametrize("name", NAMES)
def test_an_import_is_held_by_its_format(name):
    assert tie(imported(name)) == Tie("imported")


def redigested(one: Instance) -> Instance:
    """With the digest of the prompt that it has now: only world and query can say that it was another."""
    return msgspec.structs.replace(one, source=msgspec.structs.replace(one.source, sha256=digest(one.prompt)))


def changed(name: str, **fields: object) -> Instance:
    return msgspec.structs.replace(imported(name), **fields)


def asking(name: str, **fields: object) -> Instance:
    return changed(name, prompt=msgspec.structs.replace(imported(name).prompt, **fields))


TEXT = "prompt: it is not the text of the source"
OTHER = "prompt: it gives another world or query than the record's"
CHANGED = [
    (
        lambda: asking("plan", question=imported("plan").prompt.question.replace("board", "debark", 1)),
        "prompt.question: it gives another query than the record's",
    ),
    (
        lambda: asking("acpbench", answer_format="Say it."),
        "prompt.answer_format: it is not the one of the task",
    ),
    (lambda: changed("acpbench", domain="grid"), "domain: the world's is {domain}, not grid"),
    (lambda: asking("acpbench", context="Once."), TEXT),
    (lambda: asking("choice", question="Which?"), TEXT),
    (
        lambda: changed("choice", domain="nowhere"),
        "prompt: it cannot be rendered: NameUnknownError: no known domain begins with {context!r}",
    ),
    (lambda: changed("choice", form="bool"), "source.key: acpbench:mcq/app/{id} is no bool question of app"),
    (lambda: asking("tempobench", context="Once."), TEXT),
    (
        lambda: redigested(
            asking("prompt", question=imported("prompt").prompt.question.replace("o&!r", "o&r"))
        ),
        OTHER,
    ),
    (lambda: changed("tempobench", query={**imported("tempobench").query, "trace": ["1", "1", "1"]}), OTHER),
    (lambda: changed("run", query={"trace": ["1", "1", "1"]}), OTHER),
    (lambda: changed("tempobench", domain="small"), "domain: it is imported, not small"),
    (lambda: changed("gf01", domain="small"), "domain: that of an import is imported, not small"),
    (
        lambda: asking("gf01", question="Why?"),
        "prompt: it is not what the import of GF-01 gives this world and query",
    ),
    (lambda: asking("autumnbench", question="Why?"), "prompt.question: it is not the one of the task"),
    (lambda: changed("autumnbench", domain="moon"), "domain: moon is not the one of autumnbench:{domain}/1"),
]


@pytest.mark.parametrize(("one", "reason"), CHANGED)
def test_a_changed_field_is_named(one, reason):
    record = one()
    name = record.source.format if record.form != "mcq" else "choice"
    before = imported("choice" if record.source.key.startswith("acpbench:mcq") else name)
    told = reason.format(domain=before.domain, id=before.source.id, context=before.prompt.context[:60])
    assert tie(record) == Tie("refused", told)


@pytest.mark.parametrize("name", ["acpbench", "tempobench"])
def test_without_a_digest_foreign_text_is_held_by_nothing(name):
    source = msgspec.structs.replace(imported(name).source, sha256=None)
    reason = "the record has no digest of its source's text; import it again"
    assert tie(changed(name, source=source)) == Tie("loose", reason)
