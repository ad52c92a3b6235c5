"""Some systems of the catalog against a second way to say what they do, on long random traces."""

import random

import pytest

from certwright.domains.reactive.systems import system


def bits(run, machine, name):
    place = machine.outputs.index(name)
    return [word >> place & 1 for word in run.outputs]


@pytest.fixture
def draw():
    return random.Random(11)


@pytest.mark.parametrize("steps", [2, 5, 7])
def test_delay(draw, steps):
    letters = [draw.randrange(2) for _ in range(300)]
    run = system(f"delay_{steps}").run(letters)
    assert list(run.outputs) == ([0] * steps + letters)[:300]


@pytest.mark.parametrize("width", [2, 4, 6])
def test_counter(draw, width):
    machine = system(f"counter_{width}")
    letters = [draw.choice([0, 1, 1, 1, 1, 1, 1, 1, 2]) for _ in range(400)]
    count, expected = 0, []
    for letter in letters:
        expected.append(count)
        count = 0 if letter & 2 else (count + (letter & 1)) % (1 << width)
    assert list(machine.run(letters).outputs) == expected


@pytest.mark.parametrize("count", [2, 4])
def test_collector(draw, count):
    machine = system(f"collector_{count}")
    letters = [draw.randrange(1 << count) for _ in range(300)]
    seen, done = 0, []
    for letter in letters:
        done.append(int(seen == (1 << count) - 1))
        seen = 0 if done[-1] else seen | letter
    assert bits(machine.run(letters), machine, "done") == done


@pytest.mark.parametrize(("count", "code"), [(3, "110"), (8, "11010011")])
def test_lock(draw, count, code):
    machine = system(f"lock_{count}")
    word = "".join(draw.choice(["0", "1", code]) for _ in range(300))
    opened = [int(word[:step].endswith(code)) for step in range(len(word))]
    assert list(machine.run([int(char) for char in word]).outputs) == opened
    assert sum(opened) > 20


@pytest.mark.parametrize("price", [3, 7])
def test_vending(draw, price):
    machine = system(f"vending_{price}")
    letters = [draw.choice([0, 1, 1, 1, 1, 2, 3] + [4] * (step % 40 == 0)) for step in range(400)]
    credit, sold = 0, []
    for letter in letters:
        sold.append(int(credit == price and bool(letter & 2)))
        credit = 0 if sold[-1] or letter & 4 else min(price, credit + (letter & 1))
    assert bits(machine.run(letters), machine, "vend") == sold
    assert sum(sold) > 5


@pytest.mark.parametrize("key", ["simple_arbiter_4", "full_arbiter_4", "round_robin_3", "bounded_arbiter_3"])
def test_arbiters_grant_to_one_and_grant_in_time(draw, key):
    machine = system(key)
    clients = len(machine.inputs)
    waiting = [0] * clients
    letters = [draw.randrange(1 << clients) for _ in range(500)]
    for letter, granted in zip(letters, machine.run(letters).outputs, strict=True):
        assert granted & granted - 1 == 0
        for client in range(clients):
            asked = letter >> client & 1 or waiting[client]
            waiting[client] = 0 if granted >> client & 1 or not asked else waiting[client] + 1
        assert max(waiting) <= machine.states, "a request waits for ever"
