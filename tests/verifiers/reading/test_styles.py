"""Right answers to released questions score in every style; near misses, denied and hedged ones in none."""

import random
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st
from testkit.answer_frames import BLOCK, CORRECTION, FRAMES, HEDGES, LATEX, NEGATIONS
from testkit.answer_notations import NOTATIONS
from testkit.answer_values import FILES, SHAPES, Case, case, released
from testkit.sampling import every

from certwright.instances.records import Answer, Instance
from certwright.verifiers.judge import judge

KINDS = sorted({(file, row.task, row.form) for file in FILES for row in released(file)})
STYLES = {
    shape: [
        (frame, kind, notation)
        for kind, notations in NOTATIONS[shape].items()
        for notation in notations
        for frame in FRAMES
        if kind in FRAMES[frame].holds
    ]
    for shape in NOTATIONS
}


@cache
def questions(file: str, task: str, form: str) -> tuple[Instance, ...]:
    """The released questions of one task and form."""
    return tuple(row for row in released(file) if (row.task, row.form) == (task, form))


def score(instance: Instance, text: str) -> float:
    """What the text scores; nothing that is written may raise."""
    return judge(instance, Answer(id=instance.id, response=text)).value


def written(asked: Case, style: tuple[str, str, str], value: object) -> str:
    """A value in a style."""
    frame, kind, notation = style
    return FRAMES[frame].around(NOTATIONS[asked.shape][kind][notation](value))


def doubtful(asked: Case, rng: random.Random, notations: int) -> Iterator[tuple[str, str]]:
    """The right answer denied or hedged, in each way and in some notations, with the way's name."""
    usable = [
        write
        for kind, writes in NOTATIONS[asked.shape].items()
        if kind not in (BLOCK, LATEX)
        for write in writes.values()
    ]
    for write in rng.sample(usable, min(notations, len(usable))):
        right, other = write(asked.right), write(rng.choice(asked.wrong))
        for name, text in {**HEDGES, **NEGATIONS}.items():
            if (asked.shape, name) == ("formula", "lines"):
                continue  # two formulas joined by "or" are one formula
            yield name, text.replace("{answer}", right).replace("{other}", other)


def check_right(asked: Case, styles: list[tuple[str, str, str]]) -> None:
    """The right answer scores 1 in these styles, and after an answer that was taken back."""
    for style in styles:
        text = written(asked, style, asked.right)
        assert score(asked.instance, text) == 1.0, (asked.instance.id, style, text)
        frame, kind, notation = style
        if asked.wrong and frame == "marked":
            write = NOTATIONS[asked.shape][kind][notation]
            text = CORRECTION.replace("{answer}", write(asked.right)).replace(
                "{other}", write(asked.wrong[0])
            )
            assert score(asked.instance, text) == 1.0, (asked.instance.id, "correction", text)


def check_wrong(asked: Case, styles: list[tuple[str, str, str]], rng: random.Random, notations: int) -> None:
    """Near misses do not score 1 in these styles, and neither do denied and hedged right answers."""
    for style in styles:
        for value in asked.wrong:
            text = written(asked, style, value)
            assert score(asked.instance, text) != 1.0, (asked.instance.id, style, text)
    for name, text in doubtful(asked, rng, notations):
        assert score(asked.instance, text) != 1.0, (asked.instance.id, name, text)


def test_every_task_that_is_answered_by_text_is_covered() -> None:
    covered = {(file.split("/")[0], task) for file, task, form in KINDS if form in ("gen", "episode")}
    assert covered == set(SHAPES)
    assert {form for _, _, form in KINDS} == {"gen", "bool", "mcq", "episode"}
    assert all(len(styles) >= 12 for styles in STYLES.values())


@pytest.mark.parametrize(("file", "task", "form"), KINDS)
@seed(20)
@settings(max_examples=4, deadline=None, database=None)
@given(data=st.data())
def test_sampled_styles(file: str, task: str, form: str, data: st.DataObject) -> None:
    asked = case(data.draw(st.sampled_from(questions(file, task, form))))
    styles = data.draw(st.lists(st.sampled_from(STYLES[asked.shape]), min_size=6, max_size=6, unique=True))
    check_right(asked, styles)
    check_wrong(asked, styles[:2], random.Random(asked.instance.id), 2)


@pytest.mark.parametrize(("file", "task", "form"), every(2, KINDS))
def test_one_question_in_every_style(file: str, task: str, form: str) -> None:
    rows = questions(file, task, form)
    asked = case(rows[len(rows) // 2])
    check_right(asked, STYLES[asked.shape])


@pytest.mark.long
@pytest.mark.parametrize(("file", "task", "form"), KINDS)
def test_every_style(file: str, task: str, form: str) -> None:
    rng = random.Random(f"{file} {task} {form}")
    rows = questions(file, task, form)
    for instance in rng.sample(rows, min(len(rows), 40)):
        asked = case(instance)
        check_right(asked, STYLES[asked.shape])
        check_wrong(asked, rng.sample(STYLES[asked.shape], 24), rng, 20)
