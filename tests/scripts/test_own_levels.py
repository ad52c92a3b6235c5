"""Themes and levels of time travel of one's own: a start that works, the linter, records, and play."""

import json
import shutil

import pytest
from testkit.mutations import COUNTS, survive

from certwright.domains.timetravel.level import LEVELS
from certwright.generators.timetravel.scenario import FOLDER
from certwright.generators.timetravel.theme import faults, open_theme
from certwright.instances.errors import RecordError
from certwright.instances.store import read_instances
from certwright.scripts.cli import run
from certwright.scripts.own_levels import load
from certwright.verifiers.timetravel.linting import lint


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["timetravel", "new", "harbour", "-q"]) == 0
    return tmp_path


def changed(file, old, new):
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))


def test_the_start_is_clean_and_its_optimum_proven(folder, capsys):
    assert run(["timetravel", "lint", "harbour"]) == 0
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines()[0] == "harbour/theme.toml: every name, word and sentence is there"
    assert said.err.splitlines()[1].startswith("harbour/levels/first: optimum 8: all 252 states searched")


def test_levels_are_generated_in_the_theme(folder, capsys):
    changed(folder / "harbour" / "theme.toml", '"corin"', '"wilma"')
    asked = ["generate", "timetravel", "--theme", "harbour/", "-n", "1", "--level", "1", "--seed", "5"]
    assert run([*asked, "--jobs", "1", "-o", "g.jsonl", "-q"]) == 0
    (made,) = read_instances("g.jsonl")
    assert made.domain == "harbour" and made.world["domain"].startswith("(define (domain harbour)")
    assert made.truth["length"] and made.grades.certified
    assert run(["verify", "g.jsonl", "-q", "--jobs", "1"]) == 0
    again = ["generate", "timetravel", "--check", "g.manifest.json", "-n", "1", "--jobs", "1"]
    assert run([*again, "--theme", "harbour/"]) == 0
    capsys.readouterr()
    assert run(again) == 3
    assert "the set was made of harbour: name the folder with --domain" in capsys.readouterr().err


def test_levels_are_read_labelled_and_played(folder, capsys):
    shutil.copytree(folder / "harbour" / "levels" / "first", folder / "harbour" / "levels" / "second")
    (folder / "harbour" / "levels" / "second" / "problem.pddl").unlink()
    assert run(["import", "timetravel", "harbour/levels", "-o", "l.jsonl", "-q"]) == 3
    assert "second: holds no problem.pddl" in capsys.readouterr().err
    shutil.rmtree(folder / "harbour" / "levels" / "second")
    assert run(["label", "l.jsonl", "-o", "t.jsonl", "-q", "--jobs", "1"]) == 0
    (known,) = read_instances("t.jsonl")
    assert (known.domain, known.truth["length"]) == ("harbour-stone", 8)
    for source in ("harbour/levels", "t.jsonl"):
        assert (
            run(["run", "timetravel", "--levels", source, "--agent", "optimal", "-o", "e.jsonl", "-q"]) == 0
        )
        episode = json.loads((folder / "e.jsonl").read_text())
        assert (episode["instance"], len(episode["steps"])) == (known.id, 8)
        (folder / "e.jsonl").unlink()
    assert run(["run", "t.jsonl", "--levels", "harbour/levels"]) == 2
    assert "--levels PATH is for timetravel" in capsys.readouterr().err


LEVEL_FAULTS = {
    "unreachable": (
        "problem.pddl",
        "- item",
        "spare-rope - item",
        "unreachable: spare-rope takes part in no action and no rule",
    ),
    "budget": (
        "level.toml",
        "budget = ",
        "budget = 3 # ",
        "wrong: the budget of 3 turns does not suffice for 8",
    ),
    "optimal": (
        "level.toml",
        "optimal = 8",
        "optimal = 7",
        "wrong: level.toml says optimal = 7; the optimum is 8",
    ),
}


@pytest.mark.parametrize("fault", LEVEL_FAULTS)
def test_the_linter_names_what_is_wrong_with_a_level(folder, capsys, fault):
    file, old, new, message = LEVEL_FAULTS[fault]
    changed(folder / "harbour" / "levels" / "first" / file, old, new)
    assert run(["timetravel", "lint", "harbour/levels"]) == 1
    assert f"harbour/levels/first: {message}" in capsys.readouterr().out


