import json
from functools import partial

import pytest

from certwright.instances import names
from certwright.instances.errors import NameUnknownError
from certwright.instances.formats.pddl import domain_key
from certwright.instances.names import answer_format

PDDL_NAMES = {
    "ferry": "ferry",
    "logistics-strips": "logistics",
    "blocksworld-4ops": "blocksworld",
    "grid": "grid",
    "floor-tile": "floortile",
    "gripper-strips": "grippers",
    "rover": "rovers",
    "grid-visit-all": "visitall",
    "depots": "depot",
    "gold-miner-typed": "goldminer",
    "satellite": "satellite",
    "swap": "swap",
    "alfred": "alfworld",
}


def test_every_group_of_the_real_files_is_known(acpbench):
    for file in sorted(acpbench.glob("*.json")):
        task, form, _ = file.name.split(".")
        for row in json.loads(file.read_text()):
            found, found_form = names.task_of_group(row["group"])
            assert (found.key, found_form) == (task, form)
            assert found.group(form) == row["group"]


def test_every_domain_of_the_real_files_is_known_by_text_and_by_words(acpbench):
    seen = set()
    for file in sorted(acpbench.glob("*.gen.json")):
        for row in json.loads(file.read_text()):
            key = domain_key(row["PDDL_domain"])
            assert names.domain_of_context(row["context"]).key == key
            seen.add(key)
    assert seen == set(names.domains())


@pytest.mark.parametrize("pddl", PDDL_NAMES)
def test_domains_by_their_pddl_name(pddl):
    assert names.domain_of_pddl(pddl.upper()).key == PDDL_NAMES[pddl]


@pytest.mark.parametrize("group", ["reachable_atom_mc", "reachable_atom_mcq"])
def test_both_endings_of_multiple_choice_groups(group):
    task, form = names.task_of_group(group)
    assert (task.key, form) == ("reach", "mcq")


@pytest.mark.parametrize(
    ("look_up", "name", "hint"),
    [
        (names.task, "raech", "did you mean reach"),
        (names.domain, "blockworld", "did you mean blocksworld"),
        (names.family, "planing", "did you mean planning"),
        (names.domain_of_pddl, "floor-tiles", "did you mean floor-tile"),
        (names.task_of_group, "validation_generative", "did you mean validation_gen"),
        (names.domain, "Zzzz", "known: alfworld, "),
        (partial(names.unknown, "split", known=()), "test", "unknown split 'test'; there is none"),
        (names.domain_of_context, "A tale of two cities.", "no known domain"),
        (names.task("nexta").group, "mcq", "forms are gen"),
    ],
)
def test_an_unknown_name_is_told_with_the_nearest(look_up, name, hint):
    with pytest.raises(NameUnknownError, match=hint):
        look_up(name)


def test_look_ups_find_what_the_tables_hold():
    assert all(names.task(key).key == key for key in names.tasks())
    assert all(names.domain(key).key == key for key in names.domains())
    assert all(names.family(key).key == key for key in names.FAMILIES)
    planning = [task for task in names.tasks().values() if task.family == "planning"]
    assert len({group for task in planning for group in task.groups.values()}) == 22
    groups = [group for task in names.tasks().values() for group in task.groups.values()]
    assert len(set(groups)) == len(groups)


def test_every_task_says_what_its_answer_looks_like():
    planning = {key: task for key, task in names.tasks().items() if task.family == "planning"}
    assert all(task.answer_format for task in planning.values())
    for task in planning.values():
        assert all(answer_format(task.key, form) for form in task.groups)
    assert "position 0" in answer_format("val", "gen")
