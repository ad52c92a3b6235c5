"""Reactive questions from a seed: certified, balanced, hard for greedy, the same bytes every time."""

import hashlib
import json
import os
import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace

import msgspec
import pytest
from testkit.sampling import every

from certwright.domains.reactive.hoa import canonical, read_hoa, write_hoa
from certwright.domains.reactive.ltlf_syntax import legend, parse
from certwright.domains.reactive.machine import Machine
from certwright.generators.cells import Cell, Item, items
from certwright.generators.pipeline import Pipeline
from certwright.generators.reactive.family import FAMILY, Recipe
from certwright.generators.reactive.items import digest, make_item
from certwright.generators.reactive.questions import question_maker
from certwright.generators.reactive.worlds import beside, domains, random_machine
from certwright.generators.rng import Rng
from certwright.instances.canonical import encode, seal
from certwright.instances.records import Answer, Grade, Outcome
from certwright.scripts.gf01.bundles import gf01_instance
from certwright.verifiers.checking import check
from certwright.verifiers.judge import judge

FAMILIES = ("random", "product", "counter", "alarm")
EACH = 2
RECIPE = Recipe(seed=5, levels=(2,))
PINNED = "95bd6ea1d5d47edb"


@pytest.fixture(scope="module")
def made():
    """A few questions of every cell."""
    pipeline = Pipeline(FAMILY.cells(FAMILIES), EACH, RECIPE)
    instances = list(pipeline.instances(make_item(item, RECIPE) for item in pipeline.items()))
    assert pipeline.tally.unmade == []
    return instances


def test_every_cell_is_there(made):
    counted = Counter((one.domain, one.task, one.form) for one in made)
    tasks = [(task, form) for task, forms in FAMILY.tasks().items() for form in forms]
    assert set(counted) == {(family, task, form) for family in FAMILIES for task, form in tasks}
    assert set(counted.values()) == {EACH}


def test_truth_is_certified_and_gold_scores(made):
    for one in made:
        assert seal(one) is one
        assert one.grades.grade is Grade.CERTIFIED
        report = check(one)
        assert report.ok, (one.id, report.failed)
        if one.form != "episode":
            assert judge(one, Answer(id=one.id, response=one.gold)).value == 1.0
            assert judge(one, Answer(id=one.id, response=" ")).outcome is Outcome.UNPARSED
        assert len(encode(one)) < 200_000


def test_saying_nothing_earns_nothing(made):
    for one in made:
        if one.form == "gen" and one.task in ("sufficient", "breaking", "intervene"):
            assert judge(one, Answer(id=one.id, response="Final answer: []")).value == 0.0
        if one.task == "butfor" and one.truth["items"]:
            assert judge(one, Answer(id=one.id, response="Final answer: none")).value == 0.0


def test_answers_and_kinds_are_balanced(made):
    yes = Counter((one.task, one.truth["answer"]) for one in made if one.form == "bool")
    half = EACH * len(FAMILIES) // 2
    assert yes == {(task, answer): half for task in ("accept", "member") for answer in (True, False)}
    kinds = Counter(
        "forced" if one.difficulty["forced"] else "one" if one.difficulty["explanations"] == 1 else "several"
        for one in made
        if one.task in ("butfor", "cause")
    )
    # of ten turns one is an effect that nothing can prevent, whose answer is the same everywhere
    assert min(kinds["one"], kinds["several"]) >= 4 and kinds["forced"] <= 3, kinds
    modes = Counter(
        "ltlf" if one.query["effect"]["kind"] == "ltlf" else bool(one.query["effect"]["window"])
        for one in made
        if "effect" in one.query
    )
    assert min(modes[True], modes[False]) >= 12
    assert modes["ltlf"] >= 6


def test_interventions_are_deep_and_greedy_fails(made):
    asked = [one for one in made if one.task == "intervene"]
    assert sum(one.difficulty["min_steps"] >= 2 for one in asked) * 2 >= len(asked)
    assert sum(one.difficulty["greedy"] for one in asked) <= 0.4 * len(asked)
    assert all(one.difficulty["min_steps"] <= one.query["budget_timestep"] for one in asked)


