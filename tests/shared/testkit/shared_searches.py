"""Searches of grid worlds shared by the mutants of a record: what was found once is not looked for again.

The checker's own code finds what a step leads to once for a program and a state, and the end of a search once
for a program, a question and the limits of the search.  A label is made once for a world and a query.
"""

from functools import lru_cache

from certwright.instances.canonical import encode
from certwright.verifiers import checking
from certwright.verifiers.audit import gridworld, proofs
from certwright.verifiers.proofs.gridworld import knowledge, rules
from certwright.verifiers.proofs.gridworld.autumn.machine import Machine
from certwright.verifiers.proofs.gridworld.world import World
from certwright.verifiers.search.grid_states import FastMachine

PROGRAMS = 8
"""Programs whose states are kept: those of the record, and the latest of its mutants."""


class Searches:
    """What the searches of one record have found.

    ``steps`` says how many steps of machines that took: beyond ``limit`` no more mutants than one are made of
    a field that may need another search; ``left_out`` counts the others.
    """

    def __init__(self, monkeypatch, limit):
        self.steps, self.found, self.left_out = 0, {}, 0
        self.world = lru_cache(PROGRAMS)(self._world)
        shortest, label, searched = rules.check_shortest, proofs.labelled, gridworld.Subject.searched

        def check_shortest(base, changed, *asked):
            key = ("shortest", base.text, changed.text, repr(asked))
            return self.once(key, lambda: shortest(base, changed, *asked))

        def labelled(instance, effort):
            key = ("label", instance.task, encode((instance.world, instance.query)))
            return self.once(key, lambda: label(instance, effort))

        def left_out(subject, field):
            found = searched(subject, field)
            self.left_out += found
            return found

        def plain(machine, text, as_drawn=False):
            return self.world(machine if isinstance(machine, type) else type(machine), text, as_drawn)

        for module in (knowledge, rules):
            monkeypatch.setattr(module, "World", plain)
        monkeypatch.setattr(knowledge, "Machine", lambda text: Machine)
        for module in (checking, gridworld):
            monkeypatch.setattr(module, "fast_world", lambda text: self.world(FastMachine, text, False))
        monkeypatch.setattr(rules, "check_shortest", check_shortest)
        monkeypatch.setattr(proofs, "labelled", labelled)
        monkeypatch.setattr(gridworld.Subject, "costly", property(lambda _: self.steps > limit))
        monkeypatch.setattr(gridworld.Subject, "searched", left_out)

    def fresh(self):
        """Forget all, before the next record."""
        self.steps = 0
        self.found.clear()
        self.world.cache_clear()

    def once(self, asked, search):
        """What a search finds, or the error that it ends in."""
        if asked not in self.found:
            try:
                self.found[asked] = search(), None
            except Exception as error:
                self.found[asked] = None, error
        found, error = self.found[asked]
        if error is not None:
            raise error.with_traceback(None)
        return found

    def _world(self, machine, text, as_drawn):
        return Shared(self, machine(text), text, as_drawn)


class Shared(World):
    """A world whose steps and searches are remembered."""

    def __init__(self, searches, machine, text, as_drawn):
        super().__init__(machine, text, as_drawn)
        self.searches, self.text, self._taken = searches, text, {}

    def ends(self, state, action):
        """What a step may lead to; the steps are counted."""
        before = self.steps
        try:
            return super().ends(state, action)
        finally:
            self.searches.steps += self.steps - before

    def moves(self, state):
        """All that can be done in a state."""
        if state not in self._moves:
            self._moves[state] = [*self._tried(state)]
        return self._moves[state]

    def taken(self, state, action):
        """What an action may lead to."""
        if (state, action) not in self._taken:
            self._taken[state, action] = super().taken(state, action)
        return self._taken[state, action]

    def least(self, *asked):
        """The least cost of a way to a goal."""
        key = ("least", type(self.machine), self.text, self.as_drawn, repr(asked))
        return self.searches.once(key, lambda: super(Shared, self).least(*asked))
