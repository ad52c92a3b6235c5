"""Grid worlds of one's own: a start that runs, one file alone, what is refused and why."""

import json
from pathlib import Path

import pytest
from testkit.mutations import COUNTS, survive

from certwright.domains.gridworld.own import example, open_world
from certwright.instances.errors import AutumnError, RecordError
from certwright.instances.formats.autumnbench import read
from certwright.instances.store import read_instances
from certwright.scripts.cli import run
from certwright.verifiers.gridworld.imports import formal_query
from certwright.verifiers.gridworld.judging import label

ROOT = Path(__file__).resolve().parents[3]
STILL = """(program (= GRID_SIZE 3) (object Dot (Cell 0 0 "red"))
  (= dot (initnext (Dot (Position 0 1)) (prev dot))))"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["autumn", "new", "lamps", "-q"]) == 0
    return tmp_path


def test_the_start_gives_questions_of_each_kind(folder, capsys):
    asked = ["generate", "gridworld", "--domain", "lamps/", "--seed", "3", "--jobs", "1"]
    assert run([*asked, "-o", "q.jsonl"]) == 0
    assert capsys.readouterr().err == "3 questions\n"
    made = list(read_instances("q.jsonl"))
    assert [one.task for one in made] == ["mfp", "planning", "change"]
    assert {one.domain for one in made} == {"lamps"}
    assert made[0].world["program"] == (folder / "lamps" / "program.sexp").read_text()
    assert run(["verify", "q.jsonl", "-q", "--jobs", "1"]) == 0
    capsys.readouterr()
    again = ["--check", "q.manifest.json", "-n", "1", "--jobs", "1"]
    assert run([*asked[:2], *again, "--domain", "lamps/"]) == 0
    assert "3 questions made again, byte for byte" in capsys.readouterr().err
    (folder / "lamps" / "program.sexp").write_text(example("x")["program.sexp"].replace("gold", "red"))
    assert run([*asked[:2], *again, "--domain", "lamps/"]) == 3
    assert "not the files that the set was made of" in capsys.readouterr().err


def test_one_file_is_enough_and_what_cannot_be_had_is_explained(folder, capsys):
    (folder / "Still-Dot.sexp").write_text(STILL)
    opened = open_world("Still-Dot.sexp")
    assert (opened.key, opened.world.changed, opened.world.stochastic) == ("still_dot", (), False)
    assert run(["generate", "gridworld", "--domain", "./Still-Dot.sexp", "-o", "d.jsonl", "--jobs", "1"]) == 1
    told = capsys.readouterr().err
    assert "still_dot: no questions about changes; they need a changed_1.sexp in a folder" in told
    for cell, count, mend in (
        ("change: the world has no changed program", 20, "add changed_1.sexp, the same world with one rule"),
        ("mfp: too few continuations", 90, "from a random state too few different frames follow"),
        ("planning: no goal is far enough", 2, "no frame within the counted states is five steps away"),
    ):
        assert f"  still_dot/{cell} ({count} refused): {mend}" in told


def test_chance_is_found_in_the_program_and_not_in_its_comments(tmp_path):
    drawn = STILL.replace("(Position 0 1)", "(uniformChoice (list (Position 0 1) (Position 1 1)))")
    for text, chance in ((drawn, True), (f"; uniformChoice\n{STILL}", False)):
        (tmp_path / "w.sexp").write_text(text)
        assert open_world(tmp_path / "w.sexp").world.stochastic is chance


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("program.sexp", "(program (= x", r"lamps/program\.sexp:1:\d+: "),
        ("changed_1.sexp", STILL, "the grid of a changed world has the size of the world"),
        ("about.toml", 'titel = "x"', r"lamps/about\.toml: .*titel"),
        ("about.toml", '[[changes]]\nfile = "changed_2.sexp"', "'changed_2.sexp' is not there"),
        ("about.toml", "title = 3", r"lamps/about\.toml: .*title"),
    ],
)
def test_faults_name_their_file(folder, name, text, message):
    (folder / "lamps" / name).write_text(text)
    with pytest.raises((RecordError, AutumnError), match=message):
        open_world("lamps")


def test_names_and_folders_that_are_refused(folder, capsys):
    assert run(["autumn", "new", "lamps"]) == 3
    assert "lamps: exists already" in capsys.readouterr().err
    assert run(["autumn", "new", "a b"]) == 3
    assert "a world is named by letters" in capsys.readouterr().err
    (folder / "bees.sexp").write_text(STILL)
    with pytest.raises(RecordError, match="'bees' is a world that comes along"):
        open_world("bees.sexp")
    (folder / "empty").mkdir()
    with pytest.raises(RecordError, match=r"holds no program\.sexp; 'certwright autumn new NAME'"):
        open_world("empty")


def test_the_folder_of_autumnbench_comes_back(folder, capsys):
    assert run(["generate", "gridworld/planning", "--domain", "lamps/", "-n", "2", "--jobs", "1",
                "-o", "q.jsonl", "-q"]) == 0  # fmt: skip
    assert (
        run(["generate", "gridworld/change", "--domain", "lamps/", "--jobs", "1", "-o", "c.jsonl", "-q"]) == 0
    )
    assert run(["export", "autumnbench", "q.jsonl", "c.jsonl", "-o", "out"]) == 3
    assert "no condition is known that says when the change begins" in capsys.readouterr().err
    assert sorted(file.name for file in (folder / "out" / "prompts").iterdir()) == [
        "lamps_2_planning.json",
        "lamps_planning.json",
    ]
    ours = {json.dumps(one.query["pictures"], sort_keys=True) for one in read_instances("q.jsonl")}
    back = [formal_query(one) for one in read(folder / "out")]
    assert {json.dumps(one.query["pictures"], sort_keys=True) for one in back} == ours
    assert all(one.source.answer["optimal_actions_count"] > 0 for one in back)


def test_what_the_runner_would_draw_otherwise_is_left_out(folder, capsys):
    released = (ROOT / "instances" / "gridworld" / "problems.jsonl").read_text().splitlines(keepends=True)
    wanted = [("change", "crane"), ("change", "dowser")]
    rows = [line for line in released if (row := json.loads(line)) and (row["task"], row["domain"]) in wanted]
    (folder / "c.jsonl").write_text("".join(rows))
    assert run(["export", "autumnbench", "c.jsonl", "-o", "out"]) == 3
    assert "the runner plays with seed 0, the question has another" in capsys.readouterr().err
    assert [file.name for file in (folder / "out" / "prompts").iterdir()] == ["crane_cd.json"]


def test_a_mask_that_is_no_rectangle(folder):
    assert run(["generate", "gridworld/mfp", "--domain", "lamps/", "--jobs", "1", "-o", "q.jsonl", "-q"]) == 0
    (made,) = read_instances("q.jsonl")
    assert run(["export", "autumnbench", "q.jsonl", "-o", "out"]) == 0
    prompt = folder / "out" / "prompts" / "lamps_mfp.json"
    asked = json.loads(prompt.read_text())
    left, top, width, height = made.query["box"]
    right = asked["choices"]["ABCDEF".index(made.truth["answer"])]
    hidden = made.query["masked"]
    for one in asked["observations"][-hidden:]:
        one["masked_grid"][top][left] = right[0][0]
    for choice in asked["choices"]:
        choice[0][0] = 0
    prompt.write_text(json.dumps(asked))
    (back,) = (formal_query(one) for one in read(folder / "out"))
    assert back.query["box"] == [left, top, width, height]
    assert back.query["pictures"]["frames"][-1][top][left] != "?"
    assert label(back).truth["answer"] == made.truth["answer"]
    for one in asked["observations"][-hidden:]:
        one["masked_grid"][top][left] = 0
    prompt.write_text(json.dumps(asked))
    with pytest.raises(RecordError, match="the choice leaves out a hidden cell"):
        [formal_query(one) for one in read(folder / "out")]


@pytest.mark.parametrize("count", COUNTS)
def test_mutated_worlds(count, tmp_path):
    file, about = tmp_path / "w" / "program.sexp", tmp_path / "w" / "about.toml"
    file.parent.mkdir()
    texts = [example("x")["program.sexp"], example("x")["about.toml"]]

    def open_it(text):
        toml = "changes" in text or "title" in text
        file.write_text(texts[0] if toml else text, encoding="utf-8")
        about.write_text(text if toml else "", encoding="utf-8")
        open_world(tmp_path / "w")

    assert 0 < survive(open_it, texts, count) < count
