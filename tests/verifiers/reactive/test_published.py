"""TempoBench's records: imported, scored in its published way and in ours."""

import json

import pytest
from testkit.causal_worlds import LATCH
from testkit.cost import within
from testkit.reactive_questions import question

from certwright.domains.reactive.hoa import read_hoa, write_hoa
from certwright.instances.errors import RecordError, UnsupportedError
from certwright.instances.formats import tempobench
from certwright.instances.records import Answer, Code, Instance, Outcome, Prompt, Source
from certwright.scripts.cli import run
from certwright.verifiers.judge import JudgeOptions, judge
from certwright.verifiers.label import label
from certwright.verifiers.reactive import imports
from certwright.verifiers.reactive.imports import formal_query

PUBLISHED = JudgeOptions(mode="as-published")
NONE = ["no constraints"]
GOLD = {"XXX g": {"0": NONE, "1": NONE, "2": NONE, "3": ["r"]}}
"""The worked example of its causality prompt: machine and trace are not needed for its scoring."""


def record(gold, task="butfor"):
    return Instance(
        id="t",
        family="reactive",
        task=task,
        form="gen",
        domain="imported",
        world={},
        query={},
        prompt=Prompt(question="?"),
        source=Source(format="tempobench", key="tempobench:x:1", answer=gold),
    )


def published(gold, answer, task="butfor"):
    text = answer if isinstance(answer, str) else f"```json\n{json.dumps(answer)}\n```"
    return judge(record(gold, task), Answer(id="t", response=text), PUBLISHED)


def figures(gold, answer, task="butfor"):
    told = published(gold, answer, task).metadata
    return round(told["ap_f1"], 3), round(told["ts_f1"], 3)


PROBES = {
    "the label itself": (GOLD, GOLD, (1.0, 1.0)),
    "superfluous steps are free": (
        GOLD,
        {"XXX g": {**GOLD["XXX g"], **{str(step): ["!r"] for step in range(4, 10)}}},
        (1.0, 1.0),
    ),
    "an empty answer": (GOLD, {"e": {}}, (0.857, 0.857)),
    "another effect": (GOLD, {"XX h": GOLD["XXX g"]}, (1.0, 1.0)),
    "a label without steps": ({"X g": {}}, {"X g": {}}, (0.0, 0.0)),
    "another order": ({"g": {"0": ["a AND !b"]}}, {"g": {"0": ["!b AND a"]}}, (1.0, 0.0)),
    "and for or": ({"g": {"0": ["c OR d"]}}, {"g": {"0": ["c AND d"]}}, (1.0, 0.0)),
    "a list": ({"g": {"0": ["a AND !b"]}}, {"g": {"0": ["a", "!b"]}}, (0.0, 0.0)),
    "names are cut": ({"g": {"0": ["motor"]}}, {"g": {"0": ["mot"]}}, (1.0, 0.0)),
    "only the first effect": ({"g": {"0": ["a"]}, "h": {"0": ["b"]}}, {"g": {"0": ["a"]}}, (1.0, 1.0)),
}


@pytest.mark.parametrize(("gold", "answer", "wanted"), PROBES.values(), ids=PROBES)
def test_published_scoring_of_causality(gold, answer, wanted):
    assert figures(gold, answer) == wanted


def test_the_answer_must_stand_in_a_fenced_block():
    told = published(GOLD, json.dumps(GOLD))
    assert (told.outcome, told.value) == (Outcome.UNPARSED, 0.0)
    assert (published(GOLD, GOLD).value, published(GOLD, GOLD).explanation) == (1.0, "")
    assert published(GOLD, {"e": {}}).explanation == "the steps of the label are not all matched"
    assert published(GOLD, "```json\n{broken}\n```").code is Code.NO_ANSWER


