"""Planning questions under audit: draws, near misses of an item, spellings, the second judgement."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from testkit import audit_records
from testkit.sampling import every

from certwright.domains.planning.atoms import Language, Legality, parse
from certwright.instances.records import Certificate, Outcome
from certwright.verifiers.audit.mutator import Draw, changes, put
from certwright.verifiers.audit.planning import HEAVY
from certwright.verifiers.audit.vocabulary import Vocabulary, disguises, same, spell, strictly
from certwright.verifiers.reading.kinds import AnswerKind
from certwright.verifiers.reading.scanner import read
from certwright.verifiers.reading.strict import read_strict

record, subject = audit_records.record, audit_records.subject
names = st.text(min_size=1, max_size=20)


@given(names, st.lists(st.integers(), max_size=20), st.integers(0, 25))
def test_a_sample_holds_different_places_and_depends_on_its_name_alone(name, items, count):
    drawn = Draw(name).sample(items, count, "purpose")
    assert len(drawn) == min(count, len(items))
    assert sorted(Draw(name).sample(items, len(items))) == sorted(items)
    assert drawn == Draw(name).sample(items, count, "purpose")


def test_draws_differ_from_name_to_name_and_are_even():
    counts = [0] * 5
    for number in range(1000):
        counts[Draw(f"name {number}").choice(range(5), "x")] += 1
    assert min(counts) > 150


@pytest.mark.parametrize("asks", ["facts", "actions"])
@given(name=names)
def test_near_misses_are_what_they_are_called(asks, name):
    problem = subject("reach").problem
    words, language, draw = Vocabulary(problem, asks), problem.kept(Language), Draw(name)
    judge = language.fact if asks == "facts" else language.action
    expected = {
        "unknown object": Legality.UNKNOWN_SYMBOL,
        "unknown name": Legality.UNKNOWN_SYMBOL,
        "one argument less": Legality.ARITY,
        "one argument more": Legality.ARITY,
        "ill-typed": Legality.ILL_TYPED,
    }
    for item in words.random(draw, 5, "random"):
        assert judge(parse(item)) is Legality.LEGAL
        assert words.legal(parse(item))
        for kind, near in words.near(item, draw):
            assert near != item
            assert judge(parse(near)) is expected.get(kind, Legality.LEGAL), (kind, item, near)


def test_static_facts_are_those_of_the_state():
    assert subject("reach").vocabulary.static_facts() == ["(not-eq l0 l1)", "(not-eq l1 l0)"]


ATOM = st.from_regex(r"\([a-z][a-z0-9_-]{0,5}( [a-z][a-z0-9_-]{0,5}){0,3}\)", fullmatch=True).filter(
    lambda atom: not {"none", "not", "or", "and", "the", "is", "a", "no", "if"} & set(atom[1:-1].split())
)
VALUES = {
    AnswerKind.ACTIONS: st.lists(ATOM, min_size=1, max_size=4),
    AnswerKind.PLAN: st.lists(ATOM, min_size=1, max_size=4),
    AnswerKind.EFFECTS: st.tuples(st.lists(ATOM, max_size=3), st.lists(ATOM, max_size=3)),
    AnswerKind.ATOM_OR_NONE: ATOM | st.just("none"),
    AnswerKind.INDEX: st.integers(0, 10**6),
    AnswerKind.LETTER: st.sampled_from("ABCDEF"),
    AnswerKind.YES_NO: st.booleans(),
}


@pytest.mark.parametrize("kind", every(2, VALUES))
@given(data=st.data())
def test_what_is_spelt_strictly_is_read_strictly(kind, data):
    value = data.draw(VALUES[kind])
    sentence = strictly(value, kind)
    assert sentence is not None
    assert read_strict(sentence, kind).value == value


def test_the_grammar_cannot_say_everything():
    assert strictly([], AnswerKind.ACTIONS) is None
    assert strictly(["(a 1)"], AnswerKind.PLAN) is None
    assert strictly((["(a 1)"], []), AnswerKind.EFFECTS) is None
    assert strictly("(a 1)", AnswerKind.ACTION) is None


@pytest.mark.parametrize("name", audit_records.QUERIES)
def test_a_disguised_gold_is_read_as_the_gold(name):
    instance = record(name)
    kind = subject(name).kind
    value = read(instance.gold, kind).value
    assert spell(value, kind) == instance.gold
    for disguise, text in disguises(instance.gold, kind):
        assert read(text, kind).value == value, disguise


@pytest.mark.parametrize("name", audit_records.QUERIES)
def test_the_second_judgement_is_the_judges_on_every_mutant(name):
    made = subject(name)
    count = 0
    values = [change.of(made.gold_value) for change in changes(made.gold_value, made)]
    for value in [*values, *(value for _, value in made.wrong())]:
        verdict = made.verdict(made.write(value))
        if verdict.outcome in (Outcome.CORRECT, Outcome.INCORRECT):
            assert made.right(verdict.answer) is (verdict.outcome is Outcome.CORRECT), value
            count += 1
    assert count >= (1 if made.instance.form != "gen" else 5)


def test_what_is_undecided_is_neither_right_nor_wrong():
    truth = {**record("reach").truth, "undecided": ["(at c0 l2)"], "none": None}
    made = subject("reach", truth=truth)
    assert (made.right("(at c0 l2)"), made.right("none"), made.right("(at c1 l2)")) == (None, None, True)
    assert subject("nexta", truth={"kind": "degenerate", "reason": "x"}).right("(a)") is None
    assert subject("app yes", truth={"kind": "bool", "answer": None}).right(True) is None


@pytest.mark.parametrize("name", ["reach", "val", "reach mcq", "app yes"])
def test_hedges_name_a_right_and_a_wrong_answer(name):
    made = subject(name)
    gold = made.write(made.gold_value)
    texts = list(made.texts())
    assert len(texts) == 4 and all(gold in text and " or " in text for text in texts)


def test_normal_forms():
    assert same((["(a)", "(b)"], []), (["(b)", "(a)", "(a)"], []), AnswerKind.EFFECTS)
    assert not same((["(a)"], []), ([], ["(a)"]), AnswerKind.EFFECTS)
    assert not same(["(a)", "(b)"], ["(b)", "(a)"], AnswerKind.PLAN)


def test_a_certificate_that_says_something_false_is_never_harmless():
    made = subject("land")
    assert made.refusal(made.data, "certificates") is None and made.harmless(made.data, "certificates")
    (place,) = [n for n, proof in enumerate(made.data["certificates"]) if proof["kind"] == "relaxed"]
    facts = made.data["certificates"][place]["body"]["facts"]
    for spoilt, harmless in (
        (facts[1:], True),
        ([*facts, "(at c0 l0)"], False),
        ([*facts, "(at c1 l1)"], False),
    ):
        mutant = put(made.data, ("certificates", place, "body", "facts"), spoilt)
        assert made.harmless(mutant, "certificates") is harmless, spoilt
    assert not made.harmless(
        put(made.data, ("certificates", place, "body"), {"facts": facts, "more": 1}), "certificates"
    )
    assert not made.harmless(put(made.data, ("certificates", place, "kind"), "oath"), "certificates")


COSTLY = [
    (kind, body, costly)
    for kind in ("lower_bound", "distances", "pruned_distances", "exploration")
    for body, costly in (
        ({"nodes": HEAVY + 1}, True),
        ({"states": HEAVY + 1}, True),
        ({"nodes": HEAVY}, False),
    )
]


@pytest.mark.parametrize(
    ("kind", "body", "costly"), [*COSTLY, ("runs", {"nodes": HEAVY + 1}, False), ("lower_bound", {}, False)]
)
def test_certificates_with_many_states_are_costly(kind, body, costly):
    assert subject("app", certificates=(Certificate("plans", {}), Certificate(kind, body))).costly is costly


@pytest.mark.parametrize(
    ("truth", "owed"),
    [
        ({}, False),
        ({"kind": "set", "items": []}, True),
        ({"kind": "bool", "answer": None}, False),
        ({"kind": "bool", "answer": False}, True),
        ({"kind": "closed_world", "none": None}, False),
        ({"kind": "closed_world", "none": True}, True),
        ({"kind": "closed_world", "none": False, "undecided": ["(a)"]}, False),
        ({"kind": "subsequence", "singles": [], "pairs": []}, False),
        ({"kind": "subsequence", "singles": [0], "pairs": []}, True),
        ({"kind": "subsequence", "singles": [], "pairs": [1]}, True),
        ({"kind": "next_action", "closer": []}, False),
        ({"kind": "next_action", "closer": ["(a)"]}, True),
        ({"kind": "degenerate", "reason": "already_solved"}, False),
    ],
)
def test_a_gold_answer_is_owed_where_the_truth_is_complete_and_has_one(truth, owed):
    assert subject("app", truth=truth).owes_gold is owed


FALSE = [
    ("lower_bound", {"bound": 6}, {"bound": 5}, False),
    ("lower_bound", {"bound": 6}, {"bound": 7}, True),
    ("lower_bound", {"bound": 6}, {"after": ["(board c0 l0)"]}, True),
    ("lower_bound", {"bound": 6}, {"after": ["(board c1 l0)"]}, False),
    ("invariant", {}, {"cubes": [[0]]}, False),
    ("invariant", {}, {"cubes": [[0], []]}, True),
    ("invariant", {}, {"cubes": [[0], [1, 2]]}, True),
    ("invariant", {}, {"facts": ["(on c0)", "(on c1)", "(at c0 l0)"], "cubes": [[1, 2]]}, False),
    ("runs", {}, {"steps": [0, 0]}, False),
    ("runs", {}, {"steps": [0, 0, 1]}, True),
    ("relaxed", {}, {"facts": ["(on c0)"]}, False),
    ("relaxed", {}, {"facts": ["(at-ferry l0)"]}, True),
]
BODIES = {
    "lower_bound": {"bound": 6, "nodes": 23, "after": []},
    "invariant": {"facts": ["(on c0)", "(on c1)"], "cubes": [], "avoiding": []},
    "runs": {"actions": [], "steps": []},
    "relaxed": {"facts": []},
}


@pytest.mark.parametrize(("kind", "own", "other", "false"), FALSE)
def test_what_another_certificate_may_say_beside_the_own_one(kind, own, other, false):
    name = {"lower_bound": "nexta", "relaxed": "land"}.get(kind, "areach")
    body = {**BODIES[kind], **own}
    made = subject(name, certificates=(Certificate(kind, body),))
    mutant = put(made.data, ("certificates", 0, "body"), {**body, **other})
    assert made.excused(mutant, "certificates") is not false
    assert not made.excused(put(mutant, ("truth",), {**made.truth, "more": 1}), "certificates")
