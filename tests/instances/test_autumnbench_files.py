"""AutumnBench's folders: the real example, and folders that are made wrong."""

import json
from pathlib import Path

import pytest

from certwright.instances.errors import CertwrightError, RecordError
from certwright.instances.formats.autumnbench import read
from certwright.instances.records import Answer
from certwright.scripts.running import Casting, played
from certwright.verifiers.gridworld.imports import formal_query
from certwright.verifiers.gridworld.judging import label
from certwright.verifiers.gridworld.stored import compare
from certwright.verifiers.judge import judge

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "autumnbench"
DOT = """(program (= GRID_SIZE 3) (object Dot (Cell 0 0 "red"))
  (= dot (initnext (Dot (Position 0 1)) (prev dot)))
  (on right (= dot (moveRightNoCollision dot))))"""
STUCK = DOT.replace("on right", "on false")


@pytest.fixture(scope="module")
def ice():
    """The three questions about ice, made formal."""
    if not DATA.is_dir():
        pytest.skip("the AutumnBench example (../shared/data/autumnbench) is not beside this checkout")
    return {one.task: formal_query(one) for one in read(DATA)}


def test_the_example_is_read(ice):
    assert sorted(ice) == ["change", "mfp", "planning"]
    masked = ice["mfp"].query
    assert (len(masked["actions"]), masked["masked"], masked["box"]) == (72, 6, [2, 11, 7, 5])
    assert len(masked["options"]) == 6 and ice["mfp"].source.answer == {"correct_idx": 3}
    assert ice["change"].query["changed"] != ice["change"].world["program"]


def test_the_masked_frame_of_the_example_is_labelled_and_scored(ice):
    found = label(ice["mfp"])
    assert (found.truth["answer"], found.truth["scope"]) == ("D", "every-realisation")
    import msgspec

    known = msgspec.structs.replace(ice["mfp"], truth=found.truth)
    assert [judge(known, Answer(id=known.id, response=said)).value for said in "CD"] == [0, 1]


def test_the_stored_optimum_of_the_example_is_wrong(ice):
    found = compare(ice["planning"])
    assert (found.stored, found.ours, found.agrees) == (8, 7, False)
    plan = found.evidence["plan"]
    assert sum(action != "noop" for action in plan) == 7
    verdict = judge(ice["planning"], Answer(id=ice["planning"].id, response="\n".join(plan)))
    assert verdict.value == 1 and verdict.metadata["actions"] == 7


def test_the_other_stored_answers_of_the_example_hold(ice):
    assert compare(ice["mfp"]).agrees and compare(ice["change"]).agrees


def test_agents_play_the_example(ice):
    for task in ("mfp", "change"):
        import msgspec

        known = msgspec.structs.replace(ice[task], truth=label(ice[task]).truth)
        ((_, made),) = played([known], 1, Casting("optimal"))
        assert judge(known, Answer(id=known.id, answer=made)).value == 1
    for _, made in played(list(ice.values()), 1, Casting("random", 5)):
        assert made.stop in ("CHOSEN", "BUDGET_SPENT", "GOAL_REACHED")


ROWS = [[1, 1, 1], [2, 1, 1], [1, 1, 1]]
MOVED = [[1, 1, 1], [1, 2, 1], [1, 1, 1]]
FILES = {
    "color_dict.yaml": "0: transparent\n1: black\n2: red\n",
    "programs/dot.sexp": DOT,
    "programs/dot_change_detection_wrong_program.sexp": STUCK,
    "prompts/dot_mfp.json": {
        "program": "dot",
        "observations": [
            {"masked_grid": ROWS},
            {"action": {"type": "right"}, "masked_grid": [[1, 1, 1], [0, 0, 0], [1, 1, 1]]},
        ],
        "choices": [[[1, 2, 1]], [[2, 1, 1]]],
    },
    "prompts/dot_planning.json": {"program": "dot", "goal": MOVED, "mask": [[0, 0, 0], [1, 1, 1], [0, 0, 0]]},
    "prompts/dot_cd.json": {"program": "dot", "wrong_program": "dot_wrong"},
    "answers/dot_mfp.json": {"correct_idx": 0},
    "answers/dot_planning.json": {"optimal_actions_count": 1},
    "answers/dot_change_detection.json": {"condition": "== 1 1"},
}


