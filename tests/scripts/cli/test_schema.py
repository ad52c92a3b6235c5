"""Every record has a JSON Schema that names all its fields."""

import json

import msgspec
import pytest

from certwright.scripts.cli.schema import RECORDS, schema


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
