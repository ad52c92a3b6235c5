"""The panel of blind guessers: it finds what gives an answer away, and nothing where nothing does."""

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest
from testkit import audit_records

from certwright.instances import manifest
from certwright.instances.canonical import encode, seal
from certwright.instances.records import Instance, Prompt
from certwright.scripts.cli import run
from certwright.verifiers.audit.finding import LEARNED
from certwright.verifiers.audit.guess.blind import constants
from certwright.verifiers.audit.guess.features import kinds, measured
from certwright.verifiers.audit.guess.features.pictures import TURNS
from certwright.verifiers.audit.guess.panel import best, panel
from certwright.verifiers.audit.guess.question import question_of
from certwright.verifiers.audit.mutator import Draw

MANY = 80


def choice(number: int, right: list[str], wrong: list[str]) -> Instance:
    """A question with the right option at a drawn place; each option is a sequence of actions."""
    draw = Draw(f"choice {number}")
    place = draw.rank("place") % 4
    options = [{"actions": each} for each in (wrong, wrong, wrong)]
    options.insert(place, {"actions": right})
    world = {"kind": "pddl", "domain": audit_records.DOMAIN, "problem": audit_records.problem()}
    texts = tuple("; ".join(option["actions"]) for option in options)
    return seal(
        Instance(
            id="",
            family="planning",
            task="val",
            form="mcq",
            domain="ferry",
            world=world,
            query={"asks": "plan", "options": options},
            prompt=Prompt(question=f"Which is a plan? ({number})", choices=texts),
            truth={"kind": "mcq", "answer": "ABCD"[place], "values": [n == place for n in range(4)]},
            gold="ABCD"[place],
        )
    )


def above(rows: list[Any]) -> set[str]:
    return {row.strategy for row in rows if row.above}


def test_options_that_look_alike_give_nothing_away() -> None:
    rows = panel(choice(n, ["(sail l0 l1)"], ["(sail l0 l1)"]) for n in range(MANY))
    assert above(rows) == set()
    assert {row.baseline for row in rows} == {0.25}
    assert {row.count for row in rows} == {MANY}
    assert {f"always {letter}" for letter in "ABCD"} <= {row.strategy for row in rows}


def test_a_longer_right_option_is_found_by_the_fixed_guesser_and_by_the_learned_one() -> None:
    rows = panel(choice(n, ["(sail l0 l1)", "(sail l1 l0)"], ["(sail l0 l1)"]) for n in range(MANY))
    scores = {row.strategy: row for row in rows}
    assert {"most: length", "most: actions", LEARNED} <= above(rows)
    assert scores["most: length"].score == scores[LEARNED].score == 1.0
    assert scores["least: length"].score == 0.0
    assert best(rows)[0]["above"] is True


def test_the_learned_guesser_sees_what_no_single_measure_shows() -> None:
    """The right option is the middle one of three lengths; most and least are both wrong."""
    rows = []
    for number in range(MANY):
        one = choice(number, ["(sail l0 l1)"] * 2, ["(sail l0 l1)"])
        texts = [list(option["actions"]) for option in one.query["options"]]
        wrong = [place for place, text in enumerate(texts) if len(text) == 1]
        texts[wrong[0]] = ["(sail l0 l1)"] * 3
        texts[wrong[1]] = ["(sail l0 l1)"] * 3
        query = {**one.query, "options": [{"actions": text} for text in texts]}
        prompt = msgspec.structs.replace(one.prompt, choices=tuple("; ".join(text) for text in texts))
        rows.append(seal(msgspec.structs.replace(one, query=query, prompt=prompt)))
    scores = {row.strategy: row.score for row in panel(rows)}
    assert scores["most: length"] == scores["least: length"] == 0.0
    assert scores[LEARNED] == 1.0


def test_the_same_set_gives_the_same_panel() -> None:
    made = [choice(n, ["(sail l0 l1)"], ["(sail l1 l0)"]) for n in range(40)]
    assert panel(made) == panel(made)


def test_a_constant_leaves_the_questions_own_answer_out() -> None:
    made = [
        msgspec.structs.replace(audit_records.record("val"), id=str(n), gold=gold)
        for n, gold in enumerate("0112")
    ]
    scores = constants(made)["commonest gold of the task"]
    assert scores == [
        float(made[0].truth["index"] == wanted)  # type: ignore[index]
        for wanted in (1, 0, 0, 1)
    ]


def test_every_file_of_measures_is_found_and_concerns_something() -> None:
    folder = Path(import_module("certwright.verifiers.audit.guess.features").__file__ or "").parent
    assert len(kinds()) == len(list(folder.glob("[!_]*.py")))
    for task in ("val", "just", "nexta", "land"):
        question = question_of(audit_records.record(task))
        assert question is not None
        assert measured(question)
        assert 0 < question.chance < 1


@pytest.mark.parametrize("name", TURNS)
def test_turns_of_pictures_are_symmetries(name: str) -> None:
    patch = ("012", "345")
    turn = TURNS[name]
    times = 4 if "quarter" in name else 2
    turned = patch
    for _ in range(times):
        turned = turn(turned)
    assert turned == patch
    assert turn(patch) != patch


def test_the_command_prints_the_panel_and_fails_beyond_the_bound(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "set.jsonl"
    for right, code, word in (
        (["(sail l0 l1)", "(sail l1 l0)"], 1, "above the bound"),
        (["(sail l0 l1)"], 0, "within"),
    ):
        made = [choice(n, right, ["(sail l0 l1)"]) for n in range(MANY)]
        file.write_bytes(b"".join(encode(one) + b"\n" for one in made))
        assert run(["audit", str(file), "--check", "guess", "--jobs", "1", "--quiet"]) == code
        told = capsys.readouterr().out
        assert "blind guessers" in told
        assert word in told
        assert run(["audit", str(file), "--check", "guess", "--json", "--jobs", "1", "--quiet"]) == code
        rows = json.loads(capsys.readouterr().out)["guess"]
        assert any(row["above"] for row in rows) == bool(code)
        assert all(row["group"] == "planning/val/mcq" for row in rows)


def test_a_manifest_tells_what_guessers_score(tmp_path: Path) -> None:
    file = tmp_path / "set.jsonl"
    asked = ["generate", "planning/app", "--level", "1", "--domain", "ferry", "-n", "4", "--form", "mcq"]
    assert run([*asked, "--context", "pddl", "-o", str(file), "--jobs", "1", "--quiet"]) == 0
    (told,) = manifest.read(tmp_path / "set.manifest.json").guesses
    assert (told["group"], told["questions"], told["baseline"]) == ("planning/app/mcq", 4, 0.25)
