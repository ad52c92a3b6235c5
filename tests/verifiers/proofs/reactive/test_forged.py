"""Records that were once accepted though false or unanswerable, and labels that faulty engines make."""

from dataclasses import replace

import msgspec
import pytest
from testkit.proof_questions import labelled, question, with_truth

from certwright.domains.reactive import effect
from certwright.instances.canonical import encode, seal
from certwright.instances.errors import WorldError
from certwright.verifiers.audit.reactive import Subject
from certwright.verifiers.checking import check, record_of
from certwright.verifiers.label import label
from certwright.verifiers.proofs.reactive.knowledge import Knowledge
from certwright.verifiers.reactive import question as engines


def interventions(count=120):
    return labelled("intervene", "gen", count, steps=(3, 5), inputs=(2, 2))


def relabelled(instance, **query):
    """The record of the same question under another query, by the engines."""
    return label(seal(msgspec.structs.replace(instance, query={**instance.query, **query}, truth=None)))


def under(free, instance):
    """The truth and proofs of one record under the question of another."""
    return msgspec.structs.replace(
        instance, truth=free.truth, certificates=free.certificates, gold=free.gold, grades=free.grades
    )


def test_a_count_that_ignores_the_budget_of_settings_is_refused():
    refused = 0
    for instance in interventions():
        if instance.query["budget_atoms"] is None:
            continue
        free = relabelled(instance, budget_atoms=None)
        failed = check(under(free, instance)).failed
        if Subject.statement(free.truth) == Subject.statement(instance.truth):
            assert failed is None, (instance.id, failed)
            continue
        assert failed.startswith(("counting: ", "cheapest: ")), failed
        refused += 1
    assert refused > 15


def test_an_example_over_the_budget_of_settings_is_refused():
    refused = 0
    for instance in interventions():
        settings, free = instance.query["budget_atoms"], relabelled(instance, budget_atoms=None)
        example = free.truth["example"]
        if settings is None or example is None or len(example) <= settings:
            continue
        proofs = tuple(one for one in free.certificates if one.kind == "intervention")
        forged = msgspec.structs.replace(under(free, instance), certificates=proofs)
        forged = with_truth(forged, count=None)
        grades = msgspec.structs.replace(forged.grades, certified=1, engine_proven=1, undecided=1)
        failed = check(msgspec.structs.replace(forged, grades=grades)).failed
        assert failed == f"truth example: {len(example)} atoms, the budget is {settings}"
        refused += 1
    assert refused > 5


def with_limits(instance, **limits):
    prompt = msgspec.structs.replace(instance.prompt, limits={**instance.prompt.limits, **limits})
    return seal(msgspec.structs.replace(instance, prompt=prompt))


def test_a_prompt_whose_limits_leave_no_room_for_the_gold_answer_is_refused():
    for instance in labelled("intervene", "episode", 5, steps=(2, 5)):
        steps = len(instance.query["trace"])
        assert check(with_limits(instance, max_turns=steps)).ok
        for turns in (0, steps - 1, -1, "9", 2.5):
            assert "prompt.limits.max_turns" in check(with_limits(instance, max_turns=turns)).failed
    (instance,) = labelled("member", "bool", 1)
    assert check(with_limits(instance, max_tokens=1, stop=["\n"])).ok
    assert "prompt.limits.max_tokens" in check(with_limits(instance, max_tokens=0)).failed
    assert "stands in the gold answer" in check(with_limits(instance, stop=[instance.gold[:2]])).failed


@pytest.mark.parametrize("pair", [("simulate", "gen"), ("member", "bool"), ("intervene", "episode")])
def test_a_query_has_its_fields_and_no_others(pair):
    (instance,) = labelled(*pair, 1)
    for query in ({**instance.query, "steps": 3}, {**instance.query, "trace": None}):
        assert check(seal(msgspec.structs.replace(instance, query=query))).failed.startswith("query")
    for name in instance.query:
        less = {key: value for key, value in instance.query.items() if key != name}
        failed = check(seal(msgspec.structs.replace(instance, query=less))).failed
        assert failed.startswith("query"), (name, failed)


