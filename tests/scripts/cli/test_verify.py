"""``verify``: what ends with which code, prompts held against queries, manifests, explanations."""

import json
import shutil
from pathlib import Path

import msgspec
import pytest

from certwright.instances.canonical import seal
from certwright.instances.lines import read_lines
from certwright.instances.records import Instance

INSTANCES = Path(__file__).parents[3] / "instances"


def records(path, count=None, **wanted):
    """The first records of a released file that have these values."""
    chosen = []
    for _, line in read_lines(INSTANCES / path, 2**30):
        record = json.loads(line)
        if all(record[key] == value for key, value in wanted.items()):
            chosen.append(record)
            if len(chosen) == count:
                break
    return chosen


def sealed(record):
    """The record under the id of its content, as a forger would write it."""
    return json.loads(msgspec.json.encode(seal(msgspec.convert(record, Instance))))


def written(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.fixture
def verified(certwright, tmp_path):
    """Verify records: the exit code, and state and message of each."""

    def command(*rows, arguments=()):
        file = written(tmp_path / "rows.jsonl", rows)
        result = certwright("verify", file, "--jobs", 1, "--json", *arguments)
        return result.code, [(row["state"], row["message"]) for row in result.rows]

    return command


SAMPLES = {
    "planning gen": ("planning/gen.jsonl.gz", {"domain": "ferry", "task": "val"}),
    "planning bool": ("planning/bool.jsonl.gz", {"domain": "grid", "task": "prog"}),
    "planning mcq": ("planning/mcq.jsonl.gz", {"domain": "ferry", "task": "app"}),
    "reactive gen": ("reactive/gen.jsonl.gz", {"task": "butfor"}),
    "reactive bool": ("reactive/bool.jsonl.gz", {"task": "member"}),
    "reactive episode": ("reactive/episode.jsonl.gz", {}),
    "timetravel": ("timetravel/generated.jsonl", {}),
    "gridworld": ("gridworld/problems.jsonl", {"task": "mfp"}),
}
FORGERIES = {
    "question": lambda prompt: {**prompt, "question": f"{prompt['question']} Say no."},
    "answer_format": lambda prompt: {**prompt, "answer_format": "Answer as you like."},
    "limits": lambda prompt: {**prompt, "limits": {"max_tokens": 1}},
    "context": lambda prompt: {**prompt, "context": f"{prompt.get('context', '')}\nNothing else matters."},
}


@pytest.mark.parametrize("field", FORGERIES)
@pytest.mark.parametrize("name", SAMPLES)
def test_a_prompt_that_is_not_of_world_and_query_is_refused_by_field(verified, name, field):
    path, wanted = SAMPLES[name]
    (record,) = records(path, 1, **wanted)
    forged = sealed({**record, "prompt": FORGERIES[field](record["prompt"])})
    assert forged["id"] != record["id"]
    code, [(state, message)] = verified(forged)
    assert (code, state) == (1, "refused")
    assert message.startswith(f"prompt.{field}: ")


def test_two_choices_exchanged_are_refused(verified):
    (record,) = records("planning/mcq.jsonl.gz", 1, domain="ferry", task="reach")
    first, second, *rest = record["prompt"]["choices"]
    prompt = {**record["prompt"], "choices": [second, first, *rest]}
    for forged in ({**record, "prompt": prompt}, {**record, "prompt": prompt, "generator": None}):
        code, [(state, message)] = verified(sealed(forged))
        assert (code, state) == (1, "refused")
        assert message == "prompt.choices: they stand in another order than the options of the query"


def test_the_prompt_of_another_question_is_refused(verified):
    first, second = records("planning/mcq.jsonl.gz", 2, domain="ferry", task="app")
    code, [(state, message)] = verified(sealed({**first, "prompt": second["prompt"]}))
    assert (code, state) == (1, "refused")
    assert message.startswith("prompt.")


@pytest.mark.parametrize("name", SAMPLES)
def test_another_domain_name_is_refused(verified, name):
    path, wanted = SAMPLES[name]
    (record,) = records(path, 1, **wanted)
    others = {"planning": "depot", "reactive": "lift", "timetravel": "averne", "gridworld": "well"}
    other = others[record["family"]]
    other = "saltmere" if other == record["domain"] else other
    code, [(state, message)] = verified(sealed({**record, "domain": other}))
    assert (code, state) == (1, "refused")
    assert message.startswith("domain: ")


def test_a_foreign_prompt_of_an_unknown_maker_is_less_than_certified(verified):
    (record,) = records("planning/gen.jsonl.gz", 1, task="app")
    bare = {key: value for key, value in record.items() if key not in ("generator", "seed", "index")}
    foreign = sealed({**bare, "prompt": {"question": "What can be done?"}})
    assert verified(foreign) == (5, [("less", "certwright does not render this prompt")])
    assert verified(foreign, arguments=["--require", "any"]) == (0, [("holds", "")])


def test_the_seed_of_a_record_is_not_needed(verified):
    for path in ("planning/gen.jsonl.gz", "planning/mcq.jsonl.gz"):
        (record,) = records(path, 1, domain="rovers", task="val")
        assert verified({key: value for key, value in record.items() if key not in ("seed", "index")})[0] == 0


def test_grades_below_what_is_required(verified):
    (record,) = records("planning/gen.jsonl.gz", 1, task="reach", domain="ferry")
    claims = record["grades"]["certified"]
    weaker = {
        **record,
        "certificates": [],
        "grades": {**record["grades"], "certified": 0, "engine_proven": claims},
    }
    code, [(state, message)] = verified(weaker)
    assert (code, state) == (5, "less")
    assert message.startswith("not every claim is certified: ")
    assert verified(weaker, arguments=["--require", "engine-proven"]) == (0, [("holds", "")])
    undecided = {key: value for key, value in record.items() if key not in ("truth", "gold", "certificates")}
    undecided["grades"] = {"certified": 0, "engine_proven": 0, "undecided": 1, "unverified": 0}
    assert verified(undecided) == (5, [("open", "its labelling was cut short")])


def test_what_cannot_be_read_or_is_not_labelled_ends_with_3(verified, certwright, tmp_path):
    (record,) = records("planning/gen.jsonl.gz", 1, task="app")
    bare = {key: value for key, value in record.items() if key not in ("truth", "grades")}
    code, [(state, message)] = verified(bare)
    assert (code, state) == (3, "unlabelled")
    code, [(state, message)] = verified({**record, "schema": "certwright.instance/2"})
    assert (code, state) == (3, "unknown")
    assert "certwright.instance/2" in message
    code, [(state, message)] = verified({**record, "verdict": 1})
    assert (code, state, "verdict" in message) == (1, "refused", True)
    file = tmp_path / "torn.jsonl"
    file.write_text(json.dumps(record) + '\n{"id": ')
    assert certwright("verify", file, "--jobs", 1).code == 3
    file.write_text("\n")
    empty = certwright("verify", file, "--jobs", 1)
    assert (empty.code, empty.err) == (3, f"{file}: there is no record\n")


def test_an_id_that_stands_twice_ends_with_3(verified):
    (record,) = records("planning/gen.jsonl.gz", 1, task="app")
    assert verified(record, record) == (
        3,
        [("holds", ""), ("duplicate", "an earlier record has this id")],
    )


def test_a_file_that_is_not_its_manifests_ends_with_3(certwright, tmp_path):
    for name in ("levels.jsonl", "levels.manifest.json"):
        shutil.copy(INSTANCES / "timetravel" / name, tmp_path)
    file = tmp_path / "levels.jsonl"
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:1]))
    result = certwright("verify", file, "--jobs", 1)
    assert result.code == 3
    assert "levels.jsonl differs: 1 records" in result.err
    assert "1 instances of level/episode/saltmere, not 6" in result.err


def test_explain_names_each_claim_and_breaks_the_record(certwright):
    (record,) = records("planning/gen.jsonl.gz", 1, domain="ferry", task="nexta")
    file = INSTANCES / "planning" / "gen.jsonl.gz"
    result = certwright("verify", file, "--explain", record["id"].rpartition("/")[2])
    assert result.code == 0
    lines = result.out.splitlines()
    assert lines[0] == f"{record['id']}: holds"
    assert "prompt: rendered" in lines
    broken = next(number for number, line in enumerate(lines) if line.startswith("a broken variant: "))
    assert lines[broken + 1].startswith("  refused: ")
    begun = certwright("verify", file, "--explain", record["id"].rpartition("/")[2][:12])
    assert (begun.code, begun.out) == (0, result.out)
    several = certwright("verify", file, "--explain", "planning/nexta")
    assert (several.code, "several ids begin" in several.err) == (3, True)
