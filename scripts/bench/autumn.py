"""Autumn worlds of the package: steps a second with and without frames, the first step, the time to load.

Each step is a key, nothing, or a click anywhere, from a fixed sequence.  Beside it stands how many times as
fast that is as another interpreter on the first of these steps, the two in turns: the reference if given,
else the checker's.

The reference (Autumn.cpp) is built by its own CMake files, or by hand with ``-O3``: its Python module
``interpreter_module*.so`` inside the checkout, whose ``autumnstdlib/stdlib.sexp`` it needs.  Where frames are
not looked at it does not draw, and plays by the places that were occupied at first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from statistics import median

from ...domains.gridworld.actions import DOWN, LEFT, NOOP, RIGHT, UP, Action
from ...domains.gridworld.catalog import world, worlds
from ...domains.gridworld.machine import Machine
from ...domains.gridworld.program import Program, read_program
from ...instances.errors import EngineMissingError
from ...verifiers.proofs.gridworld.autumn.machine import Machine as PlainMachine
from .measurement import Measurement, timed

PART = "autumn"
SEED = 42
STEPS = 1_000
BESIDE = 200  # steps that the other interpreter takes
KEYS = (NOOP, LEFT, RIGHT, UP, DOWN)


def play(size: int, count: int) -> list[Action]:
    """Actions that look random: two clicks to each key."""
    actions, state = [], 1
    for _ in range(count):
        state = (state * 1_103_515_245 + 12_345) % 2**31
        kind, x, y = state >> 8 & 7, (state >> 11) % size, (state >> 19) % size
        actions.append(KEYS[kind] if kind < len(KEYS) else Action("click", x, y))
    return actions


def measure(module: Path | None = None) -> Iterator[Measurement]:
    """Median and slowest world: steps a second, first step, loading; ratios to the reference, whose
    ``module`` is given (EngineMissingError if it cannot be loaded), else to the checker's plain
    interpreter.
    """
    other = plain if module is None else reference(module)
    seen, blind, loads, firsts = (dict[str, float]() for _ in range(4))
    for key in worlds():
        with timed() as loading:
            program = read_program(world(key).program, file=key)
            machine = Machine(program, SEED)
        with timed() as first:
            machine.step(NOOP)
            machine.frame()
        loads[key] = (loading.processor + first.processor) * 1000
        firsts[key] = first.processor * 1000
        actions = play(program.grid_size, STEPS)
        seen[key] = STEPS / _seconds(program, actions, frames=True)
        blind[key] = STEPS / _seconds(program, actions, frames=False)
    for what, rates in (("with frames", seen), ("without frames", blind)):
        note = f"{len(rates)} worlds, {STEPS} random steps each; processor time"
        yield Measurement(PART, f"median world, {what}", median(rates.values()), "steps/s", note)
        slowest = min(rates, key=rates.__getitem__)
        yield Measurement(PART, f"slowest world, {what}", rates[slowest], "steps/s", slowest)
    for what, times, note in (
        ("first step after loading", firsts, "step and frame"),
        ("load and first step", loads, "text to frame"),
    ):
        yield Measurement(PART, f"{what}, median", median(times.values()), "ms", note)
        longest = max(times, key=times.__getitem__)
        yield Measurement(PART, f"{what}, longest", times[longest], "ms", longest)

    yield from _ratios(other, "plain interpreter" if module is None else "reference")


def _ratios(other: Player, name: str) -> Iterator[Measurement]:
    """How many times as fast as another interpreter: the median world and the least."""
    for frames in (True, False):
        times: dict[str, float] = {}
        for key in worlds():
            program = read_program(world(key).program, file=key)
            actions = play(program.grid_size, BESIDE)
            own = _seconds(program, actions, frames)
            times[key] = other(program.text, actions, SEED, frames) / own
        what = f"times as fast as the {name}, {'with' if frames else 'without'} frames"
        yield Measurement(PART, f"{what}, median", median(times.values()), "x", f"{BESIDE} steps each")
        least = min(times, key=times.__getitem__)
        yield Measurement(PART, f"{what}, least", times[least], "x", least)


def _seconds(program: Program, actions: Sequence[Action], frames: bool) -> float:
    machine = Machine(program, SEED)
    with timed() as taken:
        for action in actions:
            machine.step(action)
            if frames:
                machine.frame()
    return taken.processor


MODULE, LIBRARY = "interpreter_module", "autumnstdlib/stdlib.sexp"
Player = Callable[[str, Sequence[Action], int, bool], float]
"""Seconds of processor time to play actions in a program from a seed, and to draw every frame or not."""


def plain(text: str, actions: Sequence[Action], seed: int, frames: bool) -> float:
    """Play on the plain interpreter that ``verify`` uses."""
    machine = PlainMachine(text)
    state = machine.start(seed)
    with timed() as taken:
        for action in actions:
            state = machine.step(state, str(action))
            if frames:
                machine.frame(state)
    return taken.processor


def reference(module: Path) -> Player:
    """Play on the reference; EngineMissingError where its module or its library cannot be loaded."""
    library = next((file for above in module.resolve().parents if (file := above / LIBRARY).is_file()), None)
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
