"""``schema``, ``doctor`` and ``bench``: the fields of records, what is missing and its mend, figures."""

import json

import msgspec
import pytest

from certwright.scripts.cli.lookup import RECORDS, schema
from certwright.verifiers.engines.registry import engines


@pytest.mark.parametrize("name", RECORDS)
def test_a_schema_names_every_field_of_its_record(name, certwright):
    record = RECORDS[name]
    body = schema(name)
    properties = body["$defs"][record.__name__]["properties"]
    tag = record.__struct_config__.tag_field
    names = {field.encode_name for field in msgspec.structs.fields(record)}
    assert set(properties) == names | ({tag} if tag else set())
    assert body["$ref"] == f"#/$defs/{record.__name__}"
    assert json.loads(certwright("schema", name).out) == json.loads(json.dumps(body))


def test_an_unknown_schema_is_refused(certwright):
    done = certwright("schema", "instances")
    assert done.code == 2 and "'instances' is not known; did you mean instance?" in done.err


KEYS = {"part", "what", "value", "unit", "note"}


def test_doctor_names_what_is_missing_and_its_mend(certwright, monkeypatch):
    monkeypatch.setenv("CERTWRIGHT_WITHOUT", ",".join(engines()))
    result = certwright("doctor")
    assert result.code == 4
    assert all(engine.requirement in result.out for engine in engines().values())
    assert "MISSING" in result.out
    assert "score --mode strict" in result.out
    assert 'pip install "certwright[generate]"' in result.out
    found = json.loads(certwright("doctor", "--json").out)["engines"]
    assert set(found) == set(engines())
    assert not any(engine["working"] for engine in found.values())


def test_doctor_tries_what_is_there(certwright, monkeypatch):
    monkeypatch.setenv("CERTWRIGHT_WITHOUT", ",".join(key for key in engines() if key != "sat"))
    result = certwright("doctor", "--json")
    assert result.code == 4
    sat = json.loads(result.out)["engines"]["sat"]
    assert sat["working"], sat["detail"]
    assert sat["version"]


def test_bench_of_the_help(certwright):
    result = certwright("bench", "help", "--json")
    assert result.code == 0
    assert all(set(row) == KEYS and row["value"] > 0 for row in result.rows)


def test_bench_of_labelling_and_scoring(certwright, questions):
    result = certwright(
        "bench", "label", "score", "--questions", questions, "--rows", 100, "--engine", "search", "--jobs", 1
    )
    assert result.code == 0, result.err
    assert "5 questions" in result.out
    assert "5 tasks mixed" in result.out
    assert "peak memory" in result.out


@pytest.mark.parametrize("arguments", [["speed"], ["score", "--rows", "1"]], ids=" ".join)
def test_bench_refuses_what_it_does_not_know(certwright, arguments):
    assert certwright("bench", *arguments).code == 2
