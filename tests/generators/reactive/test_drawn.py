"""What is drawn before any truth is known: specifications, systems, traces, effects, queries and prompts."""

import hashlib
from dataclasses import astuple

import pytest

from certwright.domains.reactive.hoa import write_hoa
from certwright.generators.reactive import worlds
from certwright.generators.reactive.families import FAMILIES
from certwright.generators.reactive.prompt import prompt
from certwright.generators.reactive.questions import Wish, question_maker
from certwright.generators.reactive.scene import Scene, effects
from certwright.generators.reactive.worlds import beside, random_machine
from certwright.generators.rng import Rng
from certwright.instances.canonical import encode
from certwright.instances.errors import LimitError
from certwright.instances.names import tasks

SPECIFICATIONS = {
    "alarm": "a068bf9df7e9850a",
    "bounded_arbiter": "ee098c6f3b77e574",
    "buffer": "dd24e4e9606081c7",
    "collector": "7def6ba768208eca",
    "comparator": "9947c2e2944634c0",
    "counter": "8c6fba9b6fbd11eb",
    "crossing": "ff8eef10f87a516f",
    "debouncer": "e81b250e3aed1a4e",
    "delay": "b26c3323a046e1ed",
    "detector": "d725041808be37d5",
    "full_arbiter": "d41fafb84d084630",
    "gearbox": "0c81c5a8ba9e4fe3",
    "gray": "741bb5a37ed2e3fd",
    "handshake": "0754baf79f7b809d",
    "keypad": "08f29e4edc1d24b2",
    "latches": "339018a021c29bee",
    "lift": "ad895d9587223591",
    "load_balancer": "e496540a4ce8af18",
    "lock": "c617141f104b722d",
    "majority": "8f314eb6ea05d3da",
    "multiplexer": "a9364b1facab5d0d",
    "oldest": "8f9ac6e6c9e2725c",
    "patrol": "34e53b2763d742a7",
    "philosophers": "aa6407ae1eb3e68a",
    "prioritised_arbiter": "f863ba56241622af",
    "pump": "aba2cd061b1c961a",
    "queue": "1921cd537b111c80",
    "readers_writer": "ab469bfcdf6ece12",
    "ring": "b2c3918008672265",
    "round_robin": "d61155ed78379f93",
    "running_light": "8d5a8c1f11bf0442",
    "shift": "06f6dc28ce9a0a8f",
    "simple_arbiter": "ba7ff572107926f5",
    "stretcher": "ceabedf214a41249",
    "thermostat": "bf28bff0c7d12058",
    "token_ring": "07d3a091b9368954",
    "traffic": "cba5c0b8e3367b93",
    "vending": "dad719d80c2261c1",
    "watchdog": "1b3ed44448722ab4",
    "watering": "06c01e14a5ba292c",
}
"""Family -> digest of its specifications of all its sizes, and of 3 to 6."""
SCENES = {
    1: "93987ad31df86622",
    2: "1212adab39c1d4d6",
    3: "c821552b50e2f326",
    4: "639f9e20210d27b6",
    5: "875ffbd841c852ae",
}
"""Level -> digest of systems, traces and effects of every domain."""
QUERIES = {
    "accept": ("745e5b3c78767d7d", 3),
    "breaking": ("2a97b574fce1c9a5", 4),
    "butfor": ("b72f55dbb06d9c8d", 3),
    "cause": ("3b844441823b6e3e", 2),
    "intervene": ("1efe28523c5a03bd", 7),
    "member": ("287e05da1d47236a", 1),
    "simulate": ("1a2113820ce5f666", 0),
    "sufficient": ("80c295f65c9f2cac", 3),
}
"""Task -> digest of queries and their prompts, of every form and context, and how many draws gave none."""


def digest(things):
    return hashlib.sha256("\n".join(things).encode()).hexdigest()[:16]


@pytest.mark.parametrize("key", sorted(FAMILIES))
def test_specifications_never_change(key):
    family = FAMILIES[key]
    made = [repr(astuple(family.build(size))) for size in sorted({3, 4, 5, 6, *family.sizes})]
    assert digest([family.key, family.title, repr(family.sizes), *made]) == SPECIFICATIONS[key]


def scene_of(domain, level, number):
    rng = Rng("scene", domain, level, number)
    name, machine = worlds.machine(domain, level, rng.fork("system"))
    return Scene(domain, name, machine, worlds.trace(machine, level, rng.fork("trace")))


@pytest.mark.parametrize("level", worlds.SIZES)
def test_scenes_never_change(level):
    told, size = [], worlds.SIZES[level]
    for domain in worlds.domains():
        for number in range(4 if domain in (worlds.RANDOM, worlds.PRODUCT) else 1):
            scene = scene_of(domain, level, number)
            assert size.steps[0] <= len(scene.trace) <= size.steps[1]
            told += [scene.system, write_hoa(scene.machine), *scene.rows]
            for mode in ("hard", "normal", "ltlf") if level < 4 else ("hard", "normal"):
                for happens in (True, False):
                    found = effects(
                        scene, mode, Rng("effects", number), happens=happens, positive=number == 3
                    )
                    told += [encode(effect).decode() for effect in found]
    assert digest(told) == SCENES[level]


@pytest.mark.parametrize("task", sorted(tasks("reactive")))
def test_queries_and_prompts_never_change(task):
    maker, told, none = question_maker(task), [], 0
    for number, domain in enumerate(("latches", "counter", worlds.RANDOM, worlds.PRODUCT, "lock") * 4):
        level = 1 + number % 2
        scene = scene_of(domain, level, number)
        target = maker.targets[number % len(maker.targets)]
        mode = ("hard", "normal", "ltlf")[number % 3 if number < 12 else 0]
        query = maker.draw(scene, Wish(target, mode, level, number % 3), Rng("query", task, number))
        none += isinstance(query, str)
        told.append(query if isinstance(query, str) else encode(query).decode())
        if not isinstance(query, str):
            for form in tasks("reactive")[task].groups:
                for context in ("table", "hoa", "both"):
                    told.append(encode(prompt(scene, task, form, query, context)).decode())
    assert (digest(told), none) == QUERIES[task]


def test_machines_that_are_not_found():
    with pytest.raises(LimitError, match=r"^no random machine with 9 states and 1 inputs was drawn$"):
        random_machine(Rng("none"), 9, 1, 0)
    machine = random_machine(Rng("some"), 3, 1, 1)
    assert (machine.states, machine.inputs, machine.outputs) == (3, ("a",), ("x",))
    both = beside(machine, machine)
    assert (both.inputs, both.outputs) == (("a_1", "a_2"), ("x_1", "x_2"))


def test_members_of_a_family_are_within_the_bounds_or_the_nearest():
    assert worlds._members("counter", 4, 8) == ("counter_2", "counter_3")
    assert worlds._members("counter", 100, 200) == ("counter_6",)
    with pytest.raises(LimitError, match=r"^no system of the family 'nothing' has at most 6 inputs$"):
        worlds._members("nothing", 1, 2)
