"""The bench of Autumn worlds says median, slowest and first step, each with its world."""

from __future__ import annotations

from certwright.scripts.bench import autumn


def test_the_figures_of_the_bench(monkeypatch):
    monkeypatch.setattr(autumn, "worlds", lambda: ("crane", "swing"))
    monkeypatch.setattr(autumn, "STEPS", 50)
    found = {one.what: one for one in autumn.measure()}
    assert list(found) == [
        "median world, with frames",
        "slowest world, with frames",
        "median world, without frames",
        "slowest world, without frames",
        "first step after loading, median",
        "first step after loading, longest",
        "load and first step, median",
        "load and first step, longest",
    ]
    assert all(one.value > 0 for one in found.values())
    slowest = found["slowest world, with frames"]
    assert {slowest.note, found["load and first step, longest"].note} <= {"crane", "swing"}
    assert found["median world, with frames"].value >= slowest.value
    assert "2 worlds, 50 random steps" in found["median world, without frames"].note


def test_the_actions_of_the_bench_are_fixed_and_mixed():
    actions = autumn.play(10, 400)
    assert actions == autumn.play(10, 400)
    assert {action.name for action in actions} == {"noop", "left", "right", "up", "down", "click"}
    assert all(0 <= action.x < 10 and 0 <= action.y < 10 for action in actions)
