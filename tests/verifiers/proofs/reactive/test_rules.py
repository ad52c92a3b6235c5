"""The rules of single certificates against brute force, and forgeries that agree with themselves."""

import random
from types import SimpleNamespace

import msgspec
import pytest
from testkit import kernel_worlds as worlds
from testkit.causal_worlds import Brute, bits
from testkit.proof_questions import labelled, with_truth

from certwright.instances.canonical import encode
from certwright.instances.records import Certificate
from certwright.verifiers.checking import check, record_of
from certwright.verifiers.proofs.reactive import rules
from certwright.verifiers.proofs.reactive.knowledge import Knowledge
from certwright.verifiers.proofs.reactive.rules import breaking, causes, intervention, sufficient
from certwright.verifiers.proofs.refused import RefusedError
from certwright.verifiers.reactive.check import cheapest
from certwright.verifiers.reactive.question import Question as EnginesQuestion

SMALL = {"steps": (1, 4), "inputs": (1, 2)}


RULES = {"sufficient": sufficient, "breaking": breaking}


def accepted(rule, instance, body):
    try:
        rule.check(Knowledge(record_of(instance)), "it", rule.BODY("it", body))
    except RefusedError:
        return False
    return True


def flipped(question, mask):
    """The cells of a set as atoms with the values that the trace does not have."""
    return [[step, name, 1 - value] for step, name, value in question.atoms(mask)]


@pytest.mark.parametrize("kind", ["sufficient", "breaking"])
def test_a_set_is_accepted_exactly_when_it_is_minimal_of_its_kind(kind):
    fates = set()
    for instance in labelled("cause", "gen", 25, **SMALL):
        question = Knowledge(record_of(instance))
        brute = Brute(question.product)
        right = getattr(brute, kind)()
        for mask in range(1 << brute.count):
            fate = accepted(RULES[kind], instance, {"atoms": question.atoms(mask)})
            assert fate is (mask in right), (instance.id, bits(mask))
            fates.add(fate)
    assert fates == {True, False}


def test_an_intervention_is_accepted_exactly_when_it_is_valid():
    fates = set()
    for instance in labelled("intervene", "gen", 40, **SMALL):
        question = Knowledge(record_of(instance))
        world = question.product
        valid = worlds.valid_sets(world, worlds.sufficient_sets(world), world.horizon)
        for chosen in worlds.subsets(worlds.all_cells(world)):
            mask = sum(1 << step * world.inputs + index for step, index in chosen)
            fate = accepted(intervention, instance, {"atoms": flipped(question, mask)})
            assert fate is (frozenset(chosen) in valid), (instance.id, chosen)
            fates.add(fate)
    assert fates == {True, False}


def test_a_list_of_causes_is_accepted_exactly_when_it_is_the_whole_list():
    for instance in labelled("cause", "gen", 40, **SMALL):
        question, rng = Knowledge(record_of(instance)), random.Random(instance.id)
        brute = Brute(question.product)
        right = sorted(brute.breaking())
        drawn = [[one for one in right if rng.random() < 0.7] for _ in range(4)]
        drawn += [[*right, rng.randrange(1 << brute.count)] for _ in range(4)]
        for listed in (right, *drawn):
            knowledge = Knowledge(record_of(instance))
            body = causes.BODY("it", {"breaking": [question.atoms(mask) for mask in listed]})
            if set(listed) != set(right):
                with pytest.raises(RefusedError):
                    causes.check_all(knowledge, [("it", body)])
                continue
            causes.check_all(knowledge, [("it", body)])
            assert set(knowledge.sufficient) == brute.sufficient()


def forged(instance, example, kind, **changes):
    """The record with another example in truth, gold and certificate."""
    listed = [one for one in instance.certificates if one.kind not in (kind, "causes")]
    if example is not None:
        listed.append(Certificate(kind, {"atoms": example}))
    gold = None if example is None else encode(example).decode()
    changed = with_truth(instance, example=example, **changes)
    return msgspec.structs.replace(changed, certificates=tuple(listed), gold=gold)


def test_an_example_that_is_not_the_cheapest_is_refused():
    refused = 0
    for instance in labelled("intervene", "gen", 300, **SMALL):
        question = Knowledge(record_of(instance))
        world, budget = question.product, instance.query["budget_timestep"]
        settings = question.budget[1]
        best = cheapest(EnginesQuestion.of(instance).product, settings=settings)
        for chosen in worlds.valid_sets(world, worlds.sufficient_sets(world), budget):
            if len(chosen) > settings:
                continue
            mask = sum(1 << step * world.inputs + index for step, index in chosen)
            cost = worlds.rank(chosen)[:2]
            failed = check(forged(instance, flipped(question, mask), "intervention")).failed
            assert best is not None
            if cost == worlds.rank(worlds.cells(world, best))[:2]:
                assert failed is None, (instance.id, failed)
                continue
            assert "truth example: it costs" in failed
            dearer = forged(instance, flipped(question, mask), "intervention", cheapest=list(cost))
            assert "the least cost" in check(dearer).failed
            refused += 1
    assert refused > 10


def test_an_example_is_due_exactly_when_there_is_one_within_the_budget():
    seen = set()
    for instance in labelled("intervene", "gen", 60, **SMALL):
        if instance.truth["example"] is not None:
            failed = check(forged(instance, None, "intervention")).failed
            assert "there is one exactly when" in failed
        seen.add(instance.truth["example"] is None)
    assert seen == {True, False}


@pytest.mark.parametrize("task", ["sufficient", "breaking"])
def test_an_example_that_is_not_minimal_is_refused_however_it_is_backed(task):
    refused = 0
    for instance in labelled(task, "gen", 30, **SMALL):
        question = Knowledge(record_of(instance))
        brute = Brute(question.product)
        right = getattr(brute, task)()
        for mask in range(1 << brute.count):
            failed = check(forged(instance, question.atoms(mask), task, count=None)).failed
            if mask in right:
                assert failed == "grades: 2 claims are called certified, 1 are"
            else:
                assert failed is not None and failed.startswith(task)
                refused += 1
    assert refused > 100


def test_minimal_hitting_sets_by_definition_and_up_to_a_number(monkeypatch):
    rng = random.Random(4)
    knowledge = SimpleNamespace(spend=lambda what, amount: None)
    for _ in range(60):
        drawn = {rng.randrange(1, 1 << 6) for _ in range(rng.randint(0, 6))}
        family = [one for one in drawn if not any(other & one == other != one for other in drawn)]
        hitting = [one for one in range(1 << 6) if all(one & member for member in family)]
        least = [one for one in hitting if not any(other & one == other != one for other in hitting)]
        assert sorted(rules.minimal_hitting_sets(knowledge, "it", family)) == least
    monkeypatch.setattr(rules, "MAX_SETS", 4)
    assert len(rules.minimal_hitting_sets(knowledge, "it", [0b11, 0b1100])) == 4
    with pytest.raises(RefusedError, match=r"^it: more than 4 minimal hitting sets$"):
        rules.minimal_hitting_sets(knowledge, "it", [0b11, 0b11100])
