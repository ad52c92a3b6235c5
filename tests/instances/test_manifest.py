import gzip
import hashlib

import pytest

from certwright.instances import manifest
from certwright.instances.canonical import encode
from certwright.instances.errors import RecordError
from certwright.instances.store import JsonlWriter


@pytest.fixture
def folder(tmp_path, make_question):
    with JsonlWriter(tmp_path / "one.jsonl") as writer:
        for k in range(3):
            writer.write(make_question(query={"k": k}))
    with JsonlWriter(tmp_path / "two.jsonl.gz") as writer:
        writer.write(make_question(task="land"))
    return tmp_path


def made(folder, **changes):
    options = {"seed": 7, "arguments": {"n": 3}, **changes}
    return manifest.build("planning", sorted(folder.glob("*.jsonl*")), {"certwright": "0.1"}, **options)


def test_a_manifest_counts_and_digests(folder):
    found = made(folder)
    assert found.counts == {"app/gen/ferry": 3, "land/gen/ferry": 1}
    entry = found.files["two.jsonl.gz"]
    content = gzip.decompress((folder / "two.jsonl.gz").read_bytes())  # how it is packed does not count
    assert (entry.records, entry.bytes) == (1, len(content))
    assert entry.sha256 == hashlib.sha256(content).hexdigest()
    assert content.count(b"\n") == 1


def test_a_manifest_survives_its_file(folder):
    path = folder / "manifest.json"
    manifest.write(made(folder), path)
    assert manifest.read(path) == made(folder)
    assert path.read_bytes() == encode(made(folder)) + b"\n"


def test_the_same_set_compares_equal_whatever_the_versions(folder):
    other = manifest.build(
        "planning", sorted(folder.glob("*.jsonl*")), {"certwright": "0.2"}, seed=7, arguments={"n": 3}
    )
    assert manifest.compare(made(folder), other) == []


def test_every_change_is_told(folder):
    before = made(folder)
    with (folder / "one.jsonl").open("ab") as file:
        file.write(b"not a record\n")
    (folder / "two.jsonl.gz").unlink()
    (folder / "three.jsonl").write_bytes(b"")
    told = manifest.compare(before, made(folder, seed=8))
    assert [sentence.split(",")[0].split(":")[0] for sentence in told] == [
        "seed is 8",
        "1 instances of bad",
        "0 instances of land/gen/ferry",
        "one.jsonl differs",
        "three.jsonl is not in the manifest",
        "two.jsonl.gz is missing",
    ]


def test_a_malformed_manifest_names_the_field(tmp_path):
    path = tmp_path / "m.json"
    path.write_text('{"schema":"certwright.manifest/1","family":"planning","counts":{"a":"b"}}')
    with pytest.raises(RecordError, match=r"m\.json.*counts"):
        manifest.read(path)
