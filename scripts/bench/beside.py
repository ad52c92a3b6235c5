"""Other interpreters of Autumn to compare with: the reference where it is built, else the checker's own.

The reference (Autumn.cpp) is built by its own CMake files, or by hand with ``-O3``.  What is asked for is its
Python module ``interpreter_module*.so`` inside the checkout, whose ``autumnstdlib/stdlib.sexp`` it needs.
Where frames are not looked at it does not draw; it then plays by the places that were occupied at first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from ...domains.gridworld.actions import Action
from ...instances.errors import EngineMissingError
from ...verifiers.proofs.gridworld.autumn.machine import Machine
from .measurement import timed

MODULE, LIBRARY = "interpreter_module", "autumnstdlib/stdlib.sexp"
Player = Callable[[str, Sequence[Action], int, bool], float]
"""Seconds of processor time to play actions in a program from a seed, and to draw every frame or not."""


def plain(text: str, actions: Sequence[Action], seed: int, frames: bool) -> float:
    """Play on the plain interpreter that ``verify`` uses."""
    machine = Machine(text)
    state = machine.start(seed)
    with timed() as taken:
        for action in actions:
            state = machine.step(state, str(action))
            if frames:
                machine.frame(state)
    return taken.processor


def reference(module: Path) -> Player:
    """Play on the reference; EngineMissingError where its module or its library cannot be loaded."""
    library = next(
        (file for folder in module.resolve().parents if (file := folder / LIBRARY).is_file()), None
    )
    if library is None:
        raise EngineMissingError(f"{module}: no folder above it holds {LIBRARY}")
    spec = spec_from_file_location(MODULE, module, loader=ExtensionFileLoader(MODULE, str(module)))
    assert spec is not None and spec.loader is not None
    try:
        built = module_from_spec(spec)
        spec.loader.exec_module(built)
    except ImportError as error:
        raise EngineMissingError(f"{module}: {error}") from None
    standard = library.read_text(encoding="utf-8")

    def play(text: str, actions: Sequence[Action], seed: int, frames: bool) -> float:
        interpreter = built.Interpreter()
        interpreter.run_script(text, standard, "", seed)
        interpreter.render_all()
        with timed() as taken:
            for action in actions:
                if action.name == "click":
                    interpreter.click(action.x, action.y)
                elif action.name != "noop":
                    getattr(interpreter, action.name)()
                interpreter.step()
                if frames:
                    interpreter.render_all()
        return taken.processor

    return play