def test_engine_proven_claims_without_certificates_do_not_carry_a_flipped_answer_that_evaluation_refutes():
    (instance,) = labelled("simulate", "gen", 1)
    outputs = [row.translate({48: 49, 49: 48}) for row in instance.truth["outputs"]]
    gold = encode({"outputs": outputs, "states": instance.truth["states"]}).decode()
    grades = msgspec.structs.replace(instance.grades, certified=0, engine_proven=1)
    forged = msgspec.structs.replace(
        with_truth(instance, outputs=outputs), gold=gold, certificates=(), grades=grades
    )
    assert "evaluation gives" in check(forged).failed


# --- faults in the engines and readers that the labels come from


def inverted(made):
    return lambda machine, trace, effect: made(machine, trace, replace(effect, value=not effect.value))


def a_step_early(made):
    return lambda machine, trace, effect: made(machine, trace, replace(effect, at=max(0, effect.at - 1)))


def a_wider_window(made):
    return lambda machine, trace, effect: made(machine, trace, replace(effect, window=effect.window + 1))


def eventually_for_always(made):
    return lambda formula: made(formula.replace("F", "G"))


def weak_for_strong(made):
    return lambda formula: made(formula.replace("X", "WX"))


def an_output_inverted(made):
    def read(text):
        machine = made(text)
        emitted = tuple(tuple(word ^ 1 for word in row) for row in machine.emitted)
        return replace(machine, emitted=emitted)

    return read


def two_letters_exchanged(made):
    def read(text):
        machine = made(text)
        after = tuple((*row[-1:], *row[1:-1], *row[:1]) for row in machine.successors)
        return replace(machine, successors=after)

    return read


FAULTS = {
    "an effect value inverted": (effect, "_with_output", inverted),
    "an effect one step early": (effect, "_with_output", a_step_early),
    "a window too wide": (effect, "_with_output", a_wider_window),
    "F read as G": (effect, "monitor", eventually_for_always),
    "X read as WX": (effect, "monitor", weak_for_strong),
    "an output inverted by the reader": (engines, "read_hoa", an_output_inverted),
    "two letters exchanged by the reader": (engines, "read_hoa", two_letters_exchanged),
}
PAIRS = [("butfor", "gen"), ("breaking", "gen"), ("cause", "gen"), ("intervene", "gen"), ("simulate", "gen")]


@pytest.mark.parametrize("name", FAULTS)
def test_what_a_faulty_engine_labels_is_refused_unless_it_is_true(name, monkeypatch):
    module, function, fault = FAULTS[name]
    asked = [question(seed, *pair, steps=(3, 5), inputs=(1, 2)) for pair in PAIRS for seed in range(40)]
    right = {one.id: by(label, one) for one in asked}
    engines.read_machine.cache_clear()
    monkeypatch.setattr(module, function, fault(getattr(module, function)))
    refused = 0
    for one in asked:
        made = by(label, one)
        if made is None:
            continue
        true = right[one.id] is not None and Subject.statement(made.truth) == Subject.statement(
            right[one.id].truth
        )
        report = check(made)
        assert true or not report.ok, (one.id, made.truth)
        refused += not report.ok
    engines.read_machine.cache_clear()
    assert refused >= 5, f"{name}: {refused} records refused"


def by(make, instance):
    """What is made of an instance; None where its effect does not fit."""
    try:
        return make(instance)
    except WorldError:
        return None


def test_the_budget_that_the_checker_reads_is_the_one_of_the_query():
    instance = question(3, "intervene", "gen")
    for settings in (None, 0, 2):
        query = {**instance.query, "budget_timestep": 2, "budget_atoms": settings}
        asked = Knowledge(record_of(seal(msgspec.structs.replace(instance, query=query))))
        most = asked.product.horizon * asked.inputs if settings is None else settings
        assert asked.budget == (2, most)
