"""A scene: the system and trace of one attempt, and the effects that can be asked about on it.

Modes: ``hard`` asks for a literal of an output at one step, ``normal`` at one step of a window whose width
grows with the complexity of the instance (DEC-014b), ``ltlf`` for a formula over the whole trace.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from ...domains.reactive.effect import Effect, Product, read_effect
from ...domains.reactive.machine import Machine, Run
from ...domains.reactive.words import letters, rows
from ...instances.canonical import encode
from ...instances.records import Json
from ...verifiers.reactive.gf01.figures import Factors, window
from ...verifiers.reactive.question import Question
from ..cells import Item
from ..rng import Rng
from . import worlds
from .family import Recipe

DRAWS = 24  # effects that are drawn for one scene
_PLAIN = re.compile(r"[a-z][a-z0-9_]*")
FORMULAS = (
    *("F({g} & X {h})", "F({g} & X F {h})", "!{g} U {h}", "G({g} -> X !{g})", "G({r} -> F {g})"),
    *("F({g} & X(!{g} & X F {g}))", "F({g} & {r})", "F {g} & G(!{h} | X !{g})"),
    *("G(!({g} & {r}))", "G(!({g} & {h}))"),
)


@dataclass(frozen=True)
class Scene:
    """What an attempt has drawn."""

    domain: str
    system: str
    machine: Machine
    trace: tuple[int, ...]

    @cached_property
    def run(self) -> Run:
        """The run over the trace."""
        return self.machine.run(self.trace)

    @property
    def rows(self) -> list[str]:
        """The trace as records have it."""
        return rows(self.trace, len(self.machine.inputs))

    def question(self, query: Json) -> Question:
        """A query about the scene, as the verifiers see it."""
        return Question(self.machine, self.trace, query)

    def product(self, effect: Json) -> Product:
        """The product with an effect."""
        formula_or_effect = formal(effect["formula"]) if "formula" in effect else read_effect(effect)
        return Product.of(self.machine, self.trace, formula_or_effect)


@lru_cache(1024)
def formal(formula: str) -> Effect:
    """The effect of a formula; its automaton is made once."""
    return read_effect({"kind": "ltlf", "formula": formula})


def draw_scene(item: Item, recipe: Recipe, rng: Rng) -> Scene:
    """The scene of one attempt; LimitError when no system is found."""
    level, domain = recipe.level(item), item.cell.domain
    if recipe.system is not None:
        name, machine = domain, worlds.given(recipe.system)
    else:
        name, machine = worlds.machine(domain, level, rng.fork("system"))
    if recipe.trace is not None:
        return Scene(domain, name, machine, letters(recipe.trace, len(machine.inputs)))
    return Scene(domain, name, machine, worlds.trace(machine, level, rng.fork("trace")))


def effects(scene: Scene, mode: str, rng: Rng, *, happens: bool, positive: bool = False) -> Iterator[Json]:
    """Different effects of a mode that happen, or do not happen, on the trace; ``DRAWS`` draws at most."""
    seen: set[bytes] = set()
    for draw in range(DRAWS if scene.machine.outputs else 0):
        stream = rng.fork("effect", draw)
        formula = mode == "ltlf"
        effect = _formula(scene, stream) if formula else _output(scene, mode, stream, positive=positive)
        if effect is None or (key := encode(effect)) in seen:
            continue
        seen.add(key)
        if _happens(scene, effect) is happens:
            yield effect


def _output(scene: Scene, mode: str, rng: Rng, *, positive: bool) -> Json:
    """A literal of an output at a step of the later two thirds, or in the window that ends there."""
    steps, machine = len(scene.trace), scene.machine
    at = steps // 3 + rng.below(steps - steps // 3)
    ap = rng.choice(machine.outputs)
    value = 1 if positive else int(rng.below(4) > 0)
    width = 0
    if mode == "normal":
        factors = Factors.of(states=machine.states, inputs=len(machine.inputs), steps=steps, target=at)
        width = window(steps, factors.exact)
    return {"kind": "output", "ap": ap, "value": value, "at": at, "window": width}


def _formula(scene: Scene, rng: Rng) -> Json | None:
    """A formula over outputs and an input; None when it would need two outputs and there is one."""
    machine = scene.machine
    g, h = rng.choice(machine.outputs), rng.choice(machine.outputs)
    r = rng.choice(machine.inputs or (g,))
    text = rng.choice(FORMULAS)
    if "{h}" in text and h == g:
        return None
    return {"kind": "ltlf", "formula": text.format(g=_name(g), h=_name(h), r=_name(r))}


def _happens(scene: Scene, effect: Json) -> bool:
    if effect["kind"] == "ltlf":
        return scene.product(effect).happens(scene.trace)
    bit, at = scene.machine.outputs.index(effect["ap"]), effect["at"]
    emitted = scene.run.outputs[max(0, at - effect["window"]) : at + 1]
    return any(word >> bit & 1 == effect["value"] for word in emitted)


def _name(ap: str) -> str:
    """A proposition in a formula, in quotes where it might be taken for an operator."""
    return ap if _PLAIN.fullmatch(ap) and ap not in ("true", "false", "xor") else f'"{ap}"'
