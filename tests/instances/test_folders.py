"""Folders of records: parts of bounded size, one manifest; written whole, resumed, read as one stream."""

import json

import pytest

from certwright.instances import folders
from certwright.instances.errors import OverwriteError, RecordError
from certwright.instances.folders import records_writer
from certwright.instances.lines import files_of, read_lines
from certwright.instances.store import read_answers


@pytest.fixture(autouse=True)
def small(monkeypatch):
    monkeypatch.setattr(folders, "PART_BYTES", 100)


def rows(count):
    return [{"id": f"q{number}", "response": "yes"} for number in range(count)]


def write(path, records, **options):
    with records_writer(path, **options) as writer:
        for record in records:
            writer.write(record)


def test_parts_are_bounded_and_read_as_one(tmp_path):
    folder = tmp_path / "set"
    write(f"{folder}/", rows(20))
    parts = sorted(folder.glob("part-*.jsonl"))
    assert [part.name for part in parts] == [f"part-{number:05}.jsonl" for number in range(5)]
    assert all(part.stat().st_size < 200 for part in parts)
    assert sorted(path.name for path in folder.iterdir() if not path.name.startswith(".")) == [
        "manifest.json",
        *(part.name for part in parts),
    ]
    assert [row.id for row in read_answers(folder)] == [f"q{number}" for number in range(20)]
    assert [number for number, _ in read_lines(folder, 1000)] == list(range(1, 21))
    manifest = json.loads((folder / "manifest.json").read_text())
    assert sum(entry["records"] for entry in manifest["files"].values()) == 20


def test_a_folder_that_is_written_again_keeps_no_old_part(tmp_path):
    folder = tmp_path / "set"
    write(f"{folder}/", rows(20))
    write(folder, rows(2))
    assert [row.id for row in read_answers(folder)] == ["q0", "q1"]
    assert len(list(folder.glob("part-*"))) == 1
    write(folder, [])
    assert list(read_answers(folder)) == []


def test_a_run_that_failed_resumes(tmp_path):
    folder = tmp_path / "set"

    def failing():
        yield from rows(9)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write(f"{folder}/", failing(), made={"command": "test"})
    with pytest.raises(RecordError, match=r"without a manifest\.json"):
        files_of(folder)
    with records_writer(folder, resume=True, made={"command": "test"}) as writer:
        assert len(list(writer.kept_answers())) == 9
        for row in rows(12)[9:]:
            writer.write(row)
    assert [row.id for row in read_answers(folder)] == [f"q{number}" for number in range(12)]
    with records_writer(folder, resume=True, made={"command": "test"}) as writer:
        assert len(list(writer.kept_answers())) == 12
        writer.write({"id": "more", "response": "no"})
    assert [row.id for row in read_answers(folder)][-2:] == ["q11", "more"]
    with pytest.raises(RecordError, match="was made with command 'test', not 'other'"):
        records_writer(folder, resume=True, made={"command": "other"})


def test_a_bad_line_names_its_part_and_a_missing_part_its_manifest(tmp_path):
    folder = tmp_path / "set"
    write(f"{folder}/", rows(20))
    part = folder / "part-00003.jsonl"
    part.write_text(part.read_text().replace('"id":', '"id" ', 1))
    (fault,) = [row for row in read_answers(folder) if isinstance(row, RecordError)]
    assert (fault.file, fault.line) == (str(part), 1)
    part.unlink()
    with pytest.raises(RecordError, match=r"'part-00003\.jsonl', which it lists, is not there") as caught:
        files_of(folder)
    assert caught.value.file == str(folder / "manifest.json")


def test_a_manifest_leads_to_no_file_elsewhere(tmp_path):
    folder = tmp_path / "set"
    write(f"{folder}/", rows(2))
    (tmp_path / "secret.jsonl").write_text("{}\n")
    (folder / "manifest.json").write_text('{"files":{"../secret.jsonl":{"bytes":3}}}')
    with pytest.raises(RecordError, match="is not there"):
        files_of(folder)
    (folder / "manifest.json").write_text("[]")
    with pytest.raises(RecordError, match="is no manifest"):
        files_of(folder)


def test_a_folder_of_other_files_is_left_alone(tmp_path):
    (tmp_path / "part-00000.jsonl").write_text("mine\n")
    with pytest.raises(OverwriteError, match="holds files but no certwright manifest: name an empty folder"):
        records_writer(f"{tmp_path}/")
    assert (tmp_path / "part-00000.jsonl").read_text() == "mine\n"


def test_a_part_of_another_size_is_refused(tmp_path):
    folder = tmp_path / "set"
    write(f"{folder}/", rows(20))
    part = folder / "part-00001.jsonl"
    size = part.stat().st_size
    part.write_bytes(part.read_bytes()[:30])
    with pytest.raises(RecordError) as caught:
        files_of(folder)
    assert f"has 30 bytes, not the {size} of {folder / 'manifest.json'}" in str(caught.value)
