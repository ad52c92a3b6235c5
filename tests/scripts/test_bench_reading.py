"""The bench says shape by shape how many rows of the corpus are read as they should be."""

import json
from pathlib import Path

import pytest

from certwright.instances.errors import RecordError
from certwright.scripts.bench.reading import CORPUS, KINDS, dense, fault, measure, read_row, rows
from certwright.verifiers.reading.kinds import AnswerKind


def test_the_corpus_is_large_and_has_every_shape() -> None:
    files = dict(rows(CORPUS))
    assert set(KINDS) <= set(files)
    assert sum(map(len, files.values())) >= 1500


def test_faults_are_told_apart(tmp_path: Path) -> None:
    texts = [("yes", True), ("yes", False), ("maybe", True), ("maybe", None), ("no", None)]
    lines = [json.dumps({"shape": "yes_no", "text": text, "value": value}) for text, value in texts]
    (tmp_path / "yes_no.jsonl").write_text("\n".join(lines), encoding="utf-8")
    assert [fault(row, read_row(row)) for _, part in rows(tmp_path) for row in part] == [
        "",
        "wrong",
        "missed",
        "",
        "wrong",
    ]
    figures = {one.what: (one.value, one.note) for one in measure(tmp_path, dense=1)}
    assert figures["yes_no: not read"] == (1, "of 3 answers")
    assert figures["yes_no: read wrongly"] == (2, "of 5 texts")
    assert figures["marked answer"][1].startswith("median of 1; ")
    assert figures["unmarked answer"][1].startswith("median of 1; ")
    assert figures["dense text of 16 kB"][1].startswith(f"the worst of {len(AnswerKind)}, ")


def test_dense_texts_have_the_size_that_is_said_and_are_the_same_every_time() -> None:
    texts = list(dense(4, 20))
    assert texts == list(dense(4, 20)) and len(set(texts)) == 20
    assert all(3996 <= len(text.encode()) <= 4000 for text in texts)


def test_a_folder_without_a_corpus_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="there is no corpus of answers here"):
        list(measure(tmp_path))