@pytest.mark.parametrize("task", FAMILY.tasks())
def test_targets_have_their_share_at_every_index_and_in_every_family(task):
    targets, families = question_maker(task).targets, domains()
    share = Counter(targets)
    for index in range(7):
        drawn = Counter(
            RECIPE.drawn(Item(Cell(one, task, "gen"), index), "targets", targets) for one in families
        )
        assert all(abs(drawn[one] - len(families) * share[one] / len(targets)) < 2 for one in targets)
    for family in (*families, "imported"):
        items = [Item(Cell(family, task, "gen"), index) for index in range(2 * len(targets))]
        assert Counter(RECIPE.drawn(one, "targets", targets) for one in items) == Counter(targets * 2)


def test_targets_of_a_private_split_cannot_be_told():
    def drawn(secret):
        recipe = Recipe(split="private", secret=secret)
        return [recipe.drawn(Item(Cell(one, "cause", "gen"), 0), "targets", "abc") for one in domains()]

    assert drawn(b"one") == drawn(b"one") != drawn(b"other")


@pytest.mark.long
def test_every_family_has_deep_interventions():
    recipe = Recipe(seed=31, levels=(1, 2, 3))
    made = [
        make_item(Item(Cell(domain, "intervene", "gen"), index), recipe).instance
        for domain in domains()
        for index in range(2)
        if recipe.drawn(Item(Cell(domain, "intervene", "gen"), index), "targets", ("deep", "deep", "any"))
        == "deep"
    ]
    easy = [one.domain for one in made if one.difficulty["greedy"] or one.difficulty["min_steps"] < 2]
    assert len(easy) <= 0.05 * len(made), easy


def test_prompts_say_what_is_asked(made):
    for one in made:
        shown = one.prompt.context + one.prompt.question
        machine = read_hoa(one.world["hoa"])
        assert write_hoa(canonical(machine)) == one.world["hoa"]
        assert all(name in shown for name in machine.inputs)
        if one.form == "episode":
            assert "State 0" not in shown
            assert one.query["trace"][0] not in shown or len(machine.inputs) < 2
        else:
            assert all(f"State {state}:" in shown for state in range(machine.states))
            assert f"step {len(one.query['trace']) - 1}:" in shown
            assert one.prompt.answer_format


def test_a_formula_never_stands_without_its_legend(made):
    asked = [one for one in made if one.query.get("effect", {}).get("kind") == "ltlf"]
    assert {one.form for one in asked} >= {"gen", "episode"}
    for one in asked:
        formula = one.query["effect"]["formula"]
        assert f"{formula}\n{legend(formula)}\n" in one.prompt.question
        operators = {node.operator for node in parse(formula).nodes} - {"ap", "true", "false"}
        assert one.prompt.question.count("\n- ") == len(operators)


def test_the_first_screen_of_an_episode_says_all_in_five_lines(made):
    (shown,) = {
        tuple(line.split(" ")[0] for line in one.prompt.question.splitlines() if not line.startswith("-"))
        for one in made
        if one.form == "episode" and one.query["effect"]["kind"] == "output"
    }
    assert shown == ("A", "Goal:", "You", "You", "It")


def test_a_bundle_holds_no_formulas():
    recipe = replace(RECIPE, bundle=True)
    cell = Cell("counter", "intervene", "gen")
    made = [make_item(Item(cell, index), recipe).instance for index in range(10)]
    assert [one.query["effect"]["kind"] for one in made] == ["output"] * 10
    for one in made:
        assert gf01_instance(one).effect_ap == one.query["effect"]["ap"]


def test_the_first_items_are_pinned(made):
    """Equal arguments ask the same; when this fails on purpose, VERSION of the generator goes up."""
    names = "\n".join(one.id for one in made if one.index == 0)
    assert hashlib.sha256(names.encode()).hexdigest()[:16] == PINNED


def test_an_item_does_not_depend_on_others(made):
    wanted = next(one for one in made if one.task == "cause" and one.index == 1)
    alone = make_item(Item(Cell(wanted.domain, "cause", "gen"), 1), RECIPE)
    assert alone.instance.id == wanted.id or alone.digest != digest(wanted)
    longer = Pipeline(FAMILY.cells(["counter"], ["breaking"], ["gen"]), 3, RECIPE)
    first = list(longer.instances(make_item(item, RECIPE) for item in longer.items()))
    known = [one.id for one in made if (one.domain, one.task) == ("counter", "breaking")]
    assert [one.id for one in first[:EACH]] == known