def test_the_linter_knows_rules_words_and_goals(folder):
    first = folder / "harbour" / "levels" / "first"
    plain = load(first)
    assert lint(plain)[1] == []
    problem = first / "problem.pddl"
    goal = problem.read_text().rpartition("(:goal")[0]
    problem.write_text(f"{goal}(:goal (at {plain.about.characters[0]} nowhere-near)))\n")
    text = problem.read_text().replace("- place", "nowhere-near - place", 1)
    problem.write_text(text)
    found, findings = lint(load(first))
    assert found.length is None
    assert str(findings[0]).startswith("unsolvable: no plan reaches the goal: all 336 states were looked at")
    kinds = {str(finding).partition(":")[0] for finding in lint(load(LEVELS / "L01"))[1]}
    assert kinds == {"useless"}


THEME_FAULTS = {
    "title": ('title = "Harbour"', 'title = "Saltmere"', "title: 'Saltmere' is a scenario that comes along"),
    "post": ('post = "hands"', 'post = "mail"', "post: things travel by leaves or hands, found 'mail'"),
    "epochs": (', "fallow"]', "]", "epochs: 4 different epochs are needed, 3 are given"),
    "missing": (
        'has = "{0} holds {1}"',
        "",
        "facts.has: is missing; a scenario of ours says '{0} holds {1}'",
    ),
    "unknown": ("[facts]", '[facts]\nflies = "x"', "facts.flies: nothing is called so: take it out"),
    "argument": ("{0} holds {1}", "{0} holds {3}", "facts.has: {3} is no argument; there are {0} {1}"),
    "brace": ("{0} holds {1}", "{0} holds {1", "facts.has: a brace stands alone"),
    "sentence": ("{0} holds {1}", "{0} is in {1}", "facts.has: is ambiguous: at has the same sentence"),
    "word": ('take = "gather"', 'take = "lay-down"', "words.take: is ambiguous: drop is called 'lay-down'"),
    "symbol": ('take = "gather"', 'take = "Ga ther"', "words.take: 'Ga ther' is no word of PDDL"),
    "name": ('"corin"', '"Corin B"', "names.characters: 'Corin B' is no name of PDDL"),
    "twice": (
        '"corin"',
        '"fernery"',
        "names.places: 'fernery' is ambiguous: it stands in characters as well",
    ),
    "useless": ("[words]", '[words]\nfly = "soar"', "words.fly: is useless: no level has this word"),
    "poor": (
        'stone = ["beech", "plane-tree", "lime-tree", "cork-oak"]',
        'stone = ["beech"]',
        "names.stone: 1 names",
    ),
}


@pytest.mark.parametrize(("old", "new", "message"), THEME_FAULTS.values(), ids=THEME_FAULTS)
def test_the_linter_names_what_is_wrong_with_a_theme(folder, capsys, old, new, message):
    changed(folder / "harbour" / "theme.toml", old, new)
    assert run(["timetravel", "lint", "harbour/theme.toml"]) == 1
    assert f"harbour/theme.toml: {message}" in capsys.readouterr().out
    if "useless" in message or "1 names" in message:
        assert message in open_theme("harbour").notes[0]
    else:
        with pytest.raises(RecordError, match=r"theme\.toml"):
            open_theme("harbour")


def test_our_own_themes_have_no_fault_but_their_names():
    for file in FOLDER.glob("*.toml"):
        from certwright.generators.timetravel.scenario import scenario

        assert [field for field, _ in faults(scenario(file.stem))] == ["title"]


def test_folders_that_are_refused(folder, capsys):
    for name, message in (("harbour", "exists already"), ("a b", "a theme is named by letters")):
        assert run(["timetravel", "new", name]) == 3
        assert message in capsys.readouterr().err
    (folder / "empty").mkdir()
    for command in (["generate", "timetravel", "--theme", "empty/"], ["timetravel", "lint", "empty"]):
        assert run(command) == 3
    said = capsys.readouterr().err
    assert "holds no theme.toml; 'certwright timetravel new NAME' writes one" in said
    assert "no level here: a level is a folder with domain.pddl, problem.pddl, level.toml" in said


@pytest.mark.parametrize("count", COUNTS)
def test_mutated_themes_and_levels(count, folder):
    first, theme = folder / "harbour" / "levels" / "first", folder / "harbour" / "theme.toml"
    sources = [theme, *(first / name for name in ("domain.pddl", "problem.pddl", "level.toml"))]
    texts = {file: file.read_text() for file in sources}

    def read(text):
        file = max(sources, key=lambda one: len(set(texts[one].split()) & set(text.split())))
        file.write_text(text, encoding="utf-8")
        try:
            open_theme(theme) if file == theme else load(first)
        finally:
            file.write_text(texts[file], encoding="utf-8")

    assert 0 < survive(read, list(texts.values()), count) < count
