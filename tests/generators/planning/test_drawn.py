"""Walks, plans, states, edits, distractors and digests of questions: what is drawn never changes."""

import hashlib
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

import certwright
from certwright.domains.planning.grounding import ground
from certwright.domains.planning.writer import write_problem
from certwright.generators.planning import adaptations, distractors, duplicates, walks
from certwright.generators.planning.maker import maker
from certwright.generators.planning.questions import question_maker
from certwright.generators.planning.questions.val import altered, edited, exchanged, first_failing, moved
from certwright.generators.planning.states import scene
from certwright.generators.reactive import items as of_machines
from certwright.generators.rng import Rng
from certwright.instances.names import tasks
from certwright.instances.store import read_instances
from certwright.verifiers.search.greedy import Searcher

RELEASED = Path(certwright.__path__[0], "instances")
DOMAINS = ("blocksworld", "ferry", "goldminer", "grippers", "swap", "visitall")
WALKED = {
    "blocksworld": "b92e05ed6e3bef60",
    "ferry": "b39f2e234156c7bd",
    "goldminer": "eda03f51a75aac7e",
    "grippers": "9e6ff12e876763fa",
    "swap": "a947c73079181a65",
    "visitall": "0e0dbf9fd7eef463",
}
SCENES = {
    "blocksworld": "9bc523b18f1f5920",
    "ferry": "dd77636d6d60fac2",
    "goldminer": "2f070932176f6c11",
    "grippers": "7a925c40d8661dc3",
    "swap": "92cdac3865837e89",
    "visitall": "e23b870c27273416",
}
ADAPTED = {
    "blocksworld": "56a759ff497303ee",
    "ferry": "f087c40537491d60",
    "goldminer": "d9997db0d5965fe9",
    "grippers": "e3ebf4c561951826",
    "swap": "5d29b115c6efc709",
    "visitall": "4720c399fb6dee28",
}
DIGESTS = {
    "planning/gen": "36dbc82bada5727a",
    "planning/bool": "8d16187a7e0ad26c",
    "planning/mcq": "a910a5b1075b1136",
    "reactive/gen": "5441d0b96d072272",
    "reactive/bool": "30e52569f59f3946",
}
STEPS = {"planning/gen": 97, "planning/bool": 97, "planning/mcq": 97, "reactive/gen": 41, "reactive/bool": 29}
QUERIES = {
    "app": ("c6ab657099bb7ee3", 0),
    "prog": ("c48cbc2faaa15fa4", 0),
    "reach": ("c8deb60111d40a16", 10),
    "areach": ("ce9d81539f436acc", 9),
    "val": ("2c727630758e2703", 24),
    "just": ("5074a50a8f5a0909", 1),
    "land": ("40904f763248bff4", 5),
    "nexta": ("7da295f91941b2f1", 4),
}
"""Task -> digest of what its maker asks, in every form, about drawn states, and how often it asks nothing."""


def digest(things):
    return hashlib.sha256(repr(things).encode()).hexdigest()[:16]


@cache
def problem(domain):
    return maker(domain).problem(Rng("drawn", domain), 1)


@pytest.mark.parametrize("domain", DOMAINS)
def test_ways(domain):
    task, rng = ground(problem(domain)), Rng("ways", domain)
    taken, states = walks.walk(task, rng, 30)
    assert len(states) == len(taken) + 1 and states[1:] == walks.states_along(task, taken)[1:]
    plans = walks.variants(task, rng, 4)
    assert all(task.satisfied(walks.states_along(task, plan)[-1]) for plan in plans)
    fallen = walks.fall(task, rng.fork("fall"), Searcher.of(task), 20)
    near = [list(walks.near_misses(task, state)) for state in states[:5]]
    assert digest((taken, states, plans, fallen, near, walks.shuffled(task, rng)[1])) == WALKED[domain]


@pytest.mark.parametrize("domain", DOMAINS)
def test_scenes_edits_and_distractors(domain):
    told = []
    for trial in range(8):
        rng = Rng("scene", domain, trial)
        made = scene(domain, problem(domain), rng, solvable=trial % 2 == 0)
        if made is None:
            told.append(None)
            continue
        told.append((made.kind, made.steps, made.record, made.plan, made.applicable, made.spoken, made.loose))
        told.append((made.never, made.landmarks))
        base = list(range(min(6, len(made.task.facts))))
        told.append(list(islice(distractors.foreign_actions(made, rng, made.applicable[:3]), 8)))
        told.append(list(islice(distractors.foreign_facts(made, rng, base), 8)))
        for fact in made.task.facts[:3]:
            told.append(list(islice(distractors.sibling_facts(made, rng, fact), 4)))
        names = [made.name(number) for number in made.plan or ()]
        if len(names) > 1:
            for number, edit in enumerate((moved, exchanged, altered, edited)):
                changed = edit(made, names, rng.fork("edit", number))
                told.append((changed, first_failing(made, changed)))
    assert distractors.mixed(Rng("mix"), ["a", "b", "c"], ["a", "d"], without={"b"}) == ["c", "d", "a"]
    assert digest(told) == SCENES[domain]


@pytest.mark.parametrize("domain", DOMAINS)
def test_adaptations(domain):
    made, told = maker(domain), []
    for task in ("reach", "areach", "land", "val"):
        for plain in (True, False):
            adapted = adaptations.adapt(made, task, problem(domain), Rng("adapt", task), plain=plain)
            told.append(adapted and write_problem(adapted))
    nearer = adaptations.nearer_goal(problem(domain), Rng("nearer"))
    assert digest((told, nearer and write_problem(nearer))) == ADAPTED[domain]


@pytest.mark.parametrize("name", STEPS)
def test_digests_of_questions(name):
    module = duplicates if name.startswith("planning") else of_machines
    asked = list(read_instances(RELEASED / f"{name}.jsonl.gz"))[:: STEPS[name]]
    marks = [module.digest(each) for each in asked]
    assert len(set(marks)) == len(marks)
    assert digest([(each.id, mark) for each, mark in zip(asked, marks, strict=True)]) == DIGESTS[name]


@cache
def drawn_scene(domain, trial, solvable):
    return scene(domain, problem(domain), Rng("asked", domain, trial), solvable=solvable)


@pytest.mark.parametrize("task", list(tasks("planning")))
def test_queries_never_change(task):
    asks, told = question_maker(task), []
    for domain in DOMAINS:
        for trial in range(1 if task == "just" else 3):  # its plans are searched for
            made, rng = drawn_scene(domain, trial, asks.solvable), Rng("query", domain, trial)
            if made is None:
                continue
            told.append(asks.generative(made, rng.fork("gen")))
            if asks.boolean:
                told += [asks.boolean(made, rng.fork("bool", right), right) for right in (True, False)]
            if asks.choice:
                told.append(asks.choice(made, rng.fork("mcq")))
            if asks.none:
                told.append(asks.none(made))
    assert (digest(told), told.count(None)) == QUERIES[task]