def test_precision_and_recall_count_what_is_wrong_extra_and_missing():
    gold = {"g": {"0": ["a"], "1": ["b"], "2": NONE, "3": ["c"], "4": ["d"], "5": ["x"]}}
    told = published(gold, {"g": {"0": ["a"], "1": ["c"], "2": ["e"], "4": NONE, "5": ["y"]}}).metadata
    expected = {"ap": (1 / 4, 1 / 5), "ts": (1 / 4, 1 / 5)}
    for level, (precision, recall) in expected.items():
        assert told[f"{level}_precision"] == pytest.approx(precision)
        assert told[f"{level}_recall"] == pytest.approx(recall)


def test_structured_answers_are_scored_too():
    block = f"```json  {json.dumps(GOLD)}```"
    for answer, value in ((GOLD, 1.0), (block, 1.0), ([GOLD], 0.0), (json.dumps(GOLD), 0.0), (3, 0.0)):
        told = judge(record(GOLD), Answer(id="t", answer=answer), PUBLISHED)
        assert (told.value, told.outcome is Outcome.UNPARSED) == (value, not value)
    assert judge(record(GOLD), Answer(id="t", response="", answer=GOLD), PUBLISHED).value == 0.0
    assert judge(record(GOLD), Answer(id="t", response=block, answer="none"), PUBLISHED).value == 1.0


def test_published_scoring_of_traces():
    step = {"current state": 0, "defining inputs": "!g and !r", "next state": 1}
    gold = {"step_0": step, "step_1": {"current state": 1, "defining inputs": "g and r", "next state": 0}}
    assert figures(gold, gold, "simulate") == (1.0, 1.0)
    wrong = {**gold, "step_1": {**gold["step_1"], "next state": 1}}
    assert figures(gold, wrong, "simulate") == (1.0, 0.5)


def test_hostile_blocks_are_cheap():
    with within(0.3):
        published(GOLD, "```json {" * 20_000)
        published(GOLD, "```json {" + "}" * 10**6)


def test_only_its_own_records_are_scored_so():
    instance = question(LATCH, (1, 1), "butfor", {"kind": "literals", "items": []})
    with pytest.raises(UnsupportedError):
        judge(instance, Answer(id=instance.id, response="x"), PUBLISHED)


RAW = {
    "hoa": write_hoa(LATCH),
    "aps": ["r", "o"],
    "trace": "o&r;o&r;o&!r;cycle{1}",
    "hoax": "",
    "accepted": True,
    "effects": ["X o"],
    "causality": {"X o": {"0": ["r"], "1": NONE}},
}


def imported(row):
    (one,) = tempobench.instances_of(row, "f:1")
    return one


@pytest.mark.parametrize(
    "row", [RAW, {"file": "a.tlsf", "result": RAW, "error": None}], ids=["flat", "wrapped"]
)
def test_a_line_of_the_generator(row):
    made = formal_query(imported(row))
    assert made.query == {
        "trace": ["1", "1", "0"],
        "effect": {"kind": "output", "ap": "o", "value": 1, "at": 1, "window": 0},
    }
    assert read_hoa(made.world["hoa"]) == LATCH
    assert made.source.answer == {"X o": {"0": ["r"], "1": NONE}}


def test_the_latch_where_its_label_is_no_but_for_set():
    """Setting the latch twice: no single input is a but-for cause, whatever the label says."""
    made = label(formal_query(imported(RAW)))
    assert made.truth["items"] == []
    block = '```json\n{"X o": {"0": ["r"], "1": ["no constraints"]}}\n```'
    theirs = judge(made, Answer(id=made.id, response=block), PUBLISHED)
    ours = judge(made, Answer(id=made.id, response=block))
    assert (theirs.value, ours.value, theirs.metadata["ours"]) == (1.0, 0.0, 0.0)
    empty = '```json\n{"X o": {"0": ["no constraints"], "1": ["no constraints"]}}\n```'
    assert judge(made, Answer(id=made.id, response=empty)).value == 1.0
    assert judge(made, Answer(id=made.id, response=empty), PUBLISHED).value == 0.0


