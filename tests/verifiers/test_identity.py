"""The index on disk answers as the one in memory does."""

import pytest
from msgspec.structs import replace

from certwright.instances.errors import MachineError, RecordError
from certwright.instances.records import Answer, Certificate, Instance, Prompt, Source
from certwright.verifiers import identity
from certwright.verifiers.identity import Recent, TruthFile, TruthIndex
from certwright.verifiers.scoring import labelled
from certwright.verifiers.statistics import blind_score


def question(task, number, form="gen", source=None):
    return Instance(
        id=f"planning/{task}/ferry/{number:02}",
        family="planning",
        task=task,
        form=form,
        domain="ferry",
        world={"pddl": "(define)"},
        query={"k": 1},
        prompt=Prompt(question="?"),
        level=3,
        difficulty={"states": 12.0, "blind": 0.25},
        truth={"kind": "bool", "answer": True} if number % 2 else None,
        gold="yes",
        certificates=(Certificate(kind="plan", body={}),),
        source=Source(format="acpbench", key=f"acpbench:{form}/{task}/{number}", id=source)
        if source
        else None,
    )


TRUTHS = [
    question("reach", 1, source="7"),
    question("land", 2, source="7"),
    question("land", 3, "bool", source="7"),
    question("val", 4),
    question("val", 5, source="9"),
]
ROWS = [
    {"id": "planning/val/ferry/04"},
    {"id": "acpbench:gen/land/2"},
    {"id": 7},
    {"id": "7", "task": "land"},
    {"id": "7", "task": "land", "form": "bool"},
    {"id": 7, "task": "reach"},
    {"id": 9},
    {"id": "9"},
    {"id": 8},
    {"id": "planning/val/ferry/99"},
    {"id": "'; DROP TABLE names"},
]


@pytest.fixture
def index(tmp_path):
    return TruthFile.build(TRUTHS, tmp_path / "truth.sqlite")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rows_resolve_alike(index, row):
    answer = Answer(response="yes", **row)
    for _ in range(2):
        assert index.resolve(answer) == TruthIndex(TRUTHS).resolve(answer)


def test_what_is_counted_is_light_and_in_order(index):
    assert len(index) == len(TRUTHS)
    assert [one.id for one in index] == [one.id for one in TRUTHS]
    assert [labelled(one) for one in index] == [labelled(one) for one in TRUTHS]
    assert all(not one.world and not one.prompt.question for one in index)
    assert [(one.level, one.difficulty) for one in index] == [(one.level, one.difficulty) for one in TRUTHS]


def test_what_chance_earns_is_the_same(tmp_path):
    letters = replace(
        question("val", 6, "mcq"), prompt=Prompt(question="?", choices=("a", "b", "c")), difficulty={}
    )
    masked = replace(question("val", 7), query={"options": [1, 2, 3, 4, 5, 6]}, difficulty={})
    truths = [*TRUTHS, letters, masked]
    index = TruthFile.build(truths, tmp_path / "truth.sqlite")
    assert (
        list(map(blind_score, index))
        == list(map(blind_score, truths))
        == [0.25, 0.25, 0.5, 0.25, 0.25, 1 / 3, 1 / 6]
    )


@pytest.mark.parametrize(
    ("instances", "field", "message"),
    [
        ([*TRUTHS, TRUTHS[3]], "id", "two instances have the id planning/val/ferry/04"),
        (
            [TRUTHS[1], replace(TRUTHS[1], id="other")],
            "source.key",
            "two instances have the source key acpbench:gen/land/2",
        ),
    ],
)
def test_two_of_one_name_are_refused(tmp_path, instances, field, message):
    for build in (TruthIndex, lambda listed: TruthFile.build(listed, tmp_path / "truth.sqlite")):
        with pytest.raises(RecordError) as caught:
            build(instances)
        assert (caught.value.field, str(caught.value)) == (field, f"{message} (at {field})")


def test_an_index_that_is_elsewhere_is_said(tmp_path):
    absent = tmp_path / "absent.sqlite"
    with pytest.raises(MachineError) as caught:
        TruthFile(absent)
    mend = "set TMPDIR to a folder that every machine can read"
    assert str(caught.value) == f"{absent}: the index of the truth is not on this machine; {mend}"


def test_few_entries_are_kept(monkeypatch):
    monkeypatch.setattr(identity, "KEPT", 2)
    kept = Recent()
    for name in "abc":
        kept[name] = name
    assert list(kept) == ["b", "c"]
