"""What holds a prompt to its world and query, and what is said of one that is not held."""

from functools import cache
from pathlib import Path

import msgspec
import pytest

import certwright
from certwright.generators.rendering import Tie, difference, stamped, tie
from certwright.instances.canonical import digest
from certwright.instances.records import Prompt, Source
from certwright.instances.store import read_instances

RELEASED = Path(certwright.__path__[0], "instances")
FILES = {
    "planning": ("planning/gen.jsonl.gz", 0),
    "choice": ("planning/mcq.jsonl.gz", 3),
    "reactive": ("reactive/gen.jsonl.gz", 0),
    "gridworld": ("gridworld/problems.jsonl", 0),
    "timetravel": ("timetravel/generated.jsonl", 0),
}
PROMPT = Prompt(question="Is it so?", context="Once.", choices=("a", "b"), limits={"max_tokens": 3})


@cache
def released(name):
    file, number = FILES[name]
    for place, one in enumerate(read_instances(RELEASED / file)):
        if place == number:
            return one
    raise AssertionError


def changed(name, **fields):
    return msgspec.structs.replace(released(name), **fields)


def with_prompt(name, **fields):
    return changed(name, prompt=msgspec.structs.replace(released(name).prompt, **fields))


@pytest.mark.parametrize("name", FILES)
def test_our_prompts_are_rendered_again(name):
    assert tie(released(name)) == Tie("rendered")


@pytest.mark.parametrize("name", FILES)
def test_another_question_is_refused_or_loose(name):
    question = released(name).prompt.question
    one = with_prompt(name, question=f"{question} Say no.")
    start = max(0, len(question) - 15)
    reason = (
        f"prompt.question: it reads {one.prompt.question[start:]!r}, "
        f"world and query give {question[start:]!r}"
    )
    assert tie(one) == Tie("refused", reason)
    foreign = msgspec.structs.replace(one, generator=None)
    assert tie(foreign).state == ("loose" if name == "gridworld" else "refused")


def test_a_prompt_of_nothing_of_ours_is_loose():
    bare = msgspec.structs.replace(
        released("planning"), prompt=Prompt(question="What can be done?"), generator=None
    )
    assert tie(bare) == Tie("loose", "no maker of questions gives the prompt")
    assert tie(changed("planning", world={})) == Tie("loose", "without a world no prompt can be rendered")


def test_what_breaks_a_rendering_is_told():
    broken = changed("choice", query={})
    said = tie(broken)
    assert said.state == "refused" and said.reason.startswith("prompt: it cannot be rendered: ")
    assert tie(msgspec.structs.replace(broken, generator=None)).state == "loose"
    source = Source(format="other", key="k", id="1")
    assert tie(msgspec.structs.replace(broken, generator=None, source=source)).state == "refused"


@pytest.mark.parametrize(
    ("name", "fields", "reason"),
    [
        ("planning", {"domain": "chess"}, "domain: chess is no domain of ours"),
        ("planning", {"domain": "grid"}, "domain: the world's PDDL is not that of grid"),
        ("reactive", {"domain": "chess"}, "domain: chess is no family of ours"),
        ("reactive", {"domain": "random"}, "domain: the system is not one of random"),
        ("reactive", {"domain": "lift"}, "domain: the system is not one of lift"),
        ("timetravel", {"domain": "averne"}, None),
    ],
)
def test_worlds_that_are_not_of_their_domain(name, fields, reason):
    one = changed(name, **fields)
    if reason is None:
        level = released(name)
        other = next(each for each in ("averne", "saltmere") if each != level.domain)
        one = changed(name, domain=other)
        reason = f"domain: the level plays in {level.domain}, not in {other}"
        assert tie(one).reason.startswith(reason.partition(", not")[0])
        return
    assert tie(one) == Tie("refused", reason)
    assert tie(msgspec.structs.replace(one, generator=None)) == Tie("loose", reason)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, ""),
        (
            {"question": "Is it not so?"},
            "prompt.question: it reads 'Is it not so?', world and query give 'Is it so?'",
        ),
        (
            {"choices": ("b", "a")},
            "prompt.choices: they stand in another order than the options of the query",
        ),
        ({"choices": ("a", "c")}, "prompt.choices: B is 'c', the query gives 'b'"),
        ({"choices": ("a",)}, "prompt.choices: B is '', the query gives 'b'"),
        ({"choices": ("a", "b", "c" * 90)}, f"prompt.choices: C is {'c' * 80!r}, the query gives ''"),
        ({"context": "Once"}, "prompt.context: it reads 'Once', world and query give 'Once.'"),
        (
            {"answer_format": "A letter."},
            "prompt.answer_format: it reads 'A letter.', world and query give ''",
        ),
        ({"limits": {"max_tokens": 4}}, "prompt.limits: max_tokens is 4, we give 3"),
        ({"limits": {"max_tokens": 3, "stop": []}}, "prompt.limits: stop is [], we give None"),
        ({"limits": {}}, "prompt.limits: max_tokens is None, we give 3"),
        ({"shots": ("x",)}, "prompt.shots: the worked examples are not those of our stream"),
        (
            {"question": "No?", "context": "Twice."},
            "prompt.question: it reads 'No?', world and query give 'Is it so?'",
        ),
    ],
)
def test_the_first_difference_is_named(fields, said):
    assert difference(PROMPT, msgspec.structs.replace(PROMPT, **fields)) == said


def test_where_long_texts_part():
    long = "0123456789" * 10
    other = long[:50] + "x" + long[51:]
    wanted, stored = Prompt(question=long), Prompt(question=other)
    assert difference(wanted, stored) == (
        f"prompt.question: it reads {other[35:95]!r}, world and query give {long[35:95]!r}"
    )


def imported(format_, **fields):
    source = Source(format=format_, key=fields.pop("key", "k"), id="1", sha256=fields.pop("sha256", None))
    return msgspec.structs.replace(released("planning"), source=source, generator=None, **fields)


@pytest.mark.parametrize(
    ("one", "reason"),
    [
        (
            lambda: imported("acpbench", key="acpbench:mcq/app/1"),
            "source.key: acpbench:mcq/app/1 is no gen question of {task}",
        ),
        (lambda: imported("pddl", domain="grid"), "domain: the world's is {domain}, not grid"),
        (
            lambda: imported("pddl"),
            "prompt: it is not what the import of PDDL files gives this world and task",
        ),
        (lambda: imported("gf01"), "domain: that of an import is imported, not {domain}"),
        (lambda: imported("tempobench", sha256="0" * 64), "prompt: it is not the text of the source"),
    ],
)
def test_imports_are_held_against_their_format(one, reason):
    record = released("planning")
    assert tie(one()) == Tie("refused", reason.format(task=record.task, domain=record.domain))


def test_an_import_is_stamped_with_the_digest_of_its_prompt():
    one = imported("tempobench")
    made = stamped(one)
    assert made.source.sha256 == digest(one.prompt) and made.id == one.id
    assert stamped(released("planning")) is released("planning")
    assert tie(msgspec.structs.replace(made, world={})) == Tie("imported")
    assert tie(msgspec.structs.replace(one, world={})) == Tie(
        "loose", "the record has no digest of its source's text; import it again"
    )