def test_a_prompt_with_names_in_its_labels():
    hoa = write_hoa(LATCH).replace("[!0&!1]", "[!r & !o]").replace("[0&1]", "[r & o]").replace("[1]", "[o]")
    prompt = f"Here is a machine:\n{hoa}\nTrace: o&r;o&r;o&!r;cycle{{1}}\nWhat caused X o?"
    text = f"```json\n{json.dumps(RAW['causality'])}\n```"
    made = formal_query(imported({"prompt": prompt, "label": text, "stats": {"effect_depth": 1}}))
    assert made.query["trace"] == ["1", "1", "0"]
    assert read_hoa(made.world["hoa"]) == LATCH
    assert made.source.fields == {"stats": {"effect_depth": 1}}
    assert label(made).truth["items"] == []


def test_a_prompt_without_machine_is_kept_for_its_own_scoring():
    made = formal_query(imported({"prompt": "Why?", "label": GOLD}))
    assert made.world == {}
    assert label(made) == made
    assert (
        judge(made, Answer(id=made.id, response=f"```json\n{json.dumps(GOLD)}\n```"), PUBLISHED).value == 1.0
    )


def test_a_run_in_its_own_words():
    steps = {
        "step_0": {"current state": 0, "defining inputs": "o and r", "next state": 1},
        "step_1": {"current state": 1, "defining inputs": "o", "next state": 1},
    }
    prompt = f"{write_hoa(LATCH)}\nTrace: o&r;o&!r;cycle{{1}}"
    made = label(formal_query(imported({"prompt": prompt, "label": steps})))
    assert made.task == "simulate"
    text = f"```json\n{json.dumps(steps)}\n```"
    assert judge(made, Answer(id=made.id, response=text)).value == 1.0
    assert judge(made, Answer(id=made.id, response=text), PUBLISHED).metadata["ours"] == 1.0


FAULTS = {
    "no object": [1],
    "nothing known": {"x": 1},
    "failed": {"file": "a", "result": None, "error": "time-out"},
    "no trace": {**RAW, "trace": None},
    "label no object": {"prompt": "p", "label": "none"},
    "other effect": {**RAW, "causality": {"G o": {}}},
    "no such output": {**RAW, "causality": {"X z": {}}},
    "beyond the trace": {**RAW, "causality": {"XXXXX o": {}}},
    "outputs of another machine": {**RAW, "trace": "!o&r;o&r;o&!r;cycle{1}"},
}


@pytest.mark.parametrize("row", FAULTS.values(), ids=FAULTS)
def test_faulty_records_are_refused(row):
    with pytest.raises(RecordError):
        for one in tempobench.instances_of(row, "f:1"):
            formal_query(one)


def test_the_command(tmp_path):
    other = {**RAW, "trace": "!o&r;cycle{1}"}
    lines = [json.dumps(RAW), "{", json.dumps(other), json.dumps({"prompt": "?", "label": GOLD})]
    (tmp_path / "tempo.jsonl").write_text("\n".join(lines))
    out, truth = tmp_path / "out.jsonl", tmp_path / "truth.jsonl"
    assert run(["import", "tempobench", str(tmp_path / "tempo.jsonl"), "-o", str(out), "-q"]) == 3
    assert len(out.read_text().splitlines()) == 2
    assert run(["label", str(out), "-o", str(truth), "-q", "--jobs", "1"]) == 0
    assert '"certified":1' in truth.read_text().splitlines()[0]


@pytest.mark.parametrize("answer", [None, "none", [GOLD]])
def test_a_record_without_a_label_is_not_scored_as_published(answer):
    with pytest.raises(RecordError, match="the record has no label") as caught:
        published(answer, GOLD)
    assert caught.value.field == "source.answer"


def test_names_in_labels_become_numbers_the_longest_first():
    head = 'HOA: v1\nAP: 4 "a" "a-b" "x.y" "ab"\n--BODY--\n'
    rows = "State: 0\n[a-b & !a & ab | x.y] 0 {a}\n  [a.b & aa & t] 0\n"
    made = "State: 0\n[1 & !0 & 3 | 2] 0 {0}\n  [a.b & aa & t] 0\n"
    assert imports._numbered(head + rows + "--END--") == head + made + "--END--"
    assert imports._numbered("HOA: v1\n" + rows) == "HOA: v1\n" + rows
