"""Interchangeable objects, and a normal form of states up to interchanging them.

Two objects are interchangeable when they have the same types, the domain names neither, and exchanging them
maps the static facts and the goal onto themselves: an automorphism that keeps plan lengths (Pochter, Zohar
and Rosenschein, AAAI 2011).  The normal form is reached by hill climbing: exchanges are applied while they
make the state smaller as a number.  Two states of one orbit may still end in different images, which costs no
soundness.  An exchange that would move a fact of the state outside the task is not applied.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, pairwise

import numpy as np

from ...domains.planning import atoms
from ...domains.planning.conditions import terms
from ...domains.planning.strips import Task
from ...domains.planning.tree import Fact, Problem
from .bound_kernels import Exchanges
from .tables import row, words_of

MANY_PAIRS = 2_000  # with more exchanges than this, only neighbours within a class are exchanged
MOST_APPLIED = 5_000  # hill climbing stops after this many exchanges


@dataclass(frozen=True)
class Symmetry:
    """Classes of interchangeable objects of a problem, as they act on the facts of its task."""

    task: Task = field(repr=False)
    classes: tuple[tuple[str, ...], ...]  # two or more objects each, in name order

    @cached_property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The exchanges tried: all pairs within the classes; neighbours only when those are too many."""
        present = [[name for name in members if name in self._about] for members in self.classes]
        every = [pair for members in present for pair in combinations(members, 2)]
        if len(every) > MANY_PAIRS:
            every = [pair for members in present for pair in pairwise(members)]
        return tuple(every)

    @cached_property
    def exchanges(self) -> Exchanges:
        """The pairs as they act on facts, for the compiled searches."""
        facts, columns = len(self.task.facts), words_of(self.task)
        image = np.tile(np.arange(facts, dtype=np.int32), (len(self.pairs), 1))
        moved = np.zeros((len(self.pairs), columns), np.uint64)
        for number, pair in enumerate(self.pairs):
            moves = self._moves(*pair)
            image[number, list(moves)] = list(moves.values())
            moved[number] = row(sum(1 << bit for bit in moves), columns)
        return Exchanges(image, moved, np.zeros(MOST_APPLIED, np.int32))

    def normal_form(self, state: int) -> tuple[int, list[int]]:
        """The state that ``bound_kernels.canonicalise`` leads to, and the numbers of the exchanges."""
        exchanges, applied = self._on_masks, list[int]()
        unchanged = number = 0
        while unchanged < len(exchanges) and len(applied) < MOST_APPLIED:
            moved, images = exchanges[number]
            unchanged += 1
            shifted = state & moved
            if shifted:
                other = state ^ shifted
                while shifted:
                    lowest = shifted & -shifted
                    shifted ^= lowest
                    image = images[lowest]
                    if not image:
                        break
                    other |= image
                else:
                    if other < state:
                        state, unchanged = other, 0
                        applied.append(number)
            number = number + 1 if number + 1 < len(exchanges) else 0
        return state, applied

    @cached_property
    def _on_masks(self) -> list[tuple[int, dict[int, int]]]:
        """The exchanges: the facts that one moves, and the image of each, 0 for one outside the task."""
        every = [self._moves(*pair) for pair in self.pairs]
        masks = [{1 << b: 1 << to if to >= 0 else 0 for b, to in moves.items()} for moves in every]
        return [(sum(moves), moves) for moves in masks]

    @cached_property
    def _about(self) -> dict[str, list[int]]:
        """The facts that mention each member of a class; members of no fact are left out."""
        about: dict[str, list[int]] = {}
        members = {name for names in self.classes for name in names}
        for bit, name in enumerate(self.task.facts):
            for word in {*name.replace("(", " ").replace(")", " ").split()} & members:
                about.setdefault(word, []).append(bit)
        return about

    def _moves(self, first: str, second: str) -> dict[int, int]:
        """What the facts become that an exchange moves, -1 for what lies outside the task."""
        exchange = {first: second, second: first}
        bits = self._about.get(first, []) + self._about.get(second, [])
        images = {bit: self.task.index.get(rename(self.task.facts[bit], exchange), -1) for bit in bits}
        return {bit: image for bit, image in images.items() if image != bit}


def rename(name: str, exchange: Mapping[str, str]) -> str:
    """The name of a fact after renaming objects; complement facts are renamed inside."""
    if atoms.is_negation(name):
        return atoms.negation(rename(name[len("(not ") : -1], exchange))
    predicate, *objects = name[1:-1].split(" ")
    return atoms.text((predicate, *(exchange.get(word, word) for word in objects)))


def symmetry(problem: Problem, task: Task) -> Symmetry:
    """The interchangeable objects of a problem; ``task`` is its grounding."""
    fluents = problem.domain.fluents
    structure = {("static", fact) for fact in problem.init if fact[0] not in fluents}
    structure |= {("goal", fact) for fact in problem.goal}
    structure |= {("negative goal", fact) for fact in problem.negative_goal}
    chosen = {term for part in problem.choices for term in terms(part)}
    about: dict[str, list[tuple[str, Fact]]] = {}
    for kind, fact in sorted(structure):
        for name in sorted(set(fact[1:])):
            about.setdefault(name, []).append((kind, fact))
    classes: list[list[str]] = []
    alike: dict[tuple[object, ...], list[int]] = {}
    for name in sorted(problem.objects):
        if name in problem.domain.constants or name in chosen:
            continue
        mine = about.get(name, [])
        profile = problem.objects[name], *sorted((kind, fact[0], fact.index(name, 1)) for kind, fact in mine)
        for number in alike.setdefault(profile, []):
            first = classes[number][0]
            new, both = {name: first, first: name}, mine + about.get(first, [])
            if all((kind, (fact[0], *(new.get(x, x) for x in fact[1:]))) in structure for kind, fact in both):
                classes[number].append(name)
                break
        else:
            alike[profile].append(len(classes))
            classes.append([name])
    return Symmetry(task, tuple(tuple(members) for members in classes if len(members) > 1))