def folder(path, **changes):
    """A folder of the small world; a change of a file to None leaves it out."""
    for name, content in {**FILES, **changes}.items():
        if content is not None:
            file = path / name
            file.parent.mkdir(exist_ok=True)
            file.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def test_a_folder_is_read_in_the_order_of_its_prompts(tmp_path):
    found = {one.task: formal_query(one) for one in read(folder(tmp_path))}
    assert list(found) == ["change", "mfp", "planning"]
    assert found["planning"].query["pictures"] == {
        "palette": ["black", "red"],
        "frames": [["???", "010", "???"]],
    }
    assert found["mfp"].query["box"] == [0, 1, 3, 1]
    assert compare(found["mfp"]).agrees and compare(found["planning"]).agrees
    assert compare(found["change"]).agrees is False, "a condition that always holds is no defect time"


@pytest.mark.parametrize(
    ("name", "stored", "task"),
    [
        ("answers/dot_mfp.json", {"correct_idx": 1}, "mfp"),
        ("answers/dot_planning.json", {"optimal_actions_count": 2}, "planning"),
        ("answers/dot_planning.json", {"optimal_actions_count": 0}, "planning"),
    ],
)
def test_a_stored_answer_that_is_wrong_is_seen(tmp_path, name, stored, task):
    found = {one.task: formal_query(one) for one in read(folder(tmp_path, **{name: stored}))}
    assert compare(found[task]).agrees is False
    assert found[task].source.answer == stored


def test_a_remark_before_a_program_is_no_program(tmp_path):
    name = "programs/dot_change_detection_wrong_program.sexp"
    remarked = {name: f"; changed (a little)\n{STUCK}"}
    found = [formal_query(one) for one in read(folder(tmp_path, **remarked)) if one.task == "change"]
    assert compare(found[0]).agrees is False


def test_without_an_answer_there_is_nothing_to_compare(tmp_path):
    bare = {name: None for name in FILES if name.startswith("answers")}
    assert [compare(formal_query(one)) for one in read(folder(tmp_path, **bare))] == [None] * 3


@pytest.mark.parametrize(
    ("name", "content", "refused"),
    [
        ("color_dict.yaml", None, 1),
        ("color_dict.yaml", "0 transparent\n", 1),
        ("color_dict.yaml", "1: black\n", 2),
        ("programs/dot.sexp", None, 3),
        ("programs/dot_change_detection_wrong_program.sexp", None, 1),
        ("prompts/dot_mfp.json", "{", 1),
        ("prompts/dot_mfp.json", "[]", 1),
        ("prompts/dot_mfp.json", {"observations": []}, 1),
        ("prompts/dot_mfp.json", {**FILES["prompts/dot_mfp.json"], "choices": [[[1]], [[2]]]}, 1),
        ("prompts/dot_mfp.json", {**FILES["prompts/dot_mfp.json"], "choices": 7}, 1),
        ("prompts/dot_planning.json", {"program": "../dot", "goal": MOVED, "mask": MOVED}, 1),
        ("prompts/dot_planning.json", {"goal": MOVED, "mask": [[1]]}, 1),
        ("prompts/dot_planning.json", {"goal": [[1]], "mask": [[1]]}, 1),
        ("prompts/dot_planning.json", {"goal": [[True]], "mask": [[1]]}, 1),
        ("prompts/dot_cd.json", {"program": ["dot"]}, 1),
        ("prompts/dot_else.json", {}, 1),
        ("programs/dot.sexp", "(program (= GRID_SIZE", 3),
    ],
)
def test_what_is_malformed_is_refused_and_the_rest_is_read(tmp_path, name, content, refused):
    bad = 0
    for one in read(folder(tmp_path, **{name: content})):
        if isinstance(one, RecordError):
            bad += 1
            assert one.file
            continue
        try:
            formal_query(one)
        except CertwrightError:
            bad += 1
    assert bad == refused


def test_what_is_no_such_folder_is_refused(tmp_path):
    with pytest.raises(RecordError, match="no folder of prompts"):
        list(read(tmp_path))
    with pytest.raises(RecordError, match="is a folder"):
        list(read(Path(__file__)))


def test_the_audit_says_which_stored_answer_is_wrong(ice):
    from certwright.verifiers.audit.gridworld import Subject
    from certwright.verifiers.audit.source import source
    from certwright.verifiers.audit.subject import AuditInput

    found = {task: source(Subject(AuditInput(one))) for task, one in ice.items()}
    assert not found["mfp"].findings and not found["change"].findings
    (notice,) = found["planning"].findings
    assert notice.severity == "notice" and "says 8; we prove at most 7" in notice.sentence
    assert len(notice.evidence["proof"]["plan"]) == 25
