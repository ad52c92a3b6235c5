"""The bench of small searches compares the same search with itself."""

from __future__ import annotations

from certwright.scripts.bench import exploring
from certwright.verifiers.search import greedy_kernels, plain


def test_small_searches_are_compared(monkeypatch):
    seen = []

    def greedy(*search):
        found = plain.greedy(*search)
        seen.append(found)
        return found

    monkeypatch.setattr(greedy_kernels, "greedy", greedy)
    monkeypatch.setattr(exploring, "SMALL_STATES", 100)
    rate, ratio = exploring.small()
    assert (rate.unit, ratio.unit) == ("states/s", "times")
    assert rate.value > 0 < ratio.value
    (found,) = seen
    assert len(found[0]) == 100, "as many as are counted"
    assert found[3] < 0, "the goal cannot be reached"
