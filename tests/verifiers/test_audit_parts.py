"""What the audit is made of: draws, near misses of an item, spellings, the second judgement."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certwright.domains.planning.atoms import parse
from certwright.domains.planning.language import Language, Legality
from certwright.instances.records import Answer, Outcome
from certwright.verifiers.audit.answer_operators import hedges, mutants, same
from certwright.verifiers.audit.draw import Draw
from certwright.verifiers.audit.rightness import Rightness
from certwright.verifiers.audit.spelling import disguises, spell, strictly
from certwright.verifiers.audit.vocabulary import Vocabulary
from certwright.verifiers.planning.judging import answer_kind
from certwright.verifiers.reading.kinds import AnswerKind
from certwright.verifiers.reading.scanner import read
from certwright.verifiers.reading.strict import read_strict

sys.path.append(str(Path(__file__).parent))
R = import_module("audit_records")
record, subject = R.record, R.subject
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
    words, language, draw = Vocabulary(problem, asks), Language.of(problem), Draw(name)
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


@pytest.mark.parametrize("kind", VALUES)
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


@pytest.mark.parametrize("name", R.QUERIES)
def test_a_disguised_gold_is_read_as_the_gold(name):
    instance = record(name)
    kind = answer_kind(instance)
    value = read(instance.gold, kind).value
    assert spell(value, kind) == instance.gold
    for disguise, text in disguises(instance.gold, kind):
        assert read(text, kind).value == value, disguise


@pytest.mark.parametrize("name", R.QUERIES)
def test_the_second_judgement_is_the_judges_on_every_mutant(name):
    made = subject(name)
    kind, right = answer_kind(made.instance), Rightness(made)
    count = 0
    for operator, value in mutants(made, kind):
        verdict = made.judge(spell(value, kind))
        if verdict.outcome in (Outcome.CORRECT, Outcome.INCORRECT):
            assert right.of(verdict.answer) is (verdict.outcome is Outcome.CORRECT), (operator, value)
            count += 1
    assert count >= (1 if made.instance.form != "gen" else 5)


def test_what_is_undecided_is_neither_right_nor_wrong():
    truth = {**record("reach").truth, "undecided": ["(at c0 l2)"], "none": None}
    right = Rightness(subject("reach", truth=truth))
    assert (right.of("(at c0 l2)"), right.of("none"), right.of("(at c1 l2)")) == (None, None, True)
    assert Rightness(subject("nexta", truth={"kind": "degenerate", "reason": "x"})).of("(a)") is None
    assert Rightness(subject("app yes", truth={"kind": "bool", "answer": None})).of(True) is None


@pytest.mark.parametrize("kind", [AnswerKind.ATOM_OR_NONE, AnswerKind.INDEX, AnswerKind.LETTER])
def test_hedges_name_both_answers(kind):
    for _, text in hedges("(a b)", "(c d)"):
        assert "(a b)" in text
        assert "(c d)" in text


def test_normal_forms():
    assert same((["(a)", "(b)"], []), (["(b)", "(a)", "(a)"], []), AnswerKind.EFFECTS)
    assert not same((["(a)"], []), ([], ["(a)"]), AnswerKind.EFFECTS)
    assert not same(["(a)", "(b)"], ["(b)", "(a)"], AnswerKind.PLAN)


def test_a_judge_of_texts_judges_texts():
    assert subject("val").judge("2").value == 1.0
    assert Answer(id="x").response is None
