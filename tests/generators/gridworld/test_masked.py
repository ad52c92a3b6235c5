"""Masked frames: the box, what is seen of a run, ways to play on, and whether one option is possible."""

from types import SimpleNamespace

import pytest
from testkit.small_worlds import FLY, WALK, program

from certwright.domains.gridworld.actions import DOWN, LEFT, NOOP, RIGHT, UP, Action, click
from certwright.domains.gridworld.frames import patch
from certwright.domains.gridworld.machine import Machine
from certwright.domains.gridworld.questions import masked_frame
from certwright.generators.gridworld import masked
from certwright.generators.gridworld.play import PlayedRun, replayed
from certwright.generators.rng import Rng
from certwright.instances.errors import LimitError

BOX = (0, 0, 3, 4)
"""Wherever the fly may be."""


def frame(*cells: tuple[int, int], size: int = 5) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple("red" if (x, y) in cells else "black" for x in range(size)) for y in range(size))


@pytest.mark.parametrize(
    ("cells", "box"),
    [
        ([(2, 2)], (1, 1, 3, 3)),
        ([(1, 1)], (0, 0, 3, 3)),
        ([(0, 0)], (0, 0, 2, 2)),
        ([(4, 4)], (3, 3, 2, 2)),
        ([(0, 4)], (0, 3, 2, 2)),
        ([(1, 2), (3, 2)], (0, 1, 5, 3)),
        ([(0, 0), (4, 4)], (0, 0, 5, 5)),
    ],
)
def test_a_box_has_a_rim_of_one_cell_within_the_frame(cells, box):
    assert masked._box(frame(), [frame(cell) for cell in cells]) == box


def test_what_comes_after_the_last_frame_is_seen_without_the_box():
    run = PlayedRun((NOOP, NOOP, NOOP), tuple(frame((0, y), (4, y)) for y in range(4)))
    shown = masked._shown(run, 1, (0, 0, 2, 5))
    assert shown[:2] == list(run.frames[:2])
    assert shown[2:] == [tuple((None, None, *row[2:]) for row in each) for each in run.frames[2:]]


def flown(*actions: Action, seed: int = 0):
    return replayed(program(FLY), seed, actions)


def ends_of_fly(row: int):
    """The patches with the fly in each place of a row."""
    whole = [list(line) for line in flown().frames[0]]
    whole[1][1] = "black"
    ends = []
    for x in range(3):
        whole[row][x] = "green"
        ends.append(patch(whole, BOX))
        whole[row][x] = "black"
    return ends


def test_an_option_is_sound_where_what_was_seen_excludes_the_others():
    """Where the fly goes is drawn; after that a step down is sure."""
    world, run, options = program(FLY), flown(NOOP, DOWN), ends_of_fly(2)
    assert patch(run.frames[-1], BOX) in options
    assert masked._sound(world, 0, run, 1, BOX, options)
    assert not masked._sound(world, 0, run, 0, BOX, options), "two are possible where it was not seen"
    assert masked._sound(world, 0, run, 0, BOX, options[:1])
    assert not masked._sound(world, 0, run, 1, BOX, ends_of_fly(3)), "none is possible"


def test_ways_to_play_on_have_one_pattern_and_different_ends():
    world = program(WALK)
    run = replayed(world, 0, (RIGHT,))
    kinds = set()
    for number in range(20):
        ways = masked.continuations(world, 0, run, 2, Rng("ways", number))
        ends = [replayed(world, 0, (*run.actions, *way)).frames[-1] for way in ways]
        assert len(set(ends)) == len(ends) >= 1
        for steps in zip(*ways, strict=True):
            kind = {
                "noop" if step == NOOP else "click" if step.name == "click" else "arrow" for step in steps
            }
            assert len(kind) == 1
            kinds |= kind
        clicked = {step for way in ways for step in way if step.name == "click"}
        assert len(clicked) <= masked.CELLS
    assert kinds == {"noop", "arrow", "click"}


def test_kinds_of_actions_have_the_shares_of_the_random_player():
    cells = [click(0, 0), click(1, 0)]
    drawn = [
        {masked._action(kind, cells, Rng("action", number)) for number in range(40)} for kind in range(6)
    ]
    assert drawn == [{NOOP}, *[{LEFT, RIGHT, UP, DOWN}] * 4, set(cells)]


def test_delays_are_the_beginnings_of_one_way():
    world = program(WALK)
    for number in range(20):
        ways = masked.delays(world, 0, replayed(world, 0, (RIGHT,)), 8, Rng("delays", number))
        longest = max(ways, key=len)
        assert all(way == longest[: len(way)] for way in ways) and len(longest) <= 8
        ends = [replayed(world, 0, (RIGHT, *way)).frames[-1] for way in ways]
        assert len(set(ends)) == len(ends)
        assert [len(way) for way in ways] == sorted({len(way) for way in ways}) and len(ways[0]) == 1


def test_two_different_cells_are_clicked():
    machine = Machine(program(WALK), 0)
    for number in range(20):
        one, other = masked._cells(machine, Rng("cells", number))
        assert one != other and one.name == other.name == "click"


@pytest.mark.parametrize(
    ("ways", "sound", "reason"),
    [
        (5, True, "too few continuations"),
        (6, LimitError("many"), "too many states are possible"),
        (6, False, "several options are possible"),
        (6, True, None),
        (9, True, None),
    ],
)
@pytest.mark.parametrize("delayed", [False, True])
def test_why_a_run_gives_no_question(monkeypatch, delayed, ways, sound, reason):
    """Ways right and down from a run of the walk; which are tried is drawn, and one of them is right."""
    every = [(RIGHT,) * (k % 3) + (DOWN,) * (k // 3) for k in range(9)][:ways]
    asked = []

    def given(name):
        return lambda program, seed, run, steps, rng: asked.append((name, steps)) or every

    def alone(program, seed, run, last, box, options):
        if isinstance(sound, LimitError):
            raise sound
        return sound

    monkeypatch.setattr(masked, "delays", given("delays"))
    monkeypatch.setattr(masked, "continuations", given("continuations"))
    monkeypatch.setattr(masked, "_sound", alone)
    monkeypatch.setattr(
        masked, "random_run", lambda program, seed, steps, rng: replayed(program, seed, [NOOP] * 2)
    )
    made = masked.make(SimpleNamespace(program=WALK), 0, Rng("made"), delayed=delayed)
    ((name, steps),) = asked
    assert name == ("delays" if delayed else "continuations")
    assert steps == masked.LONGEST_MASK if delayed else 1 <= steps <= masked.LONGEST_MASK
    if reason is not None:
        assert made == reason
        return
    question = masked_frame({"kind": "autumn", "program": WALK}, made)
    assert len(set(question.options)) == 6 and made["masked"] == len(question.actions) - 2
    run = replayed(program(WALK), 0, question.actions)
    assert patch(run.frames[-1], question.box) in question.options
    assert question.actions[2:] in every and question.actions[:2] == (NOOP, NOOP)
