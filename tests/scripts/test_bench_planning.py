"""The bench of small searches compares the same search with itself."""

from pathlib import Path

from certwright.instances.store import read_instances
from certwright.scripts.bench import planning
from certwright.verifiers.search import greedy_kernels, plain

RELEASED = Path(__file__).parents[2] / "instances" / "planning" / "gen.jsonl.gz"


def test_small_searches_are_compared(monkeypatch):
    seen = []

    def greedy(*search):
        found = plain.greedy(*search)
        seen.append(found)
        return found

    monkeypatch.setattr(greedy_kernels, "greedy", greedy)
    monkeypatch.setattr(planning, "SMALL_STATES", 100)
    rate, ratio = planning.small()
    assert (rate.unit, ratio.unit) == ("states/s", "times")
    assert rate.value > 0 < ratio.value
    (found,) = seen
    assert len(found[0]) == 100, "as many as are counted"
    assert found[3] < 0, "the goal cannot be reached"


def test_a_large_space_is_explored_whole_and_its_memory_told(monkeypatch):
    monkeypatch.setattr(planning, "LARGE_LOCATIONS", 2)
    monkeypatch.setattr(planning, "CARS", 6)
    seconds, memory = planning.large()
    assert seconds.note == "all 512 states of a ferry, 2 locations, 6 cars"
    assert (seconds.unit, memory.unit) == ("s", "GiB")
    assert 0 < memory.value < 64
    assert memory.note.endswith(" edges kept")


def test_states_entered_are_those_of_the_certificate_and_fewer_in_lean_proofs():
    questions = read_instances(str(RELEASED))
    question = next(each for each in questions if each.task == "nexta" and each.domain == "alfworld")
    (proof,) = (each for each in question.certificates if each.kind == "lower_bound")
    assert planning.entered(question, lean=False)[0] == proof.body["nodes"]
    assert 0 < planning.entered(question, lean=True)[0] < 0.75 * proof.body["nodes"]
