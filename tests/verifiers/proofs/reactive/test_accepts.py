"""The checker accepts what labelling makes, and what it accepts is true by brute force."""

import random
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from testkit import kernel_worlds as worlds
from testkit.causal_worlds import Brute, bits, cases
from testkit.proof_questions import TASKS, labelled, named

from certwright.domains.reactive.effect import Product, read_effect
from certwright.instances.records import Answer, Grade, Outcome
from certwright.verifiers.checking import check, record_of
from certwright.verifiers.judge import judge
from certwright.verifiers.proofs.reactive.knowledge import Knowledge
from certwright.verifiers.proofs.reactive.rules import counting, minimal_hitting_sets
from certwright.verifiers.proofs.refused import RefusedError
from certwright.verifiers.reactive.cells import hitting_sets
from certwright.verifiers.reactive.certificates import count


@pytest.mark.parametrize("pair", TASKS, ids=named)
def test_labelled_questions_are_accepted_with_every_claim_certified(pair):
    for instance in labelled(*pair, 80):
        report = check(instance)
        assert report.ok, (instance.id, report.failed)
        assert instance.grades.grade is Grade.CERTIFIED
        assert report.certified == instance.grades.certified > 0


@pytest.mark.parametrize("pair", TASKS[:-1], ids=named)
def test_gold_answers_score(pair):
    for instance in labelled(*pair, 40):
        if instance.gold is not None:
            verdict = judge(instance, Answer(id=instance.id, response=instance.gold))
            assert verdict.value == 1, (instance.id, instance.gold, verdict.explanation)


def product(instance):
    question = Knowledge(record_of(instance))
    return Product.of(question.machine, question.trace, read_effect(instance.query["effect"]))


def masks(instance, items):
    names = Knowledge(record_of(instance)).machine.inputs
    return {sum(1 << step * len(names) + names.index(name) for step, name, _ in atoms) for atoms in items}


def test_causes_are_those_of_brute_force():
    for instance in labelled("cause", "gen", 60, steps=(1, 4), inputs=(1, 2)):
        assert masks(instance, instance.truth["cnf"]) == Brute(product(instance)).breaking(), instance.id


@pytest.mark.parametrize("task", ["sufficient", "breaking"])
def test_examples_and_counts_are_those_of_brute_force(task):
    for instance in labelled(task, "gen", 60, steps=(1, 4), inputs=(1, 2)):
        right = getattr(Brute(product(instance)), task)()
        assert instance.truth["count"] == len(right), instance.id
        example = instance.truth["example"]
        assert masks(instance, [example]) <= right if example is not None else not right


def test_butfor_sets_and_membership_are_those_of_brute_force():
    for instance in labelled("butfor", "gen", 60, steps=(1, 4), inputs=(1, 2)):
        (found,) = masks(instance, [instance.truth["items"]])
        assert set(bits(found)) == Brute(product(instance)).butfor(), instance.id
    answers = set()
    for instance in labelled("member", "bool", 90, steps=(1, 4), inputs=(1, 2)):
        brute = Brute(product(instance))
        (cell,) = masks(instance, [[instance.query["literal"]]])
        if instance.query["asks"] == "butfor":
            right = bits(cell)[0] in brute.butfor()
        else:
            right = any(one & cell for one in brute.breaking())
        assert instance.truth["answer"] is right, instance.id
        answers.add((instance.query["asks"], right))
    assert len(answers) == 4


def test_interventions_are_those_of_brute_force():
    for instance in labelled("intervene", "gen", 80, steps=(1, 4), inputs=(1, 2)):
        world, budget = product(instance), instance.query["budget_timestep"]
        sufficient, settings = worlds.sufficient_sets(world), instance.query["budget_atoms"]
        allowed = {one for one in sufficient if settings is None or len(one) <= settings}
        valid = worlds.valid_sets(world, sufficient, budget) & allowed
        assert instance.truth["count"] == str(len(valid))
        best = min((worlds.rank(one)[:2] for one in allowed), default=None)
        assert instance.truth["cheapest"] == (None if best is None else list(best)), instance.id


