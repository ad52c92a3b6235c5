"""The streams of choices: fixed for ever, independent of each other, uniform."""

import ast
import hashlib
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certwright.generators.rng import Rng
from certwright.instances.errors import LimitError, RecordError

GENERATORS = Path(__file__).resolve().parents[2] / "generators"
LABELS = ("planning", "app", "gen", "ferry", "1", 7, 0)


def draws(rng, count=20, bound=1000):
    return [rng.below(bound) for _ in range(count)]


def test_the_stream_never_changes():
    rng = Rng(*LABELS)
    assert draws(rng, 8) == [368, 38, 730, 357, 743, 390, 817, 361]
    text = ",".join(map(str, draws(rng, 10_000, 2**70 + 1)))
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == "7943106a60dd4331"
    assert Rng(*LABELS).shuffle("abcdefgh") == list("cbhfgead")
    assert Rng(*LABELS).sample(range(100), 5) == [46, 5, 93, 47, 96]
    assert draws(Rng(*LABELS, secret=b"0123456789abcdef"), 3) == [544, 107, 687]
    assert draws(Rng(*LABELS).fork("sizes", 3), 3) == [759, 815, 31]


def test_it_offers_five_things():
    assert {name for name in dir(Rng) if not name.startswith("_")} == {
        "below",
        "choice",
        "fork",
        "sample",
        "shuffle",
    }


@pytest.mark.parametrize(
    "other",
    [
        ("a", "bc"),
        ("abc",),
        ("ab", "c", 0),
        ("ab", "c", "0"),
        ("ab", "c", None),
        ("ab", "c", True),
        ("ab", "c", 1),
    ],
    ids=str,
)
def test_other_labels_name_another_stream(other):
    assert draws(Rng(*other)) == draws(Rng(*other))
    assert draws(Rng(*other)) != draws(Rng("ab", "c"))
    assert draws(Rng("x").fork(*other)) != draws(Rng("x").fork("ab", "c"))


def test_true_and_one_are_different_labels():
    assert draws(Rng(True)) != draws(Rng(1))


def test_a_secret_changes_every_stream():
    streams = [draws(Rng("a", secret=secret)) for secret in (b"", b"one", b"two")]
    forks = [draws(Rng("a", secret=secret).fork("b")) for secret in (b"", b"one", b"two")]
    assert len({tuple(stream) for stream in streams + forks}) == 6


def test_a_fork_does_not_notice_what_was_drawn():
    one, other = Rng("a"), Rng("a")
    draws(one)
    assert draws(one.fork("b")) == draws(other.fork("b"))
    assert draws(other) == draws(Rng("a")), "nor does its origin notice the fork"


@given(st.integers(1, 2**80), st.integers())
def test_below_stays_below(bound, seed):
    assert 0 <= Rng(seed).below(bound) < bound


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 7, 16])
def test_below_is_uniform(bound):
    expected = 600
    counts = Counter(draws(Rng("uniform", bound), expected * bound, bound))
    assert sorted(counts) == list(range(bound))
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 40


@given(st.lists(st.integers()), st.integers())
def test_a_shuffle_is_a_permutation(items, seed):
    assert sorted(Rng(seed).shuffle(items)) == sorted(items)


@given(st.integers(0, 30), st.integers(0, 30), st.integers())
def test_a_sample_is_of_different_positions(size, count, seed):
    if count > size:
        with pytest.raises(LimitError):
            Rng(seed).sample(range(size), count)
    else:
        assert len(set(Rng(seed).sample(range(size), count))) == count


def test_every_order_comes_up():
    orders = Counter(tuple(Rng("order", seed).shuffle("abc")) for seed in range(1200))
    assert len(orders) == 6
    assert min(orders.values()) > 140


@pytest.mark.parametrize("bound", [0, -1])
def test_nothing_lies_below_zero(bound):
    with pytest.raises(LimitError):
        Rng("a").below(bound)


def test_nothing_is_chosen_from_nothing():
    with pytest.raises(LimitError):
        Rng("a").choice([])


def test_labels_are_plain():
    with pytest.raises(RecordError):
        Rng(object())


@pytest.mark.parametrize("path", sorted(GENERATORS.rglob("*.py")), ids=lambda path: path.stem)
def test_there_is_no_other_source_of_randomness(path):
    allowed = {"random"} if path == GENERATORS / "rng.py" else set()
    found = {
        name.split(".")[0]
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for name in (
            [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
        )
        if not getattr(node, "level", 0)
    }
    assert not found & ({"random", "secrets", "uuid", "time", "datetime"} - allowed)
