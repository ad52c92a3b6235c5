"""What is drawn before any truth is known: specifications, systems, traces, effects, queries and prompts."""

import hashlib

import pytest

from certwright.domains.reactive.hoa import write_hoa
from certwright.generators.reactive import worlds
from certwright.generators.reactive.families import FAMILIES
from certwright.generators.reactive.prompt import prompt
from certwright.generators.reactive.questions import Wish, question_maker
from certwright.generators.reactive.random_machines import beside, random_machine
from certwright.generators.reactive.scene import Scene, effects
from certwright.generators.rng import Rng
from certwright.instances.canonical import encode
from certwright.instances.errors import LimitError
from certwright.instances.names import tasks

SPECIFICATIONS = {
    "alarm": "7696f530f00bab61",
    "bounded_arbiter": "16228656332838e7",
    "buffer": "878808ba7cc5db68",
    "collector": "75564c4b823642e4",
    "comparator": "028fc799fab5eaae",
    "counter": "8b117531963bd6b9",
    "crossing": "8a1ae5d17ef55c76",
    "debouncer": "2e25a5219b68f25c",
    "delay": "5ff154bd174abf54",
    "detector": "733fdaa932beb7ad",
    "full_arbiter": "1fb47ded755ec517",
    "gearbox": "9f4c8f81ef98f427",
    "gray": "f811e2d89703cfbb",
    "handshake": "22398b557390eed8",
    "keypad": "90e688de2cfb7302",
    "latches": "cbda643eb6dbe6fa",
    "lift": "ee482132591be199",
    "load_balancer": "7f3794350e4aab44",
    "lock": "4466b9cad1eaf8dc",
    "majority": "c1b236741de014d3",
    "multiplexer": "d68b16b9c9ae62ae",
    "oldest": "1d213204e78f79bc",
    "patrol": "7b245c484b67f122",
    "philosophers": "5104e842562991fe",
    "prioritised_arbiter": "8e5225b9cf81b82e",
    "pump": "67e8e1b8ff32e4b0",
    "queue": "2c782c0362fcd9bd",
    "readers_writer": "f6b6229c0baa771a",
    "ring": "455224b767156777",
    "round_robin": "8b7ac03adbe9a0c8",
    "running_light": "f761607c56a33a5e",
    "shift": "dab699755a883b52",
    "simple_arbiter": "ea74844bf622a69a",
    "stretcher": "abcdb07b92fba0f4",
    "thermostat": "13ddd71cb3c0dd1f",
    "token_ring": "1f320bb01caee93a",
    "traffic": "701eadfd5df0b9f2",
    "vending": "c76f7176def653c1",
    "watchdog": "783c35e1680edd37",
    "watering": "e4a907f71f75832c",
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
    made = [repr(family.build(size)) for size in sorted({3, 4, 5, 6, *family.sizes})]
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