@pytest.mark.parametrize("hash_seed", every(2, ["77", "0"]))
def test_bytes_do_not_depend_on_the_hash_seed(hash_seed):
    program = (
        "from certwright.generators.cells import items\n"
        "from certwright.generators.reactive.family import Recipe\n"
        "from certwright.generators.reactive.family import FAMILY\n"
        "from certwright.generators.reactive.items import make_item\n"
        "from certwright.instances.canonical import digest\n"
        "recipe = Recipe(seed=9, levels=(2,))\n"
        "kept = FAMILY.cells(['product', 'random'])\n"
        "print(digest([make_item(item, recipe).instance for item in items(kept, 1)]))\n"
    )
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONSAFEPATH": "1"}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment
    )
    from certwright.instances.canonical import digest as sha

    recipe = Recipe(seed=9, levels=(2,))
    kept = FAMILY.cells(["product", "random"])
    assert done.stdout.strip() == sha([make_item(item, recipe).instance for item in items(kept, 1)])


def renamed(instance, rng):
    """The same question with other names, in another order, over renumbered states."""
    machine = read_hoa(instance.world["hoa"])
    ins, outs = list(range(len(machine.inputs))), list(range(len(machine.outputs)))
    rng.shuffle(ins)
    rng.shuffle(outs)
    name = {old: f"p{place}" for place, old in enumerate([*machine.inputs, *machine.outputs])}

    def moved(mask, order):
        return sum((mask >> bit & 1) << place for place, bit in enumerate(order))

    letters = [
        sum((new >> place & 1) << bit for place, bit in enumerate(ins)) for new in range(1 << len(ins))
    ]
    other = Machine(
        tuple(name[machine.inputs[bit]] for bit in ins),
        tuple(name[machine.outputs[bit]] for bit in outs),
        machine.initial,
        tuple(tuple(row[letter] for letter in letters) for row in machine.successors),
        tuple(tuple(moved(row[letter], outs) for letter in letters) for row in machine.emitted),
    )
    query = json.loads(json.dumps(instance.query))
    query["trace"] = ["".join(row[bit] for bit in ins) for row in query["trace"]]
    if "outputs" in query:
        query["outputs"] = ["".join(row[bit] for bit in outs) for row in query["outputs"]]
    if query.get("effect", {}).get("kind") == "output":
        query["effect"]["ap"] = name[query["effect"]["ap"]]
    elif "effect" in query:
        import re

        text = query["effect"]["formula"]
        query["effect"]["formula"] = re.sub(r"[a-z][a-z0-9_]*", lambda word: name[word[0]], text)
    if "literal" in query:
        query["literal"][1] = name[query["literal"][1]]
    world = {"kind": "hoa", "hoa": write_hoa(canonical(other))}
    return msgspec.structs.replace(instance, world=world, query=query)


def test_duplicates_are_found_under_other_names(made):
    rng = random.Random(4)
    same = sum(digest(renamed(one, rng)) == digest(one) for one in made)
    assert same >= 0.97 * len(made), "names that nothing tells apart may hide a duplicate"
    assert len({digest(one) for one in made}) == len(made)


def test_random_machines_have_their_size():
    for states in range(2, 9):
        machine = random_machine(Rng("test", states), states, 2, 2)
        assert machine.states == states
        assert canonical(machine) == machine


def test_machines_side_by_side_run_by_themselves():
    left, right = random_machine(Rng("l"), 3, 1, 1), random_machine(Rng("r"), 4, 2, 2)
    both = beside(left, right)
    rng = Rng("letters")
    letters = [rng.below(8) for _ in range(30)]
    run = both.run(letters).outputs
    one = left.run(letter & 1 for letter in letters).outputs
    other = right.run(letter >> 1 for letter in letters).outputs
    assert list(run) == [a | b << 1 for a, b in zip(one, other, strict=True)]
    assert both.inputs == ("a_1", "a_2", "b")


def test_there_are_families_enough():
    assert len(domains()) >= 22


def test_one_given_system_and_trace():
    hoa = write_hoa(canonical(random_machine(Rng("given"), 5, 2, 2)))
    recipe = Recipe(seed=1, system=hoa, trace=("10", "11", "00", "01"))
    for task in ("simulate", "butfor", "intervene"):
        one = make_item(Item(Cell("imported", task, "gen"), 0), recipe).instance
        assert one.world["hoa"] == hoa
        assert one.query["trace"] == ["10", "11", "00", "01"]
    short = Recipe(seed=1, system=hoa, trace=("10",))
    assert make_item(Item(Cell("imported", "simulate", "gen"), 0), short).instance.truth["states"][0] == 0