def test_the_recount_is_the_count_on_larger_systems():
    for instance in labelled("intervene", "gen", 25, start=500, steps=(8, 14), inputs=(2, 3)):
        knowledge = Knowledge(record_of(instance))
        timesteps, settings = knowledge.budget
        found = list(map(str, count(product(instance), timesteps, settings=settings).by_timesteps))
        counting.check(knowledge, "it", counting.BODY("it", {"by_timesteps": found}))
        assert knowledge.number == str(sum(map(int, found)))
        for other in ([*found, "0"], found[:-1], [*found[:-1], f"1{found[-1]}"]):
            with pytest.raises(RefusedError, match=r"^it: of \d+ timesteps .* are counted$"):
                counting.check(knowledge, "it", counting.BODY("it", {"by_timesteps": other}))


def test_minimal_hitting_sets_are_those_of_the_kernel():
    rng, knowledge = random.Random(3), Knowledge(record_of(labelled("cause", "gen", 1)[0]))
    for _ in range(150):
        family = [rng.randrange(1, 256) for _ in range(rng.randint(0, 7))]
        antichain = [one for one in set(family) if not any(o != one and o & one == o for o in family)]
        found = minimal_hitting_sets(knowledge, "causes", antichain)
        assert sorted(found) == sorted(hitting_sets(family, 10_000))


def test_a_record_that_leaves_things_open_says_so(monkeypatch):
    monkeypatch.setattr("certwright.verifiers.reactive.explanations.LISTED", 0)
    monkeypatch.setattr("certwright.verifiers.reactive.intervene.TRANSITIONS", 1)
    open_tasks = set()
    for pair in TASKS:
        for instance in labelled(*pair, 25):
            report = check(instance)
            assert report.ok, (instance.id, report.failed)
            if instance.grades.undecided:
                open_tasks.add(pair[0])
                if instance.gold is None and pair[1] != "episode":
                    answer = Answer(id=instance.id, answer=True)
                    assert judge(instance, answer).outcome is Outcome.UNDECIDED or pair[0] == "intervene"
                assert report.undecided == instance.grades.undecided
    assert open_tasks == {"sufficient", "breaking", "cause", "member", "intervene"}


def test_lists_longer_than_one_certificate_are_read_together(monkeypatch):
    monkeypatch.setattr("certwright.verifiers.reactive.explanations.BODY", 60)
    several = 0
    for instance in labelled("cause", "gen", 40):
        assert check(instance).ok
        if len(instance.certificates) > 1:
            several += 1
            fewer = msgspec.structs.replace(instance, certificates=instance.certificates[1:])
            assert "not complete" in check(fewer).failed
    assert several > 5


def test_forced_effects_have_empty_explanations():
    forced = [case for case in cases(300) if not Brute(case[3]).breaking()]
    assert forced, "the generator makes such cases"
    kinds = {(one.truth["example"] is None, one.truth["count"]) for one in labelled("breaking", "gen", 200)}
    assert (True, 0) in kinds


@pytest.mark.long
def test_the_copied_folder_verifies_the_released_set_with_nothing_installed(tmp_path):
    root = Path(__file__).resolve().parents[4]
    files = sorted(map(str, (root / "instances" / "reactive").glob("*.jsonl.gz")))
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(root / "verifiers" / "proofs", tmp_path / "copy", ignore=ignored)
    command = [sys.executable, "-I", "-S", str(tmp_path / "copy"), *files]
    child = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/")
    assert (child.stderr, child.returncode) == ("", 0), child.stdout
    assert [line.rpartition(": ")[2] for line in child.stdout.splitlines()] == [
        "holds 336",
        "holds 168",
        "holds 1176",
    ]
