"""The bench of Autumn worlds says median, slowest and first step, each with its world."""

from importlib.machinery import SourceFileLoader

import pytest

from certwright.instances.errors import EngineMissingError
from certwright.scripts.bench import autumn


def test_the_figures_of_the_bench(monkeypatch):
    monkeypatch.setattr(autumn, "worlds", lambda: ("crane", "swing"))
    monkeypatch.setattr(autumn, "STEPS", 50)
    monkeypatch.setattr(autumn, "BESIDE", 20)
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
        "times as fast as the plain interpreter, with frames, median",
        "times as fast as the plain interpreter, with frames, least",
        "times as fast as the plain interpreter, without frames, median",
        "times as fast as the plain interpreter, without frames, least",
    ]
    assert all(one.value > 0 for one in found.values())
    slowest = found["slowest world, with frames"]
    assert {slowest.note, found["load and first step, longest"].note} <= {"crane", "swing"}
    assert found["median world, with frames"].value >= slowest.value
    assert "2 worlds, 50 random steps" in found["median world, without frames"].note
    ratio = found["times as fast as the plain interpreter, with frames, least"]
    assert ratio.unit == "x" and ratio.note in ("crane", "swing")


REFERENCE = """
class Interpreter:
    def run_script(self, text, library, condition, seed):
        assert "(program" in text and library == "; the library" and condition == "" and seed == 42
    def click(self, x, y):
        assert x >= 0 <= y
    def left(self): pass
    right = up = down = left
    def step(self):
        return sum(range(20_000))
    def render_all(self):
        return "{}"
"""


def test_a_reference_is_loaded_and_played(monkeypatch, tmp_path):
    (tmp_path / "autumnstdlib").mkdir()
    (tmp_path / "autumnstdlib" / "stdlib.sexp").write_text("; the library")
    module = tmp_path / "build" / "interpreter_module.so"
    module.parent.mkdir()
    module.write_text(REFERENCE)
    monkeypatch.setattr(autumn, "ExtensionFileLoader", SourceFileLoader)
    monkeypatch.setattr(autumn, "worlds", lambda: ("swing",))
    monkeypatch.setattr(autumn, "STEPS", 20)
    monkeypatch.setattr(autumn, "BESIDE", 20)
    found = {one.what: one for one in autumn.measure(module)}
    assert found["times as fast as the reference, with frames, median"].value > 0
    assert found["times as fast as the reference, without frames, least"].note == "swing"


def test_a_module_that_is_none_and_one_without_its_library_are_refused(tmp_path):
    module = tmp_path / "interpreter_module.so"
    module.write_text("text")
    with pytest.raises(EngineMissingError, match=r"no folder above it holds autumnstdlib/stdlib\.sexp"):
        autumn.reference(module)
    (tmp_path / "autumnstdlib").mkdir()
    (tmp_path / "autumnstdlib" / "stdlib.sexp").write_text("; the library")
    with pytest.raises(EngineMissingError, match=r"interpreter_module\.so: "):
        autumn.reference(module)


def test_the_actions_of_the_bench_are_fixed_and_mixed():
    actions = autumn.play(10, 400)
    assert actions == autumn.play(10, 400)
    assert {action.name for action in actions} == {"noop", "left", "right", "up", "down", "click"}
    assert all(0 <= action.x < 10 and 0 <= action.y < 10 for action in actions)
